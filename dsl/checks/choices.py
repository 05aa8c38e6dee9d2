"""Choices that have nothing to choose from, and payments of what may not be there."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.checks.graph import Graph
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.source import Span
from hoyle.dsl.walk import Node, Unit, every, locals_read, parts


def check_empty(graph: Graph, sink: Sink) -> None:
    """A choice that surely has nothing and says nothing about it."""
    for unit in graph.units:
        for node in unit.nodes():
            if not isinstance(node, g.Choose) or node.if_any or node.otherwise is not None:
                continue
            if not node.may and _surely_empty(node.source):
                sink.report(
                    codes.EMPTY_CHOICE,
                    node.source.span,
                    "There is never anything here to choose from.",
                    help="Choose from something else, or say `, if any`.",
                )
            elif not node.may and _known_empty(node, unit):
                sink.report(
                    codes.EMPTY_CHOICE,
                    node.source.span,
                    "The test above says that there is nothing here to choose from.",
                    help="Turn the test round, or say `, if any`.",
                )


def check_otherwise(graph: Graph, sink: Sink) -> None:
    """The `otherwise` of a `choose` is for nothing to choose from, not for declining."""
    for unit in graph.units:
        for node in unit.nodes():
            match node:
                case g.Choose(may=False, otherwise=otherwise) if otherwise is not None:
                    always = _never_empty(node.source)
                case g.ChooseBranch(otherwise=otherwise) if otherwise is not None:
                    always = any(b.when is None and b.bound is None for b in node.branches)
                case _:
                    continue
            if always:
                _report_idle(node.span, sink)


def _never_empty(source: g.Expr) -> bool:
    match source:
        case g.AllOf(of=of):
            return of != "players"
        case g.RangeSet(low=low, high=high):
            return _high(low) <= _low(high)
        case g.SetLiteral(items=items):
            return any(not isinstance(item.type, t.Optional) for item in items)
        case _:
            return False


def _report_idle(span: Span, sink: Sink) -> None:
    sink.report(
        codes.IDLE_OTHERWISE,
        span,
        "There is always something to choose here, so `otherwise` is never taken.",
        help="Write `may choose …` to let the player decline: then `otherwise` runs.",
    )


def _surely_empty(source: g.Expr) -> bool:
    match source:
        case g.SetLiteral(items=items):
            return not items
        case g.RangeSet(low=low, high=high):
            return _low(low) > _high(high)
        case g.Filtered(over=over, cond=cond):
            never = isinstance(cond, g.Literal) and cond.value is False
            return never or _surely_empty(over)
        case g.Cast(a=inner):
            return _surely_empty(inner)
        case _:
            return False


def _low(expr: g.Expr) -> int:
    return expr.type.low if isinstance(expr.type, t.Number) else t.LEAST


def _high(expr: g.Expr) -> int:
    return expr.type.high if isinstance(expr.type, t.Number) else t.MOST


def _known_empty(choice: g.Choose, unit: Unit) -> bool:
    """Whether it stands under `if count(S) is 0` of the very set it chooses from."""
    for node in unit.deeds():
        if isinstance(node, g.If) and node.then and node.then[0] is choice:
            return _says_none(node.cond, choice.source)
    return False


def _says_none(cond: g.Expr, source: g.Expr) -> bool:
    match cond:
        case g.Binary(op="==", a=g.Function(name="count", args=(over, *_)), b=g.Literal(value=0)):
            return over == source
        case _:
            return False


def check_after_several(graph: Graph, sink: Sink) -> None:
    """A parameter that hangs on which several were chosen before it: nobody looks ahead there."""
    for unit in graph.units:
        for body in (unit.body, *(parts(node) for node in unit.deeds())):
            stmts = tuple(node for node in body if isinstance(node, g.Stmt))
            for number, stmt in enumerate(stmts):
                if isinstance(stmt, g.Choose) and stmt.count is not None:
                    for later in leading(stmt.body or stmts[number + 1 :]):
                        _after_several(stmt, later, sink)


def _after_several(several: g.Choose, later: g.Stmt, sink: Sink) -> None:
    if not isinstance(later, g.Choose) or later.may or later.if_any or later.otherwise is not None:
        return
    if several.local not in locals_read(later.source) or _among_enough(several, later):
        return
    sink.report(
        codes.UNSURE_CHOICE,
        later.source.span,
        f"Whether there is anything to choose here hangs on which `{several.local.name}` were "
        "chosen; nobody is kept from choosing so that nothing is left.",
        help="Say what happens then: `, if any`, or an `otherwise`.",
    )


def _among_enough(several: g.Choose, later: g.Choose) -> bool:
    """Whether it is chosen from the very things that were chosen, and enough of them."""
    source = later.source
    while isinstance(source, g.Cast):
        source = source.a
    assert several.count is not None
    needed = 1 if later.count is None else _high(later.count[0])
    return isinstance(source, g.LocalRef) and _low(several.count[0]) >= needed


# ---------------------------------------------------------------------------------- payments


def check_payments(graph: Graph, sink: Sink) -> None:
    """`pay 3` where nothing on the way has looked whether three are there."""
    for unit in graph.units:
        guarded = _guarded(unit)
        for node in unit.nodes():
            if isinstance(node, g.Pay) and node.op == "pay" and _is_unsure(node, guarded, unit):
                sink.report(
                    codes.MAY_NOT_PAY,
                    node.span,
                    f"Nothing above tests that there are so many {node.supply.unit} to pay.",
                    help="Put the payment first under its `may` or branch, test it with `if`, "
                    "or pay at most what is there: `min(…)`.",
                )


def _guarded(unit: Unit) -> dict[g.Field, None]:
    """The purses that the conditions and choices of a unit look at."""
    found: dict[g.Field, None] = {}
    for node in unit.nodes():
        for test in _looked_at(node):
            for part in every(test):
                found.update(dict.fromkeys(_purses(part)))
    return found


def _purses(part: Node) -> Iterator[g.Field]:
    """The purse that a part of a condition reads, itself or through a value that looks at it."""
    if isinstance(part, g.FieldRead) and part.field.role == "coins":
        yield part.field
    elif isinstance(part, g.ValueOf) and part.value.body is not None:
        for inner in every(part.value.body):
            yield from _purses(inner)


def _looked_at(node: Node) -> Iterator[Node]:
    match node:
        case g.If() | g.Until():
            yield node.cond
        case g.Repeat():
            yield from (node.until,) if node.until is not None else ()
        case g.Choose():
            yield node.source
        case g.Branch():
            yield from (node.when,) if node.when is not None else ()
        case _:
            return


def _is_unsure(pay: g.Pay, guarded: dict[g.Field, None], unit: Unit) -> bool:
    """Only what is plain to see: a fixed number, from a purse, and no test of that purse."""
    if not isinstance(pay.payer, g.FieldRead) or pay.payer.field.owner == "table":
        return False
    if pay.payer.field in guarded or _leads(pay, unit):
        return False
    reads = [part for part in every(pay.amount) if isinstance(part, g.FieldRead)]
    if any(read.field.role != "fact" for read in reads):
        return False
    fixed = not set(locals_read(pay.amount)) or bool(reads)
    return fixed and not (isinstance(pay.amount, g.Literal) and pay.amount.value == 0)


def _leads(pay: g.Pay, unit: Unit) -> bool:
    """Whether it is a leading line of a branch or a `may`: then it is part of the action."""
    actions = [unit.of.branch.body] if isinstance(unit.of, g.Action) else []
    if isinstance(unit.of, g.Hook) and unit.of.may and unit.of.body is not None:
        actions.append(unit.of.body)
    branches = (node.body for node in unit.deeds() if isinstance(node, g.Branch))
    fronts = (line for body in (*actions, *branches) for line in leading(body))
    return any(line is pay for line in fronts)


def leading(body: g.Body) -> Iterator[g.Stmt]:
    """The lines of an action that are asked before it is offered: `choose` and `pay` in front."""
    for stmt in body:
        if isinstance(stmt, g.Choose):
            yield stmt
            yield from leading(stmt.body)
            if stmt.body:
                return
        elif isinstance(stmt, g.Pay):
            yield stmt
        else:
            return
