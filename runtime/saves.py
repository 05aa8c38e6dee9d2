"""Saves: the decisions and chance outcomes of a game by name, one a line.

A save is loaded by replay. If the rules have changed so that it no longer replays, loading stops
at the first line that differs and says what the rule of that line allows now. A save knows
everything that is hidden: never send one to a player.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from hoyle.runtime import carried, labels
from hoyle.runtime.errors import IllegalAction, LoadError, SaveError

if TYPE_CHECKING:
    from hoyle.runtime.game import Game
    from hoyle.runtime.state import State

FORMAT: Final = "hoyle save 1"

#: What every save says first, besides its options.
KEYS: Final = ("game", "version", "players")

#: What it says of a game with scenarios.
SCENARIO: Final = "scenario"

#: What it says of a chapter of a campaign: its name and number there, and what it has brought.
CAMPAIGN: Final = "campaign"
BRINGS: Final = "brings "

#: Letters of the value of an option.
LONGEST: Final = 400

#: Who decides where nobody does.
CHANCE: Final = "chance"


@dataclass(frozen=True, slots=True)
class Heading:
    """What a save says about its game, before the first entry."""

    game: str
    version: str
    players: int
    options: tuple[tuple[str, object], ...]
    scenario: str = ""
    chapter: tuple[str, int] | None = None
    brings: carried.Carried = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision or outcome: who, what, and the name of the rule that asked."""

    who: str
    name: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.who}: {self.name}" + (f"  [{self.rule}]" if self.rule else "")


# ---------------------------------------------------------------------------------------- writing


def write(state: State, game: Game) -> str:
    """The save of a state of a game."""
    return "\n".join((*heading_lines(game), *map(str, entries(game, state.history())), ""))


def heading_lines(game: Game) -> list[str]:
    """The lines before the first entry."""
    told = game.schema
    lines = [FORMAT, f"game: {told.id}", f"version: {told.version}", f"players: {told.players}"]
    lines += [f"{SCENARIO}: {told.scenario}"] if told.scenario else []
    lines += [f"{CAMPAIGN}: {game.chapter[0]} {game.chapter[1] + 1}"] if game.chapter else []
    lines += [f"option {name}: {json.dumps(value)}" for name, value in told.options]
    lines += carried.lines(told, game.held)
    return [*lines, ""]


def entries(game: Game, actions: list[int]) -> Iterator[Entry]:
    """A history by name, worked out by replay."""
    walker = game.new_initial_state()
    for action in actions:
        yield entry(walker, action)
        walker.apply_action(action)


def entry(state: State, action: int) -> Entry:
    """What an action here is called in a save."""
    rule = state.module_.nodes[state.pc].rule
    rules = state.module_.game.rules
    name = rules[rule].name if 0 <= rule < len(rules) else ""
    return Entry(who(state), labels.name(state, action), name)


def who(state: State) -> str:
    """Who decides here."""
    return CHANCE if state.is_chance_node() else labels.seat_name(state.current_player())


# ---------------------------------------------------------------------------------------- reading


def heading(text: str) -> Heading:
    """What a save says about its game; from it a shell finds the game to load."""
    lines = text.split("\n")
    if lines[0].strip() != FORMAT:
        raise LoadError(f"This is no save: the first line should be `{FORMAT}`.")
    told: dict[str, str] = {}
    for line in lines[1:]:
        if not line.strip():
            break
        key, colon, value = (part.strip() for part in line.partition(":"))
        known = key in (*KEYS, SCENARIO, CAMPAIGN) or key.startswith(("option ", BRINGS))
        if not colon or not known:
            text = "does not belong before the entries: game, version, players, options, and then"
            raise LoadError(f"`{_short(line)}` {text} an empty line.")
        if key in told:
            raise LoadError(f"The save says its {_short(key)} twice.")
        told[key] = value
    return _heading(told)


def _heading(told: dict[str, str]) -> Heading:
    missing = [key for key in KEYS if key not in told]
    if missing:
        raise LoadError(f"The save does not say its {', '.join(missing)}.")
    if not (told["players"].isascii() and told["players"].isdigit() and len(told["players"]) < 5):
        raise LoadError(f"`{_short(told['players'])}` is no number of players.")
    options = tuple(
        (key.removeprefix("option "), _value(key, value))
        for key, value in told.items()
        if key.startswith("option ")
    )
    players, scenario = int(told["players"]), told.get(SCENARIO, "")
    brings = {k.removeprefix(BRINGS): text for k, text in told.items() if k.startswith(BRINGS)}
    start = (told["game"], told["version"], players, options, scenario)
    return Heading(*start, _chapter(told.get(CAMPAIGN)), carried.read(brings))


