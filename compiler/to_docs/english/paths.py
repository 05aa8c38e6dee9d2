"""How figures walk, and what they see."""

from __future__ import annotations

from typing import assert_never

from hoyle.compiler.to_docs.english import claims, things, words
from hoyle.compiler.to_docs.english.nouns import Noun
from hoyle.compiler.to_docs.english.said import Said, bare, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, at, clause
from hoyle.compiler.to_docs.english.telling import said
from hoyle.dsl import nodes as n


def told(scene: Scene, node: n.Movement | n.Sight) -> Said:
    """A movement, or who sees whom."""
    match node:
        case n.Movement(name, figure):
            walk = words.spaced(name.text)
            title = f"{words.article(walk)} {walk} of {_a(scene, figure.text)}"
            inner = _walking(scene, figure.text)
            steps = _steps(inner, node.rules, walk)
            return said("movement", title, node, steps)
        case n.Sight(figures):
            names = listed((scene.known.thing(one.text, True) for one in figures), "and")
            inner = scene.saying("this", Noun("the figure")).about(figures[0].text)
            return said("sight", f"What {names} see", node, _steps(inner, node.rules, "look"))
    assert_never(node)


def _a(scene: Scene, name: str) -> str:
    thing = scene.known.thing(name)
    return f"{words.article(bare(thing))} {thing}"


def _walking(scene: Scene, figure: str) -> Scene:
    """A step goes from one space to the next."""
    board = scene.game.tables[figure].stands_on if figure in scene.game.tables else None
    space = scene.known.thing(board) if board else "space"
    names = {
        "this": Noun(f"the {scene.known.thing(figure)}"),
        "here": Noun(f"the {space} left"),
        "there": Noun(f"the {space} entered"),
        "rise": Noun("the rise of the step"),
    }
    for name, noun in names.items():
        scene = scene.saying(name, noun)
    return scene.saying("it", names["this"]).about(figure)


def _steps(
    scene: Scene, rules: tuple[n.MovementRule | n.SightRule | n.Doc, ...], walk: str
) -> list[Step]:
    steps: list[Step] = []
    prose: list[n.Doc] = []
    for rule in rules:
        if isinstance(rule, n.Doc):
            prose.append(rule)
            continue
        steps.append(at(clause(_rule(scene, rule, walk)), rule, prose))
        prose = []
    return steps


def _rule(scene: Scene, rule: n.MovementRule | n.SightRule, walk: str) -> str:
    match rule:
        case n.Allow(amount, None):
            return f"a {walk} may cost up to {things.noun(scene, amount)}"
        case n.Allow(amount, condition):
            assert condition is not None
            still = claims.claim(scene, condition)
            return f"as long as {still}, it may cost up to {things.noun(scene, amount)}"
        case n.Cost(amount):
            return f"a step costs {things.noun(scene, amount)}"
        case n.Bar(name, condition):
            return f"{_named(name)}: no step is taken if {claims.claim(scene, condition)}"
        case n.Halt(name, condition):
            return (
                f"{_named(name)}: the {walk} ends after a step if {claims.claim(scene, condition)}"
            )
        case n.Rest(name, condition):
            return f"{_named(name)}: the {walk} may end only where {claims.claim(scene, condition)}"
        case _:
            return _look(scene, rule)


def _named(name: n.Name) -> str:
    return f"“{words.spaced(name.text)}”"


def _look(scene: Scene, rule: n.SightRule) -> str:
    space = Noun("the space")
    bare_space = scene.saying("it", space).saying("this", space)
    match rule:
        case n.Eye(height):
            return f"a look begins at the height of {things.noun(scene, height)}"
        case n.Aim(at_space, heights):
            inner = bare_space if at_space else scene
            aims = listed((things.noun(inner, one).text for one in heights), "or")
            what = "a look at a bare space" if at_space else "a look at a figure"
            return f"{what} goes to the height of {aims}"
        case n.Column(height):
            return (
                f"a space stands in the way up to the height of {things.noun(bare_space, height)}"
            )
        case n.AdjacentAlways():
            return "what stands next to a figure is always seen by it"
        case n.Touching(way):
            state = "is clear" if way == "clear" else "is blocked"
            return f"a look that only touches what is too high {state}"
    assert_never(rule)
