"""`hoyle trace`: every clause of the rulebook, and what does it."""

from __future__ import annotations

import json
import sys

import click

from hoyle import build
from hoyle.cli.options import Mistakes
from hoyle.dsl.trace import Trace, as_record, traces
from hoyle.errors import RulesInvalid
from hoyle.find import find


@click.command("trace")
@click.argument("game")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(game: str, form: str) -> None:
    """List the clauses of GAME's sources with the rules, rulings and examples that cite them."""
    checkup = build.check(find(game))
    if checkup.game is None:
        raise Mistakes(RulesInvalid("the rules have mistakes", checkup))
    found = traces(checkup.game)
    if form == "json":
        click.echo(json.dumps([as_record(one) for one in found], ensure_ascii=False, indent=2))
    else:
        _print(found)
    sys.exit(1 if any(one.missing for one in found) else 0)


def _print(found: list[Trace]) -> None:
    if not found:
        click.echo(
            'The game names no source with clauses: `source KEY "title" clauses "file.csv"`.'
        )
        return
    for one in found:
        click.echo(_line(one))
    missing = sum(one.missing for one in found)
    ruled = sum(one.only_ruled for one in found)
    click.echo(
        f"\n{len(found)} clauses: {missing} without a rule or a reason, "
        f"{ruled} that only a ruling touches"
    )


def _line(one: Trace) -> str:
    clause = one.clause
    ways = [
        f"{word}: {', '.join(dict.fromkeys(cited.what for cited in group))}"
        for word, group in (
            ("rules", one.rules),
            ("rulings", one.rulings),
            ("examples", one.examples),
        )
        if group
    ]
    mark = click.style("MISSING", fg="red") if one.missing else "; ".join(ways) or clause.kind
    return f"{click.style(clause.id, bold=True)}  {clause.text}\n    {mark}"
