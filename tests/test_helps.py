"""What a message says to try is what the designer may write."""

from __future__ import annotations

import pytest

from hoyle.dsl import MemoryReader, load
from hoyle.dsl.diagnostics import Sink

RULES = """\
game "Helps"
    players 2..3
    limit 9 rounds
kinds Ball: poke, master
component Token from "tokens.csv"
    name: text
{of_token}
table has
    deck: pile of Token
{of_table}
player has
    score: 0..9 = 0
setup: put every Token into deck, shuffled
turn
    your score = min(9, your score + count(deck))
"""


def helps(of_table: str = "", of_token: str = "", columns: str = "name") -> list[str | None]:
    """What is told to try."""
    parts = {"of_table": of_table, "of_token": of_token}
    lines = {name: f"    {line}" if line else "" for name, line in parts.items()}
    table = f"{columns}\n" + ",".join(["1"] * len(columns.split(",")))
    files = {"helps.rules": RULES.format(**lines), "tokens.csv": table}
    sink = Sink()
    load("helps.rules", sink, reader=MemoryReader(files))
    return [found.help for found in sink.sorted()]


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        ("left: 0..6", "left: 0..6 = 0"),
        ("left: 2..6", "left: 2..6 = 2"),
        ("left: -9..-2", "left: -9..-2 = -2"),
        ("left: flag", "left = no"),
        ("left[Ball]: 0..6", "left[Ball]: 0..6 = 0"),
        ("left: Ball", "left: Ball = poke"),
        ("left: text", 'left: text = ""'),
        ("left: list of player", "left: list of player = {}"),
        ("left: Ball or none", "left: Ball or none = none"),
        ("left: player", "left: player or none = none"),
        ("left: tally of Ball", "left[Ball]: 0..99 = 0"),
        ("left: tally of Ball = 0", "left[Ball]: 0..99 = 0"),
    ],
)
def test_a_start_that_fits_the_type(declared: str, written: str) -> None:
    told = helps(of_table=declared)
    assert any(f"`{written}`" in str(help) for help in told), told
    assert f"`{written}`" not in " ".join(map(str, helps(of_table=written)))


@pytest.mark.parametrize("column", ["copy", "Count", "qty"])
def test_a_column_that_tells_how_many(column: str) -> None:
    (told,) = helps(columns=f"name,{column}")
    assert told == "Write `copies` if it says how many pieces a row makes."


@pytest.mark.parametrize("columns", ["name,copies,copy", "name,colour"])
def test_a_column_that_tells_something_else(columns: str) -> None:
    assert helps(columns=columns) == [None]


def test_a_misspelt_column() -> None:
    assert helps(columns="name,cpies") == ["Write `copies` if you mean that."]


def test_a_range_in_brackets_is_told_without_them() -> None:
    (told,) = helps(of_table="n: 0..9 = max(0, min(it of 1..6))")
    assert told is not None and "`{1..6}`" in told


def test_what_no_number_can_be_is_told_as_that() -> None:
    sink = Sink()
    rules = RULES.replace(' from "tokens.csv"', " for each rank in 1..3").replace(
        "    name: text\n", ""
    )
    text = rules.format(of_token="", of_table="").replace("score + ", "score + 9999 * 9999 + ")
    load(
        "helps.rules",
        sink,
        reader=MemoryReader({"helps.rules": text + "to f(n: number): f(9999 * 9999)\n"}),
    )
    told = [found.message for found in sink.sorted()]
    assert any("beyond what a number can be" in message for message in told), told
