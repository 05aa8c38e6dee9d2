"""From the typed, resolved game to the program."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.compiler.from_game import (
    campaigns,
    context,
    layout,
    main,
    sites,
    telling,
    tidy,
    watches,
)
from hoyle.compiler.from_game import signals as signals_
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.source import NOWHERE, Source


def lower(
    game: g.Game,
    players: int,
    examples: bool,
    sink: Sink,
    sources: Mapping[str, Source] | None = None,
) -> p.Program:
    """The program of a game for so many players; what cannot be compiled is reported.

    `examples`: with an entry for each step of the examples that need this number of players.
    `sources`: the texts, for the lines of rules.
    """
    whole = context.start(game, players, sink, examples, sources)
    try:
        _write(whole)
    except context.NotYet as missing:
        whole.refuse(missing.what, missing.span if missing.span != NOWHERE else main.span_of(game))
    return whole.program


def _write(whole: context.Whole) -> None:
    """Everything, in an order in which all that is asked for is there."""
    from hoyle.compiler.from_game import schema, shows

    layout.declare(whole)
    main.declare(whole)
    sites.declare(whole)
    main.write_main(whole)
    watches.write(whole)
    campaigns.write(whole)
    if whole.examples:
        from hoyle.compiler.from_game import examples

        examples.write(whole)
    whole.finish()
    signals_.prune(whole.program, whole.machine_cells.get("signal_"))
    tidy.tidy(whole.program)
    telling.tell(whole)
    whole.finish()
    shows.write(whole)
    schema.write(whole)
