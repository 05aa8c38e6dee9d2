"""Options that several commands share, and how their words become values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from hoyle.runtime.campaigns import Campaign
    from hoyle.runtime.game import Game

F = Callable[..., Any]


def game_options(command: F) -> F:
    """`--players N`, `--scenario NAME` and `--option NAME=VALUE`."""
    command = click.option("--scenario", metavar="NAME", help="Which scenario is played.")(command)
    command = click.option(
        "--option",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the game; may be given several times.",
    )(command)
    return click.option("--players", type=int, help="How many play.")(command)


def campaign_option(command: F) -> F:
    """`--campaign [NAME]`."""
    return click.option(
        "--campaign",
        metavar="[NAME]",
        is_flag=False,
        flag_value="",
        help="Play a campaign, by its name or the only one: its scenarios one after the other.",
    )(command)


def values(settings: tuple[str, ...]) -> dict[str, object]:
    """`goal=50` as a value by name: yes and no, numbers, else a name."""
    found: dict[str, object] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--option takes NAME=VALUE, not {setting!r}")
        name = name.strip()
        if name in found:
            raise click.UsageError(f"--option {name} is given twice")
        found[name] = value(text.strip())
    return found


def value(text: str) -> object:
    """A value in words."""
    if text in ("yes", "no"):
        return text == "yes"
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 20 else text


def load(
    game: str, players: int | None, settings: tuple[str, ...], scenario: str | None = None
) -> Game:
    """The game, or its mistakes on the screen and the end of the command."""
    from hoyle import build
    from hoyle.errors import RulesInvalid

    try:
        return build.load(game, players, values(settings), scenario)
    except RulesInvalid as error:
        raise Mistakes(error) from None


def load_campaign(
    game: str,
    name: str,
    players: int | None,
    settings: tuple[str, ...],
    scenario: str | None,
) -> Campaign:
    """The campaign of a game, "": its only one; or its mistakes on the screen."""
    from hoyle import build
    from hoyle.errors import RulesInvalid

    if scenario is not None:
        raise click.UsageError("--campaign plays all its scenarios; leave --scenario away")
    try:
        return build.load_campaign(game, name or None, players, values(settings))
    except RulesInvalid as error:
        raise Mistakes(error) from None


class Mistakes(click.ClickException):
    """Rules with mistakes: they are shown as `hoyle check` does."""

    exit_code = 1

    def __init__(self, error: Any) -> None:
        super().__init__(error.message)
        self.error = error

    def show(self, file: Any = None) -> None:
        from hoyle import render

        for diagnostic in self.error.diagnostics:
            click.echo(render.as_text(diagnostic, self.error.sources) + "\n", err=True)
        click.echo(f"hoyle: {self.message}", err=True)
