"""What mkdocs fills in while it builds: the table of all diagnostic codes, figures of speed, all
rulebooks."""

import json
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

from hoyle import rulebooks
from hoyle.dsl.codes import Code, all_codes
from hoyle.find import shipped

BOOKS = "rulebooks/"  # where the rulebooks of all games go, and how the navigation names them
PLACE = "<!-- every code -->"
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
    config.extra["rulebooks"] = rulebooks.files(books)
    listed = [{"All games": f"{BOOKS}index.md"}, *rulebooks.nav(books, BOOKS)]
    config.nav = [
        {title: listed if page == BOOKS else page for title, page in entry.items()}
        for entry in config.nav
    ]
    return config


def on_files(files: Any, config: Any) -> Any:
    """The pages of the rulebooks, which no folder holds."""
    for name, text in config.extra.pop("rulebooks").items():
        files.append(File.generated(config, BOOKS + name, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs for every page."""
    for place, written in ((PLACE, tables), (FIGURES, figures)):
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
            "| code | name | what it says | |",
            "| --- | --- | --- | --- |",
        ]
        lines += [row(code) for code in codes]
        lines.append("")
    return lines


def row(code: Code) -> str:
    """A code, linked to its page where there is one."""
    link = f"[{code.id}]({code.id}.md)" if (PAGES / f"{code.id}.md").exists() else code.id
    return f"| {link} | {code.name} | {code.title} | {code.severity.value} |"
