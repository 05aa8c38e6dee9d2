"""Where rulesets are: by name among those that come with hoyle, or by the path of a file."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from hoyle.errors import UnknownGame

_HEAD = re.compile(rb"^(?:\xef\xbb\xbf)?game\b", re.MULTILINE)


def shipped() -> dict[str, Path]:
    """Every ruleset that comes with hoyle: name of the file without its ending -> path."""
    # `importlib.resources` says the same, but takes a while to import.
    spec = find_spec("hoyle.rulesets")
    assert spec is not None and spec.submodule_search_locations is not None
    root = Path(next(iter(spec.submodule_search_locations)))
    return {path.stem: path for path in sorted(root.glob("*/*.rules")) if has_head(path)}


def has_head(path: Path) -> bool:
    """Whether a file of rules is a game; others are parts that games include."""
    try:
        return _HEAD.search(path.read_bytes()) is not None
    except OSError:
        return False


def find(game: str | os.PathLike[str]) -> Path:
    """The file of a game, given by name or path.

    Raises:
        UnknownGame: neither a shipped ruleset nor a file; the message names the nearest.
    """
    name: object = os.fspath(game) if isinstance(game, os.PathLike) else game
    if not isinstance(name, str):
        raise UnknownGame(f"a game is told by its name or the path of its file, not {name!r:.40}")
    if name is not game or name.endswith(".rules") or "/" in name or os.sep in name:
        return _file(name)
    known = shipped()
    if name in known:
        return known[name]
    raise UnknownGame(_unknown(name, known))


def _file(name: str) -> Path:
    """The file at a path."""
    path = Path(name)
    try:
        if path.is_file():
            return path
        if path.is_dir():
            raise UnknownGame(_folder(path))
        there = path.exists()
    except (OSError, ValueError):  # too long, or not allowed to be looked at
        there = False
    raise UnknownGame(
        f"{short(name)} is no plain file" if there else f"there is no file {short(name)}"
    )


def _folder(path: Path) -> str:
    """What to say of a folder where a file is wanted."""
    inside = [short(str(file)) for file in sorted(path.glob("*.rules")) if file.is_file()]
    hint = f"name a file in it: {', '.join(inside[:5])}" if inside else "no .rules file is in it"
    return f"{short(str(path))} is a folder; {hint}"


def _unknown(name: str, known: dict[str, Path]) -> str:
    """What to say of a name that no ruleset has: what may be meant instead."""
    with suppress(OSError, ValueError):
        if name and Path(name).is_dir():
            return _folder(Path(name))
        if Path(name).is_file():
            return f"{short(name)} is no file of rules: the name of one ends with .rules"
        if Path(f"{name}.rules").is_file():
            return f"there is no ruleset called {short(name)}; did you mean {short(name)}.rules?"
    import difflib

    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else "known games: " + ", ".join(known)
    return f"there is no ruleset called {short(name) or '``'}; {hint}"


def short(name: str) -> str:
    """A name as it can stand in a sentence."""
    return name if len(name) <= 200 else f"{name[:100]}…{name[-40:]}"


def rules_files(paths: tuple[str, ...]) -> list[Path]:
    """The `.rules` files of paths, folders and names, each once, in the order given."""
    found: dict[Path, None] = {}
    for name in paths:
        path = Path(name)
        if path.is_dir():
            files = (file for file in sorted(path.rglob("*.rules")) if file.is_file())
            found.update(dict.fromkeys(files))
        else:
            found[find(name)] = None
    return list(found)
