"""Statements: what stands in them, and the same with other parts."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import assert_never

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.walk.expressions import (
    ExprMap,
    changed,
    inside,
    map_each,
    map_maybe,
    map_source,
    source_parts,
)
from hoyle.compiler.ir.walk.memory import remembered

# ------------------------------------------------------------------------------- what stands in it


def stmt_exprs(stmt: p.Stmt) -> tuple[p.Expr, ...]:
    """The expressions directly in a statement; those of statements inside are not among them."""
    match stmt:
        case p.Assign():
            return (stmt.value,)
        case p.Store():
            return (stmt.value,) if stmt.index is None else (stmt.index, stmt.value)
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
            return (*stmt.args, stmt.audience, *(() if stmt.doer is None else (stmt.doer,)))
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


def blocks(stmt: p.Stmt) -> tuple[p.Block, ...]:
    """The blocks directly inside a statement."""
    match stmt:
        case p.Assign() | p.Store():
            return ()
        case p.If():
            return (stmt.then, stmt.otherwise)
        case p.Loop() | p.For() | p.Region() | p.Only() | p.AtOnce():
            return (stmt.body,)
        case _:
            return ()


@remembered
def statements(block: p.Block) -> tuple[p.Stmt, ...]:
    """All statements of a block, those inside others included, in the order of the text."""
    found: list[p.Stmt] = []
    for stmt in block:
        found.append(stmt)
        for inner in blocks(stmt):
            if inner:
                found += statements(inner)
    return tuple(found)


@remembered
def all_exprs(block: p.Block) -> tuple[p.Expr, ...]:
    """Every expression of a block, from the outside in, those of statements inside included."""
    found: list[p.Expr] = []
    for stmt in block:
        found += own_exprs(stmt)
        for inner in blocks(stmt):
            if inner:
                found += all_exprs(inner)
    return tuple(found)


@remembered
def own_exprs(stmt: p.Stmt) -> tuple[p.Expr, ...]:
    """The expressions of a statement, but for those of statements inside, with all in them."""
    return tuple(x for e in stmt_exprs(stmt) for x in inside(e))


@remembered
def calls(block: p.Block) -> tuple[p.CallProc, ...]:
    """All calls of procedures in a block."""
    return tuple(stmt for stmt in statements(block) if isinstance(stmt, p.CallProc))


def written_cell(stmt: p.Stmt) -> str | None:
    """The cell that a statement itself writes, or draws from."""
    match stmt:
        case p.Store(cell) | p.Nature(pools=p.Cell() as cell):
            return cell.name
        case _:
            return None


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


# ---------------------------------------------------------------------------------- the same anew


def map_stmt(stmt: p.Stmt, f: ExprMap) -> p.Stmt:
    """The statement with `f` done to each expression directly in it; itself if that changes
    nothing."""
    match stmt:
        case p.Assign(var, value, span):
            new = f(value)
            return stmt if new is value else p.Assign(var, new, span)
        case p.Store():
            return changed(stmt, index=map_maybe(stmt.index, f), value=f(stmt.value))
        case p.If(cond, then, otherwise, span):
            new = f(cond)
            return stmt if new is cond else p.If(new, then, otherwise, span)
        case p.For():
            return changed(stmt, source=map_source(stmt.source, f))
        case p.CallProc():
            return changed(stmt, args=map_each(stmt.args, f))
        case p.Return(value):
            return changed(stmt, value=map_maybe(value, f))
        case p.Ask():
            return _map_ask(stmt, f)
        case p.Nature():
            args, doer = map_each(stmt.args, f), map_maybe(stmt.doer, f)
            return changed(stmt, args=args, audience=f(stmt.audience), doer=doer)
        case p.Log():
            return changed(stmt, audience=f(stmt.audience), parts=_map_words(stmt.parts, f))
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


def _map_ask(ask: p.Ask, f: ExprMap) -> p.Ask:
    return changed(
        ask,
        actor=f(ask.actor),
        choices=map_each(ask.choices, lambda choice: _map_choice(choice, f)),
        prompt=_map_words(ask.prompt, f),
        could=map_maybe(ask.could, f),
    )


def _map_choice(choice: p.Choice, f: ExprMap) -> p.Choice:
    guards = map_each(choice.guards, lambda guard: changed(guard, cond=f(guard.cond)))
    labels = map_each(choice.labels, lambda label: _map_words(label, f))
    return changed(choice, options=f(choice.options), guards=guards, labels=labels)


def _map_words(words: tuple[str | p.Hole, ...], f: ExprMap) -> tuple[str | p.Hole, ...]:
    return map_each(
        words, lambda word: word if isinstance(word, str) else changed(word, value=f(word.value))
    )


def map_blocks(stmt: p.Stmt, f: Callable[[p.Block], p.Block]) -> p.Stmt:
    """The statement with `f` done to each block directly inside; itself if that changes nothing."""
    match stmt:
        case p.Assign() | p.Store():
            return stmt
        case p.If(cond, then, otherwise, span):
            first, second = f(then), f(otherwise)
            same = _same(first, then) and _same(second, otherwise)
            return stmt if same else p.If(cond, first, second, span)
        case p.Loop() | p.For() | p.Region() | p.Only() | p.AtOnce():
            body = f(stmt.body)
            return stmt if _same(body, stmt.body) else changed(stmt, body=body)
        case _:
            return stmt


def _same(one: p.Block, other: p.Block) -> bool:
    """Whether two blocks are of the very same statements."""
    return len(one) == len(other) and all(map(is_, one, other))
