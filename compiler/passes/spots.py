"""Places where pieces lie, what is said to lie there, and whether that can be one and the same."""

from __future__ import annotations

from collections.abc import Container, Iterable

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.dsl.records import record

SEAT = p.Var("seat__", "int")
"""Any seat, in the number of a place that every seat has."""


@record
class Place:
    """A number in the cell of places `at`."""

    at: str
    number: p.Expr

    def by_seat(self, seat: p.Var) -> Place | None:
        """The place that every seat has, if this is a seat's."""
        if self == NOWHERE:
            return self
        base, more = parted(self.number)
        return Place(self.at, b.shifted(SEAT, more)) if base == seat else None

    def of_seat(self, seat: p.Var) -> Place:
        """The place that one seat has."""
        return Place(self.at, walk.substitute(self.number, {SEAT.name: seat}))

    def differs(self, other: Place) -> bool:
        """Whether both are surely not the same."""
        (base, more), (base_2, more_2) = parted(self.number), parted(other.number)
        return self.at == other.at and base == base_2 and more != more_2


NOWHERE = Place("", b.NONE)
"""Of what is no piece."""


@record
class Each:
    """What every seat has in a tuple, of pieces or of sets; it lies in a place of this seat's."""

    of: p.Var
    form: p.Form


@record
class Rest:
    """What a loop comes to later: items of its source, or what its seats have in a tuple."""

    label: str
    var: p.Var
    each: Each | None = None

    def item(self) -> p.Expr:
        """What the loop comes to now."""
        if self.each is None:
            return self.var
        return p.Op("item", (self.each.of, self.var), self.each.form)


Lies = p.Expr | Each | Rest
"""What lies somewhere: a local or an answer (or all that it holds), what a seat has in a tuple …"""


def locals_of(lies: Lies) -> frozenset[str]:
    """The locals that are spoken of."""
    match lies:
        case Each(of):
            return frozenset((of.name,))
        case Rest(_, var, each):
            return frozenset((var.name,) if each is None else (var.name, each.of.name))
        case _:
            return walk.free(lies)


def is_other(lies: Lies, place: Place, piece: p.Expr | None, here: Place | None) -> bool:
    """Whether what lies in a place is surely none of it a piece that lies `here`."""
    if here is not None and here.differs(place):
        return True
    match lies:
        case Rest(_, var, None):
            return var == piece  # nothing comes twice
        case Rest(_, var, Each()):
            return here == place.of_seat(var)  # this seat's, and the others come later
        case _:
            return False


def joined(places: Iterable[Place | None]) -> Place | None:
    """The one place of all these; what is no piece may be there, too."""
    found = NOWHERE
    for place in places:
        if place is None or (found not in (NOWHERE, place) and place != NOWHERE):
            return None
        found = found if place == NOWHERE else place
    return found


def steady(at: str, number: p.Expr) -> Place | None:
    """A place, if its number changes only with locals."""
    return Place(at, number) if is_steady(number) else None


def is_steady(e: p.Expr) -> bool:
    """Whether something changes only where a local does."""
    return all(isinstance(x, p.Var | p.Const | p.Op) for x in walk.inside(e))


def parted(number: p.Expr) -> tuple[p.Expr, int]:
    """A number as something and so much more."""
    match number:
        case p.Const(int(more)):
            return b.ZERO, more
        case p.Op("add", (base, p.Const(int(more)))):
            return base, more
        case _:
            return number, 0


def is_nothing(value: p.Datum, form: p.Form) -> bool:
    """Whether a value is no piece, and holds none."""
    match form:
        case "int":
            return isinstance(value, int) and value < 0
        case "mask":
            return value == 0
        case "ints":
            return isinstance(value, tuple) and all(is_nothing(item, "int") for item in value)
        case _:
            return False


# ------------------------------------------------------------------------------------------- loops


def comes_once(source: p.Source, once: Container[str], zones: Container[str]) -> bool:
    """Whether no piece, or no seat, comes twice in a source; `once`: locals where nothing does."""
    match source:
        case p.Items(p.Var(name)):
            return name in once
        case p.Items(p.Get(cell)):
            return cell.name in zones
        case p.Items(of):
            return _is_once(of)
        case _:
            return True


def once_each(block: p.Block) -> frozenset[str]:
    """The locals that only ever hold tuples in which nothing comes twice."""
    found: dict[str, bool] = {}
    for stmt in walk.statements(block):
        var = walk.bound_var(stmt)
        if var is not None:
            here = isinstance(stmt, p.Assign) and _is_once(stmt.value)
            found[var.name] = found.get(var.name, True) and here
    return frozenset(name for name, always in found.items() if always)


def _is_once(e: p.Expr) -> bool:
    """Whether nothing comes twice: in a printed tuple, in one of several, in one of one, in what
    is freed of repeats."""
    match e:
        case p.Const(tuple(items)):
            return len(set(items)) == len(items)
        case p.Lookup(table, (_,)) if table.depth == 2:
            return all(isinstance(x, tuple) and len(set(x)) == len(x) for x in table.data)
        case p.Op("tuple", (_,)) | p.Library("without_repeats"):
            return True
        case _:
            return False
