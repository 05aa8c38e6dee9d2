"""Tables as text: rows of cells, each with its place in the file.

The module `csv` of Python tells no places, and a designer wants the line and column of a bad cell.
"""

from __future__ import annotations

import re

from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.records import record
from hoyle.dsl.source import UNSEEN, Source, Span

_BREAK = re.compile(r"[ \t]*[\r\n][ \t\r\n]*")
_OTHER = re.compile(r"[;\t|]")
_CELL = re.compile(r'"((?:[^"]|"")*)"|([^,\r\n]*)')


@record
class Cell:
    """What stands in a cell, and where."""

    text: str
    span: Span


@record
class Sheet:
    """A table: its columns by name, and its rows, each with a cell for every column."""

    source: Source
    columns: dict[str, int]
    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


def read_sheet(source: Source, sink: Sink) -> Sheet | None:
    """The cells of a table; None if it has no header. What is not well formed is reported."""
    _unseen(source, sink)
    lines = _lines(source, sink)
    if not lines:
        sink.report(
            codes.MALFORMED_TABLE,
            source.span(0, 0),
            "The table is empty.",
            help="Begin it with a line of column names, such as `name,points`.",
        )
        return None
    header, rows = lines[0], lines[1:]
    if len(header) == 1 and (between := _OTHER.search(header[0].text)):
        _other_commas(header[0], between[0], sink)
        return None
    columns: dict[str, int] = {}
    for index, cell in enumerate(header):
        if cell.text in columns:
            _two_columns(cell, sink)
        columns.setdefault(cell.text, index)
    whole = (_whole(row, len(header), sink) for row in rows)
    return Sheet(source, columns, header, tuple(row for row in whole if row is not None))


def _unseen(source: Source, sink: Sink) -> None:
    """Report a character that cannot be seen: names of pieces go to terminals and into saves."""
    found = UNSEEN.search(source.text)
    if found is not None:
        sink.report(
            codes.UNKNOWN_CHARACTER,
            source.span(found.start(), found.end()),
            f"A character that cannot be seen (U+{ord(found.group()):04X}) stands here.",
            help="Delete it; it was probably pasted in with other text.",
        )


def _other_commas(header: Cell, between: str, sink: Sink) -> None:
    """Tables of spreadsheets have semicolons in many countries, and tabs where they were copied."""
    named = "tabs" if between == "\t" else f"`{between}`"
    sink.report(
        codes.MALFORMED_TABLE,
        header.span,
        f"Between the cells of this table stand {named} instead of commas.",
        help="Save it with commas, as CSV; a cell that has a comma in it stands in quotes.",
    )


def _two_columns(cell: Cell, sink: Sink) -> None:
    sink.report(
        codes.MALFORMED_TABLE,
        cell.span,
        f"Two columns are called `{cell.text}`.",
        help="Rename or remove one of them.",
    )


def _whole(row: tuple[Cell, ...], width: int, sink: Sink) -> tuple[Cell, ...] | None:
    """A row with a cell for every column; None if it has too many or too few."""
    if len(row) == width:
        return row
    many = "more" if len(row) > width else "fewer"
    sink.report(
        codes.MALFORMED_TABLE,
        row[0].span.to(row[-1].span),
        f"This row has {many} cells than there are columns ({len(row)}, not {width}).",
        help="Put words with a comma into quotes, and write a comma for every empty cell.",
    )
    return None


def _lines(source: Source, sink: Sink) -> list[tuple[Cell, ...]]:
    """The rows of a table that are not empty."""
    text, at, lines = source.text, 0, []
    while at < len(text):
        row, at = _row(source, at, sink)
        if len(row) > 1 or row[0].text:
            lines.append(row)
    return lines


def _row(source: Source, at: int, sink: Sink) -> tuple[tuple[Cell, ...], int]:
    """The cells of the row that begins at an offset, and where the next begins."""
    text, row = source.text, []
    while True:
        found = _CELL.match(text, at)
        assert found is not None  # the pattern matches nothing, too
        quoted, plain = found.groups()
        words = plain.strip() if quoted is None else _one_line(quoted.replace('""', '"'))
        row.append(Cell(words, source.span(at, found.end())))
        if quoted is None and words.startswith('"'):
            _stray(source, at, sink)
        at = found.end()
        if at < len(text) and text[at] not in ",\r\n":
            at = _stray(source, at, sink)
        if at >= len(text) or text[at] != ",":
            return tuple(row), _next_line(text, at)
        at += 1


def _one_line(words: str) -> str:
    """The words of a quoted cell; a line that was broken in it is one again."""
    return _BREAK.sub(" ", words)


def _stray(source: Source, at: int, sink: Sink) -> int:
    """Text behind a closing quote, or a quote that nothing closes: it is left out."""
    end = re.compile(r"[^,\r\n]*").match(source.text, at)
    assert end is not None
    sink.report(
        codes.MALFORMED_TABLE,
        source.span(at, max(at + 1, end.end())),
        "This cell is not quoted as it should be.",
        help='Put the whole cell into quotes, and write a quote in it twice: "a ""b"" c".',
    )
    return end.end()


def _next_line(text: str, at: int) -> int:
    if text.startswith("\r\n", at):
        return at + 2
    return at + 1
