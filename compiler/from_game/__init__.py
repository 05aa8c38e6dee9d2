"""From the typed, resolved game to the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from hoyle.compiler.from_game import (
    campaigns,
    layout,
    main,
    sites,
    telling,
    tidy,
    watches,
)
from hoyle.compiler.from_game import signals as signals_
from hoyle.compiler.from_game.whole import NotYet, Whole, begin
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.deep import deep_calls
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
    whole = begin(game, players, sink, examples, sources)
    with _refused(whole):
        _write(whole)
        _finish(whole)
    return whole.program


def find_missing(game: g.Game, sink: Sink, sources: Mapping[str, Source]) -> None:
    """Report what cannot be compiled, without making anything of the rest."""
    with deep_calls(sink, main.span_of(game)):
        whole = begin(game, game.players[0], sink, False, sources)
        with _refused(whole):
            _write(whole)


@contextmanager
def _refused(whole: Whole) -> Iterator[None]:
    """What cannot be compiled is reported."""
    try:
        yield
    except NotYet as missing:
        known = missing.span != NOWHERE
        whole.refuse(missing.what, missing.span if known else main.span_of(whole.game))


def _write(whole: Whole) -> None:
    """Everything that does something, in an order in which all that is asked for is there."""
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


def _finish(whole: Whole) -> None:
    """What follows from the whole: what is told, what is shown, what the runtime is told."""
    from hoyle.compiler.from_game import schema, shows

    signals_.prune(whole.program, whole.machine_cells.get("signal_"))
    tidy.tidy(whole.program)
    telling.tell(whole)
    whole.finish()
    shows.write(whole)
    shows.write_roads(whole)
    schema.write(whole)
