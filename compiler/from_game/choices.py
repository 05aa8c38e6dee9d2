"""Deciding: `choose`, branches, `may`, `agrees`.

Whatever somebody can answer is an `Offered`: what it adds to the ask, whether it has an option now,
and what is done when it is taken. `decide` puts them into one ask. An option is offered only if the
rest of its action can be completed (`completion`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import known, sight, sites
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.copies import Copies
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.writing import when
from hoyle.compiler.from_game.zones import Pieces
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.records import record
from hoyle.dsl.source import Span

Words = tuple[str | p.Hole, ...]
Way = Callable[[g.Body], Callable[[], None]]
"""What writes the block of an option when it is taken; `together` has its own."""


@record
class Offered:
    """One site of an ask. `take` gets the value chosen and writes what is done then.

    `counts`: having an option here is a reason to ask; "pass", "no", "done" alone are none.
    `named`: the pieces that are chosen by name, which whoever hears of the choice then knows.
    `copies`: what is there where copies are offered by kind; `take` gets the piece that is meant.
    """

    choice: p.Choice
    able: p.Expr
    take: Callable[[p.Expr], None]
    counts: bool = True
    named: Pieces | None = None
    copies: Copies | None = None

    def taken(self, var: p.Var, ctx: Context, span: Span) -> None:
        """Write what is done with an answer to this site."""
        value: p.Expr = p.Answer(var, self.choice.site, True)
        if self.copies is not None:
            meant = self.copies.meant(value, ctx.whole)
            value = ctx.keep("meant", meant, span, self.copies.kinds.domain)
        self.take(value)


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
    unclear: bool = False,
) -> None:
    """Ask if anything is offered, and do what was taken; else `otherwise` (None: an error).

    `unclear`: others cannot tell how many options there are, so one alone is asked for, too.
    """
    able = b.or_(*(one.able for one in offered if one.counts))
    rule = ctx.rule(span, cites)
    if not (secret or ctx.secret):
        offered = _heard(offered, unclear, ctx, span)
    with ctx.block() as asked:
        choices = [one.choice for one in offered if one.able != b.FALSE]
        told = {"secret": secret, "hidden": hidden, "unclear": unclear}
        var = ask(ctx, you, choices, prompt, span, rule, could=could, **told)
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


def _heard(offered: Sequence[Offered], unclear: bool, ctx: Context, span: Span) -> list[Offered]:
    """What is chosen by name is known to all, wherever it lies; a lone option is not heard of."""
    always = unclear or ctx.whole.game.asks_always
    number: p.Expr = b.ZERO
    for one in offered:
        number = b.add(number, b.op("len", one.choice.options))
    asked = b.TRUE if always else b.op("gt", number, b.ONE)

    def hearing(one: Offered) -> Offered:
        pieces = one.named
        if pieces is None or pieces.known is None:
            return one

        def take(value: p.Expr) -> None:
            with known.only(ctx, span):
                everybody = sight.everybody(ctx.whole)
                when(
                    ctx, asked, lambda: known.learn(pieces, value, everybody, ctx, span), span=span
                )
            one.take(value)

        return replace(one, take=take)

    return [hearing(one) for one in offered]


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
    unclear: bool = False,
) -> p.Var:
    """An ask; answers the variable that holds the action taken."""
    var = ctx.fresh("answer", "int")
    silent = not ctx.whole.game.asks_always and not unclear
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
    if not others:
        one.taken(var, ctx, span)
        return
    with ctx.block() as then:
        one.taken(var, ctx, span)
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


def doing(ctx: Context) -> Way:
    """The plain way of a block: it is done."""
    from hoyle.compiler.from_game import statements

    return lambda body: lambda: statements.lower_body(body, ctx)


def told(hidden: bool, you: p.Expr, stmt: g.Stmt, prompt: Words, ctx: Context) -> p.Expr | None:
    """The public fact that somebody may have been asked, where that is all that others learn."""
    from hoyle.compiler.from_game import asking

    if not hidden:
        return None
    title = next((part for part in prompt if isinstance(part, str) and part.strip()), "A choice")
    order = b.op("tuple", you, form="ints")
    return asking.tell_who_could(b.bit(you), order, title.strip(), ctx, stmt.span)


def otherwise_of(stmt: g.ChooseBranch | g.Choose, way: Way) -> Callable[[], None] | None:
    """What is done where there is nothing to choose; None: an error of the rules."""
    if stmt.otherwise is not None:
        return way(stmt.otherwise)
    if isinstance(stmt, g.Choose) and (stmt.if_any or stmt.may):
        return lambda: None
    return None


def lower_agreed(e: g.Agreed, ctx: Context) -> p.Expr:
    """`P agrees "…"`: P is asked yes or no."""
    who = ctx.keep("asked", lower_expr(e.who, ctx), e.span)
    number = sites.site(ctx.whole, e, "agrees")
    choice = p.Choice(number, b.const((0, 1)), ctx.fresh("value", "int"))
    var = ask(ctx, who, [choice], words(e.prompt, ctx), e.span, ctx.rule(e.span))
    return ctx.keep("agreed", b.eq(p.Answer(var, number, True), b.ZERO), e.span)
