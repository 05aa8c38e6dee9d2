"""What a cell of a table says, in the notation of `game.Value`."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.records import record
from hoyle.dsl.resolve.relations import describe, plural, with_article
from hoyle.dsl.resolve.world import World, nearest
from hoyle.dsl.source import Span
from hoyle.dsl.types import (
    Cup,
    Either,
    Flag,
    Kind,
    ListOf,
    Nothing,
    Number,
    Optional,
    Place,
    Player,
    Ratio,
    SetOf,
    TallyOf,
    Text,
    Thing,
    Type,
)

YES, NO = ("yes", "1"), ("no", "0", "")
MOST_DIGITS = 9  # no range goes further


@record
class Wrong:
    """Why a cell does not fit: what it should be, and a word like the one that is there."""

    wanted: str
    like: str | None = None
    help: str | None = None


class Cells:
    """Reads cells. Names of rows are indexed once for each table."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._rows: dict[str, dict[str, int]] = {}

    def value(self, text: str, type_: Type, span: Span) -> g.Value:
        """A cell as a value of a type; reported if it is none, and then the least there is."""
        found = self.read(text, type_)
        if isinstance(found, Wrong):
            self._report(text, found, span)
            return least(type_)
        return found

    def _report(self, text: str, wrong: Wrong, span: Span) -> None:
        self.world.sink.report(
            codes.BAD_CELL,
            span,
            f"{shown(text)} is not {wrong.wanted}.",
            help=f"Write `{wrong.like}` if you mean that." if wrong.like else wrong.help,
        )

    def read(self, text: str, type_: Type) -> g.Value | Wrong:
        """A cell as a value of a type, or what is wrong with it."""
        match type_:
            case Flag():
                return _flag(text)
            case Text():
                return text
            case Number():
                return _number(text, type_)
            case Kind(name):
                return self._kind(text, name)
            case Thing(name):
                return self._row(text, name)
            case Optional(of):
                return None if text in ("", "none") else self.read(text, of)
            case SetOf(of):
                return self._set(text, of)
            case ListOf(of):
                return self._members(text, of)
            case TallyOf(of):
                return self._tally(text, of)
            case Either() | Player() | Place() | Cup() | Ratio() | Nothing():
                return Wrong(f"{describe(type_)}, which no table can name")
            case _:
                return 0

    def _kind(self, text: str, name: str) -> int | Wrong:
        kinds = self.world.game.kinds[name]
        if text in kinds.values:
            return kinds.values.index(text)
        if text in kinds.labels:
            return kinds.labels.index(text)
        return Wrong(with_article(name), nearest(text, kinds.values))

    def names_of(self, name: str) -> dict[str, int]:
        """The rows of a table by name; of several of one name the first."""
        if name not in self._rows:
            names: dict[str, int] = {}
            for index, row in enumerate(self.world.game.tables[name].rows):
                names.setdefault(row.name, index)
            self._rows[name] = names
        return self._rows[name]

    def _row(self, text: str, name: str) -> int | Wrong:
        names = self.names_of(name)
        if text in names:
            return names[text]
        if self._lost(name):
            return 0
        return Wrong(with_article(name), nearest(text, names))

    def _lost(self, name: str) -> bool:
        """Whether the rows of a table could not be read, which was reported."""
        return name in self.world.damaged and not self.names_of(name)

    def _set(self, text: str, of: Type) -> g.Value | Wrong:
        members = self._members(text, of)
        if isinstance(members, Wrong):
            return members
        once = set(members)
        if len(once) < len(members):
            return Wrong(f"a set of {plural(of)}: one of them stands there twice")
        return tuple(sorted(once, key=_in_order))

    def _members(self, text: str, of: Type) -> tuple[g.Value, ...] | Wrong:
        if isinstance(of, Thing) and self._lost(of.name):
            return ()
        found: list[g.Value] = []
        for part in self._parts(text, of):
            value = self.read(part, of)
            if isinstance(value, Wrong):
                return Wrong(f"a list of {plural(of)}: `{part}` is none", value.like)
            found.append(value)
        return tuple(found)

    def _parts(self, text: str, of: Type) -> list[str]:
        """The names in a cell, between `;`, or between blanks where the names have none."""
        if ";" in text:
            return [part.strip() for part in text.split(";") if part.strip()]
        words = text.split()
        return self._longest_names(words, of.name) if isinstance(of, Thing) else words

    def _longest_names(self, words: list[str], thing: str) -> list[str]:
        """Words joined to names of rows, the longest first: `Red Fox Owl` may be two names."""
        names, parts = self.names_of(thing), []
        while words:
            for size in range(len(words), 0, -1):
                if size == 1 or " ".join(words[:size]) in names:
                    parts.append(" ".join(words[:size]))
                    words = words[size:]
                    break
        return parts

    def _tally(self, text: str, of: Kind) -> g.Value | Wrong:
        members = self._members(text, of)
        if isinstance(members, Wrong):
            return members
        counts = [0] * len(self.world.game.kinds[of.name].values)
        for member in members:
            assert isinstance(member, int)
            counts[member] += 1
        return tuple(counts)


def shown(text: str) -> str:
    """A cell as a message names it."""
    return f"`{text}`" if text else "An empty cell"


def _in_order(value: g.Value) -> tuple[int, str]:
    return (value, "") if isinstance(value, int) else (0, str(value))


def _flag(text: str) -> bool | Wrong:
    if text in YES:
        return True
    return False if text in NO else Wrong("yes or no", help="Write `yes` or `no`.")


def _number(text: str, type_: Number) -> int | Wrong:
    digits = text.removeprefix("-").removeprefix("+")
    if text and (not digits.isascii() or not digits.isdecimal()):
        return Wrong("a whole number", help="Write digits only.")
    if len(digits) <= MOST_DIGITS and type_.low <= int(text or "0") <= type_.high:
        return int(text or "0")
    range_ = f"{type_.low}..{type_.high}"
    return Wrong(f"a number {range_}", help=f"Write a number {range_}, or widen the range.")


def least(type_: Type) -> g.Value:
    """What stands for a cell that was reported."""
    match type_:
        case Flag():
            return False
        case Text():
            return ""
        case Number(low, high):
            return max(low, min(0, high))
        case Optional():
            return None
        case SetOf() | ListOf():
            return ()
        case _:
            return 0
