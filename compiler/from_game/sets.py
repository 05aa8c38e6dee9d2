"""Sets and lists: as something to loop over (`lower_source`), or as a value (`lower_set`).

A filter is fused into the loop; a filter on printed facts of a table becomes a look into an index
made in advance.
"""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout, turn_orders
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def element(type_: t.Type, ctx: Context) -> t.Type:
    """The type of what a container holds."""
    match type_:
        case t.SetOf(of) | t.ListOf(of):
            return of
        case t.TallyOf(of):
            return of
        case t.Cup(die):
            spec = ctx.whole.game.dice[die]
            return t.Kind(spec.kinds) if spec.kinds else t.Number(min(spec.faces), max(spec.faces))
        case _:
            return type_


def _element_form(type_: t.Type, ctx: Context) -> p.Form:
    return ctx.forms.form_of(element(type_, ctx))


def lower_source(
    e: g.Expr,
    ctx: Context,
    ordered: bool = False,
    anchor: p.Expr | None = None,
    name: str = "it",
) -> b.Walk:
    """A set or list to loop over. `ordered`: in the order of the language."""
    match e:
        case g.AllOf(of="players"):
            return _players(ctx, ordered, anchor, name)
        case g.AllOf(of=of):
            count = ctx.forms.domain(element(e.type, ctx)).count
            assert count >= 0, of
            return walk_of(ctx, name, "int", p.Range(b.ZERO, b.const(count)))
        case g.RangeSet(low=low, high=high):
            first, last = _expr(low, ctx), _expr(high, ctx)
            return walk_of(ctx, name, "int", p.Range(first, b.shifted(last, 1)))
        case g.SetLiteral():
            return _literal(e, ctx, ordered, anchor, name)
        case g.Filtered():
            return _filtered(e, ctx, ordered, anchor, name)
        case g.Join(op="except"):
            return _except(e, ctx, ordered, anchor, name)
        case g.FieldRead() if e.field.role == "zone":
            return _zone(e, ctx, name, ordered)
        case g.FieldRead() if e.field.index is not None and e.index is None:
            return _whole_field(e, ctx, name)
        case g.ValueOf():
            inlined = _inlined(e, ctx, ordered, anchor, name)
            return inlined or _of_value(_expr(e, ctx), e, ctx, ordered, anchor, name)
        case g.Function(name="lines" | "line" | "exits" | "neighbours" | "within" | "between"):
            from hoyle.compiler.from_game import space_functions

            walk = space_functions.spaces_walk(e, ctx)
            return walk or _of_value(_expr(e, ctx), e, ctx, ordered, anchor, name)
        case _:
            return _of_value(_expr(e, ctx), e, ctx, ordered, anchor, name)


def _expr(e: g.Expr, ctx: Context) -> p.Expr:
    from hoyle.compiler.from_game.expressions import lower_expr

    return lower_expr(e, ctx)


def walk_of(
    ctx: Context, name: str, form: p.Form, source: p.Source, cond: p.Expr | None = None
) -> b.Walk:
    """A loop over a source with a fresh variable."""
    return b.Walk(ctx.fresh(name, form), source, cond)


def bind(local: g.Local, walk: b.Walk, ctx: Context) -> None:
    """From now on a local is the element walked."""
    ctx.bind(local, walk.var)
    ctx.note_range(walk.var, local.type)


def _players(ctx: Context, ordered: bool, anchor: p.Expr | None, name: str) -> b.Walk:
    """Players still in; in turn order from the anchor where the order matters."""
    source: p.Source = p.Range(b.ZERO, b.const(ctx.whole.players))
    if ordered:
        source = turn_orders.seats_from(
            anchor if anchor is not None else layout.starter(ctx.whole), ctx
        )
    walk = walk_of(ctx, name, "int", source)
    out = layout.out_mask(ctx.whole)
    return walk if out is None else walk.where(b.not_(b.has(b.get(out), walk.var)))


def _of_value(
    value: p.Expr, e: g.Expr, ctx: Context, ordered: bool, anchor: p.Expr | None, name: str
) -> b.Walk:
    """A loop over a set or list that is held as a mask or tuple."""
    of = element(e.type, ctx)
    if isinstance(e.type, t.TallyOf):
        walk = walk_of(ctx, name, "int", p.Range(b.ZERO, b.const(ctx.forms.bits(of))))
        return walk.where(b.op("gt", b.op("item", value, walk.var), b.ZERO))
    match b.form_of(value):
        case "mask":
            if ordered and isinstance(of, t.Player):
                walk = _players(ctx, True, anchor, name)
                return walk.where(b.has(value, walk.var))
            return walk_of(ctx, name, "int", p.Bits(value, ctx.forms.bits(of)))
        case "ints" | "texts":
            form = _item_form(value, of, ctx)
            walk = walk_of(ctx, name, form, p.Items(value))
            is_list = isinstance(e.type, t.ListOf | t.Cup)
            distinct = not isinstance(e.type, t.Cup) and not _repeats(value)
            return b.Walk(walk.var, walk.source, None, is_list or distinct, distinct)
        case _:  # one thing, or none, where a set is meant
            source = p.Items(b.op("tuple", value))
            walk = walk_of(ctx, name, b.form_of(value), source)
            if isinstance(e.type, t.Optional):
                return walk.where(b.ne(walk.var, ctx.forms.none_of(e.type)))
            return walk


