"""Values, and what adjusts them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from hoyle.compiler.to_docs.english import (
    claims,
    flags,
    functions,
    groups,
    relatives,
    things,
    words,
)
from hoyle.compiler.to_docs.english.fields import the, value_words
from hoyle.compiler.to_docs.english.flow import pattern
from hoyle.compiler.to_docs.english.known import element
from hoyle.compiler.to_docs.english.nouns import IT, YOU, Group, Noun, after, be, of
from hoyle.compiler.to_docs.english.said import Said, bare, capital, link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, at, changed, clause
from hoyle.compiler.to_docs.english.telling import knowing, parameters, said
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t

Adjusts = Mapping[str, list[tuple[n.Adjust, n.PieceRules | n.Lasting | n.Scenario | None]]]
"""By the name of a value: what adjusts it, and in which block that stands."""


def gathered(game: g.Game, files: Iterable[n.File]) -> Adjusts:
    """All adjustments of all files, in the order of the text."""
    found: dict[str, list[tuple[n.Adjust, n.PieceRules | n.Lasting | n.Scenario | None]]] = {}

    def note(line: object, block: n.PieceRules | n.Lasting | n.Scenario | None) -> None:
        match line:
            case n.Adjust():
                found.setdefault(_name(line.target), []).append((line, block))
            case n.PieceRules(rules=lines) | n.Lasting(rules=lines) | n.Scenario(lines=lines):
                for one in lines:
                    note(one, line)

    for file in files:
        for item in file.items:
            note(item, None)
    return found


def _name(target: n.AdjustTarget) -> str:
    return target.name.text


# ---------------------------------------------------------------------------------- values


def value(scene: Scene, node: n.Value, adjusts: Adjusts) -> Said:
    """What something is, and what adjusts it."""
    steps = base(scene, node)
    changes = [_change(scene, line, block) for line, block in adjusts.get(node.head.name.text, ())]
    if changes:
        steps.append(Step("this is adjusted", tuple(changes), numbered=False, deed=False))
    owner = _owner_words(scene, node)
    title = words.spaced(node.head.name.text) + owner + parameters(scene, node.head.parameters)
    return said("value", title, node, steps)


def _owner_words(scene: Scene, node: n.Value) -> str:
    match node.owner:
        case None:
            return ""
        case n.BuiltinType():
            return " of a player"
        case n.TypeName(name):
            thing = scene.known.thing(name)
            return f" of {words.article(bare(thing))} {thing}"


def base(scene: Scene, node: n.Value) -> list[Step]:
    """A value before adjustments."""
    inner, subject = _inside(scene, node)
    declared = _declared(scene, node)
    flag = declared is not None and isinstance(declared.type, t.Flag)
    match node.body:
        case n.Lookup():
            return [_lookup(inner, node, node.body, flag, subject)]
        case n.Word("yes" | "no" as word) if flag:
            said_ = _holds(inner, node, subject, word == "yes")
            return [clause(f"{said_}, unless another rule says so")]
        case n.IfElse(value_, condition, other) if flag and not _is_word(value_, other):
            return [_by_case(inner, _holds(inner, node, subject), value_, condition, other)]
        case body if flag:
            return [clause(f"{_holds(inner, node, subject)} if {claims.claim(inner, body)}")]
        case body:
            front = _subject(inner, node, subject)
            if front.endswith(" are") and isinstance(inner.known.type_of(body), t.Number):
                front = f"{front.removesuffix(' are')}:"
            return [clause(f"{front} {things.pieces(inner, body)}")]


def _is_word(*values_: n.Expr) -> bool:
    return any(isinstance(one, n.Word) for one in values_)


def _by_case(scene: Scene, holds: str, value_: n.Expr, condition: n.Expr, other: n.Expr) -> Step:
    """A flag that is one claim in a case and another claim otherwise."""
    one, else_ = claims.claim(scene, value_), claims.claim(scene, other)
    when = claims.claim(scene, condition)
    return clause(f"if {when}: {holds} if {one}; otherwise that is so if {else_}", loose=True)


def _inside(scene: Scene, node: n.Value) -> tuple[Scene, Noun | None]:
    """The scene of its body, and whose it is."""
    inner = knowing(scene, node.head.parameters)
    match node.owner:
        case n.TypeName(name):
            thing = scene.known.thing(name)
            a = Noun(f"{words.article(bare(thing))} {thing}")
            return inner.saying("this", IT).saying("it", IT).about(name), a
        case n.BuiltinType():
            return inner, YOU
        case None:
            return inner, None


def _declared(scene: Scene, node: n.Value) -> g.ValueDecl | None:
    owner = node.owner.text if isinstance(node.owner, n.TypeName) else None
    if isinstance(node.owner, n.BuiltinType):
        owner = "player"
    return scene.game.values.get((owner, node.head.name.text))


def _subject(scene: Scene, node: n.Value, owner: Noun | None) -> str:
    """`your score is`."""
    declared = _declared(scene, node)
    own, many = (words.spaced(node.head.name.text), False)
    if declared is not None:
        own, many = value_words(scene, declared)
    noun = of(owner, own, many) if owner is not None else Noun(the(own), many)
    given = [_parameter(scene, name) for one in node.head.parameters for name in one.names]
    if given:
        whom = listed(given)
        noun = Noun(f"{noun} {whom}" if bare(own).endswith(" of") else f"{noun} for {whom}", many)
    return f"{noun} {be(noun)}"


def _parameter(scene: Scene, name: n.Name) -> str:
    if name.text in scene.names:
        return scene.names[name.text].text
    return scene.bound(name, that=False).text


def _holds(scene: Scene, node: n.Value, owner: Noun | None, holds: bool = True) -> str:
    """`a Goal is achieved`."""
    name = node.head.name.text
    said_ = words.spaced(name)
    target = f"{_key(node)}.{name}" if node.owner is not None else name
    if owner is None or node.head.parameters:
        state = "holds" if holds else "does not hold"
        given = [_parameter(scene, one) for each in node.head.parameters for one in each.names]
        who = [*([owner] if owner is not None else []), *(Noun(one) for one in given)]
        if found := flags.between(name, f"value:{target}", who, holds):
            return f"{found[0]} {found[1]}"
        given = [one.text for one in who]
        whom = f" for {listed(given)}" if given else ""
        return f"{link('value', target, f'“{said_}”')} {state}{whom}"
    return f"{owner} {flags.predicate(name, f'value:{target}', owner, holds)}"


def _key(node: n.Value) -> str:
    return node.owner.text if isinstance(node.owner, n.TypeName) else "player"


def _lookup(scene: Scene, node: n.Value, lookup: n.Lookup, flag: bool, owner: Noun | None) -> Step:
    """Cases, each with its answer."""
    arms: list[Step] = []
    prose: list[n.Doc] = []
    for line in lookup.lines:
        if isinstance(line, n.Doc):
            prose.append(line)
            continue
        cases = listed((pattern(scene, one) for one in line.patterns), "or")
        answer = claims.claim(scene, line.answer) if flag else things.pieces(scene, line.answer)
        arms.append(at(clause(f"{cases}: {answer}"), line, prose))
        prose = []
    on = things.object_(scene, lookup.subject)
    if flag:
        front = f"whether {_holds(scene, node, owner)} depends on {on}"
    else:
        front = f"{_subject(scene, node, owner).rpartition(' ')[0]} depends on {on}"
        front = front.replace(" depends", " depend") if "are" in front.split()[-1:] else front
    return Step(front, tuple(arms), numbered=False, deed=False)


# ---------------------------------------------------------------------------------- adjustments


def adjustment(scene: Scene, node: n.Adjust) -> Said:
    """An adjustment that stands alone."""
    title = f"adjusts {words.spaced(_name(node.target))}"
    return said("adjust", title, node, [adjust(scene, node)])


def _change(
    scene: Scene, node: n.Adjust, block: n.PieceRules | n.Lasting | n.Scenario | None
) -> Step:
    """An adjustment among others, with where it comes from."""
    from hoyle.compiler.to_docs.english import pieces

    if block is None:
        return adjust(scene, node)
    if isinstance(block, n.Scenario):
        told, front = adjust(scene, node), block.title
    else:
        told, front = adjust(pieces.inside(scene, block), node), pieces.title(scene, block)
    return changed(told, said=f"{capital(front)}: {told.said}")


def adjust(scene: Scene, node: n.Adjust) -> Step:
    """What is adjusted, by how much, when."""
    inner, target = _target(scene, node.target)
    front = ""
    if node.for_each is not None:
        over = groups.group(inner, node.for_each.set)
        name = node.for_each.name.text
        front = f"for {over.each()}, "
        inner = inner.saying(name, Noun(f"that {over.one}"))
    said_ = _flag_changed(inner, node) or _changed(inner, target, node.change)
    when = f", if {claims.claim(inner, node.when.condition)}" if node.when is not None else ""
    return at(clause(f"{front}{said_}{when}"), node)


def _target(scene: Scene, target: n.AdjustTarget) -> tuple[Scene, Noun]:
    """The value adjusted, and the scene in which the rest is said."""
    match target:
        case n.Your():
            return scene, things.noun(scene, target)
        case n.ValueTarget(name, owner):
            return _of_owner(scene, name.text, owner)
        case n.Call():
            return _called(scene, target)
    assert_never(target)


def _of_owner(
    scene: Scene, name: str, owner: n.TypeName | n.BuiltinType | None
) -> tuple[Scene, Noun]:
    key = owner.text if isinstance(owner, n.TypeName) else "player" if owner else None
    declared = scene.game.values.get((key, name))
    own, many = value_words(scene, declared) if declared else (words.spaced(name), False)
    match owner:
        case n.TypeName(text):
            thing = scene.known.thing(text)
            said_ = of(Noun(f"{words.article(bare(thing))} {thing}"), own, many)
            return scene.saying("this", IT).saying("it", IT).about(text), said_
        case n.BuiltinType():
            return scene, of(YOU, own, many)
        case None:
            return scene, Noun(the(own), many)


def _called(scene: Scene, target: n.Call) -> tuple[Scene, Noun]:
    """`stat(bearer, speed)`; a new name stands for anything."""
    name = target.name.text
    declared = next((one for (_, own), one in scene.game.values.items() if own == name), None)
    own, many = value_words(scene, declared) if declared else (words.spaced(name), False)
    inner = _naming(scene, target, declared)
    given = [functions.argument(inner, one) for one in target.arguments]
    if declared is not None and declared.of is not None and given:
        noun = of(given[0], own, many)
        rest = given[1:]
    else:
        noun, rest = Noun(the(own), many), given
    whom = f" for {listed(one.text for one in rest)}" if rest else ""
    return inner, Noun(noun.text + whom, many)


def _naming(scene: Scene, target: n.Call, declared: g.ValueDecl | None) -> Scene:
    """Names that are new in a target stand for whatever is there."""
    params = list(declared.params) if declared is not None else []
    if declared is not None and declared.this is not None:
        params = [declared.this, *params]
    for at_, argument in enumerate(target.arguments):
        if not isinstance(argument, n.Name) or argument.text in scene.names:
            continue
        if isinstance(scene.known.meaning(argument), g.Literal):
            continue
        type_ = params[at_].type if at_ < len(params) else None
        sort = scene.sort(type_)
        if sort is None or sort.one == "number":
            named = words.spaced(argument.text)
            many = words.is_plural(named)
            scene = scene.saying(argument.text, Noun(f"the {named}", many))
            continue
        scene = scene.saying(argument.text, scene.another(sort.one))
    return scene


def _changed(scene: Scene, target: Noun, change: n.Change) -> str:
    is_ = f"{target} {be(target)}"
    match change:
        case n.ChangeBy(sign, amount):
            if _is_set(scene, amount):
                verb = "also include" if sign == "+" else "do not include"
                return f"{target} {verb} {after(things.pieces(scene, amount))}"
            more = "more" if sign == "+" else "less"
            said_ = things.noun(scene, amount).text
            if len(bare(said_)) < 12:
                return f"{is_} {said_} {more}"
            return f"{is_} {'raised' if sign == '+' else 'lowered'} by {said_}"
        case n.ChangeTo(value_):
            return _to(scene, target, value_)
        case n.ChangeTimes(factor):
            return f"{is_} {things.noun(scene, factor)} times as much"
        case n.ChangeAtLeast(limit):
            return f"{is_} at least {things.noun(scene, limit)}"
        case n.ChangeAtMost(limit):
            return f"{is_} at most {things.noun(scene, limit)}"
        case n.ChangeToThose(condition, if_any):
            those = Group("one", "ones")
            tails = relatives.relative(scene, condition, "it", those)[1]
            any_ = ", if there are any" if if_any else ""
            return f"{is_} only those{tails}{any_}"
    assert_never(change)


def _flag_changed(scene: Scene, node: n.Adjust) -> str | None:
    """A flag is made to hold or not: `the bearer may not step`; None for other values."""
    if not isinstance(node.change, n.ChangeTo):
        return None
    name = node.target.name.text
    declared = next((one for (_, own), one in scene.game.values.items() if own == name), None)
    if declared is None or not isinstance(declared.type, t.Flag):
        return None
    match node.change.value:
        case n.Word("yes" | "no" as word):
            return _flag_claim(scene, node.target, declared, word == "yes")
        case value_:
            holds = _flag_claim(scene, node.target, declared, True)
            return f"{holds} exactly if {claims.claim(scene, value_)}"


def _flag_claim(scene: Scene, target: n.AdjustTarget, value_: g.ValueDecl, holds: bool) -> str:
    """That a flag holds for what an adjustment is about."""
    key = f"{value_.of}.{value_.name}" if value_.of else value_.name
    given = [functions.argument(scene, one) for one in _arguments(target)]
    if isinstance(target, n.Your):
        given = [scene.you()]
    elif isinstance(target, n.ValueTarget) and value_.of is not None:
        given = [YOU if value_.of == "player" else _a(scene, value_.of)]
    if value_.of is not None and len(given) == 1:
        return f"{given[0]} {flags.predicate(value_.name, f'value:{key}', given[0], holds)}"
    if found := flags.between(value_.name, f"value:{key}", given, holds):
        return f"{found[0]} {found[1]}"
    name = link("value", key, f"“{words.spaced(value_.name)}”")
    whom = f" for {listed(one.text for one in given)}" if given else ""
    return f"{name} {'holds' if holds else 'does not hold'}{whom}"


def _arguments(target: n.AdjustTarget) -> tuple[n.Argument, ...]:
    return target.arguments if isinstance(target, n.Call) else ()


def _a(scene: Scene, name: str) -> Noun:
    thing = scene.known.thing(name)
    return Noun(f"{words.article(bare(thing))} {thing}")


def _is_set(scene: Scene, amount: n.Expr) -> bool:
    return isinstance(amount, n.SetOf) or element(scene.known.type_of(amount)) is not None


def _to(scene: Scene, target: Noun, value_: n.Expr) -> str:
    if isinstance(scene.known.type_of(value_), t.Flag):
        if isinstance(value_, n.Word) and value_.word in ("yes", "no"):
            return f"{target} {be(target)} always {value_.word}"
        return f"{target} {be(target)} yes exactly if {claims.claim(scene, value_)}"
    return f"{target} {be(target)} {things.pieces(scene, value_)}"
