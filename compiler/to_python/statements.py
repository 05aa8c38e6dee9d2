"""Statements that stay structured, as Python: `if`, `for`, `while`.

Where a statement goes on is a *place*: a number for what stands behind it. A `Leave` is written as
nothing (it stands at the end already), `break`, `continue` or `return`, whichever leads to its
place; where it must cross two loops, a local says so behind the inner one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from typing import assert_never

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import nest, offers
from hoyle.compiler.to_python import chance, coins, each, options, regions, searches, turns
from hoyle.compiler.to_python.lines import Lines
from hoyle.compiler.to_python.simple import Simple
from hoyle.dsl.records import record

BUDGET = 100_000
DEEPEST = 16
"""So many loops in loops may stand around one more; Python has twenty of them."""

RETURN = 0


@record(frozen=False)
class _Loop:
    """A loop of Python around the statement: where `break` and `continue` lead, and for which
    places beyond it is left."""

    after: int
    again: int
    far: dict[int, None] = field(default_factory=dict)


@record(frozen=False)
class Body(Simple):
    """Writes structured statements into one function."""

    over: Callable[[Lines], None] | None = None  # how `Over` is written (fused playouts)
    home: int | None = None  # the node where a turn begins, if a playout may begin there
    labels: dict[str, tuple[int, int]] = field(default_factory=dict)
    coin: str | None = None  # what the branch behind a choice in a playout is to ask
    loops: list[_Loop] = field(default_factory=list)
    places: int = RETURN
    beyond: dict[int, int] = field(default_factory=dict)  # the numbers of places beyond some loop
    sure: frozenset[str] = frozenset()  # the locals that have a value where the text stands
    claims: int = 0  # the loops of claims around the text, besides `loops`

    # -- blocks

    def place(self) -> int:
        """A fresh place."""
        self.places += 1
        return self.places

    def block(self, block: p.Block, after: int) -> None:
        """Statements one after the other, then `after`."""
        sure = self.sure
        for index, stmt in enumerate(block):
            last = index == len(block) - 1
            if isinstance(stmt, p.Ask):
                self.coin = coins.tossed(self, stmt, block[index + 1 :])
            self.statement(stmt, after if last else self.place())
            if walk.leaves((stmt,)):
                break
            var = walk.bound_var(stmt)
            if var is not None and not isinstance(stmt, p.For):
                self.sure |= {var.name}
        self.sure = sure

    def statement(self, stmt: p.Stmt, after: int) -> None:
        """One statement; `after` is the place behind it."""
        unseen = self.flavour != "explicit" and isinstance(stmt, p.Only | p.Log | p.Revealed)
        if unseen or isinstance(stmt, p.Moment):
            return
        if isinstance(stmt, p.Ask):
            self.lines.at(stmt.span, stmt.rule)
        elif not isinstance(stmt, p.Region | p.Loop | p.Leave | p.Again):
            self.lines.at(stmt.span)
        match stmt:
            case p.Assign(var, value):
                self.assign(var, value)
            case p.Store():
                self.store(stmt)
            case p.If():
                self.branch(stmt, after)
            case p.Loop():
                self.loop(stmt, after)
            case p.For():
                self.walk(stmt, after)
            case p.Region(label, body):
                self.region(label, body, after)
            case p.Leave(label):
                self.go(self.labels[label][0], after)
            case p.Again(label):
                self.go(self.labels[label][1], after)
            case p.CallProc():
                self.call(stmt)
            case p.Return(value):
                self.lines.add("return" if value is None else f"return {self.writer.value(value)}")
            case p.Ask():
                if self.coin is None:
                    options.ask_now(self, stmt)
            case p.Nature():
                chance.now(self, stmt)
            case p.Log(audience, parts):
                words = options.words(self.writer, parts)
                self.lines.add(f"s.note({self.writer.value(audience)}, {words})")
            case p.Revealed():
                self.lines.add("s.reveals += 1")
            case p.Only(body) | p.AtOnce(body):
                self.block(body, after)
            case p.Over():
                assert self.over is not None, "the end of the game is no operation of a block"
                self.over(self.lines)
            case p.Fail(kind, text, _, rule):
                self.lines.add(f"library.fail({kind!r}, {text!r}, {rule})")
            case _:
                assert_never(stmt)

    # -- branching and loops

    def branch(self, stmt: p.If, after: int) -> None:
        """if, elif, else. A claim that ends all by itself is a loop around its deed."""
        if searches.is_found_loop(self, stmt):
            with searches.if_true(self, stmt.cond):
                self.block(stmt.then, RETURN)
            return
        if stmt.then and self.flavour == "playout" and offers.is_offer(stmt.cond, stmt.then[0]):
            self.offer(stmt, after)
            return
        if self.is_claimed(stmt):
            searches.claimed(self, stmt, after)
            return
        if self.coin is None and nest.ends(stmt.otherwise) and not walk.leaves(stmt.then):
            with self.lines.deeper(f"if {self.writer.test(b.not_(stmt.cond))}:"):
                self.block(stmt.otherwise, after)
            self.block(stmt.then, after)
            return
        word = "if"
        while True:
            with self.lines.deeper(f"{word} {self.condition(stmt.cond)}:"):
                self.block(stmt.then, after)
            rest = stmt.otherwise
            if (
                len(rest) != 1
                or not isinstance(rest[0], p.If)
                or searches.is_found_loop(self, rest[0])
                or self.is_claimed(rest[0])
            ):
                break
            stmt, word = rest[0], "elif"
        if rest and not self.is_nothing(rest, after):
            with self.lines.deeper("else:"):
                self.block(rest, after)

    def is_claimed(self, stmt: p.If) -> bool:
        """Whether a branch hangs on a claim that is better written as a loop."""
        if len(self.loops) + self.claims >= DEEPEST:
            return False
        told = turns.told(self.kept, stmt.cond, self.program)
        return told is None and searches.is_claimed(self, stmt)

    def condition(self, cond: p.Expr) -> str:
        """The test of a branch; in a playout what was drawn or the options kept may tell it."""
        coin, self.coin = self.coin, None
        if coin is not None:
            return coin
        match turns.told(self.kept, cond, self.program):
            case None:
                return self.writer.test(cond)
            case left:
                return self.something_in("left") if left else self.nothing_in("left")

    def offer(self, stmt: p.If, after: int) -> None:
        """A decision in a playout, if there is anything to choose."""
        ask, rest = stmt.then[0], stmt.then[1:]
        assert isinstance(ask, p.Ask)
        self.lines.at(ask.span, ask.rule)
        found = options.found(self, ask)
        if self.kept is not None and self.kept.ask is ask and self.kept.never_none:
            options.pick(self, ask, found)
            self.block(rest, after)
            return
        if walk.leaves(stmt.otherwise):
            with self.lines.deeper(f"if {self.nothing_in(found)}:"):
                self.block(stmt.otherwise, after)
            options.pick(self, ask, found)
            self.block(rest, after)
            return
        with self.lines.deeper(f"if {self.something_in(found)}:"):
            options.pick(self, ask, found)
            self.block(rest, after)
        if stmt.otherwise and not self.is_nothing(stmt.otherwise, after):
            with self.lines.deeper("else:"):
                self.block(stmt.otherwise, after)

    def is_nothing(self, block: p.Block, after: int) -> bool:
        """Whether a block writes nothing: it only says where it ends anyway."""
        match block:
            case (p.Leave(label),):
                return self.labels[label][0] == after
            case (p.Again(label),):
                return self.labels[label][1] == after
            case _:
                return False

    def loop(self, stmt: p.Loop, after: int) -> None:
        """An endless loop; one that does not count by itself has a budget."""
        again = self.place()
        self.labels[stmt.label] = (after, again)
        at = len(self.lines.found)
        budget = not (stmt.bounded or options.asks_each_turn(stmt.body, stmt.label))
        head = f"for _ in range({BUDGET}):" if budget else "while True:"
        outer = self.kept
        found = turns.through(stmt, self) if self.flavour == "playout" and outer is None else None
        if found is not None:
            self.kept = found
            self.lines.add(f"left = {self.listed(found.ask, found)}")
            if self.home is not None and found.start is not None:
                with self.lines.deeper(f"if s.pc == {self.home}:"):
                    self.lines.add("left = [*s.options]")
        loop = self.turns(stmt.body, head, after, again)
        self.kept = outer
        if budget:
            rule = self.lines.rule
            with self.lines.deeper("else:"):
                text = "this loop turns too long without a decision"
                self.lines.add(f"library.fail('endless loop', {text!r}, {rule})")
        self.far(loop, at, after)

    def walk(self, stmt: p.For, after: int) -> None:
        """Each item of a snapshot."""
        again = self.place()
        self.labels[stmt.label] = (after, again)
        at = len(self.lines.found)
        head = f"for {self.writer.variable(stmt.var)} in {self.snapshot(stmt)}:"
        outer = self.writer
        whole, turn = each.locals_of(self, stmt)
        for cell, index, name in whole:
            self.lines.add(f"{name} = {outer.place(cell, index)}")
        first = [f"{name} = {outer.place(cell, index)}" for cell, index, name in turn]
        names = {(cell.name, index.name): name for cell, index, name in (*whole, *turn)}
        self.writer = replace(outer, own={**outer.own, **names})
        loop = self.turns(stmt.body, head, after, again, first)
        self.writer = outer
        self.far(loop, at, after)

    def snapshot(self, stmt: p.For) -> str:
        """The source of a loop; a list of the state is copied where the loop may write it."""
        text = self.writer.source(stmt.source)
        match stmt.source:
            case p.Items(p.Get(cell)) if cell.name in self.writer.lists:
                changed = cell.name in map(walk.written_cell, walk.statements(stmt.body))
                return f"tuple({text})" if changed else text
            case p.Items(p.Get(cell, None)) if cell.length is not None:
                return f"tuple({text})"
            case _:
                return text

    def turns(
        self, body: p.Block, head: str, after: int, again: int, first: Iterable[str] = ()
    ) -> _Loop:
        """A loop of Python; each turn begins with the lines that come `first`."""
        loop = _Loop(after, again)
        self.loops.append(loop)
        with self.lines.deeper(head):
            for text in first:
                self.lines.add(text)
            self.block(body, again)
        self.loops.pop()
        return loop

    def region(self, label: str, body: p.Block, after: int) -> None:
        """A body that can be left: without a loop where every way out stands at an end."""
        self.labels[label] = (after, after)
        body = regions.tails(body, label)
        if regions.leaves_at_end(body, label):
            self.block(body, after)
            return
        at = len(self.lines.found)
        end = self.place()
        loop = _Loop(after, end)
        self.loops.append(loop)
        with self.lines.deeper("while True:"):
            self.block(body, after)
            if not self.lines.left():
                self.lines.add("break")
        self.loops.pop()
        self.far(loop, at, after)

    def go(self, target: int, after: int) -> None:
        """Go on at a place."""
        if target == after:
            return
        if self.loops and target == self.loops[-1].after:
            self.lines.add("break")
        elif self.loops and target == self.loops[-1].again:
            self.lines.add("continue")
        elif target == RETURN:
            self.lines.add("return")
        else:
            assert self.loops, "a place that nothing leads to"
            self.loops[-1].far[target] = None
            # a number of its own: a loop further out still sees it when it ends for another reason
            number = self.beyond.setdefault(target, len(self.beyond) + 1)
            self.lines.add(f"leaving = {number}")
            self.lines.add("break")

    def far(self, loop: _Loop, at: int, after: int) -> None:
        """Behind a loop: go on to the places beyond that were left for."""
        if not loop.far:
            return
        first = replace(self.lines.found[at], text="leaving = 0")
        self.lines.found.insert(at, first)
        for target in loop.far:
            with self.lines.deeper(f"if leaving == {self.beyond[target]}:"):
                self.go(target, after)
