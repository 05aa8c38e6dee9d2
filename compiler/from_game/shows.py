"""Values that people are shown: of the table and of each player, as far as a view allows.

A value with nothing to fill in can be read off a position like a field: a score, a sum, how many.
It is shown where everybody may know all that it reads, or, of a player, to that player alone. Each
becomes a function of the module that only views ask for. What never changes is left out, and what
nothing but claims and examples look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from hoyle.compiler.from_game import boards, known_to, layout, values
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.whole import NotYet, Whole
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl import walk

T = TypeVar("T")
SEAT = p.Var("seat", "int")
_SEERS = {known_to.Seers.ALL: "all", known_to.Seers.SUBJECT: "owner"}


def write(whole: Whole) -> None:
    """The functions, and the records that tell of them."""
    reader = known_to.Reader(whole)
    at_the_end = _at_the_end(whole)
    for decl in _candidates(whole):
        name = attempt(whole, partial(values.function_of, decl, whole))
        if name is None or not _changes(name, whole.program):
            continue
        seats = () if decl.of is None else (SEAT,)
        known = reader.function(name, *(known_to.SUBJECT for _ in seats))
        if known.seers in _SEERS:
            final = {"final": True} if decl in at_the_end else {}
            body = p.CallFn(name, seats, whole.forms.form_of(decl.type))
            rule = whole.rule(decl.span, decl.cites, decl.name)
            fn = p.Fn(f"shown_{decl.name}", (SEAT,), body, rule, decl.span)
            owner, seers = decl.of or "table", _SEERS[known.seers]
            show(fn, decl.type, whole, name=decl.name, owner=owner, sight=seers, **final)


def write_roads(whole: Whole) -> None:
    """Boards with roads that can be closed: the spaces one step ahead of each, for a seat."""
    reader, space = known_to.Reader(whole), p.Var("space", "int")
    for table in whole.game.tables.values():
        if table.board is None or not boards.closes(table):
            continue
        step = attempt(whole, partial(boards.open_fn, table, False, whole))
        if step is None:
            continue
        known = reader.function(step, known_to.OPEN, known_to.SUBJECT)
        if known.seers in _SEERS:
            rows = b.Walk(space, p.Range(b.ZERO, b.const(len(table.rows))), None)
            body = b.comp("ints", rows, p.CallFn(step, (space, SEAT), "mask"))
            rule, name = whole.rule(table.span, table.cites, table.name), layout.snake(table.name)
            fn = p.Fn(f"shown_{name}_exits", (SEAT,), body, rule, table.span)
            _may_be_called(("exits", table.name), fn, whole)


def show(fn: p.Fn, type_: t.Type, whole: Whole, /, **told: object) -> None:
    """A function of a seat that the runtime may call; what else it is told of it."""
    made = _may_be_called(("shown", len(whole.shown)), fn, whole)
    fields = {**told, "domain": whole.forms.words(type_), "function": made}
    whole.shown.append(p.Record("Value", tuple(fields.items())))


def _may_be_called(key: object, fn: p.Fn, whole: Whole) -> str:
    """A function of a seat that views ask for."""
    made = whole.function(key, fn.name, lambda made: replace(fn, name=made))
    whole.program.shows[made] = made
    return made


def attempt(whole: Whole, make: Callable[[], T]) -> T | None:
    """What is lowered for show must neither fail nor add anything to the position."""
    made, functions = dict(whole.made), dict(whole.program.functions)
    machine, cells = dict(whole.machine_cells), len(whole.program.cells)
    waiting = len(whole.waiting)
    with suppress(NotYet):
        found = make()
        if (len(whole.program.cells), len(whole.waiting)) == (cells, waiting):
            return found
    whole.made, whole.program.functions = made, functions
    whole.machine_cells = machine
    del whole.program.cells[cells:], whole.waiting[waiting:]
    return None


def _changes(name: str, program: p.Program) -> bool:
    """Whether a function reads anything that changes in a game."""
    inside = list(ir.inside(program.functions[name].body))
    calls = {e.name for e in inside if isinstance(e, p.CallFn)}
    read = any(isinstance(e, p.Get) for e in inside)
    return read or any(_changes(called, program) for called in sorted(calls))


# ------------------------------------------------------------------------------------- which values


def _candidates(whole: Whole) -> Iterator[g.ValueDecl]:
    """The values of the table and of players that rules look at, with nothing to fill in."""
    looked_at = _looked_at(whole)
    for decl in whole.game.values.values():
        plain = not decl.params and decl.of in (None, "player")
        if plain and decl in looked_at and not isinstance(decl.type, t.Ratio | t.Nothing):
            yield decl


def _looked_at(whole: Whole) -> set[g.ValueDecl]:
    """The values that rules look at, straight or through others; claims and examples are none."""
    own = ("value", "adjust", "invariant", "fork", "example")
    waiting = [decl for u in whole.units if u.kind not in own for decl in _read_in(u)]
    waiting += [decl for decl in whole.game.values.values() if decl.name == "returns"]
    found: set[g.ValueDecl] = set()
    while waiting:
        decl = waiting.pop()
        if decl not in found:
            found.add(decl)
            for adjust in decl.adjusts:
                waiting += _read_in(walk.adjust_unit(decl, adjust))
            waiting += [x.value for x in walk.every(decl.body) if isinstance(x, g.ValueOf)]
    return found


def _read_in(unit: walk.Unit) -> list[g.ValueDecl]:
    return [node.value for node in unit.nodes() if isinstance(node, g.ValueOf)]


def _at_the_end(whole: Whole) -> set[g.ValueDecl]:
    """The values that decide who wins: those looked at where a victory is told."""
    telling = (u for u in whole.units if any(isinstance(n, g.Victory) for n in u.deeds()))
    found = {decl for unit in telling for decl in _read_in(unit)}
    return found | {decl for decl in whole.game.values.values() if decl.name == "returns"}
