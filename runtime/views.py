"""What a seat may see now, from what the game declares about its cells and zones.

A view is plain data for JSON. Beside fields and zones it holds the values of the rules that the
seat may know; they are worked out when a view is asked for, and never else. Names stand for
players, kinds and pieces; `null` is a value that the seat may not see; a piece whose face it may
not see is a back. It does not say who is asked: that may itself be a secret, and the table tells it
to whom it concerns. With `details` the name of an open piece is followed by what has changed on it,
for people who look at a table.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from hoyle.runtime import changes, labels, library, schema
from hoyle.runtime.errors import RuleError

#: What a value may raise that means nothing as things stand: the greatest of nothing, a part of
#: none.
NO_VALUE: Final = (RuleError, ArithmeticError, LookupError, ValueError)

if TYPE_CHECKING:
    from hoyle.runtime.state import State


def view(state: State, seat: int, *, details: bool = False) -> dict[str, Any]:
    """Everything that the seat may see now, and the values that follow from it."""
    shown = {**seen(state, seat, details=details), "values": values(state, seat)}
    return {**shown, "exits": exits(state, seat)} if details else shown


def seen(state: State, seat: int, *, details: bool = False) -> dict[str, Any]:
    """Everything that the seat may see now, without what can be worked out."""
    game = state.module_.game
    look = Look(state, seat, details)
    shown: dict[str, Any] = {"game": game.id, "seat": labels.seat_name(seat)}
    if game.scenario:
        shown["scenario"] = game.scenario
    shown["over"] = state.returns() if state.pc == -1 else False
    shown["table"] = look.fields("table", 0)
    shown["players"] = {
        labels.seat_name(other): look.fields("player", other) for other in range(game.players)
    }
    things = {thing.name: look.rows(thing) for thing in game.things}
    shown["things"] = {name: rows for name, rows in things.items() if rows}
    return shown


def values(state: State, seat: int) -> dict[str, Any]:
    """The values of the rules that the seat may know: scores, sums, of the table and of each
    player."""
    look = Look(state, seat)
    return {
        "table": look.values("table", 0),
        "players": {
            labels.seat_name(other): look.values("player", other)
            for other in range(state.module_.game.players)
        },
    }


def text(state: State, seat: int) -> str:
    """The view in one line, equal exactly where the view is: values follow from the rest."""
    return json.dumps(seen(state, seat), ensure_ascii=False, separators=(",", ":"))


def exits(state: State, seat: int) -> dict[str, list[tuple[int, ...]]]:
    """Of each board whose roads can be closed, by row: the rows one step ahead of the seat now."""
    module = state.module_
    boards = [thing for thing in module.game.things if thing.exits]
    shown: dict[str, Any] = {board.name: module.shows[board.exits](state, seat) for board in boards}
    return {name: [library.members(mask) for mask in masks] for name, masks in shown.items()}


class Look:
    """One seat looking at one position."""

    def __init__(self, state: State, seat: int, details: bool = False) -> None:
        self.state = state
        self.seat = seat
        self.start = state.module_.fresh() if details else None
        self.module = state.module_
        self.game = state.module_.game

    # ----------------------------------------------------------------------------------- by owner

    def fields(self, owner: str, number: int) -> dict[str, Any]:
        """The cells and zones of one owner: of the table, of a player, of a row."""
        shown: dict[str, Any] = {}
        for cell in self.game.cells:
            if cell.owner == owner and not cell.name.startswith("_"):
                shown[cell.name] = self.indexed(cell, number, self.cell)
        for zone in self.game.zones:
            if zone.owner == owner:
                shown[zone.name] = self.indexed(zone, number, self.zone)
        return shown

    def rows(self, thing: schema.Thing) -> dict[str, Any]:
        """The cells and zones of those rows whose face the seat may see."""
        owners = {cell.owner for cell in self.game.cells} | {z.owner for z in self.game.zones}
        if thing.name not in owners:
            return {}
        faces = [row for row in range(len(thing.names)) if self.sees_face(thing, row)]
        taken: dict[str, int] = {}
        shown: dict[str, Any] = {}
        for row in faces:
            name = thing.names[row]
            taken[name] = taken.get(name, 0) + 1
            unique = name if taken[name] == 1 else f"{name} #{taken[name]}"
            shown[unique] = self.fields(thing.name, row)
        return shown

    def indexed(self, place: Any, owner: int, one: Any) -> Any:
        """A single value, or one for every index."""
        if not place.index:
            return one(place, owner)
        names = (labels.words(self.game, place.index, place.low + i) for i in range(place.size))
        return {name: one(place, owner * place.size + i) for i, name in enumerate(names)}

    def values(self, owner: str, number: int) -> dict[str, Any]:
        """The values of the table or of a player; those that have none now are left out."""
        shown: dict[str, Any] = {}
        for value in self.game.values:
            if value.owner == owner:
                with suppress(*NO_VALUE):
                    shown[value.name] = self.value(value, number)
        return shown

    def value(self, value: schema.Value, number: int) -> Any:
        """A value worked out, `None` where the seat may not know it."""
        if value.sight == "owner" and number != self.seat:
            return None
        found = self.module.shows[value.function](self.state, number)
        return labels.plain(self.game, value.domain, found)

    # --------------------------------------------------------------------------- single instances

    def cell(self, cell: schema.Cell, instance: int) -> Any:
        """The value of a cell, `None` where the seat may not see it."""
        if not self.sees(cell, instance):
            return None
        held = getattr(self.state, cell.attribute)
        return labels.plain(self.game, cell.domain, held if cell.single else held[instance])

    def zone(self, zone: schema.Zone, instance: int) -> Any:
        """What lies in a zone: names, backs in the order of their slots, or how many of each
        back."""
        held = getattr(self.state, zone.attribute)
        content = held if zone.single else held[instance]
        thing = labels.thing_of(self.game, zone.thing)
        open_ = self.sees(zone, instance)
        if not open_ and zone.sight.count_hidden:
            return None
        if zone.form == "mask":
            return self.heap(thing, content, open_)
        return [self.face(thing, item, open_) for item in content]

    def heap(self, thing: schema.Thing, mask: int, open_: bool) -> list[str]:
        """Pieces without an order: faces in table order, copies together, then backs."""
        items = labels.in_order(thing, library.members(mask))
        faces = [row for row in items if open_ or self.is_shown(thing, row)]
        backs = sorted(back_name(thing, row) for row in items if row not in faces)
        return [self.named(thing, row) for row in faces] + backs

    def face(self, thing: schema.Thing, item: int, open_: bool) -> str:
        """A piece in a slot: its name, or its back."""
        if item >= 0 and (open_ or self.is_shown(thing, item)):
            return self.named(thing, item)
        if item >= 0:
            return back_name(thing, item)
        pools = getattr(self.state, thing.pools) if thing.pools else ()
        pool = pools[-2 - item] if pools else ()
        return back_name(thing, pool[0]) if pool else back_name(thing, 0)

    def named(self, thing: schema.Thing, row: int) -> str:
        """An open piece: its name, and where details are wanted what has changed on it."""
        name = thing.names[row]
        if self.start is None:
            return name
        changed = changes.changes(self, self.start, thing, row)
        return f"{name} ({', '.join(changed)})" if changed else name

    # ----------------------------------------------------------------------------------- who sees

    def sees(self, place: schema.Cell | schema.Zone, instance: int) -> bool:
        """Whether the seat sees this instance's value or faces."""
        match place.sight.kind:
            case "all":
                return True
            case "owner":
                return place.owner == "player" and instance // place.size == self.seat
            case "rule":
                seen = self.module.sights[place.sight.rule](self.state, instance)
                return bool(seen >> self.seat & 1)
            case _:
                return False

    def is_shown(self, thing: schema.Thing, row: int) -> bool:
        """Whether the piece is turned up for all."""
        return bool(thing.shown) and bool(getattr(self.state, thing.shown) >> row & 1)

    def sees_face(self, thing: schema.Thing, row: int) -> bool:
        """Whether the seat may see this row's face now; rows that are no pieces are printed for
        all."""
        if not thing.at or self.is_shown(thing, row):
            return True
        at = getattr(self.state, thing.at)[row]
        if at < -1:
            return False
        if at == -1:
            known = getattr(self.state, thing.known)[row] if thing.known else -1
            return bool(known >> self.seat & 1)
        zone = self.zone_at(thing, at)
        return self.sees(zone, at - zone.first)

    def zone_at(self, thing: schema.Thing, at: int) -> schema.Zone:
        """The zone whose instances include this number."""
        return next(
            zone
            for zone in self.game.zones
            if zone.thing == thing.name and zone.first <= at < zone.first + zone.count
        )


def back_name(thing: schema.Thing, row: int) -> str:
    """How a piece looks from behind."""
    back = thing.backs[row] if thing.backs else 0
    name = f"{'an' if thing.name[0] in 'AEIO' else 'a'} {thing.name}"
    return name if back == 0 else f"{name} ({back + 1})"
