"""What a position is worth to each seat, by a game that is played on at random.

Where the rules tell how well a seat stands, a game is played on for a while only, and then worth
what the standings of all promise: each has that part of the odds of winning which it has of all
standings together.

Else it is played to its end. A game that takes too long is cut off: it is worth to each seat what
is neither won nor lost, an equal part of what all results together make, or, where that changes,
the middle between the least and the greatest result. A game whose rules fail is worth as much.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from hoyle.runtime import chance
from hoyle.runtime.errors import HoyleError

if TYPE_CHECKING:
    from hoyle.runtime.game import Game
    from hoyle.runtime.state import State

Random = Callable[[], float]

#: After so many decisions, rolls and draws a game in the head is cut off.
LONGEST: Final = 20_000

#: After so many decisions it is, where the rules tell how well a seat stands.
HORIZON: Final = 12

#: No random number is this one, so the numbers go on for ever.
NEVER: Final = 2.0


def worth(state: State, random: Random, longest: int = LONGEST) -> list[float]:
    """The results of one random game from here; the state is used up by it."""
    game = state.get_game()
    try:
        chance.settle(state, random)
        if game.schema.standing:
            play_on(state, random, HORIZON)
            return promised(state, game)
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


def play_on(state: State, random: Random, decisions: int) -> None:
    """So many decisions at random, with all that chance does between them."""
    advance = state.module_.advance_sampled
    for _ in range(decisions):
        options = state.options
        if state.pc < 0:
            return
        advance(state, options[int(random() * len(options))], random)


def promised(state: State, game: Game) -> list[float]:
    """What the standings promise, in a game that is not over."""
    if state.is_terminal():
        return state.returns()
    seats, middle, most = range(game.num_players()), even(game)[0], game.max_utility()
    standing: Callable[[State, int], Any] = state.module_.shows[game.schema.standing]
    stands: list[float] = [max(0, standing(state, seat)) for seat in seats]
    together = sum(stands)
    if not together or len(stands) < 2:
        return [middle] * len(stands)
    return [middle + (most - middle) * _odds(part / together, len(stands)) for part in stands]


def _odds(part: float, seats: int) -> float:
    """From 1, where a part is all there is, down: 0 where it is an equal one."""
    return (part * seats - 1) / (seats - 1)


def even(game: Game) -> list[float]:
    """What nobody has won or lost."""
    together, seats = game.utility_sum(), game.num_players()
    if together is not None:
        return [together / seats] * seats
    return [(game.min_utility() + game.max_utility()) / 2] * seats
