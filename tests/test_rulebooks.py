"""Rulebooks: everything is on them, everything links, the same rules give the same bytes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest
from click.testing import CliRunner

from hoyle import rulebooks, site
from hoyle.cli import program
from hoyle.find import find

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("chips_advanced", "master_trainer", "pokescape", "oware", "connect_four", "kuhn_poker")

Files = dict[str, str]

TOY = """game "A *small* game <b>of</b> cards"
    players 2..3
    limit 20 turns

## Highest card wins.
kinds Suit: red, black

== Playing ==

component Card from "cards.csv"
    name: text
    worth: 0..9
    when spent: move this to bottom of deck

table has
    deck: pile of Card

player has
    hand: set of Card, seen by owner
    points: 0..99 = 0

setup
    put every Card into deck, shuffled
    each player: draw 2 from deck to your hand

## You play a card, or you pass.
turn
    choose at acting: "What now?"
        "Pass"
        "Score" once when your score > 2 "you have nothing": your points += 1
    play_out

to play_out
    choose card from your hand, if any: "Which card?"
        your points += your score
        spend card

value score of player = sum(worth of your hand)
adjust score of player by + 2 when count(hand) is 0
adjust score of player at most 9

Card "The | bar"
    may in acting when your points > 0: your points += 1
    may after play_out by others: draw 1 from deck to your hand

whenever any p in players has p.points > 20: victory for players with most points

option quick = no "Half of the points win"
ruling gap "Nobody looks under the deck."
invariant "No card is lost" count(Card) is 3

example "A card counts"
    given ann.hand is "Ace"
    when ann does play_out
        ann chooses "Ace"
    then ann.points is 8
"""
CARDS = """name,worth,copies,status,source
Ace,8,1,seed,the box
The | bar,1,2,assumed,ours
"""
VARIANT = """game "The variant"
    extends "toy.rules"

to play_out
    original()
    your points += 1

component Chip from "chips.csv"
    name: text

table has
    bowl: set of Chip
after setup: put every Chip into bowl

ruling text "The variant is ours."
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("toy")
    (folder / "toy.rules").write_text(TOY, encoding="utf-8")
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    (folder / "more.rules").write_text(VARIANT, encoding="utf-8")
    (folder / "chips.csv").write_text("name\nA\nB\n", encoding="utf-8")
    return folder


def printed(*paths: Path) -> Files:
    return rulebooks.files(rulebooks.books(paths))


@pytest.fixture(scope="module")
def pages(toy: Path) -> Files:
    return printed(toy / "more.rules")


@pytest.fixture(scope="module")
def shipped() -> Files:
    return printed(*(find(name) for name in GAMES))


# ---- links
LINK = re.compile(r"\]\(([^) ]+)(?: \"[^\"]*\")?\)")


def broken(files: Files) -> list[str]:
    """Links that lead nowhere."""
    anchors = {name: set(re.findall(r'\bid="([^"]*)"', text)) for name, text in files.items()}
    found = []
    for name, text in files.items():
        for link in LINK.findall(text) + re.findall(r'href="(#[^"]*)"', text):
            path, _, anchor = link.partition("#")
            target = str(PurePosixPath(os.path.normpath(PurePosixPath(name).parent / path)))
            target = target if path else name
            if target not in files or (anchor and anchor not in anchors[target]):
                found.append(f"{name}: {link}")
    return found


def test_every_link_leads_somewhere(shipped: Files, pages: Files) -> None:
    assert sum(len(LINK.findall(text)) for text in shipped.values()) > 10_000
    assert broken(shipped) == []
    assert broken(pages) == []


def test_no_anchor_is_there_twice(shipped: Files, pages: Files) -> None:
    for name, text in (shipped | pages).items():
        anchors = re.findall(r'\bid="([^"]*)"', text)
        assert len(anchors) == len(set(anchors)), name


def test_a_rule_leads_to_its_line_and_the_line_is_there(pages: Files) -> None:
    number = TOY.split("\n").index("to play_out") + 1
    assert f"[toy.rules:{number}](source.md#line-toy-rules-{number})" in pages["toy/turn.md"]
    assert f'<span id="line-toy-rules-{number}">to play_out</span>' in pages["toy/source.md"]


