"""`sees(a, b)`: lines of sight, by the heights that a game declares.

What of the height of a column never changes is a table; what may change (who stands there, what a
rule has built) is asked for each space that a look crosses.
"""

from __future__ import annotations

from math import lcm

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import constant, fields, layout, scaled, standing
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def sees(e: g.Function, ctx: Context) -> p.Expr:
    """Whether a figure sees a figure, a placement or a space."""
    viewer, target = e.args
    kind = viewer.type.of if isinstance(viewer.type, t.Optional) else viewer.type
    line = _line(kind.name, ctx.whole.game) if isinstance(kind, t.Thing) else None
    if line is None or not isinstance(kind, t.Thing):
        raise ctx.not_yet("`sees` of a figure for which no `sight of` is declared", e.span)
    board = standing.of_thing(kind.name, ctx.whole).board
    if not fields.is_hexes(board):
        raise ctx.not_yet("`sees` on a board that is no map of hexes", e.span)
    seen, (thing, on_figure) = ctx.whole, _seen_as(target, ctx)
    key = ("sees", kind.name, thing)

    def make(made: str) -> p.Fn:
        return _function(made, line, kind.name, thing, on_figure, board, seen)

    name = f"{layout.snake(kind.name)}_sees_{layout.snake(thing)}"
    made = seen.function(key, name, make)
    given = [lower_expr(viewer, ctx), standing.place_of(viewer, ctx)]
    given += [lower_expr(target, ctx)] if on_figure else []
    return p.CallFn(made, (*given, standing.place_of(target, ctx)), "bool")


def _seen_as(target: g.Expr, ctx: Context) -> tuple[str, bool]:
    """What is looked at: a sort of figure, or the spaces of a board."""
    kind = _kind(target)
    if isinstance(kind, t.Thing) and standing.stands(kind, ctx.whole):
        return kind.name, True
    board = standing.board_under(kind, ctx)
    if board is None or not isinstance(kind, t.Thing | t.Place):
        raise ctx.not_yet("`sees` of one of several sorts of figures", target.span)
    return board.name, False


def _function(
    made: str,
    line: g.SightLine,
    viewer: str,
    thing: str,
    on_figure: bool,
    board: g.Table,
    whole: Whole,
) -> p.Fn:
    """Whether a figure at a placement sees a figure, or a space, at another."""
    ctx = Context(whole)
    row, here = ctx.fresh("viewer", "int", f"thing:{viewer}"), ctx.fresh("here", "int")
    target, there = ctx.fresh("target", "int"), ctx.fresh("there", "int")
    look = _Look(line, board, ctx)
    args = (
        fields.field_of(board, whole),
        look.tops(),
        here,
        there,
        look.eye(viewer, row, here),
        look.aims(thing, target, there) if on_figure else look.aims_at_space(there),
        b.const(line.adjacent_always),
        b.const(line.touching_blocks),
        b.const(whole.game.sights.index(line)),
    )
    more = look.more()
    name = "looks.sees" if more is None else "looks.sees_over"
    body = p.Library(name, args if more is None else (*args, more), "bool")
    params = (row, here, target, there) if on_figure else (row, here, there)
    rule = whole.rule(line.span, (), "sight")
    return p.Fn(made, params, body, rule, line.span)


def _line(thing: str, game: g.Game) -> g.SightLine | None:
    return next((line for line in game.sights if thing in line.things), None)


