"""Expressions and types as text, with the brackets they need and those their writer put."""

from __future__ import annotations

from enum import IntEnum
from typing import assert_never

from hoyle.dsl import nodes
from hoyle.dsl.printer.lines import AND, COMMA, OPERATOR, OR, OTHERWISE, WHERE, bracketed


class Tightness(IntEnum):
    """How tightly an expression binds; a place in a rule asks for so much at least."""

    ANY = 0
    SET = 1
    CONDITION = 2
    AND = 3
    NOT = 4
    TEST = 5
    SUM = 6
    PRODUCT = 7
    POSTFIX = 8
    ATOM = 9


ANY, CONDITION, SUM, POSTFIX = (
    Tightness.ANY,
    Tightness.CONDITION,
    Tightness.SUM,
    Tightness.POSTFIX,
)
SET = Tightness.SET


def show(expr: nodes.Expr, least: Tightness = ANY, *, closed: bool = False) -> str:
    """An expression where one of this tightness may stand; `closed`: something follows it."""
    text = _bare(expr)
    loose = tightness(expr) < least or (closed and _open(expr))
    return bracketed(text) if expr.bracketed or loose else text


def show_range(range_: nodes.Range) -> str:
    """`1..4`; blanks around the dots if there is arithmetic on one side."""
    low, high = show(range_.low, SUM), show(range_.high, SUM)
    close = all(tightness(end) >= POSTFIX for end in (range_.low, range_.high))
    return f"{low}..{high}" if close else f"{low} .. {high}"


def show_domain(domain: nodes.Expr | nodes.Range) -> str:
    """What stands behind `in`: a set, or a range."""
    return show_range(domain) if isinstance(domain, nodes.Range) else show(domain, SET)


def show_call(name: nodes.Name, arguments: tuple[nodes.Argument, ...]) -> str:
    """`count(hand)`."""
    return name.text + bracketed(COMMA.join(_argument(argument) for argument in arguments))


def show_prompt(prompt: nodes.Prompt) -> str:
    """Words shown to a player."""
    return f'"{prompt.text}"'


def show_roll(roll: nodes.Roll) -> str:
    """`roll 3 d6 for moving`, `roll your cup except kept`."""
    count = "" if roll.count is None else show(roll.count, POSTFIX) + " "
    purpose = "" if roll.purpose is None else f" for {roll.purpose}"
    keep = "" if roll.keep is None else f" except {show(roll.keep, POSTFIX)}"
    return f"roll {count}{show(roll.die, POSTFIX)}{keep}{purpose}"


def show_condition(condition: nodes.Expr) -> str:
    """A condition at the end of what it belongs to."""
    return show(condition, CONDITION)


def tightness(expr: nodes.Expr) -> Tightness:
    """How tightly an expression binds."""
    match expr:
        case nodes.IfElse() | nodes.Roll():
            return Tightness.ANY
        case nodes.Filtered():
            return Tightness.SET
        case nodes.Or() | nodes.AnyHas() | nodes.EveryHas():
            return Tightness.CONDITION
        case nodes.And():
            return Tightness.AND
        case nodes.Not():
            return Tightness.NOT
        case nodes.Sum() | nodes.Except():
            return Tightness.SUM
        case nodes.Times() | nodes.Over():
            return Tightness.PRODUCT
        case nodes.Attribute() | nodes.Index() | nodes.Method():
            return Tightness.POSTFIX
        case _ if isinstance(expr, _TESTS):
            return Tightness.TEST
        case _:
            return Tightness.ATOM


_TESTS = (
    nodes.Compare,
    nodes.Is,
    nodes.IsNot,
    nodes.IsFacing,
    nodes.IsIn,
    nodes.IsNotIn,
    nodes.Agrees,
)


def _open(expr: nodes.Expr) -> bool:
    """Whether an expression ends in the claim of a quantifier, which would take what follows."""
    if expr.bracketed:
        return False
    match expr:
        case nodes.AnyHas() | nodes.EveryHas():
            return True
        case nodes.Or() | nodes.And():
            return _open(expr.right)
        case nodes.Not():
            return _open(expr.condition)
        case _:
            return False


def _bare(expr: nodes.Expr) -> str:
    """An expression without brackets around it."""
    match expr:
        case nodes.Or() | nodes.And() | nodes.Not() | nodes.AnyHas() | nodes.EveryHas():
            return _condition(expr)
        case nodes.IfElse(value, condition, alternative):
            return (
                f"{show(value, CONDITION, closed=True)}{OPERATOR}if {show(condition, CONDITION)}"
                f"{OTHERWISE}otherwise {show(alternative)}"
            )
        case nodes.Filtered():
            return _filtered(expr)
        case nodes.Roll():
            return show_roll(expr)
        case nodes.Sum() | nodes.Except() | nodes.Times() | nodes.Over():
            return _arithmetic(expr)
        case nodes.Attribute(owner, name):
            return f"{show(owner, POSTFIX)}.{name}"
        case nodes.Index(owner, key):
            return f"{show(owner, POSTFIX)}{bracketed(show(key), '[]')}"
        case nodes.Method(owner, name, arguments):
            return f"{show(owner, POSTFIX)}.{show_call(name, arguments)}"
        case _ if isinstance(expr, _TESTS):
            return _test(expr)
        case _:
            return _atom(expr)


