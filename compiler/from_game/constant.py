"""Evaluating expressions that read nothing of the position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle.compiler.from_game.meaning import MEANING, members_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir

Known = dict[p.Var, Any]


class Unknown(Exception):
    """The expression reads the position, or a variable that is not known."""


def known(e: p.Expr, program: p.Program, env: Known | None = None) -> p.Datum | None:
    """The value, or None where it depends on the position."""
    try:
        value: p.Datum = Evaluator(program).value(e, env or {})
    except (Unknown, ArithmeticError, IndexError, ValueError):
        return None
    return value


class Evaluator:
    """Evaluates pure expressions over static tables and functions of a program."""

    def __init__(self, program: p.Program) -> None:
        self.program = program

    def value(self, e: p.Expr, env: Known) -> Any:
        """The value of an expression."""
        match e:
            case p.Const(value):
                return value
            case p.Var():
                if e not in env:
                    raise Unknown
                return env[e]
            case p.Lookup(table, indexes):
                found: Any = table.data
                for index in indexes:
                    found = _at(found, self.value(index, env))
                return found
            case p.Op("and" | "or" | "if" as name, args):
                return self._early(name, args, env)
            case p.Op(name, args) if name in MEANING:
                return MEANING[name](*(self.value(a, env) for a in args))
            case p.CallFn(name, args) if name in self.program.functions:
                fn = self.program.functions[name]
                values = (self.value(a, env) for a in args)
                return self.value(fn.body, dict(zip(fn.params, values, strict=True)))
            case p.Comp():
                return self._comp(e, env)
            case p.RankComp():
                return self._rank(e, env)
            case _:
                raise Unknown

    def _early(self, name: str, args: tuple[p.Expr, ...], env: Known) -> Any:
        if name == "if":
            return self.value(args[1] if self.value(args[0], env) else args[2], env)
        decides = name == "or"
        for arg in args:
            if bool(self.value(arg, env)) is decides:
                return decides
        return not decides

    def items(self, source: p.Source, env: Known) -> Iterator[Any]:
        """The items of a source, in order."""
        match source:
            case p.Range(low, high):
                yield from range(self.value(low, env), self.value(high, env))
            case p.Bits(mask, _):
                yield from members_of(self.value(mask, env))
            case p.Items(of):
                yield from self.value(of, env)

    def _visits(self, e: p.Comp | p.RankComp, env: Known) -> Iterator[Known]:
        for item in self.items(e.source, env):
            inner = {**env, e.var: item}
            if e.cond is None or self.value(e.cond, inner):
                yield inner

    def _comp(self, e: p.Comp, env: Known) -> Any:
        if e.kind == "every":
            items = self.items(e.source, env)
            return all(e.cond is None or self.value(e.cond, {**env, e.var: i}) for i in items)
        if e.kind == "any":
            return any(True for _ in self._visits(e, env))
        bodies = [self.value(e.body, inner) for inner in self._visits(e, env)]
        return self._gathered(e, bodies, env)

    def _gathered(self, e: p.Comp, bodies: list[Any], env: Known) -> Any:
        match e.kind:
            case "count":
                return len(bodies)
            case "sum":
                return sum(bodies)
            case "mask":
                return MEANING["mask_of"](tuple(bodies))
            case "first":
                return bodies[0] if bodies else -1
            case "min" | "max" if bodies:
                return min(bodies) if e.kind == "min" else max(bodies)
            case "min" | "max" if e.default is not None:
                return self.value(e.default, env)
            case "ints":
                return tuple(bodies)
            case _:
                raise Unknown

    def _rank(self, e: p.RankComp, env: Known) -> Any:
        found = [
            (tuple(self.value(key, inner) for key in e.keys), inner[e.var])
            for inner in self._visits(e, env)
        ]
        if e.all:
            found.sort(key=lambda pair: tuple(-k for k in pair[0]))
            kept = tuple(item for _, item in found)
        else:
            best = max((key for key, _ in found), default=())
            kept = tuple(item for key, item in found if key == best)
        return MEANING["mask_of"](kept) if e.form == "mask" else kept


def _at(many: Any, index: int) -> Any:
    if not 0 <= index < len(many):
        raise Unknown
    return many[index]


def is_static(e: p.Expr, program: p.Program) -> bool:
    """Whether an expression reads nothing of the position (variables may stand in it)."""
    for part in ir.inside(e):
        if isinstance(part, p.Get | p.Library | p.Answer):
            return False
        if isinstance(part, p.CallFn):
            fn = program.functions.get(part.name)
            if fn is None or not is_static(fn.body, program):
                return False
    return True
