"""A claim: a subject, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.to_docs.english import things
from hoyle.compiler.to_docs.english.nouns import Noun
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.dsl import nodes as n
from hoyle.dsl.records import record

Predicate = Callable[[Noun], str]


@record(eq=False)
class Claim:
    """A subject and what is said of it; `node` is the expression that the subject stands for."""

    node: n.Expr | None
    subject: Noun
    predicate: Predicate


def on(scene: Scene, node: n.Expr, predicate: Predicate) -> Claim:
    """A claim about what an expression stands for."""
    return Claim(node, things.noun(scene, node), predicate)
