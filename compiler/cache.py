"""Compiled modules are kept, and found again without reading a rule.

An entry is found by the path of the rules, the number of players, the options and the compiler
itself. It lists the files that were read, each with the hash of its content; if one has changed,
the entry does not count. Everything is written whole or not at all, so several runs may share
the folder.
"""

from __future__ import annotations

import functools
import hashlib
import json
import linecache
import marshal
import sys
from collections.abc import Iterable, Mapping
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType, ModuleType

from hoyle.dsl import cache

PACKAGES = ("compiler", "dsl", "grammars", "runtime")

Options = Mapping[str, object]


def load(path: Path, players: int | None, options: Options, examples: bool) -> ModuleType | None:
    """The module kept for these rules, if it is still right. `players` None: the game's least."""
    entry = _entry(path, players, options, examples)
    if entry in sys.modules and _fresh(path, sys.modules[entry].files_):
        return sys.modules[entry]
    told = _read(entry)
    if told is None or not _fresh(path, told["files"]):
        return None
    code = cache.read(f"{entry}.code")
    if code is None:
        return None
    try:
        loaded = marshal.loads(code)
    except (EOFError, ValueError, TypeError):
        return None
    return _executed(entry, loaded, told["files"])


def keep(
    path: Path,
    players: int | None,
    options: Options,
    examples: bool,
    text: str,
    files: Iterable[str],
) -> ModuleType:
    """Keep the text of a module made from these files, and run it.

    `files` are paths as they were read; a cache that cannot be written is no error.
    """
    entry = _entry(path, players, options, examples)
    hashes = {name: _hash(Path(name)) for name in files}
    shown = str(cache.directory() / f"{entry}.py")
    code = compile(text, shown, "exec", dont_inherit=True)
    written = cache.write(f"{entry}.py", text.encode())
    cache.write(f"{entry}.code", marshal.dumps(code))
    cache.write(f"{entry}.json", json.dumps({"files": hashes}).encode())
    if not written:
        linecache.cache[shown] = (len(text), None, text.splitlines(keepends=True), shown)
    return _executed(entry, code, hashes)


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


def _entry(path: Path, players: int | None, options: Options, examples: bool) -> str:
    told = json.dumps([players, sorted(options.items()), examples], default=str)
    return "game_" + cache.key(str(path.resolve()), told, _compiler(), MAGIC_NUMBER)


def _read(entry: str) -> dict[str, dict[str, str]] | None:
    data = cache.read(f"{entry}.json")
    if data is None:
        return None
    try:
        told = json.loads(data)
    except ValueError:
        return None
    whole = isinstance(told, dict) and isinstance(told.get("files"), dict)
    return told if whole else None


def _fresh(path: Path, files: Mapping[str, str]) -> bool:
    """Whether every file read still has the content it had."""
    return bool(files) and all(_hash(Path(name)) == found for name, found in files.items())


def _hash(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


@functools.cache
def _compiler() -> str:
    """What tells one state of the compiler from another."""
    root = Path(__file__).resolve().parent.parent
    return cache.code_key(*(root / package for package in PACKAGES if (root / package).is_dir()))
