"""Walks of figures for modules that are compiled to machine code: `walks`, on rows of numbers.

It is compiled along with the module, as `natively` is, and finds what `walks` finds; what a search
is, and what it asks, is told there.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from hoyle.runtime.native_fields import UNKNOWN
from hoyle.runtime.native_sets import of
from hoyle.runtime.native_stepping import STEP, Walk
from hoyle.runtime.natively import BITS

UNREACHABLE: Final = 9999


def options(walk: Walk, spent: vec[i64], first: bool) -> vec[vec[i64]]:
    """Where a walk may end by quiet steps, and the incidents that it can reach quietly and after
    which it can still end somewhere: sets of placements and of departures."""
    if walk.here < 0:
        return vec[vec[i64]]([vec[i64](), vec[i64]()])
    try:
        walk.starts(spent, first)
        reached = walk.spread(False)
        if len(reached) == 0:
            reached = vec[i64]([walk.here])
        turned = walk.turned() if walk.trailing else walk.here
        ends = vec[i64]()
        for placement in reached:
            if first and (placement == walk.here or placement == turned):
                continue
            if walk.may_rest(placement):
                ends = append(ends, placement)
        return vec[vec[i64]]([of(ends), of(_departures(walk))])
    finally:
        walk.stand(walk.here)


def _departures(walk: Walk) -> vec[i64]:
    found = vec[i64]()
    ways, many = walk.field.ways, walk.field.placements
    gone = vec[i64]([0] * many)
    best = walk.best
    for label in walk.labels:
        placement, alive, cost = label // walk.sets, label % walk.sets, best[label]
        steps = walk.steps(placement, cost)
        for step in range(i64(0), i64(len(steps)), STEP):
            if steps[step + 5] == 0 or gone[placement] & BITS[steps[step]] != 0:
                continue
            total = cost + steps[step + 2]
            left = alive & steps[step + 3] & walk.far[total]
            if left != 0 and _can_end(walk, steps[step + 1], left, total, steps[step + 4] != 0):
                gone[placement] = gone[placement] | BITS[steps[step]]
                found = append(found, placement * ways + steps[step])
    return found


def _can_end(walk: Walk, there: i64, alive: i64, total: i64, halts: bool) -> bool:
    """Whether a walk can end anywhere behind a step."""
    if halts or walk.may_rest(there):
        return True
    best, labels = walk.best, walk.labels
    try:
        walk.begin()
        walk.start(there, alive, total)
        return len(walk.spread(True, True)) > 0
    finally:
        walk.best, walk.labels = best, labels


def behind(walk: Walk, spent: vec[i64], first: bool, departure: i64) -> vec[i64]:
    """By set of allowances the least cost behind a step, -1 of those that are not alive there."""
    count = len(spent)
    found = vec[i64]([-1] * count)
    placement, wanted = departure // walk.field.ways, departure % walk.field.ways
    try:
        walk.starts(spent, first)
        walk.spread(False)
        for label in walk.labels:
            if label // walk.sets != placement:
                continue
            alive, cost = label % walk.sets, walk.best[label]
            steps = walk.steps(placement, cost)
            for step in range(i64(0), i64(len(steps)), STEP):
                total = cost + steps[step + 2]
                left = alive & steps[step + 3] & walk.far[total]
                if steps[step] == wanted and left != 0 and steps[step + 4] == 0:
                    before = found[left]
                    if before < 0:
                        before = UNREACHABLE
                    found[left] = min(before, total)
    finally:
        walk.stand(walk.here)
    return found


def labels(walk: Walk) -> vec[i64]:
    """The labels of a walk that has not begun: everything that holds at its start is alive."""
    sets = walk.sets
    found = vec[i64]([-1] * sets)
    if walk.here >= 0:
        alive = walk.allowances(walk.here) & (walk.sets - 1)
        if alive != 0:
            found[alive & walk.far[0]] = 0
    found[0] = -1
    return found


def ends(walk: Walk) -> vec[i64]:
    """Everywhere that a walk may end, incidents on the way or not."""
    found = vec[i64]()
    if walk.here < 0:
        return found
    walk.through = True
    turned = walk.turned() if walk.trailing else walk.here
    try:
        walk.starts(labels(walk), True)
        for placement in walk.spread(True):
            if placement != walk.here and placement != turned and walk.may_rest(placement):
                found = append(found, placement)
    finally:
        walk.stand(walk.here)
    return of(found)


def cost_to(walk: Walk, space: i64) -> i64:
    """The least cost of a walk onto a space, incidents on the way or not."""
    found: i64 = UNREACHABLE
    if walk.here < 0:
        return found
    walk.through = True
    field = walk.field
    try:
        walk.starts(labels(walk), True)
        walk.spread(True)
        for label in walk.labels:
            placement = label // walk.sets
            if field.lead(placement) == space or field.tail(placement) == space:
                found = min(found, walk.best[label])
        for placement in range(field.placements):
            on = field.lead(placement) == space or field.tail(placement) == space
            if on and walk.stops[placement] < found:
                found = walk.stops[placement]
    finally:
        walk.stand(walk.here)
    return found


def along(walk: Walk, direction: i64) -> vec[i64]:
    """The placements of a walk in a straight line that asks nothing, as far as it goes and may
    end."""
    line = vec[i64]()
    if walk.here < 0:
        return line
    spent, here = labels(walk), _facing(walk, direction)
    walk.begin()
    alive: i64 = 0
    for each in range(len(spent)):
        if spent[each] >= 0:
            alive = each
    total: i64 = 0
    last: i64 = 0
    try:
        while alive != 0:
            steps = walk.steps(here, total)
            step: i64 = 0
            while step < len(steps) and steps[step] != direction:
                step += STEP
            if step >= len(steps):
                break
            here = steps[step + 1]
            total += steps[step + 2]
            alive = alive & steps[step + 3] & walk.far[total]
            if alive != 0:
                line = append(line, here)
                if walk.may_rest(here):
                    last = len(line)
            if steps[step + 4] != 0:
                break
    finally:
        walk.stand(walk.here)
    return line[:last]


def _facing(walk: Walk, direction: i64) -> i64:
    """The walker's placement, with the other end in the lead where its tail is in the way."""
    if walk.trailing:
        field = walk.field
        if field.around[field.lead(walk.here)][direction] == field.tail(walk.here):
            return walk.turned()
    return walk.here


def may_rest(walk: Walk) -> bool:
    """Whether a walk may end where the walker stands."""
    return walk.here >= 0 and walk.may_rest(walk.here)


def nearest(walk: Walk, before: i64) -> i64:
    """Where a walker goes that may not rest where it stands."""
    field = walk.field
    first: i64 = 0
    end = field.size
    if walk.trailing:
        first = field.size
        end = field.placements
    found, least = walk.here, UNKNOWN
    try:
        if before >= 0 and walk.may_rest(before):
            return before
        for placement in range(first, end):
            if walk.trailing and field.tail(placement) < 0:
                continue
            apart = field.apart(walk.here, placement)
            if apart < least and walk.may_rest(placement):
                found, least = placement, apart
    finally:
        walk.stand(walk.here)
    return found
