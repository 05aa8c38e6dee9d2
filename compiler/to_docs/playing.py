"""Setting up and playing: flows and procedures in the designer's chapters, and an outline of a
turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.english.said import Point, Reference, Text
from hoyle.compiler.to_docs.items import Item
from hoyle.compiler.to_docs.matter import Matter, capital, first_sentence
from hoyle.dsl import game as g
from hoyle.dsl import nodes
from hoyle.dsl.source import Span
from hoyle.dsl.walk import parts

MOST_ANSWERS = 12  # rules elsewhere that a rule names
DEEPEST = 3  # levels of an outline
LONGEST = 60  # lines of an outline

PLAYED = (
    nodes.Flow,
    nodes.Procedure,
    nodes.Hook,
    nodes.Action,
    nodes.Whenever,
    nodes.Lasting,
    type(None),
)


def setup(matter: Matter) -> blocks.Page:
    """The page of setting up."""
    found = [item for item in matter.of(*PLAYED) if _sets_up(item)]
    outline = _outline(matter, ("setup",)) if found else ()
    outline = outline and _outline(matter, ("setup",), deeds=True)
    entries = _entries(matter, found)
    if _length(entries) <= _length(outline):
        outline = ()  # it says no less than the whole
    return blocks.Page(
        "setup",
        "Setting up",
        "what is done before the first turn, step by step",
        (
            blocks.Section("At a glance", outline),
            blocks.Section("In full" if outline else "", entries),
        ),
    )


def _length(told: Iterable[blocks.Block]) -> int:
    """How many points something has."""
    holders = (block for block in told if isinstance(block, blocks.Entry | blocks.Steps))
    points = [point for block in holders for point in block.points]
    return len(points) + sum(len(point.points) for point in points)


def _sets_up(item: Item) -> bool:
    match item.node:
        case nodes.Flow(moment):
            return moment == "setup"
        case nodes.Hook():
            return any(str(event.name) == "setup" for event in item.node.events)
        case _:
            return False


def playing(matter: Matter, diagrams: tuple[blocks.Section, ...] = ()) -> blocks.Page:
    """The page of the turn and all that is done in it, in the designer's chapters."""
    found = [item for item in matter.of(*PLAYED) if not _sets_up(item)]
    flows = [item for item in found if isinstance(item.node, nodes.Flow)]
    told = flows or (matter.game.scenarios and not matter.is_variant)
    outline = _outline(matter, ("play", "turn")) if told else ()

    def told_whole(item: Item) -> tuple[blocks.Block, ...]:
        return (_with_answers(matter, item),)

    return blocks.Page(
        "turn",
        "How it is played",
        "the turn as an outline and as a diagram, then every rule in full",
        (blocks.Section("At a glance", outline), *diagrams, *chapters(found, told_whole)),
    )


def _with_answers(matter: Matter, item: Item) -> blocks.Entry:
    """A rule, with where pieces and other rules say what they make of it."""
    entry, node = matter.entry(item), item.node
    if not isinstance(node, nodes.Procedure | nodes.Flow):
        return entry
    name = node.moment if isinstance(node, nodes.Flow) else str(node.head.name)
    proc = matter.game.procs.get(name)
    spans = [version.span for version in proc.versions] if proc else []
    spans += [hook.span for hook in matter.game.hooks if _meets(hook, name)]
    told = list(dict.fromkeys(matter.reference(span) for span in spans))
    if len(told) > MOST_ANSWERS:
        told = [*told[:MOST_ANSWERS], (f"{len(told) - MOST_ANSWERS} more",)]
    return replace(entry, more=blocks.listed(told)) if told else entry


def _meets(hook: g.Hook, name: str) -> bool:
    return any(event.kind == "proc" and event.name == name for event in hook.events)


def chapters(
    found: list[Item], told: Callable[[Item], Iterable[blocks.Block]]
) -> Iterator[blocks.Section]:
    """Items under the headings of the designer's chapters."""
    by_chapter: dict[str, list[Item]] = {}
    for item in found:
        by_chapter.setdefault(item.chapter, []).append(item)
    for chapter, gathered in by_chapter.items():
        yield blocks.Section(
            chapter or "Rules", tuple(block for item in gathered for block in told(item))
        )


def _entries(matter: Matter, found: Iterable[Item]) -> tuple[blocks.Block, ...]:
    return tuple(matter.entry(item) for item in found)


