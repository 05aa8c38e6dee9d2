"""A map of hexes at the terminal: every second row half a hex to the right, flat ones downwards."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from hoyle.build import load
from hoyle.terminal.picture import picture

CASES = Path(__file__).parent / "cases" / "lowering"


def drawn(name: str, *choices: str, names: dict[str, str] | None = None) -> list[str]:
    """The lines of a map, after some choices."""
    game = load(str(CASES / f"{name}.rules"), 2)
    state = game.new_initial_state()
    for choice in choices:
        options = state.names()
        state.apply_action(next(action for action, told in options.items() if told == choice))
    console = Console(width=100, color_system=None)
    with console.capture() as said:
        console.print(next(iter(picture(game.schema, state.view(0), names or {}))))
    return [line.rstrip() for line in said.get().rstrip().splitlines()]


def test_rows_are_shifted_and_marks_stand_below() -> None:
    assert drawn("hexes", "c1", "b2")[:4] == [
        "  1 g1    g1    g2          g1",
        "                ann",
        "  2    g1    g1^3  g1    w0    g1",
        "             ben",
    ]


def test_columns_are_shifted_where_hexes_are_flat() -> None:
    assert drawn("hexes_flat", "a1", "b1")[:4] == [
        "  1 g1",
        "    ann   g1          g1",
        "  2 g1    ben   g1",
        "          g2          g1",
    ]


def test_long_names_widen_the_hexes_up_to_a_point() -> None:
    lines = drawn("hexes", "c1", "b2", names={"ben": "Benedict the Ninth"})
    assert lines[0] == "  1 g1        g1        g2                  g1"
    assert lines[3] == "                   Benedict"


def test_figures_stand_on_the_map_and_tell_what_has_changed_on_them() -> None:
    game = load(str(CASES / "bears.rules"), 2)
    state = game.new_initial_state()
    state.beast_hurt[0] = 2
    console = Console(width=100, color_system=None)
    with console.capture() as said:
        for part in picture(game.schema, state.view(0), {}):
            console.print(part)
    lines = [line.rstrip() for line in said.get().splitlines()]
    assert lines[1].startswith("    Owl") and lines[3].split() == ["Bear"]
    assert "Owl (a1): hurt 2" in lines and not any(line.startswith("Bear (") for line in lines)
