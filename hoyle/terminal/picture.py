"""Draws what a seat sees: boards as grids, the table, every player's things in a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hoyle.runtime import labels, schema
from hoyle.terminal import hexmap

View = dict[str, Any]
AROUND = 6
"""So many steps of a board of roads are shown ahead of you."""

NUMBERS = ("number", "none:number")
EMPTY = "·"
NOTHING = {"no", "none", "–"}
"""What a row of the players' table is left out for, if it says no more."""
UNSEEN = "?"


def picture(game: schema.Game, view: View, names: dict[str, str]) -> Iterator[RenderableType]:
    """Everything worth looking at, top down. `names`: what people are called, by seat name."""
    for thing in game.things:
        if thing.form == "board" and thing.shifted:
            yield hexmap.draw(thing, game, _on_spaces(game, thing, view, names))
            yield from _figures(game, thing, view, names)
        elif thing.form == "board" and thing.columns:
            yield _grid(game, thing, view["things"].get(thing.name, {}), names)
        elif thing.form == "board":
            yield from _spaces(game, thing, view, names)
    held = "\n".join(line for thing in game.things for line in _held(game, thing, view, names))
    if held:
        yield Text(held)
    table = numbers(game, view, "table") | view["table"]
    lines = [f"{label(name)}: {words(value, names)}" for name, value in table.items()]
    if lines:
        yield Text("\n".join(lines))
    players = {seat: numbers(game, view, seat) | held for seat, held in view["players"].items()}
    told = _players(players, view["seat"], names)
    if told.row_count:
        yield told


def numbers(game: schema.Game, view: View, of: str, *, final: bool = False) -> dict[str, Any]:
    """Scores and the like of a seat by its name, or of the table: the values that are numbers.
    `final`: those that decide who wins."""
    owner = "table" if of == "table" else "player"
    held = view["values"]["table"] if of == "table" else view["values"]["players"][of]
    told = [
        value.name
        for value in game.values
        if value.owner == owner and _is_told(value.domain) and (value.final or not final)
    ]
    return {name: held[name] for name in told if name in held}


def _is_told(domain: str) -> bool:
    """Numbers, and sets of kinds, as the colours that somebody has."""
    return domain in NUMBERS or domain.startswith("set:kind:")


def shared(views: list[Any]) -> Any:
    """What all of the views agree in; nobody sees the rest."""
    first, *others = views
    if all(view == first for view in others):
        return first
    if all(isinstance(view, dict) for view in views):
        return {name: shared([view.get(name) for view in views]) for name in first}
    if all(isinstance(view, list) and len(view) == len(first) for view in views):
        return [shared(list(items)) for items in zip(*views, strict=True)]
    return None


def label(name: str) -> str:
    """A field's name as words."""
    return name.replace("_", " ")


def words(value: Any, names: dict[str, str]) -> str:
    """A value of a view in words; backs that are alike are counted."""
    match value:
        case None:
            return UNSEEN
        case bool():
            return "yes" if value else "no"
        case list():
            return _listed([words(item, names) for item in value])
        case dict():
            return "; ".join(f"{label(str(k))} {words(v, names)}" for k, v in value.items()) or "–"
        case _:
            return names.get(str(value), str(value))


def _listed(items: list[str]) -> str:
    """Items in their order; runs of equal ones are counted."""
    runs: list[tuple[str, int]] = []
    for item in items:
        if runs and runs[-1][0] == item:
            runs[-1] = (item, runs[-1][1] + 1)
        else:
            runs.append((item, 1))
    return ", ".join(item if n == 1 else f"{n} × {item}" for item, n in runs) or "–"


