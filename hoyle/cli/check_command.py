"""`hoyle check`: everything that is wrong with rules, in one run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from hoyle import build, render
from hoyle.dsl.codes import Severity
from hoyle.dsl.diagnostics import Diagnostic
from hoyle.dsl.game import Game
from hoyle.dsl.source import Source
from hoyle.find import has_head, rules_files


@click.command("check")
@click.argument("paths", nargs=-1)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(paths: tuple[str, ...], form: str) -> None:
    """Check the rules in PATHs: names of games, `.rules` files or folders (this one if none)."""
    files = rules_files(paths or (".",))
    if not files:
        raise click.UsageError("there are no .rules files here")
    found: dict[Diagnostic, None] = {}
    sources: dict[str, Source] = {}
    games: list[Game | None] = []
    for path in sorted(files, key=has_head, reverse=True):
        if not has_head(path) and (path.as_posix() in sources or None in games):
            continue  # a part that one of these games includes, or may include
        for checkup in _checkups(path):
            found.update(dict.fromkeys(checkup.diagnostics))
            sources.update(checkup.sources)
            games.append(checkup.game)
    if form == "json":
        click.echo(render.as_json(found, sources))
    else:
        for diagnostic in found:
            click.echo(render.as_text(diagnostic, sources) + "\n")
        click.echo(f"{len(files)} file{'s' * (len(files) != 1)}: {render.summary(found)}")
    sys.exit(1 if any(one.severity is not Severity.NOTE for one in found) else 0)


def _checkups(path: Path) -> Iterator[build.Checkup]:
    """What checks of a ruleset find: one, or one for each of its scenarios."""
    first = build.check(path)
    yield build.with_missing(first)
    if first.game is not None:
        for other in list(first.game.scenarios)[1:]:
            yield build.with_missing(build.check(path, None, other))
