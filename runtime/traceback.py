"""Tracebacks that point at the rules: frames of a generated module show the line of the `.rules`.

The module's line map says which rule every line of Python came from. A fault of generated code then
reads as one of the rules, the way template engines show the line of the template.
"""

from __future__ import annotations

from bisect import bisect_right
from types import CodeType, TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from hoyle.runtime import schema

if TYPE_CHECKING:
    from hoyle.runtime.module import Module

ErrorT = TypeVar("ErrorT", bound=BaseException)


def rule_at(module: Module[Any], line: int) -> schema.Rule | None:
    """The rule that a line of the generated module came from."""
    number = number_at(module, line)
    return module.game.rules[number] if 0 <= number < len(module.game.rules) else None


def number_at(module: Module[Any], line: int) -> int:
    """The number of the rule that a line of the generated module came from, or -1."""
    at = bisect_right(module.lines, line, key=lambda pair: pair[0]) - 1
    return module.lines[at][1] if at >= 0 else -1


def rule_of(error: BaseException, module: Module[Any]) -> int:
    """The number of the rule whose line of Python raised an error; -1 where that is not known."""
    found, source = -1, source_of(module)
    tb = error.__traceback__
    while tb is not None:
        if tb.tb_frame.f_code.co_filename == source:
            found = number_at(module, tb.tb_lineno)
        tb = tb.tb_next
    return found


def source_of(module: Module[Any]) -> str:
    """The file name of the generated module, "" if it was compiled to machine code."""
    code: CodeType | None = getattr(module.advance, "__code__", None)
    return code.co_filename if code else ""


def pointing(error: ErrorT, module: Module[Any]) -> ErrorT:
    """The error, its traceback pointing at the rules."""
    source = source_of(module)
    frames = []
    tb = error.__traceback__
    while tb is not None:
        frames.append(tb)
        tb = tb.tb_next
    shown: TracebackType | None = None
    for frame in reversed(frames):
        shown = _link(frame, shown, module, source)
    return error.with_traceback(shown)


def _link(
    tb: TracebackType, rest: TracebackType | None, module: Module[Any], source: str
) -> TracebackType:
    """One entry of the traceback, made to point at the rule if it is of the generated module."""
    rule = rule_at(module, tb.tb_lineno) if tb.tb_frame.f_code.co_filename == source else None
    if rule is None:
        return TracebackType(rest, tb.tb_frame, tb.tb_lasti, tb.tb_lineno)
    found = _raised_at(rule)
    return TracebackType(rest, found.tb_frame, found.tb_lasti, found.tb_lineno)


def _raised_at(rule: schema.Rule) -> TracebackType:
    """A traceback entry that stands on the line of a rule."""
    text = "\n" * (max(rule.line, 1) - 1) + "raise LookupError"
    code = compile(text, rule.file or "<rules>", "exec").replace(co_name=rule.name)
    try:
        exec(code, {"__name__": rule.name})
    except LookupError as raised:
        entry = raised.__traceback__
        while entry is not None and entry.tb_next is not None:
            entry = entry.tb_next
        if entry is not None:
            return entry
    raise AssertionError("a raise that does not raise")
