"""A game as the field's algorithms know it: OpenSpiel's game protocol, duck-typed.

One `Game` stands for one generated module: one ruleset, one number of seats, one setting of
options.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from hoyle.runtime import chance, labels, saves, schema
from hoyle.runtime.errors import HoyleError, LoadError, RuleError, Unsupported
from hoyle.runtime.given import numbers, refuse_others, whole
from hoyle.runtime.state import CHANCE_PLAYER, UNTOLD, Module, PlayerAction, State
from hoyle.runtime.traceback import source_of

MAIN: Final = "main"


class Game:
    """A compiled game, ready to be played, searched, saved and shown.

    `held`: what a chapter of a campaign has brought, by attribute of the state; `chapter`: which
    campaign it belongs to, and its number there.
    """

    def __init__(
        self,
        module: Module[Any],
        held: Mapping[str, Any] | None = None,
        chapter: tuple[str, int] | None = None,
    ) -> None:
        self.module = module
        self.schema: schema.Game = module.game
        self.held: Mapping[str, Any] = held or {}
        self.chapter = chapter
        #: The last position that was played again to deal secret picks anew, by its history.
        self.replayed: tuple[object, State] | None = None

    def bringing(self, held: Mapping[str, Any], chapter: tuple[str, int] | None = None) -> Game:
        """The same game, begun with what was carried to it."""
        return Game(self.module, held, chapter)

    def fresh(self) -> State:
        """A state before anything has happened."""
        state: State = self.module.fresh()
        for name, value in self.held.items():
            setattr(state, name, value[:] if type(value) is list else value)
        return state

    # ---------------------------------------------------------------------------------- positions

    def new_initial_state(self, entry: str = MAIN) -> State:
        """The first node of a new game (after everything that nobody decides)."""
        state = self.fresh()
        try:
            self.module.start(state, entry)
        except (RuleError, ZeroDivisionError) as error:
            raise self.module.told(error) from None
        return state

    def new_initial_states(self) -> list[State]:
        """All first positions: there is one."""
        return [self.new_initial_state()]

    def new_initial_state_for_population(self, population: int) -> State:
        """Refused: these are no mean field games."""
        raise Unsupported("These are no mean field games.")

    def replay(self, steps: Iterable[tuple[int, int]], start: State | None = None) -> State:
        """The state that these (node number, action) lead to, from the beginning or from `start`,
        which is used up."""
        state = start or self.new_initial_state()
        for pc, action in steps:
            if state.pc != pc:
                raise LoadError("This history does not belong to the game as it is now.")
            state.apply_action(action)
        return state

    def full_history(self, state: State) -> list[PlayerAction]:
        """A state's history with who decided."""
        walker = self.new_initial_state()
        found: list[PlayerAction] = []
        for action in state.history():
            found.append(PlayerAction(walker.current_player(), action))
            walker.apply_action(action)
        return found

    def serialize(self, state: State) -> str:
        """The save of a state: names of decisions and outcomes, one a line."""
        return saves.write(state, self)

    def deserialize_state(self, text: str) -> State:
        """The state that a save describes."""
        return saves.read(self, text)

    def pickled(self, state: State) -> tuple[Any, ...]:
        """How a state is pickled: as its game and its history, else its position."""
        if not state.has_history():
            cells = {name: getattr(state, name) for name in ("pc", "reveals", *state.cells_)}
            return (_placed, (self, cells))
        return (_unpickled, (self, state.past_list()))

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.module.state
        module = (state.__module__, source_of(self.module))
        if self.held or self.chapter:
            return (_found_begun, (*module, dict(self.held), self.chapter))
        return (_found_again, module)

    # ------------------------------------------------------------------------------------ playing

    def playout(
        self, random: Random | Callable[[], float], state: State | None = None
    ) -> list[float]:
        """The results of a game played to its end at random, as fast as it goes.

        `random`: a `random.Random`, or a function that gives numbers in [0, 1). A given state is
        where to begin, and is left as it is.
        """
        if state is not None or self.module.native is None or self.held:
            return self.played(random, state).returns()
        return self.playouts(1, random)[0]

    def playouts(self, games: int, random: Random | Callable[[], float]) -> list[list[float]]:
        """The results of so many games, one after the other; a native build plays them in one
        go."""
        draw = numbers(random)
        if self.module.native is None or self.held:
            return [self.played(draw).returns() for _ in range(games)]
        found: list[list[float]] = self._telling(draw, self.module.native.many, games, draw)
        return found

    def played(self, random: Random | Callable[[], float], state: State | None = None) -> State:
        """The same, but the final position; its history is not written down."""
        end = self.fresh() if state is None else state.clone()
        draw = numbers(random)
        self._telling(draw, chance.settle, end, draw)
        self._telling(draw, self.module.playout, end, draw)
        end.past = UNTOLD
        return end

    def _telling(self, draw: Callable[[], float], play: Callable[..., Any], *given: object) -> Any:
        """Play; errors are told with the place of their rule."""
        try:
            return play(*given)
        except HoyleError as error:
            raise self.module.told(error) from None
        except Exception as error:
            refuse_others(draw)
            raise self.module.told(error) from None

    # ------------------------------------------------------------------------------ what is known

    def num_players(self) -> int:
        """The number of seats."""
        return self.schema.players

    def num_distinct_actions(self) -> int:
        """The size of the action space."""
        return self.module.actions

    def max_chance_outcomes(self) -> int:
        """Above the number of every chance outcome."""
        return self.module.outcomes

    def policy_tensor_shape(self) -> list[int]:
        """The shape of a policy over all actions."""
        return [self.module.actions]

    def min_utility(self) -> float:
        """No result is lower."""
        return self.schema.utility[0]

    def max_utility(self) -> float:
        """No result is higher."""
        return self.schema.utility[1]

    def utility_sum(self) -> float | None:
        """What all results make together, where that never changes."""
        return self.schema.utility_sum

    def max_game_length(self) -> int:
        """An upper bound of the number of decisions; a large number where none is known."""
        return self.schema.longest or UNKNOWN_LENGTH

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound of the number of chance nodes."""
        return self.max_game_length() if self.module.outcomes else 0

    def max_history_length(self) -> int:
        """An upper bound of decisions and chance outcomes together."""
        return self.max_game_length() + self.max_chance_nodes_in_history()

    def get_type(self) -> Any:
        """What kind of game it is; with pyspiel's own enums where pyspiel can be imported."""
        return game_type(self.module)

    def get_parameters(self) -> dict[str, Any]:
        """The number of seats, the scenario if there are some, and the options."""
        scenario = {"scenario": self.schema.scenario} if self.schema.scenario else {}
        return {"players": self.schema.players, **scenario, **dict(self.schema.options)}

    def action_to_string(self, player: int, action: int) -> str:
        """The name of an action, apart from any position."""
        if player == CHANCE_PLAYER:
            return f"outcome {action}"
        return labels.static_name(self.schema, whole(action, "An action"))

    def information_state_tensor_shape(self) -> list[int]:
        """Refused: the games have no tensor encoding."""
        raise Unsupported("There is no tensor of a game.")

    observation_tensor_shape = information_state_tensor_shape

    def __str__(self) -> str:
        options = "".join(f",{name}={value}" for name, value in self.schema.options)
        scenario = f",scenario={self.schema.scenario}" if self.schema.scenario else ""
        return f"{self.schema.id}(players={self.schema.players}{scenario}{options})"

    def __repr__(self) -> str:
        return f"<{self.schema.title}, {self.schema.players} players>"


