"""Pieces by their names: `Card "Ace"`, and words in quotes where a piece is meant."""

from __future__ import annotations

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve.relations import with_article
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.source import Span
from hoyle.dsl.types import TEXT, Either, Kind, ListOf, Optional, SetOf, TallyOf, Text, Thing, Type


def resolve_piece(node: nodes.Piece, scope: Scope) -> g.Expr:
    """`Card "Ace"`."""
    table = scope.world.game.tables.get(node.type.text)
    if table is None:
        return _no_table(node, scope)
    return piece_literal(node.name, (node.type.text,), node.span, scope)


def _no_table(node: nodes.Piece, scope: Scope) -> g.Expr:
    game = scope.world.game
    if node.type.text in game.kinds:
        help = "Write the value of a kind without quotes and without its type."
    else:
        help = did_you_mean(node.type.text, game.tables) or "Declare the component."
    return scope.report(
        codes.UNKNOWN_TYPE, node.type.span, f"`{node.type}` is no component.", help=help
    )


def resolve_text(node: nodes.Text, scope: Scope, expected: Type | None) -> g.Expr:
    """Words in quotes: a piece where one is meant, else text."""
    wanted = _element(expected)
    match wanted:
        case Thing(name):
            return piece_literal(node.value, (name,), node.span, scope)
        case Either(names):
            return piece_literal(node.value, names, node.span, scope)
        case Kind(name):
            return _quoted_kind(node, name, scope)
        case _:
            return g.Literal(TEXT, node.span, node.value)


def _element(expected: Type | None) -> Type:
    """What a single thing must be where this is meant."""
    match expected:
        case Optional(of) | SetOf(of) | ListOf(of):
            return _element(of)
        case TallyOf(of):
            return of
        case None:
            return Text()
        case _:
            return expected


def _quoted_kind(node: nodes.Text, name: str, scope: Scope) -> g.Expr:
    kinds = scope.world.game.kinds[name]
    like = dict(zip(kinds.labels, kinds.values, strict=True)).get(node.value, node.value)
    return scope.report(
        codes.WRONG_TYPE,
        node.span,
        f"This is a text, and a {name} is meant.",
        help=did_you_mean(like, kinds.values) or "Write the name of a value without quotes.",
    )


def piece_literal(text: str, tables: tuple[str, ...], span: Span, scope: Scope) -> g.Expr:
    """A row by its name, in one of several tables; of several copies the first."""
    found = [
        (name, index)
        for name in tables
        if (index := row_index(scope.world, name, text)) is not None
    ]
    if len(found) == 1:
        name, index = found[0]
        return g.Literal(Thing(name), span, index)
    if found:
        return scope.report(
            codes.AMBIGUOUS_NAME,
            span,
            f'"{text}" is the name of {" and of ".join(with_article(name) for name, _ in found)}.',
            help=f'Say which: `{found[0][0]} "{text}"`.',
        )
    known = [row.name for name in tables for row in scope.world.game.tables[name].rows]
    if not known or not scope.world.damaged.isdisjoint(tables):  # its table has mistakes of its own
        return broken(span)
    return scope.report(
        codes.UNKNOWN_PIECE,
        span,
        f'No {" or ".join(tables)} is called "{text}".',
        help=did_you_mean(text, known) or "Write a name as it stands in the table.",
    )


def row_index(world: World, table: str, text: str) -> int | None:
    """The first row of a name."""
    if table not in world.rows_by_name:
        names: dict[str, int] = {}
        for index, row in enumerate(world.game.tables[table].rows):
            names.setdefault(row.name, index)
        world.rows_by_name[table] = names
    return world.rows_by_name[table].get(text)
