"""Files that can be made again at any time: where they lie, and how they are written safely."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def directory() -> Path:
    """Where they lie: $HOYLE_CACHE, else $XDG_CACHE_HOME/hoyle, else ~/.cache/hoyle."""
    chosen = os.environ.get("HOYLE_CACHE")
    if chosen:
        return Path(chosen).absolute()
    base = Path(os.environ.get("XDG_CACHE_HOME") or ".")
    if not base.is_absolute():
        with suppress(RuntimeError):  # nobody knows this user
            base = Path.home() / ".cache"
    # Nothing can be kept in a device, which is no error; a folder at random would be one.
    return (base if base.is_absolute() else Path(os.devnull)) / "hoyle"


def key(*parts: str | bytes) -> str:
    """A file name for what depends on these parts and on nothing else."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:32]


def code_key(*folders: Path) -> str:
    """Changes whenever a file of the code or a grammar in one of these folders does."""
    return key(*(stamp for folder in folders for stamp in _stamps(folder)))


def _stamps(folder: Path | str) -> Iterator[str]:
    """Name, size and time of every file; reading them all would take too long."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.endswith((".py", ".j2", ".lark")):
            stat = entry.stat()
            yield f"{entry.name} {stat.st_size} {stat.st_mtime_ns}"
        elif entry.name != "__pycache__" and entry.is_dir():
            yield from _stamps(entry.path)


def read(name: str) -> bytes | None:
    """What is kept under a name; None if there is nothing, or it cannot be read."""
    with suppress(OSError):
        return (directory() / name).read_bytes()
    return None


def write(name: str, data: bytes) -> bool:
    """Keep data under a name. Others see all of it or nothing; False if it cannot be kept."""
    with suppress(OSError):
        target = directory() / name
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data)
        return True
    return False


def _replace(target: Path, data: bytes) -> None:
    import tempfile  # slow, and mostly nothing is written

    handle, temporary = tempfile.mkstemp(prefix=target.name, suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