def test_a_clause_leads_to_its_rules_and_a_rule_to_its_clauses(shipped: Files) -> None:
    clauses = shipped["chips/clauses.md"]
    (row,) = (line for line in clauses.split("\n") if 'id="clause-ch-015"' in line)
    assert "(turn.md#rule-claim)" in row
    assert "(rulings.md#ruling-conflict)" in row
    assert "(examples.md#example-the-trophy-cannot-be-hidden)" in row
    assert "(clauses.md#clause-ch-015)" in shipped["chips/turn.md"]


def test_a_card_leads_to_its_rules_and_they_lead_back(pages: Files) -> None:
    (row,) = (line for line in pages["toy/components.md"].split("\n") if "row-card-the-bar" in line)
    assert "(cards.md#rules-the-bar)" in row
    assert "(components.md#row-card-the-bar)" in pages["toy/cards.md"]


def test_a_term_leads_to_the_glossary_once_in_a_text(pages: Files) -> None:
    assert "You play a [card](glossary.md#term-card), or you pass." in pages["toy/turn.md"]
    assert 'id="term-deck"' in pages["toy/glossary.md"]


# ---- what is on them
PAGES = (
    "index components places setup turn actions cards values victory options rulings examples "
    "assumed glossary source print"
)


def test_everything_that_there_is_has_its_page(pages: Files, shipped: Files) -> None:
    for name in PAGES.split():
        assert f"toy/{name}.md" in pages
    assert "toy/clauses.md" not in pages, "it has no source"
    assert "toy/board.md" not in pages
    assert {"pokescape/board.md", "pokescape/clauses.md"} <= set(shipped)


def test_the_overview_says_for_whom_it_is_and_how_it_ends(pages: Files) -> None:
    page = pages["toy/index.md"]
    assert "For 2 to 3 players." in page
    assert "After 20 turns it is over at the latest." in page
    assert "\n- As soon as there is a player whose " in page
    assert "wins" in page


def test_a_table_tells_copies_marks_and_their_sources(pages: Files) -> None:
    assert "| copies | name | worth | rules | source |" in pages["toy/components.md"]
    assert "| [Card](components.md#table-card) | 2 | assumed | ours |" in pages["toy/assumed.md"]
    assert "Nobody looks under the deck." in pages["toy/assumed.md"]


def test_every_action_and_every_decision_is_listed(pages: Files) -> None:
    page = pages["toy/actions.md"]
    for label in ("“Pass”", "“Score”", "“Which card?”", "“What now?”"):
        assert label in page
    assert "| your [score](values.md#value-player-score) is more than 2 (else: you have" in page
    assert "<code>" not in page, "the rules are told in English"
    (row,) = (line for line in page.split("\n") if "“Which card?”" in line)
    assert "| one Card | 2 |" in row
    assert 'id="window-acting"' in page


def test_who_may_react_is_told_by_event(pages: Files) -> None:
    (row,) = (line for line in pages["toy/cards.md"].split("\n") if line.startswith("| [play out]"))
    assert "| after | Card “The &#124; bar”; another's deed | may |" in row


def test_a_value_stands_with_all_its_adjustments(pages: Files) -> None:
    rows = [line for line in pages["toy/values.md"].split("\n") if line.startswith("| [score]")]
    assert len(rows) == 3
    assert "9" in rows[2]


def test_lines_that_adjust_a_value_are_told_with_it(pages: Files) -> None:
    page = pages["toy/values.md"]
    assert '### <a id="adjust"></a><a id="adjust-2"></a><a id="value-player-score"></a>' in page
    assert "Adjusts score" not in page.split("\n## ", 2)[2]
    assert "adjust score of player at most 9" in page


def test_words_of_a_game_are_no_markup(pages: Files) -> None:
    assert pages["toy/index.md"].startswith("# A \\*small\\* game &lt;b&gt;of&lt;/b&gt; cards\n")
    for text in pages.values():
        for line in text.split("\n"):
            assert not line.startswith("| The | bar")


def test_a_variant_tells_only_what_is_different(pages: Files) -> None:
    turn = pages["more/turn.md"]
    assert 'id="rule-play-out"' in turn or 'id="rule-play-out-2"' in turn
    assert "*(instead of the rule of that name)*" in turn
    assert "You play a" not in turn
    assert (
        "[A \\*small\\* game &lt;b&gt;of&lt;/b&gt; cards](../toy/index.md)"
        in pages["more/index.md"]
    )
    assert "row-chip-a" in pages["more/components.md"]
    assert "row-card-ace" not in pages["more/components.md"]
    assert "more/values.md" not in pages


