"""Courses of deeds as pictures, and the same as a table of steps."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.anchors import slug
from hoyle.compiler.to_docs.drawing.board import Drawn
from hoyle.compiler.to_docs.drawing.course import Arrow, Shown
from hoyle.compiler.to_docs.drawing.course import course as drawn_course
from hoyle.compiler.to_docs.english.said import Reference, Text, plain
from hoyle.compiler.to_docs.matter import Matter
from hoyle.compiler.to_docs.phases import Course, State, courses
from hoyle.dsl import nodes


def diagrams(matter: Matter) -> Iterator[blocks.Section]:
    """A section for each course: its picture, and its steps in words."""
    for course in courses(matter):
        numbers = _numbers(course)
        drawn = Drawn(_picture(matter, course, numbers), (), "")
        columns = ("step", "what happens", "what comes next")
        sheet = blocks.Sheet(columns, tuple(_rows(course, numbers)))
        yield blocks.Section(f"{course.title}, as a diagram", (blocks.Figure(drawn),))
        yield blocks.Section("", (sheet,), paper="")


def _numbers(course: Course) -> dict[int, str]:
    """A number for each state but the last."""
    return {n: str(n) for n, state in enumerate(course.states) if state.sort != "end"}


def _picture(matter: Matter, course: Course, numbers: dict[int, str]) -> str:
    states = [
        Shown(state.sort, plain(state.words), _shown(numbers, n), _link(matter, state))
        for n, state in enumerate(course.states)
    ]
    arrows = [Arrow(way.start, way.end, plain(way.when)) for way in course.ways]
    said = "The steps and what leads from each to the next; the table below says the same in words."
    name = f"course-{slug(course.title)}"
    return drawn_course(states, arrows).svg(f"{course.title}, as a diagram", said, name)


def _shown(numbers: dict[int, str], n: int) -> str:
    return numbers.get(n, "") if n else ""


def _link(matter: Matter, state: State) -> str:
    """The anchor of a rule that stands on the same page."""
    match state.words:
        case (Reference(kind="rule", target=name),) if name in matter.game.procs:
            item = matter.anchors.item_at(matter.game.procs[name].span)
            own = item is not None and item in matter.own
            if own and isinstance(item.node if item else None, nodes.Procedure):
                return matter.anchors.keys.get(("rule", name), "")
    return ""


def _rows(course: Course, numbers: dict[int, str]) -> Iterator[tuple[Text, ...]]:
    for n, number in numbers.items():
        if n:
            words = course.states[n].words or ("It depends",)
            yield (number,), words, blocks.listed(_next(course, numbers, n), "; ")


def _next(course: Course, numbers: dict[int, str], start: int) -> list[Text]:
    """Where it goes on from a state."""
    return [
        (*way.when, ": " if way.when else "", _place(numbers, way.end))
        for way in course.ways
        if way.start == start
    ]


def _place(numbers: dict[int, str], state: int) -> str:
    return f"step {numbers[state]}" if state in numbers else "the end"
