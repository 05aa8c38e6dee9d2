"""What players and dice say in the script of an example."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl import nodes as n


def answers(got: tuple[n.ScriptValue, ...]) -> tuple[str, ...]:
    """Each in words."""
    return tuple(_word(value) for value in got)


def _word(value: n.ScriptValue) -> str:
    """What a player or the dice say, in words."""
    match value:
        case n.Text(text):
            return text
        case n.Name(text):
            return text
        case n.Number(number):
            return str(number)
        case n.Signed(sign, n.Number(number)):
            return f"{sign}{number}"
        case n.Signed(sign):
            return sign
        case _:
            assert_never(value)
