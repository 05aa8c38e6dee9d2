"""Lowering: what a game means as a program.

`cases/lowering` are games whose examples must hold; `cases/ir` say what a program looks like, where
that teaches something (`pytest tests/test_lowering.py --update` writes what comes today).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hoyle import build, dsl
from hoyle.compiler.from_game import lower
from hoyle.compiler.from_game.meaning import MEANING
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import print_program
from hoyle.compiler.ir.verify import PROGRAM_CHECKS, nothing_at_once, verify_program
from hoyle.compiler.ir.walk import remembering
from hoyle.compiler.pipeline import compile_game, passes
from hoyle.dsl.game import Game as Checked
from hoyle.examples import run_example
from hoyle.find import has_head
from hoyle.runtime import chance, simulate
from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.state import State
from tests.evaluate import OPERATIONS

HERE = Path(__file__).parent
RULESETS = sorted(filter(has_head, (HERE.parent / "rulesets").glob("*/*.rules")))
SCENES = [path for path in sorted((HERE / "scenes").glob("*/*.rules")) if path.stem != "pokescape"]
LOWERED = sorted((HERE / "cases" / "lowering").glob("*.rules"))
PRINTED = sorted((HERE / "cases" / "ir").glob("*.rules"))


def checked(
    path: Path, options: dict[str, object] | None = None, drawn: str = ""
) -> tuple[Checked, dict[str, Any]]:
    """A game from a file, with the texts read."""
    sink, reader = dsl.Sink(), dsl.FolderReader(path.parent)
    game = dsl.load(path, sink, options or {}, reader=reader, drawn=drawn)
    assert game is not None, [diagnostic.message for diagnostic in sink]
    return game, dict(reader.sources)


def lowered(path: Path, players: int, examples: bool = False) -> p.Program:
    """The program of a file; everything in it must be compiled."""
    game, sources = checked(path)
    return lowered_game(game, sources, players, examples)


def lowered_game(
    game: Checked, sources: dict[str, Any], players: int, examples: bool = False
) -> p.Program:
    """The same of a game that is checked already."""
    sink = dsl.Sink()
    program = lower(game, players, examples, sink, sources)
    assert [diagnostic.message for diagnostic in sink] == []
    return program


def played(game: Checked, players: int, examples: bool = False) -> Game:
    """A game that plays, without writing anything anywhere."""
    sink = dsl.Sink()
    made = compile_game(game, players, sink, examples=examples)
    assert made is not None, [diagnostic.message for diagnostic in sink]
    module = ModuleType("generated")
    exec(compile(made.text, "generated.py", "exec"), module.__dict__)
    found: Game = module.MODULE.to_game()
    return found


def from_text(text: str) -> Checked:
    """A game from a text."""
    sink = dsl.Sink()
    game = dsl.check(dsl.Source("game.rules", text), sink)
    assert game is not None, [diagnostic.message for diagnostic in sink]
    return game


# ------------------------------------------------------------------------------------- whole games


ALWAYS = [check for check in PROGRAM_CHECKS if check is not nothing_at_once]
"""What holds behind every pass."""


@pytest.mark.parametrize("path", [*RULESETS, *SCENES], ids=lambda path: path.stem)
@remembering()
def test_every_game_becomes_a_program(path: Path) -> None:
    game, sources = checked(path)
    for players in {game.players[0], min(game.players[1], 4)}:
        program = lowered_game(game, sources, players)
        for change in passes(narrow=True):
            program = change(program)
            assert not [found for check in ALWAYS for found in check(program)]
        verify_program(program)


def test_lowering_is_deterministic() -> None:
    path = HERE.parent / "rulesets" / "chips" / "chips_advanced.rules"
    assert print_program(lowered(path, 3, True)) == print_program(lowered(path, 3, True))


def test_sites_do_not_hang_on_the_number_of_players() -> None:
    path = HERE.parent / "rulesets" / "chips" / "chips_advanced.rules"
    assert lowered(path, 2).sites == lowered(path, 5).sites


SILENT = """
game "Silent"
    players 2..2
    limit 6 turns
