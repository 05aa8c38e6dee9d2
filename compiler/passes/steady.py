"""Cut what a search asks: into what stays while it lasts, what hangs on the edge alone, the rest.

    cost(figure, edge) =                        kept 0: can_fly(figure)       asked once a search
        0 if steep(edge) and not        ──►     steady: 0 if steep(edge) and not kept 0
             can_fly(figure)                            otherwise 1           once an edge, for good
          or someone_at(edge)                   moving: someone_at(edge)      with the walker there
        otherwise 1

While a search lasts nothing changes but where the walker stands, and it stands somewhere all the
time. So whatever reads no place of a figure of its sort stays the same. What hangs on an edge, and
on what is kept, is known for all searches for which that is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.idle import Constants, Idle
from hoyle.compiler.passes.inline import free_name
from hoyle.compiler.passes.staying import (
    Frame,
    Staying,
    alternatives,
    conditions,
    is_kept_whole,
)
from hoyle.dsl.records import record

WALK, SPLIT = "walks.Walk", "walks.Split"
MOST_CELLS = 8  # cells that the answers to one question may hang on


def steady(program: p.Program) -> p.Program:
    """The program with its searches cut."""
    functions = dict(program.functions)
    for name, fn in program.functions.items():
        if isinstance(fn.body, p.Library) and fn.body.name == WALK:
            search = _Search(functions, fn)
            functions[name] = search.cut()
    return replace(program, functions=functions)


class _Search(Staying):
    """One search: a function that gives a `walks.Walk`."""

    titles = 0

    def cut(self) -> p.Fn:
        """The function with its questions cut."""
        assert isinstance(self.fn.body, p.Library)
        args = self.fn.body.args
        asked = (
            self.allowed(args[6]),
            self.cost(args[7]),
            self.test("halts", args[8]),
            self.plain(args[9]),
            self.test("before", args[10]),
            self.test("after", args[11]),
        )
        made = p.Library(WALK, (*args[:6], *asked), "object")
        count = b.const(len(self.slots))
        body = p.Library("walks.kept_in", (count, p.Lambda(self.kept, made, "object")), "object")
        return replace(self.fn, body=body)

    # -- the questions

    def plain(self, question: p.Expr) -> p.Expr:
        """A question of which only what stays is kept."""
        if not isinstance(question, p.Lambda):
            return question
        body = self.changed(question.body, self.frame())
        return replace(question, body=body)

    def allowed(self, question: p.Expr) -> p.Expr:
        """What hangs on the place of the walker: it stands where it is asked about."""
        if not isinstance(question, p.Lambda):
            return question
        body = self.changed(self.at_place(self.opened(question.body), question.var), self.frame())
        if self.moves(body):
            return replace(question, body=body)
        return self.split("allowed", question.var, body, [])

    def at_place(self, e: p.Expr, place: p.Var) -> p.Expr:
        """An expression with the walker's placement given."""
        match e:
            case p.Get(cell, index) if cell.name == self.place and index == self.figure:
                return place
            case _:
                return walk.map_expr(e, lambda part: self.at_place(part, place))

    def cost(self, question: p.Expr) -> p.Expr:
        """What a step costs: the bars that hang on places apart from all else."""
        return self.either(question, self.cost_split)

    def test(self, name: str, question: p.Expr) -> p.Expr:
        """A test: what makes it true by places apart from all else."""
        return self.either(question, lambda edge, body: self.test_split(name, edge, body))

    def either(self, question: p.Expr, split: Callable[[p.Var, p.Expr], p.Expr]) -> p.Expr:
        """A question, for the case that nothing rare is in force and for all others."""
        if not isinstance(question, p.Lambda):
            return question
        opened, idle, edge = (
            Constants(self).simple(self.opened(question.body)),
            Idle(self),
            question.var,
        )
        body = Constants(self).simple(idle.without(opened, self.frame()))
        self.assumed, self.edge = [], edge
        usual = split(edge, body)
        apart, self.assumed = self.assumed, None
        if apart:
            usual = self.in_case(edge, b.and_(*apart), usual, split(edge, body))
        if idle.found:
            usual = self.in_case(edge, b.and_(*idle.found), usual, split(edge, opened))
        return usual

    def in_case(self, edge: p.Var, when: p.Expr, usual: p.Expr, other: p.Expr) -> p.Expr:
        """One question in a case, another in all others."""
        case = p.Lambda(edge, self.named("case", edge, when), "bool")
        both = (p.Lambda(edge, question, "object") for question in (usual, other))
        return p.Library("walks.either", (case, *both), "object")

    def cost_split(self, edge: p.Var, opened: p.Expr) -> p.Expr:
        body = self.changed(opened, self.frame())
        match body:
            case p.Op("if", (cond, p.Const(0), cost)):
                bars = alternatives(cond)
            case _:
                bars, cost = [], body
        if self.moves(cost):
            return p.Lambda(edge, self.named("cost", edge, body), "int")
        rest = b.or_(*(bar for bar in bars if not self.moves(bar)))
        steady = b.if_(rest, b.ZERO, cost)
        return self.split("cost", edge, steady, [bar for bar in bars if self.moves(bar)])

    def test_split(self, name: str, edge: p.Var, opened: p.Expr) -> p.Expr:
        body = self.changed(opened, self.frame())
        parts = alternatives(body)
        steady = b.or_(*(part for part in parts if not self.moves(part)))
        return self.split(name, edge, steady, [part for part in parts if self.moves(part)])

    def split(self, name: str, edge: p.Var, steady: p.Expr, moving: list[p.Expr]) -> p.Expr:
        """A question in two parts."""
        rest = b.or_(*moving)
        needed = b.or_(*map(_needed, moving))
        key = self.key(name, edge, steady)
        asked = steady
        if not isinstance(steady, p.Const):
            asked = p.Lambda(edge, self.named(f"{name}_steady", edge, steady), b.form_of(steady))
        more: p.Expr = b.FALSE
        if rest != b.FALSE:
            more = p.Lambda(edge, self.named(f"{name}_moving", edge, rest), "bool")
        when: p.Expr = b.TRUE
        if not isinstance(needed, p.Const):
            when = p.Lambda(edge, self.named(f"{name}_needed", edge, needed), "bool")
        self.titles += 1
        title = b.const(f"{self.fn.name} {name} {self.titles}")
        occupied = b.const(bool(moving) and all(map(self.is_of_occupied, moving)))
        return p.Library(SPLIT, (title, asked, key, more, when, occupied), "object")

    def is_of_occupied(self, e: p.Expr) -> bool:
        """Whether an expression can be true only where somebody stands behind the edge."""
        for part in conditions(e):
            match part:
                case p.Op("ne", (p.Get(cell, p.Lookup(_, (index,))), p.Const(0))):
                    if cell.name in self.moving and index == self.edge:
                        return True
                case _:
                    pass
        return False

    def key(self, name: str, edge: p.Var, steady: p.Expr) -> p.Expr:
        """What the answers of a steady part hang on besides the edge; none where that is much."""
        reads = _Reads(self.functions)
        reads.look(steady)
        numbers = {number: e for e, number in self.slots.items()}
        free = sorted(walk.free(steady) - {edge.name, self.kept.name})
        forms = {param.name: param for param in self.fn.params}
        nothing = b.FALSE
        many = reads.of_several or len(reads.cells) > MOST_CELLS
        if isinstance(steady, p.Const) or many or self.moving & set(reads.cells):
            return nothing
        if any(name not in forms for name in free):
            return nothing
        parts: list[p.Expr] = [forms[name] for name in free]
        parts += [self.read(number, numbers[number]) for number in sorted(reads.slots)]
        parts += [p.Get(cell, None) for _, cell in sorted(reads.cells.items())]
        body = p.Op("tuple", tuple(parts), "object")
        return p.Lambda(edge, self.named(f"{name}_key", edge, body), "object")

    def named(self, name: str, edge: p.Var, body: p.Expr) -> p.Expr:
        """A call of a new function for what stands in a question."""
        if isinstance(body, p.Const):
            return body
        free = walk.free(body)
        params = [x for x in (*self.fn.params, edge, self.kept) if x.name in free]
        made = free_name(f"{self.fn.name}_{name}", set(self.functions))
        form = b.form_of(body)
        if isinstance(body, p.Op | p.Library):
            body = replace(body, form="object")  # what is kept is of any type
        self.functions[made] = replace(self.fn, name=made, params=tuple(params), body=body)
        return p.CallFn(made, tuple(params), form)

    def frame(self) -> Frame:
        return Frame({param.name: param for param in self.fn.params})

    def opened(self, e: p.Expr) -> p.Expr:
        """The body of a function of the rules in place of its call, in the search's own terms."""
        if not isinstance(e, p.CallFn) or not all(walk.is_atom(arg) for arg in e.args):
            return e
        fn = self.functions[e.name]
        taken = {param.name for param in self.fn.params} | {self.kept.name}
        taken |= {arg.name for arg in e.args if isinstance(arg, p.Var)}
        taken |= walk.free(fn.body)
        own = {name: free_name(name, taken) for name in sorted(walk.bound(fn.body))}
        given = dict(zip((param.name for param in fn.params), e.args, strict=True))
        return walk.substitute(walk.rename_expr(fn.body, own), given)


@record(frozen=False, eq=False)
class _Reads:
    """What the value of an expression hangs on: values that are kept, and cells."""

    functions: dict[str, p.Fn]
    slots: set[int] = field(default_factory=set)
    cells: dict[str, p.Cell] = field(default_factory=dict)
    of_several: bool = False
    seen: set[str] = field(default_factory=set)

    def look(self, e: p.Expr) -> None:
        match e:
            case p.Library("walks.kept", (_, p.Const(int(number)), _)):
                self.slots.add(number)
                return
            case p.Library("walks.kept_of", _):
                self.of_several = True
                return
            case p.Get(cell, _):
                self.cells[cell.name] = cell
            case p.CallFn(name) if name not in self.seen:
                self.seen.add(name)
                self.look(self.functions[name].body)
            case _:
                pass
        for part in walk.parts(e):
            self.look(part)


def _needed(e: p.Expr) -> p.Expr:
    """What is kept and must hold, or be no empty set, where an expression is true."""
    first = conditions(e)[0]
    if is_kept_whole(first) and b.form_of(first) == "bool":
        return first
    match first:
        case p.Comp("any", _, p.Bits(mask, _)) if is_kept_whole(mask):
            return b.ne(mask, b.NO_MASK)
        case _:
            return b.TRUE
