"""Reading and writing at the terminal: plain in pipes, coloured where a person looks."""

from __future__ import annotations

import sys

from rich.console import Console, RenderableType


class Ended(Exception):
    """No more input: the end of a pipe, Ctrl-D or Ctrl-C."""


class Talk:
    """One conversation. Colour only at a terminal, and never with NO_COLOR; rich knows both."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, soft_wrap=True, emoji=False)
        self.person = sys.stdin.isatty() and self.console.is_terminal

    def say(self, what: RenderableType = "", *, style: str | None = None) -> None:
        """Print a line or a picture; text is never taken for markup."""
        self.console.print(what, style=style, markup=False)

    def ask(self, prompt: str) -> str:
        """A line of input without its end.

        Raises:
            Ended: there is none.
        """
        try:
            self.console.print(prompt, end="", markup=False)
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            self.console.print()
            raise Ended
        if not self.person:
            self.console.print(line.rstrip("\n"), markup=False)
        return line.strip()

    def wipe(self) -> None:
        """Clear the screen before somebody else looks at it."""
        if self.person:
            self.console.clear()
