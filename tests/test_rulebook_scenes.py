"""Rulebooks of games with scenarios: what stands in each, what leads where, hints at links."""

from __future__ import annotations

import re

import pytest

from hoyle import rulebooks

Files = dict[str, str]

HARBOUR = """game "Harbour"
    players 2..3

board of Pier, ring of 4

component Crate
    name: text
    ## What it costs to lift it.
    cost: 1..4
Crate "Tea"
    cost = 2
    to open: sold += cost
Crate "Tar"
    cost = 1

table has
    ship: bag of Crate
    shore: set of Crate, face up
    sold: 0..9 = 0

player has
    ## What is left to spend.
    coins: 0..20 = 0
    ## Whether the crane was used in this turn.
    hoist: flag = no
    pawn: Pier = "1"

setup
    put every Crate into ship

## What is inside is for whoever opens it.
to open(crate: Crate)

## Rich enough for a crate.
value able of player = your coins > 0

turn
    let last = your pawn
    your hoist = yes
    if not you.hoist and you.able: your coins += 1
    choose crate from shore, if any: "Open which?"
        open(crate)
    move your pawn to last
    your hoist = no

after open by anyone: your coins += 1

scenario calm "A calm day"
scenario storm "The storm"
    to heave
        each crate in Crate where cost > 1: move crate to shore
    after open by anyone: heave

whenever any p in players has p.coins > 9: victory for players with most coins
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Files:
    path = tmp_path_factory.mktemp("harbour") / "harbour.rules"
    path.write_text(HARBOUR, encoding="utf-8")
    found = rulebooks.files(rulebooks.books([path]))
    return {name.removeprefix("harbour/"): text for name, text in found.items()}


def words(page: str) -> str:
    return re.sub(r"\[([^]]*)\]\([^)]*\)|<a [^>]*></a>", lambda link: link[1] or "", page)


def test_rules_of_a_scenario_that_is_not_played_are_told_with_their_types(pages: Files) -> None:
    told = words(pages["options.md"]).split("The storm\n")[1]
    assert "For each Crate whose cost is more than 1, move that Crate to the shore." in told


def test_a_rule_leads_to_what_pieces_and_other_rules_make_of_it(pages: Files) -> None:
    told = pages["turn.md"].split("</a>Open (")[1].split("\n###")[0]
    assert "\nSee also: [Tea](cards.md#rules-tea), [After “open”](#hook)\n" in told
    assert "See also" not in pages["turn.md"].split("</a>A turn")[1].split("\n###")[0]


def test_a_link_says_in_the_words_of_the_designer_what_it_leads_to(pages: Files) -> None:
    assert '[coins](places.md#field-player-coins "What is left to spend.")' in pages["turn.md"]
    assert 'values.md#value-player-able "Rich enough for a crate.")' in pages["turn.md"]
    assert '"What it costs to lift it.")' in pages["options.md"]
    assert '"What is left to spend."' not in pages["print.md"]


def test_a_flag_of_a_player_is_no_mark(pages: Files) -> None:
    told = words(pages["turn.md"])
    assert "From now on “hoist” holds for you." in told
    assert "From now on “hoist” does not hold for you." in told
    assert "marked" not in told


def test_a_pawn_is_told_apart_from_its_space(pages: Files) -> None:
    told = words(pages["turn.md"])
    assert "Call the Pier of your pawn the last." in told
    assert "Move your pawn to the last." in told


def test_a_setup_of_few_steps_is_told_once(pages: Files) -> None:
    assert "At a glance" not in pages["setup.md"]
    assert words(pages["setup.md"]).count("Put all Crates into the ship.") == 1


# ---- on paper
def test_on_paper_the_rules_come_first_and_what_one_looks_up_is_an_appendix(pages: Files) -> None:
    paper = pages["print.md"]
    titles = re.findall(r"^## (?:<a [^>]*></a>)*(.*)$", paper, re.MULTILINE)
    assert titles.index("How it is played") < titles.index("Every decision") < titles.index("Terms")
    assert "The pages" not in titles and "All values and their adjustments" not in paper
    start = paper.index('<a id="appendix"></a>')
    assert paper.index("How it is played") < start < paper.index("Every decision")
    assert "harbour.rules:" not in paper


def test_on_paper_long_tables_stand_in_the_appendix(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("long")
    rows = "".join(f"Crate {number},{number % 9}\n" for number in range(30))
    (folder / "crates.csv").write_text(f"name,worth\n{rows}", encoding="utf-8")
    (folder / "long.rules").write_text(LONG, encoding="utf-8")
    paper = rulebooks.files(rulebooks.books([folder / "long.rules"]))["long/print.md"]
    rules, appendix = paper.split('<a id="appendix"></a>')
    assert "Crate 29 |" not in rules and "Crate 29 |" in appendix
    assert "The table stands in [the appendix](#page-tables)." in rules
    assert '<a id="page-tables"></a>' in appendix


LONG = """game "Long"
    players 2..3

component Crate from "crates.csv"
    name: text
    worth: 0..9

player has
    held: set of Crate, face up

table has
    ship: set of Crate, face up

setup: put every Crate into ship

turn: move ship to your held
"""
