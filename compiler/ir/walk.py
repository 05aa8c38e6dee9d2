"""Walking and rebuilding programs: the parts of expressions, sources and statements.

Every pass is written with these; none of them looks into a node by itself. `map_*` rebuild a node
from changed parts (and give back the same object where nothing changed), the others iterate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import is_
from typing import assert_never

from hoyle.compiler.ir import program as p

ExprMap = Callable[[p.Expr], p.Expr]

# ------------------------------------------------------------------------------------ expressions


def map_expr(e: p.Expr, f: ExprMap) -> p.Expr:
    """The expression with `f` done to each expression directly inside; itself if that changes
    nothing."""
    match e:
        case p.Var() | p.Const() | p.Answer() | p.Get(_, None):
            return e
        case p.Op(name, args, form):
            new = _each(args, f)
            return e if new is args else p.Op(name, new, form)
        case p.Get(cell, index):
            at = _maybe(index, f)
            return e if at is index else p.Get(cell, at)
        case p.Lookup(table, indexes):
            new = _each(indexes, f)
            return e if new is indexes else p.Lookup(table, new)
        case p.CallFn() | p.Library():
            new = _each(e.args, f)
            return e if new is e.args else replace(e, args=new)
        case p.Comp():
            return _map_loop(e, f)
        case p.RankComp():
            source, cond, keys = map_source(e.source, f), _maybe(e.cond, f), _each(e.keys, f)
            if source is e.source and cond is e.cond and keys is e.keys:
                return e
            return replace(e, source=source, cond=cond, keys=keys)
        case _:
            assert_never(e)


def _map_loop(e: p.Comp, f: ExprMap) -> p.Expr:
    source, cond = map_source(e.source, f), _maybe(e.cond, f)
    body, default = f(e.body), _maybe(e.default, f)
    if source is e.source and cond is e.cond and body is e.body and default is e.default:
        return e
    return p.Comp(e.kind, e.var, source, cond, body, e.form, default)


def _each(parts: tuple[p.Expr, ...], f: ExprMap) -> tuple[p.Expr, ...]:
    """All of them, mapped; the very same tuple if nothing changes."""
    new = tuple(map(f, parts))
    return parts if all(map(is_, parts, new)) else new


def _maybe(e: p.Expr | None, f: ExprMap) -> p.Expr | None:
    return None if e is None else f(e)


def map_source(source: p.Source, f: ExprMap) -> p.Source:
    """The source with `f` done to each expression directly inside; itself if that changes
    nothing."""
    match source:
        case p.Range(low, high):
            first, behind = f(low), f(high)
            return source if first is low and behind is high else p.Range(first, behind)
        case p.Bits(mask, size):
            new = f(mask)
            return source if new is mask else p.Bits(new, size)
        case p.Items(of):
            new = f(of)
            return source if new is of else p.Items(new)
        case _:
            assert_never(source)


def source_parts(source: p.Source) -> tuple[p.Expr, ...]:
    """The expressions directly inside a source."""
    match source:
        case p.Range(low, high):
            return (low, high)
        case p.Bits(mask, _):
            return (mask,)
        case p.Items(of):
            return (of,)
        case _:
            assert_never(source)


def parts(e: p.Expr) -> tuple[p.Expr, ...]:
    """The expressions directly inside, those of a source included."""
    match e:
        case p.Var() | p.Const() | p.Get(_, None):
            return ()
        case p.Answer(var):
            return (var,)
        case p.Get(_, index):
            return () if index is None else (index,)
        case p.Lookup(_, indexes):
            return indexes
        case p.Op() | p.CallFn() | p.Library():
            return e.args
        case p.Comp():
            rest = tuple(x for x in (e.cond, e.body, e.default) if x is not None)
            return (*source_parts(e.source), *rest)
        case p.RankComp():
            cond = () if e.cond is None else (e.cond,)
            return (*source_parts(e.source), *cond, *e.keys)
        case _:
            assert_never(e)


def inside(e: p.Expr) -> Iterator[p.Expr]:
    """The expression and everything inside it, from the outside in."""
    yield e
    for part in parts(e):
        yield from inside(part)


def free(e: p.Expr) -> frozenset[str]:
    """Names of the variables that an expression reads and does not bind itself."""
    if isinstance(e, p.Var):
        return frozenset((e.name,))
    if isinstance(e, p.Comp | p.RankComp):
        return _free_in_loop(e)
    found: frozenset[str] = frozenset()
    for part in parts(e):
        found |= free(part)
    return found


def _free_in_loop(e: p.Comp | p.RankComp) -> frozenset[str]:
    around: frozenset[str] = frozenset()
    for part in source_parts(e.source):
        around |= free(part)
    within: frozenset[str] = frozenset()
    for part in parts(e)[len(source_parts(e.source)) :]:
        within |= free(part)
    return around | (within - {e.var.name})


def substitute(e: p.Expr, values: Mapping[str, p.Expr]) -> p.Expr:
    """The expression with variables replaced; what it binds itself must not stand in `values`."""
    if isinstance(e, p.Var):
        return values.get(e.name, e)
    if isinstance(e, p.Answer):
        new = values.get(e.var.name, e.var)
        return replace(e, var=new) if isinstance(new, p.Var) else e
    if isinstance(e, p.Comp | p.RankComp) and e.var.name in values:
        var = values[e.var.name]
        if isinstance(var, p.Var):
            e = replace(e, var=var)
        else:
            values = {name: value for name, value in values.items() if name != e.var.name}
    return map_expr(e, lambda part: substitute(part, values))


def bound(e: p.Expr) -> frozenset[str]:
    """Names of the variables that an expression binds somewhere inside."""
    loops = (x for x in inside(e) if isinstance(x, p.Comp | p.RankComp))
    return frozenset(loop.var.name for loop in loops)


def cells_read(e: p.Expr, functions: Mapping[str, p.Fn]) -> frozenset[str]:
    """Names of all cells that an expression reads, closed over the functions it calls."""
    return _cells_read(e, functions, frozenset())


def _cells_read(e: p.Expr, functions: Mapping[str, p.Fn], seen: frozenset[str]) -> frozenset[str]:
    found: set[str] = set()
    for x in inside(e):
        if isinstance(x, p.Get):
            found.add(x.cell.name)
        elif isinstance(x, p.CallFn) and x.name not in seen:
            seen |= {x.name}
            found |= _cells_read(functions[x.name].body, functions, seen)
    return frozenset(found)


def members(mask: int) -> tuple[int, ...]:
    """The members of a mask, ascending."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def claim(e: p.Comp) -> p.Expr:
    """What `any` or `every` claims of an item; without a condition `any` asks for an item only."""
    return p.Const(True, "bool") if e.cond is None else e.cond