def _outline(
    matter: Matter, flows: tuple[str, ...], deeds: bool = False
) -> tuple[blocks.Block, ...]:
    """What is done in turn, with what that does in turn, as a numbered list."""
    outline = _Outline(matter, deeds)
    points = [point for name in flows for point in outline.flow(name)]
    return (blocks.Steps(tuple(points), numbered=True),) if points else ()


class _Outline:
    """Walks from a flow through what it calls, each `to` once; with `deeds`, what the flow itself
    does is told as well."""

    def __init__(self, matter: Matter, deeds: bool = False) -> None:
        self.matter = matter
        self.deeds = deeds
        self.told: set[str] = set()
        self.count = 0

    def flow(self, name: str) -> Iterator[Point]:
        """The steps of a flow; what comes before and after it by hooks included."""
        proc = self.matter.game.procs.get(name)
        if proc is None:
            return
        yield from self.hooked(name, "before")
        yield from self.body(proc.body or (), 1)
        yield from self.hooked(name, "after")

    def hooked(self, name: str, timing: str) -> Iterator[Point]:
        for hook in self.matter.game.hooks:
            if _meets(hook, name) and hook.timing == timing and hook.carrier is None:
                yield from self.body(hook.body or (), 1)

    def body(self, body: g.Body, depth: int) -> Iterator[Point]:
        for statement in body:
            yield from self.statement(statement, depth)

    def statement(self, statement: g.Stmt | g.Branch, depth: int) -> Iterator[Point]:
        """A line for what is called or asked; other deeds are told in full below."""
        if self.count >= LONGEST:
            return
        match statement:
            case g.Call(proc=proc):
                yield from self.called(proc, depth)
            case g.Offer() | g.ChooseBranch():
                yield self.asked(statement.prompt, statement.branches, statement.span, depth)
            case g.May(branch=branch) | (g.Branch() as branch):
                self.count += 1
                yield Point((*self.matter.prompt(branch.label),), self.deeper(branch, depth))
            case g.Choose(prompt=prompt):
                if prompt is not None:
                    self.count += 1
                    yield Point(self.matter.prompt(prompt))
                yield from self.inner(statement, depth)
            case _:
                deeds, self.deeds = self.deeds, False
                inner = tuple(self.inner(statement, depth))
                self.deeds = deeds
                yield from inner or self.done(statement, depth)

    def done(self, statement: g.Stmt | g.Branch, depth: int) -> Iterator[Point]:
        """A deed of the flow itself."""
        span = statement.span
        if not self.deeds or depth > 1:
            return
        line = self.matter.line(span)
        if said := self.matter.deed(span) or (line and (*line, " …")):
            self.count += 1
            yield Point(said)

    def inner(self, node: g.Stmt | g.Branch, depth: int) -> Iterator[Point]:
        """What stands inside a statement."""
        for part in _within(node):
            if isinstance(part, g.Called):
                yield from self.called(part.proc, depth)
            elif isinstance(part, (g.Stmt, g.Branch)):
                yield from self.statement(part, depth)

    def called(self, proc: g.Proc, depth: int) -> Iterator[Point]:
        """A `to`: its name, what its designer says of it, and its own steps, the first time."""
        self.count += 1
        words = Reference("rule", proc.name, capital(proc.name.replace("_", " ")))
        if proc.name in self.told:
            yield Point((words,))
            return
        text: Text = (words, f": {first_sentence(proc.doc)}") if proc.doc else (words,)
        if depth >= DEEPEST:
            yield Point(text)
            return
        self.told.add(proc.name)
        yield Point(text, tuple(self.body(proc.body or (), depth + 1)), numbered=True)

    def asked(
        self, prompt: g.Prompt | None, branches: tuple[g.Branch, ...], span: Span, depth: int
    ) -> Point:
        """A question with its answers."""
        self.count += 1
        words = self.matter.prompt(prompt) if prompt else ("Whoever wants to may act.",)
        inner = [point for branch in branches for point in self.statement(branch, depth + 1)]
        return Point(words, tuple(inner))

    def deeper(self, branch: g.Branch, depth: int) -> tuple[Point, ...]:
        return tuple(self.body(branch.body, depth + 1)) if depth < DEEPEST else ()


def _within(node: g.Stmt | g.Branch) -> Iterator[object]:
    """The statements and calls inside a statement, through expressions."""
    waiting = list(reversed(parts(node)))
    while waiting:
        part = waiting.pop()
        if isinstance(part, (g.Stmt, g.Branch)):
            yield part
            continue
        waiting += reversed(parts(part))
        if isinstance(part, g.Called):
            yield part
