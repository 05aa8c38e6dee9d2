"""The cache: whatever lies in it or stands in its way, games load, and load right."""

from __future__ import annotations

import json
import marshal
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle import build
from hoyle.dsl import cache

RULES = """\
game "Count"
    players 2..2

table has
    left: 0..5 = 5

turn
    choose n in 1..2 where it <= left: "Take how many?"
    left -= n
    if left is 0: victory for you
"""

PLAY = """
import sys, random, hoyle
print(hoyle.load(sys.argv[1]).playout(random.Random(1)))
"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all: the parser is built in it once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def rules(tmp_path: Path, shared: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOYLE_CACHE", str(shared))
    for path in shared.glob("game_*"):
        path.rmdir() if path.is_dir() else path.unlink()
    path = tmp_path / "count.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


def files(ending: str) -> list[Path]:
    return sorted(cache.directory().glob(f"game_*.{ending}"))


def plays(path: Path) -> None:
    """As a process does that knows nothing yet."""
    for name in [name for name in sys.modules if name.startswith("game_")]:
        del sys.modules[name]
    assert build.load(str(path)).schema.title == "Count"


def _of_no_code(path: Path) -> None:
    data = marshal.dumps(5)
    path.write_bytes(data)
    entry = path.with_suffix(".json")
    entry.write_text(json.dumps({**json.loads(entry.read_text()), "code": "?"}))


DAMAGES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "half of the code": ("code", lambda path: path.write_bytes(path.read_bytes()[:100])),
    "other code": ("code", _of_no_code),
    "a folder for the code": ("code", lambda path: (path.unlink(), path.mkdir())),
    "an entry of numbers": ("json", lambda path: path.write_text('{"code": 1, "files": 2}')),
    "an entry of no files": ("json", lambda path: path.write_text('{"code": "1", "files": {}}')),
    "a deep entry": ("json", lambda path: path.write_text("[" * 100_000)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_made_again(rules: Path, damage: str) -> None:
    plays(rules)
    ending, harm = DAMAGES[damage]
    (kept,) = files(ending)
    harm(kept)
    plays(rules)


@pytest.mark.parametrize("stands", ["a file", "a dangling link", "a device"])
def test_what_stands_in_the_way_is_no_error(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stands: str
) -> None:
    way = tmp_path / "way"
    if stands == "a file":
        way.touch()
    elif stands == "a dangling link":
        way.symlink_to(tmp_path / "nowhere" / "below")
    else:
        way = Path(os.devnull)
    monkeypatch.setenv("HOYLE_CACHE", str(way))
    plays(rules)
    plays(rules)


def test_where_it_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HOYLE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.directory() == tmp_path / "hoyle"
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    for odd in ("relative", "", "."):
        monkeypatch.setenv("XDG_CACHE_HOME", odd)
        assert cache.directory() == tmp_path / "home" / ".cache" / "hoyle"


def test_a_user_without_a_home_has_no_cache(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("HOYLE_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    assert cache.write("x", b"x") is False and cache.read("x") is None
    plays(rules)


def test_rules_that_change_while_they_are_compiled_are_not_kept(
    rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = build._made

    def slow(*given: object) -> object:
        found = made(*given)  # type: ignore[arg-type]
        rules.write_text(RULES.replace("Count", "Other"), encoding="utf-8")
        return found

    monkeypatch.setattr(build, "_made", slow)
    assert build.load(str(rules)).schema.title == "Count"
    monkeypatch.setattr(build, "_made", made)
    assert build.load(str(rules)).schema.title == "Other"


def test_several_processes_share_an_empty_cache(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "empty"))
    words = [sys.executable, "-c", PLAY, str(rules)]
    together = [
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    ends = [process.communicate(timeout=120) for process in together]
    assert len(set(ends)) == 1 and ends[0][1] == "" and ends[0][0].startswith("[")
    assert not list(cache.directory().glob("*.part"))
