"""Tests as claims: `your score is more than nine`, `no Goal in your hand is achieved`."""

from __future__ import annotations

from hoyle.compiler.to_docs.english import counts, equality, flags, groups, relatives, things
from hoyle.compiler.to_docs.english.nouns import Group, Noun, be
from hoyle.compiler.to_docs.english.said import bare, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.subjects import Claim, on
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t

LINE = "straight line"


def claim(scene: Scene, node: n.Expr, holds: bool = True) -> str:
    """A test as a clause: that it holds, or that it does not."""
    said = _claim(scene, node, holds)
    scene.known.heard.setdefault((node.span, holds), said)
    return said


def _claim(scene: Scene, node: n.Expr, holds: bool) -> str:
    match node:
        case n.Not(condition):
            return claim(scene, condition, not holds)
        case n.And() | n.Or():
            return _joined(scene, node, holds)
        case n.AnyHas() | n.EveryHas():
            return _quantified(scene, node, holds)
        case n.Agrees(player, question):
            who = things.noun(scene, player)
            asked = scene.saying("you", Noun("the player"))
            words_ = f"{_agree(who, holds)} (“{things.prompt(asked, question)}”)"
            return f"{who} {words_}"
        case n.IfElse(value, condition, alternative):
            return _by_case(scene, value, condition, alternative, holds)
        case _:
            return _simple(scene, node, holds)


def _by_case(
    scene: Scene, value: n.Expr, condition: n.Expr, alternative: n.Expr, holds: bool
) -> str:
    """`A if C else B` as a claim; told so that nobody hears three claims in a row."""
    when, never = claim(scene, condition), claim(scene, condition, False)
    match value, alternative:
        case n.Word("yes" | "no" as word), _ if (word == "yes") == holds:
            return f"{when}, or {claim(scene, alternative, holds)}"
        case n.Word("yes" | "no"), _:
            return f"{never}, and {claim(scene, alternative, holds)}"
        case _, n.Word("yes" | "no" as word) if (word == "yes") == holds:
            return f"{never}, or {claim(scene, value, holds)}"
        case _, n.Word("yes" | "no"):
            return f"{when}, and {claim(scene, value, holds)}"
        case _:
            one, other = claim(scene, value, holds), claim(scene, alternative, holds)
            return f"{one} (where {when}) or {other} (where that is not so)"


def _agree(who: Noun, holds: bool) -> str:
    if holds:
        return "agree" if who.many else "agrees"
    return "do not agree" if who.many else "does not agree"


def _simple(scene: Scene, node: n.Expr, holds: bool) -> str:
    there = counts.counted(scene, node, holds)
    if there is not None:
        return there
    found = split(scene, node, holds)
    if found is not None:
        return f"{found.subject} {found.predicate(found.subject)}"
    return f"{things.noun(scene, node)} is {'yes' if holds else 'no'}"


# ---------------------------------------------------------------------------------- several


def _joined(scene: Scene, node: n.And | n.Or, holds: bool) -> str:
    """`a, and b`; what is mixed is told apart by `either` and `both`."""
    both = isinstance(node, n.And) == holds
    parts = _parts(node, type(node))
    said = [within(scene, part, holds, both) for part in parts]
    word = "and" if both else "or"
    if len(said) == 2 and not any(", " in bare(one) for one in said):
        return f"{said[0]} {word} {said[1]}"
    return f"{', '.join(said[:-1])}, {word} {said[-1]}"


def _parts(node: n.Expr, kind: type[n.And] | type[n.Or]) -> list[n.Expr]:
    if isinstance(node, kind):
        return _parts(node.left, kind) + _parts(node.right, kind)
    return [node]


def within(scene: Scene, node: n.Expr, holds: bool, both: bool) -> str:
    """A part of a list, with `either` or `both` before a list of the other sort."""
    said = claim(scene, node, holds)
    inner, inner_holds = node, holds
    while isinstance(inner, n.Not):
        inner, inner_holds = inner.condition, not inner_holds
    if isinstance(inner, n.And | n.Or):
        inner_both = isinstance(inner, n.And) == inner_holds
        if inner_both != both:
            return f"{'both' if inner_both else 'either'} {said}"
    return said


