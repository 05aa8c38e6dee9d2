"""Hostile input: every .rules and .csv file in the tree, mutated by byte, line and word.

`python -m tests.fuzz --runs 50000` for the long run; tests/test_hostile.py does a short one.
Whatever comes in, what goes out is a game or diagnostics: never a traceback, never a hang, never
a file touched outside the cache.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
import traceback
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from hoyle import dsl
from hoyle.dsl.game import Game
from hoyle.dsl.reader import Unreadable, decoded

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("rulesets", "tests/cases", "tests/games", "tests/scenes")
SECONDS = 20  # of the processor; a run that takes longer hangs
COMPILED_BYTES = 12_000  # a ruleset of this size is always compiled, twice the size half the time
SPICE = (
    b'"', b"'", b"\\", b"\x00", b"\xff", b"\t", b"\r\n", b"\n\n", b"    ", b"{", b"}", b"(", b")",
    b"[", b"]", b":", b",", b"..", b"999999999999", b"-1", b"0", b"#", b"##", b"==", b" where ",
    b" is ", b" otherwise ", b"\xe2\x80\xae", b"\xf0\x9f\x8e\xb2", b'"; import os #', b"{{ 7*7 }}",
    b"{% raw %}", b"'''", b'"""', b"\\N{DIGIT ONE}", b"__import__('os')", b"none", b"you", b"it",
)  # fmt: skip


def rulesets() -> list[tuple[str, dict[str, bytes]]]:
    """Every .rules file in the tree, with all that it reads: (its name, files by name)."""
    return [
        (path.relative_to(root).as_posix(), _read_with(path, root))
        for place in PLACES
        for root in sorted({path.parent for path in (ROOT / place).rglob("*.rules")})
        for path in sorted(root.glob("*.rules"))
    ]


def _read_with(path: Path, root: Path) -> dict[str, bytes]:
    """A file, and the files of its folder, and rules in folders beside it, that are named in it or
    in those."""
    found = {path.relative_to(root).as_posix(): path.read_bytes()}
    beside = {
        other.relative_to(root).as_posix(): other.read_bytes()
        for other in sorted(root.rglob("*"))
        if other.suffix in (".rules", ".csv", ".map")
    }
    beside |= {
        f"../{other.relative_to(root.parent).as_posix()}": other.read_bytes()
        for other in sorted(root.parent.glob("*/*.rules"))
    }
    while more := {
        name: data
        for name, data in beside.items()
        if name not in found and any(name.encode() in text for text in found.values())
    }:
        found |= more
    return found


def mutated(data: bytes, rng: random.Random) -> bytes:
    """One to four mutations."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice((_byte, _cut, _double, _spice, _swap_lines, _drop_line, _indent, _word))(
            data, rng
        )
    return data


def _at(data: bytes, rng: random.Random) -> int:
    return rng.randrange(len(data) + 1)


def _byte(data: bytes, rng: random.Random) -> bytes:
    at = _at(data, rng)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _cut(data: bytes, rng: random.Random) -> bytes:
    at = _at(data, rng)
    return data[:at] + data[at + rng.randrange(1, 40) :]


def _double(data: bytes, rng: random.Random) -> bytes:
    at = _at(data, rng)
    piece = data[at : at + rng.randrange(1, 60)]
    return data[:at] + piece + data[at:]


def _spice(data: bytes, rng: random.Random) -> bytes:
    at = _at(data, rng)
    return data[:at] + rng.choice(SPICE) + data[at:]


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True) or [b""]


def _swap_lines(data: bytes, rng: random.Random) -> bytes:
    lines = _lines(data)
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines)


def _drop_line(data: bytes, rng: random.Random) -> bytes:
    lines = _lines(data)
    del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def _indent(data: bytes, rng: random.Random) -> bytes:
    lines = _lines(data)
    at = rng.randrange(len(lines))
    lines[at] = b"    " + lines[at] if rng.random() < 0.5 else lines[at].lstrip()
    return b"".join(lines)


def _word(data: bytes, rng: random.Random) -> bytes:
    """One word takes the place of another from the same file."""
    words = data.split(b" ")
    a, b = rng.randrange(len(words)), rng.randrange(len(words))
    words[a] = words[b]
    return b" ".join(words)


class TooSlow(Exception):
    """A run hangs."""


def _alarm(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def _size(files: dict[str, bytes]) -> int:
    return sum(map(len, files.values())) or 1


def one(files: dict[str, bytes], start: str, share: float = 1.0) -> str:
    """Check a ruleset in memory, and compile a share of those that pass.

    What came of it: "diagnosed", "checked", "compiled". Which are compiled follows from their text.
    """
    texts: dict[str, str] = {}
    for name, data in files.items():
        try:
            texts[name] = decoded(data)
        except Unreadable:
            if name == start:
                return "diagnosed"
    sink = dsl.Sink()
    reader = dsl.MemoryReader(texts)
    game = dsl.load(Path(start), sink, reader=reader)
    if game is None:
        assert sink.has_errors, "refused without a word"
        return "diagnosed"
    luck = zlib.crc32(b"".join(files.values())) / 2**32
    return compiled(game) if luck < share else "checked"


def compiled(game: Game) -> str:
    """Compile what has passed the check; the text must be Python."""
    from hoyle.compiler.pipeline import compile_game
    from hoyle.dsl.diagnostics import Sink

    sink = Sink()
    made = compile_game(game, game.players[0], sink)
    if made is None:
        assert sink.has_errors, "not compiled without a word"
        return "diagnosed"
    compile(made.text, "<fuzz>", "exec")
    return "compiled"


def runs(count: int, seed: int) -> Iterator[tuple[dict[str, bytes], str, str]]:
    """(files, the mutated file, the file to start from), so many times."""
    rng = random.Random(seed)
    every = rulesets()
    weights = [len(files) * _size(files) ** -0.35 for _, files in every]
    for start, files in rng.choices(every, weights, k=count):
        victim = rng.choice(sorted(files))
        yield files | {victim: mutated(files[victim], rng)}, victim, start


def main() -> int:
    """Run, print what failed with the seed and number that repeats it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the files of failures")
    told = parser.parse_args()
    signal.signal(signal.SIGPROF, _alarm)
    failures, counts, begun = 0, dict[str, int](), time.monotonic()
    for number, (files, victim, start) in enumerate(runs(told.runs, told.seed)):
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            what = one(files, start, COMPILED_BYTES / _size(files))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            what = "FAILED"
            failures += 1
            last = traceback.extract_tb(error.__traceback__)[-1]
            print(
                f"#{number} {victim}: {type(error).__name__}: {error} "
                f"at {last.filename}:{last.lineno}",
                flush=True,
            )
            if told.keep:
                target = told.keep / str(number)
                for name, data in files.items():
                    (target / name).parent.mkdir(parents=True, exist_ok=True)
                    (target / name).write_bytes(data)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        counts[what] = counts.get(what, 0) + 1
        if number % 1000 == 999:
            print(counts, f"{time.monotonic() - begun:.0f} s", flush=True)
    print(counts, f"{time.monotonic() - begun:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
