"""What in a program hangs on something that not everybody knows.

A value is hidden if it is read from what some seat may not see, or was chosen or drawn out of
sight; a statement is hidden if whether it runs hangs on a hidden value. How many pieces lie
somewhere is public, and so is what lies in the box.
"""

from __future__ import annotations

from dataclasses import field

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import sight
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.zones import BOX
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl import game as g
from hoyle.dsl.records import record

RETURN = ""
"""The label under which it is noted that a procedure may have been left."""


@record(frozen=False)
class Hidden:
    """What is hidden: cells, variables by procedure, answers of procedures, and procedures that
    run only if something hidden says so."""

    whole: Whole
    cells: set[str] = field(default_factory=set)
    told: frozenset[str] = frozenset()  # cells whose every change is told to who sees it
    counted: frozenset[str] = frozenset()  # zones of which all see how many lie there
    boxed: frozenset[str] = frozenset()  # cells of where pieces are
    variables: dict[str, set[str]] = field(default_factory=dict)
    answers: set[str] = field(default_factory=set)
    under: set[str] = field(default_factory=set)
    functions: dict[str, bool] = field(default_factory=dict)

    # -- expressions

    def is_hidden(self, e: p.Expr, names: frozenset[str] | set[str]) -> bool:
        """Whether a value hangs on something hidden; `names` are the hidden variables."""
        if self._is_public_fact(e):
            return False
        match e:
            case p.Var(name):
                return name in names
            case p.Answer(var):
                return var.name in names
            case p.Get(cell) if cell.name in self.cells:
                return True
            case p.CallFn(name) if self._function(name):
                return True
            case p.Library("copy" | "copy_among", (named, *_)):  # whichever it is, it is alike
                return self.is_hidden(named, names)
            case p.Comp() | p.RankComp():
                return self._loop(e, names)
            case _:
                return any(self.is_hidden(part, names) for part in ir.parts(e))

    def branches(self, cond: p.Expr, under: bool, names: set[str]) -> tuple[bool, bool]:
        """Whether the branches of an `If` are hidden.

        Where a piece is taken from where all think it is, nothing is told; elsewhere it is, and so
        the silence tells the rest.
        """
        match cond:
            case p.Op("eq", (p.Get(cell, _), other)) if cell.name in self.boxed and other != BOX:
                return under, True
            case _:
                inside = under or self.is_hidden(cond, names)
                return inside, inside

    def _is_public_fact(self, e: p.Expr) -> bool:
        """How many lie in a zone, whether any does, whether a piece is in the box."""
        match e:
            case p.Op("len" | "size", (p.Get(cell, _),)):
                return cell.name in self.counted
            case p.Op("eq" | "ne", (p.Get(cell, _), other)):
                if other == BOX:
                    return cell.name in self.boxed
                return other in (b.NO_MASK, b.NO_ITEMS) and cell.name in self.counted
            case _:
                return False

    def _loop(self, e: p.Comp | p.RankComp, names: frozenset[str] | set[str]) -> bool:
        source = any(self.is_hidden(part, names) for part in ir.source_parts(e.source))
        inner = {*names, e.var.name} if source else names
        rest = ir.parts(e)[len(ir.source_parts(e.source)) :]
        return source or any(self.is_hidden(part, inner) for part in rest)

    def _function(self, name: str) -> bool:
        """Whether a function reads something hidden, whatever its arguments."""
        if name not in self.functions:
            self.functions[name] = False
            fn = self.whole.program.functions.get(name)
            self.functions[name] = fn is not None and self.is_hidden(fn.body, frozenset())
        return self.functions[name]

    def source_hidden(self, source: p.Source, names: set[str]) -> bool:
        """Whether what a loop walks is hidden."""
        return any(self.is_hidden(part, names) for part in ir.source_parts(source))

    # -- procedures, until nothing new comes up

    def settle(self) -> None:
        """Follow what is hidden through the whole program."""
        size = -1
        while size != (size := self._size()):
            self.functions.clear()
            for watch in self.whole.program.watches:
                self._watch(watch)
            for procedure in self.whole.program.procedures.values():
                _Follower(self, procedure.name).block(procedure.body, procedure.name in self.under)

    def _size(self) -> int:
        found = (self.cells, self.answers, self.under, *self.variables.values())
        return sum(len(part) for part in found)

    def of(self, procedure: str) -> set[str]:
        """The hidden variables of a procedure."""
        return self.variables.setdefault(procedure, set())

    def _watch(self, watch: p.Watch) -> None:
        names: set[str] = set()
        handler = self.whole.program.procedures[watch.handler]
        for (var, source), param in zip(watch.binds, handler.params, strict=False):
            if self.source_hidden(source, names):
                names.add(var.name)
                self.of(watch.handler).add(param.name)
        if self.is_hidden(watch.cond, names):
            self.under.add(watch.handler)


