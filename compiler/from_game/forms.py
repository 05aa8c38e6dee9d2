"""How a value of a type is held: its form, its finite domain, its words in the schema.

"none" is -1 of anything that counts from 0, one below the least number of numbers, and no text.
"""

from __future__ import annotations

from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record

NONE_NUMBER = t.LEAST - 1
"""`none` where a number is meant."""

WIDEST_MASK = 4096
"""Sets of numbers above this are tuples, not masks."""


@record
class Domain:
    """A finite domain of ints: low, low + 1, … (`none` included as the first where it may be)."""

    low: int
    count: int

    @property
    def end(self) -> int:
        """One above the last."""
        return self.low + self.count


@record
class Forms:
    """The forms of types in one game with so many seats."""

    game: g.Game
    players: int

    def form_of(self, type_: t.Type) -> p.Form:
        """The form in which a value of this type is held."""
        match type_:
            case t.Flag():
                return "bool"
            case t.Text():
                return "str"
            case t.Ratio():
                return "ratio"
            case t.Optional(of):
                return self.form_of(of)
            case t.SetOf(of):
                return self._form_of_set(of)
            case t.ListOf(of):
                return "texts" if _is_text(of) else "ints"
            case t.TallyOf() | t.Cup():
                return "ints"
            case _:
                return "int"

    def _form_of_set(self, of: t.Type) -> p.Form:
        if _is_text(of):
            return "texts"
        return "mask" if self.is_mask(of) else "ints"

    def is_mask(self, of: t.Type) -> bool:
        """Whether a set of these is a mask of bits (else a sorted tuple)."""
        match of:
            case t.Number(low, high):
                return low >= 0 and high < WIDEST_MASK
            case t.Optional(inner):
                return self.is_mask(inner)
            case _:
                return not _is_text(of)

    def domain(self, type_: t.Type, seats: int | None = None) -> Domain:
        """The ints that a value of this type can be; `seats` instead of this game's number."""
        match type_:
            case t.Flag():
                return Domain(0, 2)
            case t.Number(low, high):
                return Domain(low, high - low + 1)
            case t.Optional(t.Number(low, high)):
                return Domain(low, high - low + 1)
            case t.Optional(of):
                return Domain(-1, self.domain(of, seats).end + 1)
            case t.Player():
                return Domain(0, seats or self.players)
            case t.Kind(name):
                return Domain(0, len(self.game.kinds[name].values))
            case t.Thing(name):
                return Domain(0, len(self.game.tables[name].rows))
            case t.Place(figure):
                return Domain(0, self.placements(figure))
            case t.Either(names):
                return Domain(0, sum(len(self.game.tables[n].rows) for n in names))
            case _:
                return Domain(0, 1)

    def placements(self, figure: str) -> int:
        """One above the greatest placement of a sort of figure: a space, or above all of them a
        space and the direction of a tail."""
        table = self.game.tables[figure]
        board = self.game.tables[table.stands_on or figure]
        ways = len(board.board.directions) if board.board is not None else 0
        return len(board.rows) * (1 if table.trail is None else 1 + ways)

    def bits(self, type_: t.Type) -> int:
        """All members of a set of these are below this."""
        of = type_.of if isinstance(type_, t.SetOf | t.ListOf) else type_
        return max(1, self.domain(of).end)

    def none_of(self, type_: t.Type) -> p.Const:
        """`none` where this type (or none) is meant."""
        of = type_.of if isinstance(type_, t.Optional) else type_
        match of:
            case t.Text():
                return p.Const("", "str")
            case t.Number():
                return p.Const(NONE_NUMBER, "int")
            case t.SetOf() | t.ListOf() | t.TallyOf() | t.Cup():
                return self.empty_of(of)
            case t.Flag():
                return p.Const(False, "bool")
            case _:
                return p.Const(-1, "int")

    def empty_of(self, type_: t.Type) -> p.Const:
        """What a value of this type is where nothing was said: no, 0, none, nothing."""
        form = self.form_of(type_)
        match form:
            case "bool":
                return p.Const(False, "bool")
            case "mask":
                return p.Const(0, "mask")
            case "ints" | "texts":
                if isinstance(type_, t.TallyOf):
                    return p.Const((0,) * len(self.game.kinds[type_.of.name].values), "ints")
                return p.Const((), form)
            case "int" if isinstance(type_, t.Number):
                return p.Const(max(0, type_.low), "int")
            case "int" | "str":
                return self.none_of(type_)
            case _:
                return p.Const(0, "int")

    def offset(self, type_: t.Type, names: tuple[str, ...]) -> int:
        """How far rows of a thing move where one of several things is meant."""
        of = type_.of if isinstance(type_, t.Optional) else type_
        if not isinstance(of, t.Thing):
            return 0
        before = names[: names.index(of.name)]
        return sum(len(self.game.tables[name].rows) for name in before)

    def rows_in(self, type_: t.Type) -> str:
        """The domain of a value that holds rows of components, "" of any other."""
        match type_:
            case t.Optional(of) | t.SetOf(of) | t.ListOf(of) if self.rows_in(of):
                return self.words(type_)
            case t.Thing(name):
                component = self.game.tables[name].form == "component"
                return self.words(type_) if component else ""
            case t.Either():
                return self.words(type_)
            case _:
                return ""

    def words(self, type_: t.Type) -> str:
        """The domain as the schema spells it."""
        match type_:
            case t.Flag():
                return "flag"
            case t.Text():
                return "text"
            case t.Player():
                return "player"
            case t.Kind(name):
                return f"kind:{name}"
            case t.Thing(name):
                return f"thing:{name}"
            case t.Place(figure):
                table = self.game.tables[figure]
                return f"{'thing' if table.trail is None else 'stand'}:{table.stands_on}"
            case t.Either(names):
                return f"either:{'+'.join(names)}"
            case t.Optional(t.Number()):
                return "none:number"
            case t.Optional(of):
                return self.words(of)
            case t.SetOf(of):
                return f"set:{self.words(of)}" if self.is_mask(of) else f"list:{self.words(of)}"
            case t.ListOf(of):
                return f"list:{self.words(of)}"
            case t.TallyOf(of):
                return f"tally:{of.name}"
            case t.Cup(die):
                kinds = self.game.dice[die].kinds
                return f"list:kind:{kinds}" if kinds else "list:number"
            case _:
                return "number"


def _is_text(of: t.Type) -> bool:
    return isinstance(of.of if isinstance(of, t.Optional) else of, t.Text)


def datum(value: g.Value, type_: t.Type, forms: Forms) -> p.Datum:
    """A value of the game in the form its type is held in."""
    if value is None:
        return forms.none_of(type_).value
    of = type_.of if isinstance(type_, t.Optional) else type_
    if isinstance(value, tuple):
        if isinstance(of, t.SetOf) and forms.is_mask(of.of):
            return sum({1 << int(member) for member in value if isinstance(member, int)})
        inner = of.of if isinstance(of, t.SetOf | t.ListOf) else t.Number()
        return tuple(datum(member, inner, forms) for member in value)
    if isinstance(of, t.Flag):
        return bool(value)
    if isinstance(of, t.SetOf):
        return datum((value,), of, forms)
    return value
