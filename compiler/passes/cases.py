"""For fused playouts: a filter that looks long at each item is a loop of statements.

                                              met = {}
    met = mask(goal in bits hand where        for goal in bits hand
        every(b in 0..<5 where …)      ──►        if COLOUR[goal] is 0
        if COLOUR[goal] is 0                          if every(b in 0..<5 where …)
        else sum(b in 0..<5 -> …) > 3)                    met = met with goal
                                                  else
                                                      total = sum(b in 0..<5 -> …)
                                                      if total > 3
                                                          met = met with goal

In an expression every loop in a loop is a function of Python; as statements none is. What is
printed on an item and looked up over and over is in a local.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import takewhile

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.fold import known
from hoyle.compiler.passes.inline import free_name
from hoyle.compiler.passes.sure import Sure
from hoyle.dsl.source import Span

GATHERED = ("mask", "count", "sum")
"""Kinds of loops that become statements."""

COMPARED = ("eq", "ne", "lt", "le", "gt", "ge")

FEW = 4  # known items: a claim about so few is written out for each
WAYS = 8  # of which one is enough, that are asked one behind the other at most
DEEPEST = 5  # loops in loops that become statements; Python has twenty of them
OFTEN = 2  # looks that are worth a local; one in a loop counts as so many


def cases(program: p.Program) -> p.Program:
    """The program with long filters as loops of statements."""
    made = _Cases(program)
    procedures = {
        name: replace(x, body=made.procedure(x)) for name, x in program.procedures.items()
    }
    return replace(program, procedures=procedures)


def is_loop(e: p.Expr) -> bool:
    """Whether an expression is a loop, and not one of a few tests that are written out."""
    if isinstance(e, p.RankComp):
        return True
    if not isinstance(e, p.Comp):
        return False
    items = known(e.source)
    short = e.kind in ("any", "every") and items is not None and len(items) <= FEW
    return not short or bool(walk.bound(walk.claim(e)))


def is_long(e: p.Expr) -> bool:
    """Whether an expression holds a loop."""
    return any(map(is_loop, walk.inside(e)))


class _Cases:
    """Changes one procedure after the other: `owner` is its name, `taken` those of its locals and
    labels; `often`: how many loops of its expressions bind a name; `looks`: the locals for what is
    looked up; `depth`: how many loops become statements around the one in work."""

    def __init__(self, program: p.Program) -> None:
        self.sure = Sure(program)
        self.owner = ""
        self.taken: set[str] = set()
        self.often: Counter[str] = Counter()
        self.looks: dict[p.Lookup, p.Var] = {}
        self.depth = 0

    def procedure(self, procedure: p.Procedure) -> p.Block:
        self.owner = procedure.name
        self.taken, self.looks = walk.names(procedure), {}
        loops = (e for e in walk.all_exprs(procedure.body) if isinstance(e, p.Comp | p.RankComp))
        self.often = Counter(e.var.name for e in loops)
        return self.block(procedure.body)

    def block(self, block: p.Block) -> p.Block:
        """Statements, with those inside."""
        found: list[p.Stmt] = []
        for stmt in block:
            match stmt:
                case p.Assign(var, p.Comp() as e, span) if _is_long_filter(e):
                    found += self.gathered(var, e, span)
                case _:
                    found.append(walk.map_blocks(stmt, self.block))
        return tuple(found)

    def local(self, name: str, form: p.Form) -> p.Var:
        return p.Var(free_name(name, self.taken), form)

    # -- loops

    def gathered(self, var: p.Var, e: p.Comp, span: Span) -> Iterator[p.Stmt]:
        """What a loop gathers in a local, by statements."""
        e = self.with_own_name(e)
        into = self.local(var.name, var.form) if var.name in walk.free(e) else var
        more: p.Expr = b.ONE if e.kind == "count" else e.body
        now = b.union(into, b.bit(e.body)) if e.kind == "mask" else b.add(into, more)
        yield p.Assign(into, b.NO_MASK if e.kind == "mask" else b.ZERO, span)
        self.depth += 1
        body = self.when(walk.claim(e), (p.Assign(into, now, span),), span)
        self.depth -= 1
        label = free_name("each", self.taken)
        yield p.For(label, e.var, e.source, self.held(body, e.var), span)
        if into is not var:
            yield p.Assign(var, into, span)

    def with_own_name(self, e: p.Comp) -> p.Comp:
        """The loop with a variable that no other loop binds."""
        if self.often[e.var.name] <= 1:
            return e
        own = {e.var.name: free_name(e.var.name, self.taken)}
        source = e.source
        new = walk.rename_expr(e, own)
        assert isinstance(new, p.Comp)
        return replace(new, source=source)

    def when(self, cond: p.Expr, then: p.Block, span: Span) -> p.Block:
        """What is done if a condition holds, with its cases as branches."""
        if cond == b.TRUE:
            return then
        if cond == b.FALSE:
            return ()
        if not is_long(cond):
            return (p.If(cond, then, (), span),)
        match cond:
            case p.Op("if", (test, yes, no)):
                first = self.when(yes, then, span)
                second = self.when(no, then, span)
                return (p.If(test, first, second, span),)
            case p.Op("and", args):
                short = list(takewhile(lambda test: not is_long(test), args))
                begun, more = (b.and_(*short) if short else args[0]), args[len(short) or 1 :]
                return self.when(begun, self.when(b.and_(*more), then, span), span)
            case p.Op("or", (first, *rest)) if len(rest) < WAYS:
                return (p.If(first, then, self.when(b.or_(*rest), then, span), span),)
            case p.Op(name) if name in COMPARED:
                return self.compared(cond, then, span)
            case _:
                return (p.If(cond, then, (), span),)

    def compared(self, cond: p.Op, then: p.Block, span: Span) -> p.Block:
        """The same of a comparison: what is added up for it comes first."""
        before: list[p.Stmt] = []
        args: list[p.Expr] = []
        for arg in cond.args:
            if isinstance(arg, p.Comp) and arg.kind in GATHERED and self.depth < DEEPEST:
                total = self.local("total", arg.form)
                before += self.gathered(total, arg, span)
                arg = total
            args.append(arg)
        return (*before, p.If(replace(cond, args=tuple(args)), then, (), span))

    # -- what is looked up

    def held(self, block: p.Block, var: p.Var) -> p.Block:
        """A block with what is printed on an item in locals, where that is looked up often."""
        before: list[p.Stmt] = []
        for look in _always(block, var):
            if _weight(block, look) >= OFTEN and self.sure.of(self.owner, look):
                local = self.looked_up(look)
                before.append(p.Assign(local, look, block[0].span))
                block = _put(block, look, local)
        inner = (walk.map_blocks(stmt, lambda part: self.held(part, var)) for stmt in block)
        return (*before, *inner)

    def looked_up(self, look: p.Lookup) -> p.Var:
        """The local for what is looked up; branches beside each other have the same."""
        if look not in self.looks:
            self.looks[look] = self.local(look.table.name.lower(), b.form_of(look))
        return self.looks[look]


def _is_long_filter(e: p.Comp) -> bool:
    """Whether a loop gathers items by a condition that holds a loop."""
    return e.kind in GATHERED and e.cond is not None and is_long(e.cond)


def _always(block: p.Block, var: p.Var) -> list[p.Lookup]:
    """What is looked up for an item whichever way a block goes, or in a loop of it."""
    found: list[p.Lookup] = []
    for stmt in block:
        exprs = walk.all_exprs(stmt.body) if isinstance(stmt, p.For) else walk.own_exprs(stmt)
        found += [e for e in exprs if isinstance(e, p.Lookup) and e.indexes == (var,)]
        if isinstance(stmt, p.If):
            other = _always(stmt.otherwise, var)
            found += [look for look in _always(stmt.then, var) if look in other]
    return list(dict.fromkeys(found))


def _weight(block: p.Block, look: p.Lookup) -> int:
    """How often something is looked up in a block; in a loop it counts more."""
    found = 0
    for stmt in block:
        for e in walk.stmt_exprs(stmt):
            found += _in_expr(e, look, 1)
        inner = sum(_weight(part, look) for part in walk.blocks(stmt))
        found += inner * OFTEN if isinstance(stmt, p.For) else inner
    return found


def _in_expr(e: p.Expr, look: p.Lookup, times: int) -> int:
    if e == look:
        return times
    source = walk.source_parts(e.source) if isinstance(e, p.Comp | p.RankComp) else ()
    around = sum(_in_expr(part, look, times) for part in source)
    more = OFTEN if isinstance(e, p.Comp | p.RankComp) else times
    return around + sum(_in_expr(part, look, more) for part in walk.parts(e)[len(source) :])


def _put(block: p.Block, look: p.Lookup, local: p.Var) -> p.Block:
    """The block with a local in place of what it holds."""

    put = partial(walk.replaced, old=look, new=local)
    return tuple(
        walk.map_blocks(walk.map_stmt(stmt, put), lambda part: _put(part, look, local))
        for stmt in block
    )
