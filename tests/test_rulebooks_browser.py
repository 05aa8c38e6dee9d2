"""Rulebooks as web pages in a real browser: nothing is asked of the outside, tables sort.

Needs Playwright, mkdocs and some Chromium; without them it is skipped, and says so.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hoyle.find import find
from hoyle.site import NEEDED, build_site

if TYPE_CHECKING:
    Page = Any

CHROMIUM = next(
    (
        path
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (path := shutil.which(name))
    ),
    None,
)
GAMES = ("chips_advanced", "monopoly")
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 800}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for name in NEEDED:
        pytest.importorskip(name, reason="web pages are built by mkdocs and its theme")
    folder = tmp_path_factory.mktemp("site")
    build_site([find(name) for name in GAMES], folder / "work", folder / "html")
    return folder / "html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with api.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


def opened(browser: Any, path: Path, size: dict[str, int] = DESKTOP) -> Page:
    """A page, with all that went wrong on it in `page.wrong`."""
    page = browser.new_page(viewport=size)
    page.wrong = []
    page.on("console", lambda told: page.wrong.append(told.text) if told.type == "error" else None)
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("request", lambda asked: page.wrong.append(asked.url) if _outside(asked.url) else None)
    page.goto(path.as_uri())
    page.wait_for_load_state("load")
    return page


def _outside(url: str) -> bool:
    return not url.startswith(("file:", "data:", "blob:", "about:"))


#: Pages opened from a disk may not start the worker of the search.
DISK = ("Failed to construct 'Worker'", "cannot be accessed from origin 'null'", "search_index")


def shown(pages: Path) -> list[Path]:
    """One page of every sort."""
    return [*sorted((pages / "chips").glob("*.html")), pages / "monopoly" / "board.html"]


def test_no_page_has_an_error_or_asks_the_outside(browser: Any, pages: Path) -> None:
    page = opened(browser, pages / "index.html")
    for path in shown(pages):
        page.goto(path.as_uri(), wait_until="load")
    wrong = [told for told in page.wrong if not any(part in told for part in DISK)]
    assert wrong == []
    page.close()


def test_a_table_is_sorted_and_filtered(browser: Any, pages: Path) -> None:
    page = opened(browser, pages / "chips" / "components.html")
    table = page.locator("table", has=page.get_by_role("button", name="trophy"))
    first = table.locator("tbody tr:visible").first
    table.get_by_role("button", name="points").click()
    assert first.locator("td").nth(2).inner_text() == "0"
    table.get_by_role("button", name="points").click()
    assert first.locator("td").nth(2).inner_text() == "6"
    page.get_by_role("searchbox").last.fill("purple")
    rows = table.locator("tbody tr:visible")
    assert 0 < rows.count() < 47
    assert all("purple" in row for row in rows.all_inner_texts())
    page.close()


def test_pages_read_without_a_script(browser: Any, pages: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((pages / "chips" / "components.html").as_uri())
    assert page.get_by_role("cell", name="Pidgey").is_visible()
    context.close()


def test_nothing_is_wider_than_a_phone(browser: Any, pages: Path) -> None:
    for name in ("monopoly/board.html", "monopoly/actions.html", "chips/index.html"):
        page = opened(browser, pages / name, PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], name
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_board_has_the_colour_of_the_text_around_it(
    browser: Any, pages: Path, scheme: str
) -> None:
    page = opened(browser, pages / "monopoly" / "board.html")
    page.emulate_media(color_scheme=scheme)
    page.reload()
    colour = "getComputedStyle(document.querySelector('{}')).{}"
    stroke = page.evaluate(colour.format("svg.board", "stroke"))
    assert stroke == page.evaluate(colour.format("article p", "color"))
    page.close()


def test_what_is_printed_has_no_frame_around_it(browser: Any, pages: Path) -> None:
    page = opened(browser, pages / "chips" / "print.html")
    page.emulate_media(media="print")
    for part in (".md-header", ".md-sidebar", ".filter", ".headerlink"):
        assert page.locator(part).first.is_hidden(), part
    assert page.get_by_role("heading", name="How it is played").is_visible()
    assert len(page.pdf()) > 20_000
    page.close()


def test_every_picture_and_every_heading_has_words(browser: Any, pages: Path) -> None:
    page = opened(browser, pages / "index.html")
    for path in shown(pages):
        page.goto(path.as_uri(), wait_until="load")
        assert page.evaluate(SILENT) == 0, path
        levels = page.evaluate(LEVELS)
        assert levels[:1] == [1], path
        assert all(b <= a + 1 for a, b in pairwise(levels)), path
    page.close()


SILENT = """[...document.querySelectorAll('article svg[role=img], article img')].filter(
    picture => !picture.querySelector('title') && !picture.getAttribute('alt')
).length"""
LEVELS = "[...document.querySelectorAll('article :is(h1,h2,h3,h4,h5)')].map(h => +h.tagName[1])"
