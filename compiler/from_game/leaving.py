"""Leaving blocks from inside: `stop`, `return`, `end NAME`, `eliminate`, and the signals that carry
them out of called procedures.

Within one procedure a block is left directly. From inside a called procedure the cell `signal_`
says what is to be left; after every call and moment the caller looks at it and goes on outwards.
Tests where no signal can be up are taken out when the program is whole (`prune_signals`).
"""

from __future__ import annotations

from hoyle.compiler.from_game.context import Context
from hoyle.dsl.source import Span


def test_signal(ctx: Context, span: Span) -> None:
    """Go on outwards if a signal is up."""
