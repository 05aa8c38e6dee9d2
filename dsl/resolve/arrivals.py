"""What a chapter of a campaign reads in: deeds at the end of its setup.

    carries score of player          table has              setup
    carries team of Side      ──►        _has_0: flag           (what the rules say)
                                     player has                 if _has_0
                                         _score: 0..99              each p: p.score = p._score

The fields with `_` are given from outside before the game begins; no rule can name them.
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.dsl import game as g
from hoyle.dsl.source import Span
from hoyle.dsl.types import PLAYER, Flag, Kind, ListOf, Number, Player, SetOf, Thing, Type

FLAG = Flag()


def arrive(game: g.Game) -> None:
    """Add to the setup of the scenario that is played what campaigns carry to it."""
    body: list[g.Stmt] = []
    for place, span in _brought(game):
        flag = g.Field(f"_has_{len(game.brought)}", "table", "cell", FLAG, span, given=True)
        held = _held(place, span)
        _fields(game, "table")[flag.name] = flag
        _fields(game, place.owner)[held.name] = held
        game.brought.append((place, flag, held))
        body.append(
            g.If(span, (), g.FieldRead(FLAG, span, flag, None, None), _each(place, held, game), ())
        )
    if body:
        _append(game, tuple(body))


def _brought(game: g.Game) -> list[tuple[g.Field, Span]]:
    """The fields that the scenario may bring, with the campaign that carries them."""
    scenario = game.scenarios.get(game.scenario)
    if scenario is None:
        return []
    wanted = {name for names, _ in scenario.brings for name in names}
    found: dict[g.Field, Span] = {}
    for campaign in game.campaigns.values():
        if scenario.name in campaign.chapters[1:]:
            for names, owner in campaign.carries:
                for name in names:
                    place = _fields(game, owner).get(name)
                    if place is not None and (name in wanted or not wanted):
                        found.setdefault(place, campaign.span)
    return list(found.items())


def _fields(game: g.Game, owner: str) -> dict[str, g.Field]:
    if owner == "table":
        return game.table_fields
    return game.player_fields if owner == "player" else game.tables[owner].fields


def _held(place: g.Field, span: Span) -> g.Field:
    """The field beside another one that holds what is brought."""
    type_ = place.type
    if place.zone is not None:
        piece = Thing(place.zone.holds[0])
        type_ = ListOf(piece) if place.zone.container in ("row", "pile") else SetOf(piece)
    name = f"_{place.name}"
    return g.Field(name, place.owner, "cell", type_, span, index=place.index, given=True)


def _append(game: g.Game, body: g.Body) -> None:
    """Put deeds behind those of the setup."""
    setup = game.procs.get("setup")
    span = body[0].span
    if setup is None:
        you = g.Local("you", PLAYER, span, "you")
        setup = g.Proc("setup", you, (), None, None, (), span, addressed=False)
        game.procs["setup"] = setup
    setup.body = (*(setup.body or ()), *body)


# ---------------------------------------------------------------------------------- the deeds


def _each(place: g.Field, held: g.Field, game: g.Game) -> g.Body:
    """Every instance of a field gets what is held for it."""
    span = held.span
    around: list[tuple[g.Local, g.Expr]] = []
    of: g.Expr | None = None
    index: g.Expr | None = None
    if place.owner != "table":
        local = g.Local("owner", _subject(place.owner), span, "loop")
        of = g.LocalRef(local.type, span, local)
        name = "players" if place.owner == "player" else place.owner
        around.append((local, g.AllOf(SetOf(local.type), span, name)))
    if place.index is not None:
        local = g.Local("index", place.index, span, "loop")
        index = g.LocalRef(local.type, span, local)
        around.append((local, _every(place.index, span)))
    body = _one(g.FieldRead(place.type, span, place, of, index), held, game)
    for pair in reversed(around):
        body = (g.EachIn(span, (), (pair,), None, body),)
    return body


def _subject(owner: str) -> Type:
    return PLAYER if owner == "player" else Thing(owner)


def _every(type_: Type, span: Span) -> g.Expr:
    """All values of an index."""
    match type_:
        case Number(low, high):
            first, last = (g.Literal(Number(end, end), span, end) for end in (low, high))
            return g.RangeSet(SetOf(type_), span, first, last)
        case Kind(name) | Thing(name):
            return g.AllOf(SetOf(type_), span, name)
        case Player():
            return g.AllOf(SetOf(type_), span, "players")
        case _:
            raise TypeError(type_)


def _one(place: g.FieldRead, held: g.Field, game: g.Game) -> g.Body:
    span = held.span
    value = replace(place, field=held, type=held.type)
    if place.field.zone is None:
        return _written(place, value, game)
    piece = Thing(place.field.zone.holds[0])
    it, one = g.Local("it", piece, span, "it"), g.Local("piece", piece, span, "loop")
    there = g.Member(FLAG, span, g.LocalRef(piece, span, it), value)
    gone = g.Filtered(SetOf(piece), span, place, it, g.Unary(FLAG, span, "not", there))
    under = place.field.zone.container == "pile"  # its top is brought first
    moved = g.Move(span, (), g.LocalRef(piece, span, one), place, None, under, False, True, None)
    return (
        g.Remove(span, (), gone, None),
        g.EachIn(span, (), ((one, value),), None, (moved,)),
    )


def _written(place: g.FieldRead, value: g.FieldRead, game: g.Game) -> g.Body:
    """A variable is set; what it counts of a supply comes from there, and goes back there."""
    span = value.span
    change = g.Assign(span, (), place, "=", value)
    if place.field.supply is None:
        return (change,)
    bank = game.table_fields[place.field.supply.name]
    rest = g.FieldRead(bank.type, span, bank, None, None)
    return (
        g.Assign(span, (), rest, "+", place),
        change,
        g.Assign(span, (), rest, "-", value),
    )
