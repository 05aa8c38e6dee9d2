"""How many there are: `count(S) > 0` and the like, and money."""

from __future__ import annotations

from hoyle.compiler.to_docs.english import groups, things, words
from hoyle.compiler.to_docs.english.nouns import Group, Noun, after, have
from hoyle.compiler.to_docs.english.said import bare, link
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.subjects import Claim, on
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n

OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is"}


def knowing_sole(scene: Scene, condition: n.Expr) -> Scene:
    """The scene behind a condition that there is exactly one of some: nobody shares with it."""
    match condition:
        case n.And(left, right):
            return knowing_sole(knowing_sole(scene, left), right)
        case n.Is(n.Call(n.Name("count"), (what,)), n.Number(1)) if not isinstance(
            what, n.OfArgument | n.TypedArgument
        ):
            only = groups.group(scene, what)
            return scene.saying(f"sole {only.the()}", Noun(f"the {only.one}{only.tail}"))
        case _:
            return scene


def counted(scene: Scene, node: n.Expr, holds: bool = True) -> str | None:
    """`count(S) > 0` and the like as what there is."""
    while isinstance(node, n.Not):
        node, holds = node.condition, not holds
    match node:
        case n.Compare(n.Call(n.Name("count"), (what,)), operator, limit):
            sign: str = operator
        case n.Is(n.Call(n.Name("count"), (what,)), limit):
            sign = "is"
        case n.IsNot(n.Call(n.Name("count"), (what,)), limit):
            sign = "is not"
        case _:
            return None
    if isinstance(what, n.OfArgument | n.TypedArgument):
        return None
    sign = sign if holds else OPPOSITE[sign]
    if (lasting := _in_force(scene, what, sign, limit)) is not None:
        return lasting
    over = groups.group(scene, what)
    if isinstance(limit, n.Number):
        return _there(over, *_amount(sign, limit.value))
    said = things.noun(scene, limit).text
    if len(bare(said)) > 24 or isinstance(limit, n.Call) or "’s" in said:
        return None
    return _there(over, f"{_FRONTS[sign]} {said}", 2)


def _in_force(scene: Scene, what: n.Expr, sign: str, limit: n.Expr) -> str | None:
    """How often a lasting effect is on a figure: `count(f.raged) < 6`; None of anything else."""
    if not isinstance(what, n.Attribute) or not isinstance(limit, n.Number):
        return None
    if all(effect.name != what.name.text for effect in scene.game.lastings):
        return None
    effect = link("lasting", what.name.text, f"“{words.spaced(what.name.text)}”")
    amount, _ = _amount(sign, limit.value)
    whom = things.noun(scene, what.owner)
    if not amount:
        return f"{effect} is not in force for {after(whom)}"
    many = amount.removesuffix(" one") + " once" if amount.endswith(" one") else f"{amount} times"
    return f"{effect} is in force {many} for {after(whom)}"


def _amount(sign: str, limit: int) -> tuple[str, int]:
    """`more than three`, and the number that what follows agrees with; "" and 0 for none."""
    match sign:
        case ">" if limit == 0:
            return "at least one", 1
        case ">=" if limit == 1:
            return "at least one", 1
        case "is" | "<=" if limit == 0:
            return "", 0
        case "<" if limit == 1:
            return "", 0
        case "is not" if limit == 0:
            return "at least one", 1
    word = words.number(limit) if limit else "0"
    return f"{_FRONTS[sign]} {word}", limit


_FRONTS = {
    ">": "more than",
    ">=": "at least",
    "<": "fewer than",
    "<=": "at most",
    "is": "exactly",
    "is not": "not exactly",
}


def _there(over: Group, amount: str, limit: int) -> str:
    """That there are so many."""
    over, holder = over.unowned(), over.holder()
    if holder:
        if not amount:
            return f"{holder} no {over.many}{over.tails}"
        if limit == 1:
            return f"{holder} {amount} {over.one}{over.tail}"
        return f"{holder} {amount} {over.many}{over.tails}"
    if not amount:
        return f"there is {over.no()}"
    one = limit == 1
    return f"there {'is' if one else 'are'} {over.counted(amount, one)}"


def coins(scene: Scene, left: n.Expr, sign: str, right: n.Expr) -> Claim | None:
    """`you have at least three Coins`."""
    meaning = scene.known.meaning(left)
    if not isinstance(meaning, g.FieldRead) or meaning.field.supply is None:
        return None
    supply = meaning.field.supply
    if meaning.field.owner == "table" and isinstance(right, n.Number):
        one = supply.label if not words.is_plural(supply.label) else words.singular(supply.label)
        amount, limit = _amount(sign, right.value)
        heap = Group(one, words.plural(one))
        where = f"in {things.noun(scene, left)}"
        return Claim(None, Noun("there"), lambda _: f"{_there_is(heap, amount, limit)} {where}")
    if meaning.field.owner != "player" or not isinstance(left, n.Your | n.Attribute):
        return None
    owner: n.Expr = n.Word("you") if isinstance(left, n.Your) else left.owner
    unit = supply.label
    many = unit if words.is_plural(unit) else words.plural(unit)
    how = _of_coins(scene, sign, right, unit, many)
    return on(scene, owner, lambda noun: f"{have(noun)} {how}")


def _there_is(over: Group, amount: str, limit: int) -> str:
    return _there(over, amount, limit).removeprefix("there ")


def _of_coins(scene: Scene, sign: str, right: n.Expr, unit: str, many: str) -> str:
    limit = things.object_(scene, right)
    if isinstance(right, n.Number):
        if (sign, right.value) in ((">", 0), (">=", 1)):
            return f"at least one {words.singular(unit) if words.is_plural(unit) else unit}"
        if right.value == 0 and sign in ("is", "<="):
            return f"no {many}"
        return f"{_FRONTS[sign]} {words.number(right.value) if right.value else 0} {many}"
    fronts = {">": f"more {many} than", "<": f"fewer {many} than"}
    fronts |= {">=": f"at least as many {many} as", "<=": f"at most as many {many} as"}
    return f"{fronts[sign]} {limit}"
