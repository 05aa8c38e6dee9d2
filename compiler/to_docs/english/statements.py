"""The statements of a block in order, each in words."""

from __future__ import annotations

from typing import assert_never

from hoyle.compiler.to_docs.english import changes, choices, deeds, flow, occurrences
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, at
from hoyle.dsl import nodes as n


def block(scene: Scene, body: n.Block | None) -> list[Step]:
    """The steps of a block; names bound in it are known to what follows."""
    if body is None:
        return []
    told: list[Step] = []
    prose: list[n.Doc] = []
    for one in body.statements:
        if isinstance(one, n.Doc):
            prose.append(one)
            continue
        steps = statement(scene, one)
        if len(steps) == 1 and not steps[0].below:
            scene.known.lines.setdefault(one.span, steps[0].said)
        told += [at(steps[0], one, prose), *(at(step, one) for step in steps[1:])] if steps else []
        scene = _knowing(scene, one)
        prose = []
    return told


def _knowing(scene: Scene, one: n.Statement) -> Scene:
    """The scene behind a statement that binds a name."""
    match one:
        case n.Choose(pick) | n.MayChoose(pick):
            return scene.saying(pick.name.text, choices.chosen(scene, pick))
        case n.Let(name):
            return scene.saying(name.text, changes.named(scene, name))
        case _:
            return scene


def statement(scene: Scene, node: n.Statement) -> list[Step]:
    """One statement; a choice with a block is followed by its block."""
    match node:
        case n.Let():
            return [changes.let(scene, node)]
        case n.Assign() | n.Add() | n.Subtract():
            return [changes.change(scene, node)]
        case n.Verb():
            return [deeds.verb(scene, node)]
        case n.RollDeed() | n.RollAgain():
            return [deeds.rolling(scene, node)]
        case n.Perform(deed):
            return [occurrences.perform(scene, deed)]
        case n.End() | n.Stop() | n.Until() | n.Return() | n.Victory():
            return [flow.leaving(scene, node)]
        case n.If():
            return flow.if_(scene, node)
        case n.Each() | n.Together() | n.GoRound() | n.As():
            return [flow.going(scene, node)]
        case n.Repeat() | n.RepeatUntil() | n.RepeatTimes():
            return [flow.repeating(scene, node)]
        case n.With() | n.AtOnce():
            return [flow.holding(scene, node)]
        case n.Match():
            return [flow.match(scene, node)]
        case n.Choose():
            return choices.choose(scene, node)
        case n.ChooseBranch():
            return choices.choose_branch(scene, node)
        case n.May():
            return choices.may(scene, node)
        case n.MayChoose():
            return choices.may_choose(scene, node)
        case n.Offer():
            return [choices.offer(scene, node)]
    assert_never(node)
