"""Native builds: playouts compiled to machine code are the same games, draw by draw.

Compiling takes its time, so one small game is compiled here, full of what C does otherwise than
Python; `HOYLE_NATIVE_GAMES` names others, with blanks between, for a longer walk of both builds:
`HOYLE_NATIVE_GAMES="chips monopoly" pytest …`.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hoyle import build, native
from hoyle.cli import program
from hoyle.find import find
from hoyle.native_build import NoNative, along, pruned, refuse_without

NAMED = os.environ.get("HOYLE_NATIVE_GAMES", "").split()
GAMES = NAMED or [str(Path(__file__).parent / "games" / "far.rules")]
GAMES_EACH = int(os.environ.get("HOYLE_NATIVE_SEEDS", "200"))


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: Path(game).stem)
def game(request: pytest.FixtureRequest) -> Any:
    """A game that plays by its native build."""
    try:
        refuse_without()
    except NoNative as error:
        pytest.skip(str(error))
    _, built = build.with_native(find(request.param), None, {})
    assert not isinstance(built, NoNative), str(built)
    loaded = build.load(request.param)
    assert loaded.module.native is not None
    return loaded


def interpreted(game: Any) -> Any:
    """The playout that was not compiled."""
    return sys.modules[type(game.fresh()).__module__].playout


def ends(game: Any, state: Any, seed: int) -> Iterator[tuple[Any, Any, float]]:
    """The end of a random game in either build: position, results, the next random number."""
    for play in (interpreted(game), game.module.native.play_on):
        rng, end = random.Random(seed), state.clone()
        play(end, rng.random)
        yield end.key(), end.returns(), rng.random()


def in_the_middle(game: Any, seed: int) -> Any:
    """A position somewhere in a random game, where somebody decides."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(rng.randrange(60)):
        if not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
    while state.is_chance_node():  # always the same outcome might go on for ever
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
    return state


def test_games_are_the_same_from_their_beginning(game: Any) -> None:
    for seed in range(GAMES_EACH):
        plain, compiled = ends(game, game.fresh(), seed)
        assert compiled == plain, f"seed {seed}"


def test_games_are_the_same_from_the_middle(game: Any) -> None:
    for seed in range(GAMES_EACH // 2):
        plain, compiled = ends(game, in_the_middle(game, seed), seed)
        assert compiled == plain, f"seed {seed}"


def test_a_game_plays_by_its_native_build(game: Any) -> None:
    several = game.playouts(20, random.Random(5))
    rng = random.Random(5)
    assert several == [game.playout(rng) for _ in range(20)]
    rng = random.Random(5)
    assert several == [game.played(rng).returns() for _ in range(20)]


@pytest.mark.parametrize("drawn_before", [0, 1, 5])
def test_many_games_go_on_where_the_generator_was(game: Any, drawn_before: int) -> None:
    """Numbers worked out inside are those of `random.Random`, which then goes on behind them."""
    many, single = random.Random(7), random.Random(7)
    for rng in (many, single):
        rng.random()
        for _ in range(drawn_before):
            rng.getrandbits(32)
        rng.gauss(0, 1)
    assert game.playouts(300, many) == [game.played(single).returns() for _ in range(300)]
    assert many.getstate() == single.getstate()


def test_other_generators_are_asked_for_every_number(game: Any) -> None:
    class Counting(random.Random):
        asked = 0

        def random(self) -> float:
            self.asked += 1
            return super().random()

    counting = Counting(3)
    assert game.playouts(300, counting) == game.playouts(300, random.Random(3))
    assert counting.asked > 300


def test_what_breaks_is_told(game: Any) -> None:
    def broken() -> float:
        raise ValueError("no more numbers")

    with pytest.raises(ValueError, match="no more numbers"):
        game.playout(broken)


def test_the_command_tells_what_is_there(game: Any, tmp_path: Path) -> None:
    told = CliRunner().invoke(program, ["compile", "--native", GAMES[0], "-o", str(tmp_path)])
    assert told.exit_code == 0
    assert "native playouts, compiled before" in told.output


# ------------------------------------------------------------------- without a compiler at hand


def test_without_a_c_compiler_the_command_says_so_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("hoyle.native_build._compiler", lambda: None)
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "cache"))
    told = CliRunner().invoke(program, ["compile", "--native", "pig", "-o", str(tmp_path)])
    assert told.exit_code == 0
    assert "needs a C compiler" in told.output and "only slower" in told.output
    assert (tmp_path / "pig_2p.py").is_file()


