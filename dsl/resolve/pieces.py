"""Verbs that move, show and mix pieces: put, move, draw, swap, shuffle, reveal, spend …"""

from __future__ import annotations

from typing import Literal as Word

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve import relations
from hoyle.dsl.resolve.expressions import (
    resolve_condition,
    resolve_expr,
    resolve_zone,
)
from hoyle.dsl.resolve.said import Said, complain
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.source import Span

Zones = tuple[g.FieldRead, ...]


# ---------------------------------------------------------------------------------- what is moved


def things_in(type_: t.Type) -> tuple[str, ...] | None:
    """The components of a piece or a set of pieces; None of anything else."""
    match type_:
        case t.Thing(name):
            return (name,)
        case t.Either(names):
            return names
        case t.Optional(of) | t.SetOf(of) | t.ListOf(of):
            return things_in(of)
        case t.Nothing() | t.Broken():
            return ()
        case _:
            return None


def _pieces(said: Said, scope: Scope, help_: str) -> g.Expr | None:
    """The object of a verb as pieces; reported if it is something else."""
    node = said.expression()
    if node is None:
        complain(said, scope, f"`{said.name}` wants a piece or a set of pieces.", help_)
        return None
    found = resolve_expr(node, scope)
    names = things_in(found.type)
    if names is None or _never_move(names, scope):
        what = relations.describe(found.type)
        complain(
            said, scope, f"`{said.name}` works on pieces, and this is {what}.", help_, node.span
        )
        return None
    return found


def _never_move(names: tuple[str, ...], scope: Scope) -> bool:
    """Spaces and rows of charts never move."""
    tables = [scope.world.game.tables.get(name) for name in names]
    return any(table is not None and table.form != "component" for table in tables)


def _zone(node: n.Expr, scope: Scope, *wanted: str) -> g.FieldRead | None:
    """A place that holds pieces, and these pieces."""
    zone = resolve_zone(node, scope)
    if zone is None:
        return None
    spec = zone.field.zone
    if spec is None:
        scope.report(
            codes.WRONG_ZONE,
            node.span,
            f"`{zone.field.name}` holds no pieces.",
            help="Name a zone: a `set`, `row`, `pile`, `bag` or `one` of something.",
        )
        return None
    if zone.field.index is not None and zone.index is None:
        name = zone.field.name
        scope.report(
            codes.WRONG_ZONE,
            node.span,
            f"`{name}` is several places, and one is meant.",
            labels=(Label(zone.field.span, f"`{name}` is declared with an index"),),
            help=f"Say which: `{name}[…]`.",
        )
        return None
    strange = [name for name in wanted if name not in spec.holds]
    if strange and spec.holds:  # of a zone that holds what nothing declares, that is told already
        holds = " or ".join(spec.holds)
        scope.report(
            codes.WRONG_ZONE,
            node.span,
            f"`{zone.field.name}` holds {holds}, no {strange[0]}.",
            help=f"Name a zone of {strange[0]}, or declare that this one holds `{holds} or "
            f"{strange[0]}`.",
        )
        return None
    return zone


# ---------------------------------------------------------------------------------- put, move


def read_put(said: Said, scope: Scope) -> g.Stmt | None:
    """`put every T [where C] into Z [, shuffled]`."""
    every = said.object
    if not isinstance(every, n.EveryPiece):
        complain(
            said,
            scope,
            "`put` takes pieces out of the box, all of one sort, or sets a figure on a board.",
            "Write `put every T into Z`, `put f on p`, or `move` for a piece that lies somewhere.",
        )
        return None
    name = every.type.text
    thing = t.Thing(name)
    if name not in scope.world.game.tables:
        resolve_expr(every.type, scope)  # says that there is no such component
        return None
    it = g.Local("it", thing, every.span, "it")
    about = scope.element(it, named=False)
    where = resolve_condition(every.where, about) if every.where is not None else None
    zone = _zone(said.options("into")[0], scope, name)
    if zone is None:
        return None
    shuffled = said.adverb == "shuffled"
    you = scope.you_or_nobody()
    return g.PutEvery(said.span, said.cites, name, it, where, zone, shuffled, you)


