"""Every game that comes along keeps the same promises: one test a promise, over all of them.

Games are played at random from fixed seeds, a few hundred nodes each. `HOYLE_NODES` plays longer.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hoyle.build import load
from hoyle.find import shipped
from hoyle.runtime import chance, infostate, labels, simulate
from hoyle.runtime.game import Game
from hoyle.runtime.remap import NOBODY, Remap
from hoyle.runtime.state import NOTE, State
from hoyle.runtime.table import Table
from tests import builds

GAMES = Path(__file__).parent / "games"
NODES = int(os.environ.get("HOYLE_NODES", "150"))


@cache
def game_of(name: str, players: int) -> Game | str:
    """The game, or why it does not load."""
    try:
        return load(name, players)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def seats() -> Iterator[tuple[str, int]]:
    """Every game with its least number of players, and with three where that is possible."""
    for name in shipped():
        yield name, 2
        if name in ("chips", "pig", "goofspiel"):
            yield name, 3
    yield str(GAMES / "reactions.rules"), 3
    yield str(GAMES / "skirmish.rules"), 2
    yield str(GAMES / "secrets.rules"), 3


@pytest.fixture(params=list(seats()), ids=lambda pair: f"{Path(pair[0]).stem}-{pair[1]}")
def game(request: pytest.FixtureRequest) -> Game:
    """One game after the other."""
    found = game_of(*request.param)
    assert isinstance(found, Game), found
    return found


def walk(game: Game, seed: int, nodes: int = NODES) -> Iterator[State]:
    """The nodes of random games, one after the other; the states go their own way."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(nodes):
        yield state.clone()
        if state.is_terminal():
            state = game.new_initial_state()
        else:
            chance.step(state, rng.random)


def asks(game: Game, seed: int) -> Iterator[State]:
    """The nodes at which a seat is asked."""
    return (state for state in walk(game, seed) if state.is_player_node())


def others(state: State) -> list[int]:
    """All seats but the one that is asked."""
    return [seat for seat in range(state.num_players()) if seat != state.current_player()]


def ends(game: Game, count: int, seed: int) -> Iterator[State]:
    """The last positions of random games."""
    rng = random.Random(seed)
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            chance.step(state, rng.random)
        yield state


# ---------------------------------------------------------------------------------------- protocol


def test_no_cell_hides_a_name_of_the_state(game: Game) -> None:
    names = set(game.module.state.cells_) - {"returns_"}
    assert not names & set(dir(State))
    assert len(game.module.state.cells_) == len(set(game.module.state.cells_))


def test_clones_are_equal_and_go_their_own_way(game: Game) -> None:
    for state in walk(game, 1):
        copied, key = state.clone(), state.key()
        assert copied == state and hash(copied) == hash(state) and copied.key() == key
        assert (copied.history(), copied.log) == (state.history(), state.log)
        if not state.is_terminal():
            copied.apply_action(copied.legal_actions()[-1])
            assert state.key() == key
            assert state.child(state.legal_actions()[-1]) == copied


