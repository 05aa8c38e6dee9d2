"""The rulebook on one page, to print."""

from __future__ import annotations

import re
from pathlib import Path

from hoyle import rulebooks

RULES = """\
game "Nothing is lost"
    players 2..2

table has
    left: 0..5 = 5

turn
    may "Take one" when left > 0: left -= 1
    if left is 0: victory for you

invariant "Never below nothing" left >= 0
"""


def test_no_chapter_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "lost.rules"
    path.write_text(RULES)
    printed = rulebooks.files(rulebooks.books([path]))["lost/print.md"]
    titles = re.findall(r"^## (?:<a [^>]*></a>)*(.*)$", printed, re.MULTILINE)
    assert "What always holds" in titles and "Rulings" not in titles
    assert not re.search(r"^## .*\n+(?=## |\Z)", printed, re.MULTILINE)