def read_move(said: Said, scope: Scope) -> g.Stmt | None:
    """`move X to Z [, else Z2]`: pieces to a zone, or a pawn's field to a space."""
    node = said.expression()
    if node is not None:
        found = resolve_expr(node, scope)
        if isinstance(found, g.FieldRead) and _is_pawn(found, scope):
            return _move_pawn(said, found, scope)
    what = _pieces(said, scope, "Write `move PIECE to ZONE`; values change with `=`.")
    if what is None:
        return None
    wanted = things_in(what.type) or ()
    zones = [_zone(option, scope, *wanted) for option in said.options("to")]
    if any(zone is None for zone in zones) or not zones or zones[0] is None:
        return None
    otherwise = zones[1] if len(zones) > 1 else None
    adverb = said.adverb
    return g.Move(
        said.span,
        said.cites,
        what,
        zones[0],
        otherwise,
        said.bottom("to"),
        adverb == "shuffled",
        adverb == "quietly",
        scope.you_or_nobody(),
    )


def _is_pawn(read: g.FieldRead, scope: Scope) -> bool:
    """A pawn is a field that changes and holds a space."""
    inner = relations.strip_none(read.field.type)
    return read.field.role == "cell" and scope.world.board_of(inner) is not None


def _move_pawn(said: Said, pawn: g.FieldRead, scope: Scope) -> g.Stmt:
    space = resolve_expr(said.options("to")[0], scope, pawn.field.type)
    scope.forget(pawn.field)
    quietly = said.adverb == "quietly"
    return g.MovePawn(said.span, said.cites, pawn, space, quietly, scope.you_or_nobody())


# ---------------------------------------------------------------------------------- draw


def read_draw(said: Said, scope: Scope) -> g.Draw | None:
    """`draw n [at random] from Z [, else Y] to Z2 [, else Z3]`."""
    node = said.expression()
    if node is None:
        complain(said, scope, "`draw` wants a number.", "Write `draw 2 from deck to your hand`.")
        return None
    count = resolve_expr(node, scope, t.NUMBER)
    sources = [_zone(option, scope) for option in said.options("from")]
    held = {name for zone in sources if zone and zone.field.zone for name in zone.field.zone.holds}
    targets = [_zone(option, scope, *sorted(held)) for option in said.options("to")]
    if None in sources or None in targets or not sources or not targets:
        return None
    at_random = said.has("at random")
    zones: Zones = tuple(zone for zone in sources if zone is not None)
    if not at_random:
        _check_random(said, zones, scope)
    first, *others = [zone for zone in targets if zone is not None]
    otherwise = others[0] if others else None
    you = scope.you_or_nobody()
    return g.Draw(said.span, said.cites, count, zones, first, otherwise, at_random, you)


def _check_random(said: Said, zones: Zones, scope: Scope) -> None:
    """Only piles have a top, and only bags are blind."""
    for zone in zones:
        spec = zone.field.zone
        if spec is not None and spec.container not in ("pile", "bag"):
            complain(
                said,
                scope,
                f"`{zone.field.name}` is a {spec.container}: it has no top to draw from.",
                "Write `draw … at random from` it, or let somebody `choose` and `move` the piece.",
                zone.span,
            )


# ---------------------------------------------------------------------------------- swap


def read_swap(said: Said, scope: Scope) -> g.Stmt | None:
    """`swap A with B of P`; figures on a board change places without `of`."""
    phrase = said.with_()
    a = _pieces(said, scope, "Write `swap YOURS with THEIRS of PLAYER`.")
    if phrase is None or a is None:
        return None
    b = resolve_expr(phrase.what, scope)
    if things_in(b.type) is None:
        complain(said, scope, "Only pieces are swapped.", "Name a piece or a set.", b.span)
        return None
    if phrase.owner is not None:
        owner = resolve_expr(phrase.owner, scope, t.PLAYER)
        return g.Swap(said.span, said.cites, a, b, owner, scope.you_or_nobody())
    if not (scope.world.is_figure(a.type) and scope.world.is_figure(b.type)):
        complain(
            said,
            scope,
            "`swap` does not say whose the other things are.",
            "Write `swap A with B of PLAYER`; `of you` lets two pieces of yours change places.",
        )
        return None
    return g.Swap(said.span, said.cites, a, b, None, scope.you_or_nobody())