def test_without_mypyc_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.native_build.find_spec", lambda name: None)
    with pytest.raises(NoNative, match=r"pip install 'hoyle\[native\]'"):
        refuse_without()


def test_a_build_that_fails_keeps_its_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hoyle.native_build.SETUP", "raise SystemExit('it is broken')")
    monkeypatch.setattr("hoyle.native_build.refuse_without", lambda: None)
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    _, built = build.with_native(find("tic_tac_toe"), None, {})
    assert isinstance(built, NoNative)
    log = Path(str(built).split()[-1])
    assert "it is broken" in log.read_text()
    assert build.load("tic_tac_toe").module.native is None


def test_two_that_compile_at_once_do_not_disturb_each_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, works = find("tic_tac_toe"), list[Path]()

    def compile_(work: Path, later: Path) -> None:
        works.append(work)
        if len(works) == 1:  # another begins now, and is done before this one
            assert not isinstance(build.with_native(path, None, {})[1], NoNative)
        assert (work / "setup.py").is_file()

    monkeypatch.setattr("hoyle.native_build._compile", compile_)
    monkeypatch.setattr("hoyle.native_build.attach", lambda module: True)
    monkeypatch.setattr("hoyle.native_build.refuse_without", lambda: None)
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    _, built = build.with_native(path, None, {})
    assert not isinstance(built, NoNative) and len(set(works)) == 2
    assert list((tmp_path / "native").iterdir()) == [built.folder]
    assert (built.folder / native.DONE).is_file()


def test_a_folder_that_cannot_be_written_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("hoyle.native_build.refuse_without", lambda: None)
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    (tmp_path / "native").write_text("")
    _, built = build.with_native(find("tic_tac_toe"), None, {})
    assert isinstance(built, NoNative) and "set HOYLE_CACHE" in str(built)


@pytest.mark.parametrize("text", ["1 / 0", "", "import nobody_has_this"])
def test_a_damaged_build_is_played_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    module = sys.modules[type(build.load("tic_tac_toe").fresh()).__module__]
    name = f"damaged_{len(text)}"
    monkeypatch.setattr("hoyle.native.name_of", lambda module: name)
    monkeypatch.setattr("hoyle.native.folder_of", lambda name: tmp_path)
    (tmp_path / name).mkdir()
    for file in (tmp_path / "done", tmp_path / name / "__init__.py"):
        file.write_text("")
    (tmp_path / name / "game.py").write_text(text)
    assert not native.attach(module) and module.MODULE.native is None


def test_native_builds_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[type(build.load("tic_tac_toe").fresh()).__module__]
    monkeypatch.setattr("hoyle.native.folder_of", lambda name: pytest.fail("it is looked for"))
    monkeypatch.setenv(native.OFF, "off")
    assert not native.attach(module)


# --------------------------------------------------------------- what is compiled along with it


def test_only_what_is_called_is_compiled_along() -> None:
    found = along("x = library.once_each(items)", "package")
    assert "def once_each" in found["library"] and "def best_mask" not in found["library"]
    assert "hoyle.runtime.odds" not in found["library"]


def test_a_function_keeps_those_that_it_calls() -> None:
    source = "def a():\n    return b()\n\ndef b():\n    return 1\n\ndef c():\n    return 2\n"
    assert pruned(source, {"a"}) == "def a():\n    return b()\n\ndef b():\n    return 1"
