"""Which way the rules go: `if`, `each`, `repeat`, `match`, and what leaves them."""

from __future__ import annotations

from typing import assert_never

from hoyle.compiler.to_docs.english import (
    amounts,
    claims,
    counts,
    functions,
    groups,
    occurrences,
    relatives,
    statements,
    things,
    words,
)
from hoyle.compiler.to_docs.english.known import element
from hoyle.compiler.to_docs.english.nouns import THEY, Group, Noun
from hoyle.compiler.to_docs.english.said import bare, clean, link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, at, attach, changed, clause, with_subject
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.resolve.common import inside


def if_(scene: Scene, node: n.If, front: str = "if") -> list[Step]:
    """`if`, and `otherwise` as sentences of their own."""
    inner = counts.knowing_sole(scene, node.condition)
    told = attach(_condition(scene, node.condition, front), statements.block(inner, node.body))
    return [at(changed(told, loose=True), node), *otherwise(scene, node.otherwise)]


def _condition(scene: Scene, node: n.Expr, front: str) -> str:
    """`if your score is 3,`; what is rolled or done to know it comes before."""
    own = front.removesuffix("if")
    first = _deed_in(scene, node)
    if first is None:
        return f"{front} {claims.claim(scene, node)},"
    if isinstance(first, n.Roll):
        inner = scene.saying("roll", Noun("the result"))
        return f"{own}{amounts.rolled(scene, first)}; if {claims.claim(inner, node)},"
    deed = occurrences.perform(scene, n.Occurrence(first.name, first.arguments)).said
    if isinstance(node, n.Call):
        return f"{own}{deed}; if the answer ({_answer_name(scene, first)}) is yes,"
    inner = scene.saying("answer", Noun("the answer"))
    return f"{own}{deed}; if {claims.claim(inner, node)},"


def _answer_name(scene: Scene, call: n.Call) -> str:
    meaning = scene.known.meaning(call)
    gives = meaning.proc.gives if isinstance(meaning, g.Called) else None
    return f"“{words.spaced(gives[0]) if gives is not None else 'done'}”"


def _deed_in(scene: Scene, node: n.Expr) -> n.Roll | n.Call | None:
    """The roll, or the deed that answers, with which an expression begins."""
    match node:
        case n.Roll():
            return node
        case n.Call() if isinstance(scene.known.meaning(node), g.Called):
            return node
        case n.Is(left) | n.IsNot(left) | n.IsIn(left) | n.IsNotIn(left) | n.Compare(left):
            return _deed_in(scene, left)
        case n.Sum(left):
            return _deed_in(scene, left)
        case _:
            return None


def otherwise(
    scene: Scene, node: n.Otherwise | n.If | None, front: str = "otherwise,"
) -> list[Step]:
    """What happens in the other case."""
    match node:
        case None:
            return []
        case n.If():
            return if_(scene, node, f"{front} if")
        case n.Otherwise(body):
            return [at(changed(attach(front, statements.block(scene, body)), loose=True), node)]
    assert_never(node)


# ---------------------------------------------------------------------------------- each


def going(scene: Scene, node: n.Each | n.Together | n.GoRound | n.As) -> Step:
    """What is done by several, or for several things."""
    inner = scene.inside("each")
    match node:
        case n.Each(who, body):
            return _each(inner, scene, who, body)
        case n.Together(who, body):
            return _together(scene, who, body)
        case n.GoRound():
            return _go_round(scene.inside("round"), node)
        case n.As(player, body):
            return _addressed(scene, things.noun(scene, player), body)
    assert_never(node)


def _each(
    inner: Scene, scene: Scene, who: n.EachPlayer | n.EachOf | n.EachIn, body: n.Block
) -> Step:
    match who:
        case n.EachIn():
            return _each_in(inner, who, body)
        case n.EachPlayer():
            subject, how = each_player(scene, who)
            return _addressed(inner, subject, body, how)
        case n.EachOf():
            return _addressed(inner, _members(scene, who), body)
    assert_never(who)


def _addressed(scene: Scene, subject: Noun, body: n.Block, how: str = "") -> Step:
    if subject.person == "you":
        return attach("you do this:", statements.block(scene, body))
    return with_subject(scene, subject, lambda inner: statements.block(inner, body), how)


def each_player(scene: Scene, who: n.EachPlayer) -> tuple[Noun, str]:
    """`each player who is not out`, and ` in turn, starting with the leader`."""
    tail = ""
    if who.where is not None:
        inner = scene.saying("you", THEY)
        chosen = Group("player", "players", person=True)
        tail = relatives.relative(inner, who.where, "you", chosen)[0]
    start = f", starting with {things.object_(scene, who.start)}," if who.start else ""
    return Noun(f"each player{tail}"), f"{start}" if start else ""


