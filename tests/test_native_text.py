"""The native module as Python runs it, not compiled: the same games, draw by draw.

What it takes a C compiler to find out is in `test_native.py`; this is fast enough for every game
(`HOYLE_NATIVE_GAMES` names others).
"""

from __future__ import annotations

import os
import random
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("librt.vecs", reason="mypyc is not installed")

from hoyle import build, native_build
from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.to_native.statements import growing
from hoyle.dsl.source import NOWHERE
from hoyle.find import find
from hoyle.runtime.errors import RuleError
from tests.test_native import in_the_middle, interpreted

CASES = Path(__file__).parent / "cases" / "lowering"
NAMED = ("walks", "figures", "sights", "printed_sets", "deal")
SMALL = ["tic_tac_toe", "kuhn_poker", "oware", "goofspiel", "chips"]
SMALL += [str(CASES / f"{name}.rules") for name in NAMED]
GAMES = os.environ.get("HOYLE_NATIVE_GAMES", "").split() or SMALL
GAMES_EACH = int(os.environ.get("HOYLE_NATIVE_SEEDS", "20"))


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: Path(game).stem)
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A game, and its native module as Python."""
    return build.load(request.param), uncompiled(request.param, tmp_path_factory.mktemp("native"))


def uncompiled(game: str, folder: Path) -> Any:
    """The native module of a game as Python."""
    checkup, made = build._made(find(game), None, {}, None)
    name = f"plain_{Path(game).stem}"
    native_build._lay_out(folder, name, native_build.written(made, checkup.sources, name))
    sys.path.insert(0, str(folder))
    try:
        return import_module(f"{name}.game")
    finally:
        sys.path.remove(str(folder))


def test_games_are_the_same_from_their_beginning(both: Any) -> None:
    game, native = both
    for seed in range(GAMES_EACH):
        same(game, native, game.fresh(), seed)


def test_games_are_the_same_from_the_middle(both: Any) -> None:
    game, native = both
    for seed in range(GAMES_EACH):
        same(game, native, in_the_middle(game, seed), seed)


def same(game: Any, native: Any, state: Any, seed: int) -> None:
    """Play a position to its end in both ways."""
    ends = []
    for play in (interpreted(game), native.play_on):
        rng, end = random.Random(seed), state.clone()
        play(end, rng.random)
        ends.append((end.key(), end.returns(), rng.random()))
    assert ends[0] == ends[1], f"seed {seed}"


ENDLESS = """\
game "Endless"
    players 2..2

table has
    n: 0..9 = 0

turn
    choose k in 0..3: "Which?"
    repeat
        n = remainder(n + 1, 4)
        if n is 5: ask_down(k)
        until n is 9

to ask_down(k: 0..3)
    choose j in 0..k: "How deep?"
"""


def test_a_loop_that_never_ends_names_its_rule(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS, encoding="utf-8")
    game, native = build.load(str(path)), uncompiled(str(path), tmp_path)
    state, found = game.new_initial_state(), []
    for play in (interpreted(game), native.play_on):
        with pytest.raises(RuleError) as raised:
            play(state.clone(), random.Random(1).random)
        found.append((raised.value.text, raised.value.rule))
    assert found[0] == found[1] and found[0][1] >= 0


NAMES = """\
game "Names"
    players 2..2
    limit 12 turns

component Card for each rank in 1..9

table has
    deck: bag of Card
    pop, vec, gc, natively: 0..999 = 0

player has
    hand: set of Card, face up

value many of player = count(your hand)
value results(i64: 0..9) = i64 + 1

setup: put every Card into deck

turn
    draw 1 from deck to your hand
    choose k in 0..3: "How often?"
    give(k)
    let native_sets = your many
    vec = remainder(vec * 7 + native_sets + results(k), 999)
    natively = vec
    gc = natively
    choose any number of cards from your hand: "Back?"
        move cards to deck

