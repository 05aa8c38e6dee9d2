"""Fold constants and take out what is never reached.

count(S where free) > 0   ──►   any x in S has free
if yes: a otherwise: b    ──►   a
roll of a die with one face  ──►  the face
the item at i of a list of one  ──►  its first
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from operator import is_

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk


def fold(program: p.Program) -> p.Program:
    """The program with every expression and statement folded."""
    dice = tuple((die.name, die.faces[0]) for die in program.dice if len(die.faces) == 1)
    functions = {
        name: walk.changed(fn, body=_whole(fn.body)) for name, fn in program.functions.items()
    }
    procedures = {
        name: replace(procedure, body=fold_block(procedure.body, dice))
        for name, procedure in program.procedures.items()
    }
    watches = [walk.changed(w, cond=_whole(w.cond)) for w in program.watches]
    return replace(program, functions=functions, procedures=procedures, watches=watches)


# ------------------------------------------------------------------------------------ expressions


@walk.remembered
def _whole(e: p.Expr) -> p.Expr:
    """A whole expression; the program is folded several times, and much of it stays as it is."""
    return fold_expr(e)


def fold_expr(e: p.Expr) -> p.Expr:
    """One expression, from the inside out; itself if nothing in it can be folded."""
    e = walk.map_expr(e, fold_expr)
    if isinstance(e, p.Var | p.Const):
        return e
    new = _folded_here(e)
    return e if new is e or _is_same(new, e) else new


def _is_same(new: p.Expr, e: p.Expr) -> bool:
    """Whether it is what it was, of the very same parts."""
    if type(new) is not type(e) or not isinstance(new, p.Op | p.Comp | p.Lookup):
        return False
    parts, before = walk.parts(new), walk.parts(e)
    return len(parts) == len(before) and all(map(is_, parts, before)) and new == e


def _folded_here(e: p.Expr) -> p.Expr:
    match e:
        case p.Op():
            return _operation(e)
        case p.Lookup(table, indexes):
            return b.lookup(table, *indexes)
        case p.Comp():
            return _loop(e)
        case p.Get(cell, index) if _is_first(cell, index):
            return p.Get(cell, b.ZERO)
        case _:
            return e


def _is_first(cell: p.Cell, index: p.Expr | None) -> bool:
    """Whether an index can only be that of the one item there is."""
    return cell.length == 1 and index is not None and index != b.ZERO


def _operation(e: p.Op) -> p.Expr:
    match e.name:
        case "and":
            return _no_more(b.and_(*e.args))
        case "or":
            return b.or_(*e.args)
        case "not":
            return b.not_(*e.args)
        case "if":
            return b.if_(*e.args)
        case "eq" | "ne" if b.same(*e.args):
            return b.const(e.name == "eq")
        case _:
            return _some(_folded(e))


_TOLD_BY_PARTS = frozenset(("add", "sub", "mul", "eq", "ne", "lt", "le", "gt", "ge"))
"""Operations that may say something shorter when some of their arguments are known."""


def _folded(e: p.Op) -> p.Expr:
    if all(isinstance(arg, p.Const) for arg in e.args):
        return b.op(e.name, *e.args, form=e.form)
    if e.name not in _TOLD_BY_PARTS:
        return e
    match e:
        case p.Op("add", (left, p.Const(0))) | p.Op("sub", (left, p.Const(0))):
            return left
        case p.Op("add", (p.Const(0), right)):
            return right
        case p.Op("sub", (left, p.Const(int() as n))):
            return _folded(p.Op("add", (left, p.Const(-n, "int")), "int"))
        case p.Op(
            "add", (p.Op("add" | "sub" as inner, (x, p.Const(int() as m))), p.Const(int() as n))
        ):
            return b.add(x, b.const(n + m if inner == "add" else n - m))
        case p.Op("sub", (p.Op("add", (x, p.Const(int() as m))), p.Const(int() as n))):
            return b.add(x, b.const(m - n))
        case p.Op("mul", (left, p.Const(1))):
            return left
        case p.Op(
            "eq" | "ne" | "lt" | "le" | "gt" | "ge" as name,
            (p.Op("add", (x, p.Const(int() as m))), p.Const(int() as n)),
        ):
            return b.op(name, x, b.const(n - m))
        case p.Op("eq" | "ne", (p.Library(".spaces", (_, place)), p.Const(0))):
            return b.op("lt" if e.name == "eq" else "ge", place, b.ZERO)
        case _:
            return e


def _no_more(e: p.Expr) -> p.Expr:
    """No, where what stands before a no, or says its own opposite, cannot fail."""
    if not isinstance(e, p.Op) or e.name != "and":
        return e
    sure = tuple(takewhile(_is_sure, e.args))
    left = e.args[len(sure) : len(sure) + 1]
    return b.FALSE if left == (b.FALSE,) or any(b.not_(arg) in sure for arg in sure) else e


def _is_sure(e: p.Expr) -> bool:
    """Whether it has a value whatever happens."""
    match e:
        case p.Var():
            return True
        case p.Const():
            return e != b.FALSE
        case p.Get(_, index):
            return index is None or _is_sure(index)
        case p.Op("eq" | "ne" | "lt" | "le" | "gt" | "ge" | "not", args):
            return all(map(_is_sure, args))
        case _:
            return False


_SOME = {("gt", 0), ("ge", 1), ("ne", 0)}
_NONE = {("eq", 0), ("le", 0), ("lt", 1)}
_COMPARED = frozenset(name for name, _ in _SOME | _NONE)


def _some(e: p.Expr) -> p.Expr:
    """`count(...) > 0` is `any`."""
    if not (isinstance(e, p.Op) and e.name in _COMPARED):
        return e
    match e:
        case p.Op(name, (p.Comp("count") as counted, p.Const(int() as number))) if (
            name,
            number,
        ) in _SOME | _NONE:
            some = p.Comp("any", counted.var, counted.source, counted.cond, b.TRUE, "bool")
            return some if (name, number) in _SOME else b.not_(some)
        case p.Op(name, (p.Op("size", (mask,)), p.Const(int() as number))) if (
            name,
            number,
        ) in _SOME | _NONE:
            return p.Op("ne" if (name, number) in _SOME else "eq", (mask, b.NO_MASK), "bool")
        case _:
            return e


def _loop(e: p.Comp) -> p.Expr:
    """Loops over nothing, and filters that always or never hold."""
    if e.kind in ("any", "every"):
        return _claim(e)
    if e.cond == b.TRUE:
        e = replace(e, cond=None)
    walked = b.Walk(e.var, e.source, e.cond)
    return b.comp(e.kind, walked, e.body, e.default, e.form)


def _claim(e: p.Comp) -> p.Expr:
    claim = walk.claim(e)
    if e.kind == "any" and claim == b.FALSE:
        return b.FALSE
    if e.kind == "every" and claim == b.TRUE:
        return b.TRUE
    items = known(e.source)
    if items == ():
        return b.FALSE if e.kind == "any" else b.TRUE
    if items is not None and isinstance(claim, p.Const):
        return claim
    if isinstance(e.source, p.Bits) and claim == b.const(e.kind == "any"):
        return _folded(p.Op("ne" if e.kind == "any" else "eq", (e.source.mask, b.NO_MASK), "bool"))
    return e


def known(source: p.Source) -> tuple[p.Datum, ...] | None:
    """The items of a source that never changes."""
    match source:
        case p.Range(p.Const(int() as low), p.Const(int() as high)):
            return tuple(range(low, high))
        case p.Items(p.Const(tuple() as items)):
            return items
        case p.Items(p.Lookup(table, ())):
            return table.data
        case p.Bits(p.Const(int() as mask)):
            return walk.members(mask)
        case _:
            return None


# ------------------------------------------------------------------------------------- statements


Dice = tuple[tuple[str, int], ...]
"""Dice with one face, and which it is."""


def fold_block(block: p.Block, dice: Dice) -> p.Block:
    """Statements up to the first that goes elsewhere."""
    found: list[p.Stmt] = []
    for stmt in block:
        new = _stmt(stmt, dice)
        found.extend(new)
        if walk.leaves(new):
            break
    return tuple(found)


@walk.remembered
def _stmt(stmt: p.Stmt, dice: Dice) -> p.Block:
    stmt = walk.map_stmt(stmt, fold_expr)
    stmt = walk.map_blocks(stmt, lambda block: fold_block(block, dice))
    match stmt:
        case p.If(p.Const(value), then, otherwise):
            return then if value else otherwise
        case p.If(_, (), ()):
            return ()
        case p.If(cond, (), otherwise):
            return (p.If(b.not_(cond), otherwise, (), stmt.span),)
        case p.For() if known(stmt.source) == () or not stmt.body:
            return ()
        case p.Only(()):
            return ()
        case p.Region(label, body):
            left = any(isinstance(s, p.Leave) and s.label == label for s in walk.statements(body))
            return (stmt,) if left else body
        case p.Nature(kind="die") if stmt.die in (faces := dict(dice)):
            return (p.Assign(stmt.var, b.const(faces[stmt.die]), stmt.span),)
        case p.Store(cell, index) if _is_first(cell, index):
            return (replace(stmt, index=b.ZERO),)
        case p.Nature(kind="pool", pools=p.Cell() as cell) if _is_first(cell, stmt.args[0]):
            return (replace(stmt, args=(b.ZERO,)),)
        case _:
            return (stmt,)
