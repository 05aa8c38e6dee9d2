"""What is in the box, on the table and before each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from hoyle.compiler.to_docs.english import claims, statements, things, words
from hoyle.compiler.to_docs.english.fields import fields_of
from hoyle.compiler.to_docs.english.nouns import IT, YOU, Noun
from hoyle.compiler.to_docs.english.said import Said, bare, clean, link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, at, attach, changed, clause, clauses_of
from hoyle.compiler.to_docs.english.telling import said, several, type_words
from hoyle.dsl import nodes as n


def small(scene: Scene, node: n.Kinds | n.Die | n.Supply | n.TableHas | n.PlayerHas) -> Said:
    """What has no pieces of its own."""
    match node:
        case n.Kinds(name):
            labels = [clean(one.printed or words.spaced(one.name.text)) for one in node.labels()]
            if any(", " in label or ": " in label for label in labels):
                steps = [Step("one of these", tuple(clause(label) for label in labels),
                              numbered=False, deed=False)]  # fmt: skip
            else:
                steps = [clause(f"one of {listed(labels, 'or')}")]
            return said("kinds", scene.known.thing(name.text), node, steps)
        case n.Die():
            return said("die", words.spaced(node.name.text), node, [_die(scene, node)])
        case n.Supply():
            return said("supply", words.spaced(node.name.text), node, [_supply(scene, node)])
        case n.TableHas(lines):
            return said("table", "On the table", node, fields(scene, lines, "table"))
        case n.PlayerHas(lines):
            return said("player", "Each player has", node, fields(scene, lines, "player"))
    assert_never(node)


def _die(scene: Scene, node: n.Die) -> Step:
    if isinstance(node.faces, n.Bounds):
        return clause(f"a die with the numbers {node.faces.low} to {node.faces.high}")
    faces = listed(f"{face.count} × {_face(scene, node, face)}" for face in node.faces)
    sides = sum(face.count for face in node.faces)
    return clause(f"a die with {words.number(sides)} faces: {faces}")


def _face(scene: Scene, node: n.Die, face: n.Face) -> str:
    die = scene.game.dice.get(node.name.text)
    if die is not None and die.kinds is not None:
        kinds = scene.game.kinds[die.kinds]
        if face.name.text in kinds.values:
            return scene.known.label(kinds.name, kinds.values.index(face.name.text))
    return words.spaced(face.name.text)


def _supply(scene: Scene, node: n.Supply) -> Step:
    unit = node.printed or words.spaced(node.unit.text)
    many = words.plural(clean(unit)) if node.printed or not words.is_plural(unit) else unit
    name = words.spaced(node.name.text)
    return clause(f"there are {node.amount} {many}; what nobody has lies in the {name}")


# ---------------------------------------------------------------------------------- pieces


def large(scene: Scene, node: n.Component | n.Chart | n.Board) -> Said:
    """A component, a chart, a board."""
    match node:
        case n.Component(name):
            steps = [*_pieces(scene, node), *_lines(scene, node.lines, name.text)]
            return said("component", scene.known.thing(name.text), node, steps)
        case n.Chart(name):
            table = scene.game.tables.get(name.text)
            rows = f"a printed table of {len(table.rows)} rows" if table else "a printed table"
            steps = [clause(rows), *_lines(scene, node.lines, name.text)]
            return said("chart", scene.known.thing(name.text), node, steps)
        case n.Board(name):
            steps = [clause(_shape(scene, node)), *_lines(scene, node.lines, name.text)]
            return said("board", scene.known.thing(name.text), node, steps)
    assert_never(node)


def _pieces(scene: Scene, node: n.Component) -> list[Step]:
    """How many there are, and of what sort."""
    table = scene.game.tables.get(node.name.text)
    count = len(table.rows) if table is not None else 0
    many = scene.known.thing(node.name.text, count != 1)
    there = f"there {'is' if count == 1 else 'are'} {words.number(count) if count else 'no'} {many}"
    match node.rows:
        case n.ForEach(dimensions):
            each = listed(_dimension(scene, one) for one in dimensions)
            return [clause(f"{there}: one for each {each}")]
        case _:
            return [clause(there)]


def _dimension(scene: Scene, one: n.Dimension) -> str:
    name = words.spaced(one.name.text)
    if isinstance(one.domain, n.Bounds) and words.is_plural(name):
        return f"number of {name} from {one.domain.low} to {one.domain.high}"
    if isinstance(one.domain, n.Bounds):
        return f"{name} from {one.domain.low} to {one.domain.high}"
    thing = scene.known.thing(one.domain.text)
    return name if name.lower() == bare(thing).lower() else f"{name} ({thing})"


def _shape(scene: Scene, node: n.Board) -> str:
    space = scene.known.thing(node.space.text, True)
    table = scene.game.tables.get(node.space.text)
    count = len(table.rows) if table is not None else 0
    match node.shape:
        case n.Grid(columns, rows, diagonals):
            ways = "in all eight directions" if diagonals else "in four directions"
            return f"a grid of {columns} columns and {rows} rows of {space}, with ways {ways}"
        case n.Ring(size):
            return f"a ring of {size} {space}; the last leads to the first"
        case n.Track(size):
            return f"a track of {size} {space}"
        case n.Hexes():
            return f"a map of {count} six-sided {space}" if count else f"a map of six-sided {space}"
        case n.Roads():
            return f"a board of {count} {space}, with the ways that are drawn between them"
    assert_never(node.shape)


def _lines(
    scene: Scene,
    lines: Sequence[n.ComponentLine | n.BoardLine | n.Doc],
    owner: str,
) -> list[Step]:
    """What things of a sort have, and what is said of them."""
    inner = scene.saying("this", IT).saying("it", IT).about(owner)
    steps = fields(inner, [one for one in lines if isinstance(one, n.Field | n.Doc)], owner)
    for line in lines:
        match line:
            case n.Field() | n.Doc():
                continue
            case n.Spent(body):
                thing = f"this {scene.known.thing(owner)}"
                spent = statements.block(inner.saying("this", Noun(thing)), body)
                steps.append(at(attach("when it is used up:", spent), line))
            case n.Bears():
                steps.append(at(_bears(inner, line), line))
            case n.Stands():
                steps.append(at(_stands(inner, line), line))
            case n.Road():
                form = type_words(scene, line.type)
                steps.append(at(clause(f"each way: {words.spaced(line.name.text)}: {form}"), line))
            case n.RoadClosed(condition):
                way = inner.saying("here", Noun("the Space left")).saying("there", Noun("it"))
                shut = claims.claim(_on_roads(scene, owner, way), condition)
                steps.append(at(clause(f"a way is closed if {shut}"), line))
    return steps


def _on_roads(scene: Scene, owner: str, way: Scene) -> Scene:
    """A way leads from where one comes from to where it leads."""
    thing = scene.known.thing(owner)
    here, there = Noun(f"the {thing} it leads from"), Noun(f"the {thing} it leads to")
    return way.saying("here", here).saying("there", there).saying("you", YOU)


def _bears(scene: Scene, line: n.Bears) -> Step:
    what = listed(things.pieces(scene, part).text for part in line.parts)
    when = f" if {claims.claim(scene, line.when.condition)}" if line.when else ""
    return clause(f"it bears the rules of {what}{when}")


def _stands(scene: Scene, line: n.Stands) -> Step:
    board = scene.known.thing(line.board.text, True)
    if line.trail is None or line.condition is None:
        return clause(f"it stands on one of the {board}")
    when = claims.claim(scene, line.condition)
    return clause(
        f"it stands on one of the {board}, or on {words.number(line.trail)} in a row if {when}"
    )


# ---------------------------------------------------------------------------------- fields


def fields(scene: Scene, lines: Sequence[n.Field | n.Doc], owner: str) -> list[Step]:
    """Every field and zone, with the prose above it; plain printed facts are one sentence."""
    steps: list[Step] = []
    prose: list[n.Doc] = []
    facts: list[n.Field] = []
    for line in lines:
        if isinstance(line, n.Doc):
            prose.append(line)
        elif not prose and _is_fact(scene, line, owner):
            facts.append(line)
        else:
            steps += [at(step, line, prose) for step in _field(scene, line, owner)]
            prose = []
    return [*_facts(scene, facts, owner), *steps]


def _is_fact(scene: Scene, line: n.Field, owner: str) -> bool:
    """Whether it is printed on every piece of the sort."""
    known = fields_of(scene.game, owner)
    declared = [known.get(slot.name.text) for slot in line.slots]
    return all(one is not None and one.role == "fact" for one in declared)


def _facts(scene: Scene, lines: Sequence[n.Field], owner: str) -> list[Step]:
    """`each shows its name, its colour and its points (0 to 6)`."""
    if not lines:
        return []
    shown = [_fact(scene, line, slot, owner) for line in lines for slot in line.slots]
    cites = dict.fromkeys(one for line in lines for one in clauses_of(line))
    step = clause(f"each shows {listed(shown)}")
    return [changed(step, clauses=tuple(cites), span=lines[0].span)]


def _fact(scene: Scene, line: n.Field, slot: n.Slot, owner: str) -> str:
    said_ = words.spaced(slot.name.text)
    name = link("field", f"{owner}.{slot.name.text}", said_)
    if line.type == n.BuiltinType("flag"):
        return f"whether it is marked {link('field', f'{owner}.{slot.name.text}', f'“{said_}”')}"
    form = type_words(scene, line.type) if line.type is not None else ""
    plain = bare(form).lower().removeprefix("a ").removeprefix("an ")
    many = _index(scene, slot)
    if form == "words" or plain in (said_.lower(), words.plural(said_).lower()):
        return f"its {name}{many}"
    return f"its {name}{many} ({form})"


def _field(scene: Scene, line: n.Field, owner: str) -> Iterator[Step]:
    """`hand: up to seven Items, seen by its owner only`; one step for each name."""
    for slot in line.slots:
        name = link("field", f"{owner}.{slot.name.text}", words.spaced(slot.name.text))
        told = ", ".join([_what(scene, line, slot, owner), *_seen(scene, line.seen)])
        start = _start(scene, line)
        yield changed(clause(f"{name}{_index(scene, slot)}: {told}{start}"))


def _index(scene: Scene, slot: n.Slot) -> str:
    match slot.index:
        case None:
            return ""
        case n.Bounds(low, high):
            return f" {low} to {high}, each"
        case n.TypeName(name):
            return f", one for each {scene.known.thing(name)}"
    assert_never(slot.index)


def _what(scene: Scene, line: n.Field, slot: n.Slot, owner: str) -> str:
    """What may stand or lie there."""
    declared = fields_of(scene.game, owner).get(slot.name.text)
    if line.bank is not None or (declared is not None and declared.supply is not None):
        supply = declared.supply if declared is not None else None
        unit = supply.label if supply is not None else "units"
        many = unit if words.is_plural(unit) else words.plural(unit)
        return f"{clean(many)} from the {words.spaced(str(line.bank or 'bank'))}"
    if line.type is None:
        return "yes or no" if _is_flag(line) else "a number"
    if isinstance(line.type, n.ContainerType) and line.type.container == "set":
        return _held(scene, line.type, declared is not None and declared.zone is not None)
    return type_words(scene, line.type)


def _is_flag(line: n.Field) -> bool:
    return isinstance(line.start, n.Word)


def _held(scene: Scene, form: n.ContainerType, zone: bool) -> str:
    many = several(scene, form.element)
    if form.room:
        return f"up to {words.number(form.room)} {many}"
    return f"any number of {many}" if zone else many


def _start(scene: Scene, line: n.Field) -> str:
    if line.start is None:
        return ""
    if line.start == n.Word("none"):
        return "; nothing at first"
    if line.start == n.SetOf(()):
        return "; none at first"
    return f"; {things.noun(scene, line.start)} at first"


def _seen(scene: Scene, seen: Sequence[n.Seen]) -> Iterator[str]:
    """Who sees what lies there."""
    for one in seen:
        match one:
            case n.Facing(way):
                yield f"face {way}"
            case n.SeenBy(n.Name("owner")):
                yield "seen by their owner only"
            case n.SeenBy(who):
                yield f"seen only by {things.object_(scene, who)}"
            case n.RefilledFrom(zone):
                yield f"refilled, when it is empty, from the {words.spaced(zone.text)}, shuffled"
            case n.CountHidden():
                yield "and how many lie there is not known either"
            case _:
                assert_never(one)
