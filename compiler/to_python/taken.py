"""What is chosen from a list of a playout and then taken out of it is popped.

options = hand                                    goal = hand.pop(int(random() * len(hand)))
goal = options[int(random() * len(options))]  ──►
hand.remove(goal)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk

if TYPE_CHECKING:
    from hoyle.compiler.to_python.statements import Body


def chosen_from(body: Body, ask: p.Ask) -> p.Get | None:
    """The list of a playout that holds just the values that a decision is between."""
    match ask.choices:
        case (p.Choice(_, p.Comp("ints", it, p.Items(p.Get() as of), None, p.Var() as each)),):
            return of if of.cell.name in body.writer.lists and it == each else None
        case _:
            return None


def taken(body: Body, ask: p.Ask, behind: p.Block) -> p.Store | None:
    """The write behind a choice from a list that takes away what was chosen, and nothing else
    happens between."""
    of = chosen_from(body, ask)
    if of is None or (body.kept is not None and body.kept.ask is ask):
        return None
    names: list[p.Expr] = [p.Answer(ask.var, ask.choices[0].site, True)]
    place = frozenset[str]() if of.index is None else walk.free(of.index)
    for stmt in behind:
        match stmt:
            case p.Assign(var, value) if value in names and var.name not in place:
                names.append(var)
            case p.Store(cell, index, p.Op("drop", (now, p.Op("index_of", (same, item))))):
                ours = cell.name == of.cell.name and index == of.index and item in names
                return stmt if ours and now == same == of else None
            case _:
                return None
    return None
