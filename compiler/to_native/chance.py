"""Chance for mypyc: as in Python, but what is drawn from is a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.to_native.kinds import AS_TUPLE
from hoyle.compiler.to_python import chance

if TYPE_CHECKING:
    from hoyle.compiler.to_native.statements import NativeBody


def now(body: NativeBody, nature: p.Nature) -> None:
    """Chance decides at once, by one `random()`; a sole outcome needs none."""
    writer, lines = body.native, body.lines
    target = writer.variable(nature.var)
    table = chance.classes(writer, nature)
    match nature.kind:
        case "die":
            chance.now(body, nature)
        case "dice":
            count = writer.value(nature.args[0])
            weights = chance.die_of(body.program, nature).weights
            rolled = f"library.roll_many({count}, {weights}, random)"
            lines.add(f"{target} = natively.row({rolled})")
        case "pool":
            pool = chance.pool_of(writer, nature)
            if _is_own(nature) and chance.by_place(nature.classes):
                lines.add(f"{pool}, {target} = pop({pool}, {_place(nature, pool, table)})")
                return
            lines.add(f"pool = {pool}")
            if not chance.by_place(nature.classes):
                lines.add(f"{target} = native_chance.drawn(pool, {table}, random)")
                lines.add(f"{pool} = natively.drop(pool, {target})")
                return
            lines.add(f"at = {_place(nature, 'pool', table)}")
            lines.add(f"{target} = pool[at]")
            lines.add(f"{pool} = natively.drop_at(pool, at)")
        case "among":
            items = writer.given(nature.args[0])
            alike = table if nature.classes is None else f"{table}{AS_TUPLE}"
            lines.add(f"{target} = library.drawn({items}, {alike}, random)")


def _is_own(nature: p.Nature) -> bool:
    """Whether the pool is a row that belongs to the playout alone."""
    return nature.pools is not None and nature.pools.shape == "sole"


def _place(nature: p.Nature, pool: str, table: str) -> str:
    """Where in the pool the piece stands that is drawn."""
    if chance.all_differ(nature.classes):
        return f"native_chance.sole_or_below(len({pool}), random)"
    return f"native_chance.drawn_at({pool}, {table}, random)"
