"""What the terminal tells of the spaces around you: what is printed on them, and who has it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from hoyle.build import load
from hoyle.runtime.game import Game
from hoyle.runtime.views import view
from hoyle.terminal.picture import by_the_way, picture

RULES = """\
game "Track"
    players 2..2

kinds Sort: gate, field, inn

component Deed from "deeds.csv"
    name: text
    sort: Sort
    price: 1..9

board of Space from "spaces.csv", roads "roads.csv"
    name: text
    sort: Sort
    deed: Deed or none

table has
    free: set of Deed, face up

player has
    pawn: Space = "Start"
    idle = no
    score: 0..9 = 0
    deeds: set of Deed, face up
    empty: set of Deed, face up

value sorts of player = distinct(sort of your deeds)

setup
    put every Deed into free
    each player from last(players)
        choose deed from free, if any: "Take which?"
            move deed to your deeds

turn
    choose: "Go on?"
        "Yes"
            move your pawn to only(exits(your pawn))
            your score = count(your sorts)
        "No" when not your idle
            your idle = yes
            move your deeds to your empty
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("game")
    write(folder, "deeds.csv", "name,sort,price\nMeadow,field,3\nHall,inn,5\n")
    write(folder, "spaces.csv", "name,sort,deed\nStart,gate,\nMeadow,field,Meadow\nEnd,inn,Hall\n")
    roads = "from,to,way\nStart,Meadow,forward\nMeadow,End,forward\nEnd,Start,forward\n"
    write(folder, "roads.csv", roads)
    write(folder, "track.rules", RULES)
    return load(str(folder / "track.rules"), 2)


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def shown(game: Game, *choices: str) -> str:
    state = game.new_initial_state()
    for choice in choices:
        state.apply_action(state.string_to_action(choice))
    console = Console(width=80)
    with console.capture() as capture:
        for part in picture(game.schema, view(state, 0, details=True), {}):
            console.print(part)
    return capture.get()


def test_a_space_tells_what_is_printed_on_the_piece_that_it_names(game: Game) -> None:
    text = shown(game, "Meadow")
    assert "here  Start: gate; ann; ben" in text
    assert "Meadow: field; field, price 3; ben has it" in text
    assert "End: inn; Hall: inn, price 5; ann has it" in text


def test_rows_that_say_nothing_are_left_out(game: Game) -> None:
    text = shown(game, "Meadow")
    assert "idle" not in text and "empty" not in text and "score" in text
    assert "idle" in shown(game, "Meadow", "No")


def test_sets_of_kinds_are_told(game: Game) -> None:
    rows = [line for line in shown(game, "Meadow").splitlines() if line.startswith(" sorts")]
    assert [row.split() for row in rows] == [["sorts", "inn", "field"]]


def test_spaces_are_listed_by_the_way_ahead(game: Game) -> None:
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("Meadow"))
    state.apply_action(state.string_to_action("Yes"))
    listed = by_the_way(
        game.schema, view(state, 0, details=True), {1: "Start", 2: "Meadow", 3: "End", 4: "pass"}
    )
    assert listed == [2, 4, 3, 1]


CLOSED = """\
game "Gate"
    players 2..2

component Key from "keys.csv"
    name: text

board of Space from "spaces.csv", roads "roads.csv"
    name: text
    hidden: one Key, face down
    road closed when there is "End" and Key "iron key".owner is none

player has
    pawn: Space = "Start"
    keys: set of Key, face up

setup
    put every Key where name is "iron key" into Space "Meadow".hidden
    put every Key where name is "brass key" into Space "End".hidden

turn
    choose: "Do what?"
        "Look": move your pawn.hidden to your keys
        "Go": move your pawn to only(exits(your pawn))
"""


def test_what_a_closed_road_leads_to_is_told_as_closed(tmp_path: Path) -> None:
    write(tmp_path, "spaces.csv", "name\nStart\nMeadow\nEnd\nFar\n")
    roads = "Start,Meadow,forward\nMeadow,End,forward\nEnd,Far,forward\n"
    write(tmp_path, "roads.csv", f"from,to,way\n{roads}")
    write(tmp_path, "keys.csv", "name\nbrass key\niron key\n")
    write(tmp_path, "gate.rules", CLOSED)
    game = load(str(tmp_path / "gate.rules"), 2)
    assert "2  End: the road there is closed" in shown(game) and "Far" not in shown(game)
    opened = shown(game, "Go", "Go", "Look")
    assert "closed" not in opened and "1  End: hidden a Key" in opened and "2  Far" in opened
