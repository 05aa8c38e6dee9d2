"""Steps: sentences not yet begun or ended, so that they can be put behind `if …,` or into lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from hoyle.compiler.to_docs.english.nouns import THEY, YOU, Noun
from hoyle.compiler.to_docs.english.said import Point, bare, clean, sentence, text
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.dsl import nodes as n
from hoyle.dsl.records import record
from hoyle.dsl.source import NOWHERE, Span


@record
class Step:
    """A deed in words, and what stands below it.

    `ready` are points that are finished. `deed` says that it begins with a verb, `draw two Goals`;
    `loose` that it must not be drawn into
    a sentence with others, as it has an `if` of its own or speaks of what stands before it.
    """

    said: str
    below: tuple[Step, ...] = ()
    numbered: bool = True
    deed: bool = True
    loose: bool = False
    prose: str = ""
    clauses: tuple[str, ...] = ()
    span: Span = NOWHERE
    ready: tuple[Point, ...] = ()


def clause(said: str, loose: bool = False) -> Step:
    """A step with a subject of its own: `your turn ends`."""
    return Step(said, deed=False, loose=loose)


def at(step: Step, line: n.Line, prose: Iterable[n.Doc] = ()) -> Step:
    """A step with the place of its line, what that cites, and the prose above it."""
    docs = tuple(prose)
    cites = dict.fromkeys((*step.clauses, *_clauses(line, *docs)))
    told = " ".join(clean(doc.text) for doc in docs) or step.prose
    return changed(step, prose=told, clauses=tuple(cites), span=line.span)


L = TypeVar("L", bound=n.Line)


def with_prose(lines: Iterable[L | n.Doc], tell: Callable[[L], Step]) -> list[Step]:
    """Every line told, with the prose above it."""
    told: list[Step] = []
    prose: list[n.Doc] = []
    for line in lines:
        if isinstance(line, n.Doc):
            prose.append(line)
            continue
        told.append(at(tell(line), line, prose))
        prose = []
    return told


def changed(step: Step, **parts: object) -> Step:
    """A step with some parts changed."""
    made: Callable[..., Step] = Step
    return made(**{name: getattr(step, name) for name in _PARTS} | parts)


_PARTS = ("said", "below", "numbered", "deed", "loose", "prose", "clauses", "span", "ready")


def _clauses(*lines: n.Line) -> tuple[str, ...]:
    """What lines cite, as it is written."""
    found: dict[str, None] = {}
    for line in lines:
        for reference in line.cite.references if line.cite is not None else ():
            found[reference.text] = None
    return tuple(found)


clauses_of = _clauses


def points(steps: Sequence[Step]) -> tuple[Point, ...]:
    """Steps as sentences."""
    return tuple(_point(step) for step in steps)


def _point(step: Step) -> Point:
    below = (*points(step.below), *step.ready)
    said = sentence(step.said, ":" if below else ".")
    numbered = step.numbered and len(below) > 1
    return Point(text(said), below, numbered, step.prose, step.clauses, step.span)


# ---------------------------------------------------------------------------------- joining


_LONGEST = 150  # characters of a sentence that is still read in one breath


def attach(front: str, steps: Sequence[Step], nothing: str = "nothing happens") -> Step:
    """Steps behind `if …,`: in the same sentence if they are short, else below it."""
    if not steps:
        return clause(f"{front} {nothing}")
    if len(steps) == 1 and not steps[0].loose and not steps[0].prose:
        only = steps[0]
        return changed(only, said=f"{front} {only.said}", deed=False, loose=True)
    joined = inline(steps)
    if joined is not None and len(bare(joined)) < _LONGEST:
        cites = dict.fromkeys(one for step in steps for one in step.clauses)
        return Step(f"{front} {joined}", deed=False, loose=True, clauses=tuple(cites))
    return Step(front.rstrip(",:"), tuple(steps), deed=False, loose=True)


def inline(steps: Sequence[Step]) -> str | None:
    """A few plain steps as one sentence; None if they do not fit into one."""
    if len(steps) > 3 or any(step.below or step.loose or step.prose for step in steps):
        return None
    said = [step.said for step in steps]
    if any(len(bare(one)) > 80 or "; " in one or "." in bare(one) for one in said):
        return None
    if len(said) == 1:
        return said[0]
    if any(" this: " in bare(one) for one in said):  # where that ends would not be seen
        return None
    return f"{', '.join(said[:-1])}, then {said[-1]}" if len(said) > 2 else ", then ".join(said)


Telling = Callable[[Scene], Sequence[Step]]


def with_subject(scene: Scene, subject: Noun, tell: Telling, how: str = "") -> Step:
    """Deeds of somebody: `each player draws five Goals`, or a list that speaks to them.

    `how` may follow the subject where a list does: ` in turn order`.
    """
    spoken = tell(scene.saying("you", YOU))
    if len(spoken) == 1 or inline(spoken) is not None:
        told = tell(scene.saying("you", THEY))
        joined = inline([changed(step, said=_third(step.said, subject.many)) for step in told])
        if joined is not None and all(step.deed for step in told) and len(bare(joined)) < _LONGEST:
            cites = dict.fromkeys(one for step in told for one in step.clauses)
            return Step(f"{subject}{how} {joined}", deed=False, clauses=tuple(cites))
    do = "do" if subject.many else "does"
    if len(spoken) == 1 and not spoken[0].loose:
        return changed(spoken[0], said=f"{subject}{how} {do} this: {spoken[0].said}", deed=False)
    return Step(f"{subject}{how} {do} this", tuple(spoken), deed=False)


_FIRST_WORD = re.compile(r"^((?:\ue000[^\ue001]*\ue001)?)([^\s\ue002]+)")


def _third(said: str, many: bool) -> str:
    """`draw two Goals` as what somebody does: `draws two Goals`."""
    if many:
        return said
    return first_word(said, third)


def first_word(said: str, change: Callable[[str], str]) -> str:
    """A sentence with its first word changed, inside a reference as well."""
    return _FIRST_WORD.sub(lambda found: found[1] + change(found[2]), said, count=1)


def third(verb: str) -> str:
    """`draw` → `draws`."""
    irregular = {"have": "has", "be": "is", "do": "does", "go": "goes", "may": "may"}
    if verb in irregular:
        return irregular[verb]
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"
