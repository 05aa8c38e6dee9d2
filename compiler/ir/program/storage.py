"""Where data lies: cells of the position, static tables; and the forms that data has."""

from __future__ import annotations

from dataclasses import field
from typing import Literal as Word

from hoyle.dsl.records import record

Form = Word["int", "bool", "str", "ints", "texts", "ratio", "mask", "object"]
Datum = int | bool | str | tuple["Datum", ...]


@record
class Cell:
    """A variable of the position. `length` None: one; else a list of so many (owner * index size +
    index).

    `name` is an identifier, unique in the program. `low`, `high`: the range that writes are tested
    against (None: no test needed). `explicit`: kept in the explicit build only (knowledge marks).
    `given`: set from outside before the game begins; `start` is not what it is then. `scratch`: of
    a fused playout only, no part of the position; `sets_of`: the cell whose places it holds.
    `stands_for`: the cell of the position that it is there in another `shape`: a list of the
    "members" of a set; the "number" of slots of a pile, all of which hold `mark`; what the "sole"
    place of a list holds. `sums`: the set, and the table of what is added up over its members.
    """

    name: str
    form: Form
    length: int | None
    start: Datum
    low: int | None = None
    high: int | None = None
    explicit: bool = False
    rule: int = -1
    given: bool = False
    scratch: bool = False
    sets_of: str = ""
    stands_for: str = ""
    shape: Word["", "members", "number", "sole"] = ""
    mark: int = 0
    sums: tuple[str, str] | None = None


@record
class StaticTable:
    """Printed data folded into a nested tuple; `depth` indexes lead to an element of `form`.

    `made`: a helper of the runtime's library and what it is given: where the data is long and
    follows from less, the module makes it so while it is loaded. `kind`: the type of what the
    helper makes, where that is no tuple (then `data` is empty and `depth` 0). `sets_of`: the table
    of which it has, for each value, the places that hold it.
    """

    name: str
    depth: int
    form: Form
    data: tuple[Datum, ...] = field(compare=False)
    made: tuple[str, tuple[Datum, ...]] | None = field(default=None, compare=False)
    kind: str = field(default="", compare=False)
    sets_of: str = field(default="", compare=False)
