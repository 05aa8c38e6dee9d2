"""`hoyle explain WHAT`: the page of a diagnostic code, or how a construct is written and used."""

from __future__ import annotations

import difflib
from importlib import resources

import click

from hoyle import manual
from hoyle.dsl import codes, constructs


@click.command("explain")
@click.argument("code", metavar="WHAT")
def command(code: str) -> None:
    """Explain WHAT: a code, by its number (R0201) or its name, or a word of the rules."""
    try:
        found = codes.get(code.upper() if code[:1] in "rR" and code[1:].isdigit() else code)
    except KeyError:
        if told := _word(code):
            click.echo(told)
            return
        names = [text for entry in codes.all_codes() for text in (entry.id, entry.name)]
        names += [one.name for one in constructs.CONSTRUCTS]
        near = difflib.get_close_matches(code, names, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise click.UsageError(f"There is no code and no word {code}.{hint}") from None
    click.echo(page(found.id) or f"{found.id} {found.name}: {found.title}")


def _word(word: str) -> str:
    """A construct by its name, else what stands under the word in the pages of the language, else
    a construct in which it stands; or nothing."""
    named = constructs.named(word)
    if named is None and (told := manual.headed(word)):
        return told
    found = named or constructs.construct(word)
    if found is None:
        return ""
    part = manual.part(found.page.removeprefix("language/"))
    return f"{found.title}: {found.about}\n\n{found.written}\n\n{part}"


def page(code_id: str) -> str:
    """The Markdown page of a code, or nothing where there is none."""
    path = resources.files("hoyle.error_pages").joinpath(f"{code_id}.md")
    return path.read_text(encoding="utf-8").rstrip() if path.is_file() else ""
