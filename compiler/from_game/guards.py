"""Why an option is missing: the tests of an ask, each with a reason in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    """A guard for each `where` of what is chosen from, and for the rest of the action."""
    rule = ctx.rule(stmt.span, stmt.cites)
    source = _bare(stmt.source)
    found: list[p.Guard] = []
    names = dict(ctx.used)
    while isinstance(source, g.Filtered):
        ctx.bind(source.var, var)
        with ctx.guarded():
            holds = lower_expr(source.cond, ctx)
        found.insert(0, p.Guard(holds, _words(source.cond, ctx), rule, visible(source.cond)))
        source = _bare(source.over)
    if candidates.cond is None:
        return tuple(found)
    cond = ir.substitute(candidates.cond, {candidates.var.name: var})
    if _parts(cond) != sum([_parts(guard.cond) for guard in found]):
        return (*found, p.Guard(cond, _needs(source, ctx), rule, visible(stmt.source)))
    if len(found) > 1:
        return tuple(found)
    ctx.used = names  # what was found is thrown away: the condition is there already
    return (replace(found[0], cond=cond),)


def _parts(cond: p.Expr) -> int:
    """How many conditions are joined by `and`."""
    if isinstance(cond, p.Op) and cond.name == "and":
        return sum(_parts(part) for part in cond.args)
    return 1


def _needs(source: g.Expr, ctx: Context) -> str:
    """What a choice from a set asks of an option."""
    match source:
        case g.FieldRead() | g.AllOf() | g.LocalRef():
            return "it needs what comes after it to be possible as well"
        case g.ValueOf(value=g.ValueDecl(body=body)) if body is not None:
            return f"it needs to be in `{_text(source, ctx)}`: {_text(body, ctx)}"
        case _:
            return f"it needs to be in `{_text(source, ctx)}`"


def _bare(e: g.Expr) -> g.Expr:
    while isinstance(e, g.Cast):
        e = e.a
    return e


def _words(cond: g.Expr, ctx: Context) -> str:
    """A condition in the words of the text."""
    text = _text(cond, ctx)
    return f"it needs `{text}`" if text else "its condition does not hold"


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
