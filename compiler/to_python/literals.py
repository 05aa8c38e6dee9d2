"""Data as Python text: schema records, tables, starts of cells, broken into readable lines."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.compiler.ir import program as p

WIDTH = 96


def literal(value: object, indent: int = 0, lead: int = 0) -> str:
    """The text of a value; `lead`: how many characters stand before it in its line."""
    return _literal(value, indent, lead, {})


Flats = dict[int, str]
"""Parts of a value in one line each, by their identity: every part is asked for at every depth."""


def _literal(value: object, indent: int, lead: int, flats: Flats) -> str:
    flat = _flat(value, flats)
    if indent + lead + len(flat) <= WIDTH or not _broken(value):
        return flat
    pad = " " * (indent + 4)
    match value:
        case p.Record(name, fields):
            inner = [
                f"{pad}{key}={_literal(item, indent + 4, len(key) + 2, flats)},\n"
                for key, item in fields
            ]
            return f"schema.{name}(\n{''.join(inner)}{' ' * indent})"
        case dict():
            rows = [
                f"{pad}{key!r}: {_literal(item, indent + 4, len(repr(key)) + 3, flats)},\n"
                for key, item in value.items()
            ]
            return "{\n" + "".join(rows) + " " * indent + "}"
        case tuple() | list():
            marks = "()" if isinstance(value, tuple) else "[]"
            return marks[0] + "\n" + _items(value, indent + 4, flats) + " " * indent + marks[1]
    return flat


def _broken(value: object) -> bool:
    """Whether a value can stand in several lines."""
    if isinstance(value, p.Record):
        return bool(value.fields)
    return isinstance(value, tuple | list | dict) and len(value) > 0


def _items(values: tuple[object, ...] | list[object], indent: int, flats: Flats) -> str:
    """Short ones side by side, long ones each in its own line."""
    pad = " " * indent
    texts = [_literal(item, indent, 0, flats) for item in values]
    if any("\n" in text or len(text) > 40 for text in texts):
        return "".join(f"{pad}{text},\n" for text in texts)
    rows: list[str] = []
    row = ""
    for text in texts:
        if row and len(pad) + len(row) + len(text) + 2 > WIDTH:
            rows.append(row)
            row = ""
        row += f"{' ' if row else ''}{text},"
    return "".join(f"{pad}{text}\n" for text in [*rows, row])


def _flat(value: object, flats: Flats) -> str:
    """A value in one line."""
    if value is None or isinstance(value, int | str | float):
        return repr(value)
    known = flats.get(id(value))
    if known is None:
        known = flats[id(value)] = _put_together(value, flats)
    return known


def _put_together(value: object, flats: Flats) -> str:
    match value:
        case p.Record(name, fields):
            inner = ", ".join(f"{key}={_flat(item, flats)}" for key, item in fields)
            return f"schema.{name}({inner})"
        case tuple():
            inner = ", ".join([_flat(item, flats) for item in value])
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        case list():
            return f"[{', '.join([_flat(item, flats) for item in value])}]"
        case dict():
            rows = [f"{key!r}: {_flat(item, flats)}" for key, item in value.items()]
            return "{" + ", ".join(rows) + "}"
        case _:
            raise TypeError(f"a module cannot hold {value!r}")


def made(helper: str, given: tuple[p.Datum, ...]) -> str:
    """What a helper of the runtime (`module.name`) makes of some data."""
    flat = f"{helper}({', '.join([_flat(item, {}) for item in given])})"
    if len(flat) <= WIDTH // 2:
        return flat
    items = "".join(f"    {literal(item, 4)},\n" for item in given)
    return f"{helper}(\n{items})"


SHORT = 10  # places of a list that are written one by one: that is faster


def start_of(cell: p.Cell) -> str:
    """The start of a cell: a value, or a list."""
    if cell.length is None:
        return literal(cell.start)
    values = starts(cell)
    if values and all(value == values[0] for value in values):
        if len(values) <= SHORT:
            return f"[{', '.join([literal(values[0])] * len(values))}]"
        return f"[{literal(values[0])}] * {len(values)}"
    return literal(list(values), 4)


def starts(cell: p.Cell) -> tuple[p.Datum, ...]:
    """The start of each place of a cell that is a list."""
    if isinstance(cell.start, tuple) and (cell.length or 0) == len(cell.start):
        many = cell.form not in ("ints", "texts") or all(isinstance(v, tuple) for v in cell.start)
        if many:
            return cell.start
    return (cell.start,) * (cell.length or 0)


def renamed(value: object, attributes: Mapping[str, str]) -> object:
    """A record whose names of attributes follow those of the module."""
    match value:
        case p.Record(name, fields):
            return p.Record(name, tuple((k, _field(k, v, attributes)) for k, v in fields))
        case tuple():
            return tuple(renamed(item, attributes) for item in value)
        case _:
            return value


def _field(key: str, value: object, attributes: Mapping[str, str]) -> object:
    if key in ("attribute", "at", "known", "shown", "pools") and isinstance(value, str):
        return attributes.get(value, value)
    return renamed(value, attributes)
