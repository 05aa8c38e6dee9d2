"""Deciding: `choose`, branches, `may`, `agrees`.

Whatever somebody can answer is an `Offered`: what it adds to the ask, whether it has an option now,
and what is done when it is taken. `decide` puts them into one ask. An option is offered only if the
rest of its action can be completed (`completion`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hoyle.compiler.from_game import bounds, completion, guards, secrets, sites
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span

Words = tuple[str | p.Hole, ...]
Way = Callable[[g.Body], Callable[[], None]]
"""What writes the block of an option when it is taken; `together` has its own."""


@dataclass(frozen=True, slots=True)
class Offered:
    """One site of an ask. `take` gets the value chosen and writes what is done then.

    `counts`: having an option here is a reason to ask; "pass", "no", "done" alone are none.
    """

    choice: p.Choice
    able: p.Expr
    take: Callable[[p.Expr], None]
    counts: bool = True


def decide(
    ctx: Context,
    you: p.Expr,
    offered: Sequence[Offered],
    prompt: Words,
    span: Span,
    otherwise: Callable[[], None] | None,
    *,
    cites: tuple[str, ...] = (),
    secret: bool = False,
    hidden: bool = False,
    could: p.Expr | None = None,
) -> None:
    """Ask if anything is offered, and do what was taken; else `otherwise` (None: an error)."""
    able = b.or_(*(one.able for one in offered if one.counts))
    rule = ctx.rule(span, cites)
    with ctx.block() as asked:
        choices = [one.choice for one in offered if one.able != b.FALSE]
        var = ask(ctx, you, choices, prompt, span, rule, secret=secret, hidden=hidden, could=could)
        _dispatch(var, [one for one in offered if one.able != b.FALSE], ctx, span)
    if able == b.TRUE:
        ctx.blocks[-1].extend(asked)
        return
    with ctx.block() as nothing:
        if otherwise is None:
            text = f"there is nothing to choose at “{_plain(prompt)}”"
            ctx.emit(p.Fail("nothing to choose", text, span, rule))
        else:
            otherwise()
    if able == b.FALSE:
        ctx.blocks[-1].extend(nothing)
    else:
        ctx.emit(p.If(able, tuple(asked), tuple(nothing), span))


def _plain(prompt: Words) -> str:
    return "".join(part if isinstance(part, str) else "…" for part in prompt)


def ask(
    ctx: Context,
    actor: p.Expr,
    choices: Sequence[p.Choice],
    prompt: Words,
    span: Span,
    rule: int,
    *,
    secret: bool = False,
    hidden: bool = False,
    could: p.Expr | None = None,
) -> p.Var:
    """An ask; answers the variable that holds the action taken."""
    var = ctx.fresh("answer", "int")
    silent = not ctx.whole.game.asks_always
    ctx.emit(
        p.Ask(
            var,
            actor,
            tuple(choices),
            silent,
            prompt,
            span,
            rule,
            secret=secret or ctx.secret,
            hidden=hidden,
            could=could,
        )
    )
    return var


def _dispatch(var: p.Var, offered: Sequence[Offered], ctx: Context, span: Span) -> None:
    """Do what belongs to the answer."""
    if not offered:
        return
    one, *others = offered
    value = p.Answer(var, one.choice.site, True)
    if not others:
        one.take(value)
        return
    with ctx.block() as then:
        one.take(value)
    with ctx.block() as otherwise:
        _dispatch(var, others, ctx, span)
    test = p.Answer(var, one.choice.site, False)
    ctx.emit(p.If(test, tuple(then), tuple(otherwise), span))


def words(prompt: g.Prompt, ctx: Context) -> Words:
    """A prompt or label with its holes."""
    return tuple(
        part if isinstance(part, str) else p.Hole(lower_expr(part, ctx), ctx.forms.words(part.type))
        for part in prompt.parts
    )


def word(
    ctx: Context, node: object, which: str, take: Callable[[], None], able: p.Expr = b.TRUE
) -> Offered:
    """A site with one option: "pass", "no", "done"."""
    number = sites.site(ctx.whole, node, which)
    options = b.if_(able, b.const((0,)), b.NO_ITEMS)
    choice = p.Choice(number, options, ctx.fresh("value", "int"))
    return Offered(choice, able, lambda value: take(), counts=False)


# ---------------------------------------------------------------------------------------- branches


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
        found = parts[0]
        for part in parts[1:]:
            found = b.op("concat", found, part)
        return found
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
    """The block of the branch taken."""
    if not bodies:
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


def doing(ctx: Context) -> Way:
    """The plain way of a block: it is done."""
    from hoyle.compiler.from_game import statements

    return lambda body: lambda: statements.lower_body(body, ctx)


def lower_choose_branch(stmt: g.ChooseBranch, ctx: Context, way: Way | None = None) -> None:
    """`choose [at W]: "…"` with branches."""
    you = ctx.keep("you", lower_expr(stmt.you, ctx), stmt.span)
    offered = [branch_list(stmt.branches, you, ctx, stmt, way)] if stmt.branches else []
    if stmt.window is not None:
        from hoyle.compiler.from_game import windows

        args = tuple(lower_expr(arg, ctx) for arg in stmt.window.args)
        actions = windows.actions_in(stmt.window.name, args, you, ctx)
        if actions and way is not None:
            raise ctx.not_yet("A window of pieces in `together`", stmt.span)
        offered += actions
    prompt = words(stmt.prompt, ctx)
    otherwise = _otherwise(stmt, way or doing(ctx))
    hidden = _branches_are_secret(stmt, ctx)
    could = _told(hidden, you, stmt, prompt, ctx)
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
    )


def _branches_are_secret(stmt: g.ChooseBranch, ctx: Context) -> bool:
    """Whether others may not know if somebody is asked: hidden things leave one branch or none."""
    if ctx.secret or stmt.window is not None:
        return False
    free = [branch for branch in stmt.branches if branch.when is None and branch.bound is None]
    if len(free) > 1:
        return False
    return any(secrets.reads_hidden(branch.when, ctx.whole) for branch in stmt.branches)


def _told(hidden: bool, you: p.Expr, stmt: g.Stmt, prompt: Words, ctx: Context) -> p.Expr | None:
    """The public fact that somebody may have been asked, where that is all that others learn."""
    from hoyle.compiler.from_game import asking

    if not hidden:
        return None
    title = next((part for part in prompt if isinstance(part, str) and part.strip()), "A choice")
    return asking.tell_who_could(b.bit(you), title.strip(), ctx, stmt.span)


def _otherwise(stmt: g.ChooseBranch | g.Choose, way: Way) -> Callable[[], None] | None:
    """What is done where there is nothing to choose; None: an error of the rules."""
    if stmt.otherwise is not None:
        return way(stmt.otherwise)
    if isinstance(stmt, g.Choose) and (stmt.if_any or stmt.may):
        return lambda: None
    return None


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
    could = _told(hidden, you, stmt, prompt, ctx)
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


def lower_agreed(e: g.Agreed, ctx: Context) -> p.Expr:
    """`P agrees "…"`: P is asked yes or no."""
    who = ctx.keep("asked", lower_expr(e.who, ctx), e.span)
    number = sites.site(ctx.whole, e, "agrees")
    choice = p.Choice(number, b.const((0, 1)), ctx.fresh("value", "int"))
    var = ask(ctx, who, [choice], words(e.prompt, ctx), e.span, ctx.rule(e.span))
    return ctx.keep("agreed", b.eq(p.Answer(var, number, True), b.ZERO), e.span)


# --------------------------------------------------------------------------------- choose x from S


def lower_choose(stmt: g.Choose, following: g.Body, ctx: Context, way: Way | None = None) -> int:
    """`choose x from S` and its kin; answers how many following statements it has lowered."""
    from hoyle.compiler.from_game import subsets

    if stmt.count is not None:
        subsets.lower_subset(stmt, following, ctx)
        return 0
    you = ctx.keep("you", lower_expr(stmt.you, ctx), stmt.span)
    do = way or doing(ctx)
    find = unseen_places if stmt.unseen else candidates
    offered = [find(stmt, following, ctx, do)]
    otherwise = _otherwise(stmt, do)
    if stmt.may:
        offered.append(word(ctx, stmt, "no", otherwise or (lambda: None)))
    prompt = prompt_of(stmt, ctx)
    hidden = not ctx.secret and may_be_skipped(stmt, ctx)
    could = _told(hidden, you, stmt, prompt, ctx)
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
    )
    return 0


def may_be_skipped(stmt: g.Choose, ctx: Context) -> bool:
    """Whether others may not know if somebody is asked: hidden things leave one option or none."""
    always = ctx.whole.game.asks_always and not (stmt.may or stmt.if_any or stmt.otherwise)
    return not always and not stmt.unseen and secrets.shows_number(stmt.source, ctx.whole)


def prompt_of(stmt: g.Choose, ctx: Context) -> Words:
    """The prompt of a choice, made of its name where none is written."""
    if stmt.prompt is not None:
        return words(stmt.prompt, ctx)
    return (f"Choose {stmt.local.name.replace('_', ' ')}",)


def candidates(stmt: g.Choose, following: g.Body, ctx: Context, way: Way) -> Offered:
    """What can be chosen, as one site."""
    walk = completion.candidates(stmt, following, ctx)
    var = ctx.fresh("value", "int")
    number = sites.site(ctx.whole, stmt, "choose")
    options = b.comp("ints", walk)
    choice = p.Choice(number, options, var, guards.of_choice(stmt, walk, var, ctx))

    def take(value: p.Expr) -> None:
        ctx.emit(p.Assign(ctx.local(stmt.local), value, stmt.span))
        way(stmt.body)()

    return Offered(choice, b.TRUE if id(stmt) in ctx.sure else b.any_of(walk), take)


def unseen_places(stmt: g.Choose, following: g.Body, ctx: Context, way: Way) -> Offered:
    """`choose unseen`: the places of a zone; what lies in the place taken is settled unseen."""
    from hoyle.compiler.from_game import slots, zones

    source = stmt.source
    while isinstance(source, g.Cast):
        source = source.a
    if not isinstance(source, g.FieldRead) or source.field.role != "zone":
        raise ctx.not_yet("`choose unseen` from anything but a zone", stmt.span)
    spot = zones.spot_of(source, ctx)
    if not spot.zone.slots:
        raise ctx.not_yet("`choose unseen` from what is seen", stmt.span)
    walk = b.Walk(ctx.fresh("place", "int"), p.Range(b.ZERO, spot.size()), None)
    number = sites.site(ctx.whole, stmt, "choose")
    choice = p.Choice(number, b.comp("ints", walk), ctx.fresh("value", "int"))

    def take(value: p.Expr) -> None:
        place = ctx.keep("place", value, stmt.span)
        row = slots.pin(spot, place, ctx, stmt.span)
        ctx.emit(p.Assign(ctx.local(stmt.local), row, stmt.span))
        way(stmt.body)()

    return Offered(choice, b.op("gt", spot.size(), b.ZERO), take)
