"""Forms of values as Python: types, and what an empty slot holds."""

from __future__ import annotations

from hoyle.compiler.ir import program as p


def zero(form: p.Form) -> str:
    """What a slot of this form holds when it holds nothing."""
    match form:
        case "int" | "mask":
            return "0"
        case "bool":
            return "False"
        case "str":
            return '""'
        case "ints" | "texts":
            return "()"
        case "ratio":
            return "Fraction(0)"
        case "object":
            return "None"


def type_of(form: p.Form) -> str:
    """The Python type of a form."""
    match form:
        case "int" | "mask":
            return "int"
        case "bool" | "str":
            return form
        case "ints":
            return "tuple[int, ...]"
        case "texts":
            return "tuple[str, ...]"
        case "ratio":
            return "Fraction"
        case "object":
            return "Any"
