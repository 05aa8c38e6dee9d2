"""What people see at the terminal: pieces with what has changed on them, questions, the log."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hoyle.build import load
from hoyle.cli import program
from hoyle.runtime import log
from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.state import NOTE
from hoyle.runtime.table import Table
from hoyle.terminal.console import Ended, Talk
from hoyle.terminal.details import details
from hoyle.terminal.news import gained, news
from hoyle.terminal.play import Shell

RULES = """\
game "Dice"
    players 2..2

die d6: 1..6

component Die for each place in 1..3
    face: 0..6 = 0
    locked = no
    marked = no

table has
    dice: row of Die, face up

setup
    put every Die into dice

turn
    Die "2".face = roll d6 for moving
    choose first_one from dice where it.face is 0: "Mark which?"
    first_one.marked = yes
    choose 2 kept from dice where it is not locked: "Keep which?"
    each one_die in kept: one_die.locked = yes
    victory for you
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("game") / "dice.rules"
    path.write_text(RULES, encoding="utf-8")
    return load(str(path), 2)


@pytest.fixture
def table(game: Game) -> Table:
    table = Table(game, random.Random(3).random)
    table.choose(0, "3")
    return table


def dice(table: Table) -> Any:
    shown = table.view(0, details=True)["table"]
    assert isinstance(shown, dict)
    return shown["dice"]


def test_an_open_piece_is_shown_with_what_has_changed_on_it(table: Table) -> None:
    rolled = table.state.history()[0]
    assert dice(table) == ["1", f"2 (face {rolled})", "3 (marked)"]
    table.choose(0, "1")
    assert dice(table)[0] == "1"
    table.choose(0, "2")
    assert dice(table) == ["1 (locked)", f"2 (face {rolled}, locked)", "3 (marked)"]
    assert table.state.is_terminal()


def test_the_second_pick_says_what_has_been_picked_so_far(table: Table) -> None:
    asked = table.question()
    assert asked is not None and asked.prompt == "Keep which?"
    table.choose(0, "1")
    asked = table.question()
    assert asked is not None and asked.prompt == "Keep which? (so far: 1)"
    table.choose(0, "2")
    assert [str(line) for line in table.log(1)][-2:] == ["ann: Keep which: 1", "ann: Keep which: 2"]


def test_the_log_names_the_die_and_what_it_is_rolled_for(table: Table) -> None:
    rolled = table.state.history()[0]
    assert str(table.log(0)[0]) == f"chance: {rolled} (ann’s d6 for moving)"


def test_why_names_the_option_and_the_condition_in_the_words_of_the_rules(game: Game) -> None:
    state = Table(game, random.Random(3).random).state
    assert str(state.why_not("2")).startswith(
        "`2` is not possible: it needs `it.face is 0`. (dice.rules:"
    )


LAST_CARD = """\
game "Last card"
    players 2..2

component Card for each rank in 1..3

table has
    deck: pile of Card

player has
    hand: set of Card, seen by owner

setup
    put every Card into deck, shuffled
    each player: draw 1 from deck to your hand

turn
    choose: "Draw?"
        "Draw": draw 1 from deck to your hand
        "Wait": nothing
"""


def test_what_a_draw_showed_cannot_be_taken_back_even_where_chance_had_no_choice(
    tmp_path: Path,
) -> None:
    path = tmp_path / "last_card.rules"
    path.write_text(LAST_CARD.replace(": nothing", ": end turn"), encoding="utf-8")
    game = load(str(path), 2)
    for word, back in (("Wait", True), ("Draw", False)):
        table = Table(game, random.Random(1).random)
        table.choose(0, word)
        assert table.can_undo(0) is back, word


def test_news_leave_out_what_the_picture_shows() -> None:
    lines = [
        log.Line(3, -1, "4", turn=0),
        log.Line(3, NOTE, "ann’s pawn: b1", turn=0),
        log.Line(3, NOTE, "deck holds 9", turn=0, counts=True),
        log.Line(3, NOTE, "ann’s pawn: b1", turn=0),
        log.Line(3, 1, "Pass", turn=1),
    ]
    assert list(news(lines, 0)) == ["chance: 4", "ann’s pawn: b1", "— ben’s turn —", "ben: Pass"]


def test_news_leave_out_what_is_as_it_was() -> None:
    texts = ["ann’s tired: no", "ann’s tired: yes", "ann’s tired: no", "ann’s pawn: b2"]
    lines = [log.Line(3, NOTE, text, turn=0) for text in texts]
    told = list(news(lines, 0, {"ann’s tired": "no", "ann’s pawn": "b1"}))
    assert told == ["ann’s tired: yes", "ann’s tired: no", "ann’s pawn: b2"]


def test_news_count_pieces_that_are_alike() -> None:
    tea = log.Line(1, NOTE, "ann’s hand: Tea", turn=0, comes=True)
    silk = log.Line(1, NOTE, "ann’s hand: Silk", turn=0, comes=True)
    assert list(news([tea, tea, silk, tea], 0)) == [
        "ann’s hand: 2 × Tea",
        "ann’s hand: Silk",
        "ann’s hand: Tea",
    ]


