"""Values that are shown: which and to whom; that they tell nothing hidden, and cost nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoyle.build import compiled, load
from hoyle.compiler.ir import walk as ir
from hoyle.compiler.pipeline import prepared
from hoyle.runtime import chance, views
from hoyle.runtime.game import Game
from hoyle.runtime.state import State
from hoyle.terminal.picture import numbers

SECRETS = Path(__file__).parent / "games" / "secrets.rules"
OF_ALL = "laid_points laid_marks held below ahead planned luck"
OF_THE_TABLE = "in_deck in_hands most_laid all_in"
OF_THE_OWNER = "worth hand_marks dice aim aside reach"
SEATS = ("ann", "ben", "cat")


@pytest.fixture(scope="module")
def game() -> Game:
    return load(str(SECRETS), 3)


def walked(game: Game, seed: int, nodes: int) -> Iterator[State]:
    """The nodes of random games, one after the other."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(nodes):
        yield state.clone()
        state = game.new_initial_state() if state.is_terminal() else state
        chance.step(state, rng.random)


def test_a_value_is_shown_to_those_who_may_know_all_that_it_reads(game: Game) -> None:
    shown = {(value.name, value.owner, value.sight) for value in game.schema.values}
    assert shown == {
        *((name, "player", "all") for name in OF_ALL.split()),
        *((name, "table", "all") for name in OF_THE_TABLE.split()),
        *((name, "player", "owner") for name in OF_THE_OWNER.split()),
    }


def test_values_are_what_the_rules_say(game: Game) -> None:
    points = {"Ace": 1, "Bell": 2, "Crow": 3, "Duck": 4, "Elk": 5, "Fox": 6}
    for state in walked(game, 1, 300):
        view = state.view(1)
        held, told = view["players"], view["values"]["players"]
        for seat in SEATS:
            assert told[seat]["laid_points"] == sum(points[name] for name in held[seat]["laid"])
            assert told[seat]["held"] == len(held[seat]["hand"])
        assert told["ben"]["worth"] == sum(points[name] for name in held["ben"]["hand"])
        assert view["values"]["table"]["in_deck"] == len(view["table"]["deck"])


def test_what_is_for_its_player_alone_is_null_to_the_others(game: Game) -> None:
    for state in walked(game, 2, 60):
        for number, seat in enumerate(SEATS):
            told = state.view(number)["values"]["players"]
            for name in OF_THE_OWNER.split():
                assert [other for other in SEATS if told[other][name] is not None] == [seat]


def test_a_redeal_changes_no_value_that_the_seat_is_shown(game: Game) -> None:
    rng = random.Random(3)
    for state in walked(game, 3, 150):
        if state.is_player_node():
            for seat in range(3):
                dealt = state.resample_from_infostate(seat, rng.random)
                assert views.values(dealt, seat) == views.values(state, seat)


def test_other_secrets_change_no_value_that_the_seat_is_shown(game: Game) -> None:
    """Whatever a field holds that the seat may not see: what it is shown stays."""
    rng = random.Random(4)
    changed = 0
    for state in walked(game, 4, 150):
        for seat in range(3):
            other = state.clone()
            for name, instance, value in secrets(game, seat, rng):
                held = getattr(other, name)
                if isinstance(held, list):
                    held[instance] = value
                else:
                    setattr(other, name, value)
            changed += other != state
            assert views.seen(other, seat) == views.seen(state, seat)
            assert views.values(other, seat) == views.values(state, seat)
    assert changed > 400


def secrets(game: Game, seat: int, rng: random.Random) -> Iterator[tuple[str, int, Any]]:
    """New values for every field that the seat may not see."""
    for cell in game.schema.cells:
        owners = range(3) if cell.owner == "player" else (0,)
        for owner in owners:
            if cell.sight.kind == "none" or (cell.sight.kind == "owner" and owner != seat):
                number = rng.randrange(1, 7)
                yield cell.attribute, owner, (1, number) if cell.name == "cup" else number


