"""`hoyle play`: a game at the terminal, against bots or around one screen."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from hoyle.cli.options import game_options, load

if TYPE_CHECKING:
    from hoyle.runtime.bots import Bot
    from hoyle.runtime.game import Game


@click.command("play")
@click.argument("game")
@game_options
@click.option("--seat", "seats", multiple=True, metavar="K=human|random", help="Who sits there.")
@click.option("--seed", type=int, help="Makes chance and bots the same every time.")
@click.option("--save", "save_to", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option(
    "--load",
    "load_from",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
)
@click.option(
    "--moves", type=click.File("r", encoding="utf-8"), metavar="FILE", help="Answers, one a line."
)
@click.option("--real-dice", is_flag=True, help="You roll and draw; the game asks what came.")
def command(
    game: str,
    players: int | None,
    settings: tuple[str, ...],
    seats: tuple[str, ...],
    seed: int | None,
    save_to: Path | None,
    load_from: Path | None,
    moves: Iterable[str] | None,
    real_dice: bool,
) -> None:
    """Play GAME, a ruleset's name or the path of a .rules file.

    You sit at the first seat and bots at the others, unless --seat says otherwise. Answer with a
    number or a name; `help` lists the other words.
    """
    from hoyle.runtime.assisted import AssistedTable
    from hoyle.runtime.table import Table
    from hoyle.terminal.console import Talk
    from hoyle.terminal.play import Shell

    saved = _read(load_from) if load_from else None
    if saved is not None:
        players, settings = _as_saved(saved, players, settings)
    loaded = load(game, players, settings)
    random = Random(seed)
    bots = _bots(loaded, seats, random)
    kind = AssistedTable if real_dice else Table
    table = kind(loaded, random.random, bots)
    if saved is not None:
        table.load(saved)
    script = [line.strip() for line in moves or () if line.strip() and not line.startswith("#")]
    Shell(table, Talk(), script, save_to).run()


def _bots(game: Game, seats: tuple[str, ...], random: Random) -> list[Bot | None]:
    """Who sits where: None is a person. `--seat 2=human`."""
    from hoyle.runtime.bots import RandomBot

    count = game.num_players()
    bots: list[Bot | None] = [None, *(RandomBot(random.random) for _ in range(count - 1))]
    for seat in seats:
        number, _, who = seat.partition("=")
        if not number.isdecimal() or not 1 <= int(number) <= count:
            raise click.UsageError(f"--seat {seat}: seats go from 1 to {count}")
        if who not in ("human", "random"):
            raise click.UsageError(f"--seat {seat}: a seat is `human` or `random`")
        bots[int(number) - 1] = None if who == "human" else RandomBot(random.random)
    return bots


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise click.ClickException(f"{path} cannot be read as a save") from None


def _as_saved(
    saved: str, players: int | None, settings: tuple[str, ...]
) -> tuple[int | None, tuple[str, ...]]:
    """A save knows how many play and with which options."""
    from hoyle.runtime.saves import heading

    told = heading(saved)
    words = {True: "yes", False: "no"}
    options = tuple(
        f"{name}={words[value] if isinstance(value, bool) else value}"
        for name, value in told.options
    )
    if players not in (None, told.players):
        click.echo(f"The save is for {told.players} players.", err=True)
        sys.exit(1)
    return told.players, settings or options