def _quantified(scene: Scene, node: n.AnyHas | n.EveryHas, holds: bool) -> str:
    """That something is so for one, for all, for none."""
    free, rest = _apart(scene, node)
    if free and isinstance(node, n.AnyHas) and holds:
        first = [claim(scene, part) for part in free]
        changed = n.AnyHas(node.name, node.domain, rest, span=node.span)
        return " and ".join([*first, _quantified(scene, changed, holds)])
    over = groups.group(scene, node.domain)
    name = node.name.text
    every = isinstance(node, n.EveryHas)
    test: n.Expr = node.claim
    positive = True
    while isinstance(test, n.Not):
        test, positive = test.condition, not positive
    inner = scene.saying(name, relatives.pronoun(over))
    about = split(inner, test, True)
    if (
        about is not None
        and about.node is not None
        and relatives.is_member(inner, about.node, name)
    ):
        return _of_members(over, about, every, positive, holds)
    if not over.person:
        sort = _last(over.one) if over.whose else over.one
        inner = scene.saying(name, scene.fresh("that", "line" if sort == LINE else sort, name))
    if every:
        said = claim(inner, node.claim)
        front = "" if holds else "it is not true that "
        return f"{front}for {over.each()}, {said}"
    if over.holder() and not every:
        tail, tails = relatives.relative(scene, node.claim, name, over)
        if holds:
            return f"{over.holder()} at least one {over.one}{over.tail}{tail}"
        return f"{over.holder()} no {over.many}{over.tails}{tails}"
    if over.whose:
        front = f"at least {over.any()}" if holds else over.no()
        return f"for {front}, {claim(inner, node.claim)}"
    if holds and isinstance(node.claim, n.AnyHas):
        return f"there is {_chain(scene, node)}"
    tail, _ = relatives.relative(scene, node.claim, name, over)
    said_ = over.where(tail, tail)
    return f"there is {said_.a()}" if holds else f"there is {said_.no()}"


def _apart(scene: Scene, node: n.AnyHas | n.EveryHas) -> tuple[list[n.Expr], n.Expr]:
    """Options among what must hold, and the rest, which is about the members."""
    parts = _parts(node.claim, n.And)
    free = [part for part in parts if relatives.is_option(scene, part)]
    rest = [part for part in parts if part not in free]
    if not free or not rest:
        return [], node.claim
    said = rest[0]
    for part in rest[1:]:
        said = n.And(said, part, span=said.span.to(part.span))
    return free, said


def _chain(scene: Scene, node: n.Expr) -> str:
    """`a player and a straight line of four spaces such that …`."""
    found: list[str] = []
    while isinstance(node, n.AnyHas):
        over = groups.group(scene, node.domain)
        sort = _last(over.one) if over.whose or over.one == LINE else over.one
        scene = scene.saying(node.name.text, Noun(f"the {sort}"))
        found.append(over.a())
        node = node.claim
    return f"{listed(found)} such that {claim(scene, node)}"


def _of_members(over: Group, about: Claim, every: bool, positive: bool, holds: bool) -> str:
    """Where the members themselves are the subject: `no Goal in your hand is achieved`."""
    if (every and not positive and holds) or (not every and positive and not holds):
        return f"{over.no()} {about.predicate(Noun(over.one))}"
    if every:
        said = f"{over.each()} {_negated(about, positive)}"
        return said if holds else f"not {said}"
    said = f"at least {over.any()} {_negated(about, positive)}"
    return said if holds else f"it is not so that {said}"


def _negated(about: Claim, positive: bool) -> str:
    one = Noun("one")
    said = about.predicate(one)
    if positive:
        return said
    verb, _, rest = said.partition(" ")
    return f"{verb} not {rest}" if verb in ("is", "has") else f"does not: {said}"


