"""Labelled branches, and `may`."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.compiler.from_game import bounds, completion, guards, secrets, sites
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.choices import (
    Offered,
    Way,
    Words,
    decide,
    doing,
    otherwise_of,
    told,
    words,
)
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g


def branch_list(
    branches: Sequence[g.Branch],
    you: p.Expr,
    ctx: Context,
    node: g.Stmt,
    way: Way | None = None,
) -> Offered:
    """Labelled branches as one site; the value is the number of the branch."""
    tests = [branch_test(branch, you, ctx) for branch in branches]
    var = ctx.fresh("branch", "int")
    number = sites.site(ctx.whole, node, "branch")
    choice = p.Choice(
        number,
        constant_options(tests),
        var,
        guards.of_branches(branches, var, ctx),
        _labels(branches, ctx),
    )

    def take(value: p.Expr) -> None:
        bodies = [(k, x) for k, x in enumerate(branches) if tests[k] != b.FALSE]
        _take_branch(ctx.keep("taken", value, node.span), bodies, you, ctx, way or doing(ctx))

    return Offered(choice, b.or_(*tests), take)


def branch_test(branch: g.Branch, you: p.Expr, ctx: Context) -> p.Expr:
    """Whether a branch is offered: its `when`, its bound, and that it can be completed."""
    with ctx.guarded():
        when = b.TRUE if branch.when is None else lower_expr(branch.when, ctx)
        rest = completion.completable(branch.body, ctx)
    completion.mark_sure(branch.body, ctx)
    return b.and_(bounds.may_take(branch, you, ctx.whole), when, rest)


def constant_options(tests: Sequence[p.Expr]) -> p.Expr:
    """The numbers of those whose test holds, as a choice among tuples known in advance."""
    open_tests = [k for k, test in enumerate(tests) if not isinstance(test, p.Const)]
    if len(open_tests) > 3:
        parts = [b.if_(test, b.const((k,)), b.NO_ITEMS) for k, test in enumerate(tests)]
        return b.concat(parts)
    return _combined(tests, open_tests, {})


def _combined(tests: Sequence[p.Expr], open_tests: Sequence[int], known: dict[int, bool]) -> p.Expr:
    if not open_tests:
        kept = (k for k, test in enumerate(tests) if known.get(k, test == b.TRUE))
        return p.Const(tuple(kept), "ints")
    k, *others = open_tests
    return b.if_(
        tests[k],
        _combined(tests, others, {**known, k: True}),
        _combined(tests, others, {**known, k: False}),
    )


def _labels(branches: Sequence[g.Branch], ctx: Context) -> tuple[Words, ...]:
    """The labels, if one of them has a hole."""
    if all(isinstance(part, str) for x in branches for part in x.label.parts):
        return ()
    return tuple(words(branch.label, ctx) for branch in branches)


def _take_branch(
    value: p.Expr, bodies: Sequence[tuple[int, g.Branch]], you: p.Expr, ctx: Context, way: Way
) -> None:
    """The block of the branch taken: a chain of tests, or halves of it where that would be long."""
    if not bodies:
        return
    if len(bodies) > b.LONGEST_CHAIN:
        middle = len(bodies) // 2
        k, branch = bodies[middle]
        with ctx.block() as before:
            _take_branch(value, bodies[:middle], you, ctx, way)
        with ctx.block() as behind:
            _take_branch(value, bodies[middle:], you, ctx, way)
        test = b.op("lt", value, b.const(k))
        ctx.emit(p.If(test, tuple(before), tuple(behind), branch.span))
        return
    (k, branch), *others = bodies
    if not others:
        run_branch(branch, you, ctx, way)
        return
    with ctx.block() as then:
        run_branch(branch, you, ctx, way)
    with ctx.block() as otherwise:
        _take_branch(value, others, you, ctx, way)
    ctx.emit(p.If(b.eq(value, b.const(k)), tuple(then), tuple(otherwise), branch.span))


def run_branch(branch: g.Branch, you: p.Expr, ctx: Context, way: Way) -> None:
    """Take a branch: count it, do its block."""
    bounds.take(branch, you, ctx, branch.span)
    way(branch.body)()


def lower_choose_branch(stmt: g.ChooseBranch, ctx: Context, way: Way | None = None) -> None:
    """`choose [at W]: "…"` with branches."""
    you = ctx.keep("you", lower_expr(stmt.you, ctx), stmt.span)
    offered = [branch_list(stmt.branches, you, ctx, stmt, way)] if stmt.branches else []
    if stmt.window is not None:
        from hoyle.compiler.from_game import actions

        args = tuple(lower_expr(arg, ctx) for arg in stmt.window.args)
        more = actions.actions_in(stmt.window.name, args, you, ctx)
        if more and way is not None:
            raise ctx.not_yet("A window of pieces in `together`", stmt.span)
        offered += more
    prompt = words(stmt.prompt, ctx)
    otherwise = otherwise_of(stmt, way or doing(ctx))
    hidden = _branches_are_secret(stmt, ctx)
    could = told(hidden, you, stmt, prompt, ctx)
    decide(
        ctx,
        you,
        offered,
        prompt,
        stmt.span,
        otherwise,
        cites=stmt.cites,
        hidden=hidden,
        could=could,
        unclear=_options_are_secret(stmt, ctx),
    )


def _options_are_secret(stmt: g.ChooseBranch, ctx: Context) -> bool:
    """Whether others cannot tell how many options there are."""
    if stmt.window is not None and secrets.hides_actions(stmt.window.name, ctx.whole):
        return True
    return any(secrets.hides_branch(branch, ctx.whole) for branch in stmt.branches)


def _branches_are_secret(stmt: g.ChooseBranch, ctx: Context) -> bool:
    """Whether others may not know if somebody is asked: hidden things may leave no branch."""
    if ctx.secret or stmt.window is not None:
        return False
    if any(branch.when is None and branch.bound is None for branch in stmt.branches):
        return False
    return any(secrets.hides_branch(branch, ctx.whole) for branch in stmt.branches)


def lower_may(stmt: g.May, ctx: Context, way: Way | None = None) -> None:
    """`may "label" [when C]`: two options, if it can be done at all."""
    do = way or doing(ctx)
    you = ctx.keep("you", lower_expr(stmt.you, ctx), stmt.span)
    test = branch_test(stmt.branch, you, ctx)
    var = ctx.fresh("branch", "int")
    number = sites.site(ctx.whole, stmt, "may")
    labels: tuple[Words, ...] = ()
    if not all(isinstance(part, str) for part in stmt.branch.label.parts):
        labels = (words(stmt.branch.label, ctx), ("no",))
    choice = p.Choice(
        number, b.const((0, 1)), var, guards.of_branches((stmt.branch,), var, ctx), labels
    )

    def take(value: p.Expr) -> None:
        with ctx.block() as then:
            run_branch(stmt.branch, you, ctx, do)
        with ctx.block() as declined:
            do(stmt.otherwise)()
        ctx.emit(p.If(b.eq(value, b.ZERO), tuple(then), tuple(declined), stmt.span))

    prompt = words(stmt.branch.label, ctx)
    hidden = not ctx.secret and secrets.reads_hidden(stmt.branch.when, ctx.whole)
    could = told(hidden, you, stmt, prompt, ctx)
    decide(
        ctx,
        you,
        [Offered(choice, test, take)],
        prompt,
        stmt.span,
        do(stmt.otherwise),
        cites=stmt.cites,
        hidden=hidden,
        could=could,
    )
