"""`hoyle test`: the examples of games, one line each."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from hoyle import build
from hoyle.cli.options import Mistakes
from hoyle.dsl.game import Example
from hoyle.dsl.source import Span
from hoyle.errors import RulesInvalid
from hoyle.find import find, shipped


@click.command("test")
@click.argument("games", nargs=-1)
@click.option("--scenario", metavar="NAME", help="Run them under this scenario of the game.")
def command(games: tuple[str, ...], scenario: str | None) -> None:
    """Run the examples of GAMES, by name or path (all that come with hoyle, if none).

    Examples of a scenario run under it, all others under the first one, or the one that is named.
    """
    names = games or tuple(shipped())
    failed = sum(_test(find(name), scenario) for name in names)
    click.echo(click.style(f"{failed} failed", fg="red") if failed else "all examples hold")
    sys.exit(1 if failed else 0)


def _test(path: Path, scenario: str | None) -> int:
    """Run the examples of one ruleset; how many failed."""
    checkup = build.check(path, None, scenario)
    failed = _run(path, checkup, lambda example: True)
    if checkup.game is None or scenario is not None:
        return failed
    for other in list(checkup.game.scenarios)[1:]:
        of_it = build.check(path, None, other)
        failed += _run(path, of_it, lambda example: bool(example.scenario))
    return failed


def _run(path: Path, checkup: build.Checkup, wanted: Callable[[Example], bool]) -> int:
    """Run those examples of a checked ruleset that are wanted; how many failed."""
    from hoyle.examples import run_examples

    if checkup.game is None:
        raise Mistakes(RulesInvalid("the rules have mistakes", checkup))
    failed = 0
    for result in run_examples(path, checkup.game, wanted):
        mark = click.style("ok  ", fg="green") if result.held else click.style("FAIL", fg="red")
        click.echo(f"{mark} {checkup.game.id}: {result.example.title}")
        if not result.held:
            failed += 1
            span = result.span or result.example.span
            click.echo(f"     {build.place(checkup, span)}: {result.problem}")
            click.echo(f"       {_text(checkup, span)}".rstrip())
    return failed


def _text(checkup: build.Checkup, span: Span) -> str:
    """The words of the text that did not hold, on one line."""
    source = checkup.sources.get(span.path)
    return " ".join(source.excerpt(span).split()) if source else ""