class _Look:
    """The heights of one look."""

    def __init__(self, line: g.SightLine, board: g.Table, ctx: Context) -> None:
        self.line, self.board, self.ctx, self.whole = line, board, ctx, ctx.whole
        self.parts = _parts(self.whole.game)

    def eye(self, thing: str, row: p.Expr, place: p.Expr) -> p.Expr:
        """The height of the eye."""
        if self.line.eye is None:
            return b.ZERO
        return self._of_figure("eye", thing, self.line, self.line.eye, 0, row, place)

    def aims(self, thing: str, row: p.Expr, place: p.Expr) -> p.Expr:
        """The heights at which a figure is seen."""
        line = _line(thing, self.whole.game)
        heights = line.aims if line is not None else ()
        found = [
            self._of_figure("aim", thing, line, height, number, row, place)
            for number, height in enumerate(heights)
            if line is not None
        ]
        return b.op("tuple", *(found or [b.ZERO]), form="ints")

    def _of_figure(
        self,
        what: str,
        thing: str,
        line: g.SightLine,
        height: g.Expr,
        number: int,
        row: p.Expr,
        place: p.Expr,
    ) -> p.Expr:
        """A height of a figure, as a function of its row and placement."""

        def make(made: str) -> p.Fn:
            ctx = Context(self.whole)
            figure, at = ctx.local(line.this), ctx.fresh("place", "int")
            ctx.stands[figure] = at
            body = scaled.scaled(height, self.parts, ctx)
            return p.Fn(made, (figure, at), body, self._rule(), self.line.span)

        name = f"{layout.snake(thing)}_{what}" + (f"_{number + 1}" if number else "")
        made = self.whole.function((what, thing, number), name, make)
        return p.CallFn(made, (row, place), "int")

    def aims_at_space(self, place: p.Expr) -> p.Expr:
        """The heights at which an empty space is seen."""
        space = standing.lead(place, self.board, self.ctx)
        found = [self._at(h, n, space) for n, h in enumerate(self.line.aims_space)]
        return b.op("tuple", *(found or [b.ZERO]), form="ints")

    def _at(self, height: g.Expr, number: int, space: p.Expr) -> p.Expr:
        from hoyle.dsl import walk

        reads = [x.local for x in walk.every(height) if isinstance(x, g.LocalRef)]
        this = next((local for local in reads if local.role == "this"), None)

        def make(made: str) -> p.Fn:
            ctx = Context(self.whole)
            row = ctx.fresh("space", "int")
            ctx.bind(this, row)
            body = scaled.scaled(height, self.parts, ctx)
            return p.Fn(made, (row,), body, self._rule(), self.line.span)

        name = f"{layout.snake(self.board.name)}_aim"
        made = self.whole.function(("aim", self.board.name, number), name, make)
        return p.CallFn(made, (space,), "int")

    # -- columns

    def tops(self) -> p.Expr:
        """The part of every column that never changes."""
        key = ("tops", self.board.name, self.line.span)

        def data() -> tuple[p.Datum, ...]:
            return tuple(self._fixed(space) for space in range(len(self.board.rows)))

        name = f"{layout.snake(self.board.name)}_tops".upper()
        return p.Lookup(self.whole.table(key, name, 1, "int", data), ())

    def _fixed(self, space: int) -> int:
        total = 0
        for sign, term in self._terms():
            value = constant.known(self._term(term, b.const(space)), self.whole.program)
            if isinstance(value, int) and self._is_fixed(term):
                total += sign * value
        return total

    def _terms(self) -> list[tuple[int, g.Expr]]:
        return [] if self.line.column is None else scaled.split(self.line.column[1])

    def _term(self, term: g.Expr, space: p.Expr) -> p.Expr:
        assert self.line.column is not None
        ctx = Context(self.whole)
        ctx.bind(self.line.column[0], space)
        with ctx.guarded():
            return scaled.scaled(term, self.parts, ctx)

    def _is_fixed(self, term: g.Expr) -> bool:
        """Whether a term of a column never changes."""
        lowered = self._term(term, p.Var("space", "int"))
        return constant.is_static(lowered, self.whole.program)

    def more(self) -> p.Expr | None:
        """How much higher a space is just now; None if nothing can change that."""
        moving = [(sign, term) for sign, term in self._terms() if not self._is_fixed(term)]
        if not moving:
            return None

        def make(made: str) -> p.Fn:
            space = p.Var("space", "int")
            found: p.Expr = b.ZERO
            for sign, term in moving:
                height = self._term(term, space)
                found = b.add(found, height) if sign > 0 else b.sub(found, height)
            return p.Fn(made, (space,), found, self._rule(), self.line.span)

        name = f"{layout.snake(self.board.name)}_raised"
        made = self.whole.function(("raised", self.board.name, self.line.span), name, make)
        space = self.ctx.fresh("space", "int")
        return p.Lambda(space, p.CallFn(made, (space,), "int"), "int")

    def _rule(self) -> int:
        return self.whole.rule(self.line.span, (), "sight")


def _kind(e: g.Expr) -> t.Type:
    return e.type.of if isinstance(e.type, t.Optional) else e.type


def _parts(game: g.Game) -> int:
    """The one denominator of all heights."""
    heights: list[g.Expr] = []
    for line in game.sights:
        heights += [*line.aims, *line.aims_space]
        heights += [line.eye] if line.eye is not None else []
        heights += [line.column[1]] if line.column is not None else []
    return lcm(*(scaled.denominator(height) for height in heights)) if heights else 1
