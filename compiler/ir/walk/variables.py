"""Variables: which are read and bound, and the same with other names or values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.walk.expressions import inside, map_expr, parts, source_parts
from hoyle.compiler.ir.walk.memory import remembered
from hoyle.compiler.ir.walk.statements import (
    all_exprs,
    map_blocks,
    map_stmt,
    statements,
    stmt_exprs,
)

# --------------------------------------------------------------------------------- read and bound


def free(e: p.Expr) -> frozenset[str]:
    """Names of the variables that an expression reads and does not bind itself."""
    found: set[str] = set()
    _note_free(e, found)
    return frozenset(found)


def _note_free(e: p.Expr, found: set[str]) -> None:
    if isinstance(e, p.Var):
        found.add(e.name)
    elif isinstance(e, p.Const):
        return
    elif isinstance(e, p.Comp | p.RankComp | p.Lambda):
        found |= _free_in_loop(e)
    else:
        for part in parts(e):
            _note_free(part, found)


def _free_in_loop(e: p.Comp | p.RankComp | p.Lambda) -> set[str]:
    around: set[str] = set()
    within: set[str] = set()
    around_it = () if isinstance(e, p.Lambda) else source_parts(e.source)
    for part in around_it:
        _note_free(part, around)
    for part in parts(e)[len(around_it) :]:
        _note_free(part, within)
    return around | (within - {e.var.name})


@remembered
def stmt_free(stmt: p.Stmt) -> frozenset[str]:
    """Variables that the expressions directly in a statement read; the candidate that the guards
    of an ask speak of is its own."""
    found: set[str] = set()
    for e in stmt_exprs(stmt):
        _note_free(e, found)
    if isinstance(stmt, p.Ask):
        found -= {choice.var.name for choice in stmt.choices}
    return frozenset(found)


def bound(e: p.Expr) -> frozenset[str]:
    """Names of the variables that an expression binds somewhere inside."""
    loops = (x for x in inside(e) if isinstance(x, p.Comp | p.RankComp | p.Lambda))
    return frozenset(loop.var.name for loop in loops)


def bound_var(stmt: p.Stmt) -> p.Var | None:
    """The variable that a statement itself binds."""
    match stmt:
        case p.Assign() | p.Ask() | p.Nature() | p.For():
            return stmt.var
        case p.CallProc():
            return stmt.var
        case _:
            return None


@remembered
def variables(block: p.Block) -> Mapping[str, p.Var]:
    """Every variable that stands in a block, by name."""
    found: dict[str, p.Var] = {}
    for stmt in statements(block):
        var = bound_var(stmt)
        if var is not None:
            found.setdefault(var.name, var)
        if isinstance(stmt, p.Ask):
            for choice in stmt.choices:
                found.setdefault(choice.var.name, choice.var)
    for e in all_exprs(block):
        if isinstance(e, p.Var):
            found.setdefault(e.name, e)
        elif isinstance(e, p.Comp | p.RankComp | p.Lambda):
            found.setdefault(e.var.name, e.var)
    return found


def names(procedure: p.Procedure) -> set[str]:
    """The names of locals and labels of a procedure."""
    found = {*variables(procedure.body), *(var.name for var in procedure.params)}
    loops = p.Loop | p.For | p.Region
    return found | {s.label for s in statements(procedure.body) if isinstance(s, loops)}


# ----------------------------------------------------------------------- other names and values


def substitute(e: p.Expr, values: Mapping[str, p.Expr]) -> p.Expr:
    """The expression with variables replaced; what it binds itself must not stand in `values`."""
    if isinstance(e, p.Var):
        return values.get(e.name, e)
    if isinstance(e, p.Answer):
        new = values.get(e.var.name, e.var)
        return replace(e, var=new) if isinstance(new, p.Var) else e
    if isinstance(e, p.Comp | p.RankComp | p.Lambda) and e.var.name in values:
        var = values[e.var.name]
        if isinstance(var, p.Var):
            e = replace(e, var=var)
        else:
            values = {name: value for name, value in values.items() if name != e.var.name}
    return map_expr(e, lambda part: substitute(part, values))


def replaced(e: p.Expr, old: p.Expr, new: p.Expr) -> p.Expr:
    """The expression with one part replaced wherever it stands."""
    return new if e == old else map_expr(e, lambda part: replaced(part, old, new))


def rename(block: p.Block, names: Mapping[str, str]) -> p.Block:
    """The block with variables renamed, wherever they stand."""
    return tuple(_rename(stmt, names) for stmt in block)


def _rename(stmt: p.Stmt, names: Mapping[str, str]) -> p.Stmt:
    stmt = map_blocks(stmt, lambda block: rename(block, names))
    stmt = map_stmt(stmt, lambda e: rename_expr(e, names))
    if isinstance(stmt, p.Ask):
        choices = tuple(replace(c, var=_renamed(c.var, names)) for c in stmt.choices)
        return replace(stmt, var=_renamed(stmt.var, names), choices=choices)
    if not isinstance(stmt, p.Assign | p.Nature | p.For | p.CallProc) or stmt.var is None:
        return stmt
    var = _renamed(stmt.var, names)
    return stmt if var is stmt.var else replace(stmt, var=var)


def _renamed(var: p.Var, names: Mapping[str, str]) -> p.Var:
    name = names.get(var.name)
    return var if name is None or name == var.name else p.Var(name, var.form, var.domain)


def rename_expr(e: p.Expr, names: Mapping[str, str]) -> p.Expr:
    """The expression with variables renamed, those it binds included."""
    if isinstance(e, p.Var):
        return _renamed(e, names)
    if isinstance(e, p.Answer | p.Comp | p.RankComp | p.Lambda):
        var = _renamed(e.var, names)
        e = e if var is e.var else replace(e, var=var)
    return map_expr(e, lambda part: rename_expr(part, names))


def alike(one: p.Expr, other: p.Expr) -> bool:
    """Whether two expressions are the same but for the names of the variables they bind."""
    return _canonical(one, 0) == _canonical(other, 0)


def _canonical(e: p.Expr, depth: int) -> p.Expr:
    """The expression with the variables it binds named by how deep they stand."""
    if isinstance(e, p.Comp | p.RankComp | p.Lambda):
        e = rename_expr(e, {e.var.name: f"@{depth}"})
    return map_expr(e, lambda part: _canonical(part, depth + 1))
