"""What a program consists of: functions, procedures, dice, watched conditions; and the whole."""

from __future__ import annotations

from dataclasses import field

from hoyle.compiler.ir.program.expressions import Expr, Source, Var
from hoyle.compiler.ir.program.statements import Block
from hoyle.compiler.ir.program.storage import Cell, Form, StaticTable
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


@record
class Fn:
    """A pure function: a value of the rules, adjustments included, or a helper."""

    name: str
    params: tuple[Var, ...]
    body: Expr
    rule: int
    span: Span


@record
class Procedure:
    """A procedure. `gives`: form of its answer. `bounds` of static recursion are the emitter's
    matter."""

    name: str
    params: tuple[Var, ...]
    body: Block
    gives: Form | None
    rule: int
    span: Span


@record
class DieSpec:
    """Faces (numbers or picture indexes) with integer weights."""

    name: str
    faces: tuple[int, ...]
    weights: tuple[int, ...]


@record
class Watch:
    """A watched condition: for each binding in order the first true one calls `handler` with the
    bound values."""

    binds: tuple[tuple[Var, Source], ...]
    cond: Expr
    handler: str
    rule: int
    span: Span


@record
class Record:
    """A value of the schema, printed as `schema.NAME(field=…)`; see hoyle/runtime/schema.py."""

    name: str
    # values: Record, Datum, None, dict[str, ...], tuples of these
    fields: tuple[tuple[str, object], ...]


@record(frozen=False)
class Program:
    """A whole lowered game for one number of players and one setting of its options.

    `entries`: "main" and one for each step of an example, to their procedures. `tests`: functions
    () -> bool, facts of examples and invariants. `sites`: (base, size); `site_lows`: the value of
    the first action. `rules`: (name, file, line, cites). `sights`: functions (instance) -> mask of
    seats. `shows`: functions (seat) -> value, for views and for facts that fail. `at_end`: the
    procedure that a fused playout calls when the game is over.
    """

    id: str
    players: int
    cells: list[Cell] = field(default_factory=list)
    tables: list[StaticTable] = field(default_factory=list)
    dice: list[DieSpec] = field(default_factory=list)
    functions: dict[str, Fn] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    watches: list[Watch] = field(default_factory=list)
    entries: dict[str, str] = field(default_factory=dict)
    tests: dict[str, str] = field(default_factory=dict)
    sites: list[tuple[int, int]] = field(default_factory=list)
    site_lows: list[int] = field(default_factory=list)
    site_names: list[str] = field(default_factory=list)
    rules: list[tuple[str, str, int, tuple[str, ...]]] = field(default_factory=list)
    sights: dict[str, str] = field(default_factory=dict)
    shows: dict[str, str] = field(default_factory=dict)
    schema: Record | None = None
    at_end: str = ""
