"""`hoyle play`: a game at the terminal, against bots or around one screen."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from hoyle.cli import seats as sitting
from hoyle.cli.options import (
    Mistakes,
    campaign_option,
    game_options,
    load,
    load_campaign,
    values,
)

if TYPE_CHECKING:
    from hoyle.runtime.bots import Bot
    from hoyle.runtime.campaigns import Campaign
    from hoyle.runtime.game import Game


@click.command("play")
@click.argument("game")
@game_options
@campaign_option
@sitting.seat_option("human, random, flat or mcts")
@click.option("--seed", type=int, help="Makes chance and bots the same every time.")
@click.option(
    "--save",
    "save_to",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where the game goes when you stop, and when it is over.",
)
@click.option(
    "--load",
    "load_from",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a saved game.",
)
@click.option(
    "--moves",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Answers, one a line.",
)
@click.option("--real-dice", is_flag=True, help="You roll and draw; the game asks what came.")
def command(
    game: str,
    players: int | None,
    settings: tuple[str, ...],
    scenario: str | None,
    campaign: str | None,
    seats: tuple[str, ...],
    seed: int | None,
    save_to: Path | None,
    load_from: Path | None,
    moves: Path | None,
    real_dice: bool,
) -> None:
    """Play GAME, a ruleset's name or the path of a .rules file.

    You sit at the first seat and bots at the others, unless --seat says otherwise. Answer with a
    number or a name; `help` lists the other words.
    """
    from hoyle.runtime.assisted import AssistedTable
    from hoyle.runtime.table import Table
    from hoyle.terminal import keeping
    from hoyle.terminal.console import Talk
    from hoyle.terminal.play import Following, Shell

    if save_to is not None:
        _can_be_saved(save_to)
    saved = keeping.read(load_from) if load_from else None
    loaded, told = _begun(game, saved, players, settings, scenario, campaign)
    random = Random(seed)
    bots = _bots(loaded, seats, seed, random)

    def table_of(chapter: Game) -> Table:
        return (AssistedTable if real_dice else Table)(chapter, random.random, bots)

    table = table_of(loaded)
    if saved is not None:
        table.load(saved)
    following = Following(told, table_of) if told is not None else None
    go_on = _go_on(game, seats, real_dice)
    shell = Shell(table, Talk(), _script(moves), save_to, go_on, following)
    if load_from is None:
        shell.offer()
    elif keeping.is_kept(load_from):
        shell.kept = load_from
    shell.run()


def _begun(
    game: str,
    saved: str | None,
    players: int | None,
    settings: tuple[str, ...],
    scenario: str | None,
    campaign: str | None,
) -> tuple[Game, Campaign | None]:
    """The game that is played, and the campaign if it is a chapter of one."""
    if saved is not None:
        found = _as_saved(game, saved, players, settings, scenario)
        return found, _campaign_of(game, saved, campaign)
    if campaign is None:
        return load(game, players, settings, scenario), None
    told = load_campaign(game, campaign, players, settings, scenario)
    return told.first(), told


def _script(moves: Path | None) -> list[str]:
    """The answers of a file: a line each, but for empty ones and comments."""
    from hoyle.terminal import keeping

    lines = keeping.read(moves).split("\n") if moves else ()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _go_on(game: str, seats: tuple[str, ...], real_dice: bool) -> str:
    """The command that goes on with a save of this game, but for the name of the file."""
    told = [word for seat in seats for word in ("--seat", seat)]
    return shlex.join(["hoyle", "play", game, *told, *["--real-dice"] * real_dice, "--load"])


def _can_be_saved(path: Path) -> None:
    """Refuse a place for the save while nothing is lost by it."""
    from hoyle.terminal import keeping

    if not path.parent.is_dir():
        raise click.UsageError(f"--save {path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise click.UsageError(f"--save {path}: that cannot be written")
    if path.exists() and not keeping.is_save(path):
        raise click.UsageError(f"--save {path}: that is no save, and is not written over")


def _bots(game: Game, words: tuple[str, ...], seed: int | None, random: Random) -> list[Bot | None]:
    """Who sits where: None is a person. `--seat 2=human`, `--seat 3=mcts:2s`."""
    from hoyle.runtime.bots import RandomBot

    count = game.num_players()
    bots: list[Bot | None] = [None, *(RandomBot(random.random) for _ in range(count - 1))]
    for seat, who in sitting.read(words, count):
        if who == sitting.HUMAN:
            bots[seat] = None
        else:
            bots[seat] = sitting.bot(seat, who, seed, random, persons=True)
    return bots


def _campaign_of(game: str, saved: str, campaign: str | None) -> Campaign | None:
    """The campaign that a save belongs to."""
    from hoyle import build
    from hoyle.runtime.errors import LoadError
    from hoyle.runtime.saves import heading

    told = heading(saved)
    if told.chapter is None and campaign is not None:
        raise LoadError("The save is of a single game; leave --campaign away.")
    if told.chapter is None:
        return None
    if campaign and campaign != told.chapter[0]:
        raise LoadError(f"The save is of the campaign {told.chapter[0]}; leave --campaign away.")
    return build.load_campaign(game, told.chapter[0], told.players, dict(told.options))


def _as_saved(
    game: str,
    saved: str,
    players: int | None,
    settings: tuple[str, ...],
    scenario: str | None,
) -> Game:
    """The game of a save, which knows how many play which scenario, and with which options."""
    from hoyle import build
    from hoyle.errors import BadOption, RulesInvalid
    from hoyle.runtime.errors import LoadError
    from hoyle.runtime.saves import heading

    told = heading(saved)
    options = dict(told.options)
    if players not in (None, told.players):
        raise LoadError(f"The save is for {told.players} players.")
    if any(options.get(name) != given for name, given in values(settings).items()):
        raise LoadError("The save has other options; leave --option away.")
    if scenario not in (None, told.scenario):
        raise LoadError("The save is of another scenario; leave --scenario away.")
    try:
        return build.load(game, told.players, options, told.scenario or None)
    except RulesInvalid as error:
        raise Mistakes(error) from None
    except BadOption as error:
        hint = f"The save is of `{told.game}`, and does not fit `{game}` as it is now"
        raise LoadError(f"{hint}: {error}") from None
