"""From a game's name to something that plays: check, compile, load; with the texts to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.errors import BadOption, RulesInvalid
from hoyle.find import find

if TYPE_CHECKING:
    from hoyle.compiler.pipeline import Compiled
    from hoyle.dsl.diagnostics import Diagnostic
    from hoyle.dsl.game import ButNot
    from hoyle.dsl.game import Game as Checked
    from hoyle.dsl.nodes import File
    from hoyle.dsl.source import Source, Span
    from hoyle.runtime.game import Game

Options = Mapping[str, object]


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
        from hoyle.dsl.parser import parse

        rules = [source for path, source in self.sources.items() if path.endswith(".rules")]
        trees = [(source, parse(source, Sink())) for source in reversed(rules)]
        return [(source, tree) for source, tree in trees if tree is not None]


def check(path: Path, options: Options | None = None) -> Checkup:
    """Read a ruleset with everything it names, and check it whole."""
    from hoyle import dsl

    reader = dsl.FolderReader(path.parent)
    sink = dsl.Sink()
    game = dsl.load(path, sink, dict(options or {}), reader=reader)
    return Checkup(game, sink.sorted(), dict(reader.sources))


def load(game: str, players: int | None = None, options: Options | None = None) -> Game:
    """A game that plays, by the name of a shipped ruleset or the path of a `.rules` file.

    Args:
        game: the name of a ruleset that comes with hoyle, or "my/own.rules".
        players: the number of seats; the least that the game allows if left out.
        options: values of the game's `option`s by name.

    Raises:
        UnknownGame: there is no such ruleset or file.
        BadOption: the game has no such option, or not for so many players.
        RulesInvalid: the rules have mistakes; its `diagnostics` say which.
    """
    return _loaded(find(game), players, options or {}, examples=False)


def load_examples(path: Path, players: int, options: Options) -> Game:
    """A game with the entries and tests of its examples for so many players."""
    return _loaded(path, players, options, examples=True)


def _loaded(path: Path, players: int | None, options: Options, examples: bool) -> Game:
    from hoyle.compiler import cache

    module = cache.load(path, players, options, examples)
    if module is None:
        checkup, made = _made(path, players, options, examples)
        module = cache.keep(path, players, options, examples, made.text, checkup.sources)
    game: Game = module.MODULE.to_game()
    return game


def compiled(path: Path, players: int | None, options: Options, examples: bool = False) -> Compiled:
    """Everything the compiler makes of a ruleset.

    Raises:
        BadOption: the number of players or an option does not fit.
        RulesInvalid: the rules have mistakes.
    """
    return _made(path, players, options, examples)[1]


def _made(
    path: Path, players: int | None, options: Options, examples: bool
) -> tuple[Checkup, Compiled]:
    from hoyle.compiler.pipeline import compile_game
    from hoyle.dsl.diagnostics import Sink

    checkup = check(path, options)
    if checkup.game is None:
        raise RulesInvalid("the rules have mistakes", checkup)
    least, most = checkup.game.players
    seats = least if players is None else players
    if not least <= seats <= most:
        raise BadOption(f"{checkup.game.title} is for {least} to {most} players, not {seats}")
    sink = Sink()
    made = compile_game(checkup.game, seats, sink, examples=examples, sources=checkup.sources)
    if made is None:
        refused = Checkup(None, sink.sorted(), checkup.sources)
        raise RulesInvalid("the rules cannot be compiled yet", refused)
    return checkup, made


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
