"""What can go wrong while a compiled game runs.

Every error of this package is a `HoyleError`. Messages speak to whoever plays or designs the game:
what happened, in which rule, and what is possible instead.
"""

from __future__ import annotations

from typing import Final

#: The kinds of `RuleError` and what each says; generated code names them.
KINDS: Final[dict[str, str]] = {
    "nothing to choose": "a choice has no option and the rules have no word for it",
    "out of range": "a number leaves the range that it was declared with",
    "endless loop": "a loop turned too long without a decision",
    "too deep": "rules called each other too deeply",
    "still true": "a `whenever` did not make its own condition false",
    "two settings": "two adjustments `to` held at once",
    "nothing there": "something was asked of none, or of an empty set",
    "divided by zero": "a number was divided by zero",
    "too little": "somebody had to pay more than there was",
    "broken invariant": "an invariant did not hold",
}


class HoyleError(Exception):
    """Any error of the runtime."""


class RuleError(HoyleError):
    """The rules themselves fail at run time: the text needs mending, not the player.

    `rule` is the number of the rule in the game's `rules`; `name`, `file` and `line` are added by
    the state that catches the error, since generated code knows the number only.
    """

    def __init__(
        self,
        kind: str,
        text: str,
        rule: int = -1,
        line: int = 0,
        seat: int = -1,
        *,
        name: str = "",
        file: str = "",
    ) -> None:
        super().__init__(kind, text, rule, line, seat)
        self.kind = kind
        self.text = text
        self.rule = rule
        self.line = line
        self.seat = seat
        self.name = name
        self.file = file

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: " if self.file else ""
        rule = f" (in {self.name})" if self.name else ""
        seat = f", player {self.seat + 1}" if self.seat >= 0 else ""
        return f"{where}{self.kind}: {self.text}{rule}{seat}"


class IllegalAction(HoyleError, ValueError):
    """An action or outcome that is not possible now. `legal` holds the names of what is."""

    def __init__(self, text: str, legal: tuple[str, ...] = (), rule: int = -1) -> None:
        super().__init__(text)
        self.legal = legal
        self.rule = rule


class WrongNode(HoyleError, ValueError):
    """Something was asked that makes no sense at this node: odds of a decision, an option of the
    end."""


class WrongKind(HoyleError, TypeError):
    """Something was given that is no action, no seat, no source of random numbers."""


class SaveError(HoyleError, ValueError):
    """A save does not fit the game any more. `entry` is the number of its first entry that
    differs."""

    def __init__(self, text: str, entry: int = 0, legal: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.entry = entry
        self.legal = legal


class LoadError(HoyleError, ValueError):
    """A save, a module or a number of players that cannot be read or does not belong together."""


class BadBot(HoyleError, ValueError):
    """Words that name no bot, or no time to think."""


class Unsupported(HoyleError, NotImplementedError):
    """Part of the field's protocol that these games do not offer, with the reason."""
