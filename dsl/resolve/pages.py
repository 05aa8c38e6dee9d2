"""The files of a ruleset, parents before their variants, and the scenario that is played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label, Sink
from hoyle.dsl.reader import Reader, Unreadable, within
from hoyle.dsl.resolve.includes import Pages, Read, head_of
from hoyle.dsl.resolve.options import chain
from hoyle.dsl.resolve.world import Page, World, did_you_mean
from hoyle.dsl.source import NOWHERE, Source, Span
from hoyle.dsl.trees import tree_of

LONGEST_CHAIN = 20


def open_world(source: Source, files: Reader, name: str, sink: Sink) -> World | None:
    """A world with all its pages; None if a file has mistakes of syntax or cannot be read."""
    chain = _lineage(source, files, name, sink)
    if chain is None:
        return None
    title, players = _title(chain), _players(chain, sink)
    if title is None or players is None:
        return None
    found = Pages(files, sink)
    for level, read in enumerate(chain):
        found.add(read, level)
    if found.failed:
        return None
    world = World(g.Game(PurePosixPath(name).stem, title, players), sink, files)
    world.pages, world.folders = tuple(found.pages), found.folders
    world.game.files, world.game.includes = tuple(found.folders), found.stands
    for tree in found.trees:
        note_prose(world, tree.items)
    _read_heads(world)
    return world


def _lineage(source: Source, files: Reader, name: str, sink: Sink) -> list[Read] | None:
    """A file behind those that it extends."""
    tree = tree_of(source, sink)
    if tree is None:
        return None
    found = [Read(source, tree, name)]
    links: dict[str, nodes.Extends] = {}
    while (extends := _extends(found[0].tree)) is not None:
        links[found[0].source.path] = extends
        parent = _parent(extends, found[0], files, sink)
        if parent is None or not _may_go_on(parent[0].path, links, sink):
            return None
        text, name = parent
        tree = tree_of(text, sink)
        if tree is None:
            return None
        if head_of(tree) is None and tree.items:
            _no_game(extends, sink)
            return None
        found.insert(0, Read(text, tree, name))
    return found


def _may_go_on(parent: str, links: dict[str, nodes.Extends], sink: Sink) -> bool:
    """Whether the files so far, each with what it extends, form no circle with this parent, and no
    chain without end. A circle is told in the same words wherever it is entered."""
    if parent in links:
        around = list(links)[list(links).index(parent) :]
        first = around.index(min(around))
        ring = [*around[first:], *around[:first]]
        steps = (f"`{_name(a)}` extends `{_name(b)}`" for a, b in pairwise([*ring, ring[0]]))
        message = f"These files extend each other in a circle: {', '.join(steps)}."
        if len(ring) == 1:
            message = "This file extends itself."
        help_ = "One of them, the game itself, extends nothing."
        sink.report(codes.BAD_PARENT, links[ring[0]].span, message, help=help_)
    elif len(links) >= LONGEST_CHAIN:
        message = f"More than {LONGEST_CHAIN} files extend each other."
        help_ = "Put some of the variants together in one file."
        sink.report(codes.BAD_PARENT, links[next(reversed(links))].span, message, help=help_)
    else:
        return True
    return False


def _name(path: str) -> str:
    return PurePosixPath(path).name


def _extends(tree: nodes.File) -> nodes.Extends | None:
    head = head_of(tree)
    lines = head.lines if head is not None else ()
    return next((line for line in lines if isinstance(line, nodes.Extends)), None)


def _parent(
    node: nodes.Extends, child: Read, files: Reader, sink: Sink
) -> tuple[Source, str] | None:
    """The text of a parent and its name; it lies beside the child."""
    like = "base.rules" if "." in node.path else f"{node.path}.rules"
    help = f'Write the name of a file beside this one: `extends "{like}"`.'
    try:
        name = within(child.folder, node.path)
        source = files.read(name)
    except Unreadable as why:
        sink.report(
            codes.BAD_PARENT, node.span, f"`{node.path}` cannot be read: it {why}.", help=help
        )
        return None
    return source, name


def _no_game(node: nodes.Extends, sink: Sink) -> None:
    sink.report(
        codes.BAD_PARENT,
        node.span,
        f"`{node.path}` has no head, so it is no game that can be extended.",
        help=f'Say here how many play (`players 2..4`), and `include "{node.path}"` below.',
    )


def note_prose(world: World, items: tuple[nodes.Node, ...]) -> None:
    """Printed prose belongs to what stands under it."""
    above: list[nodes.Doc] = []
    for item in items:
        if isinstance(item, nodes.Doc):
            above.append(item)
            continue
        if above:
            world.docs[item.span] = tuple(above)
            above = []
        lines = getattr(item, "rules", None) or getattr(item, "lines", None)
        if isinstance(lines, tuple):
            note_prose(world, lines)


# ---------------------------------------------------------------------------------- the head


def _title(chain: list[Read]) -> str | None:
    heads = [head for read in chain if (head := head_of(read.tree)) is not None]
    return heads[-1].title if heads else "Untitled"


def _players(chain: list[Read], sink: Sink) -> tuple[int, int] | None:
    """How many may play: what the nearest head says."""
    found: nodes.Players | None = None
    for read in chain:
        head = head_of(read.tree)
        for line in head.lines if head is not None else ():
            if isinstance(line, nodes.Players):
                found = line
    if found is None:
        _no_players(chain[-1], sink)
        return None
    low, high = found.bounds.low, found.bounds.high
    if not 1 <= low <= high <= 64:
        sink.report(
            codes.BAD_HEAD,
            found.span,
            f"`players {low}..{high}` is no number of players.",
            help="Write the fewest and the most, between 1 and 64: `players 2..4`.",
        )
        return None
    return low, high


def _no_players(read: Read, sink: Sink) -> None:
    head = head_of(read.tree)
    span = head.span if head is not None else read.source.whole().first()
    message, more = "The head does not say how many play.", ""
    if head is None and read.tree.items:
        message = "This file has no head, so it is no game."
        more = " If it is a part that games include, check one of them."
    help_ = f'Begin the file with `game "Title"` and, under it, `players 2..4`.{more}'
    sink.report(codes.BAD_HEAD, _first_line(read.source, span), message, help=help_)


def _first_line(source: Source, span: Span) -> Span:
    end = source.text.find("\n", span.start)
    return Span(span.path, span.start, len(source.text) if end < 0 else end)


def _refuse_second(world: World) -> None:
    """One head a file, and in it each line once."""
    for page in world.pages:
        heads = [item for item in page.items if isinstance(item, nodes.Game)]
        _once(heads, "This file has a head already.", "Give each game a file of its own.", world)
        lines = [line for head in heads[:1] for line in head.lines]
        for kind in (nodes.Players, nodes.Extends, nodes.Limit):
            same = [line for line in lines if isinstance(line, kind)]
            word = kind.__name__.lower()
            _once(same, f"The head has a line `{word}` already.", "Delete one of the two.", world)


def _once(found: Sequence[nodes.Node], message: str, help: str, world: World) -> None:
    for second in found[1:]:
        label = Label(found[0].span, "it stands here")
        world.sink.report(codes.BAD_HEAD, second.span, message, labels=(label,), help=help)


def _read_heads(world: World) -> None:
    """The other lines of the heads; a later page has the last word."""
    _refuse_second(world)
    for head, _ in world.by_level(nodes.Game):
        for line in head.lines:
            match line:
                case nodes.Limit():
                    _limit(world, line)
                case nodes.AsksAlways():
                    world.game.asks_always = True
                case _:
                    pass


def _limit(world: World, line: nodes.Limit) -> None:
    if line.unit.text in ("turns", "rounds") and line.count > 0:
        world.game.limit = (line.count, line.unit.text)
        return
    world.game.limit = (1, "")  # there is one, whatever it is
    world.sink.report(
        codes.BAD_HEAD,
        line.span,
        "A limit is a number of turns or rounds.",
        help="Write `limit 200 turns` or `limit 50 rounds`.",
    )


def check_limit(world: World) -> None:
    """Report a limit of something that this game never counts."""
    lines = [line for head, _ in world.by_level(nodes.Game) for line in head.lines]
    limits = [line for line in lines if isinstance(line, nodes.Limit)]
    if (
        world.game.limit is None
        or not world.game.limit[1]
        or not limits
        or _is_counted(world.game, world.game.limit[1])
    ):
        return
    unit = world.game.limit[1]
    if unit == "turns":
        help_ = "Turns are counted where there is a `turn` or a `to turn(…)`; or limit the rounds."
    else:
        help_ = "A round is a run of a `to round`, or a pass of the outermost `repeat` of `play`."
    message = f"This game has no {unit} that could be counted."
    world.sink.report(codes.BAD_HEAD, limits[-1].span, message, help=help_)


def check_course(world: World) -> None:
    """A game is over when nothing more is done: without a `turn` or a `play`, before it begins."""
    heads = [head for head, _ in world.by_level(nodes.Game)]
    if {"play", "turn"} & set(world.game.procs) or not heads:
        return
    start = heads[-1].span.start
    scenario = world.game.scenario
    where = f" in the scenario `{scenario}`" if scenario else ""
    world.sink.report(
        codes.NO_COURSE,
        Span(heads[-1].span.path, start, start + len("game")),
        f"This game is over as soon as it is set up{where}: it has neither a `turn` nor a `play`.",
        help="Write `turn`, and below it what a player does in a turn; or `play`, and below it how "
        "the game goes.",
    )


def _is_counted(game: g.Game, unit: str) -> bool:
    """Whether turns or rounds of a game are counted; one without a course is reported elsewhere."""
    if not {"play", "turn"} & set(game.procs):
        return True
    if unit == "turns":
        return "turn" in game.procs
    if "round" in game.procs or "play" not in game.procs:
        return "round" in game.procs or "turn" in game.procs
    body = game.procs["play"].body or ()
    return "turn" not in game.procs and any(isinstance(one, g.Repeat) for one in body)


# ---------------------------------------------------------------------------------- the scenario


def play_scenario(world: World, name: str | None) -> None:
    """The lines of the scenario that is played become the last page; without a name the first."""
    scenarios = {node.name.text: node for node, _ in world.by_level(nodes.Scenario)}
    if name is not None and name not in scenarios:
        world.sink.report(
            codes.UNKNOWN_SCENARIO,
            NOWHERE,
            f"The game has no scenario `{name}`.",
            help=did_you_mean(name, scenarios) or _which(tuple(scenarios)),
        )
        name = None  # all else is as in the first
    world.scenario = name if name is not None else next(iter(scenarios), None)
    world.game.scenario = world.scenario or ""
    level = world.pages[-1].level + 1
    for node in chain(scenarios, world.scenario):
        note_prose(world, node.lines)
        own = node.name.text == world.scenario
        lines = tuple(
            line
            for line in node.lines
            if not isinstance(line, nodes.Setting | nodes.Brings)
            and (own or not isinstance(line, nodes.Example))
        )
        world.pages = (*world.pages, Page(lines, level))
        level += 1


def _which(names: tuple[str, ...]) -> str:
    return f"Its scenarios are {', '.join(names)}." if names else "It has no scenarios."
