"""The four ways to decide: `choose`, `may`, `offer`, and the branches and windows they have."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve import loops, statements
from hoyle.dsl.resolve.common import Flow, cites, element_of, is_container
from hoyle.dsl.resolve.expressions import (
    resolve_condition,
    resolve_domain,
    resolve_expr,
    resolve_player,
    resolve_prompt,
)
from hoyle.dsl.resolve.facts import of_elements, shown
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.world import did_you_mean
from hoyle.dsl.source import Span


def asked(scope: Scope, span: Span) -> g.Expr:
    """Who is asked here; reported if nobody can be."""
    if scope.you is not None:
        return scope.you
    return scope.report(
        codes.NOBODY_ASKED,
        span,
        "A choice needs somebody who is asked, and nobody is addressed here.",
        help="Put it under `each player` or `as P`: `setup` and `whenever` speak to nobody.",
    )


# ---------------------------------------------------------------------------------- choose x from S


def resolve_choose(node: n.Choose | n.MayChoose, scope: Scope, flow: Flow) -> g.Stmt:
    """`choose`, `may choose`: the name holds in the block under it, or else in what follows."""
    may = isinstance(node, n.MayChoose)
    you = asked(scope, node.pick.span)
    source = _candidates(node.pick.candidates, scope.naming(node.pick.name.text))
    count = _how_many(node.pick.how_many, scope)
    type_ = _chosen_type(source, count is not None, scope)
    otherwise = _otherwise(node.otherwise, scope, flow)
    inner = scope.block() if _keeps_to_itself(node, may) else scope
    local = inner.declare(node.pick.name.text, type_, node.pick.name.span, "choice")
    learn_element(inner, source, local)
    prompt = resolve_prompt(node.pick.prompt, scope) if node.pick.prompt is not None else None
    body = statements.resolve_body(node.body, inner, flow)
    return g.Choose(
        node.span,
        cites(node),
        local,
        count,
        node.pick.unseen,
        source,
        node.pick.if_any,
        prompt,
        body,
        otherwise,
        you,
        may,
    )


def _keeps_to_itself(node: n.Choose | n.MayChoose, may: bool) -> bool:
    """Whether the name ends with the statement: it has a block, or there may be nothing chosen."""
    return may or node.body is not None or node.pick.if_any


def _otherwise(node: n.Otherwise | n.If | None, scope: Scope, flow: Flow) -> g.Body | None:
    return None if node is None else statements.resolve_otherwise(node, scope, flow)


def _candidates(node: n.Candidates, scope: Scope) -> g.Expr:
    match node:
        case n.FromSet(set=over) | n.InSet(set=over):
            return resolve_domain(over, scope)
        case n.InRange(range=over, where=where):
            numbers = resolve_domain(over, scope)
            if where is None:
                return numbers
            it = g.Local("it", element_of(numbers.type, scope.world), where.span, "it")
            cond = resolve_condition(where, scope.element(it, named=False, over=numbers))
            return g.Filtered(numbers.type, node.span, numbers, it, cond)


def _chosen_type(source: g.Expr, several: bool, scope: Scope) -> t.Type:
    """Several faces of dice are a list: equal ones are chosen more than once."""
    element = element_of(source.type, scope.world)
    if not several:
        return element
    return t.ListOf(element) if t.holds_equal_ones(source.type) else t.SetOf(element)


def learn_element(scope: Scope, over: g.Expr, local: g.Local) -> None:
    """What the filter of a set shows holds for what is taken from it."""
    if not is_container(local.type):
        scope.learn(of_elements(over, local))


def _how_many(node: n.HowMany | None, scope: Scope) -> tuple[g.Expr, g.Expr | None] | None:
    """The least and the most; None for a choice of one thing."""
    match node:
        case None:
            return None
        case n.OneOrMore():
            return _number(1, node.span), None
        case n.AnyNumber():
            return _number(0, node.span), None
        case n.UpTo(limit):
            return _number(0, node.span), resolve_expr(limit, scope, t.NUMBER)
        case n.Exactly(count):
            exact = resolve_expr(count, scope, t.NUMBER)
            return exact, exact
        case n.Range(low, high):
            least = resolve_expr(low, scope, t.NUMBER)
            return least, resolve_expr(high, scope, t.NUMBER)


def _number(value: int, span: Span) -> g.Expr:
    return g.Literal(t.Number(value, value), span, value)


# ---------------------------------------------------------------------------------- branches


def resolve_choose_branch(node: n.ChooseBranch, scope: Scope, flow: Flow) -> g.Stmt:
    """`choose [at W]: "…"` with branches."""
    you = asked(scope, node.prompt.span)
    window = open_window(node.window, scope) if node.window is not None else None
    prompt = resolve_prompt(node.prompt, scope)
    branches = _branches(node.branches, scope, flow)
    otherwise = _otherwise(node.otherwise, scope, flow)
    return g.ChooseBranch(node.span, cites(node), window, prompt, branches, otherwise, you)


def _branches(nodes: Sequence[n.Branch | n.Doc], scope: Scope, flow: Flow) -> tuple[g.Branch, ...]:
    found = [_branch(node, scope, flow) for node in nodes if isinstance(node, n.Branch)]
    _check_labels([node for node in nodes if isinstance(node, n.Branch)], scope)
    return tuple(found)


def _check_labels(nodes: Sequence[n.Branch], scope: Scope) -> None:
    """Two branches of one label, both of which may be there, cannot be told apart."""
    before: dict[str, n.Branch] = {}
    for node in nodes:
        other = before.setdefault(node.label.text, node)
        if other is not node and (node.when is None or other.when is None):
            scope.report(
                codes.NAME_TWICE,
                node.label.span,
                f"Two options of this choice are called `{node.label.text}`.",
                labels=(Label(other.label.span, "the other is here"),),
                help="Call one of them otherwise.",
            )


def _branch(node: n.Branch, scope: Scope, flow: Flow) -> g.Branch:
    label = resolve_prompt(node.label, scope)
    bound = resolve_bound(node.limited, scope)
    when, reason = resolve_when(node.when, scope)
    inner = scope.if_(shown(when, True)) if when is not None else scope
    body = statements.resolve_body(node.body, inner, flow)
    return g.Branch(label, bound, when, reason, body, node.span, cites(node))


def resolve_when(node: n.When | None, scope: Scope) -> tuple[g.Expr | None, str | None]:
    """`when C "reason"`: a condition in which nothing is rolled or asked, and its reason."""
    if node is None:
        return None, None
    pure = scope.pure("it is looked at before anything is done")
    return resolve_condition(node.condition, pure), _reason(node.reason, scope)


def _reason(prompt: n.Prompt | None, scope: Scope) -> str | None:
    """A reason is printed as it stands; its braces are resolved, so that a wrong name is found."""
    if prompt is None:
        return None
    resolve_prompt(prompt, scope)
    return prompt.text


def resolve_bound(node: n.Limited | None, scope: Scope) -> g.Bound | None:
    """`once`, `3 times per turn`: what it is counted by must be a `to`."""
    if node is None:
        return None
    per = node.per.text if node.per is not None else None
    if per is not None and per not in scope.world.game.procs:
        scope.report(
            codes.WRONG_BOUND,
            node.span,
            f"Nothing called `{per}` ever runs, so nothing can be counted in it.",
            help=did_you_mean(per, scope.world.game.procs) or "Write `per turn`, or `per` a `to`.",
        )
    return g.Bound(_times(node.times, scope), per)


def _times(times: int | n.Name, scope: Scope) -> int:
    """How often: a number, or an option, whose value is known before the game."""
    if isinstance(times, int):
        return times
    options = scope.world.game.options
    option = options.get(times.text)
    if option is not None and isinstance(option.type, t.Number) and isinstance(option.value, int):
        scope.world.game.constants.append(g.OptionRead(option.type, times.span, option))
        return option.value
    scope.report(
        codes.WRONG_BOUND,
        times.span,
        f"`{times}` is no option with a number.",
        help=did_you_mean(times.text, options) or "Write a number, or the name of such an option.",
    )
    return 1


# ---------------------------------------------------------------------------------- may


def resolve_may(node: n.May, scope: Scope, flow: Flow) -> g.Stmt:
    """`may "label" [when C]`."""
    you = asked(scope, node.label.span)
    label = resolve_prompt(node.label, scope)
    when, reason = resolve_when(node.when, scope)
    inner = scope.if_(shown(when, True)) if when is not None else scope
    body = statements.resolve_body(node.body, inner, flow)
    branch = g.Branch(label, None, when, reason, body, node.span, cites(node))
    otherwise = statements.resolve_otherwise(node.otherwise, scope, flow)
    return g.May(node.span, cites(node), branch, otherwise, you)


# ---------------------------------------------------------------------------------- offer


def resolve_offer(node: n.Offer, scope: Scope, flow: Flow) -> g.Stmt:
    """`offer W [for each …]`: asks around until all pass in a row."""
    you = loops.new_you(node)
    asker = scope.you if scope.you is not None else _nobody(node, scope)
    window = open_window(node.window, scope)
    start, where, of = _seats(node.seats, you, scope)
    inner = scope.addressed(you)
    prompt = resolve_prompt(node.prompt, inner) if node.prompt is not None else None
    branches = _branches(node.branches, inner, flow)
    each_player = isinstance(node.seats, n.EachPlayer)
    return g.Offer(
        node.span, cites(node), window, you, asker, each_player, start, where, of, prompt, branches
    )


def _nobody(node: n.Offer, scope: Scope) -> g.Expr:
    """An offer for each player may be made by nobody; one for you alone may not."""
    if node.seats is None:
        return asked(scope, node.span)
    return g.Nobody(t.Optional(t.PLAYER), node.span)


def _seats(
    node: n.EachPlayer | n.EachOf | None, you: g.Local, scope: Scope
) -> tuple[g.Expr | None, g.Expr | None, tuple[g.Expr, ...] | None]:
    """Who is asked: from whom on, under which condition, or who by name."""
    match node:
        case None:
            return None, None, None
        case n.EachPlayer(start, where):
            about = loops.about_each(you, scope)
            return (
                resolve_player(start, scope) if start is not None else None,
                resolve_condition(where, about) if where is not None else None,
                None,
            )
        case n.EachOf(members):
            return None, None, tuple(loops.resolve_players(m, scope) for m in members)


# ---------------------------------------------------------------------------------- windows


def open_window(node: n.Occurrence, scope: Scope) -> g.WindowUse:
    """A window is declared by being opened; all who open it give it the same arguments."""
    name = node.name.text
    args = tuple(
        resolve_expr(arg, scope)
        for arg in node.arguments or ()
        if not isinstance(arg, (n.OfArgument, n.TypedArgument))
    )
    _check_window_name(node, scope)
    known = scope.world.game.windows.setdefault(name, tuple(arg.type for arg in args))
    if len(known) != len(args):
        scope.report(
            codes.WRONG_WINDOW,
            node.span,
            f"`{name}` is opened with {len(args)} arguments here and with {len(known)} elsewhere.",
            help="Give it the same arguments everywhere, or another name.",
        )
    return g.WindowUse(name, args)


def _check_window_name(node: n.Occurrence, scope: Scope) -> None:
    """A window may not be called like something else: a local is a set to choose from."""
    name = node.name.text
    local = scope.find_local(name)
    named = scope.world.names.get(name)
    if local is None and named is None:
        return
    what = "a name here" if local is not None else named.what if named is not None else ""
    scope.report(
        codes.WRONG_WINDOW,
        node.span,
        f"`{name}` is {what} already and cannot name a window as well.",
        help=f"Write `choose x from {name}` to choose one of it, or give the window another name.",
    )
