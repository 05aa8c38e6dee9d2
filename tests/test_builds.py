"""The builds of a game agree: explicit, sampled, fused, and with every condition looked at in
full."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from hoyle.compiler.ir import machine as m
from hoyle.compiler.passes import place_checks
from hoyle.compiler.pipeline import compile_program
from hoyle.compiler.to_python.names import identifier
from hoyle.runtime.errors import RuleError
from tests import builds, programs
from tests.agreement import loaded

GAMES = 4  # of a ruleset; fewer of the large ones
ALL = [*builds.BY_HAND, *builds.GAMES]
every_game = pytest.mark.parametrize("name", ALL)


@every_game
def test_explicit_and_sampled_go_one_way(name: str) -> None:
    module = builds.module(name)
    for seed in range(builds.games(module, GAMES)):
        one, end = builds.explicit(module, seed)
        other, there = builds.sampled(module, seed)
        for step, same in zip(one, other, strict=False):
            assert step == same
        assert len(one) == len(other)
        assert builds.position(end) == builds.position(there)


@every_game
def test_a_playout_ends_where_the_steps_end(name: str) -> None:
    module = builds.module(name)
    for seed in range(builds.games(module, GAMES)):
        steps, end = builds.sampled(module, seed)
        state = module.fresh()
        module.playout(state, random.Random(seed).random)
        assert builds.position(state) == builds.position(end)
        assert state.pc == -1 and not state.options
        assert steps or name == "silent"


@every_game
def test_a_playout_goes_on_from_any_decision(name: str) -> None:
    module = builds.module(name)
    rnd = random.Random(3).random
    state = module.fresh()
    module.start_sampled(state, "main", rnd)
    count = 0
    while state.pc >= 0 and count < builds.games(module, 12):
        one, other = state.clone(), state.clone()
        module.playout(one, random.Random(count).random)
        random_ = random.Random(count).random
        while other.pc >= 0:
            action = other.options[int(random_() * len(other.options))]
            module.advance_sampled(other, action, random_)
        assert builds.position(one) == builds.position(other)
        module.advance_sampled(state, builds.decision(module, state, rnd)[3], rnd)
        count += 1


@every_game
def test_conditions_are_looked_at_where_they_can_come_true(name: str) -> None:
    """[T 3] Placed and narrowed against: every condition in full at every moment."""
    program = programs_of(name)
    if not program.watches:
        return
    module = builds.module(name)
    checked = loaded(compile_program(program, checked=True), f"checked_{name}")
    slots = set(builds.compiled(name).machine.slots.values())
    own = {cell.name for cell in builds.compiled(name).program.cells}
    for seed in range(builds.games(module, GAMES)):
        one, end = builds.explicit(module, seed)
        other, there = builds.explicit(checked, seed)
        assert [step[1:4] for step in one] == [step[1:4] for step in other], slots
        for cell in sorted(own & set(type(there).cells_)):
            if not cell.startswith(("known_", "shown_")):
                assert getattr(end, cell) == getattr(there, cell), cell


def programs_of(name: str) -> Any:
    """The program as it was lowered."""
    return builds.BY_HAND[name]() if name in builds.BY_HAND else builds.lowered(name)[0]


@pytest.mark.parametrize(
    ("name", "cell"),
    [("tic_tac_toe", "cell_mark"), ("connect_four", "cell_disc"), ("pig", "score")],
)
def test_a_footprint_that_is_too_small_is_found(
    name: str, cell: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[T 3] Without one edge of a footprint, the comparison with the checked build fails."""
    whole = place_checks.footprints_of
    monkeypatch.setattr(
        place_checks, "footprints_of", lambda program: tuple(x - {cell} for x in whole(program))
    )
    broken = loaded(compile_program(builds.BY_HAND[name]()), f"broken_{name}")
    monkeypatch.undo()
    checked = loaded(compile_program(builds.BY_HAND[name](), checked=True), f"whole_{name}")
    with pytest.raises((AssertionError, RuleError)):
        for seed in range(20):
            ends = []
            for module in (checked, broken):
                steps, end = (
                    builds.explicit(module, seed) if module is checked else few(module, seed)
                )
                ends.append((len(steps), end.returns_))
            assert ends[0] == ends[1]


def few(module: Any, seed: int) -> tuple[list[int], Any]:
    """A random game that is broken off when it takes too long."""
    rnd = random.Random(seed).random
    state = module.fresh()
    module.start(state, "main")
    steps: list[int] = []
    while state.pc >= 0 and len(steps) < 3_000:
        builds.settle(module, state, rnd)
        if state.pc >= 0:
            steps.append(state.options[int(rnd() * len(state.options))])
            module.advance(state, steps[-1])
            builds.settle(module, state, rnd)
    return steps, state