die unit: 1..1
die d6: 1..6
component Card for each rank in 1..4
table has
    pouch: bag of Card
    deck: pile of Card, refilled from discards
    discards: pile of Card, face up
    n: 0..99 = 0
player has
    hand: set of Card, seen by owner
setup
    put every Card where rank > 3 into pouch
    put every Card where rank < 4 into deck, shuffled
turn
    choose k in 1..1: "Only one?"
    n = roll unit
    draw 1 from pouch to your hand
    draw 1 from deck to your hand
    choose: "What?"
        "A" when n > 90: never_called
        "B"
    each c in your hand: move c to discards
    choose: "Or?"
        "C"
        "D"
to never_called
    n = roll d6
"""


def test_what_runs_silently_was_reached() -> None:
    game = played(from_text(SILENT), 2)
    report = simulate.simulate(game, 20, random.Random(1).random)
    assert [rule.name for rule in report.never()] == ["never_called"]
    assert (report.at_limit, report.unfinished) == (20, 0)


def test_nobody_can_tell_which_part_of_a_pool_lies_where() -> None:
    text = (HERE / "cases" / "lowering" / "unseen.rules").read_text(encoding="utf-8")
    game = played(from_text(text), 2)
    report = simulate.simulate(game, 40, random.Random(1).random, checked=True)
    assert report.failures == []
    more = f'{text}\ninvariant "All cards" sum(rank of deck) is 10\n'
    state = played(from_text(more), 2).new_initial_state()
    assert state.module_.tests["invariant_3"](state)
    bury = next(a for a in state.legal_actions() if state.action_to_string(a) == "Bury")
    state.apply_action(bury)
    with pytest.raises(RuleError, match="nobody can tell"):
        state.module_.tests["invariant_3"](state)


UNCLEAR = """
game "Unclear"
    players 2..2
    limit 4 turns
kinds Suit: red, blue
component Card for each suit in Suit, rank in 1..4
player has
    hand: set of Card, seen by owner
    score: 0..9 = 0
table has
    deck: pile of Card
    open: set of Card
setup
    put every Card where suit is blue into deck, shuffled
    put every Card where suit is red into open
    each player: draw 2 from deck to your hand
value reds of player = your hand where suit is red
turn
    choose: "A strike?"
        "Strike" when any c in your hand has c.suit is red
            your score += 1
        "Hold"
    let blues = your hand where suit is blue and rank > 3
    choose: "A play?"
        "Play"
            choose card from blues: "Which?"
            move card to open
        "No play"
    choose: "All can see that there is no strike here"
        "Strike" when any c in open has c.rank > 4
            your score += 1
        "Hold"
"""


def test_a_lone_option_is_asked_for_where_silence_would_tell() -> None:
    """Two questions a turn, whatever is in the hand; the third is never put."""
    for seed in range(5):
        state = played(from_text(UNCLEAR), 2).new_initial_state()
        rng, asked = random.Random(seed), []
        while not state.is_terminal():
            if state.is_player_node():
                asked.append(state.names())
            chance.step(state, rng.random)
        found = [set(names.values()) for names in asked]
        assert found.count({"Hold"}) == 4
        assert len([names for names in found if "No play" in names]) == 4
        assert {"No play"} in found


# ------------------------------------------------------------------------------- examples that hold


@cache
def _of_case(path: Path, players: int, options: tuple[tuple[str, object], ...], drawn: str) -> Game:
    return played(checked(path, dict(options), drawn)[0], players, examples=True)


def _load(
    path: Path,
    players: int,
    options: Mapping[str, object],
    scenario: str | None = None,
    drawn: str = "",
) -> Game:
    assert scenario is None
    return _of_case(path, players, tuple(options.items()), drawn)


def _cases() -> list[Any]:
    return list(_each_case())


def _each_case() -> Iterator[Any]:
    for path in LOWERED:
        for number, example in enumerate(checked(path)[0].examples):
            yield pytest.param(path, number, id=f"{path.stem}: {example.title}")


@pytest.mark.parametrize(("path", "number"), _cases())
def test_an_example_holds(path: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "load_examples", _load)
    game, _ = checked(path)
    result = run_example(path, game, number, game.examples[number])
    assert result.problem == ""


# --------------------------------------------------------------------------------- how it looks


def _wanted(text: str) -> list[str]:
    return [line[3:] for line in text.splitlines() if line.startswith("#| ")]


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: path.stem)
def test_a_program_looks_like_this(path: Path, request: pytest.FixtureRequest) -> None:
    """Every `#|` block, from a head line on, stands in the printed program as it is."""
    text = path.read_text(encoding="utf-8")
    printed = _parts(print_program(lowered(path, checked(path)[0].players[0])))
    heads = [line for line in _wanted(text) if not line.startswith(" ")]
    today = [line for head in heads for line in printed.get(_named(head), [])]
    if request.config.getoption("--update"):
        rules = [line for line in text.splitlines() if not line.startswith("#| ")]
        path.write_text("\n".join([*rules, *(f"#| {line}" for line in today)]) + "\n")
        return
    assert _wanted(text) == today


def _named(head: str) -> str:
    """What a part of a program is called: `proc turn`, `table CELL_COLUMN`."""
    return head.partition("(")[0].partition(":")[0].partition("[")[0]


def _parts(printed: str) -> dict[str, list[str]]:
    """The parts of a printed program by name."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in printed.splitlines():
        if line and not line.startswith(" "):
            name = _named(line)
        if line:
            found.setdefault(name, []).append(line)
    return found


