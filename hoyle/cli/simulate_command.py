"""`hoyle simulate`: many random games, and what they show."""

from __future__ import annotations

import json
import sys
from random import Random
from typing import TYPE_CHECKING

import click

from hoyle.cli import seats as sitting
from hoyle.cli.options import campaign_option, load, load_campaign

if TYPE_CHECKING:
    from hoyle.runtime.bots import Bot
    from hoyle.runtime.game import Game
    from hoyle.runtime.simulate import Report


@click.command("simulate")
@click.argument("game")
@click.option("-n", "games", type=click.IntRange(min=1), default=1000, help="How many games.")
@click.option("--players", type=int, help="How many play.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE")
@click.option("--scenario", metavar="NAME", help="Which scenario is played.")
@campaign_option
@sitting.seat_option("random, flat or mcts")
@click.option("--seed", type=int, default=1)
@click.option("--checked", is_flag=True, help="Test invariants and watched conditions throughout.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(
    game: str,
    games: int,
    players: int | None,
    settings: tuple[str, ...],
    scenario: str | None,
    campaign: str | None,
    seats: tuple[str, ...],
    seed: int,
    checked: bool,
    form: str,
) -> None:
    """Play GAME at random N times: lengths, results, rules reached and never reached.

    Bots that think may sit there: --seat 1=mcts:200.

    Ctrl-C stops it, and shows what there is so far.
    """
    from hoyle.runtime.simulate import begun, simulate, simulate_campaign

    source, stopped = Random(seed), False
    random = source.random
    reports: dict[str, Report] = {}
    try:
        if campaign is not None:
            told = load_campaign(game, campaign, players, settings, scenario)
            bots = _bots(told.first(), seats, seed, source)
            simulate_campaign(told, games, random, checked=checked, reports=reports, seats=bots)
        else:
            loaded = load(game, players, settings, scenario)
            reports[""] = begun(loaded)
            bots = _bots(loaded, seats, seed, source)
            simulate(loaded, games, random, checked=checked, report=reports[""], seats=bots)
    except KeyboardInterrupt:
        stopped = True
    _show(reports, form, stopped, campaign is not None)
    failed = any(report.failures for report in reports.values())
    sys.exit(130 if stopped else 1 if failed else 0)


def _bots(game: Game, words: tuple[str, ...], seed: int, random: Random) -> list[Bot | None]:
    """Who sits where; None decides at random."""
    bots: list[Bot | None] = [None] * game.num_players()
    for seat, who in sitting.read(words, len(bots)):
        if who == sitting.HUMAN:
            raise click.UsageError(f"--seat {seat + 1}={who}: nobody sits at a simulated game")
        bots[seat] = sitting.bot(seat, who, seed, random)
    return bots


def _show(reports: dict[str, Report], form: str, stopped: bool, chapters: bool) -> None:
    """The report of a game, or those of the chapters of a campaign."""
    if form == "json":
        records = [_record(report) for report in reports.values()]
        several = {"chapters": [{"chapter": x, **r} for x, r in zip(reports, records, strict=True)]}
        record = {**(several if chapters else records[0]), "stopped": stopped}
        click.echo(json.dumps(record, ensure_ascii=False, indent=2))
        return
    for title, report in reports.items():
        if title:
            click.echo(click.style(title, bold=True))
        _print(report)


def _record(report: Report) -> dict[str, object]:
    rules = report.game.rules
    return {
        "game": report.game.id,
        "players": report.game.players,
        "finished": report.games,
        "at_limit": report.at_limit,
        "unfinished": report.unfinished,
        "decisions": _spread(report.decisions),
        "chances": _spread(report.chances),
        "wins": report.wins(),
        "draws": report.draws(),
        "mean": report.mean() if report.games else [],
        "reached": {
            f"{rules[rule].name}:{rules[rule].line}": times
            for rule, times in sorted(report.reached.items())
            if rule >= 0
        },
        "never": [f"{rule.name}:{rule.line}" for rule in report.never()],
        "never_moved": report.traffic.never(),
        "failures": [{"game": one.number, "error": one.error} for one in report.failures],
    }


def _spread(numbers: list[int]) -> dict[str, float]:
    """Least, median, mean and most."""
    if not numbers:
        return {}
    ordered = sorted(numbers)
    return {
        "least": ordered[0],
        "median": ordered[len(ordered) // 2],
        "mean": round(sum(ordered) / len(ordered), 2),
        "most": ordered[-1],
    }


def _print(report: Report) -> None:
    click.echo(
        f"{report.game.title}, {report.game.players} players: {report.games} games finished"
        + (f", {report.unfinished} cut off" if report.unfinished else "")
    )
    if report.at_limit:
        click.echo(f"  {report.at_limit} of them ended by the limit of {report.game.limit}")
    for name, numbers in (("decisions", report.decisions), ("rolls and draws", report.chances)):
        spread = ", ".join(f"{word} {value:g}" for word, value in _spread(numbers).items())
        click.echo(f"  {name}: {spread or 'none'}")
    if report.games:
        _print_results(report)
    for rule in report.never():
        click.echo(f"  never reached: {rule.name} ({rule.file}:{rule.line})")
    for thing, names in report.traffic.never().items():
        click.echo(f"  {thing} never moved or entered: {', '.join(names)}")
    for failure in report.failures[:10]:
        click.echo(click.style(f"  game {failure.number}: {failure.error}", fg="red"))


def _print_results(report: Report) -> None:
    for seat, (wins, mean) in enumerate(zip(report.wins(), report.mean(), strict=True)):
        share = 100 * wins / report.games
        click.echo(f"  seat {seat + 1}: wins {share:.1f} %, mean result {mean:+.3f}")
    if report.draws():
        click.echo(f"  drawn: {100 * report.draws() / report.games:.1f} %")
