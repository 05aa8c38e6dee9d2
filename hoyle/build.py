"""From a game's name to something that plays: check, compile, load; with the texts to show."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle import native
from hoyle.errors import BadOption, RulesInvalid
from hoyle.find import find
from hoyle.runtime.errors import WrongKind
from hoyle.runtime.given import shown, whole
from hoyle.runtime.search.quiet import uncollected

if TYPE_CHECKING:
    from hoyle.compiler.pipeline import Compiled
    from hoyle.dsl.diagnostics import Diagnostic
    from hoyle.dsl.game import ButNot
    from hoyle.dsl.game import Game as Checked
    from hoyle.dsl.nodes import File
    from hoyle.dsl.source import Source, Span
    from hoyle.native_build import Built, NoNative
    from hoyle.runtime.campaigns import Campaign
    from hoyle.runtime.game import Game

Options = Mapping[str, object]

LONGEST = 200  # letters or digits of the value of an option


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a check found: the game, None where mistakes forbid it; the texts read, by path."""

    game: Checked | None
    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, Source]

    @property
    def pages(self) -> list[tuple[Source, File]]:
        """The rules files with their trees, a parent before its variant."""
        from hoyle.dsl.diagnostics import Sink
        from hoyle.dsl.trees import tree_of

        rules = [source for path, source in self.sources.items() if path.endswith(".rules")]
        trees = [(source, tree_of(source, Sink())) for source in reversed(rules)]
        return [(source, tree) for source, tree in trees if tree is not None]


@uncollected()
def check(
    path: str | os.PathLike[str],
    options: Options | None = None,
    scenario: str | None = None,
    drawn: str = "",
) -> Checkup:
    """Read a ruleset with everything it names, and check it whole; of its scenarios one.

    `drawn`: the map of an example, for the board.
    """
    from hoyle import dsl

    path = Path(path)
    reader = dsl.FolderReader(path.parent)
    sink = dsl.Sink()
    game = dsl.load(path, sink, dict(options or {}), scenario, reader, drawn)
    return Checkup(game, sink.sorted(), dict(reader.sources))


@uncollected()
def with_missing(checkup: Checkup) -> Checkup:
    """A check that tells as well what of right rules cannot be compiled yet."""
    from hoyle.compiler.cache import whole_key
    from hoyle.dsl import cache
    from hoyle.dsl.diagnostics import Sink

    if checkup.game is None:
        return checkup
    known = whole_key(checkup.game.scenario, checkup.sources)
    if cache.read(known) is not None:  # it was looked at before
        return checkup
    from hoyle.compiler.from_game import find_missing  # slow, and seldom needed

    sink = Sink()
    find_missing(checkup.game, sink, checkup.sources)
    if not sink.sorted():
        cache.write(known, b"whole")
    return replace(checkup, diagnostics=(*checkup.diagnostics, *sink.sorted()))


def load(
    game: str | os.PathLike[str],
    players: int | None = None,
    options: Options | None = None,
    scenario: str | None = None,
) -> Game:
    """A game that plays, by the name of a shipped ruleset or the path of a `.rules` file.

    Args:
        game: the name of a ruleset that comes with hoyle, or "my/own.rules".
        players: the number of seats; the least that the game allows if left out.
        options: values of the game's `option`s by name.
        scenario: the name of one of the game's `scenario`s; its first if left out.

    Raises:
        UnknownGame: there is no such ruleset or file.
        BadOption: the game has no such option or scenario, or not for so many players.
        RulesInvalid: the rules have mistakes; its `diagnostics` say which.
    """
    return _loaded(find(game), _seats(players), _given(options), _chosen(scenario))


def load_campaign(
    game: str | os.PathLike[str],
    campaign: str | None = None,
    players: int | None = None,
    options: Options | None = None,
) -> Campaign:
    """A campaign of a game: its scenarios one after the other, with what is carried on.

    Args:
        campaign: the name of one of the game's `campaign`s; its only one if left out.

    Raises: as `load`; BadOption also if there is no such campaign.
    """
    from hoyle.runtime.campaigns import Campaign, told_of
    from hoyle.runtime.errors import LoadError

    first = load(game, players, options)
    try:
        told = told_of(first.schema, campaign)
    except LoadError as error:
        raise BadOption(str(error)) from None
    return Campaign(told, lambda name: load(game, first.num_players(), options, name))


def _seats(players: object) -> int | None:
    """A number of players as it was given."""
    if players is None:
        return None
    try:
        seats = whole(players, "The number of players")
    except WrongKind as error:
        raise BadOption(str(error)) from None
    if abs(seats) >= 10**9:
        raise BadOption("no game is for so many players")
    return seats


def _given(options: object) -> dict[str, object]:
    """Options as they were given: names, and values that are not absurd."""
    if options is None:
        return {}
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise BadOption(f"options are values by name, {{'NAME': VALUE}}, not {shown(options)}")
    return {name: _value(name, value) for name, value in options.items()}


def _value(name: str, value: object) -> object:
    """The value of an option; whole numbers of any library become Python's."""
    if isinstance(value, (str, bool)) or value is None:
        if isinstance(value, str) and len(value) > LONGEST:
            raise BadOption(f"the value of the option `{name}` is far too long")
        return value
    try:
        number = whole(value, "")
    except WrongKind:
        text = f"{shown(value)}: it is a number, True or False, or a name"
        raise BadOption(f"the option `{name}` cannot be {text}") from None
    if abs(number) >= 10**LONGEST:
        raise BadOption(f"the number given for the option `{name}` is far too large")
    return number


