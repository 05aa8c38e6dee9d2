"""Campaigns: what lasts from chapter to chapter, where they fork, saves, and the commands."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import hoyle
from hoyle.cli import program
from hoyle.runtime import carried, saves
from hoyle.runtime.bots import RandomBot
from hoyle.runtime.campaigns import Campaign
from hoyle.runtime.errors import LoadError, RuleError, WrongNode
from hoyle.runtime.game import Game
from hoyle.runtime.state import State
from hoyle.runtime.table import Table

VOYAGE = str(Path(__file__).parent / "games" / "voyage.rules")
CARRIED = {
    "table": ("wind", "charts", "best"),
    "players": ("fame", "money", "crew", "hand", "cargo"),
    "things": ("Mate",),
}


@pytest.fixture(scope="module")
def voyage() -> Campaign:
    return hoyle.load_campaign(VOYAGE)


def ended(game: Game, seed: int) -> State:
    """The end of a game played at random, with its history."""
    rng, state = Random(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def lasting(state: State) -> dict[str, Any]:
    """What all see of the fields that are carried."""
    view = state.view(0)
    players = view["players"].values()
    return {
        "table": {name: view["table"][name] for name in CARRIED["table"]},
        "players": [{name: seat[name] for name in CARRIED["players"]} for seat in players],
        "mates": {name: dict(mate) for name, mate in view["things"]["Mate"].items()},
    }


def chapters(campaign: Campaign, seed: int) -> Iterator[tuple[Game, State]]:
    game: Game | None = campaign.first()
    while game is not None:
        end = ended(game, seed)
        yield game, end
        game = campaign.after(game, end)


def storm(campaign: Campaign) -> tuple[Game, State]:
    """A second chapter in which a lot happens, and its end."""
    return next(
        (game, end)
        for seed in range(20)
        for game, end in chapters(campaign, seed)
        if game.schema.scenario == "storm" and len(end.history()) > 6
    )


@pytest.mark.parametrize("seed", range(6))
def test_what_is_carried_stands_there_when_the_next_chapter_begins(
    voyage: Campaign, seed: int
) -> None:
    before: State | None = None
    for game, end in chapters(voyage, seed):
        begun = game.new_initial_state()
        if before is not None and game.schema.scenario != "home":  # which plays by itself
            assert lasting(begun) == lasting(before)
        table = begun.view(0)["table"]
        held = sum(seat["money"] for seat in begun.view(0)["players"].values())
        assert table["bank"] + held == 60
        before = end


def test_places_of_pieces_follow_them(voyage: Campaign) -> None:
    """Whoever is in a crew is not in the tavern as well; the order of a pile stays."""
    first = voyage.first()
    end = ended(first, 3)
    second = voyage._game(1, "calm", carried.written(end, voyage.told.carries))
    begun = second.new_initial_state().view(0)
    hired = [mate for seat in begun["players"].values() for mate in (*seat["crew"], *seat["hand"])]
    assert hired and sorted(hired + begun["table"]["tavern"]) == ["Alice", "Bob", "Carol", "Dan"]
    assert begun["table"]["charts"] == end.view(0)["table"]["charts"]
    assert first.new_initial_state().view(0)["table"]["charts"] != begun["table"]["charts"]


HANDS = """
game "Hands"
    players 2..2

component Card for each rank in 1..8

table has
    deck: pile of Card

player has
    hand: set of Card, seen by owner

setup
    put every Card into deck, shuffled
    each player: draw 2 from deck to your hand

turn
    choose: "What?"
        "Draw" when count(deck) > 0: draw 1 from deck to your hand
        "Stop": end game

scenario one "One"
    worth = 1

scenario two "Two" like one
    worth = 2

campaign both "Both": one, two
    carries hand of player
