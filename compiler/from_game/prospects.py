"""How well a player stands, where the rules tell it: a value `standing` of the players.

Bots look at it where they do not play on to the end of the game. Nobody is shown it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import shows, values
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import types as t


def standing(whole: Whole) -> str:
    """The name of the function of a seat that the runtime may call; none where there is no such
    value. Whoever is out stands at nothing."""
    decl = whole.game.values.get(("player", "standing"))
    if decl is None or decl.params or not isinstance(decl.type, t.Number):
        return ""
    name = shows.attempt(whole, partial(values.function_of, decl, whole))
    if name is None:
        return ""
    body: p.Expr = p.CallFn(name, (shows.SEAT,), whole.forms.form_of(decl.type))
    out = whole.machine_cells.get("out")
    if out is not None:
        body = b.if_(b.has(b.get(out), shows.SEAT), b.ZERO, body)
    rule = whole.rule(decl.span, decl.cites, decl.name)
    fn = p.Fn("standing_of", (shows.SEAT,), body, rule, decl.span)
    made = whole.function(("standing", "of"), fn.name, lambda made: replace(fn, name=made))
    whole.program.shows[made] = made
    return made