def test_the_board_stands_on_its_page_with_its_legend(shipped: Files) -> None:
    page = shipped["master_trainer/board.md"]
    assert page.count('<svg class="board"') == 1
    assert '<ul class="legend">' in page
    assert 'href="#row-space-cerulean-city"' in page
    assert "one way only" in page


def test_an_example_shows_its_position_on_a_board_of_squares(shipped: Files) -> None:
    page = shipped["oware/examples.md"]
    assert page.count('<svg class="board"') == 1
    assert ">9: 2</text>" in page and ">10: 1</text>" in page
    assert ">ann</text>" in shipped["connect_four/examples.md"]
    assert "<svg" not in shipped["kuhn_poker/examples.md"]


def test_an_example_shows_the_part_of_a_board_that_it_speaks_of(shipped: Files) -> None:
    hexes = shipped["pokescape/examples.md"]
    assert hexes.count('<svg class="board"') > 40
    first = hexes.split("<svg")[1].split("</svg>")[0]
    assert 1 < first.count("<polygon") < 30, "of 156 hexes those around the figures"
    assert ">Pikachu</text>" in hexes
    roads = shipped["master_trainer/examples.md"].split("<svg")[1].split("</svg>")[0]
    assert ">ann</text>" in roads
    assert 3 <= roads.count("<line") < 12


def test_every_scenario_has_its_map(shipped: Files) -> None:
    page = shipped["pokescape/board.md"]
    assert page.count('<svg class="board"') == 4
    assert "## The map of “Sea Cave”" in page
    assert "The map of “Starter Pokémon”" not in page, "it is played on that of the first"


def test_examples_of_scenarios_stand_with_the_examples(shipped: Files) -> None:
    assert "## Examples of “Introduction to 1-on-1”" in shipped["pokescape/examples.md"]
    assert "(examples.md#example-" in shipped["pokescape/clauses.md"]


def test_all_that_is_printed_stands_on_one_page(pages: Files) -> None:
    page = pages["toy/print.md"]
    for words in ("Highest card wins.", "“Which card?”", "Nobody looks under the deck.", "Ace"):
        assert words in page
    assert "source.md" not in page
    assert broken({"print.md": page}) == []


# ---- how they are made
def test_nothing_is_asked_of_the_outside(shipped: Files, pages: Files) -> None:
    for name, text in (shipped | pages).items():
        outside = set(re.findall(r"(?:https?:)?//[\w.]+", text)) - {"http://www.w3.org"}
        assert not [url for url in outside if url.startswith(("http", "//www"))], name


def test_no_path_of_this_machine_is_printed(shipped: Files, pages: Files, toy: Path) -> None:
    for name, text in (shipped | pages).items():
        assert str(ROOT) not in text, name
        assert str(toy) not in text, name


def test_the_same_rules_give_the_same_bytes(toy: Path, tmp_path: Path, pages: Files) -> None:
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "hoyle", "docs", str(toy / "more.rules"), "-o", seed]
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        subprocess.run(command, check=True, capture_output=True, cwd=tmp_path, env=env)
        for name, text in pages.items():
            assert (tmp_path / seed / name).read_bytes() == text.encode(), name


