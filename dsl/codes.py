"""The registry of diagnostic codes. One line a code; its page is docs/errors/<id>.md.

R01 syntax · R02 names · R03 types · R04 tables and data · R05 flow and choices ·
R06 information · R07 clauses, examples and variants · R08 not compiled yet.
"""

from __future__ import annotations

from enum import Enum

from hoyle.dsl.records import record


class Severity(Enum):
    """How bad it is: an error stops the build, a warning does not, a note only tells."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@record
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
RESERVED_WORD = _code("R0104", "reserved-word", "A word of the language used as a name")
BROKEN_CITATION = _code("R0105", "broken-citation", "A citation that names no clause")
TABS = _code("R0106", "tabs", "A line indented with tabs")
UNEVEN_DEPTH = _code("R0107", "uneven-depth", "A line that is not indented by fours")
UNEXPECTED_BLOCK = _code("R0108", "unexpected-block", "A block under a line that takes none")
MISSING_BLOCK = _code("R0109", "missing-block", "A heading with nothing below it")
MISSING_COLON = _code("R0110", "missing-colon", "A colon is missing")
COLON_AFTER_HEADING = _code("R0111", "colon-after-heading", "A heading that ends with a colon")
OPEN_QUOTE = _code("R0112", "open-quote", "Quotes that are not closed")
OPEN_BRACKET = _code("R0113", "open-bracket", "A bracket without its partner")
UNKNOWN_FIRST_WORD = _code("R0114", "unknown-first-word", "A line begins with an unknown word")
OUT_OF_PLACE = _code("R0115", "out-of-place", "A line that stands in the wrong place")
FOREIGN_WORD = _code("R0116", "foreign-word", "A word or sign that is written differently here")
WINDOW_AS_CHOICE = _code("R0117", "window-as-choice", "A moment without `at`")
IN_WITHOUT_IS = _code("R0118", "in-without-is", "`in` where `is in` is meant")
OR_BETWEEN_TARGETS = _code("R0119", "or-between-targets", "`or` between places to go to")
DRAW_OUTSIDE_LET = _code("R0120", "draw-outside-let", "A draw or deed that answers to no `let`")
CHAINED_COMPARISON = _code("R0121", "chained-comparison", "Comparisons in a chain")
MISSING_QUOTES = _code("R0122", "missing-quotes", "Words that want quotes")
BROKEN_PROMPT = _code("R0123", "broken-prompt", "Braces in a prompt that hold no name")
LONG_NUMBER = _code("R0124", "long-number", "A number that is too long")
TOO_DEEP = _code("R0125", "too-deep", "A rule that is nested too deeply")
WRONG_CAPITAL = _code("R0126", "wrong-capital", "A name that begins with the wrong sort of letter")

# ---- R02 names
NAME_TWICE = _code("R0201", "name-twice", "A name with two meanings")
UNKNOWN_NAME = _code("R0202", "unknown-name", "A name that means nothing here")
UNKNOWN_TYPE = _code("R0203", "unknown-type", "A type that nothing declares")
UNKNOWN_ATTRIBUTE = _code("R0204", "unknown-attribute", "A thing that has no such field or value")
UNKNOWN_PIECE = _code("R0205", "unknown-piece", "A piece that is in no table")
UNKNOWN_FUNCTION = _code("R0206", "unknown-function", "A function that does not exist")
AMBIGUOUS_NAME = _code("R0207", "ambiguous-name", "A bare name that two things here have")
NOBODY_ADDRESSED = _code("R0208", "nobody-addressed", "`you` or `your` where nobody is addressed")
NO_SUBJECT = _code("R0209", "no-subject", "`it`, `this` or `bearer` where there is none")
DEED_AS_VALUE = _code("R0210", "deed-as-value", "A deed where a value is meant")

# ---- R03 types
MISSING_START = _code("R0301", "missing-start", "A field that changes and has no start")
WRONG_TYPE = _code("R0302", "wrong-type", "Something of another type than is meant")
BAD_RANGE = _code("R0303", "bad-range", "A range or an index that cannot be")
BAD_TYPE = _code("R0304", "bad-type", "A type that makes no sense here")
MAYBE_NONE = _code("R0305", "maybe-none", "A use of what may be none")
NEVER_NONE = _code("R0306", "never-none", "A test for none of what is never none")
WRONG_ARGUMENTS = _code("R0307", "wrong-arguments", "Arguments that do not fit")
OR_BETWEEN_VALUES = _code("R0308", "or-between-values", "`or` between values instead of conditions")
NOT_HERE = _code("R0309", "no-decision-here", "A roll, question or call that cannot stand here")
VALUE_OF_ITSELF = _code("R0310", "value-of-itself", "A value that needs itself")
NEVER_EQUAL = _code("R0311", "never-equal", "A comparison of what can never be equal")
NOT_CONSTANT = _code("R0312", "not-constant", "A constant that has to be worked out")
OPEN_FRACTION = _code("R0313", "open-fraction", "A fraction that nothing rounds")
WRONG_SIGHT = _code("R0314", "wrong-sight", "A sight that cannot be")

# ---- R04 tables and data
UNREADABLE_TABLE = _code("R0401", "unreadable-table", "A file of the ruleset that cannot be read")
MISSING_COLUMN = _code("R0402", "missing-column", "A table without a column that it needs")
BAD_CELL = _code("R0403", "bad-cell", "A cell that does not fit its field")
MALFORMED_TABLE = _code("R0404", "malformed-table", "A table that is not well formed")
SPARE_COLUMNS = _code("R0405", "spare-columns", "Columns that no field reads", Severity.NOTE)
SAME_NAME = _code("R0406", "same-row-name", "Two different rows of one name")
BAD_BOARD = _code("R0407", "bad-board", "A board that cannot be")
BAD_MAP = _code("R0408", "bad-map", "A map that cannot be read")
BAD_DIE = _code("R0409", "bad-die", "A die that cannot be thrown")
WRONG_FACT = _code("R0410", "wrong-fact", "A line that says wrongly what is printed on a piece")
BROKEN_BY_ROW = _code("R0411", "broken-by-row", "A row of a table that breaks an invariant")

# ---- R05 flow and choices
LOOSE_STOP = _code("R0501", "stop-outside-loop", "A `stop` or `until` with no loop around it")
NOT_RUNNING = _code("R0502", "end-of-nothing", "An `end` of something that is not running")
WRONG_RETURN = _code("R0503", "wrong-return", "A `return` that does not fit its `to`")
MATCH_GAP = _code("R0504", "match-gap", "A `match` that leaves something out")
MATCH_OVERLAP = _code("R0505", "match-overlap", "A `match` that names something twice")
UNKNOWN_DEED = _code("R0506", "unknown-deed", "A deed that nothing declares")
WRONG_PHRASE = _code("R0507", "wrong-phrase", "A verb with the wrong words around it")
WRONG_ZONE = _code("R0508", "wrong-zone", "A place that does not hold such pieces")
WRONG_MONEY = _code("R0509", "wrong-money", "A payment without a purse or a currency")
NOBODY_ASKED = _code("R0510", "nobody-asked", "A choice where nobody is addressed")
MAYBE_NOBODY = _code("R0511", "maybe-nobody", "`your` where nobody may be addressed")
DEED_BEFORE_CHOICE = _code("R0512", "deed-before-choice", "In `together`, a deed before a choice")
TWO_AFTER_ONE = _code("R0513", "two-after-one", "In `together`, two players after one thing")
ENDLESS_LOOP = _code("R0514", "endless-loop", "A loop that can turn for ever")
ENDLESS_OFFER = _code("R0515", "endless-offer", "An offer that can be taken for ever")
EMPTY_CHOICE = _code("R0516", "empty-choice", "A choice that has nothing to choose from")
UNREACHED = _code("R0517", "never-run", "A rule that never runs", Severity.WARNING)
UNUSED = _code("R0518", "never-used", "A name that is never used", Severity.WARNING)
YOUR_SHIFTS = _code("R0519", "your-shifts", "`your` that changes its owner", Severity.WARNING)
TWO_TO = _code("R0520", "two-adjust-to", "Two `adjust … to` that can meet")
WHENEVER_STAYS = _code("R0521", "whenever-stays", "A `whenever` that does not make itself false")
MAY_NOT_PAY = _code(
    "R0522", "unsure-payment", "A payment of what may not be there", Severity.WARNING
)
FIRST_IS_YOU = _code(
    "R0523", "first-is-you", "`first(players)` where that is you", Severity.WARNING
)
TWO_VERSIONS = _code("R0524", "two-versions", "Two versions of one `to` for one piece")
WRONG_HOOK = _code("R0525", "wrong-hook", "A hook on what does not happen")
WRONG_WINDOW = _code("R0526", "wrong-window", "A window that nobody opens")
WRONG_PURPOSE = _code("R0527", "wrong-purpose", "A purpose that no roll has")
WRONG_BOUND = _code("R0528", "wrong-bound", "A bound on what is not running")
WRONG_LASTING = _code("R0529", "wrong-lasting", "A lasting effect that cannot begin or end")
LOOSE_REROLL = _code("R0530", "loose-reroll", "A `roll again` where nothing was rolled")
WRONG_ADJUST = _code("R0531", "wrong-adjust", "An adjustment of what cannot be adjusted")
WRONG_VERSION = _code("R0532", "wrong-version", "A version of a `to` that does not fit")
WRONG_MOVEMENT = _code("R0533", "wrong-movement", "A movement or look that does not fit")
HALF_BOUND_NAME = _code("R0534", "half-bound-name", "A name that only one of several events gives")
DEAD_END = _code("R0537", "dead-end", "A space from which no road leads on", Severity.NOTE)
LONELY_SPACE = _code("R0536", "lonely-space", "A space that nobody ever comes to", Severity.WARNING)
IDLE_OTHERWISE = _code(
    "R0535", "idle-otherwise", "An `otherwise` that is never taken", Severity.WARNING
)
UNSURE_CHOICE = _code(
    "R0538",
    "unsure-choice",
    "A choice that what was chosen before may leave empty",
    Severity.WARNING,
)
NO_COURSE = _code("R0539", "no-course", "A game in which nothing is ever done", Severity.WARNING)

# ---- R06 information
UNSEEN_CHOICE = _code("R0601", "unseen-choice", "A choice among things that the player cannot see")
HIDDEN_CONDITION = _code(
    "R0602", "hidden-condition", "A choice that hangs on what its player cannot see"
)
HIDDEN_ACTOR = _code("R0603", "hidden-question", "A question whose asking shows what is hidden")
HIDDEN_PROMPT = _code("R0604", "hidden-prompt", "A prompt that shows what nobody may see")
UNSEEN_FACE = _code("R0605", "unseen-face", "A rule that reads a face which nobody sees")
TOLD_CHOICE = _code(
    "R0606", "told-choice", "A choice that tells all what then lies unseen", Severity.WARNING
)

# ---- R07 clauses, examples and variants
UNKNOWN_CLAUSE = _code("R0701", "unknown-clause", "A citation of a clause that is not there")
BAD_PARENT = _code("R0702", "bad-parent", "A variant whose parent cannot be used")
UNKNOWN_SCENARIO = _code("R0703", "unknown-scenario", "A scenario that the game does not have")
BAD_OPTION = _code("R0704", "bad-option", "A value that an option cannot have")
BAD_HEAD = _code("R0705", "bad-head", "A head that does not tell what a game needs")
BAD_INCLUDE = _code("R0706", "bad-include", "A file that cannot be included")
CLAUSE_NOT_CITED = _code("R0711", "clause-not-cited", "A clause that no rule cites")
WRONG_EXAMPLE = _code("R0712", "wrong-example", "An example that cannot be run")
WRONG_SCENARIO = _code("R0713", "wrong-scenario", "A scenario or campaign that does not fit")
GONE_FROM_PARENT = _code("R0714", "nothing-to-replace", "A variant replaces what is not there")
WRONG_REPLACEMENT = _code(
    "R0715", "wrong-replacement", "A replacement that does not fit what it replaces"
)

# ---- R08 what the compiler does not do
NOT_COMPILED = _code("R0801", "not-compiled", "Part of the language, not compiled yet")
