"""What a position is worth to each seat, by a game that is played on at random.

A game that takes too long is cut off: it is worth to each seat what is neither won nor lost, an
equal part of what all results together make, or, where that changes, the middle between the least
and the greatest result. A game whose rules fail is worth as much.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Final

from hoyle.runtime import chance
from hoyle.runtime.errors import HoyleError

if TYPE_CHECKING:
    from hoyle.runtime.game import Game
    from hoyle.runtime.state import State

Random = Callable[[], float]

#: After so many decisions, rolls and draws a game in the head is cut off.
LONGEST: Final = 20_000

#: No random number is this one, so the numbers go on for ever.
NEVER: Final = 2.0


def worth(state: State, random: Random, longest: int = LONGEST) -> list[float]:
    """The results of one random game from here; the state is used up by it."""
    game = state.get_game()
    try:
        chance.settle(state, random)
        state.module_.playout(state, islice(iter(random, NEVER), longest).__next__)
    except StopIteration:
        return even(game)
    except RuntimeError as error:  # the numbers ran out inside a generator
        if not isinstance(error.__cause__, StopIteration):
            raise
        return even(game)
    except (HoyleError, ZeroDivisionError):
        return even(game)
    return state.returns()


def even(game: Game) -> list[float]:
    """What nobody has won or lost."""
    together, seats = game.utility_sum(), game.num_players()
    if together is not None:
        return [together / seats] * seats
    return [(game.min_utility() + game.max_utility()) / 2] * seats
