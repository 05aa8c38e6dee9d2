"""Another position that a seat cannot tell from this one: what it does not know is dealt anew.

The pieces whose place or pool the seat does not know are permuted over the places and pools that
hold such pieces, within equal backs, uniformly. Counts stay, and so does everything the seat
sees. That is sound for views; it makes no inference from what others chose, forgets correlations
of partly followed moves, and leaves hidden numbers (dice under a cup) as they are. Secret picks
of others that still wait for somebody are made anew, at random.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from hoyle.runtime import infostate, library, schema
from hoyle.runtime.errors import HoyleError
from hoyle.runtime.module import SOLE

if TYPE_CHECKING:
    from hoyle.runtime.state import State

StateT = TypeVar("StateT", bound="State")

#: A seat beyond all: it has seen no entry of the log.
NOBODY: Final = 63

#: How often it is dealt until whoever is asked can answer.
TRIES: Final = 1000

#: By row: the row that now stands where this one stood.
Moved = tuple[int, ...]


def redeal(state: StateT, seat: int, random: Callable[[], float]) -> StateT:
    """A new state; `random` gives numbers in [0, 1). The history of it is a guess like the rest."""
    before = _before_picks(state, seat)
    if before is not None:
        after = _picked_again(_dealt(before, seat, random), state, seat, random)
        if after is not None:
            return after
    return _dealt(state, seat, random)


def _dealt(state: StateT, seat: int, random: Callable[[], float]) -> StateT:
    """The state with its unknown pieces dealt anew, so that whoever is asked can still answer: who
    has begun to pick from a hand would be asked no more if the other hand left nothing to pick."""
    after = _dealt_once(state, seat, random)
    for _ in range(TRIES):
        if after.options or not after.is_player_node():
            break
        after = _dealt_once(state, seat, random)
    return after


def _dealt_once(state: StateT, seat: int, random: Callable[[], float]) -> StateT:
    """Dealt anew in any way."""
    after = state.clone()
    moved = {
        thing.name: _permuted(thing, unknown(state, thing, seat), random)
        for thing in state.module_.game.things
        if thing.known
    }
    if any(row != to for rows in moved.values() for row, to in enumerate(rows)):
        _Remap(after, moved).all(seat)
    return after


def _before_picks(state: StateT, seat: int) -> StateT | None:
    """The position before the secret picks that still wait, if others than the seat have made any.

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
    try:
        before: Any = state.get_game().replay(steps[:first])
        again = before.clone()
        for _, action in steps[first:]:
            told = again.log
            again.apply_action(action)
            if _is_done(again, told):
                before = again.clone()
    except HoyleError:
        return None
    return before if again == state and before.move_number() < len(steps) else None


def _is_done(state: State, told: object) -> bool:
    """Whether more than the last pick was told: what was picked up to it is shown by now."""
    return state.log is not told and (state.log is None or state.log[0] is not told)


def _picked_again(
    state: StateT, true: StateT, seat: int, random: Callable[[], float]
) -> StateT | None:
    """Secret picks made anew: the seat's own as they were, all others at random.

    None where the seat would notice: a pick that was already shown is no secret any more.
    """
    skipped = state.move_number()
    own = [step.action for step in true.full_history()[skipped:] if step.player == seat]
    while state.pc >= 0 and state.module_.nodes[state.pc].secret:
        if state.current_player() != seat:
            options = state.options
            state.apply_action(options[int(random() * len(options))])
        elif own:
            state.apply_action(own.pop(0))
        else:
            same = infostate.text(state, seat) == infostate.text(true, seat)
            return state if same else None
    return None


def exchange(state: StateT, thing: schema.Thing, a: int, b: int) -> StateT:
    """A new state in which two pieces have changed places, in the history as well."""
    moved = list(range(len(thing.names)))
    moved[a], moved[b] = b, a
    after = state.clone()
    _Remap(after, {thing.name: tuple(moved)}).all(NOBODY)
    return after


def unknown(state: State, thing: schema.Thing, seat: int) -> list[int]:
    """The rows of a thing whose place or pool the seat does not know."""
    known = getattr(state, thing.known)
    return [row for row in range(len(thing.names)) if not known[row] >> seat & 1]


def _permuted(thing: schema.Thing, rows: list[int], random: Callable[[], float]) -> Moved:
    """A uniform permutation of these rows within equal backs; all others stay."""
    moved = list(range(len(thing.names)))
    for back in sorted(set(thing.backs)) or [0]:
        group = [row for row in rows if not thing.backs or thing.backs[row] == back]
        dealt = group[:]
        for i in range(len(dealt) - 1, 0, -1):
            j = int(random() * (i + 1))
            dealt[i], dealt[j] = dealt[j], dealt[i]
        for row, to in zip(group, dealt, strict=True):
            moved[row] = to
    return tuple(moved)


