"""Tests as claims: `your score is more than nine`, `no Goal in your hand is achieved`."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.to_docs.english import functions, groups, relatives, things, words
from hoyle.compiler.to_docs.english.fields import attribute_words, fields_of
from hoyle.compiler.to_docs.english.known import element
from hoyle.compiler.to_docs.english.nouns import IT, Group, Noun, after, be, have, whose
from hoyle.compiler.to_docs.english.said import bare, link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.records import record

LINE = "straight line"
Predicate = Callable[[Noun], str]


@record(eq=False)
class Claim:
    """A subject and what is said of it; `node` is the expression that the subject stands for."""

    node: n.Expr | None
    subject: Noun
    predicate: Predicate


def claim(scene: Scene, node: n.Expr, holds: bool = True) -> str:
    """A test as a clause: that it holds, or that it does not."""
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
            one, other = claim(scene, value, holds), claim(scene, alternative, holds)
            return f"{one}, if {claim(scene, condition)}, or otherwise {other}"
        case _:
            return _simple(scene, node, holds)


def _agree(who: Noun, holds: bool) -> str:
    if holds:
        return "agree" if who.many else "agrees"
    return "do not agree" if who.many else "does not agree"


def _simple(scene: Scene, node: n.Expr, holds: bool) -> str:
    there = counted(scene, node, holds)
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
        sort = over.one.rpartition(" ")[2] if over.whose else over.one
        inner = scene.saying(name, scene.fresh("that", "line" if sort == LINE else sort, name))
    if every:
        said = claim(inner, node.claim)
        front = "" if holds else "it is not true that "
        return f"{front}for {over.each()}, {said}"
    if over.whose:
        front = f"at least {over.any()}" if holds else over.no()
        return f"for {front}, {claim(inner, node.claim)}"
    if holds and isinstance(node.claim, n.AnyHas):
        return f"there is {_chain(scene, node)}"
    tail, _ = relatives.relative(scene, node.claim, name, over)
    said_ = over.where(tail, tail)
    return f"there is {said_.a()}" if holds else f"there is {said_.no()}"


def _chain(scene: Scene, node: n.Expr) -> str:
    """`a player and a straight line of four spaces such that …`."""
    found: list[str] = []
    while isinstance(node, n.AnyHas):
        over = groups.group(scene, node.domain)
        sort = over.one.rpartition(" ")[2] if over.whose or over.one == LINE else over.one
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
    return said.replace("is ", "is not ", 1) if said.startswith("is ") else f"does not: {said}"


# ---------------------------------------------------------------------------------- how many


_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is"}


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
    over = groups.group(scene, what)
    sign = sign if holds else _OPPOSITE[sign]
    if isinstance(limit, n.Number):
        return _there(over, *_amount(sign, limit.value))
    said = things.noun(scene, limit).text
    if len(bare(said)) > 24 or isinstance(limit, n.Call) or "’s" in said:
        return None
    return _there(over, f"{_FRONTS[sign]} {said}", 2)


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


# ---------------------------------------------------------------------------------- subjects


def split(scene: Scene, node: n.Expr, holds: bool = True) -> Claim | None:
    """A test as a subject and what is said of it; None where it is none of one subject."""
    match node:
        case n.Not(condition):
            return split(scene, condition, not holds)
        case n.Compare(left, operator, right):
            sign = operator if holds else _OPPOSITE[operator]
            owned = _coins(scene, left, sign, right)
            if owned is not None:
                return owned
            said = _compared(scene, left, sign, right)
            return _on(scene, left, lambda noun: f"{be(noun)} {said}")
        case n.Is(left, right):
            return _is(scene, node, left, right, holds)
        case n.IsNot(left, right):
            return _is(scene, node, left, right, not holds)
        case n.IsFacing(left, way):
            return _on(scene, left, lambda noun: f"{_lie(noun, holds)} face {way}")
        case n.IsIn(left, among):
            return _in(scene, left, among, holds)
        case n.IsNotIn(left, among):
            return _in(scene, left, among, not holds)
        case n.Name() | n.Your() | n.Attribute() | n.Method() | n.Call() | n.Index() | n.Word():
            return _flag(scene, node, holds)
        case _:
            return None


def _on(scene: Scene, node: n.Expr, predicate: Predicate) -> Claim:
    return Claim(node, things.noun(scene, node), predicate)


def _coins(scene: Scene, left: n.Expr, sign: str, right: n.Expr) -> Claim | None:
    """`you have at least three Poké Balls`."""
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
    return _on(scene, owner, lambda noun: f"{have(noun)} {how}")


def _there_is(over: Group, amount: str, limit: int) -> str:
    return _there(over, amount, limit).removeprefix("there ")


def _of_coins(scene: Scene, sign: str, right: n.Expr, unit: str, many: str) -> str:
    limit = things.object_(scene, right)
    if isinstance(right, n.Number):
        if (sign, right.value) in ((">", 0), (">=", 1)):
            return f"at least one {words.singular(unit) if words.is_plural(unit) else unit}"
        return f"{_FRONTS[sign]} {words.number(right.value) if right.value else 'no'} {many}"
    fronts = {">": f"more {many} than", "<": f"fewer {many} than"}
    fronts |= {">=": f"at least as many {many} as", "<=": f"at most as many {many} as"}
    return f"{fronts[sign]} {limit}"


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
    return _on(scene, left, lambda one: f"{be(one, holds)} {several if one.many else said}")


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


# ---------------------------------------------------------------------------------- equality


def _is(scene: Scene, node: n.Expr, left: n.Expr, right: n.Expr, holds: bool) -> Claim:
    match right:
        case n.Text(""):
            return _on(scene, left, lambda noun: f"{be(noun, holds)} empty")
        case n.Word("none"):
            return _none(scene, left, holds)
        case n.Word("yes" | "no") if _is_flag(scene, left):
            found = _flag(scene, left, holds == (right.word == "yes"))
            return found or _same(scene, left, right, holds)
        case n.Word("you"):
            return _is_you(scene, left, holds)
        case n.Name(name):
            flag = _flag_of(scene, node, left, name, holds)
            if flag is not None:
                return flag
    match left:
        case n.Attribute(thing, n.Name("owner")):
            who = things.noun(scene, right)
            verb = words.does("owns", who.many, holds)
            return Claim(None, who, lambda _: f"{verb} {things.object_(scene, thing)}")
    return _same(scene, left, right, holds)


def _same(scene: Scene, left: n.Expr, right: n.Expr, holds: bool) -> Claim:
    type_ = scene.known.type_of(left)
    if element(type_) is not None and not isinstance(type_, t.TallyOf):
        said = things.pieces(scene, right).text
        exactly = "exactly " if holds and isinstance(right, n.SetOf) else ""
        return _on(scene, left, lambda noun: f"{be(noun, holds)} {exactly}{said}")
    said = _owned_by(scene, left, right) or things.object_(scene, right)
    if isinstance(type_, t.Number) and not isinstance(right, n.Number):
        said = f"the same as {said}"
    return _on(scene, left, lambda noun: f"{be(noun, holds)} {said}")


def _owned_by(scene: Scene, left: n.Expr, right: n.Expr) -> str | None:
    """What on the board is whose: `theirs`, `that player’s`."""
    meaning = scene.known.meaning(left)
    if not isinstance(meaning, g.FieldRead) or meaning.field.owner not in scene.game.tables:
        return None
    who = things.noun(scene, right)
    if not isinstance(scene.known.type_of(right), t.Player):
        return None
    return {"they": "theirs", "you": "yours"}.get(who.person) or whose(who)


def _none(scene: Scene, left: n.Expr, holds: bool) -> Claim:
    """That something is not there: `you have no target`."""
    owner: n.Expr | None = None
    match left:
        case n.Attribute(thing, n.Name("owner")):
            verb = "owns"
            who = "nobody" if holds else "somebody"
            return Claim(None, Noun(who), lambda _: f"{verb} {things.object_(scene, thing)}")
        case n.Attribute(owner):
            pass
        case n.Your():
            owner = n.Word("you")
        case n.Name():
            bare_owner = _bare_owner(scene, left)
            if bare_owner is None and relatives.is_bare(scene, left, "it"):
                bare_owner = scene.names.get("it", IT)
            if bare_owner is not None:
                said, _ = attribute_words(scene, left, left.text)
                return Claim(n.Word("it"), bare_owner, lambda noun: _has(noun, said, holds))
    if owner is not None:
        assert isinstance(left, n.Attribute | n.Your)
        said, _ = attribute_words(scene, left, left.name.text)
        return _on(scene, owner, lambda noun: _has(noun, said, holds))
    said = things.noun(scene, left).text.removeprefix("the ").removeprefix("that ")
    there = f"no {said}" if holds else f"{words.article(bare(said))} {said}"
    return Claim(None, Noun("there"), lambda _: f"is {there}")


def _bare_owner(scene: Scene, node: n.Name) -> Noun | None:
    """Whose field a bare name is; None if it is no field of a thing or player."""
    match scene.known.meaning(node):
        case g.FieldRead(of=owner) | g.ValueOf(of=owner) if owner is not None:
            return things.owner_noun(scene, owner)
        case g.Function(args=(owner, *_)):
            return things.owner_noun(scene, owner)
        case _:
            return None


def _has(noun: Noun, said: str, lacks: bool) -> str:
    if lacks:
        return f"{have(noun)} no {said}"
    return f"{have(noun)} {words.article(bare(said))} {said}"


def _is_you(scene: Scene, left: n.Expr, holds: bool) -> Claim:
    """That somebody is you, or that something on the board is yours."""
    you = scene.you()
    match left:
        case n.Attribute(thing, n.Name("owner")):
            verb = words.does("owns", you.many, holds)
            return Claim(n.Word("you"), you, lambda _: f"{verb} {things.object_(scene, thing)}")
        case n.Word("it"):
            return _on(scene, left, lambda noun: f"{be(noun, holds)} {after(you)}")
    meaning = scene.known.meaning(left)
    if isinstance(meaning, g.FieldRead) and meaning.field.owner in scene.game.tables:
        yours = {"you": "yours", "they": "theirs"}.get(you.person, f"that of {you}")
        return _on(scene, left, lambda noun: f"{be(noun, holds)} {yours}")
    other = things.noun(scene, left)
    return Claim(n.Word("you"), you, lambda noun: f"{be(noun, holds)} {other}")


# ---------------------------------------------------------------------------------- flags


def _is_flag(scene: Scene, node: n.Expr) -> bool:
    type_ = scene.known.type_of(node)
    if type_ is not None:
        return isinstance(type_, t.Flag)
    match node:
        case n.Attribute(_, name) | n.Your(name):
            return _flag_field(scene, name.text)
        case n.Name(text):
            return _flag_field(scene, text) or text in scene.game.options
        case _:
            return False


def _flag_field(scene: Scene, name: str) -> bool:
    """Whether anything has a flag of that name."""
    owners = ("table", "player", *scene.game.tables)
    fields = (fields_of(scene.game, owner).get(name) for owner in owners)
    if any(field is not None and isinstance(field.type, t.Flag) for field in fields):
        return True
    return any(
        isinstance(value.type, t.Flag)
        for (_, called), value in scene.game.values.items()
        if called == name
    )


def _flag_of(scene: Scene, node: n.Expr, left: n.Expr, name: str, holds: bool) -> Claim | None:
    """`card is fainted`: a flag of the card, not a comparison."""
    if is_flag(scene, node, name):
        return _on(scene, left, lambda noun: predicate(name, "", noun, holds))
    if name == "out":
        return _on(scene, left, lambda noun: f"{be(noun, holds)} out of the game")
    return None


def is_flag(scene: Scene, node: n.Expr, name: str) -> bool:
    """Whether the name behind an `is` is a flag of what stands before it."""
    meaning = scene.known.meaning(node)
    if isinstance(meaning, g.FieldRead | g.ValueOf | g.Function | g.Nobody):
        return True
    return meaning is None and _is_no_constant(scene, name) and _flag_field(scene, name)


def _is_no_constant(scene: Scene, name: str) -> bool:
    return not any(name in kinds.values for kinds in scene.game.kinds.values())


def _flag(scene: Scene, node: n.Expr, holds: bool) -> Claim | None:
    """A flag: a field, a value, an option, a local."""
    match node:
        case n.Word("yes" | "no"):
            always = (node.word == "yes") == holds
            return Claim(None, Noun("this"), lambda _: "always holds" if always else "never holds")
        case n.Call():
            return _called_flag(scene, node, holds)
        case n.Method(owner, name, arguments):
            who = [things.noun(scene, owner).text]
            who += [functions.argument(scene, one).text for one in arguments]
            return _holds_for(_value_link(scene, node, name.text), who, holds)
        case n.Attribute(owner, name):
            linked = _target(scene, node, name.text)
            its = (name.text, linked)
            return _on(scene, owner, lambda noun: predicate(*its, noun, holds))
        case n.Your(name):
            linked = _target(scene, node, name.text)
            mine = (name.text, linked)
            return Claim(n.Word("you"), scene.you(), lambda noun: predicate(*mine, noun, holds))
        case n.Name():
            return _named_flag(scene, node, holds)
        case _:
            return None


def _named_flag(scene: Scene, node: n.Name, holds: bool) -> Claim | None:
    """A bare name that is a flag."""
    name = node.text
    meaning = scene.known.meaning(node)
    local = isinstance(meaning, g.LocalRef | g.FieldRead | g.ValueOf)
    if isinstance(meaning, g.OptionRead) or (name in scene.game.options and not local):
        option = things.option_words(name)
        chosen = "is chosen" if holds else "is not chosen"
        return Claim(None, Noun(f"the option {option}"), lambda _: chosen)
    owner = _bare_owner(scene, node)
    if owner is None and meaning is None and relatives.is_bare(scene, node, "it"):
        owner = scene.names.get("it", IT)
    if owner is not None:
        linked = _target(scene, node, name)
        return Claim(n.Word("it"), owner, lambda noun: predicate(name, linked, noun, holds))
    said = words.spaced(name)
    if isinstance(meaning, g.ValueOf):
        return _holds_for(_value_link(scene, node, name), [], holds)
    state = "yes" if holds else "no"
    return Claim(None, Noun(f"“{said}”"), lambda _: f"is {state}")


def _target(scene: Scene, node: n.Expr, name: str) -> str:
    """The reference of a flag, as kind and target; "" if it leads nowhere."""
    match scene.known.meaning(node):
        case g.FieldRead(field=field):
            return f"field:{field.owner}.{field.name}"
        case g.ValueOf(value=value):
            return f"value:{value.of}.{value.name}" if value.of else f"value:{value.name}"
        case _:
            return ""


def predicate(name: str, target: str, noun: Noun, holds: bool) -> str:
    """A flag as what is said of its subject: `is fainted`, `can fight`, `is marked “trophy”`."""
    said = words.spaced(name)
    known = _GIVEN.get(name)
    if known is not None and not target:
        return f"{be(noun, holds)} {known}"
    if words.is_verbal(said):
        return _linked(target, words.does(said, noun.many, holds))
    if words.is_predicative(said) or words.is_prepositional(said):
        return f"{be(noun, holds)} {_linked(target, said)}"
    mark = "marked" if target.startswith("field") or not target else "counted as"
    return f"{be(noun, holds)} {mark} {_linked(target, f'“{said}”')}"


_GIVEN = {
    "placed": "on the board",
    "revealed": "revealed",
    "active": "still in the game",
    "out": "out of the game",
    "level_ground": "on level ground",
}
"""What holds of things by itself, in words."""


def _linked(target: str, said: str) -> str:
    kind, _, name = target.partition(":")
    if kind == "field":
        return link("field", name, said)
    return link("value", name, said) if kind == "value" else said


def _value_link(scene: Scene, node: n.Expr, name: str) -> str:
    return _linked(_target(scene, node, name), f"“{words.spaced(name)}”")


def _holds_for(said: str, who: list[str], holds: bool) -> Claim:
    verb = "holds" if holds else "does not hold"
    whom = f" for {listed(who)}" if who else ""
    return Claim(None, Noun(said), lambda _: f"{verb}{whom}")


def _called_flag(scene: Scene, node: n.Call, holds: bool) -> Claim | None:
    """A test with arguments: a function, a value, an effect that lasts, the answer of a `to`."""
    name = node.name.text
    given = [functions.argument(scene, one).text for one in node.arguments]
    meaning = scene.known.meaning(node)
    if isinstance(meaning, g.Called):
        deed = link("rule", name, f"“{words.spaced(name)}”")
        whom = functions.for_arguments(scene, node.arguments)
        answer = _answer(meaning, holds)
        return Claim(None, Noun(f"{deed}{whom}"), lambda _: answer)
    if isinstance(meaning, g.ValueOf) or name not in functions.SAYINGS:
        return _relation(scene, node, name, given, holds)
    match name:
        case "adjacent":
            verb = "are" if holds else "are not"
            return Claim(None, Noun(listed(given)), lambda _: f"{verb} next to each other")
        case "sees":
            first = functions.argument(scene, node.arguments[0])
            verb = words.does("sees", first.many, holds)
            seen = after(functions.argument(scene, node.arguments[1]))
            return Claim(None, first, lambda _: f"{verb} {seen}")
        case "alone":
            who = "nobody else" if holds else "somebody else"
            return Claim(None, Noun(who), lambda _: f"stands where {given[0]} stands")
        case _:
            return None


def _answer(meaning: g.Called, holds: bool) -> str:
    """What a `to` that gives an answer must have said."""
    gives = meaning.proc.gives
    said = words.spaced(gives[0]) if gives is not None else "done"
    return f"ends with “{said}”" if holds else f"does not end with “{said}”"


def _relation(scene: Scene, node: n.Call, name: str, given: list[str], holds: bool) -> Claim:
    """A value or an effect with arguments."""
    said = words.spaced(name)
    if name in {effect.name for effect in scene.game.lastings}:
        effect = link("lasting", name, f"“{said}”")
        verb = "is" if holds else "is not"
        whom = f" for {listed(given)}" if given else ""
        return Claim(None, Noun(effect), lambda _: f"{verb} in force{whom}")
    target = _target(scene, node, name)
    if len(given) == 2 and words.is_prepositional(said):
        first = functions.argument(scene, node.arguments[0])
        linked = _linked(target, said)
        return Claim(None, first, lambda noun: f"{be(noun, holds)} {linked} {given[1]}")
    if len(given) == 2 and words.is_plural(said) and not words.is_verbal(said):
        are = "are" if holds else "are not"
        return Claim(None, Noun(listed(given), True), lambda _: f"{are} {_linked(target, said)}")
    return _holds_for(_linked(target, f"“{said}”"), given, holds)
