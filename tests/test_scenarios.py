"""Of a game with scenarios one is played: the first, or the one that is asked for."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import hoyle
from hoyle.build import BadOption, check
from hoyle.cli import program
from hoyle.runtime.errors import LoadError

RULES = """game "Harbour"
    players 2..3
player has
    score: 0..99 = 0
table has
    cargo: 0..9 = 0
to unload
    your score += scenario.worth
    if scenario.windy: your score += 1
turn
    may "Unload": unload
    if your score > 20: victory for you
example "Whoever unloads scores"
    when ann does unload
    then ann.score > 0
scenario calm "A calm day"
    worth = 2
    weather = "calm"
    setup: cargo = 4
    example "Cargo is worth two"
        given setup
        when ann does unload
        then ann.score is 2
        and cargo is 4
scenario storm "The storm" like calm
    worth = 5
    windy = yes
    example "Cargo is worth six in a storm"
        given setup
        when ann does unload
        then ann.score is 6
        and cargo is 4
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "harbour.rules"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(program, [*words])
    return result.exit_code, result.output


@pytest.mark.parametrize(("name", "worth"), [(None, 2), ("calm", 2), ("storm", 6)])
def test_the_scenario_that_is_asked_for_is_played(rules: str, name: str, worth: int) -> None:
    game = hoyle.load(rules, scenario=name)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    seen = state.view(0)
    assert seen["players"]["ann"]["score"] == worth
    assert (seen["scenario"], seen["table"]["cargo"]) == (name or "calm", 4)
    assert game.get_parameters()["scenario"] == (name or "calm")
    assert f"scenario={name or 'calm'}" in str(game)


def test_a_save_knows_its_scenario(rules: str, tmp_path: Path) -> None:
    storm, calm = hoyle.load(rules, scenario="storm"), hoyle.load(rules)
    state = storm.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    text = state.serialize()
    assert "\nscenario: storm\n" in text
    assert storm.deserialize_state(text).view(0) == state.view(0)
    with pytest.raises(LoadError, match="another scenario: storm"):
        calm.deserialize_state(text)
    save = tmp_path / "one.save"
    save.write_text(text, encoding="utf-8")
    assert "score   6" in run("play", rules, "--load", str(save))[1]
    words = ["play", rules, "--load", str(save), "--scenario", "calm"]
    assert "another scenario" in str(CliRunner().invoke(program, words).exception)


def test_a_scenario_that_is_not_there_is_named(rules: str) -> None:
    with pytest.raises(BadOption, match="no scenario `strom`"):
        hoyle.load(rules, scenario="strom")
    with pytest.raises(BadOption, match="by its name"):
        hoyle.load(rules, scenario=7)  # type: ignore[arg-type]


def test_the_scenario_of_a_game_without_any_is_refused() -> None:
    with pytest.raises(BadOption, match="It has no scenarios"):
        hoyle.load("connect_four", scenario="storm")


def test_examples_of_a_scenario_run_under_it(rules: str) -> None:
    code, told = run("test", rules)
    shared = "ok   harbour: Whoever unloads scores\n"
    calm, storm = (
        "ok   harbour: Cargo is worth two\n",
        "ok   harbour: Cargo is worth six in a storm\n",
    )
    assert (code, told) == (0, f"{shared}{calm}{storm}all examples hold\n")
    code, told = run("test", rules, "--scenario", "storm")
    assert (code, told) == (0, f"{shared}{storm}all examples hold\n")


def test_every_scenario_is_checked(rules: str) -> None:
    assert run("check", rules)[0] == 0
    path = Path(rules)
    path.write_text(RULES.replace("ann.score is 6", "ann.scroe is 6"), encoding="utf-8")
    code, told = run("check", rules)
    assert (code, told.count("R0204")) == (1, 1)
    assert check(rules).game is not None


def test_commands_take_a_scenario(rules: str) -> None:
    code, told = run("simulate", rules, "-n", "3", "--scenario", "storm", "--format", "json")
    assert (code, json.loads(told)["finished"]) == (0, 3)
    assert "scenario='storm'" in run("show", "python", rules, "--scenario", "storm")[1]
