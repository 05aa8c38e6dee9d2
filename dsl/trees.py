"""Trees of files that were parsed before: kept beside the saved parser, one for each path.

Parsing takes most of the time of a check. A tree without a single message is kept with the text it
came from; as soon as the text or our own code differs, the file is parsed anew.
"""

from __future__ import annotations

import os
import pickle
from functools import cache
from pathlib import Path

from hoyle.dsl import cache as store
from hoyle.dsl import nodes
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.source import Source

_HERE = Path(__file__).parent
_OURS = (_HERE, _HERE / "nodes", _HERE / "from_tree", _HERE.parent / "grammars")
_KEY = 32  # characters of a key


def tree_of(source: Source, sink: Sink) -> nodes.File | None:
    """The tree of a file. None if it has errors, which are all reported."""
    name = f"tree-{store.key(source.path)}.pickle"
    key = store.key(source.path, source.text, _version())
    kept = _read(name, key)
    if kept is not None:
        return kept
    from hoyle.dsl.parser import parse  # and Lark with it: slow, and mostly not needed

    before = len(sink)
    tree = parse(source, sink)
    if tree is not None and len(sink) == before:
        store.write(name, key.encode("ascii") + pickle.dumps(tree, pickle.HIGHEST_PROTOCOL))
    return tree


def _read(name: str, key: str) -> nodes.File | None:
    data = store.read(name)
    if data is None or data[:_KEY] != key.encode("ascii"):
        return None
    try:
        tree = pickle.loads(data[_KEY:])
    except Exception:  # a damaged file: parse again
        return None
    return tree if isinstance(tree, nodes.File) else None


@cache
def _version() -> str:
    """Changes whenever the code changes that makes trees."""
    parts: list[str] = []
    for folder in _OURS:
        with os.scandir(folder) as entries:
            files = sorted((e.name, e.stat()) for e in entries if e.name.endswith((".py", ".lark")))
        parts.extend(f"{name} {stat.st_size} {stat.st_mtime_ns}" for name, stat in files)
    return store.key(*parts)
