"""What is in the box."""

from __future__ import annotations

from hoyle.dsl import nodes
from hoyle.dsl.from_tree.expressions import expression, expressions, maybe, way
from hoyle.dsl.from_tree.page import (
    Branch,
    Child,
    Page,
    as_branch,
    integer,
    is_branch,
    parts,
    unquoted,
)
from hoyle.dsl.from_tree.statements import body, when
from hoyle.dsl.from_tree.type_forms import bounds_or_type, type_form


# ---- kinds
def kinds_line(page: Page, branch: Branch) -> nodes.Kinds:
    """`kinds Ball: poke, great`."""
    name, labels, cite = parts(branch)
    line = nodes.LabelLine(_labels(page, labels), span=page.span(as_branch(labels)))
    made = page.type_name(name), (line,)
    return nodes.Kinds(*made, one_line=True, cite=page.cite(cite), span=page.span(branch))


def kinds_block(page: Page, branch: Branch) -> nodes.Kinds:
    """`kinds Ball` with its values below."""
    name, cite, *lines = parts(branch)
    made = page.type_name(name), page.with_docs(lines, _label_line)
    return nodes.Kinds(*made, cite=page.cite(cite), span=page.span(branch))


def _label_line(page: Page, child: Child) -> nodes.LabelLine:
    labels, cite = parts(child)
    span = page.span(as_branch(child))
    return nodes.LabelLine(_labels(page, labels), cite=page.cite(cite), span=span)


def _labels(page: Page, child: Child) -> tuple[nodes.Label, ...]:
    return tuple(_label(page, as_branch(label)) for label in parts(child))


def _label(page: Page, branch: Branch) -> nodes.Label:
    name, printed = parts(branch)
    return nodes.Label(page.name(name), _printed(printed), span=page.span(branch))


def _printed(child: Child) -> str | None:
    return None if child is None else unquoted(child)


# ---- fields
def field(page: Page, child: Child) -> nodes.Field:
    """A field, zone or cup."""
    branch = as_branch(child)
    return _typed_field(page, branch) if branch.data == "typed_field" else _untyped(page, branch)


def _typed_field(page: Page, branch: Branch) -> nodes.Field:
    slots, type_, column, start, *seen, cite = parts(branch)
    first, bank = parts(start) if start else (None, None)
    return nodes.Field(
        tuple(_slot(page, as_branch(slot)) for slot in parts(slots)),
        type_form(page, type_),
        None if column is None else page.text(column),
        maybe(page, first),
        None if bank is None else page.name(bank),
        tuple(_seen(page, as_branch(sight)) for sight in seen),
        cite=page.cite(cite),
        span=page.span(branch),
    )


def _untyped(page: Page, branch: Branch) -> nodes.Field:
    name, start, *seen, cite = parts(branch)
    first, bank = parts(start)
    called = page.name(name)
    return nodes.Field(
        (nodes.Slot(called, None, span=called.span),),
        None,
        None,
        expression(page, first),
        None if bank is None else page.name(bank),
        tuple(_seen(page, as_branch(sight)) for sight in seen),
        cite=page.cite(cite),
        span=page.span(branch),
    )


def _slot(page: Page, branch: Branch) -> nodes.Slot:
    name, index = parts(branch)
    made = None if index is None else bounds_or_type(page, index)
    return nodes.Slot(page.name(name), made, span=page.span(branch))


def _seen(page: Page, branch: Branch) -> nodes.Seen:
    span = page.span(branch)
    match branch.data:
        case "facing":
            return nodes.Facing(way(parts(branch)[0]), span=span)
        case "seen_by":
            return nodes.SeenBy(expression(page, parts(branch)[0]), span=span)
        case "refilled_from":
            return nodes.RefilledFrom(page.name(parts(branch)[0]), span=span)
        case "count_hidden":
            return nodes.CountHidden(span=span)
        case other:
            raise TypeError(f"the grammar changed: {other} says nothing about sight")


def table_has(page: Page, branch: Branch) -> nodes.TableHas:
    """`table has`."""
    cite, *lines = parts(branch)
    made = page.with_docs(lines, field)
    return nodes.TableHas(made, cite=page.cite(cite), span=page.span(branch))


def player_has(page: Page, branch: Branch) -> nodes.PlayerHas:
    """`player has`."""
    cite, *lines = parts(branch)
    made = page.with_docs(lines, field)
    return nodes.PlayerHas(made, cite=page.cite(cite), span=page.span(branch))


# ---- components and charts
def component(page: Page, branch: Branch) -> nodes.Component:
    """`component Card from "cards.csv"`."""
    name, rows, cite, *lines = parts(branch)
    return nodes.Component(
        page.type_name(name),
        None if rows is None else _rows(page, as_branch(rows)),
        page.with_docs(lines, _component_line),
        cite=page.cite(cite),
        span=page.span(branch),
    )