def _members(scene: Scene, who: n.EachOf) -> Noun:
    """`you and the rival each`; of one set, each of its members."""
    if len(who.members) == 1:
        only = who.members[0]
        type_ = scene.known.type_of(only)
        if isinstance(type_, t.Player) or isinstance(only, n.Word):
            return things.noun(scene, only)
        return Noun(groups.group(scene, only).each())
    return Noun(f"{listed(things.noun(scene, one).text for one in who.members)} each", True)


def _together(scene: Scene, who: n.EachPlayer | n.EachOf, body: n.Block) -> Step:
    """All choose at the same time."""
    if isinstance(who, n.EachOf) and who.members == (n.Word("you"),):
        said = attach("in secret,", statements.block(scene, body))
        return changed(said, loose=bool(said.below))
    if isinstance(who, n.EachPlayer):
        subject, start = each_player(scene, who)
    else:
        subject, start = _members(scene, who), ""
    said = with_subject(scene, subject, lambda inner: statements.block(inner, body), start)
    return changed(said, said=f"at the same time, and unseen by the others, {said.said}")


def _go_round(scene: Scene, node: n.GoRound) -> Step:
    start = f", starting with {things.object_(scene, node.start)}" if node.start else ""
    inner = scene.saying("you", THEY)
    skipping = ""
    if node.skipping is not None:
        chosen = Group("player", "players", person=True)
        tails = relatives.relative(inner, node.skipping, "you", chosen)[1]
        skipping = f", passing over players{tails}"
    until = f", until {claims.claim(inner, node.until)}" if node.until else ""
    front = f"go round the table again and again{start}{skipping}{until}; whoever is reached"
    told = with_subject(scene, Noun(front), lambda one: statements.block(one, node.body))
    return changed(told, deed=not told.below and False, loose=True)


def _each_in(scene: Scene, who: n.EachIn, body: n.Block) -> Step:
    if len(who.pairs) == 2:
        return _side_by_side(scene, who, body)
    (pair,) = who.pairs
    over = groups.group(scene, pair.domain)
    name, called = _member(_among(scene, body), pair, over)
    inner = scene.saying(pair.name.text, name)
    each = f"each {name}{over.tail}" if over.one == "number" else over.each()
    return attach(f"for {each}{called},", statements.block(inner, body))


def _among(scene: Scene, body: n.Block) -> Scene:
    """The names that a block speaks of: only from these must a new one be told apart."""
    used = {node.text for node in inside(body) if isinstance(node, n.Name)}
    used |= {"you", "it", "this", "bearer"}
    names = {name: noun for name, noun in scene.names.items() if name in used}
    return Scene(scene.known, names, scene.bare, scene.loop)


def _member(scene: Scene, pair: n.Pair, over: Group) -> tuple[Noun, str]:
    """How a member is spoken of in a loop, and ` (the winner)` where the loop must say so."""
    name = pair.name.text
    said = words.spaced(name)
    if over.one == "number":
        return Noun(said), ""
    sort = over.one.rpartition(" ")[2]
    if len(name) < 3 or said.lower() in (bare(over.one).lower(), bare(sort).lower(), "it"):
        return scene.fresh("that", sort if over.whose else over.one, name), ""
    bound = scene.bound(pair.name)
    return bound, "" if bound.text.startswith("that ") else f" ({bound})"


def _side_by_side(scene: Scene, who: n.EachIn, body: n.Block) -> Step:
    """Two sets walked together."""
    first, second = who.pairs
    over, along = groups.group(scene, first.domain), groups.group(scene, second.domain)
    one, one_called = _member(scene, first, over)
    two, two_called = _member(scene, second, along)
    inner = scene.saying(first.name.text, one).saying(second.name.text, two)
    front = f"take {over.the()}{one_called} and {along.the()}{two_called} in pairs, one of each;"
    return attach(f"{front} for each pair,", statements.block(inner, body))


# ---------------------------------------------------------------------------------- repeat


def repeating(scene: Scene, node: n.Repeat | n.RepeatUntil | n.RepeatTimes) -> Step:
    """A loop."""
    inside = statements.block(scene.inside("repeat"), node.body)
    match node:
        case n.Repeat() if len(inside) == 1 and not inside[0].below:
            return changed(inside[0], said=f"again and again: {inside[0].said}", deed=False)
        case n.Repeat():
            return Step("repeat this again and again", tuple(inside), deed=True, loose=True)
        case n.RepeatUntil(condition):
            claims.claim(scene, condition)  # heard, for whoever asks when it is over
            told = attach(f"as long as {claims.claim(scene, condition, False)},", inside)
            if told.below:
                return changed(told, said=f"{told.said}, repeat this")
            return changed(told, said=f"{told.said}, and repeat this")
        case n.RepeatTimes(n.Number(times)):
            return attach(f"{words.times(times)}:", inside)
        case n.RepeatTimes(count):
            said = things.noun(scene, count)
            say = "say" if said.many else "says"
            return attach(f"as many times as {said} {say}:", inside)
    assert_never(node)