def _condition(expr: nodes.Or | nodes.And | nodes.Not | nodes.AnyHas | nodes.EveryHas) -> str:
    match expr:
        case nodes.Or(left, right):
            first = show(left, CONDITION, closed=True)
            return f"{first}{OR}or {_open_right(right, Tightness.AND)}"
        case nodes.And(left, right):
            first = show(left, Tightness.AND, closed=True)
            return f"{first}{AND}and {_open_right(right, Tightness.NOT)}"
        case nodes.Not(condition):
            return f"not {_open_right(condition, Tightness.NOT)}"
        case nodes.AnyHas(name, domain, claim):
            return f"any {name} in {show(domain, SUM)} has {show(claim, CONDITION)}"
        case nodes.EveryHas(name, domain, claim):
            return f"every {name} in {show(domain, SUM)} has {show(claim, CONDITION)}"
        case _:
            assert_never(expr)


def _open_right(expr: nodes.Expr, least: Tightness) -> str:
    """The last part of a condition, where a quantifier may stand without brackets."""
    quantifier = isinstance(expr, nodes.AnyHas | nodes.EveryHas)
    return show(expr, CONDITION if quantifier else least)


def _filtered(expr: nodes.Filtered) -> str:
    text = show(expr.set, SUM)
    if expr.name is not None:
        text += f" {expr.name}"
    if expr.where is not None:
        text += f"{WHERE}where {show_condition(expr.where)}"
    return text if expr.ranking is None else text + WHERE + _ranking(expr.ranking)


def _ranking(ranking: nodes.Ranking) -> str:
    keys = [f"{key.order} {show(key.value, SUM)}" for key in ranking.keys]
    return f"{ranking.word} {', then '.join(keys)}"


def _arithmetic(expr: nodes.Sum | nodes.Except | nodes.Times | nodes.Over) -> str:
    match expr:
        case nodes.Sum(left, sign, right):
            return f"{show(left, SUM)}{OPERATOR}{sign} {show(right, Tightness.PRODUCT)}"
        case nodes.Except(left, right):
            return f"{show(left, SUM)}{OPERATOR}except {show(right, Tightness.PRODUCT)}"
        case nodes.Times(left, right):
            return f"{show(left, Tightness.PRODUCT)} * {show(right, POSTFIX)}"
        case nodes.Over(left, right):
            return f"{show(left, Tightness.PRODUCT)}{_slash(expr)}{show(right, POSTFIX)}"
        case _:
            assert_never(expr)


def _slash(expr: nodes.Over) -> str:
    """Fractions of two numbers are written close: `1/2`."""
    both = isinstance(expr.left, nodes.Number) and isinstance(expr.right, nodes.Number)
    return "/" if both else " / "


def _test(expr: nodes.Expr) -> str:
    match expr:
        case nodes.Compare(left, operator, right):
            return f"{show(left, SUM)} {operator} {show(right, SUM)}"
        case nodes.Is(left, right):
            return f"{show(left, SUM)} is {show(right, SUM)}"
        case nodes.IsNot(left, right):
            return f"{show(left, SUM)} is not {show(right, SUM)}"
        case nodes.IsFacing(left, way):
            return f"{show(left, SUM)} is face {way}"
        case nodes.IsIn(left, within):
            return f"{show(left, SUM)} is in {_within(within)}"
        case nodes.IsNotIn(left, within):
            return f"{show(left, SUM)} is not in {_within(within)}"
        case nodes.Agrees(player, question):
            return f"{show(player, POSTFIX)} agrees {show_prompt(question)}"
        case _:
            raise TypeError(f"{type(expr).__name__} is no test")


def _within(domain: nodes.Expr | nodes.Range) -> str:
    return show_range(domain) if isinstance(domain, nodes.Range) else show(domain, SUM)


def _atom(expr: nodes.Expr) -> str:
    match expr:
        case nodes.Number(number):
            return str(number)
        case nodes.Text(text):
            return f'"{text}"'
        case nodes.Word(text) | nodes.Name(text) | nodes.TypeName(text):
            return text
        case nodes.Piece(type_, name):
            return f'{type_} "{name}"'
        case nodes.Your(name):
            return f"your {name}"
        case nodes.Call(name, arguments):
            return show_call(name, arguments)
        case nodes.Signed(sign, value):
            return bracketed(f"{sign} {show(value, SUM)}")
        case nodes.SetOf(elements):
            return bracketed(COMMA.join(show(element) for element in elements), "{}")
        case nodes.RangeSet(range_):
            return bracketed(show_range(range_), "{}")
        case _:
            raise TypeError(f"{type(expr).__name__} is no single thing")


def _argument(argument: nodes.Argument) -> str:
    match argument:
        case nodes.OfArgument(value, domain):
            return f"{show(value, SUM)} of {show(domain)}"
        case nodes.TypedArgument(name, type_):
            return f"{name}: {type_}"
        case _:
            return show(argument)


# ---- types
def show_type(type_: nodes.TypeForm) -> str:
    """A type as it is written."""
    match type_:
        case nodes.ContainerType(container, element, room):
            limit = "" if room is None else f" up to {room}"
            return f"{container} of {show_type(element)}{limit}"
        case nodes.EitherType(options):
            return " or ".join(show_type(option) for option in options)
        case nodes.Bounds():
            return show_bounds(type_)
        case nodes.TypeName(name):
            return name
        case nodes.BuiltinType(word):
            return word
        case nodes.OneOf(element):
            return f"one {element}"
        case nodes.DiceType(count, die):
            return f"{count} {die}"
        case _:
            assert_never(type_)


def show_bounds(bounds: nodes.Bounds) -> str:
    """`1..4`."""
    return f"{bounds.low}..{bounds.high}"
