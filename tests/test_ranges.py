"""Between which numbers the cells of a game stay, as the compiler finds out."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import build
from hoyle.compiler.passes import ranges
from hoyle.compiler.passes.intervals import (
    ANY,
    EMPTY,
    LONGEST,
    Interval,
    gathered,
    library,
    operation,
)
from hoyle.find import find


def of_cells(game: str) -> dict[str, Interval]:
    """What is known of the cells of a game."""
    _, made = build._made(find(game), None, {}, None)
    return ranges.find(made.program).cells


def test_a_cell_that_grows_stays_within_its_range() -> None:
    assert of_cells("pig")["score"] == Interval(0, 1_000_000)


def test_what_only_counts_is_no_large_number() -> None:
    cells = of_cells(str(Path(__file__).parent / "cases" / "lowering" / "rerolls.rules"))
    assert cells["taken_1"] == Interval(0, LONGEST)


def test_sets_and_piles_hold_no_more_than_there_is() -> None:
    cells = of_cells("chips")
    assert cells["hand"] == cells["won"] == Interval(0, (1 << 47) - 1)
    assert cells["deck"] == Interval(-2, 46)


@pytest.mark.parametrize(
    ("name", "args", "found"),
    [
        ("mul", [Interval(-1, 2), Interval(0, 3)], Interval(-3, 6)),
        ("mul", [ANY, Interval(0, 0)], Interval(0, 0)),
        ("bit", [Interval(-2, 3)], Interval(0, 15)),
        ("bit", [Interval(-2, -1)], Interval(0, 0)),
        ("shift", [Interval(0, 3), Interval(4, 4)], Interval(0, 63)),
        ("unshift", [Interval(0, 63), Interval(4, 5)], Interval(0, 3)),
        ("unshift", [Interval(0, 63), Interval(9, 9)], Interval(0, 0)),
    ],
)
def test_operations(name: str, args: list[Interval], found: Interval) -> None:
    assert operation(name, args) == found


@pytest.mark.parametrize(
    ("name", "args", "found"),
    [
        ("copy", [Interval(0, 15), Interval(0, 1023)], Interval(-1, 3)),
        ("in_range", [ANY, Interval(1, 1), Interval(9, 9), ANY, ANY], Interval(1, 9)),
        ("only_bit", [EMPTY, Interval(3, 3)], EMPTY),
        ("walks.kept", [ANY, ANY, Interval(0, 7)], Interval(0, 7)),
        (".lead", [ANY, ANY], Interval(-1, LONGEST)),
        ("unite", [EMPTY], Interval(0, 0)),
        ("unite", [Interval(0, 5)], Interval(0, 7)),
    ],
)
def test_helpers(name: str, args: list[Interval], found: Interval) -> None:
    assert library(name, args) == found


def test_what_is_added_up_in_no_turns_is_nothing() -> None:
    assert gathered("sum", ANY, EMPTY, turns=0) == Interval(0, 0)
    assert gathered("sum", Interval(-1, 3), EMPTY, turns=4) == Interval(-4, 12)
