"""What happened since the last look, told beside the picture that shows how things lie now."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.runtime import labels, log
from hoyle.runtime.state import NOTE


def news(lines: list[log.Line], turn: int) -> Iterator[str]:
    """Lines worth reading beside the picture. Whose turn it is is said where it changes from
    `turn`; counts are in the picture, and what changes nothing is left out."""
    told: dict[str, str] = {}
    for line in lines:
        if line.turn not in (turn, -1):
            turn = line.turn
            yield f"— {labels.seat_name(turn)}’s turn —"
        field, _, value = line.text.partition(": ")
        if line.counts or (line.actor == NOTE and value and told.get(field) == value):
            continue
        if line.actor == NOTE:
            told[field] = value
        yield str(line)
