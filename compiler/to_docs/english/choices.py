"""What players choose, and when they may."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from hoyle.compiler.to_docs.english import (
    amounts,
    claims,
    groups,
    relatives,
    statements,
    things,
    words,
)
from hoyle.compiler.to_docs.english.flow import each_player, otherwise
from hoyle.compiler.to_docs.english.nouns import Group, Noun
from hoyle.compiler.to_docs.english.said import bare, clean, link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, attach, changed, clause, inline, with_prose
from hoyle.dsl import nodes as n

# ---------------------------------------------------------------------------------- picking


def chosen(scene: Scene, pick: n.Pick) -> Noun:
    """How what is chosen is spoken of."""
    over = candidates(scene, pick)
    name = pick.name.text
    said = words.spaced(name)
    several = pick.how_many is not None
    if over.one == "number":
        if words.is_odd(said):
            return Noun(f"“{said}”")
        return Noun(said if len(name) < 3 else _number(said))
    sort = bare(over.one).rpartition(" ")[2]
    if several:
        return _several(over, said)
    if len(name) < 3:
        return scene.fresh("the chosen", sort if over.whose else over.one, name)
    if said.lower() in (bare(over.one).lower(), sort.lower()):
        return scene.fresh("that", sort if over.whose else over.one, name)
    if words.is_adjective(said):
        return Noun(f"the {said} {sort}")
    return Noun(f"“{said}”" if words.is_odd(said) else f"the {said}")


def _number(said: str) -> str:
    return f"the {said} number" if words.is_adjective(said) else f"the {said}"


def _several(over: Group, said: str) -> Noun:
    """What is chosen where it may be several."""
    if words.is_plural(said):
        return Noun(f"the {said}", True)
    if words.is_adjective(said):
        return Noun(f"the {said} {over.many.rpartition(' ')[2]}", True)
    return Noun(f"“{said}”", True)


def candidates(scene: Scene, pick: n.Pick) -> Group:
    """What may be chosen."""
    match pick.candidates:
        case n.FromSet(set) | n.InSet(set):
            return groups.group(scene, set)
        case n.InRange(range, where):
            over = groups.group(scene, range)
            if where is None:
                return over
            return over.where(*relatives.relative(scene, where, pick.name.text, over))
    assert_never(pick.candidates)


def picked(scene: Scene, pick: n.Pick) -> str:
    """The choice as a deed: `choose two Goals in your hand`."""
    asked(scene, pick.prompt)
    over = candidates(scene, pick)
    name = chosen(scene, pick)
    known = name.text.startswith(("that ", "the chosen ", "the other chosen "))
    unseen = " without seeing it" if pick.unseen else ""
    if over.one == "number" and pick.how_many is None:
        what = f"a {over.one}{over.tail}"
    else:
        what = _how_many(scene, pick.how_many, over) + unseen
    if known:
        return f"choose {what}"
    if name.text.startswith("“") and name.many:
        return f"choose {what}, called {name}"
    return f"choose {what} as {name}" if len(bare(what)) < 60 else f"choose as {name} {what}"


def _how_many(scene: Scene, how_many: n.HowMany | None, over: Group) -> str:
    match how_many:
        case None:
            return over.any()
        case n.OneOrMore():
            return over.counted("one or more")
        case n.AnyNumber():
            return f"any number of {over.the()}" if over.whose else f"any number of {over.plain()}"
        case n.UpTo(limit):
            return over.counted(f"up to {_count(scene, limit)}")
        case n.Exactly(n.Number(count)):
            return over.counted(words.number(count), count == 1)
        case n.Exactly(count):
            said = amounts.measure(scene, count)
            if isinstance(count, n.Name) and len(count.text) < 3:
                return over.counted(said)
            if (left := _all_but(scene, count)) is not None and left[0] == over:
                return f"all but {left[1]} of {over.the()}"
            return (
                f"as many of {over.the()} as {said}"
                if over.whose
                else (f"as many {over.plain()} as {said}")
            )
        case n.Range(low, high):
            if not (isinstance(low, n.Number) and isinstance(high, n.Number)):
                least, most = _count(scene, low), _count(scene, high)
                return over.counted(f"at least {least} and at most {most}")
            return over.counted(f"{_count(scene, low)} to {_count(scene, high)}")
    assert_never(how_many)


def _all_but(scene: Scene, node: n.Expr) -> tuple[Group, str] | None:
    """`count(S) - k`: all of a set but so many."""
    match node:
        case n.Sum(n.Call(n.Name("count"), (what,)), "-", less) if not isinstance(
            what, n.OfArgument | n.TypedArgument
        ):
            return groups.group(scene, what), _count(scene, less)
        case _:
            return None


def _count(scene: Scene, node: n.Expr) -> str:
    if isinstance(node, n.Number):
        return words.number(node.value) if node.value else "0"
    return things.noun(scene, node).text


# ---------------------------------------------------------------------------------- choose


def choose(scene: Scene, node: n.Choose) -> list[Step]:
    """`choose x from S`, and what follows from it."""
    said = picked(scene, node.pick)
    inner = scene.saying(node.pick.name.text, chosen(scene, node.pick))
    inside = statements.block(inner, node.body)
    none = otherwise(scene, node.otherwise, "if there is nothing to choose,")
    left = _left(scene, node.otherwise)
    if left:
        return [Step(f"{said}; if there is none, {left}", loose=True), *inside]
    if node.pick.if_any or (none and inside):
        return [_if_any(said, inside), *none]
    return [Step(said), *inside, *none]


def _left(scene: Scene, node: n.Otherwise | n.If | None) -> str:
    """What is left at once where there is nothing to choose; "" where the rule goes on."""
    if not isinstance(node, n.Otherwise) or not node.body.statements:
        return ""
    if not isinstance(node.body.statements[-1], n.Stop | n.Return | n.End):
        return ""
    return inline(statements.block(scene, node.body)) or ""


def _if_any(said: str, inside: list[Step]) -> Step:
    """Where there may be nothing to choose, all that follows is skipped then."""
    if not inside:
        return Step(f"{said}, if there is any")
    joined = inline(inside)
    if joined is not None and len(bare(joined)) < 110:
        cites = dict.fromkeys(one for step in inside for one in step.clauses)
        return Step(f"{said}, if there is any; then {joined}", loose=True, clauses=tuple(cites))
    return Step(f"{said}, if there is any; then", tuple(inside), loose=True)


def may_choose(scene: Scene, node: n.MayChoose) -> list[Step]:
    """`may choose x from S`."""
    said = f"you may {picked(scene, node.pick)}"
    inner = scene.saying(node.pick.name.text, chosen(scene, node.pick))
    inside = statements.block(inner, node.body)
    none = otherwise(scene, node.otherwise, "if you do not,")
    if not inside:
        return [clause(said), *none]
    return [changed(attach(f"{said}; if you do,", inside), loose=True), *none]


# ---------------------------------------------------------------------------------- branches


def label(scene: Scene, words_: n.Prompt) -> str:
    """A label in quotes."""
    return f"“{things.prompt(scene, words_)}”"


def asked(scene: Scene, words_: n.Prompt | None) -> None:
    """A question is heard, which the text around it does not repeat."""
    if words_ is not None:
        things.prompt(scene, words_)


def bound(scene: Scene, limited: n.Limited | None) -> str:
    """`once per turn`, `as often in the game as the option “deals” says`."""
    if limited is None:
        return ""
    per = limited.per.text if limited.per else ""
    where = f"per {words.spaced(per)}" if per else "in the game"
    if per in scene.game.procs and per not in ("turn", "play"):
        where = f"in each {link('rule', per, f'“{words.spaced(per)}”')}"
    if isinstance(limited.times, int):
        return f"{words.times(limited.times)} {where}"
    name = limited.times.text
    known = name in scene.game.options
    said = f"the option {things.option_words(name)}" if known else f"“{words.spaced(name)}”"
    return f"as many times {where} as {said} says"


def only_if(scene: Scene, when: n.When | None) -> str:
    """`if your coins are more than 3`, with what is said otherwise."""
    if when is None:
        return ""
    if when.reason is not None:
        reason = bare(things.prompt(scene, when.reason))
        scene.known.reasons.setdefault(when.condition.span, reason)
    return f"if {claims.claim(scene, when.condition)}"


def branch(scene: Scene, node: n.Branch) -> Step:
    """One way to go on: its label, when it is there, what happens."""
    limits = [bound(scene, node.limited), only_if(scene, node.when)]
    said = ", ".join(limit for limit in limits if limit)
    front = label(scene, node.label) + (f" ({said})" if said else "")
    inside = statements.block(scene, node.body)
    if not inside:
        return clause(front)
    return attach(f"{front}:", inside)


def branches(scene: Scene, lines: tuple[n.Branch | n.Doc, ...]) -> list[Step]:
    """All of them, each with the prose above it."""
    return with_prose(lines, partial(branch, scene))


def choose_branch(scene: Scene, node: n.ChooseBranch) -> list[Step]:
    """You must go one of several ways."""
    asked(scene, node.prompt)
    told = branches(scene, node.branches)
    told += window(scene, node.window)
    said = Step("choose one of these", tuple(told), numbered=False, loose=True)
    return [said, *otherwise(scene, node.otherwise, "if none is possible,")]


def window(scene: Scene, node: n.Occurrence | None) -> list[Step]:
    """What rules elsewhere offer at this moment."""
    if node is None or not _offered(scene, node.name.text):
        return []
    return [clause(f"whatever is offered at {_moment(scene, node.name.text)}")]


def _moment(scene: Scene, name: str) -> str:
    """A moment by its name, with what is offered there if that is not much."""
    said = link("window", name, f"“{words.spaced(name)}”")
    offered = _offered(scene, name)
    return f"{said} ({listed(offered, 'or')})" if 0 < len(offered) < 6 else said


def _offered(scene: Scene, window_: str) -> list[str]:
    """The pieces and rules that offer something at a moment, in the order of the text."""
    found: dict[str, None] = {}
    for action in scene.game.actions:
        if window_ not in {name for name, _ in action.windows}:
            continue
        carrier = action.carrier
        if carrier is None:
            shown = "".join(part for part in action.branch.label.parts if isinstance(part, str))
            found[f"“{clean(shown)}”"] = None
        else:
            rows = scene.game.tables[carrier.thing].rows
            for row in carrier.rows:
                found[scene.known.row(carrier.thing, rows[row].name)] = None
    return list(found)


def offer(scene: Scene, node: n.Offer) -> Step:
    """Any number of times, until all pass."""
    inner = scene
    asked(scene, node.prompt)
    if node.seats is None:
        front = "as often as you like, you may do any of these"
    elif isinstance(node.seats, n.EachPlayer):
        subject, start = each_player(scene, node.seats)
        front = f"{subject}{start.rstrip(',')} in turn may do any of these, until all pass in a row"
    else:
        members = listed(things.noun(scene, one).text for one in node.seats.members)
        front = f"{members} in turn may do any of these, until both pass in a row"
        if len(node.seats.members) != 2:
            front = front.replace("both", "all")
    told = [*branches(inner, node.branches), *window(inner, node.window)]
    if not node.branches:
        use = f"use what is offered at {_moment(scene, node.window.name.text)}"
        return clause(front.replace("do any of these", use), loose=False)
    return Step(front, tuple(told), numbered=False, deed=False, loose=True)


def may(scene: Scene, node: n.May) -> list[Step]:
    """`may "label"`: you may do this, or not."""
    inside = statements.block(scene, node.body)
    when = f"{only_if(scene, node.when)}, " if node.when else ""
    none = otherwise(scene, node.otherwise, "if you do not,")
    shown = label(scene, node.label)
    joined = inline(inside)
    if joined is not None and all(step.deed for step in inside):
        cites = dict.fromkeys(one for step in inside for one in step.clauses)
        said = f"{when}you may {joined} ({shown})"
        return [Step(said, deed=False, loose=bool(when or none), clauses=tuple(cites)), *none]
    told = attach(f"{when}you may choose {shown}; if you do,", inside)
    return [changed(told, deed=False, loose=True), *none]