class _Follower:
    """Notes what becomes hidden in one procedure."""

    def __init__(self, hidden: Hidden, name: str) -> None:
        self.hidden, self.name = hidden, name
        self.names = hidden.of(name)

    def block(self, block: p.Block, under: bool) -> set[str]:
        """Answers the labels that may be left, hanging on something hidden."""
        left: set[str] = set()
        told = self._told(block)
        for number, stmt in enumerate(block):
            if isinstance(stmt, p.Assign) and told.get(stmt.var, -1) > number:
                self._bind(stmt.var, under or bool(left))
            else:
                left |= self.step(stmt, under or bool(left))
        return left

    def _told(self, block: p.Block) -> dict[p.Expr, int]:
        """The variables that all are told of at once, with the last statement that does so."""
        logs = [(n, stmt) for n, stmt in enumerate(block) if isinstance(stmt, p.Log)]
        everybody = sight.everybody(self.hidden.whole) if logs else None
        return {
            part.value: number
            for number, stmt in logs
            if stmt.audience == everybody
            for part in stmt.parts
            if isinstance(part, p.Hole)
        }

    def step(self, stmt: p.Stmt, under: bool) -> set[str]:
        """One statement."""
        match stmt:
            case p.Assign(var, value):
                self._bind(var, under or self.is_hidden(value))
            case p.Store():
                self._store(stmt, under)
            case p.If(cond, then, otherwise):
                first, second = self.hidden.branches(cond, under, self.names)
                return self.block(then, first) | self.block(otherwise, second)
            case p.Loop() | p.For() | p.Region():
                return self._labelled(stmt, under)
            case p.AtOnce(body):
                return self.block(body, under)
            case p.Leave(label) | p.Again(label):
                return {label} if under else set()
            case p.Return(value):
                return self._return(value, under)
            case p.CallProc():
                self._call(stmt, under)
            case p.Ask():
                self._bind(stmt.var, stmt.secret or stmt.hidden)
            case p.Nature():
                self._bind(stmt.var, stmt.audience != sight.everybody(self.hidden.whole))
            case _:
                pass
        return set()

    def is_hidden(self, e: p.Expr) -> bool:
        """Whether a value is hidden here."""
        return self.hidden.is_hidden(e, self.names)

    def _bind(self, var: p.Var | None, hidden: bool) -> None:
        if var is not None and hidden:
            self.names.add(var.name)

    def _store(self, stmt: p.Store, under: bool) -> None:
        if stmt.cell.name in self.hidden.told:
            return
        at = stmt.index is not None and self.is_hidden(stmt.index)
        if under or at or self.is_hidden(stmt.value):
            self.hidden.cells.add(stmt.cell.name)

    def _labelled(self, stmt: p.Loop | p.For | p.Region, under: bool) -> set[str]:
        if isinstance(stmt, p.For):
            walked = self.hidden.source_hidden(stmt.source, self.names)
            under = under or walked
            self._bind(stmt.var, under)
        left = self.block(stmt.body, under)
        if stmt.label in left and not isinstance(stmt, p.Region):
            left |= self.block(stmt.body, True)  # whether there is another turn is hidden
        return left - {stmt.label}

    def _return(self, value: p.Expr | None, under: bool) -> set[str]:
        if value is not None and (under or self.is_hidden(value)):
            self.hidden.answers.add(self.name)
        return {RETURN} if under else set()

    def _call(self, stmt: p.CallProc, under: bool) -> None:
        called = self.hidden.whole.program.procedures[stmt.proc]
        for param, arg in zip(called.params, stmt.args, strict=True):
            if self.is_hidden(arg):
                self.hidden.of(stmt.proc).add(param.name)
        if under:
            self.hidden.under.add(stmt.proc)
        self._bind(stmt.var, under or stmt.proc in self.hidden.answers)


def leaves(hidden: Hidden, procedure: str, stmt: p.Stmt, under: bool) -> bool:
    """Whether control may go elsewhere behind a statement, hanging on something hidden."""
    return bool(_Follower(hidden, procedure).step(stmt, under))


def turns(hidden: Hidden, procedure: str, stmt: p.Loop | p.For, under: bool) -> bool:
    """Whether it is hidden if a loop takes another turn."""
    return stmt.label in _Follower(hidden, procedure).block(stmt.body, under)


# -------------------------------------------------------------------------------- what is where


def find(whole: Whole) -> Hidden:
    """What is hidden in a lowered game."""
    hidden = Hidden(whole)
    fields = {f: c.name for f, c in whole.cells.items() if f.role != "zone"}
    zones = [(f, z.cell.name) for f, z in whole.zones.items()]
    hidden.cells = {name for f, name in fields.items() if _is_secret(f, whole)}
    hidden.cells |= {name for f, name in zones if f.sight.kind != "up"}
    for pieces in whole.pieces.values():
        if pieces.known is not None:
            hidden.cells |= {c.name for c in (pieces.at, pieces.pools) if c is not None}
    hidden.told = frozenset((*fields.values(), *(name for _, name in zones)))
    hidden.counted = frozenset(name for f, name in zones if not f.sight.count_hidden)
    hidden.boxed = frozenset(pieces.at.name for pieces in whole.pieces.values())
    hidden.settle()
    return hidden


def _is_secret(field_: g.Field, whole: Whole) -> bool:
    """Whether a changing field may be unseen: by its sight, or as its piece may be."""
    pieces = whole.pieces.get(field_.owner)
    return field_.sight.kind != "up" or (pieces is not None and pieces.known is not None)
