"""What happens when hoyle itself breaks: one sentence on the screen, the details in a file."""

from __future__ import annotations

import os
import platform
import sys
import traceback

import click

from hoyle.dsl import cache


def report(error: Exception) -> None:
    """Say that this is our mistake and where the report lies; with HOYLE_DEBUG=1 show it."""
    told = "".join(traceback.format_exception(error))
    if os.environ.get("HOYLE_DEBUG", "") not in ("", "0"):
        click.echo(told, err=True, nl=False)
        return
    name = f"crash-{cache.key(told)}.txt"
    if cache.write(name, (_heading() + told).encode("utf-8", "backslashreplace")):
        where = f"what happened is written down in {cache.directory() / name}"
    else:
        where = "set HOYLE_DEBUG=1 to see what happened"
    click.echo(f"hoyle: this is a mistake of hoyle, not of yours; {where}.", err=True)


def _heading() -> str:
    """What was called, with which versions: a report can be sent as it is."""
    from hoyle import __version__

    words = " ".join(["hoyle", *sys.argv[1:]])
    return f"{words}\nhoyle {__version__}, Python {sys.version}, {platform.platform()}\n\n"
