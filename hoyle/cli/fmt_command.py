"""`hoyle fmt`: rules laid out as the house does."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hoyle import render
from hoyle.find import rules_files


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True)
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit 1 if it would.")
def command(paths: tuple[str, ...], only_check: bool) -> None:
    """Lay out the rules in PATHs (files or folders) in the one canonical way."""
    files = rules_files(paths)
    if not files:
        raise click.UsageError("there are no .rules files here")
    results = [_one(path, only_check) for path in files]
    sys.exit(1 if any(results) else 0)


def _one(path: Path, only_check: bool) -> bool:
    """Format a file; whether something is left to complain about."""
    from hoyle.dsl.diagnostics import Sink
    from hoyle.dsl.printer import format_source
    from hoyle.dsl.reader import FolderReader, Unreadable

    try:
        source = FolderReader(path.parent).read(path.name)
    except Unreadable as error:
        click.echo(f"hoyle: {path} {error}", err=True)
        return True
    sink = Sink()
    text = format_source(source, sink)
    if text is None or sink.has_errors:
        for diagnostic in sink:
            click.echo(render.as_text(diagnostic, {source.path: source}), err=True)
        return True
    if text == source.text:
        return False
    click.echo(f"{path}: would change" if only_check else f"{path}: laid out")
    if not only_check:
        path.write_text(text, encoding="utf-8", newline="\n")
    return only_check
