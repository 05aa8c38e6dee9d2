"""The expressions of a Program, evaluated as they stand: half of the judge in `interpret`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, assert_never

from hoyle.compiler.ir import program as p

Env = dict[str, Any]


class RuleError(Exception):
    """An error of the rules at run time."""


@dataclass
class Values:
    """A position: a value, or a list of values, by the name of its cell."""

    program: p.Program
    cells: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for cell in self.program.cells:
            many = cell.length is not None
            start = list(cell.start) if many and isinstance(cell.start, tuple) else cell.start
            if many and not isinstance(start, list):
                start = [cell.start] * (cell.length or 0)
            self.cells.setdefault(cell.name, start)

    def low(self, site: int) -> int:
        """The value of a site's first action."""
        lows = getattr(self.program, "site_lows", None)
        return lows[site] if lows else 0

    def value(self, expr: p.Expr, env: Env) -> Any:
        """The value of an expression."""
        match expr:
            case p.Var(name):
                return env[name]
            case p.Const(value):
                return value
            case p.Get(cell, None):
                return self.cells[cell.name]
            case p.Get(cell, index):
                assert index is not None
                return self.at(self.cells[cell.name], self.value(index, env), cell.name)
            case p.Lookup(table, indexes):
                found: Any = table.data
                for index in indexes:
                    found = self.at(found, self.value(index, env), table.name)
                return found
            case p.Op("and" | "or" | "if" as name, args):
                return self.early(name, args, env)
            case p.Op(name, args):
                return OPERATIONS[name](*(self.value(arg, env) for arg in args))
            case p.CallFn(name, args):
                return self.apply(name, tuple(self.value(arg, env) for arg in args))
            case p.Library("walks.kept" | "walks.kept_of", args):
                return self.value(args[-1], env)
            case p.Library(name, args):
                return library(name)(*(self.value(arg, env) for arg in args))
            case p.Comp():
                return self.comp(expr, env)
            case p.RankComp():
                return self.rank(expr, env)
            case p.Lambda(var, body):
                return lambda number: self.value(body, env | {var.name: number})
            case p.Answer(var, site, wants_value):
                base, size = self.program.sites[site]
                number = env[var.name] - base
                return number + self.low(site) if wants_value else 0 <= number < size
            case _:
                assert_never(expr)

    def at(self, many: Any, index: int, what: str) -> Any:
        """An element; none and beyond are mistakes of the lowering."""
        if not 0 <= index < len(many):
            raise RuleError(f"none: {what}[{index}]")
        return many[index]

    def apply(self, name: str, args: tuple[Any, ...]) -> Any:
        """Calls a pure function."""
        fn = self.program.functions[name]
        return self.value(fn.body, dict(zip((v.name for v in fn.params), args, strict=True)))

    def early(self, name: str, args: tuple[p.Expr, ...], env: Env) -> Any:
        """`and`, `or`, `if` look no further than they must."""
        if name == "if":
            return self.value(args[1] if self.value(args[0], env) else args[2], env)
        return (all if name == "and" else any)(self.value(arg, env) for arg in args)

    def items(self, source: p.Source, env: Env) -> Iterator[Any]:
        """What a loop walks."""
        match source:
            case p.Range(low, high):
                yield from range(self.value(low, env), self.value(high, env))
            case p.Bits(mask, size):
                bits = self.value(mask, env)
                assert 0 <= bits < 1 << size, f"mask {bits:b} beyond {size}"
                yield from members(bits)
            case p.Items(of):
                yield from self.value(of, env)
            case _:
                assert_never(source)

    def visits(self, comp: p.Comp | p.RankComp, env: Env) -> Iterator[Env]:
        """The environments of a comprehension's items, filtered."""
        claims = isinstance(comp, p.Comp) and comp.kind in ("any", "every")
        for item in list(self.items(comp.source, env)):
            inner = env | {comp.var.name: item}
            if claims or comp.cond is None or self.value(comp.cond, inner):
                yield inner

    def comp(self, comp: p.Comp, env: Env) -> Any:
        """What a comprehension gathers."""
        if comp.kind in ("any", "every"):
            cond = comp.cond
            claims = (cond is None or self.value(cond, inner) for inner in self.visits(comp, env))
            return (any if comp.kind == "any" else all)(claims)
        bodies = (self.value(comp.body, inner) for inner in self.visits(comp, env))
        match comp.kind:
            case "count":
                return sum(1 for _ in bodies)
            case "sum":
                return sum(bodies)
            case "mask":
                return OPERATIONS["mask_of"](tuple(bodies))
            case "ints":
                return tuple(bodies)
            case "first":
                return next(bodies, -1)
            case "min" | "max":
                found = list(bodies)
                if not found and comp.default is None:
                    raise RuleError(f"none: {comp.kind} of nothing")
                if not found:
                    assert comp.default is not None
                    return self.value(comp.default, env)
                return min(found) if comp.kind == "min" else max(found)
        raise AssertionError(comp.kind)

    def rank(self, comp: p.RankComp, env: Env) -> Any:
        """Those that rank highest, or all in their order."""
        keyed = [
            (tuple(self.value(key, inner) for key in comp.keys), inner[comp.var.name])
            for inner in self.visits(comp, env)
        ]
        if comp.all:
            ordered = sorted(keyed, key=lambda pair: tuple(-key for key in pair[0]))
            found = tuple(item for _, item in ordered)
        else:
            best = max((key for key, _ in keyed), default=())
            found = tuple(item for key, item in keyed if key == best)
        return OPERATIONS["mask_of"](found) if comp.form == "mask" else found


