"""Trees of files that were parsed before: kept beside the saved parser, one for each path.

Parsing takes most of the time of a check. A tree without a single message is kept with the text it
came from; as soon as the text or our own code differs, the file is parsed anew. Within a run the
tree of a parent is read once for all its variants.
"""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path

from hoyle.dsl import cache as store
from hoyle.dsl import nodes
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.source import Source

_HERE = Path(__file__).parent
_KEY = 32  # characters of a key

_known: dict[str, tuple[str, nodes.File]] = {}
"""The trees of this run with their keys, by name."""


def tree_of(source: Source, sink: Sink) -> nodes.File | None:
    """The tree of a file. None if it has errors, which are all reported."""
    name = f"tree-{store.key(source.path)}.pickle"
    key = store.key(source.path, source.text, _version())
    known = _known.get(name)
    if known is not None and known[0] == key:
        return known[1]
    tree = _read(name, key)
    if tree is None:
        before = len(sink)
        tree = _parse(source, sink)
        if tree is None or len(sink) > before:
            return tree
        store.write(name, key.encode("ascii") + pickle.dumps(tree, pickle.HIGHEST_PROTOCOL))
    _known[name] = key, tree
    return tree


def _parse(source: Source, sink: Sink) -> nodes.File | None:
    from hoyle.dsl.parser import parse  # and Lark with it: slow, and mostly not needed

    return parse(source, sink)


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
    return store.code_key(_HERE, _HERE.parent / "grammars")
