"""Rulebooks of games as folders of Markdown pages, ready for any viewer and for mkdocs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files as files_of
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle import build
from hoyle.errors import RulesInvalid

if TYPE_CHECKING:
    from hoyle.compiler.to_docs.blocks import Book
    from hoyle.dsl.game import Game

ASSETS = ("rulebook.css", "rulebook.js")


def books(paths: Iterable[Path]) -> list[Book]:
    """The rulebooks of rulesets, each once; before a variant that of the game that it changes.

    Raises:
        RulesInvalid: the rules of one have mistakes.
    """
    found: dict[Path, Book] = {}
    for path in paths:
        _add(path, found)
    return list(found.values())


def _add(given: Path, found: dict[Path, Book]) -> Book:
    from hoyle.compiler.to_docs.items import roots, with_rules
    from hoyle.compiler.to_docs.site import book
    from hoyle.dsl import FolderReader

    path = given.resolve()
    if path in found:
        return found[path]
    checkup = build.check(path)
    if checkup.game is None:  # told by the names that were given
        raise RulesInvalid("the rules have mistakes", build.check(given))
    pages = checkup.pages
    parents = roots(checkup.game, pages)[:-1]
    base = _add(Path(parents[-1]), found) if parents else None
    reader = FolderReader(path.parent)
    scenes = _scenes(path, checkup.game, with_rules(pages))
    found[path] = book(checkup.game, pages, base, _name(path, found), reader, scenes)
    return found[path]


def _scenes(path: Path, game: Game, names: Iterable[str]) -> Iterator[Game]:
    """A game in those of its scenarios that it was not checked in."""
    for name in names:
        if name != game.scenario and (scene := build.check(path, scenario=name).game) is not None:
            yield scene


def _name(path: Path, found: dict[Path, Book]) -> str:
    """The folder of a rulebook: the name of the file, with a number if another has it."""
    taken = {book.folder for book in found.values()}
    name, number = path.stem, 1
    while name in taken or name == "assets":
        number += 1
        name = f"{path.stem}_{number}"
    return name


def files(found: list[Book]) -> dict[str, str]:
    """Every file of some rulebooks by its path: a folder for each game, a page that leads there."""
    from hoyle.compiler.to_docs.page import games_page
    from hoyle.compiler.to_docs.site import written

    pages = {"index.md": games_page(found)}
    for book in found:
        pages |= {f"{book.folder}/{name}": text for name, text in written(book).items()}
    return pages | dict(_assets())


def _assets() -> Iterator[tuple[str, str]]:
    """The style and the script of the pages."""
    folder = files_of("hoyle.compiler.templates") / "rulebook"
    for name in ASSETS:
        yield f"assets/{name}", (folder / name).read_text(encoding="utf-8")


def write(pages: dict[str, str], folder: Path) -> None:
    """Write files into a folder; one that is as it was stays untouched."""
    for name, text in pages.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file() or target.read_bytes() != text.encode():
            target.write_text(text, encoding="utf-8", newline="\n")


def nav(found: list[Book], folder: str = "") -> list[dict[str, object]]:
    """The pages of rulebooks in order, as mkdocs wants them; `folder` is where they lie."""
    return [
        {
            book.title: [
                *({page.title: f"{folder}{book.folder}/{page.name}.md"} for page in book.pages),
                {"On one page, to print": f"{folder}{book.folder}/print.md"},
            ]
        }
        for book in found
    ]