# ---------------------------------------------------------------------------------- show, mix


def read_shuffle(said: Said, scope: Scope) -> g.Stmt | None:
    """`shuffle Z`."""
    node = said.expression()
    zone = _zone(node, scope) if node is not None else None
    if zone is None:
        return None
    return g.Shuffle(said.span, said.cites, zone, scope.you_or_nobody())


def read_show(said: Said, scope: Scope) -> g.Stmt | None:
    """`reveal X`, `hide X`: pieces, a zone, a cup, a counter."""
    node = said.expression()
    if node is None:
        complain(said, scope, f"`{said.name}` wants what is shown.", f"Write `{said.name} X`.")
        return None
    op: Word["reveal", "hide"] = "reveal" if said.name == "reveal" else "hide"
    what = resolve_expr(node, scope)
    if things_in(what.type) is None and not isinstance(what, g.FieldRead):
        complain(
            said,
            scope,
            f"`{said.name}` shows pieces, zones, cups and fields, and this is none of them.",
            "Name what lies there; what is worked out from it everybody can work out then.",
            what.span,
        )
        return None
    return g.Show(said.span, said.cites, op, what, None, scope.you_or_nobody())


def read_look(said: Said, scope: Scope) -> g.Stmt | None:
    """`look at n from Z`: you alone see them."""
    count = resolve_expr(said.options("at")[0], scope, t.NUMBER)
    zone = _zone(said.options("from")[0], scope)
    if zone is None:
        return None
    if scope.you is None:
        complain(said, scope, "Nobody is addressed who could look.", "Put it under `as P`.")
    return g.Show(said.span, said.cites, "look", zone, count, scope.you_or_nobody())


# ---------------------------------------------------------------------------------- spend, remove


def read_spend(said: Said, scope: Scope) -> g.Stmt | None:
    """`spend X`: what its component says `when spent`."""
    what = _pieces(said, scope, "Write `spend CARD`.")
    if what is None:
        return None
    for name in things_in(what.type) or ():
        _check_spent(said, name, what.span, scope)
    return g.Spend(said.span, said.cites, what, scope.you_or_nobody())


def _check_spent(said: Said, name: str, span: Span, scope: Scope) -> None:
    table = scope.world.game.tables.get(name)
    if table is not None and not _says_when_spent(table, scope):
        complain(
            said,
            scope,
            f"{name} does not say where it goes when it is spent.",
            f"Write `when spent: move this to …` under `component {name}`.",
            span,
        )


def _says_when_spent(table: g.Table, scope: Scope) -> bool:
    """By the text, as the bodies of `when spent` may not be resolved yet."""
    if table.spent is not None:
        return True
    return any(
        isinstance(line, n.Spent)
        for component, _ in scope.world.all(n.Component)
        if component.name.text == table.name
        for line in component.lines
    )


def read_remove(said: Said, scope: Scope) -> g.Stmt | None:
    """`remove X`: back to the box."""
    what = _pieces(said, scope, "Write `remove PIECE`; dice leave a cup with `lose n from`.")
    if what is None:
        return None
    return g.Remove(said.span, said.cites, what, scope.you_or_nobody())


# ---------------------------------------------------------------------------------- players


def read_eliminate(said: Said, scope: Scope) -> g.Stmt | None:
    """`eliminate P`."""
    node = said.expression()
    if node is None:
        complain(said, scope, "`eliminate` wants a player.", "Write `eliminate you`.")
        return None
    who = resolve_expr(node, scope, t.PLAYER)
    return g.Eliminate(said.span, said.cites, who, scope.you_or_nobody())


def read_start(said: Said, scope: Scope) -> g.Stmt | None:
    """`start with P`."""
    phrase = said.with_()
    if phrase is None:
        return None
    return g.StartWith(said.span, said.cites, resolve_expr(phrase.what, scope, t.PLAYER))
