"""What can go wrong at the door: a game that is not there, rules that do not compile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.runtime.errors import HoyleError

if TYPE_CHECKING:
    from hoyle.build import Checkup


class UnknownGame(HoyleError):
    """No ruleset of this name, no file at this path."""


class BadOption(HoyleError):
    """A number of players or an option that the game does not have."""


class RulesInvalid(HoyleError):
    """The rules have mistakes; `diagnostics` says which, `sources` holds the texts they are in."""

    def __init__(self, message: str, checkup: Checkup) -> None:
        super().__init__(message)
        self.diagnostics = checkup.diagnostics
        self.sources = checkup.sources
