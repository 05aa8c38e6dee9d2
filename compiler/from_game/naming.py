"""How a deed is called before those who may answer it: “After ann’s roll for moving: 4”."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.called import Words
from hoyle.compiler.from_game.occurrences import Occurrence, Timing
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import types as t

YOURS, UNSEEN = b.const(-2), b.const(-2)
"""For the words of whose a deed is: the reader's own. For a piece: one that he does not see."""

GIVEN = "given:"
"""Before the domain of an argument that may turn out to hang on something hidden."""


def words(timing: Timing, occurrence: Occurrence, seat: p.Expr, whole: Whole) -> Words:
    """The moment, whose doing it is, what, for which purpose, and its arguments: as far as the seat
    that is asked may see them."""
    moment = "Instead of" if timing == "instead" else timing.capitalize()
    purpose = f" for {occurrence.purpose}".replace("_", " ") if occurrence.purpose else ""
    name = occurrence.name.replace("_", " ")
    deed = f"“{name}”{purpose}" if " " in name else f"{name}{purpose}"
    given = zip(occurrence.args, occurrence.types, strict=False)
    holes = [_shown(arg, type_, seat, whole) for arg, type_ in given]
    if occurrence.result is not None:
        holes.append(occurrence.result)
    listed = [part for hole in holes for part in (", ", hole)]
    after: Words = (": ", *listed[1:]) if listed else ()
    return (f"{moment} ", *_whose(occurrence.doer, seat), deed, *after)


def _whose(doer: p.Expr, seat: p.Expr) -> Words:
    """Whose deed it is, if it is anybody's."""
    if doer == b.NONE:
        return ()
    return (p.Hole(b.if_(b.eq(doer, seat), YOURS, doer), "whose"),)


def _shown(arg: p.Expr, type_: t.Type, seat: p.Expr, whole: Whole) -> p.Hole:
    """An argument; of a piece only what the seat knows of it."""
    of = type_.of if isinstance(type_, t.Optional) else type_
    domain = whole.forms.words(type_)
    if isinstance(of, t.Thing | t.Either):
        names = of.names if isinstance(of, t.Either) else (of.name,)
        return p.Hole(b.if_(_knows(arg, names, seat, whole), arg, UNSEEN), domain)
    return p.Hole(arg, f"{GIVEN}{domain}")


def _knows(row: p.Expr, names: tuple[str, ...], seat: p.Expr, whole: Whole) -> p.Expr:
    """Whether a seat knows which piece a row is, where there may be one that it does not know."""
    tests: list[p.Expr] = []
    first = 0
    for name in names:
        rows = len(whole.game.tables[name].rows)
        pieces = whole.pieces.get(name)
        if pieces is not None and pieces.known is not None:
            outside = (b.op("lt", row, b.const(first)), b.op("ge", row, b.const(first + rows)))
            mask = b.get(pieces.known, b.shifted(row, -first))
            tests.append(b.or_(*outside, b.has(mask, seat)))
        first += rows
    return b.and_(*tests)
