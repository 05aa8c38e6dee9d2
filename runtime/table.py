"""A table: one game being played, with its journal, its log, undo, and whose screen is shown.

The table rolls for chance itself, unless it was made without random numbers: then whoever sits
there types in what the real dice showed (see `assisted`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass

from hoyle.runtime import bots, chance, log, saves, views
from hoyle.runtime.errors import IllegalAction, RuleError, WrongNode
from hoyle.runtime.game import Game
from hoyle.runtime.labels import find, seat_name
from hoyle.runtime.state import State


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the journal. `final`: it showed something hidden, and cannot be taken back."""

    seat: int
    entry: saves.Entry
    final: bool
    lines: int  # of the log, before it


@dataclass(frozen=True, slots=True)
class Screen:
    """A seat that the device is handed to; not `asked`: only so that nobody learns who is."""

    seat: int
    asked: bool


class Table:
    """One game at which people and bots sit."""

    def __init__(
        self,
        game: Game,
        random: chance.Random | None = None,
        seats: Sequence[bots.Bot | None] = (),
    ) -> None:
        self.game = game
        self.random = random
        self.seats = tuple(seats) or (None,) * game.num_players()
        self._begin()
        self._settle()

    def _begin(self) -> None:
        """An empty journal at the start of the game."""
        self.state: State = self.game.new_initial_state()
        self.journal: list[Step] = []
        self.lines: list[log.Line] = log.notes(self.state, None)
        self.screens = Screens()
        self.screens.after(self.state, log.windows(self.state, None))

    # ------------------------------------------------------------------------------------- asking

    def question(self) -> bots.Question | None:
        """What is asked now; None where chance decides or the game is over."""
        if self.state.is_player_node():
            return bots.question(self.state)
        return None

    def choose(self, seat: int, wanted: int | str) -> None:
        """A seat answers, by the name of an option or by its action."""
        if not self.state.is_player_node() or self.state.current_player() != seat:
            raise IllegalAction("You are not asked now.")
        self._step(wanted)

    def answer(self, wanted: int | str) -> None:
        """What real dice or cards showed, by name."""
        if not self.state.is_chance_node():
            raise WrongNode("Chance has nothing to decide here.")
        self._step(wanted)

    def play_bots(self) -> None:
        """Let bots answer until a person is asked or the game is over."""
        while self.state.is_player_node():
            bot = self.seats[self.state.current_player()]
            if bot is None:
                return
            question = bots.question(self.state)
            self.choose(question.seat, bot.choose(question))

    def _step(self, wanted: int | str) -> None:
        """An answer and what chance makes of it; where the rules fail at that, neither."""
        before = (self.state, copy(self.screens))
        steps, lines = len(self.journal), len(self.lines)
        try:
            self._apply(wanted)
            self._settle()
        except RuleError:
            self.state, self.screens = before
            del self.journal[steps:], self.lines[lines:]
            raise

    def _apply(self, wanted: int | str) -> None:
        """One step, with its entries in journal and log."""
        state = self.state
        action = find(state, wanted) if isinstance(wanted, str) else wanted
        if action not in state.legal_actions():
            state.apply_action(action)  # raises, with the names of what is possible
        after = state.clone()
        after.apply_action(action)
        entry = saves.entry(state, action)
        revealed = after.reveals != state.reveals or has_shown(state, after)
        self.journal.append(Step(state.current_player(), entry, revealed, len(self.lines)))
        self.lines.append(log.decision(state, action))
        self.lines.extend(log.notes(after, state.log, log.turn(state)))
        self.screens.after(after, log.windows(after, state.log), who_acted(state, action))
        self.state = after

    def _settle(self) -> None:
        while self.random is not None and self.state.is_chance_node():
            self._apply(chance.draw(self.state, self.random))

    # -------------------------------------------------------------------------------- taking back

    def can_undo(self, seat: int) -> bool:
        """Whether the last thing that happened is a decision of this seat that showed nothing."""
        return bool(self.journal) and self.journal[-1].seat == seat and not self.journal[-1].final

    def undo(self, seat: int) -> None:
        """A seat takes back its last decision: never behind chance, a reveal, another's
        decision."""
        if not self.can_undo(seat):
            raise IllegalAction("You have nothing that can still be taken back.")
        self._go_back(len(self.journal) - 1)

    def _go_back(self, steps: int) -> None:
        """To where so many steps had been taken, by replay."""
        lines = self.journal[steps].lines
        del self.journal[steps:], self.lines[lines:]
        self.state = self.game.replay(self.state.past_list()[:steps])
        self.screens = Screens()
        self.screens.after(self.state)

    # ------------------------------------------------------------------------------------ showing

    def view(self, seat: int, *, details: bool = False) -> dict[str, object]:
        """What a seat sees now; `details`: with what has changed on a piece beside its name."""
        return views.view(self.state, seat, details=details)

    def log(self, seat: int) -> list[log.Line]:
        """The log as a seat may read it."""
        return list(log.read_by(self.lines, seat))

    def results(self) -> dict[str, float]:
        """The result of each seat, by its name; zeros before the end."""
        return {seat_name(seat): value for seat, value in enumerate(self.state.returns())}

    # ------------------------------------------------------------------------------------- saving

    def save(self) -> str:
        """The game so far as a text."""
        entries = (str(step.entry) for step in self.journal)
        return "\n".join((*saves.heading_lines(self.game), *entries, ""))

    def load(self, text: str) -> None:
        """Play a saved game again from the start, up to its last entry."""
        told = saves.heading(text)
        self.game = saves.begun(self.game, told)
        self._begin()
        for number, entry in enumerate(saves.body(text), 1):
            self._apply(saves.matched(self.state, entry, number, told.version))
        self._settle()


