"""Invariants about what is printed are tested before any game: a row that breaks one is named."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.static import NotStaticError, evaluate
from hoyle.dsl.resolve.world import World
from hoyle.dsl.source import Span
from hoyle.dsl.walk import every


def test_printed(world: World, claim: g.Invariant) -> None:
    """`every x in T has C`, for all rows of T, as far as printed facts alone decide it."""
    match claim.cond:
        case g.Quantified(every=True, var=row, over=g.AllOf(of=of)) if of in world.game.tables:
            _test_rows(world, claim, world.game.tables[of], row, claim.cond.cond)


def _test_rows(
    world: World, claim: g.Invariant, table: g.Table, row: g.Local, cond: g.Expr
) -> None:
    for index in range(len(table.rows)):
        try:
            holds = evaluate(cond, world.game, {row: index})
        except NotStaticError:
            return
        if not holds:
            _report(world, claim, table, index, cond)


def _report(world: World, claim: g.Invariant, table: g.Table, index: int, cond: g.Expr) -> None:
    world.sink.report(
        codes.BROKEN_BY_ROW,
        _cell(world, table, index, cond) or claim.span,
        f"“{table.rows[index].name}” breaks the invariant “{claim.text}”.",
        labels=(Label(claim.span, "the invariant stands here"),),
        help="Mend the table, or say in the invariant which rows it is about.",
    )


def _cell(world: World, table: g.Table, index: int, cond: g.Expr) -> Span | None:
    """Where the first printed fact that the condition reads stands, if a table has it."""
    if table.name not in world.printed or index >= len(world.printed[table.name][1]):
        return None
    sheet, lines = world.printed[table.name]
    facts = [node.field for node in every(cond) if isinstance(node, g.FieldRead)]
    columns = [field.column or field.name for field in facts if field.owner == table.name]
    places = [sheet.columns[column] for column in columns if column in sheet.columns]
    return lines[index][places[0]].span if places else None
