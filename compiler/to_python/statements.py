"""Statements that stay structured, as Python: `if`, `for`, `while`.

Where a statement goes on is a *place*: a number for what stands behind it. A `Leave` is written as
nothing (it stands at the end already), `break`, `continue` or `return`, whichever leads to its
place; where it must cross two loops, a local says so behind the inner one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import ClassVar, Literal, assert_never, get_args

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import nest, offers
from hoyle.compiler.to_python import (
    chance,
    changing,
    coins,
    kept,
    options,
    piles,
    regions,
    searches,
    stores,
    turns,
)
from hoyle.compiler.to_python.expressions import Writer
from hoyle.compiler.to_python.kept import Kept
from hoyle.compiler.to_python.lines import Lines
from hoyle.dsl.records import record

Flavour = Literal["explicit", "sampled", "playout"]
FLAVOURS: tuple[Flavour, ...] = get_args(Flavour)
BUDGET = 100_000
RETURN = 0


@record
class Callees:
    """How procedures are called here: the function's name, and whether it takes `random`,
    `depth`."""

    names: dict[str, str]
    random: frozenset[str] = frozenset()
    deep: frozenset[str] = frozenset()


@record(frozen=False)
class _Loop:
    """A loop of Python around the statement: where `break` and `continue` lead."""

    after: int
    again: int
    far: dict[int, int] = field(
        default_factory=dict
    )  # places beyond, by the number that names them


@record(frozen=False)
class Body:
    """Writes structured statements into one function."""

    takes_lists: ClassVar[bool] = True  # whether piles may be lists of Python in a playout

    flavour: Flavour
    program: p.Program
    lines: Lines
    writer: Writer
    callees: Callees
    depth_text: str = "1"
    over: Callable[[Lines], None] | None = None  # how `Over` is written (fused playouts)
    home: int | None = None  # the node where a turn begins, if a playout may begin there
    labels: dict[str, tuple[int, int]] = field(default_factory=dict)
    kept: kept.Kept | None = None  # the ask whose options a playout keeps in the loop being written
    coin: str | None = None  # what the branch behind a choice in a playout is to ask
    bound: set[str] = field(default_factory=set)  # locals that have been given a value
    loops: list[_Loop] = field(default_factory=list)
    places: int = RETURN
    flags: int = 0

    def member(self, mask: p.Expr, helper: str) -> str | None:
        """The choice of a member of a set without a list of all; None if there is none."""
        return f"library.{helper}({self.writer.value(mask)}, random)"

    # -- blocks

    def place(self) -> int:
        """A fresh place."""
        self.places += 1
        return self.places

    def block(self, block: p.Block, after: int) -> None:
        """Statements one after the other, then `after`."""
        for index, stmt in enumerate(block):
            last = index == len(block) - 1
            if isinstance(stmt, p.Ask):
                self.coin = coins.tossed(self, stmt, block[index + 1 :])
            self.statement(stmt, after if last else self.place())
            if walk.leaves((stmt,)):
                return

    def statement(self, stmt: p.Stmt, after: int) -> None:
        """One statement; `after` is the place behind it."""
        if self.flavour != "explicit" and isinstance(stmt, p.Only | p.Log | p.Revealed):
            return
        if isinstance(stmt, p.Ask):
            self.lines.at(stmt.span, stmt.rule)
        elif not isinstance(stmt, p.Region | p.Loop | p.Leave | p.Again | p.Moment):
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
            case p.Moment():
                return
            case p.Over():
                assert self.over is not None, "the end of the game is no operation of a block"
                self.over(self.lines)
            case p.Fail(kind, text, _, rule):
                self.lines.add(f"library.fail({kind!r}, {text!r}, {rule})")
            case _:
                assert_never(stmt)

    # -- simple statements

    def assign(self, var: p.Var, value: p.Expr) -> None:
        """Bind a local."""
        target = self.writer.variable(var)
        if self.is_list(var):
            self.lines.add(self.changed(var, value))
            self.bound.add(target)
            return
        match value:
            case p.Op("add" | "sub" | "union" | "inter" as name, (p.Var(old), other)) if (
                old == var.name and not isinstance(other, p.Comp)
            ):
                sign = {"add": "+", "sub": "-", "union": "|", "inter": "&"}[name]
                self.lines.add(f"{target} {sign}= {self.writer.value(other)}")
            case p.Comp("any" | "every") if not searches.written_short(self.writer, value):
                searches.claim(self, value, target)
            case p.Comp("first"):
                searches.first(self, value, target, self.writer.nothing(value))
            case p.Library("some", (p.Comp("first") as first, rule)):
                searches.first(self, first, target, f"library.some(-1, {self.writer.value(rule)})")
            case _:
                self.lines.add(
                    f"{target}{self.annotation(var, value)} = {self.writer.value(value)}"
                )
        self.bound.add(target)

    def is_list(self, var: p.Var) -> bool:
        """Whether a local is a list of Python, changed item by item."""
        if var.form != "ints" or var.name in self.writer.slots:
            return False
        return var.name in changing.found(self.program.procedures[self.writer.owner])

    def changed(self, var: p.Var, value: p.Expr) -> str:
        """The line that begins such a list or changes an item."""
        first = self.writer.variable(var) not in self.bound
        return changing.written(self.writer, var, value, first)

    def annotation(self, var: p.Var, value: p.Expr) -> str:
        """The type of a tuple whose first value has a length that others need not have."""
        target = self.writer.variable(var)
        fixed = isinstance(value, p.Const) or (isinstance(value, p.Op) and value.name == "tuple")
        if var.form not in ("ints", "texts") or not fixed or "." in target or target in self.bound:
            return ""
        return ": tuple[int, ...]" if var.form == "ints" else ": tuple[str, ...]"

    def store(self, stmt: p.Store) -> None:
        """Write a cell, tested against its range."""
        cell = stmt.cell
        target = self.writer.cell(cell)
        if stmt.index is not None:
            target += f"[{self.writer.value(stmt.index)}]"
        elif cell.length is not None:
            target += "[:]"
        if not stores.in_range(self.writer, stmt):
            stores.checked(self, stmt, target)
        else:
            self.write(stmt, target)
        if self.kept is not None and self.kept.cell.name == cell.name:
            kept.shrink(self.kept, stmt, self, self.remove)

    def remove(self, action: str, taken: bool) -> None:
        """Take an option away from those that a playout keeps."""
        if taken and self.kept is not None and self.kept.popped:
            return
        if taken:
            self.lines.add(f"left.remove({action})")
            return
        with self.lines.deeper(f"if {action} in left:"):
            self.lines.add(f"left.remove({action})")

    def write(self, stmt: p.Store, target: str) -> None:
        """A write that needs no test."""
        cell = stmt.cell
        if cell.name in self.writer.lists:
            for text in piles.written(self.writer, stmt, target):
                self.lines.add(text)
            return
        match stmt.value:
            case p.Op("add" | "sub" | "union" | "inter" as name, (p.Get(same, index), other)) if (
                same == cell and index == stmt.index and cell.length is None
            ):
                sign = {"add": "+", "sub": "-", "union": "|", "inter": "&"}[name]
                self.lines.add(f"{target} {sign}= {self.writer.value(other)}")
            case _:
                self.lines.add(f"{target} = {self.writer.value(stmt.value)}")

    def call(self, stmt: p.CallProc) -> None:
        """A call of a procedure that is a plain function here."""
        args = ["s", *map(self.writer.value, stmt.args)]
        if stmt.proc in self.callees.random:
            args.append("random")
        if stmt.proc in self.callees.deep:
            args.append(self.depth_text)
        text = f"{self.callees.names[stmt.proc]}({', '.join(args)})"
        self.lines.add(text if stmt.var is None else f"{self.writer.variable(stmt.var)} = {text}")

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
            ):
                break
            stmt, word = rest[0], "elif"
        if rest and not self.is_nothing(rest, after):
            with self.lines.deeper("else:"):
                self.block(rest, after)

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

    # -- the options of a playout, in a local

    def listed(self, ask: p.Ask, of: Kept | None = None) -> str:
        """All options of a decision; those that are kept may be known at first."""
        return options.options(self.writer, ask) if of is None else options.first(self.writer, of)

    def pick(self, target: str, name: str, silent: bool, popped: bool) -> None:
        """Take one of the options at random, away from them if it is `popped`; a lone one may need
        no random number."""
        at = f"int(random() * len({name}))"
        if silent:
            at += f" if len({name}) > 1 else 0"
        self.lines.add(f"{target} = {f'{name}.pop({at})' if popped else f'{name}[{at}]'}")

    # -- the options of a position

    def copy(self) -> None:
        """Have the options in a list of its own."""
        self.lines.add("options = [*s.options]")

    def close(self, action: str) -> None:
        """Take an option out of that list if it is there."""
        with self.lines.deeper(f"if {action} in options:"):
            self.lines.add(f"options.remove({action})")

    def closed(self, action: str, taken: bool) -> None:
        """Have the options without one that was taken, or may be there."""
        if taken:
            self.copy()
            self.lines.add(f"options.remove({action})")
        else:
            self.lines.add(f"options = [option for option in s.options if option != {action}]")

    def nothing_in(self, name: str) -> str:
        """Whether there are no options."""
        return f"not {name}"

    def something_in(self, name: str) -> str:
        """Whether there are options."""
        return name

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
        loop = self.turns(stmt.body, head, after, again)
        self.far(loop, at, after)

    def snapshot(self, stmt: p.For) -> str:
        """The source of a loop; a list of the state is copied, since the loop may write it."""
        text = self.writer.source(stmt.source)
        match stmt.source:
            case p.Items(p.Get(cell, index)) if cell.name in self.writer.lists or (
                index is None and cell.length is not None
            ):
                return f"tuple({text})"
            case _:
                return text

    def turns(self, body: p.Block, head: str, after: int, again: int) -> _Loop:
        loop = _Loop(after, again)
        self.loops.append(loop)
        with self.lines.deeper(head):
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
            far = self.loops[-1].far
            number = far.setdefault(target, len(far) + 1)
            self.lines.add(f"leaving = {number}")
            self.lines.add("break")

    def far(self, loop: _Loop, at: int, after: int) -> None:
        """Behind a loop: go on to the places beyond that were left for."""
        if not loop.far:
            return
        first = replace(self.lines.found[at], text="leaving = 0")
        self.lines.found.insert(at, first)
        for target, number in loop.far.items():
            with self.lines.deeper(f"if leaving == {number}:"):
                self.go(target, after)
