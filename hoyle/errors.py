"""What can go wrong at the door: a game that is not there, rules that do not compile."""

from __future__ import annotations

from hoyle.dsl.diagnostics import Diagnostic
from hoyle.runtime.errors import HoyleError


class UnknownGame(HoyleError):
    """No ruleset of this name, no file at this path."""


class BadOption(HoyleError):
    """A number of players or an option that the game does not have."""


class RulesInvalid(HoyleError):
    """The rules have mistakes; `diagnostics` says which."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics
