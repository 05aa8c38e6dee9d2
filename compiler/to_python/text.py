"""Python text of an expression, with how tightly it binds."""

from __future__ import annotations

from hoyle.dsl.records import record

TERNARY, OR, AND, NOT, COMPARE, BAR, AMPERSAND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(12)
"""How tightly Python binds, from loose to tight."""


@record
class Text:
    """Python text and how tightly it binds."""

    text: str
    binds: int = ATOM
    inside: tuple[str, str] | None = None  # of `a in b`: both sides

    def at(self, level: int) -> str:
        """The text for a place that binds so tightly."""
        return self.text if self.binds >= level else f"({self.text})"

    def negated(self) -> Text:
        """Not this."""
        if self.inside is not None:
            return Text("{} not in {}".format(*self.inside), COMPARE)
        return Text(f"not {self.at(NOT)}", NOT)


def contained(item: str, container: str) -> Text:
    """item in container"""
    return Text(f"{item} in {container}", COMPARE, (item, container))


def constant(value: object) -> Text:
    """A constant; texts by repr only, so that a hostile one stays a text."""
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return Text(repr(value), UNARY)
    return Text(repr(value))
