"""What is done: `setup`, `play`, `turn`, `to`, `whenever`."""

from __future__ import annotations

from typing import assert_never

from hoyle.compiler.to_docs.english import claims, counts, groups, statements, words
from hoyle.compiler.to_docs.english.nouns import Noun
from hoyle.compiler.to_docs.english.said import Said
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, attach, changed, clause
from hoyle.compiler.to_docs.english.telling import knowing, parameters, said, type_words
from hoyle.dsl import nodes as n

_TITLES = {"setup": "Setup", "play": "The course of the game", "turn": "A turn"}


def rule(scene: Scene, node: n.Flow | n.Procedure | n.Whenever) -> Said:
    """A course of deeds."""
    match node:
        case n.Flow(moment, body):
            title = _TITLES[moment]
            return said(moment, title, node, statements.block(scene, body), numbered=True)
        case n.Procedure(head):
            title = words.spaced(head.name.text) + parameters(scene, head.parameters)
            title += _answer(scene, node)
            return said("rule", title, node, procedure(scene, node), numbered=True)
        case n.Whenever():
            told = changed(whenever(scene, node), span=node.span)
            return said("whenever", "At any time", node, [told])
    assert_never(node)


def procedure(scene: Scene, node: n.Procedure) -> list[Step]:
    """What a `to` does."""
    inner = knowing(scene, node.head.parameters)
    steps: list[Step] = []
    if node.guard is not None:
        holds = node.guard.word == "while"
        condition = claims.claim(inner, node.guard.condition, not holds)
        steps.append(clause(f"as soon as {condition}, all of this ends"))
    if node.body is None:
        steps.append(clause("nothing happens here, unless another rule says so"))
    steps += statements.block(inner, node.body)
    return steps


def _answer(scene: Scene, node: n.Procedure) -> str:
    """What a `to` answers, behind its title."""
    if node.gives is None:
        return ""
    name = words.spaced(node.gives.name.text)
    return f"; its answer is “{name}”: {type_words(scene, node.gives.type)}"


def whenever(scene: Scene, node: n.Whenever) -> Step:
    """What is done as soon as something is so."""
    condition: n.Expr = node.condition
    inner = scene
    while isinstance(condition, n.AnyHas):
        inner = inner.saying(condition.name.text, _that(scene, condition))
        condition = condition.claim
    inner = counts.knowing_sole(inner, node.condition)
    said_ = claims.claim(scene, node.condition)
    return attach(f"as soon as {said_},", statements.block(inner, node.body))


def _that(scene: Scene, node: n.AnyHas) -> Noun:
    return Noun(f"that {groups.group(scene, node.domain).one}")
