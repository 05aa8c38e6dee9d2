"""The Jinja templates: they print what the models have decided."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def environment() -> Environment:
    """What templates print through; who prints adds the filters that they use."""
    return Environment(
        loader=PackageLoader("hoyle.compiler", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
