"""hoyle compiles the rules of tabletop games into games that play.

>>> import hoyle
>>> game = hoyle.load("my_game.rules")
>>> state = game.new_initial_state()

`load` finds, checks and compiles a ruleset; what it gives speaks OpenSpiel's protocol.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle.build import check as check
    from hoyle.build import load as load

__all__ = ["check", "load"]

try:
    __version__ = version("hoyle")
except PackageNotFoundError:  # a clone that was never installed
    __version__ = "0"


def __getattr__(name: str) -> object:
    """`load` and `check` are imported when they are used: the command line starts sooner."""
    if name in __all__:
        from hoyle import build

        return getattr(build, name)
    raise AttributeError(f"module 'hoyle' has no attribute {name!r}")
