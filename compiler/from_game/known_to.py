"""Who may know what a pure function says: all, the player it is about, or not everybody.

What it reads decides, all of it: cells, zones, and where pieces lie, through the values it calls.
A function is open if a view shows all of that to everybody, and its subject's alone if the rest is
shown to the player it is asked about. What cannot be told is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from enum import IntEnum

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import hidden, layout, sight
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl import game as g
from hoyle.dsl.records import record


class Seers(IntEnum):
    """Who may know something; what is made of two things is known to those who know both."""

    ALL = 0
    SUBJECT = 1
    UNSURE = 2


@record
class Known:
    """Who may know a value. `subject`: it is the player asked about. `faces`: it is pieces (or a
    set of them) that lie where those who know it see their faces."""

    seers: Seers = Seers.ALL
    subject: bool = False
    faces: bool = False

    def with_(self, *others: Known) -> Known:
        """Something that is made of this and others."""
        return Known(max(self.seers, *(other.seers for other in others), Seers.ALL))


Names = Mapping[str, Known]
OPEN, UNSURE = Known(), Known(Seers.UNSURE)
SUBJECT = Known(subject=True)

#: Operations of sets and lists whose members are all among those of their first argument.
_FEWER = frozenset(
    ("minus", "slice", "item", "drop", "members", "sorted", "mask_of", "lowest", "highest")
)
#: Those whose members come from several arguments.
_JOINED = frozenset(("union", "concat", "bit", "tuple"))
#: Helpers of the runtime that give some of what they are given first.
_PICKED = frozenset(
    ("first_bit", "last_bit", "only_bit", "first_item", "last_item", "only_item", "some")
)


@record(frozen=False)
class Reader:
    """Looks through the functions of one lowered game."""

    whole: Whole
    fields: dict[str, g.Field] = field(init=False)
    places: dict[str, str] = field(init=False)  # the thing, by the cell that says where it lies
    tainted: frozenset[str] | None = None  # cells of the machine that hang on something hidden
    made: dict[tuple[str, tuple[Known, ...]], Known] = field(default_factory=dict)

    def __post_init__(self) -> None:
        whole = self.whole
        self.fields = {cell.name: of for of, cell in whole.cells.items()}
        self.places = {pieces.at.name: thing for thing, pieces in whole.pieces.items()}

    # -- functions, expressions

    def function(self, name: str, *args: Known) -> Known:
        """What a function says of these arguments."""
        key = (name, args)
        if key not in self.made:
            self.made[key] = UNSURE  # if it needs itself
            fn = self.whole.program.functions.get(name)
            if fn is not None:
                names = {param.name: arg for param, arg in zip(fn.params, args, strict=True)}
                self.made[key] = self.of(fn.body, names)
        return self.made[key]

    def of(self, e: p.Expr, names: Names) -> Known:
        """What an expression says, where these names have a meaning."""
        match e:
            case p.Const():
                return OPEN
            case p.Var(name):
                return names.get(name, UNSURE)
            case p.Get(cell, index):
                return self._read(cell, index, names)
            case p.Op():
                return self._operation(e, names)
            case p.CallFn(name, args):
                return self.function(name, *(self.of(arg, names) for arg in args))
            case p.Library(name, args):
                known = [self.of(arg, names) for arg in args]
                return replace(OPEN.with_(*known), faces=name in _PICKED and known[0].faces)
            case p.Comp() | p.RankComp():
                return self._loop(e, names)
            case p.Lambda(var, body):
                return self.of(body, {**names, var.name: OPEN})
            case p.Lookup(_, indexes):
                return OPEN.with_(*(self.of(index, names) for index in indexes))
            case p.Answer():
                return UNSURE

    def _operation(self, e: p.Op, names: Names) -> Known:
        known = self._counted(e, names) or self._told_by_its_place(e, names)
        if known is not None:
            return known
        args = [self.of(arg, names) for arg in e.args]
        faces = [arg.faces for arg in args]
        match e.name:
            case "inter":
                seen = any(faces)
            case "if":
                seen = all(faces[1:])
            case name if name in _JOINED:
                seen = all(faces)
            case name:
                seen = name in _FEWER and faces[0]
        return replace(OPEN.with_(*args), faces=seen)

    def _counted(self, e: p.Op, names: Names) -> Known | None:
        """How many lie in a zone, or whether any does, is open where its count is."""
        match e:
            case p.Op("len" | "size", (p.Get(cell, index),)):
                pass
            case p.Op("eq" | "ne", (p.Get(cell, index), other)) if other in (
                b.NO_MASK,
                b.NO_ITEMS,
            ):
                pass
            case _:
                return None
        zone = self.fields.get(cell.name)
        if zone is None or zone.role != "zone" or zone.sight.count_hidden:
            return None
        return OPEN if index is None else OPEN.with_(self.of(index, names))

    def _told_by_its_place(self, e: p.Op, names: Names) -> Known | None:
        """What the place of a piece says (`owner`) is open where every place that is not open
        says the same: `none`, as of all that lie nowhere."""
        match e:
            case p.Op(
                "if",
                (
                    p.Op("ge", (p.Get(cell, row), b.ZERO)),
                    p.Lookup(table, (p.Get(same, again),)),
                    p.Const(nowhere),
                ),
            ) if cell.name in self.places and (cell, row) == (same, again) and row is not None:
                zones = self.whole.pieces[self.places[cell.name]].zones
                hidden_ = [zone for zone in zones if zone.field.sight.kind != "up"]
                said = {x for z in hidden_ for x in table.data[z.first : z.first + z.count]}
                return OPEN.with_(self.of(row, names)) if said <= {nowhere} else None
            case _:
                return None

    def _loop(self, e: p.Comp | p.RankComp, names: Names) -> Known:
        walked = [self.of(part, names) for part in ir.source_parts(e.source)]
        each = replace(OPEN.with_(*walked), faces=isinstance(e.source, p.Bits | p.Items))
        each = replace(each, faces=each.faces and walked[0].faces)
        inner = {**names, e.var.name: each}
        rest = [self.of(x, inner) for x in ir.parts(e)[len(ir.source_parts(e.source)) :]]
        if isinstance(e, p.RankComp):
            return replace(each.with_(*rest), faces=each.faces)
        gathered = e.kind in ("mask", "ints", "first") and self.of(e.body, inner).faces
        return replace(each.with_(*rest), faces=gathered)

    # -- cells

    def _read(self, cell: p.Cell, index: p.Expr | None, names: Names) -> Known:
        """A cell, or all of a list of them."""
        at = OPEN if index is None else self.of(index, names)
        found = self.fields.get(cell.name)
        if found is not None:
            seers = self._seers(found, self._owner(found, index, names))
            return Known(max(seers, at.seers), faces=found.role == "zone")
        if cell.name in self.places:
            hides = self.whole.pieces[self.places[cell.name]].known is not None
            return UNSURE if hides and not at.faces else OPEN.with_(at)
        return UNSURE if cell.explicit or self._is_tainted(cell.name) else OPEN.with_(at)

    def _seers(self, found: g.Field, owner: Known) -> Seers:
        """Who sees a field of this owner, by its sight and, on a piece, by the piece's face."""
        pieces = self.whole.pieces.get(found.owner)
        if pieces is not None and pieces.known is not None and not owner.faces:
            return Seers.UNSURE
        if found.sight.kind == "up":
            return Seers.ALL
        return Seers.SUBJECT if sight.is_owners(found) and owner.subject else Seers.UNSURE

    def _owner(self, found: g.Field, index: p.Expr | None, names: Names) -> Known:
        """Whose instance of a field an index means: owner * index size + index."""
        if index is None:
            return UNSURE
        size = p.Const(layout.index_size(found, self.whole), "int")
        match index:
            case p.Op("add", (p.Op("mul", (owner, factor)), _)) if factor == size:
                return self.of(owner, names)
            case p.Op("mul", (owner, factor)) if factor == size:
                return self.of(owner, names)
            case _ if found.index is None:
                return self.of(index, names)
            case _:
                return UNSURE

    def _is_tainted(self, name: str) -> bool:
        """Whether a cell of the machine hangs on something hidden; fields are told to who sees
        them, cells of the machine to nobody."""
        if self.tainted is None:
            self.tainted = frozenset(hidden.find(self.whole).cells)
        return name in self.tainted
