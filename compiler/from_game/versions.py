"""Versions of a `to` by piece: `T "name"` before `T where C` before `T`, else the `to` itself."""

from __future__ import annotations

from hoyle.compiler.from_game import attributes, layout, procedures
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.procedures import Written
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def procedure_of(proc: g.Proc, whole: Whole) -> str:
    """The procedure of a `to` without hooks: (you, *params); versions are chosen inside."""
    if not proc.versions:
        return procedures.plain(proc, whole)
    return whole.procedure(
        ("versions", proc), f"{proc.name}_of", lambda made: _choosing(made, proc, whole)
    )


def _choosing(made: str, proc: g.Proc, whole: Whole) -> p.Procedure:
    """The procedure that looks which version its first argument has."""
    gives = whole.forms.form_of(proc.gives[1]) if proc.gives else None
    answer = procedures.answer_of(proc.gives[1] if proc.gives else None, whole)
    ctx = Context(whole, gives=gives, answer=answer)
    params = tuple(ctx.local(local) for local in (proc.you, *proc.params))
    with ctx.block() as body:
        _Choice(proc, params, ctx).write()
    if gives is not None:
        body.append(p.Return(answer, proc.span))
    rule = whole.rule(proc.span, proc.cites, proc.name)
    return p.Procedure(made, params, tuple(body), gives, rule, proc.span)


class _Choice:
    """The choice among the versions of one `to`."""

    def __init__(self, proc: g.Proc, params: tuple[p.Var, ...], ctx: Context) -> None:
        self.proc, self.params, self.ctx = proc, params, ctx
        self.span = proc.span

    def write(self) -> None:
        """Component by component of what the first argument may be."""
        first = self.proc.params[0]
        piece = self.params[1]
        self._things(attributes.things_of(first.type, piece, self.ctx), piece)

    def _things(self, things: list[tuple[str, int, p.Expr]], piece: p.Expr) -> None:
        thing, low, row = things[-1]
        if len(things) == 1:
            self._rows(thing, row)
            return
        when(
            self.ctx,
            b.op("ge", piece, b.const(low)),
            lambda: self._rows(thing, row),
            lambda: self._things(things[:-1], piece),
            span=self.span,
        )

    def _rows(self, thing: str, row: p.Expr) -> None:
        """By the table of versions of one component."""
        found = [v for v in self.proc.versions if v.selector.thing == thing]
        found.sort(key=lambda version: -version.selector.rank)
        row = self.ctx.keep("row", row, self.span, self.ctx.forms.rows_in(t.Thing(thing)))
        self._first(found, thing, row)

    def _first(self, versions: list[g.Version], thing: str, row: p.Expr) -> None:
        if not versions:
            self._call(procedures.plain(self.proc, self.ctx.whole), self.params)
            return
        version, *others = versions
        name = _procedure(version, self.proc, self.ctx.whole)
        when(
            self.ctx,
            self._is_of(version, thing, row),
            lambda: self._call(name, (self.params[0], row, *self.params[2:])),
            lambda: self._first(others, thing, row),
            span=self.span,
        )

    def _is_of(self, version: g.Version, thing: str, row: p.Expr) -> p.Expr:
        """Whether a piece has this version."""
        rows = version.selector.rows
        count = len(self.ctx.whole.game.tables[thing].rows)
        if len(rows) == count:
            listed: p.Expr = b.TRUE
        elif len(rows) == 1:
            listed = b.eq(row, b.const(rows[0]))
        else:
            listed = b.lookup(self._table(version, thing), row)
        if version.selector.where is None:
            return listed
        self.ctx.bind(version.selector.this, row)
        with self.ctx.guarded():
            return b.and_(listed, lower_expr(version.selector.where, self.ctx))

    def _table(self, version: g.Version, thing: str) -> p.StaticTable:
        rows = set(version.selector.rows)
        count = len(self.ctx.whole.game.tables[thing].rows)
        name = f"{self.proc.name}_{layout.snake(thing)}_rows".upper()
        return self.ctx.whole.table(
            ("version", version), name, 1, "bool", lambda: tuple(i in rows for i in range(count))
        )

    def _call(self, name: str, args: tuple[p.Expr, ...]) -> None:
        """Call a version, and answer what it answers."""
        if self.ctx.gives is None:
            self.ctx.call(name, args, None, self.span)
            return
        answer = self.ctx.fresh("answer", self.ctx.gives)
        self.ctx.call(name, args, answer, self.span)
        self.ctx.emit(p.Return(answer, self.span))


def _procedure(version: g.Version, proc: g.Proc, whole: Whole) -> str:
    """The procedure of one version: (you, this, *other params)."""
    written = Written(
        f"{proc.name}_{layout.snake(version.selector.thing)}",
        (version.you, version.selector.this, *version.params),
        version.body,
        proc.gives[1] if proc.gives else None,
        version.span,
        version.cites,
        proc.name,
        proc.guard,
    )
    return procedures.procedure(("version", version), written, whole)
