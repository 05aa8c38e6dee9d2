"""Options of the tests."""

import gc
import os
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no fault of a strategy, and no time is a test's business.
settings.register_profile("calm", suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.load_profile("calm")

# What is compiled stays for all tests of a process: to look through it for garbage takes a while.
gc.set_threshold(50_000, 20, 50)


CACHE = Path(__file__).parent.parent / ".pytest_cache" / "hoyle"
"""What the tests compile is kept apart from what somebody plays, and from one run to the next."""
DAYS = 2


def pytest_configure(config: pytest.Config) -> None:
    """Commands that tests start find the same cache."""
    if os.environ.get("HOYLE_CACHE"):
        return
    os.environ["HOYLE_CACHE"] = str(CACHE)
    if not hasattr(config, "workerinput"):  # one process of several
        _forget(time.time() - DAYS * 24 * 3600)


def _forget(before: float) -> None:
    """Remove what no test has written for some days: it belongs to older states of the compiler."""
    for path in CACHE.glob("*"):
        with suppress(OSError):
            if path.is_file() and path.stat().st_mtime < before:
                path.unlink()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` writes what comes out today into the case files; look at the difference."""
    parser.addoption("--update", action="store_true", help="rewrite the expectations of cases")
