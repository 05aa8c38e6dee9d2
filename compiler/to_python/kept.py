"""Options that are kept from one time to the next, and only looked at where a write touches them.

options.remove(cell)                the option taken is gone: nothing else has changed
touched = TOUCHES[cell]             only the option that the write touches is looked at:
if no place of it is free: options without touched
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import narrow, shrinking
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.passes.decide import decided
from hoyle.compiler.passes.fold import fold_expr
from hoyle.compiler.passes.openings import Openings
from hoyle.compiler.to_python import searches
from hoyle.dsl.records import record

if TYPE_CHECKING:
    from hoyle.compiler.to_python.simple import Simple


VALUE = "value "
"""Begins the name of a value that is not there any more."""


@record
class Kept:
    """An ask whose options can be kept: what they are, and the cell that they depend on.

    Of those that a playout keeps is known as well (see `turns`) which places of the cell open one;
    `start`: what they are when the loop begins; `never_none`: there is one whenever a turn begins;
    `popped`: the one taken is taken away at once, and nothing else goes.
    """

    ask: p.Ask
    options: p.Comp
    cell: p.Cell
    openings: Openings | None = None
    start: tuple[int, ...] | None = None
    never_none: bool = False
    popped: bool = False

    @property
    def site(self) -> int:
        """The site of the ask."""
        return self.ask.choices[0].site


def kept(ask: p.Ask) -> Kept | None:
    """What is needed to keep the options of an ask, if they can be kept at all."""
    options = shrinking.options_of(ask)
    cell = shrinking.cell_of(options) if options is not None else None
    if ask.touches is None or options is None or cell is None:
        return None
    return Kept(ask, options, cell)


def kept_in(loop: p.Loop, body: Simple) -> Kept | None:
    """An ask of a loop whose options can be kept from turn to turn: nothing in it can open one."""
    inner = [s for s in walk.statements(loop.body) if isinstance(s, p.Loop | p.For)]
    nested = {id(s) for other in inner for s in walk.statements(other.body)}
    for ask in walk.statements(loop.body):
        of = kept(ask) if isinstance(ask, p.Ask) and id(ask) not in nested else None
        if of is not None and _all_shrink(of, loop, body):
            return of
    return None


def _all_shrink(of: Kept, loop: p.Loop, body: Simple) -> bool:
    called = who.reachable(body.program, {call.proc for call in walk.calls(loop.body)})
    for name in called:
        for stmt in walk.statements(body.program.procedures[name].body):
            if isinstance(stmt, p.Store) and stmt.cell.name == of.cell.name:
                return False
    stores = [
        s
        for s in walk.statements(loop.body)
        if isinstance(s, p.Store) and s.cell.name == of.cell.name
    ]
    return bool(stores) and all(only_shrinks(of, store, body) for store in stores)


def only_write(of: Kept, path: tuple[p.Stmt, ...], body: Simple) -> p.Store | None:
    """The one write since this very node by which its options can have changed, if it only
    takes some away: then the options are still those of the state but for that."""
    writes = [
        s for s in walk.statements(path) if isinstance(s, p.Store) and s.cell.name == of.cell.name
    ]
    calls = any(isinstance(s, p.CallProc) for s in walk.statements(path))
    if len(writes) != 1 or writes[0] not in path or calls:
        return None
    behind = path[path.index(writes[0]) + 1 :]
    changed = {v.name for s in walk.statements(behind) if (v := walk.bound_var(s)) is not None}
    store = remembered(writes[0], body)
    if store.index is None or walk.free(store.index) & changed:
        return None
    return store if only_shrinks(of, store, body) else None


def remembered(store: p.Store, body: Simple) -> p.Store:
    """A write of which only is known between which numbers its value was."""
    ranges, owner = body.writer.ranges, body.writer.owner
    found = ranges.of(owner, store.value)
    var = p.Var(f"{VALUE}{found.low}..{found.high}", "int")
    ranges.locals[owner, var.name] = found
    return replace(store, value=var)


def only_shrinks(of: Kept, store: p.Store, body: Simple) -> bool:
    """Whether a write can only take options away."""
    if not isinstance(store.index, p.Var | p.Const | p.Answer):
        return False
    ranges, owner = body.writer.ranges, body.writer.owner
    became = narrow.became(walk.claim(of.options), store, body.program, ranges, owner)
    if decided(became, owner, ranges) != b.FALSE:
        return False
    touched = _touched(of, store)
    holds = _holds(of, touched or p.Var("touched", "int"), store, body)
    return not any(name.startswith(VALUE) for name in walk.free(holds))


def _touched(of: Kept, store: p.Store) -> p.Expr | None:
    """The one option that a write touches; None if there can be several."""
    assert store.index is not None and of.ask.touches is not None
    if of.ask.touches.depth != 1:
        return None
    same = of.ask.touches.data == tuple(range(of.cell.length or 0))
    return store.index if same else p.Lookup(of.ask.touches, (store.index,))


def _holds(of: Kept, option: p.Expr, store: p.Store, body: Simple) -> p.Expr:
    """Whether an option is still open behind a write."""
    holds = fold_expr(walk.substitute(walk.claim(of.options), {of.options.var.name: option}))
    written = narrow.with_value(holds, store)
    return decided(written, body.writer.owner, body.writer.ranges)


def closes_only_the_taken(of: Kept, store: p.Store, body: Simple) -> bool:
    """Whether a write closes the very option that was taken, and can close no other."""
    found = _touched(of, store)
    if found != p.Answer(of.ask.var, of.site, True):
        return False
    return _holds(of, found, store, body) == b.FALSE


def shrink(of: Kept, store: p.Store, body: Simple, remove: Callable[[str, bool], None]) -> None:
    """Look at the options that a write touches; `remove` writes how one goes that is closed now.

    It gets the action, and whether that is the very one that was taken.
    """
    assert store.index is not None and of.ask.touches is not None
    found = _touched(of, store)
    if isinstance(found, p.Var | p.Const | p.Answer):
        _look(of, found, store, body, remove)
        return
    option = p.Var("touched", "int")
    body.writer.ranges.locals[body.writer.owner, option.name] = body.writer.ranges.of(
        body.writer.owner, of.options
    )
    if found is not None:
        body.lines.add(f"{body.writer.variable(option)} = {body.writer.value(found)}")
        _look(of, option, store, body, remove)
        return
    row = body.writer.value(p.Lookup(of.ask.touches, (store.index,)))
    with body.lines.deeper(f"for {body.writer.variable(option)} in {row}:"):
        _look(of, option, store, body, remove)


def _look(
    of: Kept, option: p.Expr, store: p.Store, body: Simple, remove: Callable[[str, bool], None]
) -> None:
    """One option: it goes if its condition does not hold any more."""
    holds = _holds(of, option, store, body)
    action = body.writer.value(b.shifted(option, body.writer.spelling.offset(of.site)))
    if holds == b.TRUE:
        return
    if holds == b.FALSE:
        remove(action, option == p.Answer(of.ask.var, of.site, True))
        return
    with searches.unless(body, holds):
        remove(action, False)