def is_atom(e: p.Expr) -> bool:
    """Whether an expression costs nothing to read again."""
    return isinstance(e, p.Var | p.Const)


# ------------------------------------------------------------------------------------- statements


def stmt_exprs(stmt: p.Stmt) -> tuple[p.Expr, ...]:
    """The expressions directly in a statement; those of statements inside are not among them."""
    match stmt:
        case p.Assign() | p.Store():
            index = stmt.index if isinstance(stmt, p.Store) else None
            return (stmt.value,) if index is None else (index, stmt.value)
        case p.If():
            return (stmt.cond,)
        case p.For():
            return source_parts(stmt.source)
        case p.CallProc():
            return stmt.args
        case p.Return():
            return () if stmt.value is None else (stmt.value,)
        case p.Ask():
            return _ask_exprs(stmt)
        case p.Nature():
            return (*stmt.args, stmt.audience)
        case p.Log():
            return (stmt.audience, *_holes(stmt.parts))
        case (
            p.Loop()
            | p.Region()
            | p.Leave()
            | p.Again()
            | p.Revealed()
            | p.Only()
            | p.Moment()
            | p.AtOnce()
            | p.Over()
            | p.Fail()
        ):
            return ()
        case _:
            assert_never(stmt)


def _holes(words: tuple[str | p.Hole, ...]) -> tuple[p.Expr, ...]:
    return tuple(word.value for word in words if isinstance(word, p.Hole))


