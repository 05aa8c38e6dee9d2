"""Rules that are longer or deeper than people write them: compiled, or refused in plain words."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import pytest

import hoyle
from hoyle.compiler.from_game.arms import halved
from hoyle.dsl import MemoryReader, Sink, Source, check, deep
from hoyle.errors import RulesInvalid

HEAD = """game "Large"
    players 1..3
player has
    score: 0..9999 = 0
turn
"""


def loaded(folder: Path, rules: str, players: int = 1) -> hoyle.runtime.game.Game:
    path = folder / "large.rules"
    path.write_text(rules, encoding="utf-8")
    return hoyle.load(str(path), players)


def score(state: hoyle.runtime.state.State) -> int:
    found: int = state.view(0)["players"]["ann"]["score"]
    return found


def told(rules: str) -> list[tuple[str, str]]:
    sink = Sink()
    check(Source("large.rules", rules), sink, reader=MemoryReader({}))
    return [(found.code.id, found.message) for found in sink]


def nested(lines: list[str], depth: int = 1) -> str:
    return "".join("    " * (depth + at) + f"{line}\n" for at, line in enumerate(lines))


def test_every_one_of_many_branches_does_what_stands_below_it(tmp_path: Path) -> None:
    labels = "".join(f'        "Take {n}": your score = {n}\n' for n in range(1, 61))
    game = loaded(tmp_path, HEAD + f'    choose: "How many?"\n{labels}    end game\n')
    for number in (1, 24, 25, 30, 31, 59, 60):
        state = game.new_initial_state()
        action = next(a for a in state.legal_actions() if str(number) in state.action_to_string(a))
        state.apply_action(action)
        assert score(state) == number


def test_many_branches_that_are_not_always_open(tmp_path: Path) -> None:
    labels = "".join(
        f'        "Take {n}" when your score < {n}: your score = {n}\n' for n in range(60)
    )
    game = loaded(tmp_path, HEAD + f'    choose: "How many?"\n{labels}        "Stop": end game\n')
    state = game.new_initial_state()
    assert len(state.legal_actions()) == 60
    state.apply_action(state.legal_actions()[29])
    assert len(state.legal_actions()) == 30


def test_a_match_of_many_arms_answers_what_they_say(tmp_path: Path) -> None:
    arms = [f"    {(n * 7) % 60} -> {n}\n" for n in range(58)]
    deeds = [f"        {n}: your score = shown({n})\n" for n in range(59)]
    rules = HEAD.replace("turn\n", "value shown(n: 0..59) = match n\n")
    rules += "".join(arms) + '    otherwise -> 99\nturn\n    choose n in 0..59: "Which?"\n'
    rules += (
        "    match n\n" + "".join(deeds) + "        otherwise: your score = 100\n    end game\n"
    )
    game = loaded(tmp_path, rules)
    answers = {(n * 7) % 60: n for n in range(58)}
    for number in range(60):
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[number])
        wanted = 100 if number == 59 else answers.get(number, 99)
        assert score(state) == wanted


def test_a_long_chain_is_halved_only_between_numbers_apart() -> None:
    apart = tuple(((n,), n) for n in range(30))
    low, high, first = halved(apart) or ((), (), 0)
    assert (len(low), len(high), first) == (15, 15, 15)
    assert halved(apart[:20]) is None
    assert halved(tuple(((n, 100 + n), n) for n in range(30))) is None
    assert halved(tuple(((str(n),), n) for n in range(30))) is None


@pytest.mark.parametrize(
    "rules",
    [
        "    p0\n    end game\n"
        + "".join(f"to p{n}\n    each player\n        p{n + 1}\n" for n in range(30))
        + "to p30: your score += 1\n",
        "    p0\n    end game\n"
        + "".join(
            f"to p{n}\n" + nested([*(f"if your score < {k + 9}" for k in range(40)), f"p{n + 1}"])
            for n in range(4)
        )
        + "to p4: your score += 1\n",
        "    your score = your v0\n    end game\n"
        + "".join(f"value v{n} of player = your v{n + 1} * 1\n" for n in range(150))
        + "value v150 of player = 1\n",
    ],
    ids=["loops", "conditions", "values"],
)
def test_deeds_and_values_that_use_each_other_do_not_pile_up(tmp_path: Path, rules: str) -> None:
    state = loaded(tmp_path, HEAD + rules).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert score(state) == 1


def test_loops_in_too_many_loops_are_refused() -> None:
    loops = [f"each player where your score < {n + 9}" for n in range(13)]
    assert told(HEAD + nested([*loops[1:], "end game"])) == []
    assert told(HEAD + nested([*loops, "end game"])) == [("R0125", "This is a loop in 12 others.")]
    beside = nested([*loops[:8], "your score = 1"]) + nested(loops[8:], 3)
    assert told(HEAD + beside + "    " * 8 + "end game\n") == []


def test_values_that_lean_on_each_other_too_deeply_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chain = "".join(f"value v{n} of player = your v{n + 1} + 1\n" for n in range(300))
    rules = f'{HEAD}    may "Go on": your score += 1\n    if your v0 > 400: end game\n{chain}'
    rules += "value v300 of player = your score\n"
    assert told(rules) == []
    monkeypatch.setattr(deep, "_DEEP", 1)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 400)
    try:
        assert [code for code, _ in told(rules)] == ["R0125"]
        with pytest.raises(RulesInvalid) as refused:
            loaded(tmp_path, rules)
    finally:
        sys.setrecursionlimit(before)
    assert "lean on each other" in refused.value.diagnostics[0].message
