"""`hoyle compile`: the Python module of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle import build
from hoyle.cli.options import Mistakes, game_options, values
from hoyle.errors import RulesInvalid
from hoyle.find import find

if TYPE_CHECKING:
    from hoyle.native_build import Built, NoNative


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
@click.option(
    "--native", is_flag=True, help="Compile its playouts to machine code, too (takes a while)."
)
def command(
    game: str,
    players: int | None,
    settings: tuple[str, ...],
    scenario: str | None,
    folder: Path,
    native: bool,
) -> None:
    """Write the module of GAME. It is made for one number of players, one scenario and one
    setting of options, and needs nothing but hoyle's runtime.

    With --native its playouts are compiled to machine code as well and kept; the game uses them by
    itself from then on. This needs mypyc (pip install 'hoyle[native]') and a C compiler.
    """
    path = find(game)
    built: Built | NoNative | None = None
    try:
        if native:
            compiled, built = build.with_native(path, players, values(settings), scenario)
        else:
            compiled = build.compiled(path, players, values(settings), scenario=scenario)
    except RulesInvalid as error:
        raise Mistakes(error) from None
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{path.stem}_{compiled.program.players}p.py"
    target.write_text(compiled.text, encoding="utf-8", newline="\n")
    click.echo(f"{target}: {compiled.text.count(chr(10))} lines")
    if built is not None:
        _tell(built)


def _tell(built: Built | NoNative) -> None:
    """What became of a native build."""
    from hoyle.native_build import Built

    if not isinstance(built, Built):
        click.echo(f"hoyle: {built}", err=True)
        click.echo("hoyle: the game plays without it, only slower.", err=True)
    elif built.seconds:
        click.echo(f"{built.folder}: native playouts, compiled in {built.seconds:.0f} s")
    else:
        click.echo(f"{built.folder}: native playouts, compiled before")