def _ask_exprs(ask: p.Ask) -> tuple[p.Expr, ...]:
    found: list[p.Expr] = [ask.actor, *_holes(ask.prompt)]
    if ask.could is not None:
        found.append(ask.could)
    for choice in ask.choices:
        found.append(choice.options)
        found.extend(guard.cond for guard in choice.guards)
        for label in choice.labels:
            found.extend(_holes(label))
    return tuple(found)


def ask_free(ask: p.Ask) -> frozenset[str]:
    """Variables that an ask reads; the candidate that guards speak of is its own."""
    found: frozenset[str] = frozenset()
    own = {choice.var.name for choice in ask.choices}
    for e in _ask_exprs(ask):
        found |= free(e)
    return found - own


def stmt_free(stmt: p.Stmt) -> frozenset[str]:
    """Variables that the expressions directly in a statement read."""
    if isinstance(stmt, p.Ask):
        return ask_free(stmt)
    found: frozenset[str] = frozenset()
    for e in stmt_exprs(stmt):
        found |= free(e)
    return found


def map_stmt(stmt: p.Stmt, f: ExprMap) -> p.Stmt:
    """The statement with `f` done to each expression directly in it; itself if that changes
    nothing."""
    match stmt:
        case p.Assign(var, value, span):
            new = f(value)
            return stmt if new is value else p.Assign(var, new, span)
        case p.Store(_, index, value):
            at, new = _maybe(index, f), f(value)
            same = at is index and new is value
            return stmt if same else replace(stmt, index=at, value=new)
        case p.If(cond, then, otherwise, span):
            new = f(cond)
            return stmt if new is cond else p.If(new, then, otherwise, span)
        case p.For():
            source = map_source(stmt.source, f)
            return stmt if source is stmt.source else replace(stmt, source=source)
        case p.CallProc():
            args = _each(stmt.args, f)
            return stmt if args is stmt.args else replace(stmt, args=args)
        case p.Return(value):
            answer = _maybe(value, f)
            return stmt if answer is value else replace(stmt, value=answer)
        case p.Ask():
            return replace(
                stmt,
                actor=f(stmt.actor),
                choices=tuple(_map_choice(choice, f) for choice in stmt.choices),
                prompt=_map_words(stmt.prompt, f),
                could=_maybe(stmt.could, f),
            )
        case p.Nature():
            return replace(stmt, args=_each(stmt.args, f), audience=f(stmt.audience))
        case p.Log():
            return replace(stmt, audience=f(stmt.audience), parts=_map_words(stmt.parts, f))
        case (
            p.Loop()
            | p.Region()
            | p.Leave()
            | p.Again()
            | p.Revealed()
            | p.Only()
            | p.Moment()
            | p.AtOnce()
            | p.Over()
            | p.Fail()
        ):
            return stmt
        case _:
            assert_never(stmt)


def _map_choice(choice: p.Choice, f: ExprMap) -> p.Choice:
    guards = tuple(replace(guard, cond=f(guard.cond)) for guard in choice.guards)
    labels = tuple(_map_words(label, f) for label in choice.labels)
    return replace(choice, options=f(choice.options), guards=guards, labels=labels)


def _map_words(words: tuple[str | p.Hole, ...], f: ExprMap) -> tuple[str | p.Hole, ...]:
    return tuple(
        replace(word, value=f(word.value)) if isinstance(word, p.Hole) else word for word in words
    )


def blocks(stmt: p.Stmt) -> tuple[p.Block, ...]:
    """The blocks directly inside a statement."""
    match stmt:
        case p.If(_, then, otherwise):
            return (then, otherwise)
        case p.Loop() | p.For() | p.Region() | p.Only() | p.AtOnce():
            return (stmt.body,)
        case _:
            return ()


def map_blocks(stmt: p.Stmt, f: Callable[[p.Block], p.Block]) -> p.Stmt:
    """The statement with `f` done to each block directly inside; itself if that changes nothing."""
    match stmt:
        case p.If(cond, then, otherwise, span):
            first, second = f(then), f(otherwise)
            same = _same(first, then) and _same(second, otherwise)
            return stmt if same else p.If(cond, first, second, span)
        case p.Loop() | p.For() | p.Region() | p.Only() | p.AtOnce():
            body = f(stmt.body)
            return stmt if _same(body, stmt.body) else replace(stmt, body=body)
        case _:
            return stmt


