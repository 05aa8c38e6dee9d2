"""Examples: an entry for every `given` and `when … does`, a test for every `then`.

The names are `example_3_step_2`, counted from 0. The table is bare: fields at their start, pieces
in the box; money that is set comes from its bank or goes back. What is set makes no moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from hoyle.compiler.from_game import (
    attributes,
    figures,
    hooks,
    layout,
    leaving,
    main,
    moves,
    ranking,
    sets,
    sides,
    victory,
    zones,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_args, lower_as, lower_expr
from hoyle.compiler.from_game.whole import NotYet, Whole
from hoyle.compiler.from_game.writing import each, store, when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


def write(whole: Whole) -> None:
    """The examples on this board that name as many seats as this program has.

    Where options are set, only those that say how they go then (`but not with`).
    """
    victory.winners_cell(whole)
    changed = {o.name: o.value for o in whole.game.options.values() if o.value != o.default}
    for number, example in enumerate(whole.game.examples):
        here = example.seats == whole.players and example.map == whole.game.drawn
        if here and (not changed or _speaks_of(example, changed)):
            whole.unit = f"example {number}"
            whole.example_names.append(example.title)
            _Example(number, example, whole).write()


def _speaks_of(example: g.Example, changed: Mapping[str, g.Value]) -> bool:
    """Whether an example is run again under these options."""
    told = [step for _, step in example.steps if isinstance(step, g.ButNot)]
    return any(changed == {step.option: step.value} for step in told)


@record(frozen=False)
class _Example:
    """One example."""

    number: int
    example: g.Example
    whole: Whole
    answer: p.Cell | None = field(default=None)
    gives: t.Type = t.NUMBER  # of the answer

    def write(self) -> None:
        """All steps; a step that cannot be compiled is reported."""
        for at, (kind, step) in enumerate(self.example.steps):
            name = f"example_{self.number}_step_{at}"
            try:
                self._step(name, kind, step)
            except NotYet as missing:
                self.whole.refuse(missing.what, missing.span)

    def _step(self, name: str, kind: str, step: g.Fact | g.Deed | g.ButNot) -> None:
        match step:
            case g.Fact(kind="map"):
                pass  # the board lies there already
            case g.Fact() if kind == "given":
                self._entry(name, step, lambda ctx: _set(step, ctx))
            case g.Fact():
                self.whole.program.tests[name] = self._test(name, step)
                self._sides(name, step)
            case g.Deed():
                self._entry(name, step, lambda ctx: self._does(step, ctx))
            case g.ButNot():
                pass

    def _entry(self, name: str, step: g.Fact | g.Deed, write: Callable[[Context], None]) -> None:
        """A procedure that nobody calls."""
        ctx = Context(self.whole, returns=False)
        with ctx.block() as body:
            write(ctx)
        made = self.whole.name(name)
        rule = self.whole.rule(step.span, self.example.cites, self.example.title)
        self.whole.program.procedures[made] = p.Procedure(
            made, (), tuple(body), None, rule, step.span
        )
        self.whole.program.entries[name] = made

    def _test(self, name: str, fact: g.Fact) -> str:
        def make(made: str) -> p.Fn:
            ctx = Context(self.whole, knows=True)
            body = self._claim(fact, ctx)
            return p.Fn(made, (), body, self.whole.rule(fact.span), fact.span)

        return self.whole.function(("example", self.number, name), name, make)

    def _sides(self, name: str, fact: g.Fact) -> None:
        """What the test looks at, to be told if it fails."""
        if fact.kind == "wins":
            won = b.get(victory.winners_cell(self.whole))
            sides.write_side(name, "the winner", t.SetOf(t.PLAYER), won, fact, self.whole)
        elif fact.kind == "answer" and self.answer is not None:
            given = b.get(self.answer)
            sides.write_side(name, "the answer", self.gives, given, fact, self.whole)
        sides.write(name, fact, self.whole)

    # -- deeds

    def _does(self, deed: g.Deed, ctx: Context) -> None:
        """A call by a seat, whose turn it then is."""
        seat = b.const(deed.who)
        if "active" in self.whole.machine_cells:
            store(ctx, layout.active(self.whole), None, seat, deed.span)
        args = lower_args(deed.proc, deed.args, ctx)
        with leaving.addressed(seat, None, ctx, deed.span):
            answer = hooks.call_proc(deed.proc, args, seat, ctx, deed.span)
        if answer is not None:
            self.gives = deed.proc.gives[1] if deed.proc.gives else t.NUMBER
            empty = self.whole.forms.empty_of(self.gives) if deed.proc.gives else b.NONE
            form = b.form_of(answer)
            self.answer = self.whole.new_cell("answered", form, None, empty.value)
            store(ctx, self.answer, None, answer, deed.span)

    # -- tests

    def _claim(self, fact: g.Fact, ctx: Context) -> p.Expr:
        """What a fact claims, as a condition."""
        match fact.kind:
            case "cond" | "odds":
                assert fact.target is not None
                return lower_expr(fact.target, ctx)
            case "is":
                assert fact.target is not None
                return _is(fact.target, fact.values, ctx)
            case "wins":
                winners = sets.mask(fact.values[0], ctx)
                return b.eq(b.get(victory.winners_cell(self.whole)), winners)
            case "out":
                assert fact.target is not None
                out = layout.out_mask(self.whole)
                return b.FALSE if out is None else b.has(b.get(out), lower_expr(fact.target, ctx))
            case "answer":
                if self.answer is None:
                    raise ctx.not_yet("An answer that nothing gave", fact.span)
                return b.eq(b.get(self.answer), lower_expr(fact.values[0], ctx))
            case _:
                raise ctx.not_yet("This fact of an example", fact.span)


def _is(target: g.Expr, values: tuple[g.Expr, ...], ctx: Context) -> p.Expr:
    """A set, list or zone holds exactly these; equal pieces stand for each other."""
    thing = _pieces_of(target.type)
    if thing is None or not isinstance(target, g.FieldRead) or target.field.role != "zone":
        return _equals(target, values, ctx)
    rows = [_row(value, ctx) for value in values if not _is_nothing(value)]
    content = zones.zone_source(target.field, *_place(target, ctx), ctx)
    classes = zones.classes_of(thing, ctx.whole.game)
    table = ctx.whole.table(
        ("alike", thing), f"{layout.snake(thing)}_alike".upper(), 1, "int", lambda: classes
    )
    tests = [b.eq(ranking.count_of(content), b.const(len(rows)))]
    for row in dict.fromkeys(rows):
        alike = sum(1 for other in rows if classes[other] == classes[row])
        walk = zones.zone_source(target.field, *_place(target, ctx), ctx)
        known = walk.where(b.op("ge", walk.var, b.ZERO))
        same = known.where(b.eq(b.lookup(table, known.var), b.const(classes[row])))
        tests.append(b.eq(b.comp("count", same), b.const(alike)))
    return b.and_(*tests)


def _is_nothing(value: g.Expr) -> bool:
    return isinstance(value, g.SetLiteral) and not value.items


def _pieces_of(type_: t.Type) -> str | None:
    match type_:
        case t.Optional(of) | t.SetOf(of) | t.ListOf(of):
            return _pieces_of(of)
        case t.Thing(name):
            return name
        case _:
            return None


def _row(value: g.Expr, ctx: Context) -> int:
    while isinstance(value, g.Cast):
        value = value.a
    if isinstance(value, g.Literal) and isinstance(value.value, int):
        return value.value
    raise ctx.not_yet("A piece that is not named", value.span)


def _place(target: g.FieldRead, ctx: Context) -> tuple[p.Expr | None, p.Expr | None]:
    of = None if target.of is None else lower_expr(target.of, ctx)
    index = None if target.index is None else lower_expr(target.index, ctx)
    return of, index


def _equals(target: g.Expr, values: tuple[g.Expr, ...], ctx: Context) -> p.Expr:
    have = lower_expr(target, ctx)
    if b.form_of(have) == "mask" or isinstance(target.type, t.SetOf):
        return b.eq(sets.mask(target, ctx), _set_of(values, target, ctx))
    if isinstance(target.type, t.ListOf | t.Cup):
        if len(values) == 1 and _is_set(values[0]):
            return b.eq(sets.mask(target, ctx), sets.mask(values[0], ctx))
        items = b.op("tuple", *(lower_expr(value, ctx) for value in values))
        return b.eq(have, b.op("sorted", items) if isinstance(target.type, t.Cup) else items)
    return b.eq(have, lower_as(values[0], target.type, ctx))


def _is_set(value: g.Expr) -> bool:
    """Whether what stands in braces is compared: then the order does not matter."""
    while isinstance(value, g.Cast):
        value = value.a
    return isinstance(value, g.SetLiteral | g.RangeSet) and isinstance(value.type, t.SetOf)


def _set_of(values: tuple[g.Expr, ...], target: g.Expr, ctx: Context) -> p.Expr:
    found: p.Expr = b.NO_MASK
    for value in values:
        found = b.union(found, lower_as(value, target.type, ctx))
    return found


# ------------------------------------------------------------------------------------------ setting


def _set(fact: g.Fact, ctx: Context) -> None:
    """`given`: a field, a zone, or a part of the course."""
    match fact.kind:
        case "flow":
            _flow(fact, ctx)
        case "is" if isinstance(fact.target, g.FieldRead):
            _set_field(fact.target, fact.values, ctx, fact.span)
        case "is" if isinstance(fact.target, g.Function):
            figures.set_place(fact.target, fact.values[0], ctx, fact.span)
        case _:
            raise ctx.not_yet("Setting this in an example", fact.span)


def _flow(fact: g.Fact, ctx: Context) -> None:
    """`given setup`: it is run, as in a game."""
    if fact.text == "setup":
        main.flow_setup(ctx, fact.span)
    else:
        main.run(fact.text, b.ZERO, ctx, fact.span)


def _set_field(target: g.FieldRead, values: tuple[g.Expr, ...], ctx: Context, span: Span) -> None:
    role, whole = target.field.role, ctx.whole
    if role == "zone":
        _set_zone(target, values, ctx, span)
        return
    place = layout.instance(target.field, *_place(target, ctx), whole)
    cell = whole.cell_of(target.field)
    if role == "coins" and target.field.supply is not None:
        value = lower_expr(values[0], ctx)
        bank = whole.machine_cells[f"bank {target.field.supply.name}"]
        if cell is not bank:
            back = b.sub(b.add(b.get(bank), b.get(cell, place)), value)
            store(ctx, bank, None, back, span)
        store(ctx, cell, place, value, span)
    elif role == "cup":
        faces = tuple(lower_expr(value, ctx) for value in values)
        store(ctx, cell, place, b.op("sorted", b.op("tuple", *faces)), span)
    else:
        store(ctx, cell, place, _value(target, values, ctx), span)


def _value(target: g.FieldRead, values: tuple[g.Expr, ...], ctx: Context) -> p.Expr:
    if isinstance(target.type, t.SetOf) and b.form_of(ctx.forms.empty_of(target.type)) == "mask":
        return _set_of(values, target, ctx)
    return lower_as(values[0], target.type, ctx)


def _set_zone(target: g.FieldRead, values: tuple[g.Expr, ...], ctx: Context, span: Span) -> None:
    """The zone holds these pieces and no others; of equal ones those in the box are taken."""
    if target.field.index is not None and target.index is None:
        raise ctx.not_yet("Setting all of an indexed zone at once", span)
    thing = _pieces_of(target.type)
    assert thing is not None
    pieces, spot = ctx.whole.pieces[thing], zones.spot_of(target, ctx)
    content = spot.read()
    rows: p.Source = p.Items(content) if spot.zone.slots else p.Bits(content, pieces.bits)

    def back(row: p.Var, label: str) -> None:
        known = b.op("ge", row, b.ZERO)
        when(ctx, known, lambda: moves.to_box(pieces, row, ctx, span), span=span)

    when(
        ctx,
        b.not_(spot.is_empty()),
        lambda: each(ctx, "old", rows, back, span=span),
        span=span,
    )
    for value in values:
        if not _is_nothing(value):
            row = _from_box(_row(value, ctx), thing, ctx, span)
            moves.move_row(pieces, row, spot, ctx, span, under=True)
    moves.after_arrival(spot, False, ctx, span)


def _from_box(row: int, thing: str, ctx: Context, span: Span) -> p.Expr:
    """A piece like this that lies in the box, else this one."""
    classes = zones.classes_of(thing, ctx.whole.game)
    alike = tuple(other for other, class_ in enumerate(classes) if class_ == classes[row])
    if len(alike) == 1:
        return b.const(row)
    walk = b.Walk(ctx.fresh("like", "int"), p.Items(p.Const(alike, "ints")), None)
    free = walk.where(b.eq(attributes.at(thing, walk.var, ctx.whole), zones.BOX))
    found = ctx.keep("free", b.comp("first", free), span)
    return ctx.keep("taken", b.if_(b.op("ge", found, b.ZERO), found, b.const(row)), span)
