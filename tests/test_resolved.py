"""Every resolved game is well formed: all types known, all arguments there, all locals bound."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hoyle.dsl import game as g
from hoyle.dsl import load
from hoyle.dsl import types as t
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.walk import Node, Unit, every, rewritten, units
from hoyle.find import has_head

ROOT = Path(__file__).parent.parent
GAMES = [
    *sorted(filter(has_head, (ROOT / "rulesets").rglob("*.rules"))),
    *sorted((ROOT / "tests" / "scenes").glob("m*/*.rules")),
    *sorted((ROOT / "tests" / "cases" / "checks" / "good").glob("*.rules")),
]


@cache
def resolved(path: Path) -> g.Game:
    game = load(path, Sink())
    assert game is not None
    return game


def inside(type_: t.Type) -> Iterator[t.Type]:
    yield type_
    if isinstance(type_, t.Optional | t.SetOf | t.ListOf | t.TallyOf):
        yield from inside(type_.of)


def binders(unit: Unit) -> Iterator[g.Local | None]:
    """All locals that a unit makes known somewhere."""
    yield from unit.params
    yield unit.speaks_to
    for slot in ("this", "you", "bearer", "here", "there", "rise", "it"):
        yield getattr(unit.of, slot, None)
    yield from selected(getattr(unit.of, "carrier", None) or getattr(unit.of, "selector", None))
    yield from effect_locals(getattr(unit.of, "lasting", None))
    match unit.of:
        case g.Table(spent=spent, bears=bears, board=board):
            yield from spent[:2] if spent else ()
            yield from (this for this, _, _ in bears)
            yield from (local for closed in (board.closed if board else ()) for local in closed[:4])
        case g.Field(sight=sight):
            yield sight.this
        case g.Whenever(binds=binds):
            yield from (local for local, _ in binds)
        case g.Adjust(each=each):
            yield each[0] if each else None
        case g.Lasting() as effect:
            yield from effect_locals(effect)
        case g.SightLine(column=column):
            yield column[0] if column else None
    for node in unit.nodes():
        yield from bound_by(node)


def selected(carrier: g.Selector | None) -> Iterator[g.Local | None]:
    yield carrier.this if carrier else None


def effect_locals(effect: g.Lasting | None) -> Iterator[g.Local | None]:
    if effect is not None:
        yield from (*effect.params, effect.bearer)
        yield from selected(effect.carrier)


def bound_by(node: Node) -> Iterator[g.Local | None]:
    for slot in ("local", "var", "you", "it", "binds"):
        found = getattr(node, slot, None)
        if isinstance(found, g.Local) and not isinstance(node, g.LocalRef):
            yield found
    if isinstance(node, g.EachIn):
        yield from (local for local, _ in node.pairs)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_all_types_are_known(path: Path) -> None:
    for unit in units(resolved(path)):
        for node in unit.nodes():
            if isinstance(node, g.Expr):
                assert not any(isinstance(part, t.Broken) for part in inside(node.type)), node


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_all_calls_have_their_arguments(path: Path) -> None:
    for unit in units(resolved(path)):
        for node in unit.nodes():
            if isinstance(node, g.Call | g.Called):
                assert len(node.args) == len(node.proc.params), node.proc.name
            if isinstance(node, g.ValueOf):
                assert len(node.args) == len(node.value.params), node.value.name
                assert (node.of is None) is (node.value.of is None), node.value.name


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_all_locals_are_bound_in_their_unit(path: Path) -> None:
    for unit in units(resolved(path)):
        known = set(binders(unit))
        for node in unit.nodes():
            if isinstance(node, g.LocalRef):
                assert node.local in known, (unit.kind, unit.name, node.local)


def test_rewriting_touches_what_is_asked_for_and_keeps_the_rest() -> None:
    game = resolved(ROOT / "rulesets" / "classics" / "pig.rules")
    body = game.procs["turn"].body
    assert body is not None
    unchanged = [rewritten(stmt, lambda node: None) for stmt in body]
    assert all(new is old for new, old in zip(unchanged, body, strict=True))

    def stop_for_end(node: Node) -> Node | None:
        return g.Stop(node.span, ()) if isinstance(node, g.End) else None

    changed = [rewritten(stmt, stop_for_end) for stmt in body]
    assert any(isinstance(node, g.End) for node in every(*body))
    assert not any(isinstance(node, g.End) for node in every(*changed))
