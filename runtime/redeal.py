"""Another position that a seat cannot tell from this one: what it does not know is dealt anew.

The pieces whose place or pool the seat does not know are dealt over the places and pools that
hold such pieces, within equal backs, uniformly. Counts stay, and so does everything the seat
sees. That is sound for views; it makes no inference from what others chose, forgets correlations
of partly followed moves, and leaves hidden numbers (dice under a cup) as they are. Secret picks
of others that still wait for somebody are made anew, at random.

What comes out depends on what the seat may know and on the random numbers, not on how things truly
lie: two positions that differ only in how unknown pieces are dealt give the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from hoyle.runtime import infostate, schema
from hoyle.runtime.errors import HoyleError
from hoyle.runtime.remap import Mentions, Moved, Naming, Remap, naming

if TYPE_CHECKING:
    from hoyle.runtime.state import State

StateT = TypeVar("StateT", bound="State")

#: How often it is dealt until whoever is asked can answer.
TRIES: Final = 1000

#: Unknown pieces of one back: the rows as their places are counted, and the same rows in order.
Group = tuple[list[int], list[int]]


def redeal(state: StateT, seat: int, random: Callable[[], float]) -> StateT:
    """A new state; `random` gives numbers in [0, 1). The history of it is a guess like the rest."""
    return Dealer(state, seat).deal(random)


class Dealer(Generic[StateT]):
    """Deals one position anew for one seat, as often as it is asked to.

    What does not change from deal to deal is worked out once.
    """

    __slots__ = ("_picks", "_places", "_seat", "_state", "_told")

    def __init__(self, state: StateT, seat: int, told: bool = True) -> None:
        self._state = state
        self._seat = seat
        self._told = told
        self._picks = _waiting_picks(state, seat, told)
        self._places: Places[StateT] | None = None

    def deal(self, random: Callable[[], float]) -> StateT:
        """Another position that the seat cannot tell from the true one; where it is not `told`,
        without what led there, which takes long to make up in a long game."""
        if self._picks is not None:
            after = None
            with suppress(HoyleError):  # picks that the rules have no answer to: dealt otherwise
                after = self._picks.made_again(random)
            if after is not None:
                return after
        if self._places is None:
            self._places = Places(self._state, self._seat, self._told)
        return self._places.dealt(random)


# ------------------------------------------------------------------------------------------ pieces


class Places(Generic[StateT]):
    """The places of what a seat does not know, and what can lie there."""

    __slots__ = ("_groups", "_naming", "_seat", "_state", "_told")

    def __init__(self, state: StateT, seat: int, told: bool) -> None:
        self._seat = seat
        self._told = told or not state.keeps_log_
        self._state = state if self._told else _untold(state)
        things = [thing for thing in state.module_.game.things if thing.known]
        hidden = {thing.name: rows for thing in things if (rows := unknown(state, thing, seat))}
        named = Mentions(state, seat, self._told).found if hidden else {}
        self._groups = {
            thing.name: _groups(state, thing, hidden[thing.name], named[thing.name])
            for thing in things
            if thing.name in hidden
        }
        self._naming = self._touched()

    def dealt(self, random: Callable[[], float]) -> StateT:
        """The state with its unknown pieces dealt anew, so that whoever is asked can still answer:
        who has begun to pick from a hand would be asked no more if the other hand left nothing."""
        after = self._once(random)
        for _ in range(TRIES):
            if after.options or not after.is_player_node():
                break
            after = self._once(random)
        return after

    def _touched(self) -> Naming:
        """What names rows that are dealt: what changes when they go round, each to the next."""
        things = [t for t in self._state.module_.game.things if self._groups.get(t.name)]
        moved = {thing.name: _permuted(thing, self._groups[thing.name], None) for thing in things}
        before, after = self._state, self._state.clone()
        Remap(after, moved).position()
        names = naming(self._state.module_.game)
        return tuple(one for one in names if getattr(before, one[0]) != getattr(after, one[0]))

    def _once(self, random: Callable[[], float]) -> StateT:
        """Dealt anew in any way."""
        after = self._state.clone()
        moved = {
            thing.name: _permuted(thing, self._groups[thing.name], random)
            for thing in after.module_.game.things
            if self._groups.get(thing.name)
        }
        if any(row != to for rows in moved.values() for row, to in enumerate(rows)):
            remap = Remap(after, moved, self._naming)
            if self._told:
                remap.all(self._seat)
            else:
                remap.position()
        return after


def _untold(state: StateT) -> StateT:
    """The position without what led there."""
    after = state.clone()
    after.forget_()
    return after


def unknown(state: State, thing: schema.Thing, seat: int) -> list[int]:
    """The rows of a thing whose place or pool the seat does not know."""
    known = getattr(state, thing.known)
    return [row for row in range(len(thing.names)) if not known[row] >> seat & 1]


def _groups(
    state: State, thing: schema.Thing, rows: list[int], named: list[list[int]]
) -> list[Group]:
    """Unknown pieces by their backs, in the order of their places; where all places are alike,
    there is nothing to deal."""
    known = getattr(state, thing.known)
    at = getattr(state, thing.at) if thing.at else known
    place = {row: (at[row], named[row], known[row]) for row in rows}
    found: list[Group] = []
    for back in sorted(set(thing.backs)) or [0]:
        group = [row for row in rows if not thing.backs or thing.backs[row] == back]
        placed = sorted(group, key=place.__getitem__)
        if placed and place[placed[0]] != place[placed[-1]]:
            found.append((placed, group))
    return found


def _permuted(
    thing: schema.Thing, groups: list[Group], random: Callable[[], float] | None
) -> Moved:
    """A uniform permutation of these rows within their groups; all others stay. Without random
    numbers they go round."""
    moved = list(range(len(thing.names)))
    for placed, group in groups:
        dealt = group[:]
        if random is None:
            placed, dealt = group, [*group[1:], group[0]]
        else:
            shuffle(dealt, random)
        for row, to in zip(placed, dealt, strict=True):
            moved[row] = to
    return tuple(moved)


def shuffle(rows: list[int], random: Callable[[], float]) -> None:
    """Any order, each with the same odds."""
    for i in range(len(rows) - 1, 0, -1):
        j = int(random() * (i + 1))
        rows[i], rows[j] = rows[j], rows[i]


# ------------------------------------------------------------------------------------ secret picks


class Picks(Generic[StateT]):
    """Secret picks that still wait: the position before them, and which of them the seat made."""

    __slots__ = ("_own", "_places", "_seat", "_seen")

    def __init__(
        self, before: StateT, again: StateT, own: list[int], seat: int, told: bool
    ) -> None:
        self._places = Places(before, seat, told)
        self._own = own
        self._seat = seat
        self._seen = self._seen_since(infostate.moment(before), again)

    def _seen_since(self, before: object, state: State) -> str:
        """What the seat has seen since the moment before the picks."""
        return infostate.words(state, infostate.since(state, before, self._seat))

    def made_again(self, random: Callable[[], float]) -> StateT | None:
        """The seat's own picks as they were, all others at random.

        None where the seat would notice: a pick that was already shown is no secret any more.
        """
        state, own = self._places.dealt(random), iter(self._own)
        before = infostate.moment(state)
        while state.pc >= 0 and state.module_.nodes[state.pc].secret:
            if state.current_player() != self._seat:
                options = state.options
                state.apply_action(options[int(random() * len(options))])
                continue
            pick = next(own, None)
            if pick is None:
                return state if self._seen_since(before, state) == self._seen else None
            state.apply_action(pick)
        return None


def _waiting_picks(state: StateT, seat: int, told: bool) -> Picks[StateT] | None:
    """The secret picks that still wait, if others than the seat have made any.

    Only for the seat that is asked, and only where the history is true: a re-dealt state's may not
    be.
    """
    if state.pc < 0 or not state.module_.nodes[state.pc].secret or state.current_player() != seat:
        return None
    steps = state.past_list()
    first = len(steps)
    while first and state.module_.nodes[steps[first - 1][0]].secret:
        first -= 1
    if first == len(steps):
        return None
    own: list[int] = []
    try:
        before: Any = _led_to(state, len(steps) - first)
        again = before.clone()
        for _, action in steps[first:]:
            so_far = again.log
            own += [action] if again.current_player() == seat else []
            again.apply_action(action)
            if _is_done(again, so_far):
                before, own = again.clone(), []
    except HoyleError:
        return None
    if again != state or before.past is again.past:
        return None
    return Picks(before, again, own, seat, told)


def _led_to(state: StateT, back: int) -> StateT:
    """The position so many steps ago: played on from the one that was last asked for, if that lies
    on the way."""
    game, link = state.get_game(), state.past
    for _ in range(back):
        link = link[0] if link else None
    aim, known = link, game.replayed
    steps: list[tuple[int, int]] = []
    while link is not None and not (known and link is known[0]):
        link, pc, action = link
        steps.append((pc, action))
    start = known[1].clone() if known and link is not None else None
    found: Any = game.replay(reversed(steps), start)
    before: StateT = found
    game.replayed = (aim, before.clone())
    return before


def _is_done(state: State, told: object) -> bool:
    """Whether more than the last pick was told: what was picked up to it is shown by now."""
    return state.log is not told and (state.log is None or state.log[0] is not told)
