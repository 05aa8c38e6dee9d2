"""What is printed on the pieces that the rules describe themselves: lines like `boost = 3`."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl.resolve.cells import Cells, Wrong
from hoyle.dsl.resolve.expressions import resolve_expr
from hoyle.dsl.resolve.options import constant
from hoyle.dsl.resolve.scope import top
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.resolve.written import (
    COPIES,
    PROVENANCE,
    blocks,
    facts_of,
    printed_lines,
    rows_of,
    written_tables,
)

WHY = "what is printed is known before the game"


def fill_written(world: World) -> None:
    """What is printed on the pieces that the rules describe; what holds for all of a sort first."""
    written = tuple(written_tables(world))
    usual = {name: _fill_sort(world, world.game.tables[name]) for name in written}
    said: dict[tuple[str, str], set[str]] = {}
    for node, piece in blocks(world):
        table = world.game.tables.get(piece.type.text)
        if table is not None:
            names = said.setdefault((table.name, piece.name), set())
            for line in printed_lines(node):
                if _is_right(world, table, line, table.name in written, names):
                    _fill(world, table, rows_of(table, piece.name), line)
    for (name, piece_name), names in said.items():
        if name in written:
            _check_said(world, world.game.tables[name], piece_name, names | usual[name])
    _check_headings(world, written)


def _fill_sort(world: World, table: g.Table) -> set[str]:
    """What the rules say of all pieces of a sort, unless a piece says otherwise; the names."""
    said: set[str] = set()
    for node in _sorts(world):
        if str(node.subject) == table.name and node.where is None:
            for line in printed_lines(node):
                if line.name.text != COPIES and _is_right(world, table, line, True, said):
                    _fill(world, table, table.rows, line)
    return said


def _sorts(world: World) -> Iterator[n.PieceRules]:
    """The blocks of all pieces of a sort."""
    for node, _ in world.by_level(n.PieceRules):
        if not isinstance(node.subject, n.Piece):
            yield node


def _fill(world: World, table: g.Table, rows: list[g.Row], line: n.PrintedFact) -> None:
    """One line of a block, into all rows that it is about."""
    name = line.name.text
    if name in table.fields:
        found = resolve_expr(line.value, top(world).pure(WHY), table.fields[name].type)
        value = constant(world, found, line.value)
        world.game.constants.append(found)
        for row in rows:
            row.facts[name] = value
    elif name in PROVENANCE and isinstance(line.value, n.Text):
        for row in rows:
            setattr(row, name, line.value.value)


def _is_right(
    world: World, table: g.Table, line: n.PrintedFact, written: bool, said: set[str]
) -> bool:
    """Whether a line can say what is printed; reported if not, noted if so."""
    wrong = _wrong(table, line.name.text, written, said)
    if wrong is not None:
        message, help_ = wrong
        world.sink.report(codes.WRONG_FACT, line.name.span, message, help=help_)
        return False
    said.add(line.name.text)
    return True


def _wrong(table: g.Table, name: str, written: bool, said: set[str]) -> tuple[str, str] | None:
    """Why a line cannot say what is printed, and what to do."""
    if not written:
        return f"What is printed on a {table.name} does not stand here.", "Write it in its table."
    if name in said:
        return f"`{name}` is said twice of this piece.", "Leave one of the lines out."
    field = table.fields.get(name)
    if field is None and name not in (COPIES, *PROVENANCE):
        facts = [field.name for field in facts_of(table)]
        declared = f"Declare it: a line `{name}: …` below `component {table.name}`."
        return f"A {table.name} has no field `{name}`.", did_you_mean(name, facts) or declared
    if field is not None and (field.role != "fact" or field.index is not None):
        return (
            f"`{name}` cannot be printed on one {table.name}.",
            "What changes in the game starts alike for all; several of one name need a table.",
        )
    return None


def _check_said(world: World, table: g.Table, piece: str, said: set[str]) -> None:
    """What has no natural start, such as a colour, must be said of every piece."""
    cells = Cells(world)
    for field in facts_of(table):
        needed = field.name not in said and field.name != "name" and field.index is None
        if needed and isinstance(cells.read("", field.type), Wrong):
            where = next(p.span for _, p in blocks(world) if p.name == piece)
            world.sink.report(
                codes.WRONG_FACT,
                where,
                f"Nothing says what `{field.name}` of “{piece}” is.",
                help=f"Write `{field.name} = …` below it.",
            )


def _check_headings(world: World, written: tuple[str, ...]) -> None:
    """What is printed stands below the name of a piece, or of all of a sort without a table."""
    for node in _sorts(world):
        whole = node.where is None and str(node.subject) in written
        for line in printed_lines(node):
            if not whole or line.name.text == COPIES:
                world.sink.report(
                    codes.WRONG_FACT,
                    line.name.span,
                    "What is printed on a piece stands below its name.",
                    help=f'Write it below `{node.subject} "…"`.',
                )