_LOOPS = {"repeat": "stop repeating this", "round": "stop going round", "each": "go no further"}


def leaving(scene: Scene, node: n.End | n.Stop | n.Until | n.Return | n.Victory) -> Step:
    """What ends something."""
    stop = _LOOPS.get(scene.loop, "stop here")
    match node:
        case n.End(what):
            return clause(_ends(scene, what))
        case n.Stop():
            return Step(stop)
        case n.Until(condition):
            return clause(f"if {claims.claim(scene, condition)}, {stop}", loose=True)
        case n.Return(value):
            if value is None:
                return clause("this ends here")
            return clause(f"this ends here; the answer is {_answer(scene, value)}")
        case n.Victory(winners):
            return clause(_victory(scene, winners))
    assert_never(node)


def _answer(scene: Scene, value: n.Expr) -> str:
    if isinstance(value, n.Word) and value.word in ("yes", "no"):
        return value.word
    if isinstance(scene.known.type_of(value), t.Flag):
        if isinstance(value, n.Name) and isinstance(scene.known.meaning(value), g.LocalRef):
            return f"“{words.spaced(value.text)}”"
        return f"yes if {claims.claim(scene, value)}, otherwise no"
    return things.pieces(scene, value).text


def _ends(scene: Scene, what: n.Occurrence) -> str:
    name = what.name.text
    said = words.spaced(name)
    if name == "game":
        return "the game ends, and nobody wins"
    if name == "turn":
        return f"the {link('rule', 'turn', 'turn')} ends at once"
    if name in {effect.name for effect in scene.game.lastings}:
        whom = functions.for_arguments(scene, what.arguments or ())
        return f"{link('lasting', name, f'“{said}”')} ends{whom}"
    if name in scene.game.movements:
        return f"the {said} ends at once"
    return f"{link('rule', name, f'“{said}”')} ends at once"


def _victory(scene: Scene, winners: n.Expr) -> str:
    if isinstance(winners, n.Filtered) or element(scene.known.type_of(winners)) is not None:
        all_ = groups.group(scene, winners)
        if isinstance(winners, n.SetOf):
            win = "wins" if len(winners.elements) == 1 else "win"
            return f"the game ends; {things.noun(scene, winners)} {win}"
        if sole := scene.names.get(f"sole {all_.the()}"):
            return f"the game ends, and {sole} wins"
        shared = f"the {all_.one}{all_.tail} wins; if there are several, they share the victory"
        return f"the game ends, and {shared}" if not all_.whose else f"{all_.the()} win the game"
    who = things.noun(scene, winners)
    return f"{who} {'win' if who.many else 'wins'} the game"


# ---------------------------------------------------------------------------------- holding


def holding(scene: Scene, node: n.With | n.AtOnce) -> Step:
    """A block in which something holds, or which is one moment."""
    inside = statements.block(scene, node.body)
    match node:
        case n.With(effect):
            name = link("lasting", effect.name.text, f"“{words.spaced(effect.name.text)}”")
            whom = functions.for_arguments(scene, effect.arguments)
            return attach(f"while {name} is in force{whom},", inside)
        case n.AtOnce():
            return attach("all at once,", inside)
    assert_never(node)


def match(scene: Scene, node: n.Match) -> Step:
    """Cases, each with its deeds."""
    deed = _deed_in(scene, node.subject)
    if isinstance(node.subject, n.Roll):
        front = amounts.rolled(scene, node.subject)
    elif isinstance(deed, n.Call) and deed is node.subject:
        done = occurrences.perform(scene, n.Occurrence(deed.name, deed.arguments)).said
        front = f"{done}; then, depending on the answer"
    else:
        front = f"this depends on {things.object_(scene, node.subject)}"
    arms: list[Step] = []
    prose: list[n.Doc] = []
    for arm in node.arms:
        if isinstance(arm, n.Doc):
            prose.append(arm)
            continue
        said = listed((pattern(scene, one) for one in arm.patterns), "or")
        arms.append(at(attach(f"{said}:", statements.block(scene, arm.body)), arm, prose))
        prose = []
    return Step(front, tuple(arms), numbered=False, deed=isinstance(node.subject, n.Roll))


def pattern(scene: Scene, node: n.Pattern) -> str:
    """A case in words."""
    match node:
        case n.Bounds(low, high):
            return f"{low} to {high}"
        case n.OtherwisePattern():
            return "otherwise"
        case n.Text(value):
            return f"“{clean(value)}”"
        case n.Name() | n.Number() | n.Piece() | n.Word():
            return things.noun(scene, node).text
    assert_never(node)