#: What `max_game_length` answers where no bound is known.
UNKNOWN_LENGTH: Final = 1_000_000


def game_type(module: Module[Any]) -> Any:
    """An object with the fields of pyspiel's GameType; its enums are pyspiel's, or their names."""
    try:
        import pyspiel

        kinds: Any = pyspiel.GameType
    except ImportError:
        kinds = None

    def enum(group: str, member: str) -> Any:
        return getattr(getattr(kinds, group), member) if kinds else member

    chance = "EXPLICIT_STOCHASTIC" if 1 in module.kinds else "DETERMINISTIC"
    known = "IMPERFECT_INFORMATION" if module.state.keeps_log_ else "PERFECT_INFORMATION"
    return SimpleNamespace(
        short_name=module.game.id,
        long_name=module.game.title,
        dynamics=enum("Dynamics", "SEQUENTIAL"),
        chance_mode=enum("ChanceMode", chance),
        information=enum("Information", known),
        utility=enum("Utility", utility_name(module.game)),
        reward_model=enum("RewardModel", "TERMINAL"),
        max_num_players=module.game.players,
        min_num_players=module.game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
        parameter_specification={},
        default_loadable=True,
    )


def utility_name(game: schema.Game) -> str:
    """What OpenSpiel calls results that always, or never, make the same sum."""
    if game.utility_sum is None:
        return "GENERAL_SUM"
    return "ZERO_SUM" if game.utility_sum == 0 else "CONSTANT_SUM"


def _unpickled(game: Game, steps: list[tuple[int, int]]) -> State:
    return game.replay(steps)


def _placed(game: Game, cells: dict[str, Any]) -> State:
    state: State = game.module.fresh()
    for name, value in cells.items():
        setattr(state, name, value)
    state.past = UNTOLD
    return state


def _found_again(name: str, path: str) -> Game:
    """The game of a module that this process has, or that can be run from its file."""
    module = sys.modules.get(name) or _run_again(name, path)
    game: Game = module.MODULE.to_game()
    return game


def _found_begun(
    name: str, path: str, held: dict[str, Any], chapter: tuple[str, int] | None
) -> Game:
    return _found_again(name, path).bringing(held, chapter)


def _run_again(name: str, path: str) -> Any:
    """The module of a game, run from its file."""
    spec = spec_from_file_location(name, path)
    try:
        if spec is None or spec.loader is None:
            raise FileNotFoundError(path)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    except OSError:
        text = f"The module of this game is no longer kept in {path or 'a file'}."
        raise LoadError(f"{text} Load the game first; then what was pickled finds it.") from None
    return sys.modules.setdefault(name, module)
