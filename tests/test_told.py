"""What a seat has heard stays so when a position is dealt anew for it."""

from pathlib import Path

import pytest

from hoyle.build import load
from tests import test_api_all_games as promises

CASES = Path(__file__).parent / "cases" / "lowering"


@pytest.mark.parametrize("players", [2, 3])
def test_what_was_offered_and_what_was_picked_before_is_not_dealt_anew(players: int) -> None:
    promises.test_what_a_seat_does_not_know_changes_nothing_it_gets(
        load(str(CASES / "told.rules"), players)
    )
