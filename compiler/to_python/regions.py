"""Regions: whether a body that can be left needs a loop of Python to be left by `break`."""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk


def tails(block: p.Block, label: str) -> p.Block:
    """What follows an `if` that leaves the region becomes its `otherwise`.

    if c: leave region; rest   ──►   if c: leave region, otherwise: rest
    """
    for index, stmt in enumerate(block[:-1]):
        if isinstance(stmt, p.If) and _has_leave(stmt.then, label) and walk.leaves(stmt.then):
            rest = tails((*stmt.otherwise, *block[index + 1 :]), label)
            return (*block[:index], replace(stmt, then=tails(stmt.then, label), otherwise=rest))
    return block


def _has_leave(block: p.Block, label: str) -> bool:
    return any(isinstance(s, p.Leave) and s.label == label for s in walk.statements(block))


def leaves_at_end(block: p.Block, label: str) -> bool:
    """Whether every `Leave` of a label stands where its region ends anyway."""
    if not block:
        return True
    if _has_leave(block[:-1], label):
        return False
    match block[-1]:
        case p.If(_, then, otherwise):
            return leaves_at_end(then, label) and leaves_at_end(otherwise, label)
        case p.Region(_, body) | p.AtOnce(body) | p.Only(body):
            return leaves_at_end(body, label)
        case _:
            return True
