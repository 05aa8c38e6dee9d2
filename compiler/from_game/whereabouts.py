"""Where a piece most likely lies: in the zone that it was chosen or walked from.

A guess saves the search through all zones; it is tested before it is used.
"""

from __future__ import annotations

from hoyle.compiler.from_game import zones
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.dsl import game as g
from hoyle.dsl import walk


def origins(whole: Whole) -> dict[g.Local, g.Expr]:
    """What each local was chosen or walked from, or is a name for."""
    found: dict[g.Local, g.Expr] = {}
    for unit in whole.units:
        for node in unit.nodes():
            match node:
                case g.Choose(local=local, source=source):
                    found[local] = source
                case g.EachIn(pairs=pairs):
                    found.update(pairs)
                case g.Let(local=local, value=value) if local not in whole.assigned:
                    found[local] = value
                case _:
                    pass
    return found


def guess(e: g.Expr, ctx: Context) -> zones.Spot | None:
    """The one place where what an expression means lies, as far as the text tells."""
    read = _zone_of(e, ctx.whole.origins, 0)
    if read is None or not _is_known(read, ctx):
        return None
    return zones.spot_of(read, ctx)


def _zone_of(e: g.Expr, found: dict[g.Local, g.Expr], depth: int) -> g.FieldRead | None:
    match e:
        case g.FieldRead() if e.field.role == "zone":
            return e if e.field.index is None or e.index is not None else None
        case g.LocalRef(local=local) if local in found and depth < 8:
            return _zone_of(found[local], found, depth + 1)
        case g.Filtered(over=over) | g.Ranked(over=over):
            return _zone_of(over, found, depth)
        case g.Cast(a=a):
            return _zone_of(a, found, depth)
        case g.Function(name="only" | "first" | "last" | "top", args=(of,)):
            return _zone_of(of, found, depth)
        case _:
            return None


def _is_known(read: g.FieldRead, ctx: Context) -> bool:
    """Whether everything that says which zone it is can still be read here."""
    for part in (read.of, read.index):
        for node in walk.every(part):
            plain = isinstance(node, g.Literal | g.OptionRead | g.Cast)
            local = isinstance(node, g.LocalRef) and node.local in ctx.env
            printed = isinstance(node, g.FieldRead) and node.field.role == "fact"
            if not (plain or local or printed):
                return False
    return True
