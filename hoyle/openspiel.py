"""Our games as real OpenSpiel games, for the parts of OpenSpiel that insist on `pyspiel.Game`.

Most of OpenSpiel's Python runs on our games as they are. `register(game)` makes a subclass of
`pyspiel.Game` around one, so that C++ best responses, `exploitability` and `pyspiel.load_game` work
as well. Needs the extra: `pip install "hoyle[openspiel]"`.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from hoyle.runtime.game import Game
from hoyle.runtime.state import State


def register(game: Game, name: str | None = None) -> str:
    """Make the game known to `pyspiel.load_game` under the name that is answered."""
    known = name or short_name(game)
    if known not in pyspiel.registered_names():
        pyspiel.register_game(_type(game, known), _game_class(game, known))
    return known


def load(game: Game, name: str | None = None) -> Any:
    """The game as a `pyspiel.Game`."""
    return pyspiel.load_game(register(game, name))


def short_name(game: Game) -> str:
    """`hoyle_ID_2` for two players; scenarios and options make a name of their own."""
    options = "".join(f"_{name}_{value}" for name, value in game.schema.options)
    scenario = f"_{game.schema.scenario}" if game.schema.scenario else ""
    return f"hoyle_{game.schema.id}_{game.schema.players}{scenario}{options}"


def _type(game: Game, name: str) -> Any:
    """The GameType to register."""
    kind = game.get_type()
    return pyspiel.GameType(
        short_name=name,
        long_name=kind.long_name,
        dynamics=kind.dynamics,
        chance_mode=kind.chance_mode,
        information=kind.information,
        utility=kind.utility,
        reward_model=kind.reward_model,
        max_num_players=kind.max_num_players,
        min_num_players=kind.min_num_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
        parameter_specification={},
    )


def _game_class(game: Game, name: str) -> type:
    """A subclass of `pyspiel.Game` for one of our games."""

    class OpenSpielGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
        """One of our games, as OpenSpiel's own kind of game."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(_type(game, name), _info(game), params or {})

        def new_initial_state(self) -> OpenSpielState:
            return OpenSpielState(self, game.new_initial_state())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return _Observer()

    return OpenSpielGame


def _info(game: Game) -> Any:
    """The GameInfo: sizes and bounds."""
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_distinct_actions(),
        max_chance_outcomes=game.max_chance_outcomes(),
        num_players=game.num_players(),
        min_utility=game.min_utility(),
        max_utility=game.max_utility(),
        utility_sum=game.utility_sum() or 0.0,
        max_game_length=game.max_game_length(),
    )


class OpenSpielState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """One of our states, as OpenSpiel's own kind of state."""

    def __init__(self, game: Any, state: State) -> None:
        super().__init__(game)
        self.inner = state

    def current_player(self) -> int:
        """The seat that decides, chance, or the end."""
        return self.inner.current_player()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.inner.is_terminal()

    def returns(self) -> list[float]:
        """The result of each seat."""
        return self.inner.returns()

    def rewards(self) -> list[float]:
        """What each seat gained by the last step."""
        return self.inner.rewards()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their odds."""
        return self.inner.chance_outcomes()

    def information_state_string(self, player: int | None = None) -> str:
        """Everything the seat has decided and seen."""
        return self.inner.information_state_string(player)

    def observation_string(self, player: int | None = None) -> str:
        """What the seat sees now."""
        return self.inner.observation_string(player)

    def _legal_actions(self, player: int) -> list[int]:
        return self.inner.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.action_to_string(player, action)

    def __str__(self) -> str:
        return str(self.inner)

    def __deepcopy__(self, memo: object) -> OpenSpielState:
        after = OpenSpielState(self.get_game(), self.inner.clone())
        return after


class _Observer:
    """An observer without tensors: strings only."""

    tensor = None
    dict: dict[str, Any]

    def __init__(self) -> None:
        self.dict = {}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Nothing to set: there is no tensor."""

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What the seat has decided and seen."""
        return state.information_state_string(player)
