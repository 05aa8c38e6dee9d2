"""Values that read the step in hand: while a step is only looked at, they are given its spaces."""

from __future__ import annotations

from hoyle.dsl import game as g
from hoyle.dsl import walk

OF_STEP = ("here", "there", "walk_start", "rise_of_step")


def reads_step(decl: g.ValueDecl, known: dict[g.ValueDecl, bool]) -> bool:
    """Whether a value, or any value that it asks for, reads `here`, `there`, `walk_start`,
    `rise`. `known`: what has been found out before."""
    if decl not in known:
        known[decl] = any(_reads_itself(value) for value in _all_asked(decl))
    return known[decl]


def _all_asked(decl: g.ValueDecl) -> list[g.ValueDecl]:
    """A value and all that it asks for."""
    found: dict[g.ValueDecl, None] = {decl: None}
    waiting = [decl]
    while waiting:
        for node in _nodes(waiting.pop()):
            if isinstance(node, g.ValueOf) and node.value not in found:
                found[node.value] = None
                waiting.append(node.value)
    return list(found)


def _reads_itself(decl: g.ValueDecl) -> bool:
    return any(isinstance(x, g.Function) and x.name in OF_STEP for x in _nodes(decl))


def _nodes(decl: g.ValueDecl) -> list[walk.Node]:
    """Everything that a value and its adjustments are made of."""
    roots: list[walk.Node | None] = [decl.body]
    for adjust in decl.adjusts:
        roots += [adjust.amount, adjust.when, *(equals for _, equals in adjust.tests)]
        roots += [adjust.each[1]] if adjust.each is not None else []
    return list(walk.every(*roots))
