"""The position of a game, and what travels beside it.

`State` is the base of every generated state class. It speaks the names of OpenSpiel's Python
states, duck-typed, so that the field's algorithms run on it unchanged. The position is `pc`, the
cells and the frame slots of the generated class; `options`, `past` (the history), `log` and
`reveals` travel beside it and take no part in equality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from hoyle.runtime import carried, given, infostate, labels, redeal, views, why
from hoyle.runtime.errors import IllegalAction, Unsupported, WrongNode
from hoyle.runtime.module import ASK as ASK
from hoyle.runtime.module import CHANCE_PLAYER as CHANCE_PLAYER
from hoyle.runtime.module import NATURE as NATURE
from hoyle.runtime.module import SOLE as SOLE
from hoyle.runtime.module import Module as Module
from hoyle.runtime.module import Part as Part
from hoyle.runtime.module import Parts as Parts

if TYPE_CHECKING:
    from hoyle.runtime.game import Game

OVER: Final = -1  # `pc` of a game that is over; -2: none has begun

#: OpenSpiel's player numbers that are no seats.
INVALID_PLAYER: Final = -3
TERMINAL_PLAYER: Final = -4

#: (earlier, pc, action or outcome)
Past = tuple[Any, int, int]
#: (earlier, mask of seats, actor, pc, action). A note of the rules has the actor NOTE and its
#: parts in place of the action.
Log = tuple[Any, int, int, int, Any]

NOTE: Final = -2


#: The history of a game that was played as fast as it goes: it was not written down.
UNTOLD: Final[Past] = (None, NOTE, NOTE)

NO_SLOTS: tuple[str, ...] = ()


class Ended(Exception):
    """The game is over, deep inside a playout; caught where the playout began."""


class State:
    """A position between two nodes: somebody decides, chance decides, or the game is over."""

    #: Generated classes list every attribute, these included: a class with slots of its own could
    #: not be the base of one that is compiled to machine code. None has an `__init__`, which would
    #: make copies slower: `fresh` of the module fills a state.
    __slots__ = NO_SLOTS

    #: Set by `Module` on the generated class.
    module_: ClassVar[Module[Any]]
    game_: ClassVar[Game | None] = None
    keeps_log_: ClassVar[bool] = True
    actors_: ClassVar[tuple[Callable[[Any], int], ...]]
    #: The attributes that make up the position, besides `pc`; the generated class lists its own.
    cells_: ClassVar[tuple[str, ...]] = ("returns_",)

    pc: int
    options: Sequence[int]
    past: Past | None
    log: Log | None
    reveals: int
    returns_: Any

    # ---------------------------------------------------------------------- where the game stands

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's number for chance or the end."""
        pc = self.pc
        if pc >= 0:
            return self.actors_[pc](self)
        return TERMINAL_PLAYER if pc == OVER else INVALID_PLAYER

    def is_terminal(self) -> bool:
        """Whether nothing can be decided any more."""
        return self.pc < 0

    def is_chance_node(self) -> bool:
        """Whether chance decides next."""
        return self.pc >= 0 and self.module_.kinds[self.pc] == NATURE

    def is_player_node(self) -> bool:
        """Whether a seat decides next."""
        return self.pc >= 0 and self.module_.kinds[self.pc] == ASK

    def is_simultaneous_node(self) -> bool:
        """Never: simultaneous choices are asked one at a time, unseen."""
        return False

    def is_mean_field_node(self) -> bool:
        """Never."""
        return False

    def move_number(self) -> int:
        """How many decisions and chance outcomes led here."""
        return len(self.past_list())

    def num_players(self) -> int:
        """The number of seats."""
        return self.module_.game.players

    def num_distinct_actions(self) -> int:
        """The size of the action space of the whole game."""
        return self.module_.actions

    def get_game(self) -> Game:
        """The game that this is a position of."""
        game = self.module_.to_game()
        if not game.schema.brought:
            return game
        return game.bringing(carried.found_in(self))

    # ------------------------------------------------------------------------------------ choices

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions (or chance outcomes) possible now, ascending; none for a seat that is not
        asked."""
        if player is not None and player != self.current_player():
            return []
        if self.options or self.pc < 0:
            return list(self.options)
        return [outcome for outcome, _ in self.module_.odds(self)]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """One for every action of the game that is legal now, else zero."""
        size = self.module_.outcomes if self.is_chance_node() else self.module_.actions
        mask = [0] * size
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their odds, from exact whole weights."""
        weights = self.chance_weights()
        total = sum([weight for _, weight in weights])
        return [(outcome, weight / total) for outcome, weight in weights]

    def chance_weights(self) -> Sequence[tuple[int, int]]:
        """The outcomes of chance with exact whole weights."""
        return self.module_.odds(self)

    def apply_action(self, action: int) -> None:
        """Go on to the next node with this action or chance outcome."""
        raise NotImplementedError("`Module` puts its own here; see `module.stepping`.")

    def apply_actions(self, actions: Iterable[int]) -> None:
        """Apply one after the other."""
        for action in actions:
            self.apply_action(action)

    def child(self, action: int) -> Self:
        """The position that follows; this one stays."""
        after = self.clone()
        after.apply_action(action)
        return after

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last action, which must be this one; by replay, never by inverse writes."""
        if self.past is None:
            raise WrongNode("There is nothing to take back.")
        self.told_()
        if self.past[2] != given.whole(action, "An action"):
            raise IllegalAction(f"The last action was {self.past[2]}, not {action}.")
        self._become(self.get_game().replay(self.past_list()[:-1]))

    # ------------------------------------------------------------------------------------ results

    def returns(self) -> list[float]:
        """The result of each seat; zeros before the end."""
        if self.pc == OVER:
            return [float(result) for result in self.returns_]
        return [0.0] * self.module_.game.players

    def rewards(self) -> list[float]:
        """What each seat gained by the last step: the result, at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """The result of one seat."""
        return self.returns()[self._seat(player)]

    def player_reward(self, player: int) -> float:
        """What one seat gained by the last step."""
        return self.rewards()[self._seat(player)]

    # -------------------------------------------------------------------------------- information

    def information_state_string(self, player: int | None = None) -> str:
        """Everything the seat has decided and seen, in order (perfect recall)."""
        self.told_()
        return infostate.text(self, self._seat(player))

    def observation_string(self, player: int | None = None) -> str:
        """What the seat sees now."""
        return views.text(self, self._seat(player))

    def view(self, player: int | None = None) -> dict[str, Any]:
        """What the seat sees now, as plain data for JSON."""
        return views.view(self, self._seat(player))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Refused: the games have no tensor encoding."""
        raise Unsupported("There is no tensor of a game; use information_state_string or view.")

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Refused: the games have no tensor encoding."""
        raise Unsupported("There is no tensor of a game; use observation_string or view.")

    def resample_from_infostate(self, player: int, random: Random | Callable[[], float]) -> Self:
        """A position that the seat cannot tell from this one; see `redeal` for what is uniform."""
        return redeal.redeal(self, self._seat(player), given.numbers(random))

    def _seat(self, player: int | None) -> int:
        seat = self.current_player() if player is None else given.whole(player, "A player")
        if not 0 <= seat < self.module_.game.players:
            raise WrongNode(f"There is no player {seat} to look at the game.")
        return seat

    # -------------------------------------------------------------------------------------- names

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The name of an action (or, for player -1 or at a chance node, of an outcome)."""
        return labels.name(self, given.whole(player if action is None else action, "An action"))

    def string_to_action(self, player: int | str, name: str | None = None) -> int:
        """The action or outcome that has this name now."""
        return labels.find(self, str(player) if name is None else name)

    def names(self) -> dict[int, str]:
        """The names of everything that is possible now, each of them unique."""
        return labels.names(self)

    def why_not(self, wanted: int | str) -> why.Reason | None:
        """Why an action (or the one of this name) is not possible now; None if it is."""
        return why.why_not(
            self, wanted if isinstance(wanted, str) else given.whole(wanted, "An action")
        )

    def __str__(self) -> str:
        return (self.history_str() or "start") if self.has_history() else "played"

    def __repr__(self) -> str:
        return f"<{self.module_.game.title}: {self}>"

    # ------------------------------------------------------------------------------------ history

    def has_history(self) -> bool:
        """Whether the way that led here was written down; `Game.played` does not."""
        return self.past is not UNTOLD

    def told_(self) -> None:
        """Refuse what asks for a history where there is none."""
        if not self.has_history():
            text = "This game was played as fast as it goes: it has a final position, no history."
            raise Unsupported(text)

    def forget_(self) -> None:
        """The position stays, what led there is not known any more."""
        self.past, self.log = UNTOLD, None

    def past_list(self) -> list[tuple[int, int]]:
        """(node number, action or outcome) from the start on."""
        self.told_()
        found: list[tuple[int, int]] = []
        link = self.past
        while link is not None:
            link, pc, action = link
            found.append((pc, action))
        if found and found[-1] == UNTOLD[1:]:
            raise Unsupported("It is not known what led here, only what followed.")
        found.reverse()
        return found

    def history(self) -> list[int]:
        """The actions and chance outcomes from the start on."""
        return [action for _, action in self.past_list()]

    def history_str(self) -> str:
        """The history in one line."""
        return ", ".join(map(str, self.history()))

    def full_history(self) -> list[PlayerAction]:
        """The history with who decided; worked out by replay."""
        return self.get_game().full_history(self)

    def serialize(self) -> str:
        """A text from which `Game.deserialize_state` makes this state again."""
        return self.get_game().serialize(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return self.get_game().pickled(self)

    # --------------------------------------------------------------------------- position as data

    def clone(self) -> Self:
        """A state that goes its own way; generated classes copy their cells without a loop."""
        after = type(self).__new__(type(self))
        for name in BESIDE:
            setattr(after, name, getattr(self, name))
        for name in self.cells_:
            value = getattr(self, name)
            setattr(after, name, value[:] if type(value) is list else value)
        return after

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def key(self) -> tuple[Any, ...]:
        """The position as a value that can be compared, hashed and kept."""
        values = (getattr(self, name) for name in self.cells_)
        return (self.pc, *(tuple(v) if type(v) is list else v for v in values))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    # ------------------------------------------------------------------------- for generated code

    def note(self, audience: int, parts: Parts) -> None:
        """Log an entry of the rules for the seats in the mask."""
        self.log = (self.log, audience, NOTE, self.pc, parts)

    def sole_(self, pc: int, outcome: int, audience: int) -> int:
        """Log what chance gave where it had one outcome only: those who see it now were never told
        by a step. It is answered, for the node that is passed through."""
        if audience and self.keeps_log_:
            self.log = (self.log, audience | SOLE, CHANCE_PLAYER, pc, outcome)
            self.reveals += 1
        return outcome

    # ------------------------------------------------------------------------------------- inside

    def tested_(self, action: int) -> int:
        """An action as a plain int (numpy's must not get into a position); refused in words if
        it is not possible. Outcomes of chance need not stand in ready options."""
        if self.pc < 0:
            raise WrongNode("The game is over; nothing can be decided any more.")
        action = given.whole(action, "An action")
        if action in self.options:
            return action
        module = self.module_
        if module.kinds[self.pc] == NATURE and any(action == o for o, _ in module.odds(self)):
            return action
        names = tuple(labels.names(self).values())
        shown = labels.several(names, 20)
        raise IllegalAction(f"{given.shown(action)} is not possible now. Possible: {shown}", names)

    def _become(self, other: Self) -> None:
        """Take over everything from another state of the same game."""
        for name in (*BESIDE, *self.cells_):
            setattr(self, name, getattr(other, name))


#: What travels beside the position; `pc` belongs to it but is no cell.
BESIDE: Final = ("pc", "options", "past", "log", "reveals")


@dataclass(frozen=True, slots=True)
class PlayerAction:
    """One entry of `full_history`."""

    player: int
    action: int
