"""A fact that does not hold says what each of its sides was."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import build
from hoyle.examples import run_examples

RULES = """\
game "Facts"
    players 2..3
    limit 9 turns

kinds Suit: red, blue

component Card from "cards.csv"
    points: 0..9
    suit: Suit

player has
    hand: set of Card, seen by owner
    won: row of Card, face up
    tired = no
    bid: 0..9 or none = none

table has
    deck: pile of Card, face down
    pot: 0..100 = 0

value score of player = sum(points of your won)
value best of player = max(points of your won)
value leaders = players with most score
value leader = only(leaders)

setup
    put every Card into deck, shuffled

turn
    choose: "What now?"
        "Fetch"
            pot = fetch(2)
        "Rest" when not your tired
            your tired = yes
    if count(deck) is 0: victory for players with most score, then most best
    if leader is you and your bid is not none: end game

to fetch(n: 0..9) gives more: number
    draw n from deck to your hand
    return n + 1

"""

CARDS = "name,points,suit\na,1,red\nb,2,blue\nc,3,red\nd,4,blue\n"

FACTS = [
    ('given ann.won is "a", "c"', "ann.score is 5", "ann.score was 4"),
    (
        'given ann.won is "a"',
        "ann.score > pot and pot is 3 or not ben.score is 0",
        "ann.score was 1, pot was 0, ben.score was 0",
    ),
    ("given pot is 3", "pot + ann.score is 4", "pot + ann.score was 3"),
    ('given ann.won is "a", "c"', 'ann.won is "a"', "ann.won was a, c"),
    ('given ann.hand is "b"', "ann.hand is {}", "ann.hand was b"),
    ('given ann.hand is "b"', "count(ann.hand) is 2", "count(ann.hand) was 1"),
    ('given ann.won is "a", "c"', 'Card "b" is in ann.won', "ann.won was a, c"),
    ('given ann.won is "a", "c"', "any c in ann.won has c.points > 5", "ann.won was a, c"),
    ("given pot is 9", "pot is in 1..3", "pot was 9"),
    ("given pot is 9", "pot is in {1, 3}", "pot was 9"),
    ("given pot is 9", 'Card "a".suit is blue', 'Card "a".suit was red'),
    ('given ann.won is "a"', "leader is ben", "leader was ann"),
    ('given ann.won is "a"', "leaders is ben", "leaders was ann"),
    ("given pot is 9", "ann.bid is 3", "ann.bid was none"),
    ("given pot is 9", "victory for ann", "the winner was nobody"),
    ("when ann does fetch(1)", "the answer is 3", "the answer was 2"),
    ("given pot is 9", "ann.tired", ""),
    ("given pot is 9", "ann is out", ""),
]


def told(folder: Path, facts: list[tuple[str, str]]) -> list[str]:
    """What is said of examples with one fact each."""
    steps = (
        f'example "{number}"\n    {before}\n    then {fact}\n'
        for number, (before, fact) in enumerate(facts)
    )
    path = folder / "facts.rules"
    path.write_text(RULES + "\n".join(steps), encoding="utf-8")
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    checkup = build.check(path)
    assert checkup.game is not None, checkup.diagnostics
    return [result.problem for result in run_examples(path, checkup.game)]


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return told(tmp_path_factory.mktemp("facts"), [(before, fact) for before, fact, _ in FACTS])


@pytest.mark.parametrize("number", range(len(FACTS)), ids=[fact for _, fact, _ in FACTS])
def test_a_failing_fact_says_what_was_there(number: int, problems: list[str]) -> None:
    was = FACTS[number][2]
    assert problems[number] == f"this does not hold{was and f': {was}'}"


def test_what_has_no_answer_is_told_by_its_rule(tmp_path: Path) -> None:
    (one, other, fine) = told(
        tmp_path,
        [
            ("given pot is 9", "leader is ben"),
            ("given pot is 9", "ann.best is 3"),
            ("given pot is 9", "pot is 9"),
        ],
    )
    assert "needs exactly one, but there are 2" in one and ".rules:" in one
    assert "`max` of nothing" in other
    assert fine == ""
