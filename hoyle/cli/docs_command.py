"""`hoyle docs`: rulebooks as Markdown."""

from __future__ import annotations

from pathlib import Path

import click

from hoyle import build
from hoyle.cli.options import Mistakes
from hoyle.errors import RulesInvalid
from hoyle.find import find, shipped


@click.command("docs")
@click.argument("games", nargs=-1)
@click.option(
    "-o",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Where the pages go.",
)
def command(games: tuple[str, ...], folder: Path) -> None:
    """Write the rulebooks of GAMES (all that come with hoyle, if none) into a folder."""
    for name in games or tuple(shipped()):
        path = find(name)
        text = rulebook(path)
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{path.stem}.md"
        target.write_text(text, encoding="utf-8", newline="\n")
        click.echo(f"{target}")


def rulebook(path: Path) -> str:
    """The rulebook of a ruleset."""
    from hoyle.compiler.to_docs.page import page
    from hoyle.compiler.to_docs.rulebook import model

    checkup = build.check(path)
    if checkup.game is None:
        raise Mistakes(RulesInvalid("the rules have mistakes", checkup))
    return page(model(checkup.game, checkup.pages))
