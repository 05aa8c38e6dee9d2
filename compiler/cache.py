"""Compiled modules are kept, and found again without reading a rule.

An entry is found by the path of the rules, the number of players, the options, the scenario and
the compiler itself. It lists the files that were read, each with the hash of its content; if one
has changed, the entry does not count. Everything is written whole or not at all, so several runs
may share the folder.
"""

from __future__ import annotations

import functools
import hashlib
import json
import linecache
import marshal
import sys
import threading
from collections.abc import Mapping
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

from hoyle.dsl import cache
from hoyle.dsl.reader import Unreadable, decoded
from hoyle.dsl.source import Source

PACKAGES = ("compiler", "dsl", "grammars", "runtime")

Options = Mapping[str, object]

_running = threading.Lock()
"""One thread at a time finds or runs a module: nobody gets one that is half run."""


def load(
    path: Path,
    players: int | None,
    options: Options,
    examples: bool,
    scenario: str | None = None,
    drawn: str = "",
) -> ModuleType | None:
    """The module kept for these rules, if it is still right. `players` None: the game's least;
    `scenario` None: its first; `drawn`: the map of an example."""
    entry = _entry(path, players, options, examples, scenario, drawn)
    with _running:
        known = sys.modules.get(entry)
        if known is not None and _fresh(getattr(known, "files_", {})):
            return known
        told = _read(entry)
        if told is None or not _fresh(told.files):
            return None
        if known is not None and not hasattr(known, "files_"):  # run when a state was unpickled
            known.files_ = told.files  # type: ignore[attr-defined]
            return known
        code = cache.read(f"{entry}.code")
        if code is None or cache.key(code) != told.code:
            return None
        return _executed(entry, marshal.loads(code), told.files)


def keep(
    path: Path,
    players: int | None,
    options: Options,
    examples: bool,
    text: str,
    sources: Mapping[str, Source],
    scenario: str | None = None,
    drawn: str = "",
) -> ModuleType:
    """Keep the text of a module made from these files, and run it.

    `sources` by their paths as they were read; a cache that cannot be written is no error.
    """
    entry = _entry(path, players, options, examples, scenario, drawn)
    shown = str(cache.directory() / f"{entry}.py")
    code = compile(text, shown, "exec", dont_inherit=True)
    hashes = _hashes(sources)
    with _running:
        known = sys.modules.get(entry)
        if known is not None and hashes and getattr(known, "files_", None) == hashes:
            return known  # another thread was quicker
        if not (hashes and _written(entry, text, code, hashes)):
            linecache.cache[shown] = (len(text), None, text.splitlines(keepends=True), shown)
        return _executed(entry, code, hashes)


def _written(entry: str, text: str, code: CodeType, hashes: dict[str, str]) -> bool:
    """Keep a module; whether its text can be found again."""
    data = marshal.dumps(code)
    told = {"code": cache.key(data), "files": hashes}
    written = cache.write(f"{entry}.py", text.encode())
    cache.write(f"{entry}.code", data)
    cache.write(f"{entry}.json", json.dumps(told).encode())
    return written


class Told(NamedTuple):
    """What an entry says: the key of its code, and the hash of every file that was read."""

    code: str
    files: dict[str, str]


def _executed(entry: str, code: CodeType, files: dict[str, str]) -> ModuleType:
    """Run a module's code. Python knows it by the name of its entry: states can be pickled."""
    module = ModuleType(entry)
    module.files_ = files  # type: ignore[attr-defined]
    sys.modules[entry] = module
    try:
        exec(code, module.__dict__)
    except BaseException:
        del sys.modules[entry]
        raise
    return module


def whole_key(scenario: str, sources: Mapping[str, Source]) -> str:
    """Where it is kept that nothing in these texts is beyond the compiler."""
    texts = (part for name in sorted(sources) for part in (name, sources[name].text))
    return f"whole_{cache.key(scenario, state_of_compiler(), *texts)}"


def _entry(
    path: Path,
    players: int | None,
    options: Options,
    examples: bool,
    scenario: str | None,
    drawn: str,
) -> str:
    told = json.dumps([players, sorted(options.items()), examples, scenario, drawn], default=str)
    return "game_" + cache.key(str(path.resolve()), told, state_of_compiler(), MAGIC_NUMBER)


def _read(entry: str) -> Told | None:
    """The entry; None if there is none, or only the rest of one."""
    data = cache.read(f"{entry}.json")
    if data is None:
        return None
    try:
        told = json.loads(data)
        return Told(str(told["code"]), dict(told["files"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _fresh(files: Mapping[str, str]) -> bool:
    """Whether every file read still has the content it had."""
    return bool(files) and all(_hash(name) == found for name, found in files.items())


def _hash(name: str) -> str:
    """Of the content of a file; of what is none, nothing."""
    return hashlib.sha256(data).hexdigest() if (data := _content(name)) is not None else ""


def _hashes(sources: Mapping[str, Source]) -> dict[str, str]:
    """Of every file that was read; of none if one has been changed since, while we compiled."""
    found: dict[str, str] = {}
    for name, source in sources.items():
        data = _content(name)
        if data is None or not _says(data, source.text):
            return {}
        found[name] = hashlib.sha256(data).hexdigest()
    return found


def _says(data: bytes, text: str) -> bool:
    try:
        return decoded(data) == text
    except Unreadable:
        return False


def _content(name: str) -> bytes | None:
    try:
        path = Path(name)
        return path.read_bytes() if path.is_file() else None
    except (OSError, ValueError):
        return None


@functools.cache
def state_of_compiler() -> str:
    """What tells one state of the compiler from another."""
    root = Path(__file__).resolve().parent.parent
    return cache.code_key(*(root / package for package in PACKAGES if (root / package).is_dir()))
