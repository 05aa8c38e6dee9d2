"""Did you mean: the names nearest to one that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable

SAID_DIFFERENTLY = {
    "true": "`yes`",
    "false": "`no`",
    "null": "`none`",
    "nil": "`none`",
    "nobody": "`none`",
    "else": "`otherwise`",
    "elif": "`otherwise if`",
    "elseif": "`otherwise if`",
    "for": "`each x in S`",
    "foreach": "`each x in S`",
    "while": "`repeat until C`",
    "loop": "`repeat`",
    "break": "`stop`",
    "switch": "`match`",
    "case": "an arm of `match`: `1..3: …`",
    "def": "`to` for something that is done, `value` for something that is looked up",
    "function": "`to` for something that is done, `value` for something that is looked up",
    "action": "`to`",
    "procedure": "`to`",
    "var": "`let`",
    "const": "`option`, or a `value`",
    "enum": "`kinds`",
    "class": "`component`",
    "type": "`kinds` or `component`",
    "open": "`offer`: it opens a moment to all who can act",
    "ask": '`as P` for deeds of another player, `P agrees "…"` for a question',
    "use": "`spend X`",
    "discard": "`move X to discards`",
    "deal": "`draw n from deck to your hand`",
    "give": "`move X to P.zone`, or `pay n to P`",
    "take": "`move X to your zone`, or `gain n from bank`",
    "set": "`x = E`",
    "increase": "`x += n`",
    "decrease": "`x -= n`",
    "win": "`victory for P`",
    "wins": "`victory for P`",
    "print": "nothing: choices, rolls and moves are in the log",
    "say": "nothing: choices, rolls and moves are in the log",
    "if_not": "`if not C`",
    "unless": "`if not C`",
    "self": "`this`",
    "me": "`you`",
    "my": "`your`",
    "greatest": "`max(…)`",
    "highest": "`max(…)`",
    "least": "`min(…)`",
    "lowest": "`min(…)`",
    "floor": "`round_down(x)`",
    "ceil": "`round_up(x)`",
    "ceiling": "`round_up(x)`",
    "round": "`round_down(x)` or `round_up(x)`",
    "mod": "`remainder(a, b)`",
    "empty": "`count(S) is 0`",
    "random": "`roll d`, or `draw n at random from Z`",
    "length": "`count(S)`",
    "size": "`count(S)`",
    "len": "`count(S)`",
}
"""What other languages and rulebooks call otherwise."""


def nearest(word: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names that a writer may have meant, the nearest first."""
    reach = max(1, len(word) // 3)
    ranked = sorted((distance(word, name, reach), name) for name in set(known))
    near = [(far, name) for far, name in ranked if far <= reach and name != word]
    return tuple(name for far, name in near if far == near[0][0])[:most]


def distance(one: str, other: str, limit: int) -> int:
    """How many letters to change, add, leave out or swap; limit + 1 if it is more than limit."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    above = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, against in enumerate(other, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != against))
            swapped = i > 1 and j > 1 and letter == other[j - 2] and against == one[i - 2]
            row.append(min(best, before[j - 2] + 1) if swapped else best)
        before, above = above, row
    return min(above[-1], limit + 1)
