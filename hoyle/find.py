"""Where rulesets are: by name among those that come with hoyle, or by the path of a file."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from hoyle.errors import UnknownGame


def shipped() -> dict[str, Path]:
    """Every ruleset that comes with hoyle: name of the file without its ending -> path."""
    # `importlib.resources` says the same, but takes a while to import.
    spec = find_spec("hoyle.rulesets")
    assert spec is not None and spec.submodule_search_locations is not None
    root = Path(next(iter(spec.submodule_search_locations)))
    return {path.stem: path for path in sorted(root.glob("*/*.rules"))}


def find(game: str) -> Path:
    """The file of a game, given by name or path.

    Raises:
        UnknownGame: neither a shipped ruleset nor a file; the message names the nearest.
    """
    if game.endswith(".rules") or "/" in game:
        path = Path(game)
        if path.is_file():
            return path
        raise UnknownGame(f"there is no file {game}")
    known = shipped()
    if game in known:
        return known[game]
    import difflib

    near = difflib.get_close_matches(game, known, n=1)
    hint = f"did you mean {near[0]}?" if near else "known games: " + ", ".join(known)
    raise UnknownGame(f"there is no ruleset called {game}; {hint}")


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