to give(k: 0..3)
    pop = remainder(pop + k, 999)
    choose taken in 0..k: "And again?"
    if taken > 0: step_on(taken)

to step_on(k: 0..3)
    pop = remainder(pop * 3 + k, 999)
    if k > 1: give(k - 1)
"""


def test_what_rules_are_called_hides_nothing_of_the_module(tmp_path: Path) -> None:
    path = tmp_path / "names.rules"
    path.write_text(NAMES, encoding="utf-8")
    game, native = build.load(str(path)), uncompiled(str(path), tmp_path)
    for seed in range(5):
        same(game, native, game.fresh(), seed)
        same(game, native, in_the_middle(game, seed), seed)


LAID = """\
game "Heap"
    players 2..2
    asks always
    limit 20 turns

component Card for each worth in 1..9

table has
    deck: pile of Card, refilled from discards
    discards: pile of Card, face down

player has
    hand: set of Card, seen by owner

setup
    put every Card into deck, shuffled

turn
    draw 2 from deck to your hand
    together each player: lay

to lay
    choose 0..2 cards from your hand, if any: "Which?"
        move cards to discards

whenever any p in players has count(p.hand) >= 6: victory for p
"""


def test_small_sets_kept_for_each_seat_are_numbers(tmp_path: Path) -> None:
    """What a position has beside its form for playouts is known as well: mypyc would refuse a set
    that is taken for a large one."""
    path = tmp_path / "heap.rules"
    path.write_text(LAID, encoding="utf-8")
    compiled = build.compiled(find(str(path)), 2, {})
    text = native_build.written(compiled, {}, "heap")
    assert "s.main_cards_of[" in text and "narrow(" not in text


ALONE = """\
game "Alone"
    players 1..1
    asks always
    limit 12 turns

component Card for each rank in 1..{ranks}, copy in 1..2

table has
    deck: pile of Card, refilled from discards
    discards: pile of Card, face up

player has
    hand: set of Card, face up
    won: set of Card, face up
    points: 0..9999 = 0

setup
    put every Card into deck, shuffled

turn
    draw 9 from deck to your hand
    choose card from your hand, if any: "Which?"
        move card to your won
    your points = sum(rank of your hand) + count(your won where rank > 3)
    if count(your hand) > 20: move your hand to discards
"""


@pytest.mark.parametrize("ranks", [4, 40, 70])
def test_the_sets_of_a_sole_player_are_of_any_size(ranks: int, tmp_path: Path) -> None:
    """In the list of a position they are numbers, or rows of words; in a local pairs, too."""
    path = tmp_path / f"alone_{ranks}.rules"
    path.write_text(ALONE.format(ranks=ranks), encoding="utf-8")
    game, native = build.load(str(path)), uncompiled(str(path), tmp_path)
    for seed in range(5):
        same(game, native, game.fresh(), seed)
        same(game, native, in_the_middle(game, seed), seed)


HEAP, PILE = p.Cell("heap", "ints", None, ()), p.Cell("pile", "ints", None, ())
HERE, THERE = p.Get(HEAP, None), p.Get(PILE, None)


@pytest.mark.parametrize(
    ("value", "grows"),
    [
        (b.concat([HERE, p.Op("tuple", (b.ONE,), "ints")]), True),
        (b.op("slice", THERE, b.ONE, b.op("len", THERE)), True),
        (b.const(()), True),
        (THERE, False),
        (p.Op("concat", (THERE,), "ints"), False),
        (p.Op("if", (b.TRUE, THERE, HERE), "ints"), False),
    ],
)
def test_a_row_grows_that_nobody_else_has(value: p.Expr, grows: bool) -> None:
    main = p.Procedure("main", (), (p.Store(HEAP, None, value, NOWHERE),), None, 0, NOWHERE)
    cells = [HEAP, PILE]
    program = p.Program(
        id="rows", players=2, cells=cells, procedures={"main": main}, entries={"main": "main"}
    )
    assert ("heap" in growing(program)) is grows
