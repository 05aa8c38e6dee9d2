"""How the lines of the language look: the first word of each, where it may stand, an example."""

from __future__ import annotations

DECLARATIONS = {
    "game": 'game "Title", and below it `players 2..4`',
    "kinds": "kinds Colour: red, green, blue",
    "component": 'component Card from "cards.csv"',
    "chart": 'chart Prices from "prices.csv"',
    "board": "board of Cell, grid 8 by 8",
    "die": "die d6: 1..6",
    "supply": 'supply bank: 90 coins "Coin"',
    "table": "table has, and below it `deck: pile of Card`",
    "player": "player has, and below it `hand: set of Card, seen by owner`",
    "setup": "setup, and below it what is done",
    "play": "play, and below it what is done",
    "turn": "turn, and below it what is done",
    "to": "to deal(n: 1..4), and below it what is done",
    "value": "value score of player = sum(points of your won)",
    "adjust": "adjust score of player by + 2 when C",
    "before": "before trade(you), and below it what is done",
    "after": "after turn, and below it what is done",
    "instead": "instead of trade(you, partner)",
    "may": 'may "Label" in moment, and below it what is done',
    "whenever": "whenever any p in players has p.score >= 10: victory for p",
    "option": 'option goal: 5..20 = 10 "Points that win"',
    "ruling": 'ruling gap "One sentence."',
    "invariant": 'invariant "One sentence" C, or C below it, deeper',
    "example": 'example "Title", and below it `given`, `when`, `then`',
    "lasting": "lasting tired(f: Figure) until end of turn",
    "movement": "movement walk of Figure",
    "sight": "sight of Figure",
    "scenario": 'scenario harbour "The harbour"',
    "campaign": 'campaign journey "The journey": harbour, island',
    "include": 'include "shared.rules"',
}
"""What may stand at the left margin."""

STATEMENTS = {
    "let": "let n = roll d6",
    "if": "if C, and below it what is done; `otherwise` below that",
    "otherwise": "otherwise, behind the block of an `if`, `may` or `choose`",
    "match": "match n, and below it arms such as `1..3: stop`",
    "each": "each player: …, each x in S: …",
    "together": "together each player: …",
    "repeat": "repeat: …, repeat until C: …, repeat 3 times: …",
    "go": "go round from P skipping C until D: …",
    "as": "as P: …",
    "with": "with effect(f): …",
    "at": "at once, and below it what is done",
    "choose": 'choose card from your hand: "Prompt", or choose: "Prompt" with branches below',
    "may": 'may "Label": …, may choose x from S: "Prompt"',
    "offer": "offer moment, and below it branches",
    "end": "end turn, end game",
    "roll": "roll your cup, roll again",
    "stop": "stop",
    "until": "until C",
    "return": "return E",
    "victory": "victory for P",
}
"""What a statement may begin with; a verb or a name may stand there, too."""

DEEDS = {
    "draw": "draw 2 from deck to your hand",
    "move": "move X to Z",
    "put": "put every Card into deck, shuffled",
    "swap": "swap A with B of P",
    "shuffle": "shuffle deck",
    "reveal": "reveal X",
    "hide": "hide X",
    "look": "look at 1 from deck",
    "pay": "pay n to P",
    "gain": "gain n from bank",
    "lose": "lose 1 from your cup",
    "spend": "spend X",
    "remove": "remove X",
    "eliminate": "eliminate P",
    "start": "start with P",
    "begin": "begin effect(f)",
    "walk": "walk f",
    "take": "take f from Hex",
}
"""The verbs that every game has."""

HEAD = {
    "players": "players 2..4",
    "source": 'source KEY "Title" clauses "clauses.csv"',
    "extends": 'extends "base.rules"',
    "limit": "limit 200 turns",
    "asks": "asks always",
}
"""The lines under `game`."""

STEPS = {
    "given": "given ann.score is 3",
    "when": "when ann does trade(ben), and below it the answers",
    "then": "then ann.score is 4",
    "and": "and ben.score is 0",
    "but": "but not with option = value",
}
"""The lines under `example`."""

SCRIPT = {
    "rolls": "ann rolls 4",
    "chooses": 'ann chooses "Label"',
    "plays": 'ann plays "Card"',
    "draws": 'ann draws "Card"',
    "passes": "ann passes",
    "agrees": "ann agrees",
}
"""What may follow a name under `when … does`."""

FIELDS = {
    "name": "name: type, name = start, name: type = start, seen by owner",
    "bears": "bears items when placed",
    "stands": "stands on Hex",
    "when": "when spent: move this to bottom of deck",
    "road": "road gate: flag, road closed when C",
}
"""The lines under components, boards, `table has` and `player has`."""

MOVEMENT = {
    "allow": "allow 3, allow 4 while not space.deep",
    "cost": "cost 1 + max(0, rise)",
    "bar": "bar occupied when count(on(there)) > 0",
    "halt": "halt water when there.deep",
    "rest": "rest free when alone(this)",
}
"""The lines under `movement`."""

SIGHT = {
    "eye": "eye at height",
    "aim": "aim at height / 2, aim space at 1",
    "column": "column level",
    "adjacent": "adjacent always",
    "touching": "touching blocks",
}
"""The lines under `sight`."""

CAMPAIGN = {
    "carries": "carries score of player",
    "after": "after harbour when C: island",
}
"""The lines under `campaign`."""

_UNDER = {
    "game": HEAD,
    "component": FIELDS,
    "chart": FIELDS,
    "board": FIELDS,
    "table": FIELDS,
    "player": FIELDS,
    "example": STEPS,
    "movement": MOVEMENT,
    "sight": SIGHT,
    "campaign": CAMPAIGN,
}


def expected_under(heading: str, depth: int) -> dict[str, str]:
    """What a line may begin with under a declaration, given by its first word, at this depth."""
    if depth == 0:
        return DECLARATIONS
    if heading == "scenario" or heading[:1].isupper() or heading == "lasting":
        return DECLARATIONS if depth <= 4 else STATEMENTS | DEEDS
    return _UNDER.get(heading, STATEMENTS | DEEDS)


def form_of(word: str, heading: str, depth: int) -> str | None:
    """A sentence that shows how a line looks that begins with a word, at its place."""
    expected = expected_under(heading, depth)
    form = expected.get(word) or DECLARATIONS.get(word)
    if form:
        return f"A line with `{word}` looks like this: {form}."
    return f"A field looks like this: {FIELDS['name']}." if expected is FIELDS else None
