"""From the syntax tree to the resolved, typed game.

`resolve` runs the phases in order. Each needs what those before it have declared; all of them run
to the end whatever they find, so that one run tells of every mistake.
"""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.dsl import game as g
from hoyle.dsl.resolve.citations import check_citations, load_clauses
from hoyle.dsl.resolve.claims import purposes_of, resolve_claims
from hoyle.dsl.resolve.declare import declare_all
from hoyle.dsl.resolve.examples import resolve_examples
from hoyle.dsl.resolve.hooks import check_purposes
from hoyle.dsl.resolve.movements import (
    declare_movements,
    resolve_movements,
    resolve_sights,
)
from hoyle.dsl.resolve.options import declare_options, declare_settings, refuse_options, set_options
from hoyle.dsl.resolve.pages import check_course, check_limit, play_scenario
from hoyle.dsl.resolve.printed import fill_written
from hoyle.dsl.resolve.procs import resolve_procs, resolve_spent, resolve_whenevers
from hoyle.dsl.resolve.rules import prepare_pieces, resolve_actions, resolve_rules
from hoyle.dsl.resolve.scenarios import resolve_scenarios
from hoyle.dsl.resolve.starts import resolve_bears, resolve_boards, resolve_starts
from hoyle.dsl.resolve.tables import load_tables
from hoyle.dsl.resolve.values import check_circles, resolve_values
from hoyle.dsl.resolve.variants import check_variants
from hoyle.dsl.resolve.world import World


def resolve(world: World, options: Mapping[str, object], scenario: str | None) -> g.Game:
    """The game of a world whose pages are read; mistakes are in its sink."""
    play_scenario(world, scenario)
    declare_all(world)
    declare_settings(world)
    load_tables(world)
    declare_options(world)
    set_options(world, options)
    refuse_options(world)
    fill_written(world)
    load_clauses(world)
    declare_movements(world)
    resolve_starts(world)
    resolve_boards(world)
    resolve_bears(world)
    pieces = prepare_pieces(world)
    resolve_values(world)
    resolve_spent(world)
    resolve_procs(world)
    check_limit(world)
    check_course(world)
    resolve_whenevers(world)
    resolve_rules(world, pieces)
    resolve_movements(world)
    resolve_sights(world)
    resolve_actions(world, pieces)
    resolve_claims(world)
    world.game.purposes = purposes_of(world.game)
    check_purposes(world, world.game.purposes, pieces)
    resolve_scenarios(world)
    resolve_examples(world, pieces)
    check_citations(world)
    check_circles(world)
    check_variants(world)
    return world.game
