"""A piece's version of a `to`."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.common import Flow, cites
from hoyle.dsl.resolve.places import Place, new_you
from hoyle.dsl.resolve.relations import describe
from hoyle.dsl.resolve.statements import resolve_whole
from hoyle.dsl.resolve.world import World, did_you_mean


def resolve_version(world: World, rule: n.Procedure, place: Place) -> None:
    """A piece's version of a `to`: `this` is its first argument, the others follow by name."""
    proc, carrier = world.lookup_proc(rule.head.name.text), place.carrier
    if carrier is None or not _fits_version(world, rule, proc, carrier) or proc is None:
        return
    you = new_you(rule.span)
    params = tuple(
        g.Local(param.name, param.type, rule.head.span, "param") for param in proc.params[1:]
    )
    params = _named_params(world, rule, proc, params)
    scope = place.scope(you, None)
    for param in params:
        scope.add(param)
    answer = proc.gives[1] if proc.gives else None
    body = resolve_whole(rule.body, scope, Flow(proc.name, answer))
    if place.in_variant:
        _replace_versions(proc, carrier)
    proc.versions.append(g.Version(carrier, you, params, body, rule.span, cites(rule)))


def _fits_version(
    world: World, rule: n.Procedure, proc: g.Proc | None, carrier: g.Selector
) -> bool:
    name = rule.head.name
    if proc is None:
        world.sink.report(
            codes.WRONG_VERSION,
            name.span,
            f"There is no `to {name}` of which this could be {carrier.thing}'s version.",
            help=did_you_mean(name.text, world.game.procs)
            or f"Declare it at the left margin: `to {name}(x: {carrier.thing})`.",
        )
        return False
    first = proc.params[0].type if proc.params else None
    names = first.names if isinstance(first, t.Either) else ()
    if first == t.Thing(carrier.thing) or carrier.thing in names:
        return True
    takes = describe(first) if first is not None else "nothing"
    world.sink.report(
        codes.WRONG_VERSION,
        name.span,
        f"`{name}` is about {takes}, not about a {carrier.thing}.",
        labels=(Label(proc.span, f"`to {name}` is declared here"),),
        help="Its first parameter must be the piece.",
    )
    return False


def _named_params(
    world: World, rule: n.Procedure, proc: g.Proc, own: tuple[g.Local, ...]
) -> tuple[g.Local, ...]:
    """The parameters behind the piece, under the names that the version gives them."""
    given = [name for parameter in rule.head.parameters for name in parameter.names]
    if not given:
        return own
    if len(given) == len(own):
        pairs = zip(given, own, strict=True)
        return tuple(g.Local(name.text, local.type, name.span, "param") for name, local in pairs)
    world.sink.report(
        codes.WRONG_VERSION,
        rule.head.span,
        f"`{proc.name}` has {len(own)} parameters behind the piece, and {len(given)} stand here.",
        labels=(Label(proc.span, f"`to {proc.name}` is declared here"),),
        help=f"Write `to {proc.name}` alone: the parameters keep their names.",
    )
    return own


def _replace_versions(proc: g.Proc, carrier: g.Selector) -> None:
    """A variant's version stands in the place of its parent's of the same rank."""
    for index, version in enumerate(proc.versions):
        old = version.selector
        if (old.thing, old.rank) == (carrier.thing, carrier.rank) and old.where is None:
            rows = tuple(row for row in old.rows if row not in carrier.rows)
            proc.versions[index] = replace(version, selector=replace(old, rows=rows))
    proc.versions[:] = [v for v in proc.versions if v.selector.rows]


def check_versions(world: World, proc: g.Proc) -> None:
    """Two versions of one rank for one piece are an error."""
    for one, other in combinations(proc.versions, 2):
        a, b = one.selector, other.selector
        if (a.thing, a.rank) != (b.thing, b.rank) or a.where or b.where:
            continue
        both = [row for row in a.rows if row in b.rows]
        if not both:
            continue
        name = world.game.tables[a.thing].rows[both[0]].name
        world.sink.report(
            codes.TWO_VERSIONS,
            other.span,
            f"{a.thing} “{name}” has two versions of `{proc.name}`.",
            labels=(Label(one.span, "this is the other one"),),
            help="Narrow one of the two conditions, or name the piece for its own version.",
        )
