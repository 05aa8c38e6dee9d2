"""Tuples of a function that are changed item by item are lists of Python (in native builds rows).

    card_of = (-1, -1)                            ──►   card_of = [-1, -1]
    card_of = library.replace(card_of, you, card)       card_of[you] = card

Where an item is counted up: `tally[colour] += 1`.

That takes a local which nobody else ever gets: it begins with items of its own, and is only looked
into.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.to_python.expressions import Writer

LOOKS = frozenset(("item", "len", "contains", "count_of"))
"""Operations that look into a tuple, their first argument."""


@walk.remembered
def found(procedure: p.Procedure) -> frozenset[str]:
    """The locals that can be lists."""
    body = procedure.body
    begun: set[str] = set()
    changed: set[str] = set()
    others = {param.name for param in procedure.params}
    looked: Counter[str] = Counter()
    for stmt in walk.statements(body):
        match stmt:
            case p.Assign(p.Var(name, "ints"), p.Const() | p.Op("tuple")):
                begun.add(name)
            case p.Assign(p.Var(name), p.Op("replace", (p.Var(old), _, _))) if old == name:
                changed.add(old)
                looked[old] += 1
            case _:
                var = walk.bound_var(stmt)
                others |= {var.name} if var is not None else set()
        _look(walk.stmt_exprs(stmt), looked, others)
    seen = Counter(e.name for e in walk.all_exprs(body) if isinstance(e, p.Var))
    return frozenset(name for name in (begun & changed) - others if looked[name] == seen[name])


def _look(exprs: Iterable[p.Expr], looked: Counter[str], others: set[str]) -> None:
    """Count what only looks into locals; what is asked later than now gives them away."""
    for e in exprs:
        match e:
            case p.Op(name, (p.Var(of), *_)) if name in LOOKS:
                looked[of] += 1
            case p.Comp(source=p.Items(p.Var(of))) | p.RankComp(source=p.Items(p.Var(of))):
                looked[of] += 1
            case p.Lambda():
                others |= walk.free(e)
            case _:
                pass
        _look(walk.parts(e), looked, others)


def written(writer: Writer, var: p.Var, value: p.Expr, first: bool) -> str:
    """The line that begins or changes a list. `first`: it is the first that stands in the text."""
    target = writer.variable(var)
    match value:
        case p.Op("replace", (of, at, p.Op("add", (p.Op("item", (same, there)), more)))) if (
            of,
            at,
        ) == (same, there):
            return f"{target}[{writer.value(at)}] += {writer.value(more)}"
        case p.Op("replace", (_, at, item)):
            return f"{target}[{writer.value(at)}] = {writer.value(item)}"
        case p.Const(tuple() as items):
            told = first and any(isinstance(item, bool) for item in items)
            return f"{target}{': list[int]' if told else ''} = {[*items]!r}"
        case p.Op("tuple", args):
            return f"{target} = [{', '.join(map(writer.value, args))}]"
        case _:
            raise ValueError(f"no list begins with {value}")
