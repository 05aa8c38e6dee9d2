"""Loops that can turn for ever, and offers that can be taken for ever."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.checks.graph import Graph
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.source import Span
from hoyle.dsl.walk import Node, Unit, every, locals_read

_DECIDES = (g.Choose, g.ChooseBranch, g.May, g.Offer, g.Agreed)
_RANDOM = (g.Rolled, g.RolledOff, g.RollCup, g.Drawn, g.Draw)
_LOOPS = (g.Repeat, g.GoRound, g.EachPlayer, g.EachOf, g.EachIn)
MOST_NESTED = 12
_LEAVES = (g.Return, g.End, g.Victory, g.Eliminate)


def check_loops(graph: Graph, sink: Sink) -> None:
    """Every `repeat` and `go round` that has no number of turns."""
    for unit in graph.units:
        _check_nesting(unit, sink)
        for node in unit.nodes():
            counted = isinstance(node, g.Repeat) and node.times is not None
            if isinstance(node, (g.Repeat, g.GoRound)) and not counted:
                _check_loop(node, graph, sink)


def _check_nesting(unit: Unit, sink: Sink) -> None:
    """Loops within loops: Python has room for twenty, and what is compiled puts some between."""
    around: list[Span] = []
    for node in unit.nodes():
        if isinstance(node, _LOOPS):
            while around and not _lies_in(node.span, around[-1]):
                around.pop()
            around.append(node.span)
            if len(around) == MOST_NESTED + 1:
                sink.report(
                    codes.TOO_DEEP,
                    node.span.first(),
                    f"This is a loop in {MOST_NESTED} others.",
                    help="Give a part of them a `to` of its own.",
                )


def _lies_in(inner: Span, outer: Span) -> bool:
    """Not in itself: loops that the compiler adds side by side stand for one place in the text."""
    if inner == outer or inner.path != outer.path:
        return False
    return outer.start <= inner.start and inner.end <= outer.end


def _check_loop(loop: g.Repeat | g.GoRound, graph: Graph, sink: Sink) -> None:
    if _has(_DECIDES + _RANDOM, loop.body, graph):
        return
    tests = tuple(_tests(loop))
    if not tests and not _has((*_LEAVES, g.Stop), loop.body, graph):
        _report(loop, sink, "Nothing ends this loop, and nobody decides in it.")
    elif not _changes(tests, loop, graph):
        _report(loop, sink, "This loop turns for ever: nothing in it changes what would end it.")


def _has(kinds: tuple[type, ...], nodes: Iterable[Node], graph: Graph) -> bool:
    """Whether a block has such a node, or anything it runs."""
    return any(isinstance(node, kinds) for node in everything(nodes, graph))


def everything(nodes: Iterable[Node], graph: Graph) -> Iterator[Node]:
    """All nodes of a block, and of whatever it runs."""
    seen: dict[Unit, None] = {}
    for node in every(*nodes):
        yield node
        seen.update(dict.fromkeys(graph.runs(node)))
    for unit in graph.reach(seen):
        yield from unit.deeds()


def _tests(loop: g.Repeat | g.GoRound) -> Iterator[g.Expr]:
    """The conditions that the end of a loop may hang on."""
    if loop.until is not None:
        yield loop.until
    for node in every(*loop.body):
        match node:
            case g.Until() | g.If():
                yield node.cond
            case g.Match():
                yield node.subject
            case _:
                pass


def _changes(tests: Iterable[g.Expr], loop: g.Repeat | g.GoRound, graph: Graph) -> bool:
    """Whether a turn of the loop can change what its conditions look at."""
    conditions = tuple(tests)
    if isinstance(loop, g.GoRound) and loop.skipping is not None:
        conditions = (*conditions, loop.skipping)
    if _own_stop(loop.body):
        return True
    assigned = {
        node.target.local
        for node in every(*loop.body)
        if isinstance(node, g.Assign) and isinstance(node.target, g.LocalRef)
    }
    bound = {node.local for node in every(*loop.body) if isinstance(node, (g.Let, g.Choose))}
    if (assigned | bound | {_you(loop)}) & set(locals_read(*conditions)):
        return True
    written = graph.writes(loop.body)
    return any(token in written for token in graph.reads(*conditions))


def _you(loop: g.Repeat | g.GoRound) -> g.Local | None:
    return loop.you if isinstance(loop, g.GoRound) else None


def _own_stop(body: g.Body) -> bool:
    """A `stop`, `return` or the like that no condition guards."""
    return any(isinstance(stmt, (g.Stop, *_LEAVES)) for stmt in body)


def _report(loop: g.Repeat | g.GoRound, sink: Sink, message: str) -> None:
    sink.report(
        codes.ENDLESS_LOOP,
        loop.span,
        message,
        help="Write `repeat until C`, or `stop` under an `if`, and change in it what C looks at.",
    )


# ---------------------------------------------------------------------------------- offers


def check_offers(graph: Graph, sink: Sink) -> None:
    """Options that may change nothing, where they are offered again and again."""
    reported: set[Span] = set()
    for unit in graph.units:
        for node in unit.nodes():
            if isinstance(node, g.Offer):
                for branch, spends in _options(node, graph):
                    if not spends and branch.span not in reported and _idle(branch, graph):
                        reported.add(branch.span)
                        _report_offer(branch, node.window.name, sink)
            elif isinstance(node, g.Repeat) and node.times is None:
                _check_branches(node, graph, sink, reported)


def _options(offer: g.Offer, graph: Graph) -> Iterator[tuple[g.Branch, bool]]:
    """What an offer holds, and whether taking it spends a card."""
    yield from ((branch, False) for branch in offer.branches)
    for unit in graph.actions_in(offer.window.name):
        if isinstance(unit.of, g.Action):
            yield unit.of.branch, graph.is_card(unit)


def _idle(branch: g.Branch, graph: Graph) -> bool:
    """Whether an option without a bound can be taken and leave all as it was."""
    if branch.bound is not None:
        return False
    nodes = tuple(everything(branch.body, graph))
    if any(isinstance(node, g.Agreed) for node in nodes):
        return True
    if any(isinstance(node, _LEAVES) for node in nodes):
        return False
    deeds = [node for node in nodes if _changes_something(node)]
    return all(isinstance(deed, g.Swap) and _to_and_fro(deed) for deed in deeds)


def _changes_something(node: Node) -> bool:
    if isinstance(node, g.Assign):
        return isinstance(node.target, g.FieldRead) or node.target.local.role != "choice"
    verbs = (
        g.Move, g.MovePawn, g.Draw, g.Swap, g.Pay, g.Lose, g.Spend, g.Remove, g.PutEvery,
        g.FigureDeed, g.Begin, g.RollCup, g.StartWith, g.Show, g.Shuffle,
    )  # fmt: skip
    return isinstance(node, verbs)


def _to_and_fro(swap: g.Swap) -> bool:
    """Two of your own pieces that change places can do so again."""
    return isinstance(swap.with_, g.LocalRef) and swap.with_.local.role == "you"


def _check_branches(loop: g.Repeat, graph: Graph, sink: Sink, reported: set[Span]) -> None:
    """In a loop a question that is answered with no can be asked for ever."""
    for node in every(*loop.body):
        if not isinstance(node, g.ChooseBranch):
            continue
        for branch in node.branches:
            asks = any(isinstance(part, g.Agreed) for part in everything(branch.body, graph))
            if asks and branch.bound is None and branch.span not in reported:
                reported.add(branch.span)
                _report_offer(branch, "this loop", sink)


def _report_offer(branch: g.Branch, where: str, sink: Sink) -> None:
    sink.report(
        codes.ENDLESS_OFFER,
        branch.span,
        f"This may be taken for ever: it can leave everything as it was, and `{where}` asks again.",
        help="Give it a bound: `once`, `2 times per turn`.",
    )
