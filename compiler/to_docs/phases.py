"""A course of deeds as states and the ways between them: what is done, asked, repeated.

States are what a rule does in turn; where the ways part there is a fork. Conditions stand on the
ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from hoyle.compiler.to_docs.english.said import Reference, Text
from hoyle.compiler.to_docs.matter import Matter, capital
from hoyle.dsl import game as g
from hoyle.dsl.records import record
from hoyle.dsl.walk import parts

Sort = Literal["begin", "deed", "rule", "question", "fork", "end"]
Exit = tuple[int, Text]  # a state that is left, and when

STEPS = ("deed", "rule", "question")
ASKED = (g.ChooseBranch, g.Offer, g.May)
LEAST = 3  # steps of a course that is worth a picture
DEEPEST = 3  # how far down a rule may be called
TITLES = {"play": "The course of the game", "turn": "A turn"}
ENDS = {"play": "the game is over", "turn": "the turn is over"}
TURNS = (g.EachPlayer, g.EachOf, g.EachIn, g.Repeat, g.GoRound)


@record
class State:
    """What is done or asked; a fork and the end have words of their own."""

    sort: Sort
    words: Text


@record
class Way:
    """From a state to another, with the words when."""

    start: int
    end: int
    when: Text


@record
class Course:
    """A course of deeds: its states in the order of the text, the first and the last included."""

    title: str
    states: tuple[State, ...]
    ways: tuple[Way, ...]


def courses(matter: Matter) -> list[Course]:
    """The turn and the course of the game; then the rules that they consist of."""
    found: list[Course] = []
    seen: set[str] = set()
    waiting: list[tuple[str, int]] = [
        (name, 0) for name in ("play", "turn") if name in matter.game.procs
    ]
    while waiting:
        name, depth = waiting.pop(0)
        proc = matter.game.procs[name]
        if name in seen or not _is_own(matter, proc):
            continue
        seen.add(name)
        if depth == 0 or _consists(proc):
            course = _Drafting(matter).course(proc)
            if sum(state.sort in STEPS for state in course.states) >= LEAST:
                found.append(course)
        if depth < DEEPEST:
            waiting += [(call.proc.name, depth + 1) for call in _calls(proc.body or ())]
    return found


def _is_own(matter: Matter, proc: g.Proc) -> bool:
    item = matter.anchors.item_at(proc.span)
    return item is not None and item in matter.own


def _consists(proc: g.Proc) -> bool:
    """Whether a rule is a course of several other rules, not a single deed."""
    rules = {call.proc.name for call in _calls(proc.body or ())}
    asked = sum(isinstance(node, ASKED) for node in _inside(proc.body or ()))
    return len(rules) > 1 and len(rules) + asked >= LEAST


def _calls(body: g.Body) -> list[g.Call]:
    return [node for node in _inside(body) if isinstance(node, g.Call)]


def _inside(body: g.Body) -> Iterator[g.Stmt | g.Branch]:
    waiting: list[object] = list(reversed(body))
    while waiting:
        part = waiting.pop()
        if isinstance(part, (g.Stmt, g.Branch)):
            yield part
            waiting += reversed(parts(part))


class _Drafting:
    """Goes through a body; `ends` are the ways out of what is left at once."""

    def __init__(self, matter: Matter) -> None:
        self.matter = matter
        self.states: list[State] = []
        self.ways: dict[tuple[int, int], Text] = {}
        self.finished: list[Exit] = []
        self.left: list[list[Exit]] = []

    def course(self, proc: g.Proc) -> Course:
        """A rule with what comes before and after it at all times."""
        title = TITLES.get(proc.name, capital(proc.name.replace("_", " ")))
        out: list[Exit] = [(self.state("begin", (title,)), ())]
        for body in (*self.hooked(proc, "before"), proc.body or (), *self.hooked(proc, "after")):
            out = self.body(body, out)
        last = self.state("end", (ENDS.get(proc.name, "done"),))
        self.join([*out, *self.finished], last)
        ways = tuple(Way(start, end, when) for (start, end), when in self.ways.items())
        return Course(title, tuple(self.states), ways)

    def hooked(self, proc: g.Proc, timing: str) -> Iterator[g.Body]:
        """What rules of the game add before or after."""
        for hook in self.matter.game.hooks:
            met = any(event.kind == "proc" and event.name == proc.name for event in hook.events)
            if met and hook.timing == timing and hook.carrier is None and hook.when is None:
                yield hook.body or ()

    # ---- states and ways
    def state(self, sort: Sort, words: Text) -> int:
        self.states.append(State(sort, words))
        return len(self.states) - 1

    def join(self, out: list[Exit], state: int) -> None:
        for start, when in out:
            known = self.ways.get((start, state))
            self.ways[start, state] = (*known, " or ", *when) if known and when else when

    def after(self, sort: Sort, words: Text, out: list[Exit]) -> int:
        """A new state behind those that are left."""
        number = self.state(sort, words)
        self.join(out, number)
        return number

    # ---- statements
    def body(self, body: g.Body, out: list[Exit]) -> list[Exit]:
        for statement in body:
            if not out:
                break
            out = self.statement(statement, out)
        return out

    def statement(self, node: g.Stmt, out: list[Exit]) -> list[Exit]:
        match node:
            case g.Call(proc=proc) | (
                g.Let(value=g.Called(proc=proc)) | g.Assign(value=g.Called(proc=proc))
            ):
                name = Reference("rule", proc.name, capital(proc.name.replace("_", " ")))
                return [(self.after("rule", (name,), out), ())]
            case g.If():
                return self.split(node, out)
            case g.ChooseBranch() | g.Offer() | g.May():
                return self.asked(node, out)
            case g.Choose():
                return self.chosen(node, out)
            case g.Stop() | g.Until() | g.Return() | g.End() | g.Victory():
                return self.leaving(node, out)
            case g.As(body=body) | g.AtOnce(body=body) | g.With(body=body):
                return self.body(body, out)
            case _ if isinstance(node, TURNS):
                return self.repeated(node, out)
            case _:
                return self.deed(node, out)

    def deed(self, node: g.Stmt, out: list[Exit]) -> list[Exit]:
        """What is done without a rule of its own, if it is said by itself."""
        said = self.matter.deed(node.span)
        if not said:
            return out
        return [(self.after("deed", _without_stop(said), out), ())]

    def split(self, node: g.If, out: list[Exit]) -> list[Exit]:
        """A fork; none where nothing is done in either way."""
        before = len(self.states)
        fork = self.after("fork", (), out)
        when = self.matter.condition(node.cond)
        met = self.body(node.then, [(fork, ("if ", *when))])
        otherwise = self.body(node.otherwise, [(fork, ("otherwise",))])
        if len(self.states) == before + 1 and met and otherwise:
            self.states.pop()
            for start, _ in out:
                self.ways.pop((start, fork), None)
            return out
        return [*met, *otherwise]

    def asked(self, node: g.ChooseBranch | g.Offer | g.May, out: list[Exit]) -> list[Exit]:
        """A question; each answer is a way on."""
        match node:
            case g.May(branch=branch, otherwise=otherwise):
                here = self.after("question", (*self.matter.prompt(branch.label), "?"), out)
                answer: Text = ("yes",)
                if branch.when is not None:
                    answer = ("yes, if ", *self.matter.condition(branch.when))
                yes = self.body(branch.body, [(here, answer)])
                return [*yes, *self.body(otherwise, [(here, ("no",))])]
            case g.Offer(prompt=prompt, window=window):
                words = self.matter.prompt(prompt) if prompt else self.moment(window)
                here = self.after("question", words, out)
                for branch in node.branches:
                    self.join(
                        self.body(branch.body, [(here, self.matter.prompt(branch.label))]), here
                    )
                self.join([(here, ("again",))], here)
                return [(here, ("all pass",))]
            case g.ChooseBranch(prompt=prompt, branches=branches, window=window_):
                here = self.after("question", self.matter.prompt(prompt), out)
                ways = [
                    way
                    for branch in branches
                    for way in self.body(branch.body, [(here, self.matter.prompt(branch.label))])
                ]
                more: list[Exit] = [(here, ("what rules offer",))] if window_ else []
                return [*ways, *more]

    def moment(self, window: g.WindowUse) -> Text:
        """A moment that has no question of its own, by its name."""
        return (f"Do something at “{window.name.replace('_', ' ')}”?",)

    def chosen(self, node: g.Choose, out: list[Exit]) -> list[Exit]:
        words = self.matter.prompt(node.prompt) if node.prompt else ("A choice",)
        here = self.after("question", words, out)
        met = self.body(node.body, [(here, ("one is chosen",) if node.otherwise else ())])
        if node.otherwise is None:
            return met
        return [*met, *self.body(node.otherwise, [(here, ("otherwise",))])]

    def repeated(self, node: g.Stmt, out: list[Exit]) -> list[Exit]:
        """A loop: its head, its body, the way back."""
        said = self.matter.sentence(node.span)
        if said and len(_calls((node,))) < 2:  # no course of its own
            return [(self.after("deed", _without_stop(said), out), ())]
        words, again, over = self.loop_words(node)
        line = () if said else self.matter.line(node.span)
        head = self.after("deed", line or words, out)
        self.left.append([])
        body = getattr(node, "body", ())
        back = self.body(body, [(head, ())])
        left = self.left.pop()
        if head == len(self.states) - 1:
            return [(head, ()), *left]  # nothing in it has a state of its own
        self.join([(start, (*when, "; ", *again) if when else again) for start, when in back], head)
        return [*left, *([(head, over)] if over else [])]

    def loop_words(self, node: g.Stmt) -> tuple[Text, Text, Text]:
        """What a loop is called, the words of its way back, and of its way out at its head."""
        match node:
            case g.Repeat(until=until, times=times):
                if until is not None:
                    return ("Again and again",), ("again",), self.matter.condition(until)
                if times is not None:
                    return ("So many times",), ("again",), ("so often",)
                return ("Again and again",), ("again",), ()
            case g.GoRound(until=until):
                over = self.matter.condition(until) if until is not None else ()
                return ("Round the table",), ("the next player",), over
            case g.EachIn():
                return ("For each of them",), ("the next",), ("all are done",)
            case _:
                return ("Each player in turn",), ("the next player",), ("all are done",)

    def leaving(self, node: g.Stmt, out: list[Exit]) -> list[Exit]:
        """What leaves a loop or all of it."""
        match node:
            case g.Until(cond=cond):
                fork = self.after("fork", (), out)
                where = self.left[-1] if self.left else self.finished
                where.append((fork, ("when ", *self.matter.condition(cond))))
                return [(fork, ("otherwise",))]
            case g.Stop() if self.left:
                self.left[-1] += out
            case g.Victory() | g.End(name="game"):
                over = self.after("deed", ("The game is over",), out)
                self.finished.append((over, ()))
            case _:
                self.finished += out
        return []


def _without_stop(said: Text) -> Text:
    """A sentence as the words of a state."""
    last = said[-1]
    return (*said[:-1], last.removesuffix(".")) if isinstance(last, str) else said
