"""Options of the tests."""

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no fault of a strategy, and no time is a test's business.
settings.register_profile("calm", suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.load_profile("calm")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` writes what comes out today into the case files; look at the difference."""
    parser.addoption("--update", action="store_true", help="rewrite the expectations of cases")