def _chosen(scenario: object) -> str | None:
    """The name of a scenario as it was given."""
    if scenario is None or (isinstance(scenario, str) and len(scenario) <= LONGEST):
        return scenario
    raise BadOption(f"a scenario is given by its name, not by {shown(scenario)}")


def load_examples(
    path: Path, players: int, options: Options, scenario: str | None = None, drawn: str = ""
) -> Game:
    """A game with the entries and tests of its examples for so many players, on this map."""
    return _loaded(path, players, options, scenario, examples=True, drawn=drawn)


def _loaded(
    path: Path,
    players: int | None,
    options: Options,
    scenario: str | None,
    examples: bool = False,
    drawn: str = "",
) -> Game:
    from hoyle.compiler import cache

    module = cache.load(path, players, options, examples, scenario, drawn)
    if module is None:
        checkup, made = _made(path, players, options, scenario, examples, drawn)
        text, sources = made.text, checkup.sources
        try:
            module = cache.keep(path, players, options, examples, text, sources, scenario, drawn)
        except (SyntaxError, RecursionError, MemoryError):  # Python's own limits
            raise _too_deep(checkup) from None
    if not examples:
        native.attach(module)
    game: Game = module.MODULE.to_game()
    return game


def with_native(
    path: Path, players: int | None, options: Options, scenario: str | None = None
) -> tuple[Compiled, Built | NoNative]:
    """Everything the compiler makes of a ruleset, and its native build, or why there is none.

    Raises: as `compiled`.
    """
    from hoyle.compiler import cache
    from hoyle.native_build import NoNative, build

    seats, given, chosen = _seats(players), _given(options), _chosen(scenario)
    checkup, made = _made(path, seats, given, chosen)
    module = cache.keep(path, seats, given, False, made.text, checkup.sources, chosen)
    try:
        return made, build(module, made, checkup.sources)
    except NoNative as error:
        return made, error


def _refused(checkup: Checkup, given: bool) -> BadOption | RulesInvalid:
    """Why there is no game: what was given, or else the rules."""
    from hoyle.dsl.codes import BAD_OPTION, UNKNOWN_SCENARIO, Severity

    errors = [one for one in checkup.diagnostics if one.severity is Severity.ERROR]
    if given and errors and all(one.code in (BAD_OPTION, UNKNOWN_SCENARIO) for one in errors):
        told = (f"{one.message} {one.help or ''}".rstrip() for one in errors)
        return BadOption(" ".join(told))
    return RulesInvalid("the rules have mistakes", checkup)


def compiled(
    path: Path,
    players: int | None,
    options: Options,
    examples: bool = False,
    scenario: str | None = None,
) -> Compiled:
    """Everything the compiler makes of a ruleset.

    Raises:
        BadOption: the number of players or an option does not fit.
        RulesInvalid: the rules have mistakes.
    """
    return _made(path, _seats(players), _given(options), _chosen(scenario), examples)[1]


@uncollected()
def _made(
    path: Path,
    players: int | None,
    options: Options,
    scenario: str | None,
    examples: bool = False,
    drawn: str = "",
) -> tuple[Checkup, Compiled]:
    from hoyle.compiler.pipeline import compile_game
    from hoyle.dsl.diagnostics import Sink

    checkup = check(path, options, scenario, drawn)
    if checkup.game is None:
        raise _refused(checkup, bool(options) or scenario is not None)
    least, most = checkup.game.players
    seats = least if players is None else players
    if not least <= seats <= most:
        many = f"{least} to {most}" if least < most else f"{least}"
        raise BadOption(f"{checkup.game.title} is for {many} players, not {seats}")
    sink = Sink()
    made = compile_game(checkup.game, seats, sink, examples=examples, sources=checkup.sources)
    if made is None:
        refused = Checkup(None, sink.sorted(), checkup.sources)
        raise RulesInvalid("the rules cannot be compiled yet", refused)
    return checkup, made


def _too_deep(checkup: Checkup) -> RulesInvalid:
    """Rules whose module Python refuses: it goes deeper than Python does."""
    from hoyle.dsl.deep import report_too_deep
    from hoyle.dsl.diagnostics import Sink

    sink = Sink()
    report_too_deep(sink, next(iter(checkup.sources.values())).whole().first())
    refused = Checkup(None, sink.sorted(), checkup.sources)
    return RulesInvalid("the rules cannot be compiled", refused)


def option_word(game: Checked, step: ButNot) -> object:
    """The value of an option as it is given at loading: names of kinds and rows in words."""
    from hoyle.dsl.types import Kind, Thing

    option = game.options[step.option]
    match option.type:
        case Kind(name) if isinstance(step.value, int):
            return game.kinds[name].values[step.value]
        case Thing(name) if isinstance(step.value, int):
            return game.tables[name].rows[step.value].name
        case _:
            return step.value


def place(checkup: Checkup, span: Span) -> str:
    """`file:line` of a span."""
    source = checkup.sources.get(span.path)
    return f"{span.path}:{source.position(span.start).line}" if source else span.path
