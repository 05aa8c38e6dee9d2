"""How figures walk and look: `movement N of T`, `sight of T, U`."""

from __future__ import annotations

from dataclasses import replace

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.resolve.expressions import resolve_condition, resolve_expr
from hoyle.dsl.resolve.scope import Scope, top
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.source import Span

MOST_ALLOWANCES = 4
RISE = t.Number(-1098, 1098)
STEP = "it is looked at for every step"
LOOK = "it is looked at for every look"

Named = tuple[tuple[str, g.Expr], ...]


# ---------------------------------------------------------------------------------- movement


def declare_movements(world: World) -> None:
    """Every movement by name, before any body: its name is a verb."""
    for node, _ in world.all(n.Movement):
        board = _board_under(world, node.figure)
        if board is None or node.name.text in world.game.movements:
            continue
        span = node.span.first()
        this = g.Local("this", t.Thing(node.figure.text), span, "this")
        here = g.Local("here", t.Thing(board), span, "bound")
        there = g.Local("there", t.Thing(board), span, "bound")
        rise = g.Local("rise", RISE, span, "bound")
        bars = tuple((r.name.text, _never(r.span)) for r in node.rules if isinstance(r, n.Bar))
        halts = tuple((r.name.text, _never(r.span)) for r in node.rules if isinstance(r, n.Halt))
        world.game.movements[node.name.text] = g.Movement(
            node.name.text, node.figure.text, this, here, there, rise,
            (), None, bars, halts, (), node.span,
        )  # fmt: skip


def _never(span: Span) -> g.Expr:
    """Stands for a condition that is not resolved yet."""
    return g.Literal(t.FLAG, span, False)


def _board_under(world: World, figure: n.TypeName) -> str | None:
    """The board that figures stand on; reported if they stand on none."""
    table = world.game.tables.get(figure.text)
    board = table.stands_on if table is not None else None
    if board is None:
        figures = [name for name, other in world.game.tables.items() if other.stands_on]
        world.sink.report(
            codes.WRONG_MOVEMENT,
            figure.span,
            f"{figure} stands on no board.",
            help=did_you_mean(figure.text, figures)
            or f"Write `stands on BOARD` under `component {figure}`.",
        )
    return board


def resolve_movements(world: World) -> None:
    """The clauses of all movements."""
    for node, _ in world.all(n.Movement):
        declared = world.game.movements.get(node.name.text)
        if declared is not None and declared.span == node.span:
            world.game.movements[node.name.text] = _movement(world, node, declared)


def _movement(world: World, node: n.Movement, declared: g.Movement) -> g.Movement:
    scope = top(world).about(declared.this).pure(STEP)
    step = scope.block()
    for local in (declared.here, declared.there, declared.rise):
        step.locals[local.name] = local
    costs = [rule for rule in node.rules if isinstance(rule, n.Cost)]
    _check_clauses(world, node, costs)
    return replace(
        declared,
        allows=_allows(node, scope),
        cost=_cost(world, costs[0], step) if costs else None,
        bars=_named(node, n.Bar, step),
        halts=_named(node, n.Halt, step),
        rests=_named(node, n.Rest, scope),
    )


def _allows(node: n.Movement, scope: Scope) -> tuple[tuple[g.Expr, g.Expr | None], ...]:
    """Allowances; `while C` is about a space, whose attributes are reached as `space.x`."""
    found = []
    for rule in node.rules:
        if isinstance(rule, n.Allow):
            amount = resolve_expr(rule.amount, scope, t.NUMBER)
            told = _on_board(scope)
            cond = resolve_condition(rule.condition, told) if rule.condition is not None else None
            found.append((amount, cond))
    return tuple(found)


def _on_board(scope: Scope) -> Scope:
    """A walker stands somewhere."""
    inner = scope.block()
    if scope.this is not None:
        this = g.LocalRef(scope.this.type, scope.this.span, scope.this)
        inner.learn(frozenset({("function", "space_of", (this.local,))}))
        inner.learn(frozenset({("function", "place_of", (this.local,))}))
    return inner


def _cost(world: World, rule: n.Cost, step: Scope) -> g.Expr:
    """A step that costs nothing could be made for ever."""
    cost = resolve_expr(rule.amount, step, t.NUMBER)
    if isinstance(cost.type, t.Number) and cost.type.high < 1:
        help_ = "Write `1 + …`, or `max(1, …)`."
        _complain(world, rule.span, "A step costs at least 1, and this is less.", help_)
    return cost


def _named(
    node: n.Movement, kind: type[n.Bar] | type[n.Halt] | type[n.Rest], scope: Scope
) -> Named:
    return tuple(
        (rule.name.text, resolve_condition(rule.condition, _on_board(scope)))
        for rule in node.rules
        if isinstance(rule, kind)
    )


def _check_clauses(world: World, node: n.Movement, costs: list[n.Cost]) -> None:
    allows = [rule for rule in node.rules if isinstance(rule, n.Allow)]
    if not allows:
        _complain(world, node.span, "A movement says how far it goes.", "Write `allow 5`.")
    if len(allows) > MOST_ALLOWANCES:
        _complain(world, allows[4].span, "A movement has at most 4 allowances.", "Join some.")
    if len(costs) > 1:
        _complain(world, costs[1].span, "A step has one cost.", "Put both into one sum.")


def _complain(world: World, span: Span, message: str, help_: str) -> None:
    world.sink.report(codes.WRONG_MOVEMENT, span, message, help=help_)


# ---------------------------------------------------------------------------------- sight


def resolve_sights(world: World) -> None:
    """How every sort of figure looks and is looked at: one line for each."""
    for node, _ in world.all(n.Sight):
        for figure in node.figures:
            board = _board_under(world, figure)
            if board is not None:
                world.game.sights.append(_sight(world, node, figure.text, board))


def _sight(world: World, node: n.Sight, figure: str, board: str) -> g.SightLine:
    span = node.span.first()
    this = g.Local("this", t.Thing(figure), span, "this")
    space = g.Local("this", t.Thing(board), span, "this")
    looker = _on_board(top(world).about(this).pure(LOOK))
    looker.standing = True
    ground = top(world).about(space).pure(LOOK)
    eyes = [rule for rule in node.rules if isinstance(rule, n.Eye)]
    columns = [rule for rule in node.rules if isinstance(rule, n.Column)]
    touching = [rule.way for rule in node.rules if isinstance(rule, n.Touching)]
    return g.SightLine(
        (figure,),
        this,
        resolve_expr(eyes[0].height, looker, t.RATIO) if eyes else None,
        _heights(node, False, looker),
        _heights(node, True, ground),
        (space, resolve_expr(columns[0].height, ground, t.RATIO)) if columns else None,
        any(isinstance(rule, n.AdjacentAlways) for rule in node.rules),
        touching == ["blocks"],
        node.span,
    )


def _heights(node: n.Sight, at_space: bool, scope: Scope) -> tuple[g.Expr, ...]:
    return tuple(
        resolve_expr(height, scope, t.RATIO)
        for rule in node.rules
        if isinstance(rule, n.Aim) and rule.at_space is at_space
        for height in rule.heights
    )
