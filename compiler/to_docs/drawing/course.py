"""A course of states as a picture: one below the other, with arrows and the words when.

What leads on goes straight down or past states at the right, what leads back goes at the left.
"""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.compiler.to_docs.drawing.svg import (
    WIDTH,
    Picture,
    element,
    letters,
    polygon,
    visible,
    wrapped,
)
from hoyle.dsl.records import record

BOX = 250.0  # width of a state
LINE = 13.0  # of letters
FORK = 9.0  # from the middle of a fork to its corners
BELOW = 24.0  # an arrow without words
BESIDE = 150.0  # room for words at the right
BACK = 96.0  # room for words at the left
LANE = 11.0
TOP = 6.0


@record
class Shown:
    """A state: its sort, words, number and link; none of them where it is a fork."""

    sort: str
    words: str
    number: str = ""
    link: str = ""


@record
class Arrow:
    """From a state to another, by their places in the list, with the words when."""

    start: int
    end: int
    when: str


@record
class _Frame:
    """Where everything stands: the middles and heights of states, the edges of the column."""

    middles: tuple[float, ...]
    heights: tuple[float, ...]
    left: float
    right: float

    @property
    def centre(self) -> float:
        return (self.left + self.right) / 2


def course(states: Sequence[Shown], arrows: Sequence[Arrow]) -> Picture:
    """The picture of a course."""
    straight = [one for one in arrows if one.end == one.start + 1]
    past = [one for one in arrows if one.end > one.start + 1]
    back = [one for one in arrows if one.end <= one.start]
    past_lanes, back_lanes = _lanes(past), _lanes(back)
    far = any(one.start != one.end for one in back)
    wide = max((len(one.when) for one in back), default=0) * 11 * WIDTH + 36
    left = 8.0 + (BACK + LANE * (max(back_lanes, default=0) + 1) if far else min(wide, BACK))
    left = left if back else 8.0
    frame = _frame(states, straight, past, left)
    beside = BESIDE if any(one.when for one in past) else 12.0
    body = [_state(state, frame, n) for n, state in enumerate(states)]
    body += [part for one in straight for part in _down(one, states, frame)]
    seen: dict[int, int] = {}
    for one, lane in sorted(zip(past, past_lanes, strict=True), key=lambda pair: pair[0].end):
        seen[one.start] = seen.get(one.start, -1) + 1
        body += _past(one, states, frame, frame.right + beside + lane * LANE, seen[one.start])
    for one, lane in zip(back, back_lanes, strict=True):
        body += _back(one, states, frame, frame.left - BACK - lane * LANE)
    lanes = max(past_lanes, default=-1) + 1
    words = max((_reach(one, frame) for one in straight), default=0.0)
    width = max(frame.right + (beside + lanes * LANE if past else 0.0), words) + 8
    low = frame.middles[-1] + frame.heights[-1] / 2 + TOP
    return Picture(width, low, tuple(body), least=min(width, 460.0))


def _reach(one: Arrow, frame: _Frame) -> float:
    longest = max((len(line) for line in _beside_arrow(one.when)), default=0)
    return frame.centre + 10 + longest * 11 * 0.56


def _lanes(arrows: Sequence[Arrow]) -> list[int]:
    """A lane for each, so that no two of a lane run side by side; short ones inside."""
    taken: list[list[tuple[int, int]]] = []
    found = [0] * len(arrows)
    order = sorted(range(len(arrows)), key=lambda n: (abs(arrows[n].end - arrows[n].start), n))
    for n in order:
        low, high = sorted((arrows[n].start, arrows[n].end))
        lane = 0
        while lane < len(taken) and any(low <= b and a <= high for a, b in taken[lane]):
            lane += 1
        if lane == len(taken):
            taken.append([])
        taken[lane].append((low, high))
        found[n] = lane
    return found


def _frame(
    states: Sequence[Shown], straight: Sequence[Arrow], past: Sequence[Arrow], left: float
) -> _Frame:
    """States from top to bottom, with room for the words between and beside them."""
    words = {one.start: len(_beside_arrow(one.when)) for one in straight}
    sideways = {n: sum(one.start == n for one in past) for n in range(len(states))}
    middles, heights, y = [], [], TOP
    for n, state in enumerate(states):
        high = 2 * FORK if state.sort == "fork" else len(_lines(state)) * LINE + 14
        room = max(high, sideways[n] * (LINE + 2) + 4)
        middles.append(y + room / 2)
        heights.append(high)
        y += room + max(BELOW, words.get(n, 0) * LINE + 12)
    return _Frame(tuple(middles), tuple(heights), left, left + BOX)


def _lines(state: Shown) -> list[str]:
    return wrapped(state.words, BOX - 24, 3)


def _beside_arrow(when: str) -> list[str]:
    return wrapped(when, 260, 3, 11) if when else []


