"""Arithmetic and dice in words."""

from __future__ import annotations

import re

from hoyle.compiler.to_docs.english import groups, things, words
from hoyle.compiler.to_docs.english.known import element
from hoyle.compiler.to_docs.english.nouns import Noun
from hoyle.compiler.to_docs.english.said import bare
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t


def amount(scene: Scene, node: n.Signed | n.Times | n.Over | n.Roll) -> Noun:
    """A product, a fraction, a number with its sign, a roll."""
    match node:
        case n.Signed("-", value):
            return Noun(f"minus {things.noun(scene, value)}")
        case n.Signed(_, value):
            return Noun(f"+{things.noun(scene, value)}")
        case n.Times(n.Number(2), right):
            return Noun(f"twice {_operand(scene, right)}")
        case n.Times(left, right):
            return Noun(f"{_operand(scene, left)} times {_operand(scene, right)}")
        case n.Over(n.Number(1), n.Number(2)):
            return Noun("a half")
        case n.Over(left, n.Number(2)):
            return Noun(f"half of {_operand(scene, left)}")
        case n.Over(left, right):
            return Noun(f"{_operand(scene, left)} divided by {_operand(scene, right)}")
        case n.Roll() if "roll" in scene.names:
            return scene.names["roll"]
        case n.Roll():
            return Noun(f"the result of {words.gerund(rolled(scene, node))}")


def added(scene: Scene, node: n.Sum) -> Noun:
    """A sum or a difference, or two sets put together."""
    if _is_set(scene, node):
        left, right = things.pieces(scene, node.left), things.pieces(scene, node.right)
        if node.sign == "-":
            return Noun(f"{left} without {right}", True)
        return Noun(f"{left} and {right}", True)
    if node.sign == "-" and node.left == n.Number(0):
        return Noun(f"minus {_operand(scene, node.right)}")
    first, second = things.noun(scene, node.left).text, _operand(scene, node.right)
    first = f"({first})" if ", " in bare(first) else first
    return Noun(f"{first} {'plus' if node.sign == '+' else 'minus'} {second}")


def _is_set(scene: Scene, node: n.Sum) -> bool:
    if isinstance(node.left, n.SetOf) or isinstance(node.right, n.SetOf):
        return True
    kind = scene.known.type_of(node)
    return element(kind) is not None and not isinstance(kind, t.TallyOf)


def _operand(scene: Scene, node: n.Expr) -> str:
    """A part of a product, or what is taken away: in brackets if it has parts of its own."""
    said = things.noun(scene, node).text
    parted = isinstance(node, n.Sum | n.IfElse) or ", " in bare(said)
    return f"({said})" if parted else said


# ---------------------------------------------------------------------------------- dice


def rolled(scene: Scene, node: n.Roll) -> str:
    """A roll as a deed: `roll two d6 for moving`."""
    purpose = f" for {words.spaced(node.purpose.text)}" if node.purpose else ""
    kept = f", keeping {things.pieces(scene, node.keep)} as they lie" if node.keep else ""
    return f"roll {_dice(scene, node)}{purpose}{kept}"


def _dice(scene: Scene, node: n.Roll) -> str:
    if node.count is not None:
        name = node.die.text if isinstance(node.die, n.Name) else ""
        many = die_words(name, True)
        if isinstance(node.count, n.Number):
            one = node.count.value == 1
            return f"one {die_words(name)}" if one else f"{words.number(node.count.value)} {many}"
        return f"as many {many} as {measure(scene, node.count)}"
    if isinstance(node.die, n.Name) and node.die.text in scene.game.dice:
        return f"the {die_words(node.die.text)}"
    return things.noun(scene, node.die).text


def die_words(name: str, many: bool = False) -> str:
    """A die by its name: `d6`, `combat dice`."""
    said = words.spaced(name)
    if name[:1] == "d" and name[1:].isdecimal():
        return said
    if words.singular(words.plural(said)) == said and said.endswith(("die", "dice")):
        return words.plural(said) if many else said
    return f"{said} {'dice' if many else 'die'}"


def measure(scene: Scene, node: n.Expr) -> str:
    """What something is as many as: `the share`, `the option “deals” says`."""
    said = things.noun(scene, node).text
    return f"{said} says" if re.fullmatch("the option “[^”]*”", bare(said)) else said


def count_of(scene: Scene, node: n.Expr, one: str, many: str) -> str:
    """So many of something, before its name: `three Goals`, `as many Goals as the share`."""
    if isinstance(node, n.Number):
        return f"{words.number(node.value)} {one if node.value == 1 else many}"
    match node:
        case n.Call(n.Name("count"), (what,)) if not isinstance(
            what, n.OfArgument | n.TypedArgument
        ):
            over = groups.group(scene, what)
            if over.whose != "the":
                there = over.holder() or "there are"
                return f"as many {many} as {there} {over.many}{over.tails}"
    said = measure(scene, node)
    if len(bare(said)) < 16 and not said.startswith("the "):
        return f"{said} {many}"
    return f"as many {many} as {said}" if len(said) < 60 else f"so many {many}: {said}"
