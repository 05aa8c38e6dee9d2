"""What one seat alone knows is told to nobody: two positions that differ in nothing else look the
same to all others, at once and as long as the same is done in both.

The positions are made by forks, not by dealing anew: one card is drawn here and another there, one
is laid here and another there.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hoyle.build import load
from hoyle.runtime import chance, labels
from hoyle.runtime.game import Game
from hoyle.runtime.state import State

REACTIONS = str(Path(__file__).parent / "games" / "reactions.rules")
STEPS = 10
NO = ("done", "no", "pass")

Pair = tuple[State, State]


def private(state: State, seat: int, fields: set[str]) -> dict[str, list[str]]:
    """What lies in the zones that the seat alone looks into."""
    mine = state.view(seat)["players"][labels.seat_name(seat)]
    return {field: mine[field] for field in sorted(fields)}


def public(state: State, seat: int, fields: set[str]) -> dict[str, Any]:
    """What the seat sees, without what lies in those zones and values that hang on it: how much
    lies there is seen by all."""
    view = state.view(seat)
    mine = view["players"][labels.seat_name(seat)]
    mine.update({field: len(mine[field]) for field in fields})
    return {name: part for name, part in view.items() if name != "values"}


def forks(state: State, fields: set[str], rng: random.Random) -> Iterator[tuple[Pair, int]]:
    """Two ways to go on from here that differ, for one seat, in nothing but its private zones."""
    node = state.module_.nodes[state.pc]
    picks, asked = state.legal_actions(), []
    if state.is_player_node():
        asked = [state.current_player()]
        held = {name for names in private(state, asked[0], fields).values() for name in names}
        picks = [action for action, name in state.names().items() if node.secret and name in held]
    elif not node.domain.startswith("thing:"):
        return
    if len(picks) > 1:
        pair = both(state, rng.sample(picks, 2))
        for owner in unlike(pair, fields) or asked:
            one, two = (public(side, owner, fields) for side in pair)
            alone = unlike(pair, fields) in ([], [owner]) and one == two
            if alone and not chance_differs(*pair):
                yield pair, owner


def unlike(pair: Pair, fields: set[str]) -> list[int]:
    """The seats whose private zones differ."""
    one, two = pair
    seats = range(one.num_players())
    return [seat for seat in seats if private(one, seat, fields) != private(two, seat, fields)]


def both(state: State, actions: list[int]) -> Pair:
    """What becomes of it by the one and by the other."""
    return state.child(actions[0]), state.child(actions[1])


def look_the_same(pair: Pair, owner: int) -> None:
    """All seats but one see the same in both."""
    one, two = pair
    for seat in range(one.num_players()):
        if seat != owner:
            assert one.view(seat) == two.view(seat)


def know_the_same(pair: Pair, owner: int) -> None:
    """All seats but one have been told the same in both, from the beginning on."""
    one, two = pair
    for seat in range(one.num_players()):
        if seat != owner:
            assert one.information_state_string(seat) == two.information_state_string(seat)


def asks(state: State, owner: int) -> bool:
    """Whether the seat that differs is asked."""
    return state.is_player_node() and state.current_player() == owner


def let_pass(state: State, owner: int, other: State) -> None:
    """Answer no to what the owner is asked here, and not there."""
    while asks(state, owner) and not (asks(other, owner) and state.pc == other.pc):
        declines = {name: action for action, name in state.names().items() if name in NO}
        if not declines:
            return
        state.apply_action(declines[min(declines)])


def differing(pair: Pair, owner: int, fields: set[str]) -> list[Counter[str]]:
    """What lies in the private zones of one position and not of the other, for both."""
    one, two = (
        Counter(f"{field}: {name}" for field, names in zones.items() for name in names)
        for zones in (private(state, owner, fields) for state in pair)
    )
    return [one - two, two - one]


def shown(state: State, owner: int, fields: set[str]) -> bool:
    """Whether a piece like one of the private zones is turned up for all, by a `reveal`."""
    held = {name for names in private(state, owner, fields).values() for name in names}
    return any(
        getattr(state, thing.shown) >> row & 1
        for thing in state.module_.game.things
        if thing.shown
        for row, name in enumerate(thing.names)
        if name in held
    )


def chance_differs(one: State, two: State) -> bool:
    """Whether chance decides in one only: of what is left in a pile, one may be all alike."""
    return one.pc != two.pc and (one.is_chance_node() or two.is_chance_node())


def same_steps(pair: Pair, owner: int, fields: set[str], rng: random.Random) -> int:
    """How often the positions were compared, while the same is done in both."""
    one, two = pair[0].clone(), pair[1].clone()
    before = differing(pair, owner, fields)
    for compared in range(STEPS):
        let_pass(one, owner, two)
        let_pass(two, owner, one)
        ended = one.is_terminal() or two.is_terminal()
        if ended or any(shown(state, owner, fields) for state in (one, two)):
            return compared
        now = differing((one, two), owner, fields)
        if any(before) and now != before:
            return compared
        before = now
        if chance_differs(one, two) or unlike((one, two), fields) not in ([], [owner]):
            return compared
        if not (asks(one, owner) or asks(two, owner)):
            look_the_same((one, two), owner)
            if compared % 5 == 0:
                know_the_same((one, two), owner)
            assert one.pc == two.pc
            if one.is_player_node():
                assert list(one.names().values()) == list(two.names().values())
                assert labels.prompt(one) == labels.prompt(two)
        shared = sorted(set(one.names().values()) & set(two.names().values()))
        if one.pc != two.pc or not shared:
            return compared
        name = rng.choice(shared)
        for state in (one, two):
            state.apply_action(state.string_to_action(name))
    return STEPS


def walk(game: Game, rng: random.Random, wanted: set[str], nodes: int) -> Iterator[State]:
    """The nodes of one random game, in which what is wanted is done where it can be."""
    state = game.new_initial_state()
    for _ in range(nodes):
        if state.is_terminal():
            return
        yield state
        names = {name: action for action, name in state.names().items() if name in wanted}
        if names and state.is_player_node():
            state.apply_action(names[min(names)])
        else:
            chance.step(state, rng.random)


def is_rare(state: State) -> bool:
    """Whether few such nodes come up: cards laid in secret, a draw from few."""
    node = state.module_.nodes[state.pc]
    return node.secret or (node.domain.startswith("thing:") and len(state.legal_actions()) < 6)


def compare(
    game: Game, fields: set[str], seeds: range, wanted: set[str], often: float
) -> tuple[Counter[str], int]:
    """How often which piece was here and not there, and how many comparisons were made later."""
    found: Counter[str] = Counter()
    compared = 0
    for seed in seeds:
        rng = random.Random(seed)
        for state in walk(game, rng, wanted, 1500):
            if rng.random() < (4 * often if is_rare(state) else often):
                for pair, owner in forks(state, fields, rng):
                    look_the_same(pair, owner)
                    compared += same_steps(pair, owner, fields, rng)
                    for pieces in differing(pair, owner, fields):
                        found.update(pieces.keys())
    return found, compared


def test_hands_laid_cards_and_masters_are_told_to_nobody() -> None:
    game = load("master_trainer", 3)
    wanted = {"Stop to fight", "Go over to Indigo Plateau", "Go to Cinnabar Island at once"}
    found, compared = compare(game, {"items", "laid", "master"}, range(1, 2), wanted, 0.1)
    for piece in ("Time Machine", "Poké Doll", "Attack Bonus 1", "Ultra Ball"):
        assert found[f"items: {piece}"] > 1, piece
    assert sum(found[f"laid: Attack Bonus {n}"] for n in range(1, 6)) > 1
    assert sum(n for name, n in found.items() if name.startswith("master")) > 1
    assert compared > 200


def test_cards_that_react_are_told_to_nobody() -> None:
    found, compared = compare(load(REACTIONS, 3), {"hand"}, range(10), set(), 1)
    assert len(found) > 2 and compared > 60
