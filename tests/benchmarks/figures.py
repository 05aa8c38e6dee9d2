"""Figures that are kept: multiples of a hand-written baseline of the same run, so that they can be
compared from machine to machine and from release to release."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

FILE = Path(__file__).with_name("figures.json")

Spread = list[float]
"""Median, least and greatest of the rounds."""

Figures = dict[str, dict[str, Spread]]
"""By measure, by whose: how often faster than the baseline."""

Report = dict[str, Figures]
"""By game."""


def spread(values: Iterable[float]) -> Spread:
    """Median, least and greatest, to four figures."""
    found = sorted(values)
    return [float(f"{value:.4g}") for value in (median(found), found[0], found[-1])]


def kept() -> dict[str, Any]:
    """What the file holds."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def keep(report: Report, about: dict[str, str], order: Sequence[str]) -> None:
    """Write figures into the file; games that were not measured stay as they are."""
    found = {**kept().get("games", {}), **report}
    games = {game: found[game] for game in order if game in found}
    text = json.dumps({**about, "games": games}, indent=1)
    FILE.write_text(_rows(text) + "\n", encoding="utf-8")


def _rows(text: str) -> str:
    """JSON with each spread in one line."""
    return re.sub(r"\[[^\[\]]*\]", lambda found: json.dumps(json.loads(found[0])), text)


def lines(report: Report, before: Report) -> Iterable[str]:
    """The table: what was found, with its spread, beside what was kept."""
    yield (
        f"{'game':17} {'measure':9} {'hoyle':>7}  {'least – most':15} "
        f"{'OpenSpiel':>9}  {'hoyle ÷ it':>10}  {'now ÷ kept':>10}"
    )
    for game, measures in report.items():
        for measure, by in measures.items():
            yield line(game, measure, by, before.get(game, {}).get(measure, {}))


def line(game: str, measure: str, by: dict[str, Spread], before: dict[str, Spread]) -> str:
    """One row of the table."""
    ours, least, most = by["hoyle"]
    theirs = by.get("openspiel", [0.0])[0]
    old = before.get("hoyle", [0.0])[0]
    other = f"{theirs:9.3g}  {ours / theirs:10.2f}" if theirs else f"{'–':>9}  {'–':>10}"
    change = f"{ours / old:10.2f}" if old else f"{'–':>10}"
    return f"{game:17} {measure:9} {ours:7.3g}  {f'{least:.3g} – {most:.3g}':15} {other}  {change}"