def _same(one: p.Block, other: p.Block) -> bool:
    """Whether two blocks are of the very same statements."""
    return len(one) == len(other) and all(map(is_, one, other))


def statements(block: p.Block) -> Iterator[p.Stmt]:
    """All statements of a block, those inside others included, in the order of the text."""
    for stmt in block:
        yield stmt
        for inner in blocks(stmt):
            yield from statements(inner)


def all_exprs(block: p.Block) -> Iterator[p.Expr]:
    """Every expression of a block, from the outside in, those of statements inside included."""
    for stmt in statements(block):
        for e in stmt_exprs(stmt):
            yield from inside(e)


def bound_var(stmt: p.Stmt) -> p.Var | None:
    """The variable that a statement itself binds."""
    match stmt:
        case p.Assign() | p.Ask() | p.Nature() | p.For():
            return stmt.var
        case p.CallProc():
            return stmt.var
        case _:
            return None


def rename(block: p.Block, names: Mapping[str, str]) -> p.Block:
    """The block with variables renamed, wherever they stand."""
    return tuple(_rename(stmt, names) for stmt in block)


def _rename(stmt: p.Stmt, names: Mapping[str, str]) -> p.Stmt:
    stmt = map_blocks(stmt, lambda block: rename(block, names))
    stmt = map_stmt(stmt, lambda e: rename_expr(e, names))
    match stmt:
        case p.Ask():
            choices = tuple(replace(c, var=_renamed(c.var, names)) for c in stmt.choices)
            return replace(stmt, var=_renamed(stmt.var, names), choices=choices)
        case p.Assign() | p.Nature() | p.For():
            return replace(stmt, var=_renamed(stmt.var, names))
        case p.CallProc() if stmt.var is not None:
            return replace(stmt, var=_renamed(stmt.var, names))
        case _:
            return stmt


def _renamed(var: p.Var, names: Mapping[str, str]) -> p.Var:
    return p.Var(names.get(var.name, var.name), var.form, var.domain)


def rename_expr(e: p.Expr, names: Mapping[str, str]) -> p.Expr:
    """The expression with variables renamed, those it binds included."""
    match e:
        case p.Var():
            return _renamed(e, names)
        case p.Answer():
            return replace(e, var=_renamed(e.var, names))
        case p.Comp() | p.RankComp():
            named = replace(e, var=_renamed(e.var, names))
            return map_expr(named, lambda part: rename_expr(part, names))
        case _:
            return map_expr(e, lambda part: rename_expr(part, names))


def variables(block: p.Block) -> dict[str, p.Var]:
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
        elif isinstance(e, p.Comp | p.RankComp):
            found.setdefault(e.var.name, e.var)
    return found


def calls(block: p.Block) -> Iterator[p.CallProc]:
    """All calls of procedures in a block."""
    for stmt in statements(block):
        if isinstance(stmt, p.CallProc):
            yield stmt


def leaves(block: p.Block) -> bool:
    """Whether nothing behind the block is ever reached from its end."""
    if not block:
        return False
    match block[-1]:
        case p.Leave() | p.Again() | p.Return() | p.Over() | p.Fail():
            return True
        case p.If(_, then, otherwise):
            return leaves(then) and leaves(otherwise)
        case p.Loop(label, body):
            return not any(isinstance(s, p.Leave) and s.label == label for s in statements(body))
        case p.AtOnce(body) | p.Only(body):
            return leaves(body)
        case p.Region(label, body):
            left = any(isinstance(s, p.Leave) and s.label == label for s in statements(body))
            return leaves(body) and not left
        case _:
            return False


def alike(one: p.Expr, other: p.Expr) -> bool:
    """Whether two expressions are the same but for the names of the variables they bind."""
    return _canonical(one, 0) == _canonical(other, 0)


def _canonical(e: p.Expr, depth: int) -> p.Expr:
    """The expression with the variables it binds named by how deep they stand."""
    if isinstance(e, p.Comp | p.RankComp):
        e = rename_expr(e, {e.var.name: f"@{depth}"})
    return map_expr(e, lambda part: _canonical(part, depth + 1))
