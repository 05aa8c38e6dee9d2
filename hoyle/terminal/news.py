"""What happened since the last look, told beside the picture that shows how things lie now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from hoyle.runtime import labels, log
from hoyle.runtime.state import NOTE


def news(lines: list[log.Line], turn: int, known: Mapping[str, str] = {}) -> Iterator[str]:
    """Lines worth reading beside the picture. Whose turn it is is said where it changes from
    `turn`; counts are in the picture, what changes nothing is left out, and pieces that are alike
    and come together are counted. `known`: what the fields held at the last look, by name."""
    told = dict(known)
    for line, alike in groupby(lines):
        if line.turn not in (turn, -1):
            turn = line.turn
            yield f"— {labels.seat_name(turn)}’s turn —"
        field, _, value = line.text.partition(": ")
        many = sum(1 for _ in alike)
        if line.comes and value:
            yield f"{field}: {value}" if many == 1 else f"{field}: {many} × {value}"
        elif line.actor != NOTE:
            yield from [str(line)] * many
        elif not line.counts and not (value and told.get(field) == value):
            told[field] = value
            yield str(line)


def gained(before: Mapping[str, Any], after: Mapping[str, Any], told: list[str]) -> Iterator[str]:
    """What has come to lie in the zones of a seat and no line names: it could not but get that, so
    its log has nothing of it."""
    for field, pieces in after.items():
        if not isinstance(pieces, list):
            continue
        there = before.get(field) or []
        fresh = [name for name in pieces if isinstance(name, str) and name not in there]
        unsaid = [name for name in fresh if not any(_bare(name) in line for line in told)]
        if unsaid:
            yield f"{field}: {', '.join(map(_bare, unsaid))}"


def _bare(name: str) -> str:
    """A name without the number that tells it from its likes."""
    return name.partition(" #")[0]
