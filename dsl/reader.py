"""Where the files of a ruleset come from: a folder, or texts in memory.

Names are relative to the folder of the ruleset. Nothing outside of it is ever read.
"""

from __future__ import annotations

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


def inside(name: str) -> str:
    """A name as the ruleset knows it, without `.` and `..`.

    Raises:
        Unreadable: the name leads out of the folder.
    """
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ":" in name:
        raise Unreadable("is no name relative to the rules")
    parts: list[str] = []
    for part in path.parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            raise Unreadable("lies outside the folder of the rules")
    return "/".join(parts)


class FolderReader:
    """The files of a folder on disk; spans name them as `shown_as` and the name."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources: dict[str, Source] = {}

    def read(self, name: str) -> Source:
        """The text of a file, read once."""
        path = self.root / inside(name)
        shown = path.as_posix()
        if shown not in self.sources:
            self.sources[shown] = Source(shown, decoded(self._bytes(path)))
        return self.sources[shown]

    def _bytes(self, path: Path) -> bytes:
        try:
            if not path.resolve().is_relative_to(self.root.resolve()):
                raise Unreadable("lies outside the folder of the rules")
            if not path.is_file():
                raise Unreadable("is not there")
            if path.stat().st_size > LARGEST:
                raise Unreadable("is larger than 5 MB")
            return path.read_bytes()
        except (OSError, ValueError, RuntimeError) as error:
            raise Unreadable("cannot be opened") from error


class MemoryReader:
    """Texts in memory, by name."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        self.sources: dict[str, Source] = {}

    def read(self, name: str) -> Source:
        """The text of a file."""
        name = inside(name)
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