def _players(players: dict[str, View], looking: str, names: dict[str, str]) -> Table:
    """A row a score or field, a column a player; the seat that looks is marked."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for seat in players:
        mark = " (you)" if seat == looking else ""
        table.add_column(Text(names.get(seat, seat) + mark), overflow="fold")
    fields: dict[str, None] = {}
    for held in players.values():
        fields.update(dict.fromkeys(held))
    for field in fields:
        cells = [words(held.get(field, "–"), names) for held in players.values()]
        if set(cells) - NOTHING:
            table.add_row(Text(label(field)), *map(Text, cells))
    return table


# ---------------------------------------------------------------------------------------- boards


def _grid(
    game: schema.Game, thing: schema.Thing, spaces: dict[str, Any], names: dict[str, str]
) -> Table:
    """A board of squares: column letters above, row numbers beside."""
    table = Table(box=box.ROUNDED, show_lines=False, pad_edge=True)
    table.add_column("")
    for column in range(thing.columns):
        table.add_column(_letters(column), justify="center")
    for start in range(0, len(thing.names), thing.columns):
        row = thing.names[start : start + thing.columns]
        cells = [Text(_cell(spaces.get(name, {}), names)) for name in row]
        table.add_row(str(start // thing.columns + 1), *cells)
    return table


def _on_spaces(
    game: schema.Game, thing: schema.Thing, view: View, names: dict[str, str]
) -> dict[str, str]:
    """What is on each space, short: who stands there, what lies there, what it is marked with."""
    found: dict[str, list[str]] = {name: [] for name in thing.names}
    for cell in game.cells:
        if cell.name == "place" and cell.domain in (f"thing:{thing.name}", f"stand:{thing.name}"):
            for figure, held in view["things"].get(cell.owner, {}).items():
                for space in str(held.get("place")).split("-"):
                    found.get(space, []).append(figure)
    for space, seats in _standing(game, thing, view).items():
        found.get(space, []).extend(names.get(seat, seat) for seat in seats)
    for space, fields in view["things"].get(thing.name, {}).items():
        found[space].extend(filter(None, (_short(value, names) for value in fields.values())))
    return {space: " ".join(told) for space, told in found.items() if told}


def _figures(
    game: schema.Game, thing: schema.Thing, view: View, names: dict[str, str]
) -> Iterator[RenderableType]:
    """What has changed on the figures that stand on a board, one a line."""
    lines = []
    for cell in game.cells:
        if cell.name == "place" and cell.domain in (f"thing:{thing.name}", f"stand:{thing.name}"):
            for figure, held in view["things"].get(cell.owner, {}).items():
                fields = {k: _short(v, names) for k, v in held.items() if k != "place" and v != 0}
                told = [f"{label(name)} {text}" for name, text in fields.items() if text]
                if held.get("place") != "none" and told:
                    lines.append(f"{figure} ({held.get('place')}): {'; '.join(told)}")
    if lines:
        yield Text("\n".join(lines))


def _held(
    game: schema.Game, thing: schema.Thing, view: View, names: dict[str, str]
) -> Iterator[str]:
    """Pieces and charts on which something lies, such as a team: what is on them, one a line."""
    zones = [zone.name for zone in game.zones if zone.owner == thing.name]
    if thing.form == "board" or not zones:
        return
    for name, fields in view["things"].get(thing.name, {}).items():
        on_board = fields.get("place", "none") != "none"  # it is told with the board
        if on_board or not any(fields.get(zone) for zone in zones):
            continue
        shown = {k: _short(v, names) for k, v in fields.items() if k != "place" and v != 0}
        yield f"{name}: {'; '.join(f'{label(k)} {text}' for k, text in shown.items() if text)}"


def _letters(column: int) -> str:
    """a, b, … z, aa, ab …"""
    text = ""
    while column >= 0:
        text = chr(ord("a") + column % 26) + text
        column = column // 26 - 1
    return text


def _cell(fields: dict[str, Any], names: dict[str, str]) -> str:
    """What stands on a space, short: nothing is a dot."""
    shown = [_short(value, names) for value in fields.values()]
    return " ".join(filter(None, shown)) or EMPTY


def _short(value: Any, names: dict[str, str]) -> str:
    if value in ("none", False, [], {}):
        return ""
    if value is None:
        return UNSEEN
    if value is True:
        return "x"
    return words(value, names)


def _spaces(
    game: schema.Game, thing: schema.Thing, view: View, names: dict[str, str]
) -> Iterator[RenderableType]:
    """A board without columns: the spaces ahead of you, else those on which something is."""
    spaces = view["things"].get(thing.name, {})
    standing = _standing(game, thing, view)
    far = _steps(thing, _mine(standing, view), AROUND, view)
    barred = _closed(thing, far, view)
    far |= barred
    lines = []
    for row in sorted(far or range(len(thing.names)), key=lambda row: (far.get(row, 0), row)):
        name = thing.names[row]
        held = spaces.get(name, {})
        told = [f"{label(k)} {words(v, names)}" for k, v in held.items() if _short(v, names)]
        told += [names.get(seat, seat) for seat in standing.get(name, ())]
        if far:
            steps = str(far[row]) if far[row] else "here"
            closed = ["the road there is closed"] if row in barred else []
            told[:0] = closed or _printed(game, thing, row, view, names)
            lines.append(f"  {steps:>4}  {name}: {'; '.join(told) or EMPTY}")
        elif told:
            lines.append(f"{thing.name} {name}: {'; '.join(told)}")
    if lines:
        yield Text("\n".join(lines))


def _standing(game: schema.Game, thing: schema.Thing, view: View) -> dict[str, list[str]]:
    """Who stands where: the players' fields that hold a space."""
    found: dict[str, list[str]] = {}
    for cell in game.cells:
        if cell.owner == "player" and cell.domain == f"thing:{thing.name}" and not cell.index:
            for seat, held in view["players"].items():
                found.setdefault(str(held.get(cell.name)), []).append(seat)
    return found


