"""Searches for mypyc: what a search asks of the game are methods of a class, by number.

    walks.Walk(HEXES, s.place, …,                    class Asks_walk(native_fields.Asks):
        lambda edge: cost(s, figure, edge))   ──►        def asked(self, question, at):
                                                             if question == 0:
                                                                 return cost(s, figure, at)

So no answer goes through an object of Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING

from hoyle.compiler.from_game.build import form_of
from hoyle.compiler.ir import program as p
from hoyle.dsl.records import record

if TYPE_CHECKING:
    from hoyle.compiler.to_native.expressions import NativeWriter

KEPT_IN, WALK, SPLIT, EITHER = "walks.kept_in", "walks.Walk", "walks.Split", "walks.either"
OVER = "looks.sees_over"

FOUND = "native_stepping.Walk"
"""What a search of a walk is."""

KEPT = "native_questions.Kept"
"""The type of the values that stay while a search lasts."""

WORD = re.compile(r"[A-Za-z_]\w*")
"""A name in a text."""


@record
class Answer:
    """What is answered to one question: the attributes that it reads, and the value."""

    reads: tuple[str, ...]
    value: str


@record
class Asks:
    """The class of what one search asks: its attributes with their types, its answers, and what
    the answers to some questions hang on."""

    name: str
    fields: tuple[tuple[str, str], ...]
    blanks: tuple[str, ...]
    answers: tuple[Answer, ...]
    keys: tuple[Answer, ...]

    @property
    def words(self) -> set[str]:
        """All names in its answers."""
        return {word for x in (*self.answers, *self.keys) for word in WORD.findall(x.value)}


def is_search(fn: p.Fn) -> bool:
    """Whether a function is a search that asks something."""
    return isinstance(fn.body, p.Library) and fn.body.name in (KEPT_IN, WALK, OVER)


def is_native(name: str) -> bool:
    """Whether a helper is one of a board or a search, all of which take and give rows."""
    return name.startswith((".", "walks.", "looks."))


def gives_row(name: str) -> bool:
    """Whether a set that a helper gives is a row of words, however small it is."""
    return is_native(name) and name not in ("walks.kept", "walks.kept_of")


@record(frozen=False)
class Search:
    """Writes one search: its function, and the class of what it asks."""

    fn: p.Fn
    writer: NativeWriter
    answers: list[Answer] = field(default_factory=list)
    keys: list[Answer] = field(default_factory=list)
    blanks: dict[str, None] = field(default_factory=dict)
    kept: p.Var | None = None

    @property
    def name(self) -> str:
        """The name of the class."""
        return f"Asks_{self.writer.spelling.functions[self.fn.name]}"

    def lines(self) -> Iterator[str]:
        """The body of the function."""
        body, given = self.fn.body, [name for name, _ in self.fields()]
        assert isinstance(body, p.Library)
        if body.name == KEPT_IN:
            count, inside = body.args
            assert isinstance(inside, p.Lambda) and isinstance(inside.body, p.Library)
            self.kept, body = inside.var, inside.body
            given.append(f"{KEPT}({self.writer.value(count)})")
        walks = body.name == WALK
        call = self.walk(body.args) if walks else self.over(body.args)
        yield f"asks = {self.name}({', '.join(given)})"
        yield f"return {FOUND if walks else f'native_{OVER}'}("
        yield from (f"    {arg}," for arg in call)
        yield ")"

    def fields(self) -> list[tuple[str, str]]:
        """What the answers may read."""
        w = self.writer
        state = [("s", "State")] if self.fn.name in w.spelling.stateful else []
        params = [(w.variable(v), w.native.local(self.fn.name, v)) for v in self.fn.params]
        return [*state, *params, *([] if self.kept is None else [(w.variable(self.kept), KEPT)])]

    def asks(self) -> Asks:
        """The class; to be asked for behind the lines."""
        found = tuple(self.fields())
        return Asks(self.name, found, tuple(self.blanks), tuple(self.answers), tuple(self.keys))

    def walk(self, args: tuple[p.Expr, ...]) -> list[str]:
        """What a walk is given."""
        board, place, on, figure, trailing, limits, *asked = args
        w = self.writer
        assert isinstance(place, p.Get) and isinstance(on, p.Get)
        there = ["native_sets.NONE", w.cell(on.cell)]
        if not w.native.wide_cell(on.cell):
            there = [w.cell(on.cell), "native_sets.NO_SETS"]
        allowed, cost, halts, rests, before, after = asked
        return [
            "asks", w.value(board), w.cell(place.cell), *there, w.value(figure), w.value(trailing),
            w.value(limits), self.question(allowed, "plain"), self.question(cost, "plain"),
            self.question(halts), self.number(rests), self.question(before), self.question(after),
        ]  # fmt: skip

    def over(self, args: tuple[p.Expr, ...]) -> list[str]:
        """What a look is given over what stands on spaces."""
        return [*map(self.writer.value, args[:-1]), "asks", self.number(args[-1])]

    def question(self, e: p.Expr, how: str = "asked") -> str:
        """One question of a walk."""
        match e:
            case p.Library(name, (title, steady, key, moving, needed, occupied)) if name == SPLIT:
                numbers = (self.number(part) for part in (steady, key, moving, needed))
                named, stands = self.writer.value(title), self.writer.value(occupied)
                return f"native_questions.Split(asks, {named}, {', '.join(numbers)}, {stands})"
            case p.Library(name, (case, p.Lambda(_, then), p.Lambda(_, other))) if name == EITHER:
                holds = f"native_questions.may_hold(asks, {self.number(case)}, False)"
                return f"({self.question(then, how)} if {holds} else {self.question(other, how)})"
            case _:
                return f"native_questions.{how}(asks, {self.number(e)})"

    def number(self, e: p.Expr) -> str:
        """The number of a question, or `~answer` of one whose answer is known."""
        match e:
            case p.Const(bool() | int() as value):
                return str(~int(value))
            case p.Lambda(var, body):
                self.blanks[self.writer.variable(var)] = None
                if form_of(body) == "object":
                    self.keys.append(self.read(self.writer.value(body)))
                    return str(len(self.keys) - 1)
                self.answers.append(self.read(self.answer(body)))
                return str(len(self.answers) - 1)
            case _:
                raise ValueError(f"no question of a search: {e}")

    def answer(self, e: p.Expr) -> str:
        """What is answered, as a number."""
        if form_of(e) == "bool":
            return f"1 if {self.writer.test(e)} else 0"
        return self.writer.number(e)

    def read(self, value: str) -> Answer:
        """An answer with the attributes that it reads."""
        words = set(WORD.findall(value))
        return Answer(tuple(name for name, _ in self.fields() if name in words), value)


def restored(fn: p.Fn, forms: dict[str, p.Form]) -> p.Fn:
    """A function with the form that those want who call it, where it says nothing of it."""
    body, form = fn.body, forms.get(fn.name)
    if form is not None and isinstance(body, p.Op | p.Library) and body.form == "object":
        return replace(fn, body=replace(body, form=form))
    return fn


def forms(exprs: Iterable[p.Expr]) -> dict[str, p.Form]:
    """By function: the form that calls of it say it has."""
    calls = (e for e in exprs if isinstance(e, p.CallFn))
    return {e.name: e.form for e in calls if e.form != "object"}
