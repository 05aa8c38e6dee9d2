"""Where the files of a ruleset come from: a folder, or texts in memory.

Names are relative to the folder of the ruleset. Nothing is ever read but what lies in it, or in a
folder beside it, from which files may be included: `../shared/cards.rules`.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Protocol

from hoyle.dsl.source import Source

LARGEST = 5_000_000  # bytes of one file


class Unreadable(Exception):
    """A file that cannot be read; the text says why, in words that follow "it"."""


class Reader(Protocol):
    """Reads the files of one ruleset; `sources` keeps every text read, by the path in its spans."""

    sources: dict[str, Source]

    def read(self, name: str) -> Source:
        """The text of a file.

        Raises:
            Unreadable: there is no such file, or it may not be read.
        """
        ...


def within(folder: str, name: str) -> str:
    """The name of a file that one in a folder names; both lie in the folder of one game.

    Raises:
        Unreadable: the name leads out of that.
    """
    home, below = _home(folder)
    ups, parts = _steps(f"{below}/{name}" if below else name, name)
    if ups:
        raise Unreadable("lies outside the folder of the rules")
    return "/".join((*home, *parts))


def beside(folder: str, name: str) -> str:
    """Like `within`, but the file may lie in a folder beside that of its game as well."""
    home, below = _home(folder)
    ups, parts = _steps(f"{below}/{name}" if below else name, name)
    if ups > 1 or (ups and len(parts) < 2):
        raise Unreadable("lies neither in the folder of the rules nor in one beside it")
    return "/".join(("..", *parts) if ups else (*home, *parts))


def _home(folder: str) -> tuple[tuple[str, ...], str]:
    """The folder of a game, seen from that of the game that is read, and what is below it."""
    parts = PurePosixPath(folder).parts
    depth = 2 if parts[:1] == ("..",) else 0
    return parts[:depth], "/".join(parts[depth:])


def _steps(path: str, name: str) -> tuple[int, list[str]]:
    """How often a path leads up, and then down where; `name` is what was written.

    Raises:
        Unreadable: it is no relative path.
    """
    if PurePosixPath(name.replace("\\", "/")).is_absolute() or ":" in name:
        raise Unreadable("is no name relative to the rules")
    ups, parts = 0, list[str]()
    for part in PurePosixPath(path.replace("\\", "/")).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            ups += 1
    return ups, parts


class FolderReader:
    """The files of a folder on disk; spans name them as `shown_as` and the name."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources: dict[str, Source] = {}

    def read(self, name: str) -> Source:
        """The text of a file, read once."""
        name = beside("", name)
        top, path = self.root, self.root / name
        if name.startswith("../"):
            top = _above(self.root)
            path = self._plain(top / name.removeprefix("../"))
        shown = path.as_posix()
        if shown not in self.sources:
            self.sources[shown] = Source(shown, decoded(self._bytes(path, top)))
        return self.sources[shown]

    def _plain(self, path: Path) -> Path:
        """One path for one file: a name may lead up, and down again into the folder of the game."""
        with suppress(OSError, ValueError, RuntimeError):
            return self.root / path.resolve().relative_to(self.root.resolve())
        return path

    def _bytes(self, path: Path, top: Path) -> bytes:
        try:
            if not path.resolve().is_relative_to(top.resolve()):
                raise Unreadable("lies outside the folder of the rules")
            if not path.is_file():
                raise Unreadable("is not there")
            if path.stat().st_size > LARGEST:
                raise Unreadable("is larger than 5 MB")
            return path.read_bytes()
        except (OSError, ValueError, RuntimeError) as error:
            raise Unreadable("cannot be opened") from error


def _above(folder: Path) -> Path:
    return folder.parent if folder.name not in ("", "..") else folder / ".."


class MemoryReader:
    """Texts in memory, by name."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        self.sources: dict[str, Source] = {}

    def read(self, name: str) -> Source:
        """The text of a file."""
        name = beside("", name)
        if name not in self.files:
            raise Unreadable("is not there")
        if len(self.files[name]) > LARGEST:
            raise Unreadable("is larger than 5 MB")
        if name not in self.sources:
            self.sources[name] = Source(name, self.files[name])
        return self.sources[name]


def decoded(data: bytes) -> str:
    """The text of a file in UTF-8, without a mark at its start.

    Raises:
        Unreadable: it is in another encoding.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        place = f"line {line}, column {column}"
        raise Unreadable(f"is no UTF-8 text ({place}): save it as UTF-8") from error