def _chapter(text: str | None) -> tuple[str, int] | None:
    """`voyage 2`: a campaign and the number of a chapter, counted from 0."""
    if text is None:
        return None
    name, _, number = text.rpartition(" ")
    if name and number.isascii() and number.isdigit() and 0 < int(number[:5]) <= 1000:
        return name, int(number[:5]) - 1
    raise LoadError(f"`{_short(text)}` is no campaign with the number of a chapter.")


def _value(key: str, text: str) -> object:
    try:
        value: object = json.loads(text) if len(text) < LONGEST else []
    except ValueError:
        value = []
    if isinstance(value, (list, dict)):
        raise LoadError(f"The save says `{_short(text)}` for the {_short(key)}, which is no value.")
    return value


def _short(text: str) -> str:
    """What a save says, as it can stand in a sentence."""
    return text if len(text) <= 80 else f"{text[:80]}…"


def body(text: str) -> list[Entry]:
    """The entries of a save."""
    lines = text.split("\n")
    start = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    return [_entry(line, at) for at, line in enumerate(lines[start:]) if line.strip()]


def _entry(line: str, number: int) -> Entry:
    who_, colon, rest = line.strip().partition(": ")
    if not colon:
        raise SaveError(f"Entry {number}: `{_short(line.strip())}` is not `who: what`.", number)
    name, bracket, rule = rest.rpartition("  [")
    if not bracket:
        return Entry(who_, rest)
    return Entry(who_, name, rule.removesuffix("]"))


def read(game: Game, text: str) -> State:
    """The state that a save describes."""
    told = heading(text)
    game = begun(game, told)
    state = game.new_initial_state()
    for number, line in enumerate(body(text), 1):
        state.apply_action(matched(state, line, number, told.version))
    return state


def begun(game: Game, told: Heading) -> Game:
    """The game of a save, with what was carried to it."""
    fits(game, told)
    if not told.brings and told.chapter is None:
        return game.bringing({}) if game.held else game
    return game.bringing(carried.held(game.schema, told.brings), told.chapter)


def fits(game: Game, told: Heading) -> None:
    """Test that a save belongs to this game, with these seats and options."""
    here = game.schema
    if told.game != here.id:
        raise LoadError(f"The save is of `{_short(told.game)}`, not of `{here.id}`.")
    if told.players != here.players:
        raise LoadError(f"The save is for {told.players} players, this game for {here.players}.")
    if told.scenario != here.scenario:
        raise LoadError(f"The save is of another scenario: {_short(told.scenario) or 'none'}.")
    if dict(told.options) != dict(here.options):
        options = (f"{name} = {_short(json.dumps(value))}" for name, value in told.options)
        raise LoadError(f"The save has other options: {', '.join(options) or 'none'}.")


def matched(state: State, line: Entry, number: int, version: str) -> int:
    """The action of one entry; an error names it, what is possible instead, and the rule."""
    if state.is_terminal():
        text = f"Entry {number}: `{_short(str(line))}`, but the game is over."
        raise SaveError(text + _changed(state, version), number)
    try:
        if line.who != who(state):
            raise IllegalAction("", tuple(labels.names(state).values()))
        return labels.find(state, line.name)
    except IllegalAction as error:
        raise _differs(state, line, number, version, error.legal) from None


def _differs(
    state: State, line: Entry, number: int, version: str, legal: tuple[str, ...]
) -> SaveError:
    here = entry(state, state.legal_actions()[0])
    possible = labels.several(legal, 20)
    asked = f"{here.who} is asked" if here.who != CHANCE else "chance decides"
    text = (
        f"Entry {number}: `{_short(str(line))}` does not fit. "
        f"Now {asked} by the rule `{here.rule}`: {possible}."
    )
    return SaveError(text + _changed(state, version), number, legal)


def _changed(state: State, version: str) -> str:
    if state.module_.game.version == version:
        return ""
    return " The rules have changed since this was saved."