# ------------------------------------------------------------------------------------- completion

PARAMETERS = """
game "Parameters"
    players 2..2
    asks always

table has
    sum: number = 0

turn
    choose: "What?"
        "Three"
            choose a in 1..4: "First"
            choose b in 1..4 where it > a: "Second"
            choose c in 1..4 where it + b is 6 or it is a: "Third"
            sum = a * 100 + b * 10 + c
            end game
        "Never" when sum > 0
            choose a in 1..4 where it > 9: "Nothing"
            sum = a
        "Two"
            choose a in 1..4 where it > 2 and sum > 1000: "None of these"
            choose b in 1..4 where it > a: "Second"
            sum = a + b
"""


def paths(state: State) -> Iterator[tuple[str, ...]]:
    """Every path of decisions to the end of a game."""
    if state.is_terminal():
        yield ()
        return
    assert state.legal_actions(), "an option led nowhere"
    for action in state.legal_actions():
        name = state.action_to_string(state.current_player(), action)
        for rest in paths(state.child(action)):
            yield (name, *rest)


def test_only_what_can_be_completed_is_offered() -> None:
    numbers = range(1, 5)
    expected = {
        ("Three", str(a), str(b), str(c))
        for a, b, c in itertools.product(numbers, repeat=3)
        if b > a and (c + b == 6 or c == a)
    }
    found = list(paths(played(from_text(PARAMETERS), 2).new_initial_state()))
    assert len(found) == len(set(found))
    assert {path[-4:] if path[0] == "Three" else ("Three", *path) for path in found} == expected


SUBSET = """
game "Subsets"
    players 2..2
    asks always

component Card for each rank in 1..5

table has
    hand: set of Card, face up

setup: put every Card into hand

turn
    choose {how} cards from hand where rank < 5: "Which?"
    end game
"""


@pytest.mark.parametrize(
    ("how", "sizes"),
    [
        ("2", {2}),
        ("1..3", {1, 2, 3}),
        ("up to 2", {0, 1, 2}),
        ("one or more", {1, 2, 3, 4}),
        ("any number of", {0, 1, 2, 3, 4}),
        ("4", {4}),
    ],
)
def test_one_path_a_subset(how: str, sizes: set[int]) -> None:
    found = list(paths(played(from_text(SUBSET.replace("{how}", how)), 2).new_initial_state()))
    picked = [tuple(name for name in path if name != "done") for path in found]
    expected = {
        subset for size in sizes for subset in itertools.combinations(("1", "2", "3", "4"), size)
    }
    assert len(picked) == len(set(picked))
    assert set(picked) == expected


