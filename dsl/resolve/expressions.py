"""Expressions: every form of the syntax tree becomes its typed form.

This module sends each form to where it is understood and makes answers fit what is meant. Its other
functions are those which deeds and rules call; `scope.py` lists them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve import calls, literals, names, operators, rolls, sets, tests
from hoyle.dsl.resolve.attributes import read_attribute
from hoyle.dsl.resolve.common import element_of, so_many_arguments
from hoyle.dsl.resolve.relations import (
    describe,
    fit,
    is_many,
    number,
    optional,
    plural,
    strip_none,
)
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.source import Span
from hoyle.dsl.types import (
    FLAG,
    LEAST,
    MOST,
    NOTHING,
    NUMBER,
    PLAYER,
    Broken,
    Flag,
    Nothing,
    Number,
    Optional,
    Ratio,
    SetOf,
    TallyOf,
    Type,
)


def resolve_expr(node: nodes.Expr, scope: Scope, expected: Type | None = None) -> g.Expr:
    """An expression, fitted to the type that is meant if one is given."""
    found = _resolve(node, scope, expected)
    return found if expected is None else fitted(found, expected, scope)


def _resolve(node: nodes.Expr, scope: Scope, expected: Type | None) -> g.Expr:
    match node:
        case nodes.Number(value):
            return _number(value, node.span, scope)
        case nodes.Text():
            return literals.resolve_text(node, scope, expected)
        case nodes.Piece():
            return literals.resolve_piece(node, scope)
        case nodes.Word():
            return names.resolve_word(node, scope)
        case nodes.Name():
            return names.resolve_name(node, scope)
        case nodes.TypeName():
            return names.resolve_type_name(node, scope)
        case nodes.Your():
            return names.resolve_your(node, scope)
        case nodes.Attribute():
            return _attribute(node, scope)
        case nodes.Index():
            return operators.resolve_index(node, scope)
        case nodes.Call() | nodes.Method():
            return calls.resolve_call(node, scope, expected)
        case nodes.Signed() | nodes.Sum() | nodes.Times() | nodes.Over() | nodes.Except():
            return operators.resolve_arithmetic(node, scope, expected)
        case nodes.Compare() | nodes.Is() | nodes.IsNot() | nodes.IsFacing():
            return tests.resolve_test(node, scope)
        case nodes.IsIn() | nodes.IsNotIn():
            return tests.resolve_member(node, scope)
        case nodes.Not() | nodes.And() | nodes.Or():
            return tests.resolve_logic(node, scope)
        case nodes.AnyHas() | nodes.EveryHas():
            return tests.resolve_claim(node, scope)
        case nodes.IfElse():
            return operators.resolve_if_else(node, scope, expected)
        case nodes.SetOf() | nodes.RangeSet():
            return sets.resolve_written(node, scope, expected)
        case nodes.Filtered():
            return sets.resolve_filtered(node, scope, expected)
        case nodes.Roll() | nodes.Agrees():
            return rolls.resolve_roll(node, scope)
        case _:
            assert_never(node)


def _number(value: int, span: Span, scope: Scope) -> g.Expr:
    if LEAST <= value <= MOST:
        return g.Literal(Number(value, value), span, value)
    return scope.report(
        codes.BAD_RANGE,
        span,
        "Numbers go from -1,000,000 to 1,000,000.",
        help="Take a smaller number.",
    )


def _attribute(node: nodes.Attribute, scope: Scope) -> g.Expr:
    """`x.name`; `scenario.map` and `bank.coins` are no attributes of things."""
    if isinstance(node.owner, nodes.Name):
        special = names.resolve_special(node.owner, node.name, node.span, scope)
        if special is not None:
            return special
    return read_attribute(resolve_expr(node.owner, scope), node.name, node.span, scope)


# ---------------------------------------------------------------------------------- fitting


def fitted(found: g.Expr, expected: Type, scope: Scope) -> g.Expr:
    """An expression as one of the type that is meant; reported if it cannot be."""
    fits = fit(found, expected)
    if fits is not None:
        return fits
    if isinstance(found.type, Optional) and fit(_surely(found), expected) is not None:
        return scope.report(
            codes.MAYBE_NONE,
            found.span,
            f"This may be none, and {describe(expected)} is meant.",
            help="Test it before: `if … is not none`.",
        )
    if isinstance(found.type, Ratio) and isinstance(expected, Number):
        return closed(found, scope)
    return mismatch(found, expected, scope)


def _surely(found: g.Expr) -> g.Expr:
    return g.Cast(strip_none(found.type), found.span, found)


def mismatch(found: g.Expr, expected: Type, scope: Scope) -> g.Expr:
    """Report that something else is meant."""
    have, want = describe(found.type), describe(expected)
    if isinstance(found.type, Number) and isinstance(expected, Number):
        return scope.report(
            codes.BAD_RANGE,
            found.span,
            f"This is {have}, and {want} is meant."
            if have != want
            else f"This is beyond what a number can be, {LEAST:,} to {MOST:,}.",
            help="Widen the range, or use another number.",
        )
    return scope.report(
        codes.WRONG_TYPE,
        found.span,
        f"This is {have}, and {want} is meant.",
        help=_how_to_fit(found.type, expected),
    )


def _how_to_fit(have: Type, expected: Type) -> str:
    if isinstance(have, Nothing):
        return "Say of the type that it may be so: `… or none`."
    if is_many(have) and isinstance(expected, Number):
        return "Write `count(…)` around it: how many they are."
    if is_many(have) and not is_many(expected):
        return "Take one of them: `only(…)`, `first(…)`, or let somebody `choose`."
    if isinstance(expected, Flag):
        return "Write a condition, such as `… is …` or `… > 0`."
    if is_many(expected) and not isinstance(expected, TallyOf):
        return f"Write a set: `{{a, b}}`, or the name of {plural(strip_none(expected))}."
    return f"Put {describe(expected)} here."


def closed(found: g.Expr, scope: Scope) -> g.Expr:
    """Report a fraction where a whole number is meant."""
    return scope.report(
        codes.OPEN_FRACTION,
        found.span,
        "This is a fraction, and a whole number is meant.",
        help="Write `round_up(…)` or `round_down(…)` around it.",
    )


# ---------------------------------------------------------------------------------- by use


def resolve_condition(node: nodes.Expr, scope: Scope) -> g.Expr:
    """What is yes or no."""
    return resolve_expr(node, scope, FLAG)


def resolve_set(node: nodes.Expr, scope: Scope, expected: Type | None = None) -> g.Expr:
    """What has elements; a single thing is the set of it."""
    found = _resolve(node, scope, expected)
    if isinstance(found.type, Broken) or is_many(found.type):
        return found if expected is None else fitted(found, expected, scope)
    if expected is not None:
        return fitted(found, expected, scope)
    if isinstance(found.type, Number | Flag | Ratio):
        return scope.report(
            codes.WRONG_TYPE,
            found.span,
            f"This is {describe(found.type)}, and a set is meant.",
            help=_how_much(found) or "Write a set, such as `{1..6}`, or the name of some pieces.",
        )
    return as_set(found)


def _how_much(found: g.Expr) -> str | None:
    """How to ask for money: a place of it is read as its number."""
    match bare(found):
        case g.FieldRead(field=field) if field.role == "coins":
            return f"Write `{field.name}` for how much is there."
        case _:
            return None


def as_set(found: g.Expr) -> g.Expr:
    """A single thing, or one that may be none, as a set."""
    if isinstance(found.type, Broken) or is_many(found.type):
        return found
    of = NOTHING if isinstance(found.type, Nothing) else strip_none(found.type)
    items = () if isinstance(found.type, Nothing) else (found,)
    return g.SetLiteral(SetOf(of), found.span, items)


def resolve_range(node: nodes.Range, scope: Scope) -> g.Expr:
    """`lo..hi`, as the set of its numbers."""
    low = resolve_expr(node.low, scope, NUMBER)
    high = resolve_expr(node.high, scope, NUMBER)
    if not (isinstance(low.type, Number) and isinstance(high.type, Number)):
        return broken(node.span)
    if low.type.low > high.type.high:
        return scope.report(
            codes.BAD_RANGE,
            node.span,
            "This range is always empty.",
            help="Put the smaller number first.",
        )
    return g.RangeSet(SetOf(number(low.type.low, high.type.high)), node.span, low, high)


def resolve_domain(node: nodes.Expr | nodes.Range, scope: Scope) -> g.Expr:
    """What is walked or chosen from: a set or a range."""
    if isinstance(node, nodes.Range):
        return resolve_range(node, scope)
    return resolve_set(node, scope)


def resolve_player(node: nodes.Expr, scope: Scope) -> g.Expr:
    """A player; one who may be none stays so."""
    found = resolve_expr(node, scope)
    if isinstance(found.type, Broken):
        return found
    if isinstance(found.type, Optional | Nothing):
        return fitted(found, optional(PLAYER), scope)
    return fitted(found, PLAYER, scope)


def resolve_target(node: nodes.Expr, scope: Scope) -> g.LocalRef | g.FieldRead | None:
    """What can be given a value: a local, or a field that changes and holds no pieces or money."""
    found = bare(resolve_expr(node, scope))
    if isinstance(found, g.LocalRef) and found.local.role in ("let", "param", "choice", "loop"):
        return g.LocalRef(found.local.type, found.span, found.local)
    if isinstance(found, g.FieldRead) and found.field.role == "cell":
        if found.field.index is None or found.index is not None:
            return g.FieldRead(found.field.type, found.span, found.field, found.of, found.index)
        scope.report(
            codes.WRONG_TYPE,
            node.span,
            f"`{found.field.name}` is several fields, and one is set at a time.",
            help=f"Say which: `{found.field.name}[…]`.",
        )
    elif not isinstance(found.type, Broken):
        _no_target(found, scope)
    return None


def bare(found: g.Expr) -> g.Expr:
    """An expression without the casts around it."""
    while isinstance(found, g.Cast):
        found = found.a
    return found


def _no_target(found: g.Expr, scope: Scope) -> None:
    message, help = "Nothing can be put here.", "Name a field that changes, or a local."
    if isinstance(found, g.FieldRead):
        name = found.field.name
        match found.field.role:
            case "zone":
                message = f"`{name}` holds pieces, and pieces are moved."
                help = f"Write `move … to {name}`."
            case "coins":
                message = f"`{name}` holds money, and money is paid."
                help = "Write `pay … to …` or `gain … from …`."
            case "cup":
                message, help = f"`{name}` holds dice.", "Write `roll …` or `lose … from …`."
            case "fact":
                message = f"`{name}` is printed and never changes."
                help = "Give the field a start if it is to change: `= 0`."
            case "cell":
                pass
    elif isinstance(found, g.ValueOf):
        message = f"`{found.value.name}` is looked up, never set."
        help = "Change what it looks at, or write `adjust`."
    elif isinstance(found, g.Function) and found.name == "times_in":
        message = "A tally is printed or rolled, and never changes."
        help = f"Count in a field of your own, one for each: `{_counter(found.args[0].type)}`."
    scope.report(codes.WRONG_TYPE, found.span, message, help=help)


def _counter(tally: Type) -> str:
    kind = describe(tally.of).removeprefix("a ") if isinstance(tally, TallyOf) else "…"
    return f"left[{kind}]: 0..99 = 0"


def resolve_zone(node: nodes.Expr, scope: Scope) -> g.FieldRead | None:
    """Where pieces, dice or money lie; None if it is no such place, which is reported."""
    found = bare(resolve_expr(node, scope))
    if isinstance(found, g.SetLiteral) and len(found.items) == 1:
        found = bare(found.items[0])
    if isinstance(found, g.FieldRead) and found.field.role in ("zone", "cup", "coins"):
        return found
    if not isinstance(found.type, Broken):
        scope.report(
            codes.WRONG_TYPE,
            found.span,
            f"This is {describe(found.type)}, and a zone is meant.",
            help="Name where pieces lie: a `set`, `row`, `pile`, `bag` or `one` of them.",
        )
    return None


def resolve_prompt(prompt: nodes.Prompt, scope: Scope) -> g.Prompt:
    """Words with holes; what stands in a hole is looked up, never done."""
    quiet = scope.pure("a prompt only shows things")
    parts = tuple(
        part if isinstance(part, str) else resolve_expr(part, quiet) for part in prompt.parts
    )
    return g.Prompt(parts, prompt.span)


def resolve_arguments(
    given: Sequence[nodes.Argument],
    params: Sequence[g.Local],
    scope: Scope,
    span: Span,
    name: str,
) -> tuple[g.Expr, ...]:
    """The arguments of a call, each fitted to its parameter."""
    if len(given) != len(params):
        return _wrong_count(len(given), params, scope, span, name)
    return tuple(
        resolve_argument(node, param.type, scope) for node, param in zip(given, params, strict=True)
    )


def resolve_argument(node: nodes.Argument, expected: Type | None, scope: Scope) -> g.Expr:
    """One plain argument."""
    if isinstance(node, nodes.OfArgument | nodes.TypedArgument):
        return scope.report(
            codes.WRONG_ARGUMENTS,
            node.span,
            "This cannot be an argument here.",
            help="Write a value; `E of S` is for `sum`, `min`, `max`, `distinct` and `sorted`.",
        )
    return resolve_expr(node, scope, expected)


def _wrong_count(
    given: int, params: Sequence[g.Local], scope: Scope, span: Span, name: str
) -> tuple[g.Expr, ...]:
    wanted = ", ".join(param.name for param in params)
    scope.report(
        codes.WRONG_ARGUMENTS,
        span,
        f"`{name}` takes {so_many_arguments(len(params))}, and {given or 'none'} "
        f"{'is' if given == 1 else 'are'} given.",
        help=f"Write `{name}({wanted})`." if wanted else f"Write `{name}` without brackets.",
    )
    return tuple(broken(span) for _ in params)


def elements(type_: Type, scope: Scope) -> Type:
    """What the elements of a container are."""
    return element_of(type_, scope.world)