def _item_form(value: p.Expr, of: t.Type, ctx: Context) -> p.Form:
    """The form of the items of a tuple; lists of lists are tuples of tuples."""
    if isinstance(value, p.Lookup) and len(value.indexes) < value.table.depth - 1:
        return "ints"
    if isinstance(of, t.SetOf | t.ListOf):
        return "ints"
    return ctx.forms.form_of(of)


def _repeats(value: p.Expr) -> bool:
    """Whether a constant tuple holds something twice."""
    if isinstance(value, p.Const) and isinstance(value.value, tuple):
        return len(set(value.value)) < len(value.value)
    return False


def _literal(
    e: g.SetLiteral, ctx: Context, ordered: bool, anchor: p.Expr | None, name: str
) -> b.Walk:
    """`{a, b}`: `none` among them is dropped."""
    values = [_expr(item, ctx) for item in e.items]
    if e.items and isinstance(e.items[0].type, t.SetOf | t.ListOf):
        return _of_value(_expr(e.items[0], ctx), e.items[0], ctx, ordered, anchor, name)
    distinct = len(values) < 2 or _all_different(values)
    if not distinct or (ordered and len(values) > 1):
        return _of_value(lower_set(e, ctx), e, ctx, ordered, anchor, name)
    form = _element_form(e.type, ctx)
    items = b.op("tuple", *values, form="texts" if form == "str" else "ints")
    walk = walk_of(ctx, name, form, p.Items(items))
    optional = [item for item in e.items if isinstance(item.type, t.Optional | t.Nothing)]
    if not optional:
        return walk
    return walk.where(b.ne(walk.var, ctx.forms.none_of(element(e.type, ctx))))


def _all_different(values: list[p.Expr]) -> bool:
    return all(isinstance(v, p.Const) for v in values) and len(set(values)) == len(values)


def literal_walk(e: g.SetLiteral, ctx: Context, name: str = "it") -> b.Walk:
    """The items of a literal as they stand, equal ones more than once."""
    values = [_expr(item, ctx) for item in e.items]
    form = _element_form(e.type, ctx)
    items = b.op("tuple", *values, form="texts" if form == "str" else "ints")
    walk = walk_of(ctx, name, form, p.Items(items))
    if any(isinstance(item.type, t.Optional | t.Nothing) for item in e.items):
        walk = walk.where(b.ne(walk.var, ctx.forms.none_of(element(e.type, ctx))))
    return b.Walk(walk.var, walk.source, walk.cond, False, False)


def _filtered(
    e: g.Filtered, ctx: Context, ordered: bool, anchor: p.Expr | None, name: str
) -> b.Walk:
    from hoyle.compiler.from_game import indexes, placed

    shown = e.var.name if e.var.role != "it" else name
    few = placed.walk(e.over, e.var, e.cond, ctx, shown)
    if few is not None:
        walk = few
    elif isinstance(e.over, g.SetLiteral) and not ordered:
        walk = literal_walk(e.over, ctx, shown)
    else:
        walk = lower_source(e.over, ctx, ordered, anchor, shown)
    bind(e.var, walk, ctx)
    with ctx.guarded():
        cond = _expr(e.cond, ctx)
    return indexes.indexed(walk, cond, ctx)


def _except(e: g.Join, ctx: Context, ordered: bool, anchor: p.Expr | None, name: str) -> b.Walk:
    if isinstance(e.b.type, t.ListOf | t.Cup) and t.holds_equal_ones(e.a.type):
        left = p.Library("leave_out", (_expr(e.a, ctx), _expr(e.b, ctx)), "ints")
        return _of_value(left, e, ctx, ordered, anchor, name)
    walk = lower_source(e.a, ctx, ordered, anchor, name)
    if isinstance(e.b, g.SetLiteral):
        with ctx.guarded():
            gone = [_expr(item, ctx) for item in e.b.items]
        return walk.where(b.and_(*(b.ne(walk.var, item) for item in gone)))
    with ctx.guarded():
        gone_set = mask(e.b, ctx)
    if b.form_of(gone_set) != "mask":
        return walk.where(b.not_(b.op("contains", gone_set, walk.var)))
    return walk.where(b.not_(b.has(gone_set, walk.var)))


def _zone(e: g.FieldRead, ctx: Context, name: str, ordered: bool) -> b.Walk:
    from hoyle.compiler.from_game import zones

    of = _expr(e.of, ctx) if e.of is not None else None
    index = _expr(e.index, ctx) if e.index is not None else None
    assert name
    return zones.zone_source(e.field, of, index, ctx, ordered)


