"""Names of values, actions and outcomes, as people and saves read them.

Within a node every name is unique: the second of two equal names gets ` #2`. Saves, scripts and
bots name actions; the ints are an affair of one version of the rules.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from hoyle.runtime import library, schema
from hoyle.runtime.errors import IllegalAction, RuleError, WrongNode

if TYPE_CHECKING:
    from hoyle.runtime.state import Module, State

#: What the language calls the seats.
SEATS: Final = ("ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon")

HIDDEN: Final = "something hidden"

#: A number below this is none, where a number may be none.
NO_NUMBER: Final = -1_000_000


def seat_name(seat: int) -> str:
    """The name of a seat in saves, labels and logs; a table may show people's own names instead."""
    if seat < 0:
        return "none"
    return SEATS[seat] if seat < len(SEATS) else f"player_{seat + 1}"


# ----------------------------------------------------------------------------------------- values


def plain(game: schema.Game, domain: str, value: Any) -> Any:
    """A value of a domain as JSON has it: numbers, flags, names, lists, tallies as objects."""
    head, _, rest = domain.partition(":")
    if value is None:
        return "none"
    match head:
        case "number":
            return value
        case "flag":
            return bool(value)
        case "none":
            return "none" if value < NO_NUMBER else value
        case "window":
            return [seat_name(seat) for seat in value]
        case "set":
            items = value if isinstance(value, tuple) else library.members(value)
            if rest.startswith("thing:"):
                items = in_order(thing_of(game, rest.removeprefix("thing:")), items)
            return [plain(game, rest, item) for item in items]
        case "list":
            return [plain(game, rest, item) for item in value]
        case "tally":
            names = kinds_of(game, rest).labels
            return {name: n for name, n in zip(names, value, strict=True) if n}
        case "text":
            return value
        case "slot":
            return f"{rest.replace('_', ' ')} {value + 1}"
        case _:
            return _single(game, head, rest, value)


def _single(game: schema.Game, head: str, rest: str, value: int) -> str:
    """The name of one player, kind, row or action."""
    if value < -1:
        return HIDDEN
    if value == -1:
        return "none"
    match head:
        case "player":
            return seat_name(value)
        case "kind":
            return kinds_of(game, rest).labels[value]
        case "thing":
            return thing_of(game, rest).names[value]
        case "from":
            return f"from {thing_of(game, rest).names[value]}"
        case "stand":
            return _placement(thing_of(game, rest), value)
        case "either":
            return _either(game, rest, value)
        case "action":
            return static_name(game, value)
        case _:
            raise ValueError(f"unknown domain {head}:{rest}")


def _placement(board: schema.Thing, value: int) -> str:
    """A placement: its space, or the leading one and that of the tail."""
    if value < len(board.names):
        return board.names[value]
    space, direction = divmod(value - len(board.names), len(board.beside))
    return f"{board.names[space]}-{board.names[board.beside[direction][space]]}"


def _either(game: schema.Game, rest: str, value: int) -> str:
    for name in rest.split("+"):
        names = thing_of(game, name).names
        if value < len(names):
            return names[value]
        value -= len(names)
    raise ValueError(f"no row {value} in {rest}")


def words(game: schema.Game, domain: str, value: Any) -> str:
    """A value of a domain in words."""
    return worded(plain(game, domain, value))


