"""What Python offers, printed from its docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import hoyle


def offered() -> list[str]:
    """Lines of Markdown: every public function and class, then what games and positions can do."""
    from hoyle.runtime.campaigns import Campaign
    from hoyle.runtime.game import Game
    from hoyle.runtime.state import State

    lines: list[str] = []
    for name in hoyle.__all__:
        lines += _told(f"hoyle.{name}", getattr(hoyle, name), 2)
    for kind in (Game, State, Campaign):
        lines += _class(kind)
    return lines


def _class(kind: type) -> Iterator[str]:
    yield from _told(kind.__name__, kind, 2, signed=False)
    for name, member in _members(kind):
        yield from _told(name, member, 3)


def _members(kind: type) -> list[tuple[str, Any]]:
    """Public methods and properties that say what they do, in the order of the text."""
    found = []
    for name, member in vars(kind).items():
        made = member.fget if isinstance(member, property) else member
        made = getattr(made, "__func__", made)
        if not name.startswith("_") and inspect.isfunction(made) and made.__doc__:
            found.append((name, member))
    return found


def _told(name: str, thing: Any, level: int, signed: bool = True) -> Iterator[str]:
    """A heading, the signature, the docstring."""
    made = thing.fget if isinstance(thing, property) else getattr(thing, "__func__", thing)
    yield from ("#" * level + f" `{name}`", "")
    if signed and inspect.isfunction(made):
        words = str(inspect.signature(made)).replace("self, ", "").replace("(self)", "()")
        words = re.sub(r"(: |-> )'([^']*)'", r"\1\2", words)
        property_ = isinstance(thing, property)
        yield from (
            "```python",
            name + (words.partition("->")[2] if property_ else words),
            "```",
            "",
        )
    yield from (_text(inspect.getdoc(made) or ""), "")


def _text(doc: str) -> str:
    """A docstring as Markdown: its parts are lists, its doctests listings."""
    lines: list[str] = []
    part = False
    for line in doc.split("\n"):
        if re.fullmatch(r"(Args|Raises|Returns|Yields):", line.strip()):
            lines += ["", f"**{line.strip()}**", ""]
            part = True
        elif part and re.match(r" {4}\w", line):
            name, _, words = line.strip().partition(": ")
            lines.append(f"- `{name}`: {words}" if words else f"- {name}")
        else:
            lines.append(line if not part else line.strip() and f"  {line.strip()}")
    return "\n".join(lines).strip()
