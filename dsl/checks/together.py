"""`together`: all choices before all deeds, on every path; nobody reaches for one thing twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.checks.graph import Graph
from hoyle.dsl.diagnostics import Label, Sink
from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.walk import Node, Unit, every, locals_read


@record
class _State:
    """Where a path stands: whether it gets here at all, and the first deed that it has done."""

    deed: Span | None = None
    reached: bool = True

    def join(self, *others: _State) -> _State:
        """What is so if any of these paths was taken."""
        live = [state for state in (self, *others) if state.reached]
        deeds = (state.deed for state in live if state.deed is not None)
        return _State(next(deeds, None), bool(live))


_GONE = _State(reached=False)


def check_together(graph: Graph, sink: Sink) -> None:
    """Every `together` of the game, each walked from its first line through all that it calls."""
    for unit in graph.units:
        for node in unit.nodes():
            if isinstance(node, (g.EachPlayer, g.EachOf)) and node.together:
                walk = _Walk(graph, sink)
                walk.body(node.body, _State())
                for shared in _shared_picks(walk.choices, walk.entered, node):
                    _report_shared(sink, *shared)


def choices_together(graph: Graph) -> set[int]:
    """The choices, by their ids, that are made below a `together`: nobody else learns of them."""
    found: set[int] = set()
    for unit in graph.units:
        for node in unit.nodes():
            if isinstance(node, (g.EachPlayer, g.EachOf)) and node.together:
                walk = _Walk(graph, Sink())
                walk.body(node.body, _State())
                found.update(map(id, walk.choices))
    return found


@record(frozen=False)
class _Walk:
    """Goes along all paths of one block, and says where a choice comes behind a deed."""

    graph: Graph
    sink: Sink
    choices: list[g.Choose] = field(default_factory=list)
    entered: list[g.Body] = field(default_factory=list)
    _loops: list[list[_State]] = field(default_factory=list)
    _calls: list[list[_State]] = field(default_factory=list)
    _walked: dict[tuple[Unit, bool], _State] = field(default_factory=dict)

    def body(self, body: g.Body, state: _State) -> _State:
        """All deeds of a block, one after the other."""
        self.entered.append(body)
        for stmt in body:
            if state.reached:
                state = self._stmt(stmt, state)
        return state

    def _stmt(self, stmt: g.Stmt, state: _State) -> _State:
        match stmt:
            case g.If() | g.Match() | g.As() | g.AtOnce():
                return self._branching(stmt, state)
            case g.EachPlayer() | g.EachOf() | g.EachIn() | g.Repeat() | g.GoRound():
                return self._loop(stmt.body, self._heads(stmt, state))
            case g.Choose() | g.ChooseBranch() | g.May() | g.Offer():
                return self._choice(stmt, state)
            case g.Stop() | g.Until() | g.Return() | g.End() | g.Victory() | g.RollAgain():
                return self._leaving(stmt, state)
            case g.Let() | g.Evaluate() | g.Call():
                state = self._exprs((stmt,), state)
            case g.Assign(target=g.LocalRef()):
                state = self._exprs((stmt.value,), state)
            case g.With():
                state = self.body(stmt.body, self._deed(stmt, state))
            case _:
                state = self._deed(stmt, self._exprs((stmt,), state))
        return state

    # -- expressions

    def _exprs(self, nodes: Iterable[Node], state: _State) -> _State:
        """Rolls and draws are deeds, questions are choices, calls are followed."""
        for node in every(*nodes):
            match node:
                case g.Agreed():
                    self._ask(node.span, state)
                case g.Rolled() | g.RolledOff() | g.Drawn():
                    state = self._deed(node, state)
                case g.Call() | g.Called():
                    state = self._call(node, state)
                case _:
                    pass
        return state

    def _heads(self, stmt: g.Stmt, state: _State) -> _State:
        """The expressions in the heading of a block."""
        return self._exprs(_heading(stmt), state)

    # -- flow

    def _branching(self, stmt: g.If | g.Match | g.As | g.AtOnce, state: _State) -> _State:
        state = self._heads(stmt, state)
        match stmt:
            case g.If():
                return self.body(stmt.then, state).join(self.body(stmt.otherwise, state))
            case g.Match():
                arms = [self.body(body, state) for _, body in stmt.arms]
                return _GONE.join(*arms)
            case g.As():
                return self.body(stmt.body, state).join(state)
            case g.AtOnce():
                return self.body(stmt.body, state)

    def _loop(self, body: g.Body, state: _State) -> _State:
        """A block that may run again: its second turn begins with the deeds of the first."""
        self._loops.append([])
        first = self.body(body, state)
        again = first.reached and first.deed is not state.deed
        second = self.body(body, state.join(first)) if again else first
        return state.join(first, second, *self._loops.pop())

    def _leaving(self, stmt: g.Stmt, state: _State) -> _State:
        state = self._exprs((stmt,), state)
        if isinstance(stmt, (g.Stop, g.Until)) and self._loops:
            self._loops[-1].append(state)
        if isinstance(stmt, g.Return) and self._calls:
            self._calls[-1].append(state)
        return state if isinstance(stmt, g.Until) else _GONE

    # -- choices

    def _choice(self, stmt: g.Choose | g.ChooseBranch | g.May | g.Offer, state: _State) -> _State:
        state = self._heads(stmt, state)
        self._ask(stmt.span, state)
        match stmt:
            case g.Choose():
                self.choices.append(stmt)
                left = state if stmt.otherwise is None else self.body(stmt.otherwise, state)
                without = stmt.may or stmt.if_any or stmt.otherwise is not None
                chosen = self.body(stmt.body, state)
                return chosen.join(left) if without else chosen
            case g.May():
                return self.body(stmt.branch.body, state).join(self.body(stmt.otherwise, state))
            case g.ChooseBranch():
                ways = [self.body(body, state) for body in self._ways(stmt)]
                if stmt.otherwise is not None:
                    ways.append(self.body(stmt.otherwise, state))
                return _GONE.join(*ways)
            case g.Offer():
                return self._asking_around(stmt, state)

    def _ways(self, stmt: g.ChooseBranch | g.Offer) -> Iterator[g.Body]:
        """The blocks that may be taken: the branches, and the actions of the window."""
        yield from (branch.body for branch in stmt.branches)
        yield from (unit.body for unit in self.graph.runs(stmt))

    def _asking_around(self, stmt: g.Offer, state: _State) -> _State:
        """An offer goes on after each thing taken: then it asks behind a deed."""
        taken = state
        for body in self._ways(stmt):
            taken = taken.join(self.body(body, state))
        self._ask(stmt.span, taken)
        return taken

    def _ask(self, span: Span, state: _State) -> None:
        if state.deed is None:
            return
        self.sink.report(
            codes.DEED_BEFORE_CHOICE,
            span,
            "Inside `together` a choice stands behind a deed.",
            labels=(Label(state.deed, "this is done before the choice"),),
            help="Put all choices first, then the deeds, or write `each` for `together each`.",
        )

    # -- deeds and calls

    def _deed(self, node: Node, state: _State) -> _State:
        if not state.reached or state.deed is not None:
            return state
        return _State(node.span) if isinstance(node, (g.Expr, g.Stmt)) else state

    def _call(self, node: g.Call | g.Called, state: _State) -> _State:
        """Before: musts, and mays that ask. Then the deed or what replaces it, then after."""
        before, instead, after = (
            self._hooks(node.proc, timing) for timing in ("before", "instead", "after")
        )
        for hook in before:
            state = self._met(hook, node.span, state)
        done = [self._unit(unit, state) for unit in self._bodies(node)]
        done += [self._met(hook, node.span, state) for hook in instead]
        state = _GONE.join(*done) if done else state
        for hook in after:
            # What may be done afterwards is a window of the second part: no choice of the first.
            state = state if _may(hook) else self._unit(hook, state)
        return state

    def _hooks(self, proc: g.Proc, timing: str) -> list[Unit]:
        met = self.graph.hooks_on("proc", proc.name)
        return [unit for unit in met if isinstance(unit.of, g.Hook) and unit.of.timing == timing]

    def _bodies(self, node: g.Call | g.Called) -> tuple[Unit, ...]:
        proc = node.proc.parent if node.original and node.proc.parent else node.proc
        return self.graph.of(proc)

    def _met(self, hook: Unit, asked_at: Span, state: _State) -> _State:
        if not _may(hook):
            return self._unit(hook, state)
        self._ask(asked_at, state)
        return self._unit(hook, state).join(state)

    def _unit(self, unit: Unit, state: _State) -> _State:
        """What is called, once with a deed before it and once without."""
        key = (unit, state.deed is None)
        if not state.reached:
            return state
        if key not in self._walked:
            self._walked[key] = state  # if it calls itself
            self._calls.append([])
            loops, self._loops = self._loops, []
            out = self.body(unit.body, state)
            self._loops = loops
            self._walked[key] = out.join(*self._calls.pop())
        out = self._walked[key]
        return out if state.deed is None else _State(state.deed, out.reached)


def _may(unit: Unit) -> bool:
    return isinstance(unit.of, g.Hook) and unit.of.may


def _heading(stmt: g.Stmt) -> Iterator[Node]:
    """What a statement looks at before its blocks."""
    match stmt:
        case g.If():
            yield stmt.cond
        case g.Match():
            yield stmt.subject
        case g.As():
            yield stmt.who
        case g.EachIn():
            yield from (over for _, over in stmt.pairs)
        case g.Repeat():
            yield from (node for node in (stmt.until, stmt.times) if node is not None)
        case g.Choose():
            yield stmt.source
        case _:
            return


# ---------------------------------------------------------------- two seats after one thing


def _shared_picks(
    choices: list[g.Choose], entered: list[g.Body], block: g.EachPlayer | g.EachOf
) -> Iterator[tuple[g.Choose, g.Stmt]]:
    """Choices from what all may reach, and the deed that takes the thing without a test."""
    for choice in choices:
        if _holds_pieces(choice.local.type) and not _own(choice, entered, block):
            taken = _taken_untested(choice, entered)
            if taken is not None:
                yield choice, taken


def _holds_pieces(type_: t.Type) -> bool:
    return isinstance(type_, (t.Thing, t.Either)) or (
        isinstance(type_, t.SetOf) and _holds_pieces(type_.of)
    )


def _own(choice: g.Choose, entered: list[g.Body], block: g.EachPlayer | g.EachOf) -> bool:
    """Whether the candidates depend on who chooses; parameters count, as nobody can tell."""
    lets = {
        stmt.local: stmt.value
        for body in entered
        for stmt in body
        if isinstance(stmt, g.Let)
    }  # fmt: skip
    waiting, seen = [*locals_read(choice.source)], set[g.Local]()
    for local in waiting:
        if local.role in ("you", "param", "this", "bearer", "bound") or local is block.you:
            return True
        if local in lets and local not in seen:
            seen.add(local)
            waiting.extend(locals_read(lets[local]))
    return False


def _taken_untested(choice: g.Choose, entered: list[g.Body]) -> g.Stmt | None:
    """The first deed that moves the thing chosen, outside every `if` that looks at it."""
    for body in entered:
        for stmt in body:
            if isinstance(stmt, g.If) and choice.local in set(locals_read(stmt.cond)):
                return None
            if isinstance(stmt, (g.Move, g.Swap)) and choice.local in set(locals_read(stmt)):
                return stmt
    return None


def _report_shared(sink: Sink, choice: g.Choose, taken: g.Stmt) -> None:
    sink.report(
        codes.TWO_AFTER_ONE,
        choice.span,
        f"Inside `together` two players may choose the same {choice.local.name}.",
        labels=(Label(taken.span, "the second one finds it gone"),),
        help=f"Test for it before the deed (`if {choice.local.name} is in …`), "
        "or write `each` instead of `together each`.",
    )
