"""The arms of a `match`: the constants that they name, and whether those are all, and once each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.copies import copies_of
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve import expressions, sizes
from hoyle.dsl.resolve.relations import describe, strip_none, with_article
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.tables import domain_of
from hoyle.dsl.resolve.world import did_you_mean
from hoyle.dsl.source import Span
from hoyle.dsl.types import Broken, Flag, Kind, Number, Optional, Thing, Type

Constants = tuple[g.Value, ...]
MOST_NUMBERS = 10_000  # of one arm, and of a subject that must be complete


def resolve_patterns(
    arms: Sequence[Sequence[nodes.Pattern]], subject: g.Expr, scope: Scope, span: Span
) -> list[Constants]:
    """The constants of each arm, () for `otherwise`; gaps and overlaps are reported at `span`."""
    whole = isinstance(subject.type, Broken)
    found: list[Constants] = []
    taken: dict[g.Value, Span] = {}
    for index, patterns in enumerate(arms):
        constants: list[g.Value] = []
        for pattern in patterns:
            if isinstance(pattern, nodes.OtherwisePattern):
                whole = True
                _check_otherwise(pattern, patterns, index, len(arms), scope)
                continue
            values = _constants(pattern, subject.type, scope)
            whole = whole or values is None
            for value in values or ():
                if _is_new(value, pattern, taken, subject.type, scope):
                    constants.append(value)
        found.append(tuple(constants))
    if not whole:
        _check_complete(taken, subject, scope, span)
    return found


def _check_otherwise(
    pattern: nodes.OtherwisePattern,
    patterns: Sequence[nodes.Pattern],
    index: int,
    count: int,
    scope: Scope,
) -> None:
    if len(patterns) == 1 and index == count - 1:
        return
    scope.report(
        codes.MATCH_OVERLAP,
        pattern.span,
        "`otherwise` takes whatever is left, so it comes last and alone.",
        help="Move it to the end of the `match`.",
    )


def _is_new(
    value: g.Value, pattern: nodes.Pattern, taken: dict[g.Value, Span], type_: Type, scope: Scope
) -> bool:
    before = taken.setdefault(value, pattern.span)
    if before is pattern.span:
        return True
    scope.report(
        codes.MATCH_OVERLAP,
        pattern.span,
        f"`{shown(value, type_, scope)}` is named twice.",
        labels=(Label(before, "it is here, too"),),
        help="Leave one of them out.",
    )
    return False


# ---------------------------------------------------------------------------------- constants


def _constants(pattern: nodes.Pattern, type_: Type, scope: Scope) -> list[g.Value] | None:
    """The values that a pattern names; None if it was reported."""
    match pattern:
        case nodes.Bounds(low, high):
            return _numbers(pattern, low, high, type_, scope)
        case nodes.OtherwisePattern():
            return []
        case nodes.Number(value):
            return _numbers(pattern, value, value, type_, scope)
        case nodes.Name():
            return _kind(pattern, type_, scope)
        case nodes.Text() | nodes.Piece() | nodes.Word():
            return _constant(pattern, type_, scope)
        case _:
            assert_never(pattern)


def _numbers(
    pattern: nodes.Bounds | nodes.Number, low: int, high: int, type_: Type, scope: Scope
) -> list[g.Value] | None:
    domain = strip_none(type_)
    if isinstance(domain, Broken):
        return None
    if not isinstance(domain, Number):
        _misfit(pattern, "a number", type_, scope)
        return None
    if low > high or high - low > MOST_NUMBERS or low < domain.low or high > domain.high:
        scope.report(
            codes.BAD_RANGE,
            pattern.span,
            f"The subject is {describe(type_)}, and this lies outside or is no range.",
            help="Name numbers that it can be, the smaller first.",
        )
        return None
    return list(range(low, high + 1))


def _misfit(pattern: nodes.Pattern, what: str, type_: Type, scope: Scope) -> None:
    scope.report(
        codes.WRONG_TYPE,
        pattern.span,
        f"This is {what}, and the subject is {describe(type_)}.",
        help=f"Name {describe(type_)} here.",
    )


def _kind(pattern: nodes.Name, type_: Type, scope: Scope) -> list[g.Value] | None:
    domain = strip_none(type_)
    if isinstance(domain, Broken):
        return None
    known = scope.world.kind_values.get(pattern.text)
    if known is None:
        options = scope.world.game.kinds[domain.name].values if isinstance(domain, Kind) else ()
        scope.report(
            codes.UNKNOWN_NAME,
            pattern.span,
            f"`{pattern}` is no {domain.name}."
            if isinstance(domain, Kind)
            else f"`{pattern}` is no constant.",
            help=did_you_mean(pattern.text, options or scope.world.kind_values)
            or _what_an_arm_names(options),
        )
        return None
    if Kind(known[0]) != domain:
        _misfit(pattern, with_article(known[0]), type_, scope)
        return None
    return [known[1]]


def _what_an_arm_names(options: tuple[str, ...]) -> str:
    if not options:
        return "An arm names values of a kind, numbers, pieces, yes, no, none."
    return f"Name one of {', '.join(f'`{name}`' for name in options[:8])}."


def _constant(
    pattern: nodes.Text | nodes.Piece | nodes.Word, type_: Type, scope: Scope
) -> list[g.Value] | None:
    found = expressions.resolve_expr(pattern, scope, type_)
    value = expressions.bare(found)
    if isinstance(found.type, Broken):
        return None
    if not isinstance(value, g.Literal):
        _misfit(pattern, "no constant", type_, scope)
        return None
    return list(copies_of(value, scope.world.game)) or [value.value]


# ---------------------------------------------------------------------------------- complete


def _check_complete(taken: dict[g.Value, Span], subject: g.Expr, scope: Scope, span: Span) -> None:
    wanted = all_values(subject.type, scope)
    if wanted is None:
        missing = "anything else"
    else:
        gaps = [value for value in wanted if value not in taken]
        if not gaps:
            return
        missing = _in_words(gaps, subject.type, scope)
    scope.report(
        codes.MATCH_GAP,
        span,
        f"This `match` does not say what happens for {missing}.",
        help="Add a line for it, or `otherwise` as the last one.",
    )


def all_values(type_: Type, scope: Scope) -> list[g.Value] | None:
    """Every value that a subject can have; None if there are too many to name."""
    match type_:
        case Flag():
            return [False, True]
        case Optional(of):
            inner = all_values(of, scope)
            return None if inner is None else [*inner, None]
        case Number() | Kind() | Thing():
            if sizes.values_of(type_, scope.world) > MOST_NUMBERS:
                return None
            return [value for _, value in domain_of(scope.world, type_)]
        case _:
            return None


def _in_words(gaps: list[g.Value], type_: Type, scope: Scope) -> str:
    """What is missing, runs of numbers as ranges."""
    if isinstance(strip_none(type_), Number):
        return ", ".join(_runs([value for value in gaps if isinstance(value, int)]))
    words = [f"`{shown(value, type_, scope)}`" for value in gaps[:6]]
    return ", ".join(words) + (" and others" if len(gaps) > 6 else "")


def _runs(numbers: list[int]) -> list[str]:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return [f"{low}" if low == high else f"{low}..{high}" for low, high in runs]


def shown(value: g.Value, type_: Type, scope: Scope) -> str:
    """A constant as the designer writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    match strip_none(type_):
        case Kind(name) if isinstance(value, int):
            return scope.world.game.kinds[name].values[value]
        case Thing(name) if isinstance(value, int):
            return f'"{scope.world.game.tables[name].rows[value].name}"'
        case _:
            return str(value)