class Screens:
    """Whom the device is handed to, so that its way round the table tells nobody who was asked.

    Where being asked is a secret, all seats that could be asked, as far as all can see, get a
    screen in turn: some of them a question, the others a pause. After somebody has done
    something, which all see, they all get one again.
    """

    def __init__(self) -> None:
        self.now: tuple[Screen, ...] = ()
        self._order: tuple[int, ...] = ()
        self._waiting: list[int] = []

    def after(self, state: State, windows: Iterable[tuple[int, ...]] = (), acted: int = -1) -> None:
        """Look at a new node. `windows`: opened on the way there, the seats of each in order;
        `acted`: the seat that has just done something where being asked is a secret."""
        shown: list[Screen] = []
        if acted in self._order:
            at = self._order.index(acted) + 1
            self._waiting = [*self._order[at:], *self._order[:at]]
        for order in windows:
            shown += self._pauses()
            self._order, self._waiting = order, list(order)
        if state.is_player_node() and state.module_.nodes[state.pc].hidden:
            shown += self._before(state.current_player())
        elif not state.is_chance_node():
            shown += self._pauses()
            self._order = ()
        if state.is_player_node():
            shown.append(Screen(state.current_player(), True))
        self.now = tuple(shown)

    def _before(self, seat: int) -> list[Screen]:
        """Pauses for those whose turn comes before this seat's."""
        before = self._waiting.index(seat) if seat in self._waiting else 0
        passed, self._waiting = self._waiting[:before], self._waiting[before + 1 :]
        return [Screen(other, False) for other in passed]

    def _pauses(self) -> list[Screen]:
        """Pauses for all that are still waiting."""
        passed, self._waiting = self._waiting, []
        return [Screen(seat, False) for seat in passed]


def has_shown(before: State, after: State) -> bool:
    """Whether somebody has come to know a piece: also one that was drawn when only it was left."""
    for thing in before.module_.game.things:
        if thing.known:
            pairs = zip(getattr(before, thing.known), getattr(after, thing.known), strict=True)
            if any(new & ~old for old, new in pairs):
                return True
    return False


def who_acted(state: State, action: int) -> int:
    """The seat, if it does something where being asked is a secret; else -1."""
    hidden = state.pc >= 0 and state.module_.nodes[state.pc].hidden
    return state.current_player() if hidden and action not in state.module_.declines else -1
