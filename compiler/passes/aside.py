"""Where nobody looks on, work out beforehand what every turn of a loop in an expression would.

                                                        fixed = pool \\ taken
    any x in bits (pool \\ taken) where             ──►   any x in bits fixed where
        x >= lowest and (pool \\ taken) & LIKE[x]             x >= lowest and fixed & LIKE[x]

A choice behind the test that there is something to choose, beside others, is listed before the
test. Only what surely has a value is worked out before it is known to be wanted. A decision keeps
its options as they are where a position waits for it: what stands before it would have to be kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import offers
from hoyle.compiler.passes.inline import free_name
from hoyle.compiler.passes.sure import Sure

SMALLEST = 3  # expressions that are worth a local


def aside(program: p.Program) -> p.Program:
    """The program with what stays in a loop of an expression in a local before it."""
    made = _Aside(program)
    procedures = {
        name: replace(x, body=made.procedure(x)) for name, x in program.procedures.items()
    }
    return replace(program, procedures=procedures)


class _Aside:
    """Changes one procedure after the other: `owner` is its name, `taken` those of its locals."""

    def __init__(self, program: p.Program) -> None:
        self.sure = Sure(program)
        self.owner = ""
        self.taken: set[str] = set()

    def procedure(self, procedure: p.Procedure) -> p.Block:
        self.owner = procedure.name
        self.taken = walk.names(procedure)
        return self.block(procedure.body)

    def block(self, block: p.Block) -> p.Block:
        found: list[p.Stmt] = []
        for whole in block:
            for stmt in self.listed(whole):
                fixed = {
                    e: self.local("fixed", b.form_of(e))
                    for e in dict.fromkeys(self.worked_out(stmt))
                }
                found += [p.Assign(var, e, stmt.span) for e, var in fixed.items()]
                found.append(walk.map_blocks(_replaced(stmt, fixed), self.block))
        return tuple(found)

    def local(self, name: str, form: p.Form) -> p.Var:
        return p.Var(free_name(name, self.taken), form)

    def listed(self, stmt: p.Stmt) -> p.Block:
        """A decision behind the test that one of its choices has an option: the options of that
        one come first."""
        match stmt:
            case p.If(cond, (p.Ask(touches=None) as ask, *rest)):
                number = offers.offered(cond, ask)
            case _:
                return (stmt,)
        if number is None:
            return (stmt,)
        found = self.local("found", "ints")
        choices = [*ask.choices]
        options, choices[number] = choices[number].options, replace(choices[number], options=found)
        some = p.Op("ne", (found, p.Const((), "ints")), "bool")
        then = (replace(ask, choices=tuple(choices)), *rest)
        return (p.Assign(found, options, stmt.span), replace(stmt, cond=some, then=then))

    def worked_out(self, stmt: p.Stmt) -> Iterator[p.Expr]:
        """What is worth a local before a statement. A choice behind a test whether there is
        anything to choose looks at the same as the test: it belongs to it."""
        for e in _looked_at(stmt):
            yield from self.staying(e, frozenset(), looped=False)
        if isinstance(stmt, p.If) and stmt.then and isinstance(stmt.then[0], p.Ask):
            for e in _looked_at(stmt.then[0]):
                yield from self.staying(e, frozenset(), looped=False)

    def staying(self, e: p.Expr, bound: frozenset[str], looped: bool) -> Iterator[p.Expr]:
        """The largest parts of an expression that stand in a loop of it and stay the same there.
        `bound`: the variables of the loops around it."""
        if (
            looped
            and self.is_worth_it(e)
            and not walk.free(e) & bound
            and self.sure.of(self.owner, e)
        ):
            yield e
            return
        if isinstance(e, p.Lambda):
            return  # what a search asks is worked out by the search
        if not isinstance(e, p.Comp | p.RankComp):
            for part in walk.parts(e):
                yield from self.staying(part, bound, looped)
            return
        source = walk.source_parts(e.source)
        for part in source:
            yield from self.staying(part, bound, looped)
        for part in walk.parts(e)[len(source) :]:
            yield from self.staying(part, bound | {e.var.name}, looped=True)

    def is_worth_it(self, e: p.Expr) -> bool:
        """Whether it takes longer than to read a local."""
        return isinstance(e, p.Op | p.Comp) and len(walk.inside(e)) >= SMALLEST


def _looked_at(stmt: p.Stmt) -> tuple[p.Expr, ...]:
    """What is worked out as a statement begins."""
    match stmt:
        case p.Ask(touches=None):
            return tuple(choice.options for choice in stmt.choices)
        case p.Assign() | p.Store() | p.If() | p.For() | p.CallProc() | p.Return():
            return walk.stmt_exprs(stmt)
        case _:
            return ()


def _replaced(stmt: p.Stmt, fixed: dict[p.Expr, p.Var]) -> p.Stmt:
    """The statement with locals in place of what they hold."""
    if not fixed:
        return stmt

    def put(e: p.Expr) -> p.Expr:
        return fixed.get(e) or walk.map_expr(e, put)

    match stmt:
        case p.Ask():
            choices = tuple(replace(c, options=put(c.options)) for c in stmt.choices)
            return replace(stmt, choices=choices)
        case p.If(_, (p.Ask() as ask, *rest)):
            new = walk.map_stmt(stmt, put)
            assert isinstance(new, p.If)
            return replace(new, then=(_replaced(ask, fixed), *rest))
        case _:
            return walk.map_stmt(stmt, put)
