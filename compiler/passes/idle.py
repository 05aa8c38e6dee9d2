"""Functions that a search calls, written anew for what is mostly so.

For the constants that they are given, and for the case that nothing rare is in force.
"""

from __future__ import annotations

from dataclasses import field, replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.fold import fold_expr
from hoyle.compiler.passes.inline import free_name
from hoyle.compiler.passes.staying import DEEPEST, Frame, Staying
from hoyle.dsl.records import record


@record(eq=False)
class Constants:
    """Writes functions that read places anew for constants."""

    search: Staying

    def simple(self, e: p.Expr) -> p.Expr:
        """An expression in which functions that read places are written anew for the constants
        that they are given, and what follows from that."""
        return self.somewhere(fold_expr(self.for_constants(e, 0)))

    def for_constants(self, e: p.Expr, depth: int) -> p.Expr:
        e = walk.map_expr(e, lambda part: self.for_constants(part, depth))
        if not isinstance(e, p.CallFn) or not self.search.fn_moves(e.name) or depth >= DEEPEST:
            return e
        fn = self.search.functions[e.name]
        pairs = zip(fn.params, e.args, strict=True)
        given = {param.name: arg for param, arg in pairs if isinstance(arg, p.Const)}
        key = ("constants", fn.name, tuple(given.items()))
        if key not in self.search.made:
            self.search.made[key] = None
            body = fold_expr(self.for_constants(walk.substitute(fn.body, given), depth + 1))
            if body != fn.body:
                self.search.made[key] = name = free_name(
                    f"{fn.name}_for", set(self.search.functions)
                )
                self.search.functions[name] = replace(fn, name=name, body=body)
        made = self.search.made[key]
        return e if made is None else replace(e, name=made)

    def somewhere(self, e: p.Expr) -> p.Expr:
        """The walker stands on some space: a claim about all its spaces that never holds."""
        e = walk.map_expr(e, self.somewhere)
        match e:
            case p.Comp("every", _, p.Bits(p.Library(".spaces", (_, where)), _), p.Const(False)):
                return b.FALSE if self.is_of_walker(where) else e
            case p.Op():
                return fold_expr(e)
            case _:
                return e

    def is_of_walker(self, e: p.Expr) -> bool:
        """Whether an expression is the placement of the walker."""
        return (
            isinstance(e, p.Get)
            and e.cell.name == self.search.place
            and e.index == self.search.figure
        )


@record(frozen=False, eq=False)
class Idle:
    """Leaves out of an expression the loops over what is rarely anything (the bearers of an effect)
    and hang on places; `found` are the conditions that there is nothing."""

    search: Staying
    found: list[p.Expr] = field(default_factory=list)
    made: dict[object, str] = field(default_factory=dict)

    def without(self, e: p.Expr, frame: Frame) -> p.Expr:
        """The expression without these loops."""
        search = self.search
        if not search.moves(e):
            return e
        if isinstance(e, p.Comp):
            nothing = self.nothing(e.source, frame)
            empty = _EMPTY.get(e.kind)
            if nothing is not None and empty is not None:
                if nothing not in self.found:
                    self.found.append(nothing)
                return empty
            frame = frame.inside(e.var)
        if isinstance(e, p.CallFn) and frame.depth < DEEPEST:
            return self.call(e, frame)
        return walk.map_expr(e, lambda part: self.without(part, frame))

    def nothing(self, source: p.Source, frame: Frame) -> p.Expr | None:
        """That a loop goes through nothing, where that is so for the most part."""
        match source:
            case p.Bits(p.Get(cell, None) as mask, _) if not self.search.is_of_placed(cell):
                return b.eq(mask, b.NO_MASK)
            case p.Range(_, p.Op("if", (cond, _, p.Const(0)))):
                stays = walk.free(cond) <= set(frame.fixed) and not self.search.moves(cond)
                return b.not_(frame.rooted(cond)) if stays else None
            case _:
                return None

    def call(self, e: p.CallFn, frame: Frame) -> p.Expr:
        """A call of a function without them."""
        functions = self.search.functions
        args = tuple(self.without(arg, frame) for arg in e.args)
        fn = functions[e.name]
        pairs = zip(fn.params, e.args, strict=True)
        fixed = {
            param.name: frame.rooted(arg)
            for param, arg in pairs
            if walk.free(arg) <= set(frame.fixed) and not self.search.moves(arg)
        }
        key = (fn.name, tuple(fixed.items()))
        if key not in self.made:
            self.made[key] = fn.name  # of one that calls itself
            body = self.without(fn.body, Frame(fixed, frozenset(), frame.depth + 1))
            if body != fn.body:
                self.made[key] = name = free_name(f"{fn.name}_idle", set(functions))
                functions[name] = replace(fn, name=name, body=fold_expr(body))
        return p.CallFn(self.made[key], args, e.form)


_EMPTY: dict[str, p.Expr] = {
    "any": b.FALSE, "every": b.TRUE, "count": b.ZERO, "sum": b.ZERO, "mask": b.NO_MASK,
    "first": b.NONE,
}  # fmt: skip
"""What loops over nothing give."""
