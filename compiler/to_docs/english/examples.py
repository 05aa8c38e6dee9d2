"""Examples: what is given, what is done, what must be so then."""

from __future__ import annotations

from typing import assert_never

from hoyle.compiler.to_docs.english import claims, occurrences, things, words
from hoyle.compiler.to_docs.english.nouns import be
from hoyle.compiler.to_docs.english.said import Said, clean, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import (
    Step,
    at,
    changed,
    clause,
    clauses_of,
    first_word,
    third,
)
from hoyle.compiler.to_docs.english.telling import said
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n


def told(scene: Scene, node: n.Example) -> Said:
    """An example, step by step."""
    return said("example", clean(node.title), node, steps(scene, node), numbered=False)


def steps(scene: Scene, node: n.Example) -> list[Step]:
    """Facts that stand together become one list."""
    shown: list[Step] = []
    prose: list[n.Doc] = []
    for step in node.steps:
        match step:
            case n.Doc():
                prose.append(step)
                continue
            case n.Given(fact):
                shown.append(at(_front("given", fact_words(scene, fact)), step, prose))
            case n.Then(fact):
                shown.append(at(_front("then", fact_words(scene, fact)), step, prose))
            case n.AndAlso(fact):
                shown[-1] = _also(shown[-1], fact_words(scene, fact), step)
            case n.ButNot(option, value):
                said_ = f"the option {things.option_words(option.text)}"
                chosen = things.noun(scene, value).text
                shown.append(at(clause(f"this is not so if {said_} is {chosen}"), step, prose))
            case n.Does():
                shown.append(at(_does(scene, step), step, prose))
        prose = []
    return shown


def _front(word: str, fact: str) -> Step:
    if word == "given":
        return clause(f"at first, {fact}" if fact != "the setup is done" else "after the setup")
    return clause(f"then {fact}")


def _also(before: Step, fact: str, line: n.AndAlso) -> Step:
    """One more fact of the step before: two are a sentence, more are a list."""
    cites = tuple(dict.fromkeys((*before.clauses, *clauses_of(line))))
    if before.below:
        return changed(before, below=(*before.below, clause(fact)), clauses=cites)
    first, _, rest = before.said.partition(" ")
    front = "at first" if first == "at" else "then"
    own = rest.removeprefix("first, ")
    if first not in ("at", "then"):
        front, own = "after the setup", ""
    facts = [clause(one) for one in (own, fact) if one]
    return changed(before, said=front, below=tuple(facts), numbered=False, clauses=cites)


# ---------------------------------------------------------------------------------- facts


def fact_words(scene: Scene, fact: n.Fact) -> str:
    """A fact as a clause."""
    match fact:
        case n.Holds(n.Is(left, right), more):
            return _is(scene, fact, left, (right, *more))
        case n.Holds(condition):
            return claims.claim(scene, condition)
        case n.Wins(winners):
            who = things.noun(scene, winners)
            return f"{who} {'win' if who.many else 'wins'} the game"
        case n.AnswerIs(value):
            return f"the answer is {things.noun(scene, value)}"
        case n.Odds(favourable, total, condition):
            held = claims.claim(scene, condition)
            if favourable == total:
                return f"it is certain that {held}"
            return f"the odds are {favourable} in {total} that {held}"
        case n.AfterFlow(moment):
            return "the setup is done" if moment == "setup" else "the game has been played"
        case n.MapFact():
            return "the board is a small map, drawn for this example"
    assert_never(fact)


def _is(scene: Scene, fact: n.Holds, left: n.Expr, values: tuple[n.Expr, ...]) -> str:
    """What lies somewhere, or is so."""
    meaning = scene.known.meaning(left)
    holds_pieces = isinstance(meaning, g.FieldRead) and meaning.field.zone is not None
    if not holds_pieces and len(values) == 1:
        return claims.claim(scene, fact.condition)
    noun = things.noun(scene, left)
    shown = listed(_value(scene, meaning, one) for one in values)
    if values[0] == n.SetOf(()) or values[0] == n.Word("none"):
        return f"{noun} {be(noun)} empty"
    if noun.many:
        return f"{noun} {be(noun)} {shown}"
    return f"{noun} holds {shown}" if holds_pieces else f"{noun} is {shown}"


def _value(scene: Scene, meaning: g.Expr | None, node: n.Expr) -> str:
    """A piece by its name, where the text is nothing more."""
    if isinstance(node, n.Text) and isinstance(meaning, g.FieldRead) and meaning.field.zone:
        for table in meaning.field.zone.holds:
            names = {row.name for row in scene.game.tables[table].rows}
            if node.value in names:
                return scene.known.row(table, node.value)
    return things.noun(scene, node).text


# ---------------------------------------------------------------------------------- what is done


def _does(scene: Scene, step: n.Does) -> Step:
    who = words.spaced(step.seat.text).capitalize()
    name = step.deed.name.text
    if name in ("turn", "play", "setup") and not step.deed.arguments:
        front = {"turn": f"{who} takes a turn", "setup": "the setup is done"}.get(
            name, "the game is played"
        )
    else:
        deed = occurrences.perform(scene, step.deed)
        front = f"{who} {first_word(deed.said, third)}"
    script: list[Step] = []
    prose: list[n.Doc] = []
    for line in step.script:
        if isinstance(line, n.Doc):
            prose.append(line)
            continue
        script.append(at(clause(_script(scene, line)), line, prose))
        prose = []
    return Step(front, tuple(script), deed=False)


def _script(scene: Scene, line: n.ScriptLine) -> str:
    match line:
        case n.Rolls(None, results):
            return f"the roll is {_values(scene, results)}"
        case n.Rolls(seat, results):
            assert seat is not None
            return f"{_seat(seat)} rolls {_values(scene, results)}"
        case n.Chooses(seat, choices):
            return f"{_seat(seat)} chooses {_values(scene, choices)}"
        case n.Plays(seat, pieces):
            return f"{_seat(seat)} plays {_values(scene, pieces)}"
        case n.Draws(seat, pieces):
            return f"{_seat(seat)} draws {_values(scene, pieces)}"
        case n.Passes(seat):
            return f"{_seat(seat)} passes"
        case n.SaysYes(seat):
            return f"{_seat(seat)} says yes"
    assert_never(line)


def _seat(seat: n.Name) -> str:
    return words.spaced(seat.text).capitalize()


def _values(scene: Scene, values: tuple[n.ScriptValue, ...]) -> str:
    return listed(_script_value(scene, one) for one in values)


def _script_value(scene: Scene, value: n.ScriptValue) -> str:
    match value:
        case n.Text(text):
            return f"“{clean(text)}”"
        case n.Number() | n.Signed():
            return things.noun(scene, value).text
        case n.Name(text):
            for kinds in scene.game.kinds.values():
                if text in kinds.values:
                    return scene.known.label(kinds.name, kinds.values.index(text))
            return words.spaced(text)
    assert_never(value)