def _state(state: Shown, frame: _Frame, n: int) -> str:
    """The shape of a state by its sort, with its words."""
    x, y, high = frame.centre, frame.middles[n], frame.heights[n]
    if state.sort == "fork":
        number = letters(
            (x - FORK - 4, y - 6), state.number, 9, "end", stroke="none", fill="currentColor"
        )
        return number + polygon([(x, y - FORK), (x + FORK, y), (x, y + FORK), (x - FORK, y)])
    round_ = {"begin": high / 2, "end": high / 2, "question": 12.0}.get(state.sort, 2.0)
    wide = "2" if state.sort == "question" else ""
    inner = element(
        "rect", x=frame.left, y=y - high / 2, width=BOX, height=high, rx=round_,
        stroke_width=wide, stroke_dasharray="5 3" if state.sort == "question" else "",
    )  # fmt: skip
    lines = _lines(state)
    for index, line in enumerate(lines):
        at = (x, y + (index - (len(lines) - 1) / 2) * LINE)
        inner += letters(at, line, stroke="none", fill="currentColor")
    if state.number:
        at = (frame.left + 7, y - high / 2 + 9)
        inner += letters(at, state.number, 9, "start", stroke="none", fill="currentColor")
    inner = f"<title>{visible(state.words)}</title>{inner}"
    return element("a", inner, href=f"#{state.link}") if state.link else element("g", inner)


def _half(states: Sequence[Shown], frame: _Frame, n: int) -> float:
    """From the middle of a state to its side."""
    return FORK if states[n].sort == "fork" else (frame.right - frame.left) / 2


def _high(states: Sequence[Shown], frame: _Frame, n: int) -> float:
    return FORK if states[n].sort == "fork" else frame.heights[n] / 2


def _down(one: Arrow, states: Sequence[Shown], frame: _Frame) -> list[str]:
    x = frame.centre
    top = frame.middles[one.start] + _high(states, frame, one.start)
    low = frame.middles[one.end] - _high(states, frame, one.end)
    lines = _beside_arrow(one.when)
    first = (top + low) / 2 - (len(lines) - 1) / 2 * LINE
    return [
        element("line", x1=x, y1=top, x2=x, y2=low),
        polygon([(x, low), (x - 4, low - 8), (x + 4, low - 8)], fill="currentColor"),
        *(
            _quiet((x + 10, first + index * LINE), line, "start")
            for index, line in enumerate(lines)
        ),
    ]


def _past(
    one: Arrow, states: Sequence[Shown], frame: _Frame, lane: float, before: int
) -> list[str]:
    """Past some states, at the right."""
    x, y = frame.centre + _half(states, frame, one.start), frame.middles[one.start]
    y += before * (LINE + 2)
    u, v = frame.centre + _half(states, frame, one.end), frame.middles[one.end]
    path = f"M{x:g},{y:g} H{lane:g} V{v:g} H{u:g}"
    words = wrapped(one.when, lane - frame.right - 10, 1, 11) if one.when else []
    return [
        element("path", d=path, stroke_opacity="0.7"),
        polygon([(u, v), (u + 8, v - 4), (u + 8, v + 4)], fill="currentColor"),
        *(_quiet((frame.right + 8, y - 7), line, "start", one.when) for line in words),
    ]


def _back(one: Arrow, states: Sequence[Shown], frame: _Frame, lane: float) -> list[str]:
    """Back to a state before, or to the same, at the left."""
    x, y = frame.centre - _half(states, frame, one.start), frame.middles[one.start]
    u, v = frame.centre - _half(states, frame, one.end), frame.middles[one.end]
    if one.start == one.end:
        y, v = y + 6, v - 6
        lane = frame.left - 26
    path = f"M{x:g},{y:g} H{lane:g} V{v:g} H{u:g}"
    around = one.start == one.end
    side = lane - 5 if around else lane + 5
    room = BACK - 30 if around else frame.left - side - 6
    lines = wrapped(one.when, room, 2, 10) if one.when else []
    first = y - 6 - (len(lines) - 1) / 2 * LINE if around else y + 10
    return [
        element("path", d=path, stroke_opacity="0.7"),
        polygon([(u, v), (u - 8, v - 4), (u - 8, v + 4)], fill="currentColor"),
        *(
            _quiet((side, first + index * LINE), line, "end" if around else "start", one.when)
            for index, line in enumerate(lines)
        ),
    ]


def _quiet(at: tuple[float, float], words: str, anchor: str, whole: str = "") -> str:
    """Words at an arrow; what is cut is whole when a mouse points there."""
    told = letters(at, words, 11, anchor, stroke="none", fill="currentColor")
    return (
        f"<g><title>{visible(whole)}</title>{told}</g>" if words.endswith("…") and whole else told
    )