"""


def hands(state: State) -> list[list[str]]:
    """What each seat sees in its own hand."""
    return [state.view(seat)["players"][name]["hand"] for seat, name in enumerate(("ann", "ben"))]


def test_cards_of_a_hand_are_found_in_a_deck_that_was_shuffled_face_down(tmp_path: Path) -> None:
    (tmp_path / "hands.rules").write_text(HANDS)
    campaign = hoyle.load_campaign(tmp_path / "hands.rules")
    for seed in range(10):
        (_, end), (second, _) = chapters(campaign, seed)
        now = second.new_initial_state()
        while now.is_chance_node():
            now.apply_action(now.legal_actions()[0])
        assert hands(now) == hands(end)


def test_forks_lead_elsewhere(voyage: Campaign) -> None:
    ways = {tuple(name for name, _ in voyage.playout(Random(seed))) for seed in range(60)}
    assert ways == {("calm", "home"), ("calm", "storm", "home")}


def test_a_campaign_may_end_before_its_last_chapter(voyage: Campaign) -> None:
    first = voyage.first()
    end = ended(first, 1)
    storm = voyage._game(1, "calm", {})
    poor = storm.new_initial_state()
    poor.pc = -1  # over before anybody had done anything
    assert voyage.after(storm, poor) is None
    assert voyage.after(first, end) is not None


def test_a_chapter_alone_begins_as_its_setup_leaves_it() -> None:
    alone = hoyle.load(VOYAGE, scenario="storm").new_initial_state().view(0)
    assert [seat["money"] for seat in alone["players"].values()] == [5, 5]
    assert len(alone["table"]["tavern"]) == 4


def test_only_a_chapter_that_is_over_has_a_next_one(voyage: Campaign) -> None:
    game = voyage.first()
    with pytest.raises(WrongNode, match="not over"):
        voyage.after(game, game.new_initial_state())
    plain = hoyle.load(VOYAGE)
    with pytest.raises(WrongNode, match="no chapter"):
        voyage.after(plain, ended(plain, 1))


def test_a_position_of_a_chapter_knows_what_it_began_with(voyage: Campaign) -> None:
    """Undo, replay, pickling and playing on at random begin where the chapter began."""
    game, end = storm(voyage)
    assert game.held
    assert game.replay(end.past_list()) == end
    assert pickle.loads(pickle.dumps(end)) == end
    assert pickle.loads(pickle.dumps(game)).held == game.held
    back = end.clone()
    back.undo_action(-1, back.history()[-1])
    assert back.child(end.history()[-1]) == end
    assert game.played(Random(1)) == game.played(Random(1))
    assert game.played(Random(1)).get_game().held == game.held


def test_a_save_holds_what_the_chapter_began_with(voyage: Campaign) -> None:
    game, end = storm(voyage)
    text = game.serialize(end)
    assert "\ncampaign: voyage 2\nbrings wind of table: " in text
    plain = hoyle.load(VOYAGE, scenario="storm")
    again = plain.deserialize_state(text)
    assert again.key() == end.key()
    assert again.serialize().replace("campaign: voyage 2\n", "") == (
        text.replace("campaign: voyage 2\n", "")
    )
    assert saves.begun(plain, saves.heading(text)).chapter == ("voyage", 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('{"table": "', '{"table": "north by ', "There is no 'north by "),
        ('{"ann": ', '{"zed": ', "other owners"),
        ("brings wind of table: {", "brings wind of table: [", "which is no value"),
        ("campaign: voyage 2", "campaign: voyage two", "is no campaign"),
        ("brings wind of table", "brings wind", "which is no value"),
        ("brings wind of table", "brings mind of table", "brings no `mind` of table"),
    ],
)
def test_a_save_that_brings_what_cannot_be_is_refused(
    voyage: Campaign, old: str, new: str, told: str
) -> None:
    game, end = storm(voyage)
    text = game.serialize(end)
    assert old in text
    with pytest.raises(LoadError, match=told):
        game.deserialize_state(text.replace(old, new, 1))


def test_a_number_out_of_its_range_is_told_by_the_rules(voyage: Campaign) -> None:
    game, end = storm(voyage)
    text = game.serialize(end)
    at = text.index('"ann": ', text.index("brings fame"))
    with pytest.raises(RuleError, match="outside of the range of fame"):
        game.deserialize_state(text[:at] + text[at:].replace('"ann": ', '"ann": 777', 1))


def test_a_table_goes_on_with_the_save_of_a_chapter(voyage: Campaign) -> None:
    game, _ = storm(voyage)
    bots = [RandomBot(Random(n).random) for n in range(2)]
    table = Table(game, Random(4).random, bots)
    table.play_bots()
    other = Table(hoyle.load(VOYAGE, scenario="storm"), Random(4).random, bots)
    other.load(table.save())
    assert (other.state.key(), other.game.chapter) == (table.state.key(), ("voyage", 1))


# ---------------------------------------------------------------------------------- the commands


def run(*words: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(program, [*words], input=typed)
    return result.exit_code, result.output


def test_simulate_tells_of_every_chapter() -> None:
    words = ("simulate", VOYAGE, "--campaign", "-n", "12", "--checked", "--format", "json")
    code, told = run(*words)
    found = {one["chapter"]: one["finished"] for one in json.loads(told)["chapters"]}
    assert code == 0
    assert found["Chapter 1: A calm day"] == found["Chapter 3: Home again"] == 12
    assert 0 < found["Chapter 2: The storm"] <= 12


def test_a_campaign_is_played_left_and_gone_on_with(tmp_path: Path) -> None:
    moves = tmp_path / "moves"
    moves.write_text("Trade\ncloth\n" * 40, encoding="utf-8")
    seats = ("--seat", "2=human", "--seed", "5", "--moves", str(moves))
    code, told = run("play", VOYAGE, "--campaign", "voyage", *seats)
    assert code == 0
    places = [told.index(x) for x in ("Chapter 1: A calm day", "The chapter is over.")]
    assert places == sorted(places) and "The campaign is over." in told[places[1] :]
    save = tmp_path / "one.save"
    moves.write_text("Trade\ncloth\n" * 4, encoding="utf-8")
    code, told = run("play", VOYAGE, "--campaign", *seats, "--save", str(save), typed="quit\n")
    assert saves.heading(save.read_text(encoding="utf-8")).chapter is not None
    moves.write_text("Trade\nsalt\n" * 40, encoding="utf-8")
    code, told = run("play", VOYAGE, "--load", str(save), *seats)
    assert code == 0 and "The campaign is over." in told


def test_a_campaign_that_is_not_there_is_told() -> None:
    with pytest.raises(hoyle.BadOption, match="no campaign `trip`; there is voyage"):
        hoyle.load_campaign(VOYAGE, "trip")
    with pytest.raises(hoyle.BadOption, match="has no campaign"):
        hoyle.load_campaign("connect_four")
    words = ("simulate", VOYAGE, "--campaign", "--scenario", "calm")
    assert "leave --scenario away" in run(*words)[1]