# ---------------------------------------------------------------------------------------- slots


def dead_slots(machine: m.Machine, node: m.Node) -> list[m.Slot]:
    """Slots that hold nothing of use at a node: of its procedure, and of those that cannot run
    now."""
    running = {node.proc}
    while True:
        more = {call.caller for proc in running for call in machine.frames[proc].calls} - running
        if not more:
            break
        running |= more
    live = {slot.name for slot in node.live}
    own = [s for s in machine.slots.values() if s.proc == node.proc and s.name not in live]
    return own + [s for s in machine.slots.values() if s.proc not in running]


POISON = {
    "int": -77,
    "mask": 1 << 70,
    "bool": True,
    "str": "poison",
    "ints": (-77,),
    "texts": ("!",),
}


@every_game
def test_dead_slots_are_empty_and_nobody_reads_them(name: str) -> None:
    """[T 8] Poisoned at every node, the game goes on as before."""
    module, machine = builds.module(name), builds.compiled(name).machine
    for seed in range(builds.games(module, GAMES)):
        clean, dirty = module.fresh(), module.fresh()
        rnd = random.Random(seed).random
        module.start(clean, "main")
        module.start(dirty, "main")
        count = 0
        while clean.pc >= 0 and count < 300:
            count += 1
            dead = {
                identifier(slot.name): slot for slot in dead_slots(machine, machine.nodes[clean.pc])
            }
            for name, slot in dead.items():
                assert not getattr(clean, name), f"{name} is not empty"
                setattr(dirty, name, POISON[slot.form])
            u = rnd()
            action = (
                builds.outcome(module, clean, u)
                if module.kinds[clean.pc] == 1
                else clean.options[int(u * len(clean.options))]
            )
            module.advance(clean, action)
            module.advance(dirty, action)
            for name, slot in dead.items():  # poisoned, not written since: it is emptied again
                if getattr(dirty, name) == POISON[slot.form]:
                    setattr(dirty, name, getattr(clean, name))
            assert builds.position(clean) == builds.position(dirty)


def test_equal_positions_are_equal_however_they_were_reached() -> None:
    """The order of two marks does not matter; nothing of the way is left in the position."""
    module = builds.module("tic_tac_toe")
    ends = []
    for moves in ((0, 8, 4, 5), (4, 5, 0, 8)):
        state = module.fresh()
        module.start(state, "main")
        for move in moves:
            module.advance(state, move)
        ends.append(state)
    assert ends[0] == ends[1] and hash(ends[0]) == hash(ends[1])


# -------------------------------------------------------------------------------- long stretches


def test_ten_thousand_turns_without_a_decision() -> None:
    """[T 9] They run in every build, not on Python's stack."""
    module = builds.module("silent")
    steps, end = builds.explicit(module, 1)
    assert len(steps) == 2 and end.done == 10_000
    assert builds.position(builds.sampled(module, 1)[1]) == builds.position(end)
    state = module.fresh()
    module.playout(state, random.Random(1).random)
    assert builds.position(state) == builds.position(end)


def played(module: Any) -> dict[str, Callable[[], object]]:
    """A random game, by build."""
    rnd = random.Random(1).random
    return {
        "explicit": lambda: builds.explicit(module, 1),
        "sampled": lambda: builds.sampled(module, 1),
        "fused": lambda: module.playout(module.fresh(), rnd),
    }


@pytest.mark.parametrize("build", ["explicit", "sampled", "fused"])
@pytest.mark.parametrize("asks", [True, False])
def test_a_rule_that_spins_is_an_error_of_the_rules(build: str, asks: bool) -> None:
    """[T 9]"""
    module = loaded(compile_program(programs.spinning(asks)), f"spinning_{asks}")
    with pytest.raises(RuleError, match="endless loop"):
        played(module)[build]()


@pytest.mark.parametrize("build", ["explicit", "sampled", "fused"])
def test_rules_that_call_each_other_too_deeply(build: str) -> None:
    program = programs.recursive(deepest=10_000)
    module = loaded(compile_program(program), "too_deep")
    deep = {
        "explicit": lambda: stepped(module, module.start, module.advance),
        "sampled": lambda: stepped(
            module,
            lambda s, entry: module.start_sampled(s, entry, lambda: 0.9),
            lambda s, action: module.advance_sampled(s, action, lambda: 0.9),
        ),
        "fused": lambda: module.playout(module.fresh(), lambda: 0.9),
    }
    with pytest.raises(RuleError, match="too deep"):
        deep[build]()


def stepped(module: Any, start: Callable[..., None], advance: Callable[..., None]) -> None:
    """A game in which the last option is always taken."""
    state = module.fresh()
    start(state, "main")
    for _ in range(1_000):
        advance(state, state.options[-1])