# ---------------------------------------------------------------------------------- subjects


def split(scene: Scene, node: n.Expr, holds: bool = True) -> Claim | None:
    """A test as a subject and what is said of it; None where it is none of one subject."""
    match node:
        case n.Not(condition):
            return split(scene, condition, not holds)
        case n.Compare(left, operator, right):
            sign = operator if holds else counts.OPPOSITE[operator]
            owned = counts.coins(scene, left, sign, right)
            if owned is not None:
                return owned
            said = _compared(scene, left, sign, right)
            return on(scene, left, lambda noun: f"{be(noun)} {said}")
        case n.Is(left, right):
            return equality.is_(scene, node, left, right, holds)
        case n.IsNot(left, right):
            return equality.is_(scene, node, left, right, not holds)
        case n.IsFacing(left, way):
            return on(scene, left, lambda noun: f"{_lie(noun, holds)} face {way}")
        case n.IsIn(left, among):
            return _in(scene, left, among, holds)
        case n.IsNotIn(left, among):
            return _in(scene, left, among, not holds)
        case n.Name() | n.Your() | n.Attribute() | n.Method() | n.Call() | n.Index() | n.Word():
            return flags.flag(scene, node, holds)
        case _:
            return None


def _lie(noun: Noun, holds: bool) -> str:
    if holds:
        return "lie" if noun.many else "lies"
    return f"{'do' if noun.many else 'does'} not lie"


def _compared(scene: Scene, left: n.Expr, sign: str, right: n.Expr) -> str:
    limit = things.object_(scene, right)
    if isinstance(scene.known.type_of(left), t.Kind):
        ranks = {"<": "below", "<=": "at most", ">": "above", ">=": "at least"}
        return f"{ranks[sign]} {limit}"
    if isinstance(right, n.Number) and sign in ("<=", ">="):
        return f"{limit} or {'less' if sign == '<=' else 'more'}"
    ranks = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
    return f"{ranks[sign]} {limit}"


def _in(scene: Scene, left: n.Expr, right: n.Expr | n.Range, holds: bool) -> Claim:
    match left:
        case n.Attribute(thing, n.Name("owner")) if isinstance(right, n.Name):
            if right.text == "others":
                who = "another player owns" if holds else "no other player owns"
                return Claim(None, Noun(who), lambda _: things.object_(scene, thing))
    said = inside(scene, right)
    several = f"among {said.removeprefix('one of ')}" if said.startswith("one of ") else said
    return on(scene, left, lambda one: f"{be(one, holds)} {several if one.many else said}")


def inside(scene: Scene, node: n.Expr | n.Range) -> str:
    """Behind `is`: among what somebody or something is."""
    match node:
        case n.Range(low, high):
            return f"from {things.noun(scene, low)} to {things.noun(scene, high)}"
        case n.SetOf((one,)):
            return things.object_(scene, one)
        case n.SetOf(elements) if elements:
            return listed((things.object_(scene, one) for one in elements), "or")
        case n.Name("others"):
            return "one of the other players"
        case _:
            pass
    meaning = scene.known.meaning(node)
    zone = meaning.field.zone if isinstance(meaning, g.FieldRead) else None
    if zone is not None and zone.container == "one":
        return things.object_(scene, node)
    if _is_zone(scene, node):
        return f"in {things.object_(scene, node)}"
    return f"one of {groups.group(scene, node).the()}"


def _is_zone(scene: Scene, node: n.Expr) -> bool:
    """Whether it is a place where pieces lie, called by one word: `your hand`."""
    meaning = scene.known.meaning(node)
    if not isinstance(meaning, g.FieldRead) or meaning.field.zone is None:
        return False
    return not things.noun(scene, node).many


def _last(sort: str) -> str:
    """The last word of a name, which may be a reference of several."""
    return bare(sort).rpartition(" ")[2] if " " in sort else sort
