"""What mkdocs fills in while it builds: the table of all diagnostic codes, figures of speed, what
Python offers, a page for each construct, all rulebooks."""

import json
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

from hoyle import api, reference, rulebooks
from hoyle.dsl.codes import Code, all_codes
from hoyle.find import shipped

CONSTRUCTS = "language/constructs/"  # a page for each construct
BOOKS = "rulebooks/"  # where the rulebooks of all games go, and how the navigation names them
PLACE = "<!-- every code -->"
OFFERED = "<!-- every public name -->"
FIGURES = "<!-- every figure -->"
MEASURED = Path(__file__).parent.parent / "tests" / "benchmarks" / "figures.json"
PAGES = Path(__file__).parent / "errors"
GROUPS = {
    "R01": "Syntax",
    "R02": "Names",
    "R03": "Types",
    "R04": "Tables and data",
    "R05": "Flow and choices",
    "R06": "Information",
    "R07": "Clauses, examples and variants",
    "R08": "Not built yet",
}


def on_config(config: Any) -> Any:
    """Print the rulebooks, and put them where the navigation names them."""
    books = rulebooks.books(shipped().values())
    constructs = reference.pages(shipped().values(), f"../../{BOOKS}")
    config.extra["generated"] = {
        **{BOOKS + name: text for name, text in rulebooks.files(books).items()},
        **{CONSTRUCTS + name: text for name, text in constructs.items()},
    }
    listed = {
        BOOKS: [{"All games": f"{BOOKS}index.md"}, *rulebooks.nav(books, BOOKS)],
        CONSTRUCTS: [f"{CONSTRUCTS}{reference.INDEX}", *_named(reference.titles())],
    }
    config.nav = [_filled(entry, listed) for entry in config.nav]
    return config


def _named(titles: list[dict[str, str]]) -> list[dict[str, str]]:
    return [{title: CONSTRUCTS + name for title, name in entry.items()} for entry in titles]


def _filled(entry: Any, listed: dict[str, list[Any]]) -> Any:
    """An entry of the navigation with what is generated in the place of its name."""
    match entry:
        case dict():
            return {title: _filled(inner, listed) for title, inner in entry.items()}
        case list():
            return [_filled(inner, listed) for inner in entry]
        case _:
            return listed.get(entry, entry)


def on_files(files: Any, config: Any) -> Any:
    """The pages that no folder holds."""
    for name, text in config.extra.pop("generated").items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs for every page."""
    for place, written in ((PLACE, tables), (FIGURES, figures), (OFFERED, api.offered)):
        if place in markdown:
            markdown = markdown.replace(place, "\n".join(written()))
    return markdown


def figures() -> list[str]:
    """The figures of speed that were kept last, and with what they were measured."""
    kept = json.loads(MEASURED.read_text(encoding="utf-8"))
    lines = [
        "| game | measure | hoyle | least – most | OpenSpiel | hoyle ÷ OpenSpiel |",
        "| --- | --- | --: | --- | --: | --: |",
    ]
    for game, measures in kept["games"].items():
        for measure, by in measures.items():
            ours, least, most = by["hoyle"]
            theirs = by.get("openspiel", [0])[0]
            other = f"{theirs:.2g} | {ours / theirs:.2f}" if theirs else " | "
            spread = f"{least:.3g} – {most:.3g}"
            lines.append(f"| {game} | `{measure}` | {ours:.3g} | {spread} | {other} |")
    with_what = f"Python {kept['python']}, OpenSpiel {kept['open_spiel']}"
    return [*lines, "", f"Measured on {kept['day']}: {with_what}, {kept['rounds']} rounds."]


def tables() -> list[str]:
    """A heading and a table for each group of codes."""
    lines: list[str] = []
    for group, codes in groupby(all_codes(), key=lambda code: code.id[:3]):
        lines += [
            f"## {GROUPS[group]}",
            "",
            "| code | name | what it says | weight |",
            "| --- | --- | --- | --- |",
        ]
        lines += [row(code) for code in codes]
        lines.append("")
    return lines


def row(code: Code) -> str:
    """A code, linked to its page where there is one."""
    link = f"[{code.id}]({code.id}.md)" if (PAGES / f"{code.id}.md").exists() else code.id
    return f"| {link} | {code.name} | {code.title} | {code.severity.value} |"
