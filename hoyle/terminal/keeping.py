"""Saves on disk: where a game goes that is saved, and one that is left without a word.

A game that nobody named a file for goes to the folder `games` in the cache: a save shows every
hand, so it is never shown on the screen. There it stays until it is played to its end.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from hoyle.dsl import cache
from hoyle.runtime import saves
from hoyle.runtime.errors import HoyleError

LARGEST = 5_000_000  # bytes of a save or of a script


class NotSaved(HoyleError):
    """A game that could not be written; the text says why."""


class Unreadable(HoyleError):
    """A file that is no save and no script; the text says why."""


def read(path: Path) -> str:
    """The text of a save, or of a script of answers.

    Raises:
        Unreadable: there is none, or too much.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise Unreadable(f"{path} is larger than 5 MB")
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is no text in UTF-8") from None


def write(path: Path, text: str) -> None:
    """Write a save whole, or leave what was there. Only a save is written over.

    Raises:
        NotSaved: it cannot be written there, or something else is there.
    """
    try:
        if path.is_symlink():
            path = path.resolve()
        if path.exists() and not is_save(path):
            raise NotSaved(f"{path} is no save; it is not written over")
        _replace(path, text)
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else ""
        raise NotSaved(f"{path} cannot be written: {reason or error}") from None


def is_save(path: Path) -> bool:
    """A save, or an empty file."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        begun = file.read(len(saves.FORMAT))
    return begun in (b"", saves.FORMAT.encode())


def _replace(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


# ------------------------------------------------------------------------------------ games left


def folder() -> Path:
    """Where games lie that were left."""
    return cache.directory() / "games"


def keep(game: str, text: str) -> Path:
    """Keep a game that was left, in a file of its own: there, else here, else anywhere.

    Raises:
        NotSaved: nowhere.
    """
    error: OSError | None = None
    for place in (folder(), Path(), Path(tempfile.gettempdir())):
        try:
            place.mkdir(parents=True, exist_ok=True)
            return _new_file(place, game, text)
        except OSError as refused:
            error = error or refused
    raise NotSaved(f"the game cannot be kept anywhere: {error}")


def _new_file(place: Path, game: str, text: str) -> Path:
    for number in count(1):
        path = place / f"{game}-{number}.save"
        if path.exists():
            continue
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:  # somebody else was quicker
            continue
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return path
    raise AssertionError("numbers never end")


def is_kept(path: Path) -> bool:
    """Whether a file is one of the games that were left."""
    return path.resolve().parent == folder().resolve()


def left(game: str, version: str) -> Iterator[Path]:
    """The games that were left and still fit, the newest first."""
    try:
        found = [(path.stat().st_mtime, path) for path in folder().glob("*.save")]
    except OSError:
        return
    for _, path in sorted(found, reverse=True):
        try:
            told = saves.heading(read(path))
        except HoyleError:
            continue
        if (told.game, told.version) == (game, version):
            yield path
