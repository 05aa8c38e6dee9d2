"""Generated modules compiled to machine code by mypyc, unchanged: the same games, faster."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hoyle.build import load
from hoyle.runtime.traceback import source_of

ROOT = Path(__file__).parent.parent

#: Compiling takes some seconds a game; `HOYLE_NATIVE` names others, with blanks between.
GAMES = os.environ.get("HOYLE_NATIVE", "kuhn_poker").split()


@pytest.fixture(scope="module", params=GAMES)
def modules(request: pytest.FixtureRequest, tmp_path_factory: Any) -> tuple[Any, ModuleType]:
    """The module of a game as it is, and compiled."""
    pytest.importorskip("mypyc")
    if shutil.which("gcc") is None and shutil.which("clang") is None:
        pytest.skip("there is no C compiler")
    game = load(request.param, 2)
    folder = tmp_path_factory.mktemp("native")
    name = f"native_{request.param}"
    (folder / f"{name}.py").write_text(Path(source_of(game.module)).read_text())
    built = subprocess.run(
        [sys.executable, "-m", "mypyc", f"{name}.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "MYPYPATH": str(ROOT), "CFLAGS": "-O0"},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    sys.path.insert(0, str(folder))
    try:
        return game.module, __import__(name)
    finally:
        sys.path.remove(str(folder))


def trace(module: Any, seed: int) -> list[Any]:
    """A random game in the explicit build, node by node."""
    rng = random.Random(seed)
    state = module.to_game().new_initial_state()
    found = []
    while not state.is_terminal():
        legal = state.legal_actions()
        found.append((state.key(), legal, state.current_player()))
        state.apply_action(legal[int(rng.random() * len(legal))])
    return [*found, state.key(), state.returns(), state.serialize()]


def sampled(module: Any, seed: int) -> tuple[Any, Any]:
    """The ends of a random game in the sampled build and of a playout."""
    rng = random.Random(seed).random
    state = module.fresh()
    module.start_sampled(state, "main", rng)
    while state.pc >= 0:
        options = state.options
        module.advance_sampled(state, options[int(rng() * len(options))], rng)
    played = module.fresh()
    module.playout(played, rng)
    return state.key(), played.key()


def test_the_compiled_module_is_compiled(modules: tuple[Any, ModuleType]) -> None:
    plain, native = modules
    assert not str(native.__file__).endswith(".py")
    assert source_of(native.MODULE) == "" and source_of(plain).endswith(".py")


def test_compiled_games_are_the_same(modules: tuple[Any, ModuleType]) -> None:
    plain, native = modules
    for seed in range(100):
        assert trace(native.MODULE, seed) == trace(plain, seed)
        assert sampled(native.MODULE, seed) == sampled(plain, seed)


def test_compiled_states_clone_and_compare(modules: tuple[Any, ModuleType]) -> None:
    _, native = modules
    state = native.MODULE.to_game().new_initial_state()
    copied = state.clone()
    assert copied == state and hash(copied) == hash(state)
    copied.apply_action(copied.legal_actions()[0])
    assert copied != state and state.child(state.legal_actions()[0]) == copied