def _whole_field(e: g.FieldRead, ctx: Context, name: str) -> b.Walk:
    """All values that one owner has of an indexed cell or fact."""
    form = ctx.forms.form_of(e.field.type)
    if e.of is None and e.field.role == "cell":
        source = p.Items(b.get(ctx.whole.cell_of(e.field)))
    else:
        source = p.Items(_expr(e, ctx))
    return b.Walk(ctx.fresh(name, form), source, None, True, False)


def _inlined(
    e: g.ValueOf, ctx: Context, ordered: bool, anchor: p.Expr | None, name: str
) -> b.Walk | None:
    """A value that is only a filtered set, written out where it is looped over."""
    from hoyle.compiler.from_game import inlined

    if not inlined.bind_value(e, (g.Filtered, g.AllOf), ctx):
        return None
    assert e.value.body is not None
    return lower_source(e.value.body, ctx, ordered, anchor, name)


# -------------------------------------------------------------------------------------- as a value


def lower_set(e: g.Expr, ctx: Context) -> p.Expr:
    """A set as a mask (or tuple), a list as a tuple."""
    match e:
        case g.Join():
            return _join(e, ctx)
        case g.SetLiteral():
            return _literal_value(e, ctx)
        case g.Ranked():
            from hoyle.compiler.from_game import ranking

            return ranking.ranked(e, ctx)
        case g.AllOf(of="players"):
            return layout.players_in(ctx.whole)
        case _:
            return gathered(lower_source(e, ctx, ordered=_keeps_order(e)), e.type, ctx)


def _keeps_order(e: g.Expr) -> bool:
    return isinstance(e.type, t.ListOf)


def gathered(walk: b.Walk, type_: t.Type, ctx: Context) -> p.Expr:
    """What is walked, as a value of its type."""
    form = ctx.forms.form_of(type_)
    if form != "mask":
        if walk.cond is None and isinstance(walk.source, p.Items):
            return walk.source.of
        return b.comp("ints", walk, form=form)
    return mask_of(walk)


def mask_of(walk: b.Walk) -> p.Expr:
    """What is walked, as a mask."""
    if walk.cond is None:
        match walk.source:
            case p.Bits(mask=value):
                return value
            case p.Range(p.Const(low), p.Const(high)):
                if isinstance(low, int) and isinstance(high, int):
                    return b.mask_const(sum(1 << i for i in range(low, high)))
            case p.Items(of):
                return b.op("mask_of", of)
            case _:
                pass
    return b.comp("mask", walk)


def mask(e: g.Expr, ctx: Context) -> p.Expr:
    """A set or list as a mask, where its elements have one (else as a tuple)."""
    of = element(e.type, ctx)
    if isinstance(e.type, t.SetOf | t.ListOf | t.Cup) and ctx.forms.is_mask(of):
        value = _expr(e, ctx)
        return b.op("mask_of", value) if b.form_of(value) == "ints" else value
    if isinstance(e.type, t.TallyOf):
        return mask_of(lower_source(e, ctx))
    return _expr(e, ctx)


def _join(e: g.Join, ctx: Context) -> p.Expr:
    if ctx.forms.form_of(e.type) != "mask":
        return _joined_tuples(e, ctx)
    one, other = mask(e.a, ctx), mask(e.b, ctx)
    return b.union(one, other) if e.op == "+" else b.minus(one, other)


def _joined_tuples(e: g.Join, ctx: Context) -> p.Expr:
    form = ctx.forms.form_of(e.type)
    if e.op == "except":
        return gathered(lower_source(e, ctx), e.type, ctx)
    added = lower_source(e.b, ctx)
    first = _expr(e.a, ctx)
    if isinstance(e.type, t.ListOf):
        return b.op("concat", first, gathered(added, e.type, ctx), form=form)
    return _with_more(first, added, form)


def _with_more(first: p.Expr, added: b.Walk, form: p.Form) -> p.Expr:
    """A sorted tuple with more members."""
    fresh = b.comp("ints", added.where(b.not_(b.op("contains", first, added.var))), form=form)
    return b.op("sorted", b.op("concat", first, fresh, form=form), form=form)


def changed_tuple(old: p.Expr, change: p.Expr, op: str, ctx: Context) -> p.Expr:
    """A set that is held as a sorted tuple, with members put in or taken out."""
    form = b.form_of(old)
    item: p.Form = "str" if form == "texts" else "int"
    if op == "+":
        return _with_more(old, walk_of(ctx, "it", item, p.Items(change)), form)
    walk = walk_of(ctx, "it", item, p.Items(old))
    return b.comp("ints", walk.where(b.not_(b.op("contains", change, walk.var))), form=form)


def _literal_value(e: g.SetLiteral, ctx: Context) -> p.Expr:
    if len(e.items) == 1 and isinstance(e.items[0].type, t.SetOf | t.ListOf):
        return _expr(e.items[0], ctx)
    if ctx.forms.form_of(e.type) != "mask":
        return gathered(literal_walk(e, ctx), e.type, ctx)
    found: p.Expr = b.NO_MASK
    for item in e.items:
        value = _expr(item, ctx)
        optional = isinstance(item.type, t.Optional | t.Nothing)
        found = b.union(found, b.maybe_bit(value) if optional else b.bit(value))
    return found
