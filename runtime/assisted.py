"""A table with real dice and cards: what chance decided is typed in.

What everybody sees is asked for. What nobody or only some may see (cards dealt face down) cannot be
typed in without telling it; the engine guesses. When a real face shows that the guess was wrong,
`correct` lets the real piece change places with wherever the guess had put it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hoyle.runtime import bots, chance, labels, remap, saves
from hoyle.runtime.errors import HoyleError, IllegalAction
from hoyle.runtime.game import Game
from hoyle.runtime.state import State
from hoyle.runtime.table import Table


class AssistedTable(Table):
    """A table that asks for the outcomes that all see, and guesses the others with `random`."""

    def __init__(
        self, game: Game, random: chance.Random, seats: Sequence[bots.Bot | None] = ()
    ) -> None:
        self.guess = random
        self.typed: list[int] = []  # the steps of the journal that somebody typed in
        super().__init__(game, None, seats)

    def _settle(self) -> None:
        """Guess what not all may see; stop where an outcome is to be typed in."""
        everybody = (1 << self.game.num_players()) - 1
        while self.state.is_chance_node():
            told = self.state.module_.audiences[self.state.pc]
            mask = told if isinstance(told, int) else told(self.state)
            if mask == everybody:
                return
            self._apply(chance.draw(self.state, self.guess))

    def asked_for(self) -> list[str]:
        """The names of the outcomes that can be typed in now; empty where a seat decides."""
        if not self.state.is_chance_node():
            return []
        return list(labels.names(self.state).values())

    def answer(self, wanted: int | str) -> None:
        """What real dice or cards showed, by name; it can be taken back until somebody decides."""
        steps = len(self.journal)
        super().answer(wanted)
        self.typed.append(steps)

    def can_undo(self, seat: int) -> bool:
        """Whether something was typed in since the last decision, or as without real dice."""
        return self._typed_last() is not None or super().can_undo(seat)

    def undo(self, seat: int) -> None:
        """Take back what was typed in last, with what was guessed since; else a decision."""
        steps = self._typed_last()
        if steps is None:
            super().undo(seat)
        else:
            self._go_back(steps)

    def _typed_last(self) -> int | None:
        """The step that was typed in last, if nobody has decided anything since."""
        steps = len(self.journal)
        while steps and self.journal[steps - 1].seat < 0:
            steps -= 1
            if steps in self.typed:
                return steps
        return None

    def _go_back(self, steps: int) -> None:
        super()._go_back(steps)
        self.typed = [step for step in self.typed if step < steps]

    def load(self, text: str) -> None:
        """Play a saved game again; what it says is not taken back."""
        self.typed = []
        super().load(text)

    def correct(self, thing: str, guessed: str, real: str) -> None:
        """Two pieces change places in what was guessed: the real one was here, not the guessed."""
        table = labels.thing_of(self.game.schema, thing)
        rows = [row for row, name in enumerate(table.names) if name in (guessed, real)]
        a = next((row for row in rows if table.names[row] == guessed), None)
        b = next((row for row in rows if table.names[row] == real), None)
        if a is None or b is None:
            raise IllegalAction(f"There is no {thing} `{guessed if a is None else real}`.")
        self._take(remap.exchange(self.state, table, a, b))

    def _take(self, corrected: State) -> None:
        """Go on from a corrected state, with the journal told anew."""
        try:
            entries = list(saves.entries(self.game, corrected.history()))
        except HoyleError:
            text = "What has happened since does not fit that piece; take it back first."
            raise IllegalAction(text) from None
        pairs = zip(self.journal, entries, strict=True)
        self.journal = [replace(step, entry=entry) for step, entry in pairs]
        self.state = corrected
