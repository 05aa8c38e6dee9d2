"""Tables, saves, logs, simulation and real dice, on the toy."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.runtime import saves, schema, simulate
from hoyle.runtime.assisted import AssistedTable
from hoyle.runtime.bots import Question, RandomBot
from hoyle.runtime.errors import IllegalAction, LoadError, SaveError
from hoyle.runtime.table import Screen, Screens, Table
from tests.toy_module import MODULE

GAME = MODULE.to_game()

SAVE = """hoyle save 1
game: toy
version: 0
players: 2
option stake: 2

chance: three  [setup]
chance: one  [setup]
ann: Pass  [speak]
ben: Bet  [speak]
"""


def table(seed: int = 1) -> Table:
    """A table at which two people sit."""
    return Table(GAME, random.Random(seed).random)


# ------------------------------------------------------------------------------------------ saves


def test_a_save_is_text_and_loads_by_replay() -> None:
    state = GAME.deserialize_state(SAVE)
    assert state.history() == [2, 0, 0, 1]
    assert state.serialize() == SAVE
    assert saves.heading(SAVE).options == (("stake", 2),)


def test_a_save_that_no_longer_fits_names_entry_rule_and_what_is_possible() -> None:
    with pytest.raises(
        SaveError, match=r"Entry 4: .*ben is asked by the rule `speak`: Pass, Bet\."
    ) as e:
        GAME.deserialize_state(SAVE.replace("ben: Bet", "ben: Raise"))
    assert (e.value.entry, e.value.legal) == (4, ("Pass", "Bet"))
    with pytest.raises(SaveError, match=r"Entry 3: .*have changed since"):
        GAME.deserialize_state(
            SAVE.replace("ann: Pass", "ben: Pass").replace("version: 0", "version: 1")
        )
    with pytest.raises(SaveError, match=r"Entry 6: .*the game is over"):
        GAME.deserialize_state(SAVE + "ann: Pass\nben: Pass\n")
    with pytest.raises(SaveError, match=r"Entry 5: .*is not `who: what`"):
        GAME.deserialize_state(SAVE + "nonsense\n")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hoyle save 1", "something else", "first line"),
        ("game: toy", "game: chess", "is of `chess`"),
        ("players: 2", "players: 3", "for 3 players"),
        ("players: 2", "players: two", "number of players"),
        ("stake: 2", "stake: 5", "other options"),
        ("stake: 2", "stake: {", "no value"),
    ],
)
def test_a_save_of_something_else_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(LoadError, match=message):
        GAME.deserialize_state(SAVE.replace(old, new))


# ------------------------------------------------------------------------------------------ table


def test_a_table_asks_and_logs_for_each_seat_what_it_may_know() -> None:
    played = table()
    question = played.question()
    assert question is not None
    assert (question.seat, question.options) == (0, {0: "Pass", 1: "Bet"})
    assert question.prompt == f"You hold {question.view()['players']['ann']['hand'][0]}"
    played.choose(0, "Bet")
    played.choose(1, "Bet")
    own = [[str(line) for line in played.log(seat)] for seat in (0, 1)]
    assert [len(lines) for lines in own] == [4, 4]
    assert own[0][1:] == own[1][1:] == ["ann: Bet", "ben: Bet", "the stake is 2"]
    assert own[0][0] != own[1][0]
    assert played.question() is None and sorted(played.results().values()) == [-2.0, 2.0]


def test_only_the_seat_that_is_asked_may_answer() -> None:
    with pytest.raises(IllegalAction, match="not asked"):
        table().choose(1, "Bet")
    with pytest.raises(IllegalAction, match="Possible: Pass, Bet"):
        table().choose(0, "Raise")
    with pytest.raises(IllegalAction, match="Possible: Pass, Bet"):
        table().choose(0, 5)


def test_undo_reaches_back_to_what_others_did_or_chance_showed() -> None:
    played = table()
    start, save = played.state.key(), played.save()
    assert not played.can_undo(0)
    played.choose(0, "Bet")
    assert not played.can_undo(1)
    played.undo(0)
    assert (played.state.key(), played.save()) == (start, save)
    played.choose(0, "Pass")
    played.choose(1, "Bet")
    with pytest.raises(IllegalAction):
        played.undo(0)


def test_what_showed_something_cannot_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    played = table()
    step = type(played.state).apply_action

    def showing(state: Any, action: int) -> None:
        step(state, action)
        state.reveals += 1

    monkeypatch.setattr(type(played.state), "apply_action", showing)
    played.choose(0, "Bet")
    assert not played.can_undo(0)


def test_a_table_is_saved_and_taken_up_again() -> None:
    played = table()
    played.choose(0, "Pass")
    again = table(7)
    again.load(played.save())
    assert again.state == played.state and again.save() == played.save()
    assert again.log(1) == played.log(1)
    assert played.save() == played.state.serialize()


class FirstBot:
    """Always takes the first option."""

    def choose(self, question: Question) -> int:
        return next(iter(question.options))


def test_bots_sit_at_tables() -> None:
    played = Table(GAME, random.Random(1).random, (FirstBot(), RandomBot(random.Random(2).random)))
    played.play_bots()
    assert played.state.is_terminal()
    first = next(step for step in played.journal if step.seat == 0)
    assert str(first.entry).startswith("ann: Pass")


def test_without_secrets_only_the_asked_seat_gets_the_screen() -> None:
    assert table().screens.now == (Screen(0, True),)


def screens_of(asked: int, window: tuple[int, ...]) -> list[Screen]:
    """Where the device goes in a window open to these seats, of whom one or none is able."""
    toy: Any = GAME.deserialize_state(SAVE)
    node = schema.Node(1, hidden=True)
    module = SimpleNamespace(nodes=(node, node), kinds=(1, 0), game=SimpleNamespace(players=2))
    told: Any = type("Told", (type(toy),), {"module_": module, "actors_": (None, lambda s: asked)})
    state, screens, shown = told(), Screens(), []
    if asked >= 0:
        state.pc = 1
        screens.after(state, [window])
        shown += screens.now
    state.pc = -1
    screens.after(state, [] if asked >= 0 else [window])
    return [*shown, *screens.now]


@pytest.mark.parametrize("asked", [-1, 0, 1])
def test_the_way_of_the_device_does_not_tell_who_was_able(asked: int) -> None:
    """Trap 4: whoever could be asked gets the screen once, whoever is asked in truth."""
    shown = screens_of(asked, (1, 0))
    assert [screen.seat for screen in shown] == [1, 0]
    assert [screen.asked for screen in shown] == [asked == 1, asked == 0]


# ------------------------------------------------------------------------------------ real things


def test_real_cards_unseen_are_guessed_and_corrected() -> None:
    played = AssistedTable(GAME, random.Random(3).random)
    assert played.asked_for() == []
    held = played.view(1)["players"]["ben"]["hand"][0]  # type: ignore[index]
    played.choose(0, "Bet")
    own = played.view(0)["players"]["ann"]["hand"][0]  # type: ignore[index]
    real = next(name for name in ("one", "two", "three") if name not in (held, own))
    played.correct("Card", held, real)
    assert played.view(1)["players"]["ben"]["hand"] == [real]  # type: ignore[index]
    assert played.view(0)["players"]["ann"]["hand"] == [own]  # type: ignore[index]
    assert GAME.deserialize_state(played.save()) == played.state
    with pytest.raises(IllegalAction, match="There is no Card `five`"):
        played.correct("Card", "five", real)


# ------------------------------------------------------------------------------------- many games


def test_random_games_are_counted() -> None:
    report = simulate.simulate(GAME, 200, random.Random(1).random, checked=True)
    assert report.games == 200 and not report.failures and report.unfinished == 0
    assert set(report.decisions) == {2, 3} and set(report.chances) == {2}
    assert report.never() == [] and sum(report.wins()) + report.draws() == 200
    assert sum(report.mean()) == pytest.approx(0)


def test_a_broken_invariant_is_reported_with_a_save(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULE.tests, "invariant_1", lambda s: max(s.paid) <= 1)
    report = simulate.simulate(GAME, 20, random.Random(1).random, checked=True)
    assert report.failures and report.games + len(report.failures) == 20
    failure = report.failures[0]
    assert "Nobody pays more than two" in failure.error
    assert max(GAME.deserialize_state(failure.save).paid) == 2  # type: ignore[attr-defined]


def test_a_watched_condition_that_holds_at_a_decision_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(MODULE.tests, "whenever_1", lambda s: s.spoken == 1)
    report = simulate.simulate(GAME, 5, random.Random(1).random, checked=True)
    assert len(report.failures) == 5 and "whenever_1" in report.failures[0].error
