"""Columns that no field reads: one note for a table, and what may have been meant."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.resolve.csv_text import Sheet
from hoyle.dsl.resolve.world import World, nearest
from hoyle.dsl.resolve.written import PROVENANCE

_OWN_MEANING = ("name", "copies", *PROVENANCE)

_HOW_MANY = ("copy", "count", "number", "amount", "quantity", "qty", "pieces")
"""What others call the column `copies`."""


def note_spare(table: g.Table, sheet: Sheet, used: set[str], world: World) -> None:
    """Name the columns of a table that nothing reads."""
    spare = [cell for cell in sheet.header if cell.text not in used]
    if spare:
        meant = (_meant(cell.text.lower(), table, sheet) for cell in spare)
        world.sink.report(
            codes.SPARE_COLUMNS,
            spare[0].span,
            f"No field of {table.name} reads {', '.join(f'`{cell.text}`' for cell in spare)}.",
            help=next((help for help in meant if help is not None), None),
        )


def _meant(word: str, table: g.Table, sheet: Sheet) -> str | None:
    """What to write where a column with a meaning of its own was meant, perhaps."""
    if word in _HOW_MANY and table.form == "component" and "copies" not in sheet.columns:
        return "Write `copies` if it says how many pieces a row makes."
    like = word if word in _OWN_MEANING else nearest(word, _OWN_MEANING)
    return f"Write `{like}` if you mean that." if like else None