def test_who_has_heard_the_same_is_shown_the_same(game: Game) -> None:
    rng = random.Random(5)
    for number, state in enumerate(walked(game, 5, 200)):
        if number % 4 or state.is_terminal():
            continue
        told: dict[tuple[int, str], Any] = {}
        for _ in range(12):
            after = state.clone()
            for _ in range(rng.randrange(10)):
                if not after.is_terminal():
                    chance.step(after, rng.random)
            chance.settle(after, rng.random)
            for seat in range(3 if after.is_player_node() else 0):
                heard = after.information_state_string(seat)
                shown = views.values(after, seat)
                assert told.setdefault((seat, heard), shown) == shown


def test_twins_that_differ_in_secret_are_shown_the_same(game: Game) -> None:
    """One plans 2, the other 3, whatever follows from it: the others are shown the same for as
    long as they hear the same."""
    rng = random.Random(8)
    lasting = 0
    for state in walked(game, 8, 250):
        names = state.names() if state.is_player_node() else {}
        if "2" not in names.values() or "3" not in names.values():
            continue
        planner = state.current_player()
        one, other = (state.child(state.string_to_action(name)) for name in "23")
        for _ in range(12):
            action = rng.choice(one.legal_actions()) if one.pc >= 0 else -1
            if one.pc != other.pc or action not in other.legal_actions():
                break
            one.apply_action(action)
            other.apply_action(action)
            lasting += one.lasting_cursed != other.lasting_cursed
            for seat in {0, 1, 2} - {planner}:
                if one.information_state_string(seat) == other.information_state_string(seat):
                    assert views.values(one, seat) == views.values(other, seat)
    assert lasting > 2


def test_nothing_is_worked_out_before_somebody_looks(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(state: State, seat: int) -> int:
        raise AssertionError("somebody looked")

    for name in game.module.shows:
        monkeypatch.setitem(game.module.shows, name, asked)
    assert game.playout(random.Random(6))
    for state in walked(game, 6, 100):
        assert state.observation_string(0)
    with pytest.raises(AssertionError, match="looked"):
        game.new_initial_state().view(0)


def test_a_game_is_played_by_the_same_code_with_and_without(game: Game) -> None:
    lowered = compiled(SECRETS, 3, {}).lowered
    without = replace(lowered, shows={}, functions={**lowered.functions})
    for name in lowered.shows.values():
        del without.functions[name]
    played = [prepared(program, narrow=True) for program in (lowered, without)]
    sizes = [
        {name: sum(1 for _ in ir.all_exprs(proc.body)) for name, proc in program.procedures.items()}
        for program in played
    ]
    assert lowered.shows and sizes[0] == sizes[1]


def test_scores_stand_beside_the_names_and_at_the_end(game: Game) -> None:
    state = next(state for state in walked(game, 7, 900) if state.is_terminal())
    view = state.view(0)
    assert list(numbers(game.schema, view, "ann", final=True)) == ["laid_points"]
    told = numbers(game.schema, view, "ben")
    assert told["worth"] is None and "ahead" not in told and told["held"] >= 0
    assert set(numbers(game.schema, view, "table")) == set(OF_THE_TABLE.split())


def test_a_value_that_means_nothing_now_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "nothing.rules"
    path.write_text(NOTHING, encoding="utf-8")
    state = load(str(path), 2).new_initial_state()
    assert state.view(0)["values"] == {"table": {}, "players": {"ann": {}, "ben": {}}}
    state.apply_action(state.string_to_action("3"))
    assert state.view(0)["values"] == {"table": {"share": 12}, "players": {"ann": {}, "ben": {}}}


NOTHING = """\
game "Nothing"
    players 2..2
    limit 4 turns

table has
    parts: 0..9 = 0

value share = round_up(36 / parts)

turn
    choose n from {1..9}: "How many?"
    parts = n
    if share is 9: victory for you
"""
