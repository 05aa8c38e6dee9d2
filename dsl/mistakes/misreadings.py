"""Malformed lines and what their writers mean: data for words.py.

A pattern is looked for in the line that the parser could not read, with strings and comments
blotted out; the first that fits speaks. `{0}` is what it found, `{1}` its first group.
"""

from __future__ import annotations

import re

from hoyle.dsl import codes
from hoyle.dsl.codes import Code
from hoyle.dsl.records import record


@record
class Misreading:
    """A pattern, and what to say of it."""

    pattern: re.Pattern[str]
    code: Code
    message: str
    help: str


def _said(pattern: str, message: str, help: str) -> Misreading:
    return Misreading(re.compile(pattern), codes.FOREIGN_WORD, message, help)


def _line(code: Code, pattern: str, message: str, help: str) -> Misreading:
    return Misreading(re.compile(pattern), code, message, help)


MISREADINGS = (
    # ---- characters that word processors put in
    _line(
        codes.UNKNOWN_CHARACTER,
        "[“”„«»]",
        "`{0}` is a printer's quotation mark.",
        'Write straight quotes: `"`.',
    ),
    _line(
        codes.UNKNOWN_CHARACTER,
        "[‘’'`]",
        "`{0}` quotes nothing here.",
        'Words stand in double quotes: `"`.',
    ),
    _line(codes.UNKNOWN_CHARACTER, "[–—−]", "`{0}` is a dash.", "Write `-`, or `..` for a range."),
    _line(codes.UNKNOWN_CHARACTER, "…", "`…` is one character.", "A range has two dots: `1..4`."),
    _line(codes.UNKNOWN_CHARACTER, "[×·]", "`{0}` is no sign of this language.", "Write `*`."),
    _line(codes.UNKNOWN_CHARACTER, "≤", "`≤` is no sign of this language.", "Write `<=`."),
    _line(codes.UNKNOWN_CHARACTER, "≥", "`≥` is no sign of this language.", "Write `>=`."),
    _line(
        codes.UNKNOWN_CHARACTER,
        r"\w*[^\W0-9_a-zA-Z]\w*",
        "`{0}` has letters that names cannot have.",
        "Names are made of a to z, digits and `_`; printed names stand in quotes.",
    ),
    # ---- chapters
    _line(
        codes.MISREAD_LINE,
        r"^==.*$",
        "The title of a chapter is not closed.",
        "It stands between two pairs of signs: `== Setting up ==`.",
    ),
    # ---- signs of other languages
    _said("===?", "`{0}` is written `is`.", "`is` compares, `=` defines or changes."),
    _said("!=|<>|=/=|~=", "`{0}` is written `is not`.", "`is not` and `is` compare."),
    _said(r"([<>]) =", "`{0}` is written `{1}=`.", "`{1}=` compares."),
    _said(r"\?", "`?` decides nothing here.", "`A if C otherwise B` is A or B."),
    _said(
        r"^\"[^\"]*\" *(->)",
        "`->` behind a label is written `:`.",
        "`->` stands in a `value … match`.",
    ),
    _said("&&?", "`{0}` is written `and`.", "Conditions are joined by `and` and `or`."),
    _said(r"\|\|?", "`{0}` is written `or`.", "Conditions are joined by `and` and `or`."),
    _said("!", "`!` is written `not`.", "`not` turns a condition round."),
    _said(r":=", "`:=` is written `=`.", "`=` defines or changes."),
    _said(r"(\w+) ?\+\+", "`++` is written `+= 1`.", "For example `{1} += 1`."),
    _said(r"(\w+) ?--", "`--` is written `-= 1`.", "For example `{1} -= 1`."),
    _said(
        "=>", "`=>` is written `>=` or `->`.", "`>=` compares, `->` stands in a `value … match`."
    ),
    _said("=<", "`=<` is written `<=`.", "`<=` compares."),
    _said(";", "`;` ends nothing here.", "Write one statement a line, without a sign at its end."),
    _said("%", "`%` is written `remainder(a, b)`.", "`remainder` is the rest of a division."),
    _said(
        r"^may (choose) *:",
        "A choice between branches is never left out.",
        'Write `choose: "…"`, with a branch `"No"` that does nothing; one thing is `may "…"`.',
    ),
    _said(
        r"\byour (\w+)\(",
        "`your {1}(…)` is written `you.{1}(…)`.",
        "Behind `your` stands the name of a field or a value alone.",
    ),
    _said(r"\bis ([<>]=?)", "`{0}` is written `{1}`.", "`{1}` compares without `is`."),
    _said(r"//|/\*", "`{0}` begins no comment.", "Notes for designers begin with `#`."),
    _said(
        r"(?<![\w.)\]])\d*\.\d+\b",
        "`{0}` is a decimal, and there are none.",
        "Write a fraction, such as `1/2`. What a field holds is a whole number.",
    ),
    # ---- words of other languages
    _said(r"\bels?e? ?if\b|\belsif\b", "`{0}` is written `otherwise if`.", "It follows an `if`."),
    _said(
        r"(?<!, )\belse\b",
        "`else` is written `otherwise`.",
        "`otherwise` is the only else; `, else` names a second place: `to hand, else discards`.",
    ),
    _said(
        r"^(?:if|whenever|when)\b.*?\b(then)\b",
        "`then` is not written after a condition.",
        "A colon stands there, or the next line, deeper.",
    ),
    _said(
        r"(?:^|(?<=\n)) *\b"
        r"(for each player|for(?= (?!each))|foreach|every player|all players|each players)\b",
        "`{1}` is written `each`.",
        "`each player: …` speaks to one after the other, `each x in S: …` walks over a set.",
    ),
    _said(
        r"^while\b",
        "`while` is written `repeat until`.",
        "`repeat until C` tests before each turn; its condition is the opposite.",
    ),
    _said(r"^unless\b", "`unless` is written `if not`.", "Put the condition in brackets."),
    _said(
        r"^(?:def|function|procedure|action|rule|proc|fn|func|sub)\b",
        "`{0}` is written `to`, or `value`.",
        "`to deal` is something that is done, `value power of player = …` is looked up.",
    ),
    _said(
        r"\bplayer\.",
        "`player` names nobody.",
        "Say `your hand` for the player addressed, or give a name: `any p in players has p.out`.",
    ),
    _said(r"\bnot in\b", "`not in` is written `is not in`.", "For example `card is not in hand`."),
    _said(
        r"\b(?:number|size|length) of\b",
        "`{0}` is written `count(…)`.",
        "For example `count(your hand)`, `count(players where out)`.",
    ),
    _said(
        r"\b(greatest|least|highest|lowest|biggest|smallest) of\b",
        "`{0}` is written `max(…)` or `min(…)`.",
        "For example `max(power of your hand)`; whoever has most is `players with most score`.",
    ),
    _said(
        r"\b(count|sum|min|max) of\b",
        "`{0}` is written `{1}(…)`.",
        "What a function is asked about stands in brackets: `count(your hand)`.",
    ),
    _said(
        r"^\"[^\"]*\",? (if)\b",
        "`if` behind a label is written `when`.",
        'For example `"Draw" when count(deck) > 0: …`.',
    ),
    _said(
        r"\b(?:put|move|shuffle|draw|remove|choose\b.*\bfrom) (all) (?=[A-Z])",
        "`all` is written `every`.",
        "For example `put every Card into deck`; all of them as a set are just `Card`.",
    ),
    _said(r"^(?:set|start)[ -]up\b", "`{0}` is written `setup`.", "It stands at the left margin."),
    _said(
        r"^players? (?:have|hold|holds|owns?|gets?)\b|^players has\b",
        "`{0}` is written `player has`.",
        "Below it stands what each player has.",
    ),
    _said(
        r"^\w+(?:\[[^]]*\])?: (?!(?:set|row|pile|bag|list|tally)\b)([a-z]\w*) of\b",
        "`{1} of` is no sort of place for pieces.",
        "A `pile` and a `row` have an order, a `set` has none, a `bag` is drawn from blindly.",
    ),
    _said(
        r"^(?:your )?\w+(?:\.\w+)* (is) (?:your )?[\w.]+$",
        "`is` compares, and something is done here.",
        "`=` changes: `your score = 3`.",
    ),
    _said(
        r"^(?:then|and) (\w+) (?:wins?|has won)\b",
        "Who wins is written `victory for {1}`.",
        "For example `then victory for {1}`, `then victory for {{ann, ben}}`.",
    ),
    _said(
        r".\b(?:all|each) (\w+) in [^:]*?\b(?:has|have|are)\b",
        "What holds of all is written `every {1} in S has C`.",
        "What holds of at least one is `any {1} in S has C`.",
    ),
    _said(
        r"^at (?:the )?(?:end|start|beginning) of (?:each |every |the )?(\w+)",
        "`{0}` is written `after {1}` or `before {1}`.",
        "`after {1}` is its end, `before {1}` its beginning.",
    ),
    _said(
        r"^(?:may )?(?:before|after|instead of) (each|every|any|the|a) (\w+)",
        "`{1}` is not written here.",
        "It meets every one: leave `{1}` out.",
    ),
    _said(
        r"^(?:given|then|and) [\w.]+ (has|have|holds|contains)\b",
        "`{1}` is written `is`.",
        'All that lies there: `ann.hand is "Ace", "King"`.',
    ),
    # ---- words of this language, misread
    _line(
        codes.MISSING_COLON,
        r"^(?:may )?choose (\"_*\") *$",
        "A colon is missing before the prompt.",
        '`choose: "Prompt"`, and below it the branches.',
    ),
    _line(
        codes.MISREAD_LINE,
        r"^(?:to|value|option|lasting|before|after) ((?!of\b|roll\b|each\b|every\b)[a-z]\w* "
        r"(?!of\b|gives\b|while\b|until\b|when\b|for\b|by\b)[a-z]\w*)\b",
        "`{1}` is two words, and a name is one.",
        "Join them by `_`, here and wherever it is named.",
    ),
    _line(
        codes.WINDOW_AS_CHOICE,
        r"^(?:may )?choose ([a-z_]\w*(?:\([^)]*\))?) ?:",
        "`{0}` does not say what to choose from.",
        "`choose at {1}: …` opens the moment {1}; `choose x from S: …` chooses something.",
    ),
    _line(
        codes.MISREAD_LINE,
        r"^(?:may )?choose (?:one |a |\d+ )?(?:from|in)\b",
        "What is chosen has no name.",
        "Name it, then speak of it: `choose card from your hand`.",
    ),
    _line(
        codes.MISREAD_LINE,
        r"\b(any|every) \w+ in .*?\bwhere\b.*",
        "A claim with `{1}` says what holds by `has`.",
        "`{1} x in S has C`; a filtered set stands in brackets: `{1} x in (S where D) has C`.",
    ),
    _line(
        codes.MISREAD_LINE,
        r"^(?:may (?:on|upon|when|if)|on|upon) (?!spent\b)(\w+)",
        "`{0}` does not say at which moment.",
        "Write `before {1}`, `after {1}` or `instead of {1}`; with `may` in front it is offered.",
    ),
    _line(
        codes.MISREAD_LINE,
        r"^cost\b.*\b(when|if)\b(?!.*\botherwise\b).*",
        "What a step costs has no condition of its own.",
        "Write it into the number: `cost 2 if C otherwise 1`.",
    ),
    _line(
        codes.MISREAD_LINE,
        r"^(bar|halt|rest)(?: when\b.*)?$",
        "This line has no name.",
        "Name it, so that `lift` can speak of it: `{1} rough when there.rough`.",
    ),
    _line(
        codes.MISREAD_LINE,
        r"^repeat (?!until\b)(?:(?!times\b)[\w. ])+(?=$|:)",
        "It is not said how often.",
        "`repeat 3 times`, `repeat until C`, or `repeat` alone with a `stop` in its block.",
    ),
    _line(
        codes.DRAW_OUTSIDE_LET,
        r"(?:^(?!let\b).*= *|\breturn )(draw)\b.*",
        "A draw answers only to `let`.",
        "Write `let drawn = draw 2 from deck to your hand`, then use `drawn`.",
    ),
    _line(
        codes.DRAW_OUTSIDE_LET,
        r"^let [^=]*= *(move|put|pay|gain|spend|swap|remove|reveal|take|lose|shuffle|look)\b.*",
        "`{1}` answers nothing.",
        "Only a draw, a roll, or a `to` that `gives` something answers to `let`.",
    ),
    _line(
        codes.OR_BETWEEN_TARGETS,
        r"^(?:let \w+ = )?(?:move|put|pay|draw|gain|spend)\b.*?\b(?:to|from|into)\b.*?\b(or)\b",
        "`or` stands between conditions, never between places to go to.",
        "Name the second place by `, else`: `to creditor, else bank`.",
    ),
    _line(
        codes.CHAINED_COMPARISON,
        r"[\w.)\]]+ *[<>]=? *[\w.]+(?:\([^()]*\))? *[<>]=? *[\w.(]+",
        "`{0}` compares twice.",
        "Write `a < b and b < c`, or `b is in 1..4`.",
    ),
)