def chart(page: Page, branch: Branch) -> nodes.Chart:
    """`chart Family from "families.csv"`."""
    name, rows, cite, *lines = parts(branch)
    made = page.type_name(name), _rows(page, as_branch(rows)), page.with_docs(lines, field)
    return nodes.Chart(*made, cite=page.cite(cite), span=page.span(branch))


def _rows(page: Page, branch: Branch) -> nodes.Rows:
    span = page.span(branch)
    if branch.data == "from_table":
        return nodes.FromTable(unquoted(parts(branch)[0]), span=span)
    dimensions = tuple(_dimension(page, as_branch(child)) for child in parts(branch))
    return nodes.ForEach(dimensions, span=span)


def _dimension(page: Page, branch: Branch) -> nodes.Dimension:
    name, domain = parts(branch)
    made = page.name(name), bounds_or_type(page, domain)
    return nodes.Dimension(*made, span=page.span(branch))


def _component_line(page: Page, child: Child) -> nodes.ComponentLine:
    branch = as_branch(child)
    match branch.data:
        case "spent":
            return _spent(page, branch)
        case "bears":
            return _bears(page, branch)
        case "stands":
            return _stands(page, branch)
        case _:
            return field(page, branch)


def _spent(page: Page, branch: Branch) -> nodes.Spent:
    cite, inside = body(page, parts(branch)[0])
    return nodes.Spent(inside, cite=cite, span=page.span(branch))


def _bears(page: Page, branch: Branch) -> nodes.Bears:
    *things, condition, cite = parts(branch)
    made = expressions(page, things), when(page, condition)
    return nodes.Bears(*made, cite=page.cite(cite), span=page.span(branch))


def _stands(page: Page, branch: Branch) -> nodes.Stands:
    board_, trail, condition, cite = parts(branch)
    length = None if trail is None else integer(trail)
    made = page.type_name(board_), length, maybe(page, condition)
    return nodes.Stands(*made, cite=page.cite(cite), span=page.span(branch))


# ---- boards
def board(page: Page, branch: Branch) -> nodes.Board:
    """`board of Cell, grid 8 by 8`."""
    space, origin, shape, cite, *lines = parts(branch)
    return nodes.Board(
        page.type_name(space),
        maybe(page, origin),
        _shape(page, as_branch(shape)),
        page.with_docs(lines, _board_line),
        cite=page.cite(cite),
        span=page.span(branch),
    )


def _shape(page: Page, branch: Branch) -> nodes.Shape:
    children, span = parts(branch), page.span(branch)
    match branch.data:
        case "roads":
            return nodes.Roads(unquoted(children[0]), span=span)
        case "grid":
            columns, rows, diagonals = children
            made = integer(columns), integer(rows), diagonals is not None
            return nodes.Grid(*made, span=span)
        case "ring":
            return nodes.Ring(integer(children[0]), span=span)
        case "track":
            return nodes.Track(integer(children[0]), span=span)
        case "hexes":
            return nodes.Hexes(span=span)
        case other:
            raise TypeError(f"the grammar changed: no board is a {other}")


def _board_line(page: Page, child: Child) -> nodes.BoardLine:
    if is_branch(child, "road"):
        name, type_, cite = parts(child)
        made = page.name(name), type_form(page, type_)
        return nodes.Road(*made, cite=page.cite(cite), span=page.span(child))
    if is_branch(child, "road_closed"):
        condition, cite = parts(child)
        closed = expression(page, condition)
        return nodes.RoadClosed(closed, cite=page.cite(cite), span=page.span(child))
    return field(page, child)


# ---- dice and supplies
def die(page: Page, branch: Branch) -> nodes.Die:
    """`die d6: 1..6`, `die combat: 3 skull, 2 shield, 1 blank`."""
    name, *faces, cite = parts(branch)
    made: nodes.Bounds | tuple[nodes.Face, ...]
    if is_branch(faces[0], "bounds"):
        made = page.bounds(faces[0])
    else:
        made = tuple(_face(page, as_branch(face)) for face in faces)
    return nodes.Die(page.name(name), made, cite=page.cite(cite), span=page.span(branch))


def _face(page: Page, branch: Branch) -> nodes.Face:
    count, name = parts(branch)
    number = 1 if count is None else integer(count)
    return nodes.Face(number, page.name(name), span=page.span(branch))


def supply(page: Page, branch: Branch) -> nodes.Supply:
    """`supply bank: 90 balls "Ball"`."""
    name, amount, unit, printed, cite = parts(branch)
    made = page.name(name), integer(amount), page.name(unit), _printed(printed)
    return nodes.Supply(*made, cite=page.cite(cite), span=page.span(branch))
