"""`hoyle compile`: the Python module of a game."""

from __future__ import annotations

from pathlib import Path

import click

from hoyle import build
from hoyle.cli.options import Mistakes, game_options, values
from hoyle.errors import RulesInvalid
from hoyle.find import find


@click.command("compile")
@click.argument("game")
@game_options
@click.option(
    "-o",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("."),
    help="Where the module goes (here, if left out).",
)
def command(
    game: str, players: int | None, settings: tuple[str, ...], scenario: str | None, folder: Path
) -> None:
    """Write the module of GAME. It is made for one number of players, one scenario and one
    setting of options, and needs nothing but hoyle's runtime."""
    path = find(game)
    try:
        compiled = build.compiled(path, players, values(settings), scenario=scenario)
    except RulesInvalid as error:
        raise Mistakes(error) from None
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{path.stem}_{compiled.program.players}p.py"
    target.write_text(compiled.text, encoding="utf-8", newline="\n")
    click.echo(f"{target}: {compiled.text.count(chr(10))} lines")