# ---------------------------------------------------------------------------------- operations


def members(mask: int) -> tuple[int, ...]:
    """The bits of a mask, ascending."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def mask_of(items: tuple[int, ...]) -> int:
    """The mask with these bits."""
    return sum(1 << item for item in set(items))


def _index_of(items: tuple[Any, ...], item: Any) -> int:
    return items.index(item) if item in items else -1


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "add": lambda *a: sum(a), "sub": lambda a, b: a - b, "mul": lambda *a: math.prod(a),
    "neg": lambda a: -a, "floordiv": lambda a, b: a // b, "ceildiv": lambda a, b: -(-a // b),
    "mod": lambda a, b: a % abs(b), "min": min, "max": max, "abs": abs,
    "ratio": Fraction, "radd": lambda a, b: Fraction(a) + b, "rsub": lambda a, b: Fraction(a) - b,
    "rmul": lambda a, b: Fraction(a) * b, "rdiv": lambda a, b: Fraction(a) / b,
    "round_up": math.ceil, "round_down": math.floor,
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    "not": lambda a: not a,
    "bit": lambda i: 1 << i, "has": lambda m, i: i >= 0 and bool(m >> i & 1),
    "union": lambda *m: OPERATIONS["_or"](m), "inter": lambda a, b: a & b,
    "minus": lambda a, b: a & ~b, "shift": lambda m, n: m << n, "unshift": lambda m, n: m >> n,
    "size": int.bit_count, "lowest": lambda m: (m & -m).bit_length() - 1,
    "highest": lambda m: m.bit_length() - 1,
    "item": lambda t, i: t[i], "len": len, "contains": lambda t, x: x in t,
    "concat": lambda *t: tuple(x for part in t for x in part),
    "slice": lambda t, low, high: t[low:high], "replace": lambda t, i, v: (*t[:i], v, *t[i + 1 :]),
    "index_of": _index_of, "count_of": lambda t, x: t.count(x), "tuple": lambda *a: a,
    "drop": lambda t, i: (*t[:i], *t[i + 1 :]), "mask_of": mask_of, "members": members,
    "sorted": lambda t: tuple(sorted(t)),
    "_or": lambda masks: mask_of(tuple(i for mask in masks for i in members(mask))),
}  # fmt: skip


def library(name: str) -> Callable[..., Any]:
    """A helper of the runtime's library."""
    from importlib import import_module

    found: Callable[..., Any] = getattr(import_module("hoyle.runtime.library"), name)
    return found
