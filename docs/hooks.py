"""What mkdocs fills in while it builds: the table of all diagnostic codes, all rulebooks."""

from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

from hoyle import rulebooks
from hoyle.dsl.codes import Code, all_codes
from hoyle.find import shipped

BOOKS = "rulebooks/"  # where the rulebooks of all games go, and how the navigation names them
PLACE = "<!-- every code -->"
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
    return markdown.replace(PLACE, "\n".join(tables())) if PLACE in markdown else markdown


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
