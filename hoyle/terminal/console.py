"""Reading and writing at the terminal: plain in pipes, coloured where a person looks."""

from __future__ import annotations

import sys

from rich.console import Console, RenderableType

#: To the top, clear the screen, clear what can be scrolled back to.
WIPE = "\x1b[H\x1b[2J\x1b[3J"

#: A terminal that says it has fewer columns does not know how many it has.
NARROWEST = 16
USUAL = 80


class Quit(Exception):
    """Somebody has had enough."""


class Ended(Exception):
    """No more input, or nobody who could read: the end of a pipe, Ctrl-D, a closed terminal."""


class _Console(Console):
    """Rich's console, which leaves it to us what a closed pipe means."""

    def on_broken_pipe(self) -> None:
        raise  # it is called while the error is handled


class Talk:
    """One conversation. Colour only at a terminal, and never with NO_COLOR; rich knows both."""

    def __init__(self) -> None:
        self.console = _Console(highlight=False, soft_wrap=True, emoji=False)
        if self.console.width < NARROWEST:
            self.console.width = USUAL
        self.person = sys.stdin.isatty() and self.console.is_terminal
        self.lost: OSError | None = None  # why nothing can be written any more

    def say(self, what: RenderableType = "", *, style: str | None = None) -> None:
        """Print a line or a picture; text is never taken for markup.

        Raises:
            Ended: the first time that nobody can read it; from then on nothing is printed.
        """
        self._print(what, style)

    def _print(self, what: RenderableType, style: str | None = None, end: str = "\n") -> None:
        if self.lost is not None:
            return
        try:
            self.console.print(what, style=style, end=end, markup=False)
        except OSError as error:
            self.lost = error
            raise Ended from None

    def ask(self, prompt: str) -> str:
        """A line of input without its end.

        Raises:
            Ended: there is none.
        """
        self._print(prompt, end="")
        try:
            line = sys.stdin.readline()
        except OSError:  # the terminal is gone
            line = ""
        if not line:
            raise Ended
        if not self.person:
            self._print(line.rstrip("\n"))
        return line.strip()

    def wipe(self) -> None:
        """Clear the screen, and what has left it, before somebody else looks at it."""
        if not self.person:
            return
        self.console.clear()
        if self.console.is_dumb_terminal:  # it can only be pushed out of sight
            self.say("\n" * max(60, 2 * self.console.height))
        elif not self.console.legacy_windows:
            self.console.file.write(WIPE)
            self.console.file.flush()