def test_what_is_legal_is_ascending_and_can_be_done(game: Game) -> None:
    for state in walk(game, 2, NODES // 3):
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and bool(legal) != state.is_terminal()
        size = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
        assert all(0 <= action < size for action in legal)
        for action in legal:
            assert state.child(action).move_number() == state.move_number() + 1
        if state.is_player_node():
            assert len(legal) == sum(state.legal_actions_mask()) == len(state.options)
            recomputed = game.module.legal[state.pc]
            assert recomputed is not None and list(recomputed(state)) == legal


def test_what_is_not_legal_is_refused_and_changes_nothing(game: Game) -> None:
    for state in asks(game, 3):
        key, legal = state.key(), set(state.legal_actions())
        wrong = [a for a in range(-1, game.num_distinct_actions() + 1) if a not in legal]
        with pytest.raises(ValueError, match="Possible"):
            state.apply_action(random.Random(1).choice(wrong))
        assert state.key() == key


def test_odds_are_whole_and_make_one(game: Game) -> None:
    for state in walk(game, 4):
        if state.is_chance_node():
            weights = state.chance_weights()
            assert all(type(weight) is int and weight > 0 for _, weight in weights)
            assert len(weights) > 1
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
            assert [outcome for outcome, _ in weights] == state.legal_actions()


def test_names_are_unique_within_a_node_and_find_their_action(game: Game) -> None:
    for state in walk(game, 5):
        if not state.is_terminal():
            names = state.names()
            assert list(names) == state.legal_actions()
            assert len(set(names.values())) == len(names) and all(names.values())
            assert all(state.string_to_action(name) == action for action, name in names.items())
            assert isinstance(labels.prompt(state), str)


def test_ends_have_results_within_the_bounds(game: Game) -> None:
    for state in ends(game, builds.games(game.module, 8), 6):
        assert state.current_player() == -4 and state.legal_actions() == []
        returns = state.returns()
        assert len(returns) == game.num_players() == len(state.rewards())
        low, high = game.min_utility(), game.max_utility()
        assert all(low <= result <= high for result in returns)
        if game.utility_sum() is not None:
            assert sum(returns) == pytest.approx(game.utility_sum())


def test_saves_and_replays_lead_to_the_same_position(game: Game) -> None:
    for number, state in enumerate(walk(game, 7)):
        if number % 15 == 0 or state.is_terminal():
            again = game.deserialize_state(state.serialize())
            assert again == state and again.log == state.log
            assert again.past_list() == state.past_list()
            assert game.replay(state.past_list()).key() == state.key()


def test_undo_leads_back(game: Game) -> None:
    for before, after in pairwise(walk(game, 8, NODES // 3)):
        if after.past is not None:
            back = after.clone()
            back.undo_action(0, after.past[2])
            assert back == before and back.options == before.options


def test_one_seed_gives_one_path_in_every_build(game: Game) -> None:
    for seed in range(builds.games(game.module, 5)):
        rng = random.Random(seed)
        slow = game.new_initial_state()
        chance.settle(slow, rng.random)
        slow_path = []
        while not slow.is_terminal():
            slow_path.append((slow.pc, list(slow.options)))
            chance.step(slow, rng.random)
            chance.settle(slow, rng.random)
        fast, fast_path = sampled(game, seed)
        assert fast_path == slow_path
        assert remembered(fast) == remembered(slow)
        assert remembered(game.played(random.Random(seed).random)) == remembered(slow)


def sampled(game: Game, seed: int) -> tuple[State, list[tuple[int, list[int]]]]:
    """A random game in the sampled build, with the nodes on its way."""
    rng = random.Random(seed)
    module = game.module
    state: Any = module.fresh()
    module.start_sampled(state, "main", rng.random)
    path = []
    while state.pc >= 0:
        path.append((state.pc, list(state.options)))
        action = state.options[int(rng.random() * len(state.options))]
        module.advance_sampled(state, action, rng.random)
    return state, path


def remembered(state: State) -> dict[str, Any]:
    """The cells that every build keeps: all but the marks of who knows what."""
    marks = {thing.known for thing in state.module_.game.things}
    return {name: getattr(state, name) for name in state.cells_ if name not in marks}


def test_invariants_hold_and_watched_conditions_are_looked_at(game: Game) -> None:
    count = builds.games(game.module, 10)
    report = simulate.simulate(game, count, random.Random(9).random, checked=True)
    assert not report.failures, report.failures[0]
    assert report.games == count


# ---------------------------------------------------------------------------------- who knows what


def test_views_are_plain_data_and_equal_in_equal_positions(game: Game) -> None:
    for state in walk(game, 10, NODES // 3):
        for seat in range(game.num_players()):
            seen = state.view(seat)
            assert json.loads(json.dumps(seen)) == seen
            assert state.clone().observation_string(seat) == state.observation_string(seat)


def test_what_a_seat_does_not_know_changes_nothing_it_gets(game: Game) -> None:
    """Trap 1: after a re-deal for the seat, its options, their names and all it sees are equal."""
    rng = random.Random(11)
    for state in asks(game, 11):
        seat = state.current_player()
        dealt = state.resample_from_infostate(seat, rng.random)
        assert dealt.current_player() == seat
        assert dealt.names() == state.names()
        assert labels.prompt(dealt) == labels.prompt(state)
        for other in range(game.num_players()):
            again = state.resample_from_infostate(other, rng.random)
            assert again.view(other) == state.view(other)
            assert again.information_state_string(other) == state.information_state_string(other)


def test_which_of_the_copies_lie_where_changes_nothing_for_anybody(game: Game) -> None:
    """Whoever knows the same has the same options under the same numbers and names."""
    rng = random.Random(18)
    for state in asks(game, 18):
        dealt = other_copies(state, rng)
        for seat in range(game.num_players()):
            assert dealt.information_state_string(seat) == state.information_state_string(seat)
            assert dealt.observation_string(seat) == state.observation_string(seat)
        assert dealt.names() == state.names()


def other_copies(state: State, rng: random.Random) -> State:
    """The same position, with other copies of each kind in their places."""
    moved = {}
    for thing in state.module_.game.things:
        kinds: dict[int, list[int]] = {}
        for row, kind in enumerate(thing.classes):
            kinds.setdefault(kind, []).append(row)
        other = {row: to for rows in kinds.values() for row, to in shuffled(rows, rng)}
        moved[thing.name] = tuple(other.get(row, row) for row in range(len(thing.names)))
    after = state.clone()
    Remap(after, moved).all(NOBODY)
    return after


def shuffled(rows: list[int], rng: random.Random) -> Iterator[tuple[int, int]]:
    """Each row with another of them."""
    return zip(rows, rng.sample(rows, len(rows)), strict=True)


def test_what_a_seat_sees_follows_from_what_it_was_told(game: Game) -> None:
    """Whoever has seen and decided the same sees the same now: nothing shows that was not told."""
    rng = random.Random(16)
    for number, state in enumerate(walk(game, 16)):
        if number % 10 == 0 and not state.is_terminal():
            seen: dict[tuple[int, str], str] = {}
            for _ in range(12):
                after = state.clone()
                for _ in range(rng.randrange(8)):
                    if not after.is_terminal():
                        chance.step(after, rng.random)
                chance.settle(after, rng.random)
                for seat in range(game.num_players() if after.is_player_node() else 0):
                    told = after.information_state_string(seat)
                    shown = json.dumps(after.view(seat))
                    assert seen.setdefault((seat, told), shown) == shown


def test_redealt_positions_can_be_played(game: Game) -> None:
    rng = random.Random(12)
    for number, state in enumerate(asks(game, 12)):
        if number % 10 == 0:
            dealt = state.resample_from_infostate(state.current_player(), rng.random)
            for _ in range(40):
                if not dealt.is_terminal():
                    chance.step(dealt, rng.random)


def test_a_secret_pick_changes_nothing_that_others_get(game: Game) -> None:
    """Trap 5: whatever the seat picks, all others see the same until all have picked."""
    for state in asks(game, 13):
        if not game.module.nodes[state.pc].secret:
            continue
        after = [state.child(action) for action in state.legal_actions()]
        pending = [child for child in after if is_pending(child, state)]
        for seat in others(state):
            assert len({child.observation_string(seat) for child in pending}) <= 1
            assert len({child.information_state_string(seat) for child in pending}) <= 1


def is_pending(child: State, state: State) -> bool:
    """Whether, after one secret pick, another is asked for and nothing else has happened."""
    if not child.is_player_node() or not state.module_.nodes[child.pc].secret:
        return False
    return child.log is not None and child.log[0] is state.log and child.log[2] != NOTE


def test_letting_a_hidden_chance_pass_tells_nobody(game: Game) -> None:
    """Trap 4: where being asked is a secret, a pass leaves what others know as it was."""
    for state in asks(game, 14):
        if game.module.nodes[state.pc].hidden:
            for action in set(state.options) & game.module.declines:
                told = (state.current_player(), state.pc, action)
                for seat in others(state):
                    before = infostate.entries(state, seat)
                    after = infostate.entries(state.child(action), seat)
                    assert after[: len(before)] == before
                    assert after[len(before) : len(before) + 1] != [told]


def test_tables_take_back_what_showed_nothing(game: Game) -> None:
    rng = random.Random(15)
    table = Table(game, rng.random)
    for _ in range(NODES // 3):
        question = table.question()
        if question is None:
            table = Table(game, rng.random)
            continue
        before, lines = table.state.key(), list(table.lines)
        action = rng.choice(list(question.options))
        table.choose(question.seat, action)
        if table.can_undo(question.seat):
            seen = [table.view(seat) for seat in others(table.state)]
            table.undo(question.seat)
            assert table.state.key() == before and table.lines == lines
            table.choose(question.seat, action)
            assert [table.view(seat) for seat in others(table.state)] == seen