def test_a_number_that_is_changed_shows_after_one_command(toy: Path, tmp_path: Path) -> None:
    shutil.copytree(toy, tmp_path / "games")
    table = tmp_path / "games" / "cards.csv"
    table.write_text(CARDS.replace("Ace,8", "Ace,7"), encoding="utf-8")
    rules = str(tmp_path / "games" / "toy.rules")
    result = CliRunner().invoke(program, ["docs", rules, "-o", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    page = (tmp_path / "out" / "toy" / "components.md").read_text(encoding="utf-8")
    assert "</a>1 | Ace | 7 |" in page


def test_pages_that_are_as_they_were_stay_untouched(pages: Files, tmp_path: Path) -> None:
    rulebooks.write(pages, tmp_path)
    page = tmp_path / "toy" / "index.md"
    os.utime(page, (1, 1))
    rulebooks.write(pages, tmp_path)
    assert page.stat().st_mtime == 1


def test_without_a_folder_the_command_says_what_to_do() -> None:
    result = CliRunner().invoke(program, ["docs", "pig"])
    assert result.exit_code == 2
    assert "-o FOLDER" in result.output


def test_rules_with_mistakes_are_told(tmp_path: Path) -> None:
    (tmp_path / "bad.rules").write_text('game "X"\n    players 2..2\nturn\n    foo\n', "utf-8")
    result = CliRunner().invoke(program, ["docs", str(tmp_path / "bad.rules"), "-o", str(tmp_path)])
    assert result.exit_code == 1
    assert "bad.rules:4" in result.output


def test_without_mkdocs_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "find_spec", lambda name: None)
    with pytest.raises(site.NoMkdocs, match=r"pip install 'hoyle\[docs\]'"):
        site.build_site([find("pig")], tmp_path, tmp_path / "out")


def test_while_rules_have_mistakes_the_pages_stay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bad.rules").write_text('game "X"\n    players 2..2\nturn\n    foo\n', "utf-8")
    site.refresh([str(tmp_path / "bad.rules")], str(tmp_path / "pages"))
    assert "R0" in caplog.text
    assert not (tmp_path / "pages").exists()


# ---- courses
COURSES = """game "Courses"
    players 2..2

table has
    rounds: 0..9 = 0

play
    repeat
        each player
            open_up
            act
        rounds += 1
        until rounds is 3
    end game

to open_up
    choose: "Which way?"
        "Left": walk_on
        "Right"

to walk_on
    may "Rest": rest
    rest

to rest
    rounds = 0

to act
    if rounds > 1: rest
    otherwise: walk_on
    offer talking: "Anything to say?"
        "Speak": rest
"""


@pytest.fixture(scope="module")
def courses(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("courses")
    (folder / "courses.rules").write_text(COURSES, encoding="utf-8")
    return printed(folder / "courses.rules")["courses/turn.md"]


def rows_below(page: str, heading: str) -> list[str]:
    """The rows of the first table below a heading, without links."""
    text = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line for line in text.split("\n") if line.startswith("| ")][2:]
    return [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", row) for row in rows]


def test_a_course_is_told_step_by_step(courses: str) -> None:
    assert rows_below(courses, "The course of the game, as a diagram") == [
        "| 1 | Repeat this again and again | step 2 | ",
        "| 2 | Each player in turn | step 3; all are done: step 5 | ",
        "| 3 | Open up | step 4 | ",
        "| 4 | Act | the next player: step 2 | ",
        "| 5 | Add 1 to the rounds | step 6 | ",
        "| 6 | It depends | otherwise; again: step 1; when the rounds are 3: step 7 | ",
        "| 7 | The game is over | the end | ",
    ]


def test_a_fork_says_when_and_an_offer_comes_back(courses: str) -> None:
    assert rows_below(courses, "Act, as a diagram") == [
        "| 1 | It depends | if the rounds are more than 1: step 2; otherwise: step 3 | ",
        "| 2 | Rest | step 4 | ",
        "| 3 | Walk on | step 4 | ",
        "| 4 | “Anything to say?” | “Speak”: step 5; again: step 4; all pass: the end | ",
        "| 5 | Rest | step 4 | ",
    ]


def test_a_course_is_drawn_with_links_to_its_rules(courses: str) -> None:
    drawn = courses.split(", as a diagram\n")[1].split("</svg>")[0]
    for link in ("rule-open-up", "rule-act"):
        assert f'href="#{link}"' in drawn
        assert f'id="{link}"' in courses


# ---- words of the pages
ENDING = """game "An ending"
    players 2..4

include "base.rules"

## Some tiles are bought.
component Tile from "tiles.csv"
    price: 0..9

## What lies on the table.
table has
    ## Whose turn it is, or was.
    mover: player or none = none
    bag: bag of Tile
    ## Won tiles stay here.
    shelf: row of Tile

player has
    coins: 0..9 = 0
    rich: flag = no

setup
    put every Tile into bag
    each tile in Tile where it.price > 1: move tile to shelf
    if sales > 1
        each player: your rich = no
        sales = 0
        move shelf to bag
        sales = 1
    deal
    mover = first(players)

to deal
    each player: draw 1 from bag to shelf

play
    repeat
        each player: owe(2)
        offer extra for each player

to owe(amount: 0..9)
    repeat until your coins >= amount
        choose: "You owe {amount}"
            "Sell" when count(shelf) > 0
                choose tile from shelf: "Which?"
                move tile to bag
                your coins += 1
            "Draw": draw_one
            "Deal": deal

to draw_one
    draw 1 from bag to shelf
    sales += 1

may "Take one" in extra: your coins += 1

## Whoever is rich first wins. It may be the mover.
whenever any p in players has p is rich
    if mover is not none and mover is rich: victory for {mover}
    otherwise: victory for players q where q is rich
"""
BASE = """## Every tile has a name.
component Tile
    name: text

table has
    ## None at first.
    sales: 0..9 = 0
"""


@pytest.fixture(scope="module")
def ending(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("ending")
    (folder / "ending.rules").write_text(ENDING, encoding="utf-8")
    (folder / "base.rules").write_text(BASE, encoding="utf-8")
    (folder / "tiles.csv").write_text("name,price\nA,1\nB,2\n", encoding="utf-8")
    return {
        name.removeprefix("ending/"): re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
        for name, text in printed(folder / "ending.rules").items()
    }


def test_an_end_is_told_with_all_that_leads_to_it(ending: Files) -> None:
    told = ending["index.md"].split("## How it ends\n")[1].split("\n## ")[0].strip().split("\n")
    assert [line.strip() for line in told] == [
        "- Whoever is rich first wins.",
        "- As soon as at least one player is rich:",
        "- If there is a mover and the mover is rich, the game ends; the mover wins.",
        "- Otherwise, the game ends, and the player who is rich wins; if there are several, "
        "they share the victory.",
    ]


def test_what_has_no_name_is_called_by_its_prose_which_is_told_once(ending: Files) -> None:
    page = ending["turn.md"]
    assert "</a>Whoever is rich first wins\n\nIt may be the mover.\n" in page
    assert ending["victory.md"].count("Whoever is rich first wins") == 1


def test_the_table_of_a_course_has_no_code_and_tells_every_deed_once(ending: Files) -> None:
    assert rows_below(ending["turn.md"], "Owe, as a diagram") == [
        "| 1 | As long as your coins are less than the amount, repeat this | "
        "step 2; your coins are at least the amount: the end | ",
        "| 2 | “You owe ‹the amount›” | “Sell”: step 3; “Draw”: step 6; “Deal”: step 7 | ",
        "| 3 | “Which?” | step 4 | ",
        "| 4 | Move that Tile to the bag | step 5 | ",
        "| 5 | Add 1 to your coins | again: step 1 | ",
        "| 6 | Draw one | again: step 1 | ",
        "| 7 | Deal | again: step 1 | ",
    ]
    assert "| 3 | Do something at “extra”? | " in ending["turn.md"]


def test_what_is_declared_in_parts_stands_together(ending: Files) -> None:
    page = ending["components.md"]
    assert page.count("There are two Tiles.") == 1
    assert "- Each shows its name.\n- Each shows its price (0 to 9).\n" in page
    assert ending["places.md"].count("</a>On the table") == 1
    assert "- Sales: 0 to 9" in ending["places.md"].split("</a>Each player has")[0]


def test_a_term_is_told_in_the_words_of_its_own_field(ending: Files) -> None:
    page = ending["glossary.md"]
    assert "</a>bag | A bag of Tiles, on the table. | " in page
    assert "</a>shelf | A row of Tiles, on the table. Won tiles stay here. | " in page
    assert "</a>Tile | 2 pieces. Every tile has a name. Some tiles are bought. | " in page


def test_the_setup_at_a_glance_has_all_its_steps(ending: Files) -> None:
    glance = ending["setup.md"].split("## At a glance\n")[1].split("\n## ")[0].strip()
    assert glance.split("\n") == [
        "1. Put all Tiles into the bag.",
        "2. For each Tile whose price is more than 1, move that Tile to the shelf.",
        "3. If the sales are more than 1 …",
        "4. Deal",
        "5. The first player is now the mover.",
    ]


def test_tables_lead_to_rules_by_their_names_not_by_numbers_of_lines(pages: Files) -> None:
    for name in ("actions", "values", "options", "cards", "victory"):
        assert not re.search(r"\[line \d+\]", pages[f"toy/{name}.md"]), name