COPIES = """
game "Copies"
    players 2..2
    asks always

component Token from "tokens.csv"
    name: text

table has
    pool: set of Token, face up

setup: put every Token into pool

turn
    choose up to 3 taken from pool: "Which?"
    end game
"""


def test_equal_pieces_make_one_path_a_multiset() -> None:
    files = dsl.MemoryReader({"tokens.csv": "name,copies\nred,3\nblue,2\n"})
    sink = dsl.Sink()
    game = dsl.check(dsl.Source("game.rules", COPIES), sink, reader=files)
    assert game is not None, [diagnostic.message for diagnostic in sink]
    found = list(paths(played(game, 2).new_initial_state()))
    picked = [tuple(sorted(name for name in path if name != "done")) for path in found]
    expected = {
        ("blue",) * blue + ("red",) * red
        for red in range(4)
        for blue in range(3)
        if red + blue <= 3
    }
    assert len(picked) == len(set(picked))
    assert set(picked) == expected


# --------------------------------------------------------------------------------------- folding


@pytest.mark.parametrize("name", sorted(MEANING))
def test_what_is_folded_means_what_it_means_at_run_time(name: str) -> None:
    samples: dict[str, list[tuple[Any, ...]]] = {
        "1": [(3,), (0,), (12,)],
        "2": [(7, 2), (-7, 2), (5, 5), (0, 3)],
    }
    of_tuples: dict[str, list[tuple[Any, ...]]] = {
        "item": [((4, 5), 1)], "len": [((4, 5),)], "contains": [((4, 5), 5), ((), 1)],
        "concat": [((1,), (2, 3))], "slice": [((1, 2, 3), 1, 2)], "replace": [((1, 2), 0, 9)],
        "index_of": [((4, 5), 5), ((4,), 7)], "count_of": [((4, 4), 4)], "mask_of": [((0, 3),)],
        "sorted": [((3, 1),)], "tuple": [(1, 2)], "members": [(9,)], "if": [],
    }  # fmt: skip
    one = {"neg", "abs", "not", "bit", "size", "lowest", "highest", "round_up", "round_down"}
    sets = name in ("union", "inter", "minus", "has", "shift", "unshift")
    found = of_tuples.get(name, samples["1" if name in one else "2"])
    for args in (args for args in found if not sets or args[0] >= 0):
        assert MEANING[name](*args) == OPERATIONS[name](*args)


# ---------------------------------------------------------------------------------- the course


def test_turns_go_round_from_the_starter_until_the_limit() -> None:
    game = played(checked(HERE / "cases" / "lowering" / "course.rules")[0], 3)
    state = game.new_initial_state()
    seats = []
    while not state.is_terminal():
        seats.append(state.current_player())
        state.apply_action(state.legal_actions()[0 if seats[-1] == 1 else 1])
    assert seats == [2, 0, 1, 2]
    assert state.trail == 1231  # seats are counted from the starter
    assert state.returns() == [-0.5, 1.0, -0.5]


def test_what_is_not_compiled_yet_is_said() -> None:
    text = 'game "Lines"\n    players 2..2\n\nboard of Cell, grid 3 by 3\n\n'
    text += 'turn\n    choose n in 2..3: "How long?"\n    if count(lines(n)) > 1: end game\n'
    sink = dsl.Sink()
    game = dsl.check(dsl.Source("game.rules", text), sink)
    assert game is not None, [diagnostic.message for diagnostic in sink]
    lower(game, 2, False, sink, {})
    assert [found.code.id for found in sink if found.code.id.startswith("R08")] == ["R0801"]


CLAIMED = """
game "Claimed"
    players 2..2
    limit 9 turns
player has
    score: 0..9 = 0
turn
    grow(2)
to grow(n: 1..3)
    choose: "Which?"
        "All": your score += n
        "None"
invariant "You grow from below four" before grow: your score + n < 4
"""


def test_a_claim_before_a_deed_is_about_whoever_does_it() -> None:
    state = played(from_text(CLAIMED), 2).new_initial_state()
    everything, nothing = state.legal_actions()
    state.apply_action(everything)  # then the other seat begins, whose score is nothing yet
    with pytest.raises(RuleError, match="broken invariant"):
        state.apply_action(nothing)
