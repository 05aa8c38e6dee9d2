"""From a game's name to something that plays: check, compile, load; with the texts messages need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.errors import BadOption, RulesInvalid
from hoyle.find import find

if TYPE_CHECKING:
    from hoyle.dsl.diagnostics import Diagnostic
    from hoyle.dsl.game import Game as Checked
    from hoyle.dsl.source import Source
    from hoyle.runtime.game import Game

Options = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a check found. `game` is None where mistakes forbid it; `sources` are the texts read, by path."""

    game: Checked | None
    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, Source]

    @property
    def clean(self) -> bool:
        """Whether nothing was found, not even a warning."""
        return not self.diagnostics


def check(path: Path, options: Options | None = None) -> Checkup:
    """Read a ruleset with everything it names, and check it whole."""
    from hoyle import dsl

    reader = dsl.FolderReader(path.parent)
    sink = dsl.Sink()
    game = dsl.load(path, sink, options=dict(options or {}), reader=reader)
    return Checkup(game, sink.sorted(), dict(reader.sources))


def load(game: str, players: int | None = None, options: Options | None = None) -> Game:
    """A game that plays, by the name of a shipped ruleset or the path of a `.rules` file.

    Args:
        game: "chips", or "my/own.rules".
        players: the number of seats; the least that the game allows if left out.
        options: values of the game's `option`s by name.

    Raises:
        UnknownGame: there is no such ruleset or file.
        BadOption: the game has no such option, or not for so many players.
        RulesInvalid: the rules have mistakes; its `diagnostics` say which.
    """
    from hoyle.compiler import cache

    path = find(game)
    module = cache.cached_module(path, players, dict(options or {}))
    if module is None:
        module = _compiled(path, players, options)
    loaded: Game = module.MODULE.to_game()
    return loaded
