"""`hoyle explain CODE`: the page of a diagnostic code."""

from __future__ import annotations

import difflib
from importlib import resources

import click

from hoyle.dsl import codes


@click.command("explain")
@click.argument("code")
def command(code: str) -> None:
    """Explain the diagnostic CODE, by its number (R0201) or its name."""
    try:
        found = codes.get(code.upper() if code[:1] in "rR" and code[1:].isdigit() else code)
    except KeyError:
        names = [text for entry in codes.all_codes() for text in (entry.id, entry.name)]
        near = difflib.get_close_matches(code, names, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise click.UsageError(f"There is no code {code}.{hint}") from None
    click.echo(page(found.id) or f"{found.id} {found.name}: {found.title}")


def page(code_id: str) -> str:
    """The Markdown page of a code, or nothing where there is none."""
    path = resources.files("hoyle.error_pages").joinpath(f"{code_id}.md")
    return path.read_text(encoding="utf-8").rstrip() if path.is_file() else ""
