"""Why an option is missing: the tests of an ask, each with a reason in words."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import sight
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl import game as g
from hoyle.dsl import walk


def of_branches(branches: Sequence[g.Branch], var: p.Var, ctx: Context) -> tuple[p.Guard, ...]:
    """A guard for each `when`."""
    found = []
    for number, branch in enumerate(branches):
        if branch.when is None:
            continue
        with ctx.guarded():
            holds = lower_expr(branch.when, ctx)
        cond = b.or_(b.ne(var, b.const(number)), holds)
        reason = branch.reason or _words(branch.when, ctx)
        rule = ctx.rule(branch.span, branch.cites)
        found.append(p.Guard(cond, reason, rule, visible(branch.when)))
    return tuple(found)


def of_choice(stmt: g.Choose, candidates: b.Walk, var: p.Var, ctx: Context) -> tuple[p.Guard, ...]:
    """A guard for the filter of what is chosen from, and for the rest of the action."""
    if candidates.cond is None:
        return ()
    rule = ctx.rule(stmt.span, stmt.cites)
    cond = ir.substitute(candidates.cond, {candidates.var.name: var})
    source = stmt.source
    if not isinstance(source, g.Filtered):
        reason = f"it takes one of: {_text(source, ctx)}"
        return (p.Guard(cond, reason, rule, visible(source)),)
    return (p.Guard(cond, _words(source.cond, ctx), rule, visible(source)),)


def _words(cond: g.Expr, ctx: Context) -> str:
    """A condition in the words of the text."""
    text = _text(cond, ctx)
    return f"it takes: {text}" if text else "its condition does not hold"


def _text(e: g.Expr, ctx: Context) -> str:
    source = ctx.whole.sources.get(e.span.path)
    return " ".join(source.excerpt(e.span).split()) if source else ""


def visible(cond: g.Expr) -> bool:
    """Whether a condition reads only what whoever is asked may see."""
    for node in walk.every(cond):
        if isinstance(node, g.FieldRead) and node.field.sight.kind != "up":
            mine = isinstance(node.of, g.LocalRef) and node.of.local.role == "you"
            if not (mine and sight.is_owners(node.field)):
                return False
    return True
