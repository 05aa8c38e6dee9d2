"""Options of the tests."""

import gc

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no fault of a strategy, and no time is a test's business.
settings.register_profile("calm", suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.load_profile("calm")

# What is compiled stays for all tests of a process: to look through it for garbage takes a while.
gc.set_threshold(50_000, 20, 50)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` writes what comes out today into the case files; look at the difference."""
    parser.addoption("--update", action="store_true", help="rewrite the expectations of cases")
