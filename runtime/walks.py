"""Walks of figures: where they may end, and which steps on the way are to be asked for.

Steps on which a rule would do or ask something are incidents: they are no part of a quiet walk, and
are offered by themselves. What a search asks for its `stepping` stands there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoyle.runtime.questions import Split as Split
from hoyle.runtime.questions import either as either
from hoyle.runtime.questions import keep as keep
from hoyle.runtime.questions import keep_of as keep_of
from hoyle.runtime.questions import kept_in as kept_in
from hoyle.runtime.stepping import Walk as Walk

Ints = tuple[int, ...]

NOWHERE: Ints = (0, 0)
UNREACHABLE = 9999


def _asked(walk: Walk, spent: Ints, first: bool, through: bool = False) -> Iterator[int]:
    return walk.spread(walk.starts(spent, first), through)


def options(walk: Walk, spent: Ints, first: bool) -> Ints:
    """Where a walk may end by quiet steps, and the incidents that it can reach quietly and after
    which it can still end somewhere: masks of placements and of `placement * ways + direction`.

    Before the first step the walker does not end where it stands.
    """
    if walk.here < 0:
        return NOWHERE
    ends = departures = 0
    ways, start = walk.field.ways, {walk.here, walk.turned() if walk.trailing else walk.here}
    try:
        reached = list(_asked(walk, spent, first)) or [walk.here]
        for placement in reached:
            if not (first and placement in start) and walk.may_rest(placement):
                ends |= 1 << placement
        for (placement, alive), cost in list(walk.best.items()):
            for direction, there, more, allowed, halts, incident in walk.steps(placement, cost):
                total = cost + more
                left = walk.alive(alive & allowed, total) if incident else 0
                bit = 1 << placement * ways + direction
                if left and not departures & bit and _can_end(walk, there, left, total, halts):
                    departures |= bit
    finally:
        walk.stand(walk.here)
    return ends, departures


def _can_end(walk: Walk, there: int, alive: int, total: int, halts: bool) -> bool:
    """Whether a walk can end anywhere behind a step."""
    if halts or walk.may_rest(there):
        return True
    best, walk.best = walk.best, {}
    try:
        further = walk.spread(iter([(there, alive, total)]), True)
        return any(walk.may_rest(placement) for placement in further)
    finally:
        walk.best = best


def behind(walk: Walk, spent: Ints, first: bool, departure: int) -> Ints:
    """By set of allowances the least cost behind a step, -1 of those that are not alive there."""
    found = [-1] * len(spent)
    placement, wanted = divmod(departure, walk.field.ways)
    try:
        for _ in _asked(walk, spent, first):
            pass
        for (there, alive), cost in walk.best.items():
            if there != placement:
                continue
            for direction, _, more, allowed, halts, _ in walk.steps(placement, cost):
                left = walk.alive(alive & allowed, cost + more)
                if direction == wanted and left and not halts:
                    found[left] = min(found[left] if found[left] >= 0 else 9999, cost + more)
    finally:
        walk.stand(walk.here)
    return tuple(found)


def labels(walk: Walk) -> Ints:
    """The labels of a walk that has not begun: everything that holds at its start is alive."""
    found = [-1] * (1 << len(walk.limits))
    if walk.here >= 0:
        alive = walk.allowances(walk.here) & (1 << len(walk.limits)) - 1
        if alive:
            found[walk.alive(alive, 0)] = 0
    found[0] = -1
    return tuple(found)


def ends(walk: Walk) -> int:
    """Everywhere that a walk may end, incidents on the way or not, as a mask."""
    if walk.here < 0:
        return 0
    found, walk.through = 0, True
    start = {walk.here, walk.turned() if walk.trailing else walk.here}
    try:
        for placement in list(_asked(walk, labels(walk), True, through=True)):
            if placement not in start and walk.may_rest(placement):
                found |= 1 << placement
    finally:
        walk.stand(walk.here)
    return found


def cost_to(walk: Walk, space: int) -> int:
    """The least cost of a walk onto a space, incidents on the way or not."""
    if walk.here < 0:
        return UNREACHABLE
    found, walk.through = UNREACHABLE, True
    try:
        for _ in _asked(walk, labels(walk), True, through=True):
            pass
        reached = [(there, cost) for (there, _), cost in walk.best.items()]
        for placement, cost in (*reached, *walk.stops.items()):
            if walk.field.spaces(placement) >> space & 1:
                found = min(found, cost)
    finally:
        walk.stand(walk.here)
    return found


def along(walk: Walk, direction: int) -> Ints:
    """The placements of a walk in a straight line that asks nothing, as far as it goes and may
    end."""
    if walk.here < 0:
        return ()
    spent, line, here = labels(walk), [], _facing(walk, direction)
    alive, total = max((a for a, cost in enumerate(spent) if cost >= 0), default=0), 0
    last = 0
    try:
        while alive:
            step = next((s for s in walk.steps(here, total) if s[0] == direction), None)
            if step is None:
                break
            _, here, more, allowed, halts, _ = step
            total += more
            alive = walk.alive(alive & allowed, total)
            if alive:
                line.append(here)
                last = len(line) if walk.may_rest(here) else last
            if halts:
                break
    finally:
        walk.stand(walk.here)
    return tuple(line[:last])


def _facing(walk: Walk, direction: int) -> int:
    """The walker's placement, with the other end in the lead where its tail is in the way."""
    if walk.trailing:
        space = walk.field.lead(walk.here)
        if walk.field.beside[direction][space] == walk.field.tail(walk.here):
            return walk.turned()
    return walk.here


def may_rest(walk: Walk) -> bool:
    """Whether a walk may end where the walker stands."""
    return walk.here >= 0 and walk.may_rest(walk.here)


def nearest(walk: Walk, before: int) -> int:
    """Where a walker goes that may not rest where it stands: to the last placement of its walk
    where it could (`before`), else to the nearest where it can, of equally near ones the first."""
    try:
        if before >= 0 and walk.may_rest(before):
            return before
        return min(_placements(walk), key=lambda p: (_apart(walk, p), p), default=walk.here)
    finally:
        walk.stand(walk.here)


def _placements(walk: Walk) -> Iterator[int]:
    field = walk.field
    every: Sequence[int] = range(field.size)
    if walk.trailing:
        every = [p for s in every for d in range(field.ways) if (p := field.trailing(s, d)) >= 0]
    return (placement for placement in every if walk.may_rest(placement))


def _apart(walk: Walk, placement: int) -> int:
    return walk.field.apart(walk.here, placement)
