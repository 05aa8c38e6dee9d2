"""hoyle compiles the rules of tabletop games into games that play.

>>> import hoyle
>>> game = hoyle.load("my_game.rules")
>>> state = game.new_initial_state()

`load` finds, checks and compiles a ruleset; what it gives speaks OpenSpiel's protocol.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle.build import check as check
    from hoyle.build import load as load
    from hoyle.build import load_campaign as load_campaign
    from hoyle.errors import BadOption as BadOption
    from hoyle.errors import RulesInvalid as RulesInvalid
    from hoyle.errors import UnknownGame as UnknownGame
    from hoyle.runtime.errors import HoyleError as HoyleError

    __version__: str

__all__ = [
    "BadOption",
    "HoyleError",
    "RulesInvalid",
    "UnknownGame",
    "check",
    "load",
    "load_campaign",
]


def __getattr__(name: str) -> object:
    """What takes time is looked up when it is used: the command line starts sooner."""
    if name in __all__:
        from hoyle import build, errors

        return getattr(build if name.islower() else errors, name)
    if name == "__version__":
        return _version()
    raise AttributeError(f"module 'hoyle' has no attribute {name!r}")


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("hoyle")
    except PackageNotFoundError:  # a clone that was never installed
        return "0"
