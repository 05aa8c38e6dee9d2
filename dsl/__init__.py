"""From the text of a ruleset to a checked game: source, syntax tree, types, diagnostics.

`load` reads a file and whatever it names; `check` takes a text as well. Parser and resolver are
imported when they are needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.reader import FolderReader, MemoryReader, Reader, Unreadable
from hoyle.dsl.source import NOWHERE, Source

if TYPE_CHECKING:
    from hoyle.dsl.game import Game

__all__ = [
    "FolderReader",
    "MemoryReader",
    "Reader",
    "Sink",
    "Source",
    "Unreadable",
    "check",
    "load",
]


def load(
    path: Path | str,
    sink: Sink,
    options: Mapping[str, object] = {},
    scenario: str | None = None,
    reader: Reader | None = None,
    drawn: str = "",
) -> Game | None:
    """The game of a file, with its tables and parents; None if it has errors, which are in `sink`.

    Names in the rules are relative to the folder of the file, and `reader` reads there. `drawn`:
    the map of an example, from which the board is made then.
    """
    from hoyle.dsl import codes

    path = Path(path)
    files = FolderReader(path.parent) if reader is None else reader
    try:
        source = files.read(path.name)
    except Unreadable as why:
        sink.report(codes.UNREADABLE_FILE, NOWHERE, f"{path.as_posix()} {why}.")
        return None
    return _check(source, path.name, files, sink, options, scenario, drawn)


def check(
    path_or_source: Path | Source,
    sink: Sink,
    options: Mapping[str, object] = {},
    scenario: str | None = None,
    reader: Reader | None = None,
) -> Game | None:
    """The game of a file or of a text; a text finds its tables through `reader`."""
    if not isinstance(path_or_source, Source):
        return load(path_or_source, sink, options, scenario, reader)
    files = MemoryReader({}) if reader is None else reader
    files.sources.setdefault(path_or_source.path, path_or_source)
    name = Path(path_or_source.path).name
    return _check(path_or_source, name, files, sink, options, scenario)


def _check(
    source: Source,
    name: str,
    files: Reader,
    sink: Sink,
    options: Mapping[str, object],
    scenario: str | None,
    drawn: str = "",
) -> Game | None:
    from hoyle.dsl.deep import deep_calls
    from hoyle.dsl.resolve.pages import open_world

    game = None
    with deep_calls(sink, source.whole().first()):
        world = open_world(source, files, name, sink)
        if world is None:
            return None
        from hoyle.dsl.resolve import resolve

        world.game.drawn = drawn
        game = resolve(world, options, scenario)
        if not sink.has_errors:
            from hoyle.dsl.checks import check_game

            check_game(game, sink)
    return None if sink.has_errors else game
