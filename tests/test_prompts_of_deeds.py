"""Who may answer a deed is told whose it is and what is done, as far as he may see that; the log
says whose roll it was."""

from __future__ import annotations

import random
from pathlib import Path

from hoyle.build import load
from hoyle.runtime import chance, labels, log
from hoyle.runtime.state import State

RULES = """
game "Deeds"
    players 3..3
component Card for each rank in 1..9
die d6: 1..6
table has
    deck: pile of Card, face down
    away: pile of Card, face down
player has
    hand: set of Card, seen by owner
    plan: 0..9 = 0, seen by owner
    score: 0..99 = 0
setup
    put every Card into deck, shuffled
    each player: draw 2 from deck to your hand
to show(card: Card, n: 0..9)
    move card to away
to plot(n: 0..9)
    your score += 1
to draw_up: your score += 1
may after show by anyone: your score += 1
may instead of plot: your score += 2
may before draw_up: your score += 1
may after roll by others for luck: your score += 1
turn
    together each of you: pick
    plot(your plan)
    draw_up
    let luck = roll d6 for luck
    your score += luck
    if your score > 20: end game
to pick
    choose card from your hand: "Which?"
    choose n in 1..9: "How much?"
    your plan = n
    show(card, n)
after turn: draw 1 from away to your hand
"""


def prompts(path: Path) -> list[tuple[State, str]]:
    """What is asked in a random game, where."""
    found = []
    state = load(str(path), 3).new_initial_state()
    rng = random.Random(2)
    for _ in range(120):
        if state.is_terminal():
            break
        found.append((state.clone(), labels.prompt(state)))
        chance.step(state, rng.random)
    return found


def test_a_reaction_is_told_whose_deed_it_answers_and_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "deeds.rules"
    path.write_text(RULES, encoding="utf-8")
    asked = prompts(path)
    told = [text for _, text in asked]
    assert any(text.startswith("After ann’s roll for luck: ") for text in told)
    assert "Instead of your plot: something hidden" in told
    assert "Before your “draw up”" in told
    for state, text in asked:
        if text.startswith("After ") and " show" in text:
            mine = text.startswith("After your show: ")
            assert mine == (state.current_player() == getattr(state, "active"))  # noqa: B009
            assert mine != ("something hidden, something hidden" in text)


def test_the_log_says_whose_roll_it_was(tmp_path: Path) -> None:
    path = tmp_path / "deeds.rules"
    path.write_text(RULES, encoding="utf-8")
    rolls = [state for state, text in prompts(path) if "d6" in text]
    assert len(rolls) > 2
    for state in rolls:
        line = str(log.decision(state, state.legal_actions()[3]))
        who = labels.seat_name(getattr(state, "active"))  # noqa: B009
        assert line == f"chance: 4 ({who}’s d6 for luck)"