def _mine(standing: dict[str, list[str]], view: View) -> list[str]:
    return [name for name, seats in standing.items() if view["seat"] in seats]


def by_the_way(game: schema.Game, view: View, options: Mapping[int, str]) -> list[int]:
    """The actions as they are listed: spaces by the way ahead of you, what names none first."""
    far: dict[str, int] = {}
    for thing in game.things:
        mine = _mine(_standing(game, thing, view), view) if thing.ways else []
        steps = _steps(thing, mine, len(thing.names), view)
        far |= {thing.names[row]: count for row, count in steps.items()}
    return sorted(options, key=lambda action: far.get(options[action], 0))


def _steps(thing: schema.Thing, mine: list[str], most: int, view: View) -> dict[int, int]:
    """The spaces at most so many steps ahead of where you stand, on open roads: steps by row."""
    ways = view.get("exits", {}).get(thing.name, thing.ways)
    far = {thing.names.index(name): 0 for name in mine if name in thing.names and thing.ways}
    edge = list(far)
    for steps in range(1, most + 1):
        edge = [near for row in edge for near in ways[row] if near not in far]
        far.update(dict.fromkeys(edge, steps))
    return far


def _closed(thing: schema.Thing, far: dict[int, int], view: View) -> dict[int, int]:
    """The spaces that the roads ahead of you would lead to if they were open: steps by row."""
    ways = view.get("exits", {}).get(thing.name, thing.ways)
    found: dict[int, int] = {}
    for row, steps in sorted(far.items(), key=lambda item: item[1]):
        for near in thing.ways[row]:
            if near not in ways[row] and near not in far and steps < AROUND:
                found.setdefault(near, steps + 1)
    return found


def _printed(
    game: schema.Game, thing: schema.Thing, row: int, view: View, names: dict[str, str]
) -> list[str]:
    """What kinds a space is of; of a piece that it names, what is printed on it, and who has it."""
    told = _kinds(game, thing, row)
    for _, domain, values in thing.facts:
        piece = next((other for other in game.things if domain == f"thing:{other.name}"), None)
        at = values[row]
        if piece is not None and piece.form == "component" and isinstance(at, int):
            own = "" if piece.names[at] == thing.names[row] else f"{piece.names[at]}: "
            told.append(own + ", ".join([*_kinds(game, piece, at), *_numbers(piece, at)]))
            holders = _holders(game, piece, piece.names[at], view)
            told += [f"{names.get(seat, seat)} has it" for seat in holders]
    return told


def _kinds(game: schema.Game, thing: schema.Thing, row: int) -> list[str]:
    kinds = [(values[row], domain) for _, domain, values in thing.facts if domain[:5] == "kind:"]
    return [str(labels.plain(game, domain, value)) for value, domain in kinds if value is not None]


def _numbers(thing: schema.Thing, row: int) -> list[str]:
    facts = ((name, values[row]) for name, domain, values in thing.facts if domain == "number")
    return [f"{label(name)} {value}" for name, value in facts]


def _holders(game: schema.Game, thing: schema.Thing, name: str, view: View) -> list[str]:
    """In whose zones a piece is seen to lie."""
    zones = [zone.name for zone in game.zones if (zone.owner, zone.thing) == ("player", thing.name)]
    return [
        seat
        for seat, held in view["players"].items()
        if any(name in (held.get(zone) or ()) for zone in zones)
    ]
