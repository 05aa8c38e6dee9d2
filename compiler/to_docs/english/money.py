"""Amounts of money in words."""

from __future__ import annotations

from hoyle.compiler.to_docs.english import things, words
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n


def money(scene: Scene, count: n.Expr, unit: str) -> str:
    """So many units: `three coins`, `as many coins as the bid`, `all your coins`."""
    one, many = unit_words(scene, unit)
    if isinstance(count, n.Number):
        return f"{words.number(count.value)} {one if count.value == 1 else many}"
    own = things.noun(scene, count).text
    meaning = scene.known.meaning(count)
    if isinstance(meaning, g.FieldRead) and meaning.field.role == "coins":
        return f"all {own}"
    if own.rpartition(" ")[2].lower() in (many.lower(), unit.lower()):
        return own
    return f"as many {many} as {own}"


def unit_words(scene: Scene, name: str = "") -> tuple[str, str]:
    """What units of money are called: one, and several."""
    for supply in scene.game.supplies.values():
        if not name or name in (supply.unit, supply.name):
            one = words.singular(supply.unit) if words.is_plural(supply.unit) else supply.unit
            one = (
                supply.label if supply.label and supply.label != supply.unit else words.spaced(one)
            )
            return one, words.plural(one)
    return name, name
