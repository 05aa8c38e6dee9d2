"""What is in the box, as lines."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl import nodes
from hoyle.dsl.printer.deeds import show_when
from hoyle.dsl.printer.expressions import (
    POSTFIX,
    SUM,
    show,
    show_bounds,
    show_condition,
    show_type,
)
from hoyle.dsl.printer.lines import Printed
from hoyle.dsl.printer.statements import Lines, doc_line, headed


def box_lines(part: nodes.BoxPart) -> Lines:
    """Anything in the box."""
    match part:
        case nodes.Kinds():
            yield from _kinds_lines(part)
        case nodes.Component(name, rows, lines):
            heading = f"component {name}" + ("" if rows is None else f" {_rows(rows)}")
            yield Printed(0, heading, part.cite, part.span)
            yield from _member_lines(lines)
        case nodes.Chart(name, rows, lines):
            yield Printed(0, f"chart {name} {_rows(rows)}", part.cite, part.span)
            yield from _member_lines(lines)
        case nodes.Board(space, origin, shape, lines):
            come = "" if origin is None else f" from {show(origin, POSTFIX)}"
            yield Printed(0, f"board of {space}{come}, {_shape(shape)}", part.cite, part.span)
            yield from _member_lines(lines)
        case nodes.Die(name, faces):
            yield Printed(0, f"die {name}: {_faces(faces)}", part.cite, part.span)
        case nodes.Supply(name, amount, unit, printed):
            text = f"supply {name}: {amount} {unit}{_printed(printed)}"
            yield Printed(0, text, part.cite, part.span)
        case nodes.TableHas(lines):
            yield Printed(0, "table has", part.cite, part.span)
            yield from _member_lines(lines)
        case nodes.PlayerHas(lines):
            yield Printed(0, "player has", part.cite, part.span)
            yield from _member_lines(lines)
        case _:
            assert_never(part)


# ---- kinds
def _kinds_lines(kinds: nodes.Kinds) -> Lines:
    heading = f"kinds {kinds.name}"
    labels = ", ".join(_label(label, 0) for label in kinds.labels())
    single = Printed(0, f"{heading}: {labels}", kinds.cite, kinds.span)
    # Written on one line it stays there; there is no better place to break it.
    if kinds.one_line:
        yield single
        return
    yield Printed(0, heading, kinds.cite, kinds.span)
    width = _label_width(kinds)
    for line in kinds.lines:
        if isinstance(line, nodes.Doc):
            yield doc_line(line, 1)
        else:
            text = ", ".join(_label(label, width) for label in line.labels)
            yield Printed(1, text, line.cite, line.span)


def _label_width(kinds: nodes.Kinds) -> int:
    """How wide names are if every line has one with its printed name; they stand in columns."""
    lines = [line.labels for line in kinds.lines if isinstance(line, nodes.LabelLine)]
    columns = all(len(labels) == 1 and labels[0].printed is not None for labels in lines)
    return max(len(labels[0].name.text) for labels in lines) if columns and lines else 0


def _label(label: nodes.Label, width: int) -> str:
    printed = _printed(label.printed)
    return label.name.text.ljust(width) + printed if printed else label.name.text


def _printed(printed: str | None) -> str:
    return "" if printed is None else f' "{printed}"'


# ---- rows and members
def _rows(rows: nodes.Rows) -> str:
    match rows:
        case nodes.FromTable(table):
            return f'from "{table}"'
        case nodes.ForEach(dimensions):
            return "for each " + ", ".join(
                f"{one.name} in {show_type(one.domain)}" for one in dimensions
            )
        case _:
            assert_never(rows)


Member = nodes.ComponentLine | nodes.BoardLine


def _member_lines(members: tuple[Member | nodes.Doc, ...]) -> Lines:
    for member in members:
        if isinstance(member, nodes.Doc):
            yield doc_line(member, 1)
        elif isinstance(member, nodes.Spent):
            yield from headed("when spent", member.body, member, 1)
        else:
            yield Printed(1, _member(member), member.cite, member.span)


def _member(
    member: nodes.Field | nodes.Bears | nodes.Stands | nodes.Road | nodes.RoadClosed,
) -> str:
    match member:
        case nodes.Field():
            return show_field(member)
        case nodes.Bears(parts, when):
            return f"bears {', '.join(show(part, POSTFIX) for part in parts)}{show_when(when)}"
        case nodes.Stands(board, trail, condition):
            if trail is None or condition is None:
                return f"stands on {board}"
            return f"stands on {board}, trail of {trail} when {show_condition(condition)}"
        case nodes.Road(name, type_):
            return f"road {name}: {show_type(type_)}"
        case nodes.RoadClosed(condition):
            return f"road closed when {show_condition(condition)}"
        case _:
            assert_never(member)


def show_field(field: nodes.Field) -> str:
    """A field, zone or cup."""
    names = ", ".join(_slot(slot) for slot in field.slots)
    type_ = "" if field.type is None else f": {show_type(field.type)}"
    column = "" if field.column is None else f" from {show(field.column)}"
    start = "" if field.start is None else f" = {show(field.start)}"
    bank = "" if field.bank is None else f" from {field.bank}"
    seen = "".join(f", {_seen(sight)}" for sight in field.seen)
    return f"{names}{type_}{column}{start}{bank}{seen}"


def _slot(slot: nodes.Slot) -> str:
    return slot.name.text if slot.index is None else f"{slot.name}[{show_type(slot.index)}]"


def _seen(seen: nodes.Seen) -> str:
    match seen:
        case nodes.Facing(way):
            return f"face {way}"
        case nodes.SeenBy(who):
            return f"seen by {show(who, SUM)}"
        case nodes.RefilledFrom(zone):
            return f"refilled from {zone}"
        case nodes.CountHidden():
            return "count hidden"
        case _:
            assert_never(seen)


# ---- boards and dice
def _shape(shape: nodes.Shape) -> str:
    match shape:
        case nodes.Roads(table):
            return f'roads "{table}"'
        case nodes.Grid(columns, rows, diagonals):
            return f"grid {columns} by {rows}{', diagonals' if diagonals else ''}"
        case nodes.Ring(size):
            return f"ring of {size}"
        case nodes.Track(size):
            return f"track of {size}"
        case nodes.Hexes():
            return "hexes"
        case _:
            assert_never(shape)


def _faces(faces: nodes.Bounds | tuple[nodes.Face, ...]) -> str:
    if isinstance(faces, nodes.Bounds):
        return show_bounds(faces)
    return ", ".join(f"{face.count} {face.name}" for face in faces)
