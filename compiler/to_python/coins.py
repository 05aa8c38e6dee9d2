"""A choice of a playout between two options that are always there, of which only one test reads
which it was: the test is made of the number drawn.

answer_ = int(random() * 2)
if answer_ == 0: …              ──►     if random() < 0.5: …
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.fold import fold_expr
from hoyle.compiler.to_python import options

if TYPE_CHECKING:
    from hoyle.compiler.to_python.statements import Body


def tossed(body: Body, ask: p.Ask, behind: p.Block) -> str | None:
    """The test of the branch behind a choice, made of a number drawn; None if it cannot be."""
    known = options.known_options(body.writer, ask)
    if body.flavour != "playout" or known is None or len(known) != 2 or not behind:
        return None
    branch = behind[0]
    if not isinstance(branch, p.If) or _reads(branch.cond, ask.var) != _reads_everywhere(body, ask):
        return None
    first, second = (fold_expr(_answered(branch.cond, ask.var, a, body)) for a in known)
    match first, second:
        case p.Const(True), p.Const(False):
            return "random() < 0.5"
        case p.Const(False), p.Const(True):
            return "random() >= 0.5"
        case _:
            return None


def _reads(e: p.Expr, var: p.Var) -> int:
    return sum(1 for x in walk.inside(e) if isinstance(x, p.Var) and x.name == var.name)


def _reads_everywhere(body: Body, ask: p.Ask) -> int:
    """How often the procedure reads the answer; an ask that binds it elsewhere counts, too."""
    block = body.program.procedures[body.writer.owner].body
    asks = [
        s for s in walk.statements(block) if isinstance(s, p.Ask) and s.var.name == ask.var.name
    ]
    if len(asks) != 1:
        return -1
    return sum(1 for e in walk.all_exprs(block) if isinstance(e, p.Var) and e.name == ask.var.name)


def _answered(e: p.Expr, var: p.Var, action: int, body: Body) -> p.Expr:
    """An expression with the answer known."""
    if not isinstance(e, p.Answer) or e.var.name != var.name:
        return walk.map_expr(e, lambda part: _answered(part, var, action, body))
    base, size = body.writer.spelling.sites[e.site]
    if e.value:
        return p.Const(action - body.writer.spelling.offset(e.site), "int")
    return p.Const(base <= action < base + size, "bool")
