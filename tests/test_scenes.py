"""Whole games with their tables: everything in them has a meaning and a type.

The folders under `scenes/` hold games of a few hundred lines; the shipped rulesets are looked at in
the same way.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.dsl import FolderReader, load
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.resolve import resolve
from hoyle.dsl.resolve.pages import open_world
from hoyle.dsl.types import Broken, Number
from hoyle.dsl.walk import units
from hoyle.find import has_head

ROOT = Path(__file__).resolve().parent.parent
SCENES = ROOT / "tests" / "scenes"
WHOLE = sorted(
    path
    for folder in ("tests/scenes", "rulesets")
    for path in (ROOT / folder).rglob("*.rules")
    if path.stem != "pokescape" and has_head(path)
)


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_a_game_resolves_without_a_word(path: Path) -> None:
    sink = Sink()
    game = load(path, sink)
    assert [found.message for found in sink.sorted()] == []
    assert game is not None
    assert not list(untyped(game))


def test_a_game_of_figures_resolves_without_a_word() -> None:
    game = resolved(SCENES / "pokescape" / "pokescape.rules")
    # `roll again where it is …` may look at faces of any die.
    assert {node.local.name for node in untyped(game) if isinstance(node, g.LocalRef)} <= {"it"}
    assert len(game.tables["Hex"].rows) == 156
    assert game.options["master"].value is False


@pytest.mark.parametrize(
    ("scenario", "spaces", "duel"), [("intro", 156, True), ("wild_onix", 100, False)]
)
def test_the_scenario_that_is_played_gives_the_map_and_the_settings(
    scenario: str, spaces: int, duel: bool
) -> None:
    game = resolved(SCENES / "pokescape" / "pokescape.rules", scenario)
    assert len(game.tables["Hex"].rows) == spaces
    assert game.scenarios[scenario].settings["duel"] is duel


def resolved(path: Path, scenario: str | None = None) -> g.Game:
    """A game without the checks that come behind."""
    sink, reader = Sink(), FolderReader(path.parent)
    world = open_world(reader.read(path.name), reader, path.name, sink)
    assert world is not None
    game = resolve(world, {}, scenario)
    assert [found.message for found in sink.sorted()] == []
    return game


def untyped(game: g.Game) -> Iterator[object]:
    """Parts that stand for something that was reported; there must be none."""
    for unit in units(game):
        for node in unit.nodes():
            if isinstance(node, g.Expr) and isinstance(node.type, Broken):
                yield node


def test_ranges_are_worked_out_where_none_is_written() -> None:
    game = load(ROOT / "rulesets/classics/oware.rules", Sink())
    assert game is not None
    assert game.values["Pit", "home"].type == Number(1, 2)


def test_everything_that_was_read_is_listed_for_caches() -> None:
    game = load(ROOT / "rulesets/chips/chips_advanced.rules", Sink())
    assert game is not None
    names = [Path(path).name for path in game.files]
    assert names[:2] == ["chips.rules", "chips_advanced.rules"]
    assert {"tokens.csv", "goals.csv", "trainers.csv", "clauses.csv"} <= set(names)
