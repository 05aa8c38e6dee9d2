"""Campaigns: whether a chapter is over in a way that forks; what the runtime is told of them."""

from __future__ import annotations

from hoyle.compiler.from_game import watches
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g


def write(whole: Whole) -> None:
    """A test for every fork behind the scenario that is played."""
    for campaign in whole.game.campaigns.values():
        for number, fork in enumerate(campaign.forks, start=1):
            if fork.cond is not None:
                name = _test(campaign, number)
                whole.unit = f"after {fork.chapter}"
                whole.program.tests[name] = watches.test_function(name, fork.cond, whole)


def _test(campaign: g.Campaign, number: int) -> str:
    return f"fork_{campaign.name}_{number}"


def campaigns(whole: Whole) -> tuple[p.Record, ...]:
    """All campaigns, for the runtime."""
    return tuple(_campaign(campaign, whole.game) for campaign in whole.game.campaigns.values())


def _campaign(campaign: g.Campaign, game: g.Game) -> p.Record:
    carries = tuple((owner, name) for names, owner in campaign.carries for name in names)
    forks = tuple(_fork(campaign, n, fork) for n, fork in enumerate(campaign.forks, start=1))
    fields = (
        ("name", campaign.name),
        ("title", campaign.title),
        ("chapters", campaign.chapters),
        ("titles", tuple(game.scenarios[chapter].title for chapter in campaign.chapters)),
        ("carries", carries),
        ("forks", forks),
    )
    return p.Record("Campaign", fields)


def _fork(campaign: g.Campaign, number: int, fork: g.Fork) -> p.Record:
    test = "" if fork.always else _test(campaign, number)
    fields = (("chapter", fork.chapter), ("test", test), ("to", fork.to or ""))
    return p.Record("Fork", fields)


def brought(whole: Whole) -> tuple[p.Record, ...]:
    """What the scenario that is played may bring, and from where."""
    return tuple(_brought(*one, whole) for one in whole.game.brought)


def _brought(place: g.Field, flag: g.Field, held: g.Field, whole: Whole) -> p.Record:
    brings = whole.game.scenarios[whole.game.scenario].brings
    sources = tuple(source for names, source in brings if place.name in names)
    fields = (
        ("owner", place.owner),
        ("name", place.name),
        ("flag", whole.cells[flag].name),
        ("attribute", whole.cells[held].name),
        ("sources", sources),
    )
    return p.Record("Brought", fields)