def worded(value: Any) -> str:
    """Plain data in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(worded, value)) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{n} {name}" for name, n in value.items()) or "nothing"
    return str(value)


def parts_text(game: schema.Game, parts: tuple[str | tuple[str, Any], ...]) -> str:
    """A prompt, label or log entry with its holes filled."""
    return "".join(p if isinstance(p, str) else _hole(game, *p) for p in parts)


def _hole(game: schema.Game, domain: str, value: Any) -> str:
    """A hole in words; of what is picked one by one, what has been picked so far."""
    head, _, rest = domain.partition(":")
    if head == "whose":
        return "" if value == -1 else "your " if value < 0 else f"{seat_name(value)}’s "
    if head != "picked":
        return words(game, domain.removeprefix("given:"), value)
    return f" (so far: {words(game, rest, value)})" if value else ""


def kinds_of(game: schema.Game, name: str) -> schema.Kinds:
    """The kinds of this name."""
    return next(kinds for kinds in game.kinds if kinds.name == name)


def thing_of(game: schema.Game, name: str) -> schema.Thing:
    """The thing of this name."""
    return next(thing for thing in game.things if thing.name == name)


def in_order(thing: schema.Thing, rows: tuple[int, ...]) -> tuple[int, ...]:
    """Rows in the order of their table, copies that are alike together: which of the copies they
    are changes nothing."""
    kinds = thing.classes
    return tuple(sorted(rows, key=lambda row: (kinds[row], row))) if kinds else rows


def kinds_in(game: schema.Game, domain: str) -> tuple[int, ...]:
    """For each row in a domain the first row like it; nothing where none are alike."""
    head, _, rest = domain.partition(":")
    if head == "thing":
        return thing_of(game, rest).classes
    if head != "either":
        return ()
    found: tuple[int, ...] = ()
    for name in rest.split("+"):
        thing = thing_of(game, name)
        kinds = thing.classes or tuple(range(len(thing.names)))
        found += tuple([len(found) + kind for kind in kinds])
    return found


# ---------------------------------------------------------------------------------------- actions


def site_of(game: schema.Game, action: int) -> schema.Site:
    """The site whose range holds the action."""
    at = bisect_right(game.sites, action, key=lambda site: site.base) - 1
    while at >= 0 and action >= game.sites[at].base + game.sites[at].size:
        at -= 1
    if action < 0 or at < 0:
        raise IllegalAction(f"There is no action {action} in this game.")
    return game.sites[at]


def static_name(game: schema.Game, action: int) -> str:
    """The name of an action without a position: holes and `#2` are left out."""
    site = site_of(game, action)
    value = site.low + action - site.base
    head, _, rest = site.domain.partition(":")
    match head:
        case "branch":
            return site.labels[action - site.base]
        case "place":
            return place_name(game, rest, value)
        case "done" | "pass" | "no":
            return head
        case _:
            return words(game, site.domain, value)


def place_name(game: schema.Game, zone_name: str, value: int) -> str:
    """A place where something unseen lies: an instance of the zone, or a slot of its only one."""
    zone = next(zone for zone in game.zones if zone.name == zone_name)
    if zone.count > 1:
        return instance_name(game, zone, value)
    return f"{zone_name} {value + 1}"


def instance_name(game: schema.Game, place: schema.Zone | schema.Cell, instance: int) -> str:
    """An instance of a zone or cell, by its owner and index."""
    owner, index = divmod(instance, place.size)
    words_ = [place.name] if place.name else []
    if place.owner == "player":
        words_.insert(0, seat_name(owner))
    elif place.owner != "table":
        words_.insert(0, thing_of(game, place.owner).names[owner])
    if place.index:
        words_.append(words(game, place.index, place.low + index))
    return " ".join(words_)


def name(state: State, action: int) -> str:
    """The name of an action or outcome at this node."""
    found = names(state)
    if action in found:
        return found[action]
    if state.is_chance_node():
        raise IllegalAction(f"Chance has no outcome {action} here.", (*found.values(),))
    return _bare_name(state, action)


def names(state: State) -> dict[int, str]:
    """The names of everything that is possible now, by action or outcome, each of them unique."""
    seen: dict[str, int] = {}
    found: dict[int, str] = {}
    for action in state.legal_actions():
        text = unique = _bare_name(state, action)
        while unique in seen:  # some names end in `#2` of themselves
            seen[text] += 1
            unique = f"{text} #{seen[text]}"
        seen[unique] = 1
        found[action] = unique
    return found


def find(state: State, text: str) -> int:
    """The action or outcome with this name; an error that lists the names otherwise."""
    possible = names(state)
    for action, known in possible.items():
        if known == text:
            return action
    for action, known in possible.items():
        if known.casefold() == text.strip().casefold():
            return action
    shown = ", ".join(possible.values()) or "nothing"
    raise IllegalAction(f"`{text}` is not possible now. Possible: {shown}", (*possible.values(),))


def _bare_name(state: State, action: int) -> str:
    """The name before equal ones are told apart."""
    module = state.module_
    if state.pc < 0:
        raise WrongNode("The game is over; nothing can be decided any more.")
    if state.is_chance_node():
        return outcome_name(module, state, state.pc, action)
    label = module.labels[state.pc]
    parts = _filled(label, state, action) if label else None
    return parts_text(module.game, parts) if parts else static_name(module.game, action)


def _filled(words: Callable[..., Any], state: State, *args: int) -> Any:
    """What a prompt or label says now; where its own rules fail, an error that tells the place."""
    module: Module[Any] = state.module_
    try:
        return words(state, *args)
    except (RuleError, ZeroDivisionError) as error:
        raise module.told(error, module.nodes[state.pc].rule) from None


def outcome_value(module: Module[Any], state: State, pc: int, outcome: int) -> Any:
    """What an outcome of chance stands for, in the domain of its node."""
    values = module.nodes[pc].values
    return values(state, outcome) if values else outcome


def outcome_name(module: Module[Any], state: State, pc: int, outcome: int) -> str:
    """The name of an outcome of chance."""
    node = module.nodes[pc]
    value = outcome_value(module, state, pc, outcome)
    if node.domain != "dice":
        return words(module.game, node.domain, value)
    shown = (_dice(n, face) for n, face in zip(value, node.faces, strict=True) if n)
    return ", ".join(shown) or "nothing"


def _dice(n: int, face: str) -> str:
    """So many dice with one face: pictures are counted, numbers are told one by one."""
    return ", ".join([face] * n) if n == 1 or face.isdigit() else f"{n} × {face}"


def prompt(state: State) -> str:
    """What the seat is asked, or what chance decides."""
    if state.pc < 0:
        return ""
    module = state.module_
    parts = module.prompts[state.pc]
    if parts is not None:
        return parts_text(module.game, _filled(parts, state))
    return module.nodes[state.pc].purpose


def several(names: Sequence[str], most: int = 12) -> str:
    """Names in a row, cut if there are many; of faces that are lists themselves (`3, 4`) each ends
    with a semicolon."""
    between = "; " if any("," in name for name in names) else ", "
    return between.join(names[:most]) + (" …" if len(names) > most else "")
