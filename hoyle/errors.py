"""What can go wrong at the door: a game that is not there, rules that do not compile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.runtime.errors import HoyleError as HoyleError

if TYPE_CHECKING:
    from hoyle.build import Checkup
    from hoyle.dsl.diagnostics import Diagnostic


class UnknownGame(HoyleError):
    """No ruleset of this name, no file at this path."""


class BadOption(HoyleError):
    """A number of players or an option that the game does not have."""


class RulesInvalid(HoyleError):
    """The rules have mistakes; `diagnostics` says which, `sources` holds the texts they are in."""

    def __init__(self, message: str, checkup: Checkup) -> None:
        super().__init__(message)
        self.message = message
        self.diagnostics = checkup.diagnostics
        self.sources = checkup.sources

    def __str__(self) -> str:
        """The message, and all that is wrong, one a line."""
        return "\n".join((f"{self.message}:", *map(self._line, self.diagnostics)))

    def _line(self, one: Diagnostic) -> str:
        source = self.sources.get(one.span.path)
        at = f"{one.span.path}:{source.position(one.span.start).line}: " if source else ""
        return f"  {at}{one.code.id} {one.message}"
