"""One search of a walk, for modules that are compiled to machine code: `stepping`, on rows of
numbers.

It is compiled along with the module, as `natively` is. A label is a number here, `placement * sets
+ alive`, and what is known of it stands in rows by that number.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from hoyle.runtime.native_fields import UNKNOWN, Asks, Field, unknown
from hoyle.runtime.native_questions import Question, Split
from hoyle.runtime.native_sets import bit, minus, some, union
from hoyle.runtime.natively import BITS

STEP: Final = 6  # numbers of a step: direction, placement, cost, allowances, halts, incident


class Walk:
    """One search, as in `stepping`. `on`: by space those that stand there; `crowds` instead where
    they are sets of many words."""

    def __init__(
        self,
        asks: Asks,
        field: Field,
        place: vec[i64],
        on: vec[i64],
        crowds: vec[vec[i64]],
        figure: i64,
        trailing: bool,
        limits: vec[i64],
        allowed: Split,
        cost: Split,
        halts: Split,
        rests: i64,
        before: Split,
        after: Split,
    ) -> None:
        self.asks, self.field, self.place, self.figure = asks, field, place, figure
        self.on, self.crowds, self.trailing, self.limits, self.rests = (
            on, crowds, trailing, limits, rests,
        )  # fmt: skip
        self.through = False
        self.costs: vec[i64] = cost.answers(asks, field, field.size * field.ways)
        self.cost: i64 = cost.steady
        self.kept_costs: bool = not cost.plain
        self.bars: i64 = cost.moving
        self.anywhere: bool = cost.plain or not cost.occupied
        self.allowed: i64 = allowed.steady
        self.allows: vec[i64] = allowed.answers(asks, field, field.placements)
        self.halts = Question(halts, asks, field)
        self.before = Question(before, asks, field)
        self.after = Question(after, asks, field)
        self.here: i64 = place[figure]
        self.sets: i64 = BITS[len(limits)]
        self.most: i64 = 0
        for limit in limits:
            self.most = max(self.most, limit)
        self.far: vec[i64] = _reaching(limits, self.most)
        self.best: vec[i64] = vec[i64]()
        self.labels: vec[i64] = vec[i64]()
        self.buckets: vec[vec[i64]] = vec[vec[i64]]()
        self.steps_of: vec[vec[i64]] = vec[vec[i64]]()
        self.spent_at: vec[i64] = vec[i64]()
        self.tied: vec[bool] = vec[bool]()
        self.rest_at: vec[i64] = unknown(field.placements)
        self.stops: vec[i64] = vec[i64]()

    def begin(self) -> None:
        """Make room for the labels of a search."""
        many = self.field.placements
        if len(self.spent_at) == 0:
            self.spent_at = unknown(many)
            self.stops = unknown(many)
            self.tied = vec[bool]([False] * many)
            self.steps_of = vec[vec[i64]]([vec[i64]()] * many)
        self.best = unknown(many * self.sets)
        self.labels = vec[i64]()
        costs = self.most + 1
        self.buckets = vec[vec[i64]]([vec[i64]()] * costs)

    # -- the walker stands where it is asked about

    def stand(self, placement: i64) -> None:
        """Set the walker on a placement."""
        before = self.place[self.figure]
        if placement == before:
            return
        field = self.field
        self.leave(field.lead(before))
        if before >= field.size:
            self.leave(field.tail(before))
        self.enter(field.lead(placement))
        if placement >= field.size:
            self.enter(field.tail(placement))
        self.place[self.figure] = placement

    def leave(self, space: i64) -> None:
        """Take the walker off a space."""
        if len(self.crowds) > 0:
            self.crowds[space] = minus(self.crowds[space], bit(self.figure))
        else:
            self.on[space] = self.on[space] & ~BITS[self.figure]

    def enter(self, space: i64) -> None:
        """Set the walker on a space."""
        if len(self.crowds) > 0:
            self.crowds[space] = union(self.crowds[space], bit(self.figure))
        else:
            self.on[space] = self.on[space] | BITS[self.figure]

    def met(self, space: i64) -> bool:
        """Whether somebody else stands on a space."""
        if len(self.crowds) > 0:
            return some(minus(self.crowds[space], bit(self.figure)))
        return self.on[space] & ~BITS[self.figure] != 0

    def may_rest(self, placement: i64) -> bool:
        """Whether the walk may end there."""
        found = self.rest_at[placement]
        if found == UNKNOWN:
            self.stand(placement)
            found = self.asks.asked(self.rests, placement)
            self.rest_at[placement] = found
        return found != 0

    def steps(self, placement: i64, spent: i64) -> vec[i64]:
        """The steps from a placement that nothing bars, as far as they may go on from this
        cost."""
        if self.spent_at[placement] <= spent:
            return self.steps_of[placement]
        left = self.most - spent
        found = self.found(placement, left) if left > 0 else vec[i64]()
        self.spent_at[placement] = spent
        self.steps_of[placement] = found
        return found

    def found(self, placement: i64, left: i64) -> vec[i64]:
        """The same with so much left to go."""
        field = self.field
        found = vec[i64](capacity=STEP * field.ways)
        lead, tail = field.lead(placement), field.tail(placement)
        tied = not self.kept_costs or (not self.through and self.before.moving >= 0)
        around = field.around[lead]
        for direction in range(field.ways):
            there = around[direction]
            if there < 0:
                continue
            edge = lead * field.ways + direction
            cost = self.costs[edge]
            if cost == UNKNOWN:
                cost = self.cost_of(placement, edge)
            if not 0 < cost <= left:
                continue
            if self.bars >= 0:
                met = self.anywhere or self.met(there)
                if met or there == tail:
                    self.stand(placement)
                    barred = self.asks.asked(self.bars, edge) != 0
                    tied = tied or met or barred
                    if barred:
                        continue
            behind = field.behind(there, direction) if self.trailing else there
            stops = self.answer(self.halts, behind, edge)
            if stops and not self.may_rest(behind):
                continue
            incident = not self.through and self.comes(placement, edge, behind)
            found = append(append(append(found, direction), behind), cost)
            found = append(found, self.allowances(behind))
            found = append(append(found, 1 if stops else 0), 1 if incident else 0)
        if tied:
            self.tied[placement] = True
        return found

    def comes(self, placement: i64, edge: i64, behind: i64) -> bool:
        """Whether a rule would do or ask something at a step."""
        if self.answer(self.before, placement, edge):
            return True
        return self.answer(self.after, behind, edge)

    def cost_of(self, placement: i64, edge: i64) -> i64:
        """What a step costs, but for what bars it just now."""
        if not self.kept_costs:
            self.stand(placement)
            return self.asks.asked(self.cost, edge)
        cost = self.asks.asked(self.cost, edge)
        self.costs[edge] = cost
        return cost

    def answer(self, question: Question, placement: i64, edge: i64) -> bool:
        """The answer to a question about an edge, with the walker on a placement."""
        found = question.known[edge]
        if found == UNKNOWN:
            found = self.asks.asked(question.steady, edge)
            question.known[edge] = found
        if found == 0 and question.moving >= 0:
            self.stand(placement)
            return self.asks.asked(question.moving, edge) != 0
        return found != 0

    def allowances(self, placement: i64) -> i64:
        """Those that hold on a placement."""
        found = self.allows[placement]
        if found == UNKNOWN:
            self.stand(placement)
            found = self.asks.asked(self.allowed, placement)
            self.allows[placement] = found
        return found

    # -- labels

    def start(self, placement: i64, alive: i64, cost: i64) -> None:
        """One label that the search goes on from."""
        if cost <= self.most:
            label = placement * self.sets + alive
            if self.best[label] == UNKNOWN:
                self.labels = append(self.labels, label)
            self.best[label] = cost
            self.buckets[cost] = append(self.buckets[cost], label)

    def starts(self, spent: vec[i64], first: bool) -> None:
        """The labels that a walk goes on from. Before its first step either end of the walker may
        lead."""
        self.begin()
        for alive in range(len(spent)):
            if spent[alive] >= 0:
                self.start(self.here, alive, spent[alive])
                if first and self.trailing:
                    self.start(self.turned(), alive, spent[alive])

    def turned(self) -> i64:
        """The walker's placement with the tail in the lead."""
        field = self.field
        at = self.here - field.size
        space, direction = at // field.ways, at % field.ways
        return field.behind(field.around[space][direction], direction)

    def spread(self, through: bool, resting: bool = False) -> vec[i64]:
        """Every placement reached, each once, the nearest first; `resting`: no more than the first
        where the walk may end. `through`: also by incidents."""
        field, sets = self.field, self.sets
        swept, many = unknown(field.size * sets), field.placements
        seen = vec[bool]([False] * many)
        reached = vec[i64]()
        for cost in range(self.most + 1):
            at: i64 = 0
            while at < len(self.buckets[cost]):
                label = self.buckets[cost][at]
                at += 1
                if self.best[label] < cost:
                    continue
                placement, alive = label // sets, label % sets
                if not seen[placement]:
                    seen[placement] = True
                    if not resting:
                        reached = append(reached, placement)
                    elif self.may_rest(placement):
                        return vec[i64]([placement])
                lead = field.lead(placement) * sets + alive
                if swept[lead] <= cost:
                    continue  # another tail has led everywhere for no more
                steps = self.steps(placement, cost)
                if not self.tied[placement]:
                    swept[lead] = cost
                for step in range(i64(0), i64(len(steps)), STEP):
                    if steps[step + 5] != 0 and not through:
                        continue
                    there, total = steps[step + 1], cost + steps[step + 2]
                    left = alive & steps[step + 3] & self.far[total]
                    if left == 0:
                        continue
                    if steps[step + 4] == 0:
                        self.reach(there * sets + left, total)
                        continue
                    self.stops[there] = min(total, self.stops[there])
                    if not seen[there]:
                        seen[there] = True
                        if not resting:
                            reached = append(reached, there)
                        elif self.may_rest(there):
                            return vec[i64]([there])
        return reached

    def reach(self, label: i64, total: i64) -> None:
        """A label that a step leads to."""
        known = self.best[label]
        if total < known:
            if known == UNKNOWN:
                self.labels = append(self.labels, label)
            self.best[label] = total
            self.buckets[total] = append(self.buckets[total], label)


def _reaching(limits: vec[i64], most: i64) -> vec[i64]:
    """By cost, as far as a step behind the last one leads: which allowances go so far."""
    behind = 2 * most + 1
    found = vec[i64]([0] * behind)
    for cost in range(behind):
        for at in range(len(limits)):
            if cost <= limits[at]:
                found[cost] = found[cost] | BITS[at]
    return found
