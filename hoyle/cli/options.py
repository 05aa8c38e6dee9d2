"""Options that several commands share, and how their words become values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

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
