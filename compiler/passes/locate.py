"""Take a piece from where it surely lies: no test of a guess, no search through all zones.

    card = (one of hand[you])               card = (one of hand[you])
    if at_card[card] is 2 + you:
        hand[you] = hand[you] without card  ──►   hand[you] = hand[you] without card
    else: lift_card(card)

What is known where is the matter of `lying`; what a loop keeps is found by going round until
nothing more is lost. It comes before watched conditions are placed, since a search through all
zones writes any of them, as far as anybody can tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import ranges
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.passes.decide import decided
from hoyle.compiler.passes.fold import fold_expr
from hoyle.compiler.passes.lying import Lying, Zones
from hoyle.compiler.passes.spots import is_steady, once_each

Cells = frozenset[str]
NONE: Cells = frozenset()
Known = Lying | None
"""What is known; None where nobody comes."""


def locate(program: p.Program) -> p.Program:
    """The program without questions where a piece lies that are answered already."""
    zones = zones_of(program)
    if not zones:
        return program
    locator = _Locator(program, zones)
    procedures = {name: locator.procedure(x) for name, x in program.procedures.items()}
    return replace(program, procedures=procedures)


def zones_of(program: p.Program) -> Zones:
    """What the schema says of zones and of where their pieces lie."""
    schema = fields_of(program.schema)
    things = map(fields_of, schema.get("things", ()))
    at: dict[str, str] = {thing["name"]: thing.get("at", "") for thing in things}
    zones = map(fields_of, schema.get("zones", ()))
    return {zone["attribute"]: (at[zone["thing"]], zone["first"]) for zone in zones}


def fields_of(of: p.Record | None) -> dict[str, Any]:
    """A record of the schema, field by field."""
    return {} if of is None else dict(of.fields)


class _Locator:
    """Walks procedures with what is known.

    `at`: the cells of places; `below`: those that each procedure may write, itself or through
    others, `watching` what conditions do; `seekers`: the procedures that read one. `labels`: what
    is known at the leaves and at the next turns of the blocks around the statement in work;
    `quiet`: whether these are `at once`.
    """

    def __init__(self, program: p.Program, zones: Zones) -> None:
        self.program, self.zones = program, zones
        self.at = frozenset(at for at, _ in zones.values())
        direct = {name: self._written(x) for name, x in program.procedures.items()}
        self.below = {
            name: NONE.union(*(direct[other] for other in below))
            for name, below in who.below_each(program).items()
        }
        self.watching = NONE.union(*(self.below[watch.handler] for watch in program.watches))
        self.seekers = {name for name, x in program.procedures.items() if self._asks(x)}
        self.owner, self.once = "", NONE
        self.labels: dict[str, tuple[Known, Known]] = {}
        self.quiet = False

    def _written(self, procedure: p.Procedure) -> Cells:
        stmts = walk.statements(procedure.body)
        return self.at & {stmt.cell.name for stmt in stmts if isinstance(stmt, p.Store)}

    def _asks(self, procedure: p.Procedure) -> bool:
        read = (e.cell.name for e in walk.all_exprs(procedure.body) if isinstance(e, p.Get))
        return not self.at.isdisjoint(read)

    @cached_property
    def ranges(self) -> ranges.Ranges:
        """What numbers can be; looked for only where there is something to be said of them."""
        return ranges.find(self.program)

    def procedure(self, procedure: p.Procedure) -> p.Procedure:
        """A procedure; one that never asks where anything lies stays as it is."""
        called = {call.proc for call in walk.calls(procedure.body)}
        if self.seekers.isdisjoint((procedure.name, *called)):
            return procedure
        self.owner, self.once = procedure.name, once_each(procedure.body)
        body, _ = self.block(procedure.body, Lying(self.zones, {}))
        return replace(procedure, body=body)

    def block(self, block: p.Block, known: Known) -> tuple[p.Block, Known]:
        found: list[p.Stmt] = []
        for number, stmt in enumerate(block):
            if known is None:
                return (*found, *block[number:]), None
            new, known = self.stmt(stmt, known)
            found.extend(new)
        return tuple(found), known

    def stmt(self, stmt: p.Stmt, known: Lying) -> tuple[p.Block, Known]:
        stmt = walk.map_stmt(stmt, lambda e: self.told(e, known))
        match stmt:
            case p.If():
                return self.branch(stmt, known)
            case p.Loop() | p.For():
                return self.loop(stmt, known)
            case p.Region(label, body):
                self.labels[label] = (None, None)
                inner, after = self.block(body, known)
                return (replace(stmt, body=inner),), _met(after, self.labels[label][0])
            case p.AtOnce() | p.Only():
                return self.within(stmt, known)
            case p.Leave() | p.Again():
                self.gone(stmt, known)
                return (stmt,), None
            case p.Return() | p.Over() | p.Fail():
                return (stmt,), None
            case p.CallProc():
                return self.call(stmt, known)
            case _:
                return (stmt,), self.behind(stmt, known)

    def told(self, e: p.Expr, known: Lying) -> p.Expr:
        """An expression that asks for no place that is known."""
        new = known.put(e)
        return e if new is e else fold_expr(decided(new, self.owner, self.ranges))

    def behind(self, stmt: p.Stmt, known: Lying) -> Lying:
        """What is known behind something plain."""
        match stmt:
            case p.Assign(var, value):
                return known.assigned(var, value)
            case p.Store(cell) if cell.name in self.at:
                return known.moved(stmt)
            case p.Moment() if not self.quiet:
                return known.unclear(self.watching)
            case p.Ask(var, _, choices):
                answers = [p.Answer(var, choice.site, True) for choice in choices]
                options = [known.where(choice.options) for choice in choices]
                return known.bound(var, *zip(answers, options, strict=True))
            case p.Nature(var, kind, args):
                items = known.where(args[0]) if kind == "among" else None
                return known.bound(var, (var, items))
            case _:
                return known

    # -- blocks

    def branch(self, stmt: p.If, known: Lying) -> tuple[p.Block, Known]:
        if isinstance(stmt.cond, p.Const):
            return self.block(stmt.then if stmt.cond.value else stmt.otherwise, known)
        then, one = self.block(stmt.then, known.given(stmt.cond))
        otherwise, other = self.block(stmt.otherwise, known)
        return (p.If(stmt.cond, then, otherwise, stmt.span),), _met(one, other)

    def within(self, stmt: p.AtOnce | p.Only, known: Lying) -> tuple[p.Block, Known]:
        """A block without moments; a block that one build leaves out."""
        before, self.quiet = self.quiet, self.quiet or isinstance(stmt, p.AtOnce)
        inner, after = self.block(stmt.body, known)
        self.quiet = before
        behind = after if isinstance(stmt, p.AtOnce) else _met(after, known)
        return (replace(stmt, body=inner),), behind

    def gone(self, stmt: p.Leave | p.Again, known: Lying) -> None:
        """On behind a block, or to its next turn."""
        left, again = self.labels[stmt.label]
        if isinstance(stmt, p.Leave):
            self.labels[stmt.label] = (_met(left, known), again)
        else:
            self.labels[stmt.label] = (left, _met(again, known))

    def loop(self, stmt: p.Loop | p.For, known: Lying) -> tuple[p.Block, Known]:
        """Round and round, until a turn keeps all that is taken to be known in front of it."""
        if isinstance(stmt, p.For):
            known = known.around(stmt, self.once)
        while True:
            self.labels[stmt.label] = (None, None)
            start = known.turn(stmt) if isinstance(stmt, p.For) else known
            inner, after = self.block(stmt.body, start)
            left, again = self.labels[stmt.label]
            kept = known.meet(_met(after, again))
            if kept.places == known.places:
                break
            known = kept
        behind = _met(left, known) if isinstance(stmt, p.For) else left
        return (replace(stmt, body=inner),), behind

    # -- calls

    def call(self, stmt: p.CallProc, known: Lying) -> tuple[p.Block, Known]:
        """A call; what it does with a piece whose place is known stands here if it is plain."""
        asks = stmt.proc in self.seekers and any(known.where(arg) for arg in stmt.args)
        stays = all(is_steady(arg) or isinstance(arg, p.Answer) for arg in stmt.args)
        if asks and stays and stmt.var is None:
            called = self.program.procedures[stmt.proc]
            names = (var.name for var in called.params)
            plain = self.plain(called.body, dict(zip(names, stmt.args, strict=True)), known)
            if plain is not None:
                return plain, known
        after = known.unclear(self.below[stmt.proc] | (NONE if self.quiet else self.watching))
        return (stmt,), after if stmt.var is None else after.forget(stmt.var)

    def plain(self, block: p.Block, values: dict[str, p.Expr], known: Lying) -> p.Block | None:
        """What a block does without branches, locals and moves; None if there is more to it.
        `values`: what its locals are."""
        found: list[p.Stmt] = []
        waiting = [*reversed(block)]
        while waiting:
            stmt = waiting.pop()
            unknown = walk.stmt_free(stmt) - values.keys()
            if unknown or any(walk.bound(e) for e in walk.stmt_exprs(stmt)):
                return None
            put = partial(self.put, values=values, known=known)
            match walk.map_stmt(stmt, put):
                case p.Assign(var, value) if is_steady(value):
                    values = {**values, var.name: value}
                case p.If(p.Const(value), then, otherwise):
                    waiting += reversed(then if value else otherwise)
                case p.Only() as only:
                    inner = self.plain(only.body, values, known)
                    if inner is None:
                        return None
                    found.append(replace(only, body=inner))
                case p.Log() | p.Revealed() as new:
                    found.append(new)
                case p.Store(cell) as new if cell.name not in self.at:
                    found.append(new)
                case _:
                    return None
        return tuple(found)

    def put(self, e: p.Expr, values: Mapping[str, p.Expr], known: Lying) -> p.Expr:
        put = known.put(walk.substitute(e, values))
        return fold_expr(decided(put, self.owner, self.ranges))


def _met(one: Known, other: Known) -> Known:
    return other if one is None else one.meet(other)