class _Remap:
    """Writes permuted rows into a state, wherever it names rows."""

    def __init__(self, state: State, moved: dict[str, Moved]) -> None:
        self.state = state
        self.module = state.module_
        self.game = state.module_.game
        self.moved = moved

    def all(self, seat: int) -> None:
        """Everything that names rows: places, pools, cells, frames, the log and the history."""
        for thing in self.game.things:
            if thing.name in self.moved:
                self.places(thing)
        for cell in self.game.cells:
            self.attribute(cell.attribute, cell.domain)
        for attribute, domain in self.game.frames:
            self.attribute(attribute, domain)
        legal = self.module.legal[self.state.pc] if self.state.pc >= 0 else None
        if legal:
            self.state.options = legal(self.state)
        self.beside(seat)

    def places(self, thing: schema.Thing) -> None:
        """Zones, pools, and what goes by row with the place: where it lies, who knows it."""
        moved = self.moved[thing.name]
        for zone in self.game.zones:
            if zone.thing == thing.name:
                form = "set:" if zone.form == "mask" else "list:"
                self.attribute(zone.attribute, f"{form}thing:{thing.name}")
        if thing.pools:
            pools = getattr(self.state, thing.pools)
            dealt = [tuple(sorted(moved[row] for row in pool)) for pool in pools]
            setattr(self.state, thing.pools, dealt)
        for attribute in (thing.at, thing.known):
            if attribute:
                self.by_row(attribute, moved)

    def by_row(self, attribute: str, moved: Moved) -> None:
        """A list by row whose values belong to the place, not to the piece."""
        held = getattr(self.state, attribute)
        dealt = list(held)
        for row, to in enumerate(moved):
            dealt[to] = held[row]
        setattr(self.state, attribute, dealt)

    def attribute(self, attribute: str, domain: str) -> None:
        """A cell, zone or frame slot whose values name rows."""
        if "thing:" not in domain and "either:" not in domain:
            return
        held = getattr(self.state, attribute)
        if type(held) is list:
            setattr(self.state, attribute, [self.value(domain, item) for item in held])
        else:
            setattr(self.state, attribute, self.value(domain, held))

    def value(self, domain: str, value: Any) -> Any:
        """The value with every row in it replaced."""
        head, _, rest = domain.partition(":")
        match head:
            case "set":
                return library.mask_of(self.value(rest, item) for item in library.members(value))
            case "list":
                return tuple(self.value(rest, item) for item in value)
            case "thing" if rest in self.moved and value is not None and value >= 0:
                return self.moved[rest][value]
            case "either" if value is not None and value >= 0:
                return self.either(rest, value)
            case _:
                return value

    def either(self, rest: str, value: int) -> int:
        """A row of one of several things, counted through."""
        first = 0
        for name in rest.split("+"):
            size = len(next(thing for thing in self.game.things if thing.name == name).names)
            if value < first + size:
                rows = self.moved.get(name)
                return first + rows[value - first] if rows else value
            first += size
        return value

    # ------------------------------------------------------------------------ beside the position

    def beside(self, seat: int) -> None:
        """The log entries that the seat did not see name other rows now; the history likewise."""
        told = _links(self.state.log)
        log: Any = None
        steps: list[int] = []
        for audience, actor, pc, what in told:
            seen = audience >> seat & 1 or actor == seat
            dealt = what if seen else self.entry(actor, pc, what)
            log = (log, audience, actor, pc, dealt)
            if actor >= -1 and not audience & SOLE:
                steps.append(dealt)
        self.state.log = log
        if self.state.has_history() and len(steps) == len(self.state.past_list()):
            past: Any = None
            for (pc, _), step in zip(self.state.past_list(), steps, strict=True):
                past = (past, pc, step)
            self.state.past = past

    def entry(self, actor: int, pc: int, what: Any) -> Any:
        """What was logged, with other rows in it."""
        if actor == -1:
            node = self.module.nodes[pc]
            return what if node.values else self.value(node.domain, what)
        if actor == -2:
            return tuple(p if isinstance(p, str) else (p[0], self.value(*p)) for p in what)
        for site in self.game.sites:
            if site.base <= what < site.base + site.size:
                return site.base - site.low + self.value(site.domain, what - site.base + site.low)
        return what


def _links(chain: Any) -> list[tuple[Any, ...]]:
    """The entries of a chain, the oldest first, without their links."""
    found: list[tuple[Any, ...]] = []
    while chain is not None:
        found.append(chain[1:])
        chain = chain[0]
    found.reverse()
    return found
