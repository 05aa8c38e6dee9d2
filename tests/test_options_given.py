"""Options as a game tells them can be given again: that is how a save is loaded."""

from pathlib import Path

import pytest

from hoyle.build import load

TIES = str(Path(__file__).parent / "cases" / "lowering" / "ties.rules")


@pytest.mark.parametrize("pace", ["slow", "fast"])
def test_options_told_are_options_given(pace: str) -> None:
    game = load(TIES, 3, {"pace": pace})
    assert dict(game.schema.options) == {"doubled": False, "pace": pace}
    assert load(TIES, 3, dict(game.schema.options)).schema.options == game.schema.options
