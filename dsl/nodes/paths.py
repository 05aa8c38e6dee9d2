"""Boards on which figures walk and look: movements and sight."""

from __future__ import annotations

from typing import Literal

from hoyle.dsl.nodes.base import Doc, Line, Name, TypeName
from hoyle.dsl.nodes.expressions import Expr
from hoyle.dsl.records import record


@record
class Allow(Line):
    """How much a walk may cost; `condition` after `while`."""

    amount: Expr
    condition: Expr | None


@record
class Cost(Line):
    """What a step costs."""

    amount: Expr


@record
class Bar(Line):
    """A reason, with a name, why a step cannot be made."""

    name: Name
    condition: Expr


@record
class Halt(Line):
    """A reason, with a name, why a walk ends after this step."""

    name: Name
    condition: Expr


@record
class Rest(Line):
    """What must hold, with a name, where a walk ends."""

    name: Name
    condition: Expr


MovementRule = Allow | Cost | Bar | Halt | Rest


@record
class Movement(Line):
    """`movement walk of Figure`: how figures of a component walk."""

    name: Name
    figure: TypeName
    rules: tuple[MovementRule | Doc, ...]


@record
class Eye(Line):
    """`eye at E`: how high a look begins."""

    height: Expr


@record
class Aim(Line):
    """`aim at E, F`: heights a look may go to; `aim space at` for a look at a bare space."""

    at_space: bool
    heights: tuple[Expr, ...]


@record
class Column(Line):
    """`column E`: how high a space stands in the way."""

    height: Expr


@record
class AdjacentAlways(Line):
    """Neighbours always see each other."""


@record
class Touching(Line):
    """Whether a look that only touches a space is clear or blocked."""

    way: Literal["clear", "blocks"]


SightRule = Eye | Aim | Column | AdjacentAlways | Touching


@record
class Sight(Line):
    """`sight of Figure`: who sees whom."""

    figures: tuple[TypeName, ...]
    rules: tuple[SightRule | Doc, ...]
