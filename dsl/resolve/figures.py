"""Verbs of figures that stand on a board: walks, `put f on p`, `take f from Hex`."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.resolve import relations
from hoyle.dsl.resolve.expressions import resolve_expr
from hoyle.dsl.resolve.said import Said, complain
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.world import did_you_mean


def _figure(said: Said, scope: Scope) -> g.Expr | None:
    """The object of a verb as a figure."""
    node = said.expression()
    if node is None:
        complain(said, scope, f"`{said.name}` wants a figure.", f"Write `{said.name} FIGURE …`.")
        return None
    found = resolve_expr(node, scope)
    if isinstance(found.type, t.Broken):
        return None
    if not scope.world.is_figure(relations.strip_none(found.type)):
        what = relations.describe(found.type)
        complain(
            said,
            scope,
            f"`{said.name}` works on figures that stand on a board, and this is {what}.",
            "Let its component say `stands on` a board, or `move` it to a zone.",
            node.span,
        )
        return None
    return found


def read_put_on(said: Said, scope: Scope) -> g.Stmt | None:
    """`put f on p`: a place (or a space, where a figure stands on one)."""
    figure = _figure(said, scope)
    place = resolve_expr(said.options("on")[0], scope)
    if figure is None:
        return None
    inner = relations.strip_none(place.type)
    if not isinstance(inner, (t.Place, t.Broken)) and scope.world.board_of(inner) is None:
        what = relations.describe(place.type)
        complain(
            said,
            scope,
            f"Figures are put on spaces, and this is {what}.",
            "Choose it from `places(f)`, or name a space.",
            place.span,
        )
        return None
    return _deed(said, scope, "put", figure, place=place)


def read_take(said: Said, scope: Scope) -> g.Stmt | None:
    """`take f from Hex`."""
    figure = _figure(said, scope)
    board = said.options("from")[0]
    named = scope.world.game.tables.get(board.text) if isinstance(board, n.TypeName) else None
    if named is None or named.board is None:
        complain(
            said,
            scope,
            "`take` takes a figure off a board, and this names none.",
            "Write `take f from` the name of the spaces; pieces leave zones with `move`.",
            board.span,
        )
        return None
    return None if figure is None else _deed(said, scope, "take", figure)


def read_walk(said: Said, scope: Scope) -> g.Stmt | None:
    """The verb that a movement declares: `walk f [along d] [within n] [without …]`."""
    figure = _figure(said, scope)
    if figure is None:
        return None
    movement = scope.world.game.movements[said.name]
    if t.Thing(movement.thing) != relations.strip_none(figure.type):
        complain(
            said,
            scope,
            f"`{said.name}` is a movement of {movement.thing}.",
            f"Declare `movement NAME of` {relations.plural(figure.type)} for this one.",
            figure.span,
        )
    along, within = said.options("along"), said.options("within")
    return _deed(
        said,
        scope,
        said.name,
        figure,
        along=resolve_expr(along[0], scope, t.Kind("Direction")) if along else None,
        within=resolve_expr(within[0], scope, t.NUMBER) if within else None,
    )


def _deed(
    said: Said,
    scope: Scope,
    op: str,
    figure: g.Expr,
    *,
    place: g.Expr | None = None,
    along: g.Expr | None = None,
    within: g.Expr | None = None,
) -> g.Stmt:
    without = tuple(_left_out(name, scope) for name in said.without())
    quietly = said.adverb == "quietly"
    you = scope.you_or_nobody()
    return g.FigureDeed(
        said.span, said.cites, op, figure, place, along, within, without, quietly, you
    )


def _left_out(name: n.Name, scope: Scope) -> str:
    """A deed that is not to happen meanwhile; it must be one."""
    procs = scope.world.game.procs
    if name.text not in procs:
        scope.report(
            codes.UNKNOWN_DEED,
            name.span,
            f"There is no `to {name.text}` that could be left out.",
            help=did_you_mean(name.text, procs) or "Name a `to` that a step would start.",
        )
    return name.text