ALIKE = """\
game "Alike"
    players 2..2

component Ware from "wares.csv"
    name: text

player has
    hand: set of Ware, seen by owner
    next_hand: set of Ware, seen by owner

setup
    put every Ware into last(players).hand

turn
    choose: "What now?"
        "Pass on"
            each player: move your hand to left_of(you).next_hand
            each player: move your next_hand to your hand
        "Stop": end game
"""


def test_each_of_several_alike_comes(tmp_path: Path) -> None:
    (tmp_path / "wares.csv").write_text("name,copies\nTea,2\nSilk,1\n", encoding="utf-8")
    (tmp_path / "alike.rules").write_text(ALIKE, encoding="utf-8")
    table = Table(load(str(tmp_path / "alike.rules"), 2), random.Random(1).random)
    table.choose(0, "Pass on")
    told = [line for line in news(table.log(0), 0) if "next hand" in line]
    assert told == ["ann’s next hand: 2 × Tea", "ann’s next hand: Silk"]


def test_an_option_tells_what_is_printed_on_what_it_names() -> None:
    table = Table(load("master_trainer", 2), random.Random(1).random)
    view = table.view(0)
    game = table.game.schema
    assert details(game, view, "green") == "starter Bulbasaur"
    assert details(game, view, "Pidgey") == "points 2; faces 3, 4, 5; pink; attack 2; move Gust"
    assert details(game, view, "Attack Bonus 3 #2") == ""
    assert details(game, view, "Blue 41") == "kanto; Catch'em; blue; chip a Chip"
    assert details(game, view, "Walk on") == ""


def test_an_option_tells_what_is_so_and_says_nothing_of_what_is_not() -> None:
    table = Table(load("chips_advanced", 2), random.Random(1).random)
    view, game = table.view(0), table.game.schema
    of_each = {name: details(game, view, name) for name in ("Mewtwo", "Gengar", "Champion Leaf")}
    assert "; trophy; " in of_each["Mewtwo"] and "points" not in of_each["Mewtwo"]
    assert "trophy" not in of_each["Gengar"] and "points 6" in of_each["Gengar"]
    assert of_each["Champion Leaf"].endswith(
        "ability If two goals are achieved, obtain both instead of one."
    )


def test_news_tell_what_a_seat_got_without_being_asked() -> None:
    before = {"won": ["Pidgey"], "hand": ["Seel", "Onix #2"], "score": 1}
    after = {"won": ["Onix #2", "Pidgey"], "hand": ["Seel", "Mew", None], "score": 4}
    assert list(gained(before, after, ["chance: Mew (to hand)"])) == ["won: Onix"]
    assert list(gained(before, before, [])) == []


def test_rules_shows_the_line_that_asks_wherever_the_rules_lie() -> None:
    assert 'choose: "You hold {your hand}"' in [
        rule.text for rule in load("kuhn_poker", 2).schema.rules
    ]


class _Listed(Talk):
    """A device that types from a list and keeps what is said on each screen."""

    def __init__(self, answers: list[str]) -> None:
        super().__init__()
        self.answers, self.screens = answers, [""]

    def say(self, what: Any = "", *, style: str | None = None) -> None:
        self.screens[-1] += f"{what}\n"

    def wipe(self) -> None:
        self.screens.append("")

    def ask(self, prompt: str) -> str:
        if not self.answers:
            raise Ended
        return self.answers.pop(0)


def test_each_screen_tells_what_is_new_to_its_seat(tmp_path: Path) -> None:
    talk = _Listed(["1", "1", "1"])
    table = Table(load("chips", 2), random.Random(5).random, [None, None])
    Shell(table, talk, [], save_to=tmp_path / "game.save").run()
    draws = [screen.count("(to sequence)") for screen in talk.screens]
    deals = [screen.count("(to hand)") for screen in talk.screens]
    assert draws == [4, 4, 3, 3]  # the same balls are news to the second as well, and once only
    assert deals == [5, 5, 0, 0]


MANY = """\
game "Many"
    players 1..1

player has
    s: 0..5000 = 0

turn
    choose n in 0..5001: "Which?"
        your s = n
    end game
"""


def test_of_thousands_of_options_some_are_listed_and_all_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "many.rules").write_text(MANY)
    result = CliRunner().invoke(program, ["play", str(tmp_path / "many.rules")], input="4321\n")
    assert "  1. 0" in result.output and "… 4702 more" in result.output
    assert result.output.count("\n") < 400
    assert " s   4321" in result.output


def test_a_number_out_of_range_is_told_by_the_name_of_its_field(tmp_path: Path) -> None:
    (tmp_path / "many.rules").write_text(MANY)
    state = load(tmp_path / "many.rules").new_initial_state()
    with pytest.raises(RuleError, match=r"5001 is outside of the range of s \(0\.\.5000\)"):
        state.apply_action(state.string_to_action("5001"))
