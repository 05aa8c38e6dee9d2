"""Rules that pieces carry, and effects that last for a while."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from hoyle.compiler.to_docs.english import (
    claims,
    functions,
    groups,
    hooks,
    relatives,
    rules,
    things,
    values,
    words,
)
from hoyle.compiler.to_docs.english.nouns import IT, Noun
from hoyle.compiler.to_docs.english.said import Said, clean, link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, changed, clause, with_prose
from hoyle.compiler.to_docs.english.telling import knowing, parameters, said
from hoyle.dsl import nodes as n


def told(scene: Scene, node: n.Lasting | n.PieceRules) -> Said:
    """What is said under the name of a piece, or of an effect."""
    match node:
        case n.Lasting():
            return said("lasting", title(scene, node), node, lasting(scene, node))
        case n.PieceRules():
            inner = inside(scene, node)
            steps = with_prose(node.rules, partial(_line, inner))
            return said("piece", title(scene, node), node, steps)
    assert_never(node)


def title(scene: Scene, node: n.Lasting | n.PieceRules) -> str:
    """Whose rules these are: `Knight`, `Spaces whose site is “Gift”`, `all Goals`."""
    match node:
        case n.Lasting(head):
            name = words.spaced(head.name.text)
            return link("lasting", head.name.text, name) + parameters(scene, head.parameters)
        case n.PieceRules(subject, where):
            if isinstance(subject, n.Piece):
                return scene.known.row(subject.type.text, subject.name)
            many = groups.group(scene, subject)
            if where is None:
                return f"every {many.one}"
            inner = scene.about(subject.text)
            return f"{many.one}{relatives.relative(inner, where, 'it', many)[0]}"
    assert_never(node)


def inside(scene: Scene, node: n.Lasting | n.PieceRules) -> Scene:
    """The scene of the rules of a block: the piece is `it`."""
    if isinstance(node, n.Lasting):
        return knowing(scene, node.head.parameters)
    type_ = node.subject.type if isinstance(node.subject, n.Piece) else node.subject
    name = scene.known.thing(type_.text)
    this = Noun(f"this {name}")
    return scene.saying("this", this).saying("it", IT).about(type_.text)


def _line(scene: Scene, line: n.PieceRule) -> Step:
    match line:
        case n.Procedure():
            return _version(scene, line)
        case n.Value():
            (first, *more) = values.base(scene, line)
            return Step(first.said, (*first.below, *more), deed=False) if more else first
        case n.Adjust():
            return values.adjust(scene, line)
        case n.Hook():
            return hooks.hook(scene, line)
        case n.Action():
            return hooks.action(scene, line)
        case n.Lasting(head):
            name = f"“{words.spaced(head.name.text)}”"
            return Step(f"{name} means", tuple(lasting(scene, line)), numbered=False, deed=False)
        case n.Lift():
            return lift(scene, line)
        case n.Ruling(_, sentence):
            return clause(f"ruling: {clean(sentence)}")
        case n.Example(name):
            return clause(f"example: {clean(name)}")
        case n.PrintedFact():
            return _printed(scene, line)
    assert_never(line)


def _version(scene: Scene, node: n.Procedure) -> Step:
    """What a `to` does for this piece."""
    name = node.head.name.text
    steps = rules.procedure(scene, node)
    rule = link("rule", name, f"“{words.spaced(name)}”")
    if len(steps) == 1 and not steps[0].below:
        return changed(steps[0], said=f"{rule}: {steps[0].said}", deed=False)
    return Step(rule, tuple(steps), deed=False)


def _printed(scene: Scene, node: n.PrintedFact) -> Step:
    """What is printed on the piece."""
    name = node.name.text
    if name == "copies" and isinstance(node.value, n.Number):
        copies = node.value.value
        one = "is one" if copies == 1 else f"are {words.number(copies)}"
        return clause(f"there {one} of this")
    said_ = words.spaced(name)
    match node.value:
        case n.Word("yes"):
            return clause(f"it is marked “{said_}”")
        case n.Word("no"):
            return clause(f"it is not marked “{said_}”")
        case n.Text(told_):
            return clause(f"{said_}: {clean(told_)}")
        case _:
            return clause(f"{said_}: {things.noun(scene, node.value)}")


def lift(scene: Scene, node: n.Lift) -> Step:
    """Bars and halts of a movement that do not bind the bearer."""
    names = listed(f"“{words.spaced(name.text)}”" for name in node.names)
    when = f", if {claims.claim(scene, node.when.condition)}" if node.when else ""
    return clause(f"{names} {'do' if len(node.names) > 1 else 'does'} not bind the bearer{when}")


# ---------------------------------------------------------------------------------- lasting


def lasting(scene: Scene, node: n.Lasting) -> list[Step]:
    """How long it lasts, and what holds meanwhile."""
    inner = knowing(scene, node.head.parameters)
    steps: list[Step] = []
    if node.endings:
        until = listed((_ending(inner, one) for one in node.endings), "or")
        steps.append(clause(f"it lasts until {until}"))
    return [*steps, *with_prose(node.rules, partial(_line, inner))]


def _ending(scene: Scene, ending: n.Ending) -> str:
    """`the end of the turn`, `the next turn of the player`."""
    name = ending.what.name.text
    arguments = ending.what.arguments or ()
    said_ = words.spaced(name)
    shown = link("rule", name, said_ if name == "turn" else f"“{said_}”")
    whose = f" of {listed(functions.argument(scene, one).text for one in arguments)}"
    whose = whose if arguments else ""
    whose = whose.replace(" of you", "") if whose == " of you" else whose
    own = "your " if arguments == (n.Word("you"),) else "the "
    match ending.end_of, ending.next:
        case True, True:
            return f"the end of {own}next {shown}{whose}"
        case True, False:
            return f"the end of {own}{shown}{whose}"
        case _, True:
            return f"{own}next {shown}{whose} begins"
        case _:
            if name == "leave":
                return f"{listed(functions.argument(scene, one).text for one in arguments)} leaves"
            return f"{shown}{functions.for_arguments(scene, arguments)}"
