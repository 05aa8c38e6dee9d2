"""Options of the tests."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` writes what comes out today into the case files; look at the difference."""
    parser.addoption("--update", action="store_true", help="rewrite the expectations of cases")
