"""The registry of diagnostic codes. One line a code; its page is docs/errors/<id>.md.

R01 syntax · R02 names · R03 types · R04 tables and data · R05 flow and choices ·
R06 information · R07 clauses, examples and variants.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """How bad it is: an error stops the build, a warning does not, a note only tells."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Code:
    """What a diagnostic is about: a number, a name to speak of it, and its title."""

    id: str
    name: str
    title: str
    severity: Severity = Severity.ERROR


_BY_ID: dict[str, Code] = {}
_BY_NAME: dict[str, Code] = {}


def _code(id_: str, name: str, title: str, severity: Severity = Severity.ERROR) -> Code:
    """Enter a code in the registry; an id or a name given twice is a mistake of ours."""
    if id_ in _BY_ID or name in _BY_NAME:
        raise ValueError(f"code {id_} {name} is registered twice")
    code = Code(id_, name, title, severity)
    _BY_ID[id_] = _BY_NAME[name] = code
    return code


def get(id_or_name: str) -> Code:
    """The code of an id ("R0101") or a name ("misread-line"); KeyError if there is none."""
    return _BY_ID.get(id_or_name) or _BY_NAME[id_or_name]


def all_codes() -> tuple[Code, ...]:
    """Every code, by id."""
    return tuple(_BY_ID[id_] for id_ in sorted(_BY_ID))


# ---- R01 syntax
UNREADABLE_FILE = _code("R0101", "unreadable-file", "The file cannot be read as text")
UNKNOWN_CHARACTER = _code("R0102", "unknown-character", "A character that means nothing here")
MISREAD_LINE = _code("R0103", "misread-line", "A line that is no rule")

# ---- R02 names
NAME_TWICE = _code("R0201", "name-twice", "A name with two meanings")

# ---- R03 types

# ---- R04 tables and data

# ---- R05 flow and choices

# ---- R06 information

# ---- R07 clauses, examples and variants
