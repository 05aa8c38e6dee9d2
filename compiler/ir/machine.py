"""The state machine: a program cut into blocks at the places where it waits.

A procedure that never waits stays structured (`Machine.straight`); statements that never wait stay
structured inside a block. Everything else is blocks: operations that cannot wait, then one end. A
node is a place where the machine rests: a decision, or (explicit build) chance.

Locals that must outlive a Python function are *slots* of the position. A procedure that waits and
is called from several places has a *frame*: its slots, and a return number that says which call
goes on. One that can be running twice keeps the outer activation on an immutable chain. Slots that
hold nothing of use are zero, so that equal positions are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal, assert_never

from hoyle.compiler.ir import program as p
from hoyle.dsl.records import record
from hoyle.dsl.source import Span

Build = Literal["explicit", "sampled"]
KINDS = ("ask", "nature")


@record
class Slot:
    """A local of a procedure that lives in the position; `domain` where it holds rows."""

    name: str
    form: p.Form
    proc: str
    var: str
    domain: str = ""


# ------------------------------------------------------------------------------------------- ends


@record
class Goto:
    """Go on with a block."""

    target: int


@record
class Branch:
    """Go on with one of two blocks."""

    cond: p.Expr
    then: int
    otherwise: int


@record
class Suspend:
    """Rest at a node (or go through it, where there is a single outcome); its `resume` follows.

    `empty`: where to go on if a choice has no option, None where it surely has one.
    """

    node: int
    empty: int | None = None


@record
class Enter:
    """Call a procedure that waits; `number` is its return number, `back` goes on, `var` gets the
    answer."""

    proc: str
    args: tuple[p.Expr, ...]
    number: int
    back: int
    var: p.Var | None


@record
class Back:
    """Return from a procedure that waits (or end an entry)."""

    value: p.Expr | None


@record
class Over:
    """The game is over."""


@record
class Dead:
    """Never reached: the block ends in an error."""


End = Goto | Branch | Suspend | Enter | Back | Over | Dead

# -------------------------------------------------------------------------------------- structure


@record
class Block:
    """Operations that cannot wait, then one end. `clears`: slots that hold nothing of use at the
    end."""

    number: int
    proc: str
    rule: int
    span: Span
    ops: tuple[p.Stmt, ...]
    end: End
    clears: tuple[Slot, ...] = ()


@record
class Node:
    """Where the machine rests. `live`: slots of its procedure that are read later."""

    number: int
    proc: str
    stmt: p.Ask | p.Nature
    resume: int
    live: tuple[Slot, ...] = ()

    @property
    def kind(self) -> int:
        """0 ask, 1 nature."""
        return 0 if isinstance(self.stmt, p.Ask) else 1


@record
class Call:
    """A place that calls a procedure that waits: what runs when it returns."""

    number: int
    caller: str
    back: int
    var: p.Var | None


@record
class Frame:
    """What a procedure that waits keeps: where it begins, who calls it, its slots.

    `returns`: the slot of its return number, None if nobody calls it; `chain`: the attribute that
    keeps outer activations, "" if it is never running twice; `entry`: whether it is an entry.
    """

    proc: str
    start: int
    calls: tuple[Call, ...]
    slots: tuple[Slot, ...] = ()
    returns: Slot | None = None
    chain: str = ""
    entry: bool = False


@record(frozen=False)
class Machine:
    """One build of a program.

    `blocks` by number; `nodes` by number (asks first, the same in both builds); `heads`: blocks
    that are functions of their own; `states`: of these, the ones that the trampoline runs, by
    block, with their state number; `copied`: small blocks that are written again wherever something
    leads to them; `straight`: procedures that never wait.
    """

    build: Build
    program: p.Program
    blocks: dict[int, Block] = field(default_factory=dict)
    nodes: tuple[Node, ...] = ()
    frames: dict[str, Frame] = field(default_factory=dict)
    heads: frozenset[int] = frozenset()
    copied: frozenset[int] = frozenset()
    states: dict[int, int] = field(default_factory=dict)
    straight: tuple[str, ...] = ()
    slots: dict[tuple[str, str], Slot] = field(default_factory=dict)

    def slot(self, proc: str, var: str) -> Slot | None:
        """The slot of a local, None if it lives in a Python local only."""
        return self.slots.get((proc, var))

    def node_of(self, block: Block) -> Node:
        """The node at which a block ends."""
        assert isinstance(block.end, Suspend)
        return self.nodes[block.end.node]


def successors(machine: Machine, block: Block) -> Iterator[int]:
    """Blocks of the same procedure that may follow, nodes and calls passed over."""
    match block.end:
        case Goto(target):
            yield target
        case Branch(_, then, otherwise):
            yield then
            yield otherwise
        case Suspend(node, empty):
            yield machine.nodes[node].resume
            if empty is not None:
                yield empty
        case Enter():
            yield block.end.back
        case Back() | Over() | Dead():
            return
        case _:
            assert_never(block.end)


def end_exprs(end: End) -> tuple[p.Expr, ...]:
    """The expressions that an end reads (not those of a node)."""
    match end:
        case Branch(cond):
            return (cond,)
        case Enter():
            return end.args
        case Back(value):
            return () if value is None else (value,)
        case _:
            return ()


def passes(node: Node) -> bool:
    """Whether the machine may go through a node without resting there."""
    match node.stmt:
        case p.Ask():
            return node.stmt.silent
        case p.Nature(_, kind):
            return kind != "die"
