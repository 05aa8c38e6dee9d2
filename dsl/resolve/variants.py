"""What a variant may not do: replace what an earlier one took away.

A variant's lines are a page above its parent's: `signatures.py` lets a `to` or `value` of the same
name and parameters replace the one below, and all else is added.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.world import World

Removed = dict[str, tuple[n.Hook, int]]


def check_variants(world: World) -> None:
    """No page replaces, or meets, a `to` that a page below it has done away with."""
    removed: Removed = {}
    for hook, level in world.by_level(n.Hook):
        if level > 0 and _removes(hook):
            for event in hook.events:
                removed.setdefault(event.name.text, (hook, level))
    for name, level in _edits(world):
        if name.text in removed and removed[name.text][1] < level:
            _report(world, name, removed[name.text][0])


def _removes(hook: n.Hook) -> bool:
    """`instead of NAME` without a body, for everybody and always: NAME does not happen any more."""
    plain = hook.when is None and not hook.may and hook.body is None and not hook.purposes
    whole = all(event.arguments is None for event in hook.events)
    return hook.moment == "instead" and plain and whole


def _edits(world: World) -> Iterator[tuple[n.Name, int]]:
    """Everything on a page above the root's that changes a `to` below."""
    for procedure, level in world.by_level(n.Procedure):
        if level > 0:
            yield procedure.head.name, level
    for hook, level in world.by_level(n.Hook):
        if level > 0:
            for event in hook.events:
                yield event.name, level


def _report(world: World, name: n.Name, hook: n.Hook) -> None:
    world.sink.report(
        codes.GONE_FROM_PARENT,
        name.span,
        f"`{name}` is gone: the variant below has put nothing in its place.",
        labels=(Label(hook.span, "this takes it away"),),
        help="Extend an earlier file, or give the deed another name.",
    )
