"""Taking out what does nothing: regions that nothing leaves, code behind a jump, empty branches."""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir


def tidy(program: p.Program) -> None:
    """Tidy all procedures."""
    for name, procedure in program.procedures.items():
        program.procedures[name] = replace(procedure, body=tidied(procedure.body))


def tidied(block: p.Block) -> p.Block:
    """A block without what does nothing."""
    kept: list[p.Stmt] = []
    for stmt in block:
        for inner in _simpler(ir.map_blocks(stmt, tidied)):
            kept.append(inner)
            if ends(inner):
                return tuple(kept)
    return tuple(kept)


def _simpler(stmt: p.Stmt) -> p.Block:
    match stmt:
        case p.If(p.Const(value), then, otherwise):
            return then if value else otherwise
        case p.If(_, (), ()):
            return ()
        case p.If(cond, (), otherwise, span):
            return (p.If(b.not_(cond), otherwise, (), span),)
        case p.Region(label, body) if not _leaves(body, label):
            return body
        case p.Region(label, (*front, p.Leave(left)), span) if left == label:
            return _simpler(p.Region(label, tuple(front), span))
        case p.AtOnce(()):
            return (p.Moment(stmt.span),)
        case p.Loop(label, (*body, p.Leave(left)), _, span) if left == label:
            if not _turns(tuple(body), label):
                return _simpler(p.Region(label, tuple(body), span))
            return (stmt,)
        case _:
            return (stmt,)


def ends(stmt: p.Stmt) -> bool:
    """Whether control never goes on behind a statement."""
    match stmt:
        case p.Leave() | p.Again() | p.Return() | p.Over() | p.Fail():
            return True
        case p.If(_, then, otherwise):
            return block_ends(then) and block_ends(otherwise)
        case p.Loop(label, body):
            return not _leaves(body, label)
        case p.Region(label, body):
            return block_ends(body) and not _leaves(body, label)
        case p.AtOnce(body):
            return block_ends(body)
        case _:
            return False


def block_ends(block: p.Block) -> bool:
    """Whether control never reaches the end of a block."""
    return bool(block) and ends(block[-1])


def _leaves(block: p.Block, label: str) -> bool:
    """Whether something inside leaves (or turns) a label."""
    return any(
        (isinstance(stmt, p.Leave | p.Again) and stmt.label == label)
        or any(_leaves(inner, label) for inner in ir.blocks(stmt))
        for stmt in block
    )


def _turns(block: p.Block, label: str) -> bool:
    return any(
        (isinstance(stmt, p.Again) and stmt.label == label)
        or any(_turns(inner, label) for inner in ir.blocks(stmt))
        for stmt in block
    )
