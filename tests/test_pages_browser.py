"""The pages in a real browser: no error, nothing asked of the outside, tables sort, axe is content.

Needs Playwright and some Chromium; without them it is skipped, and says so. `HOYLE_SITE` is the
folder of the whole site where `mkdocs build` has made it already (./check does); else the
rulebooks of two games are built. With `HOYLE_EVERY_PAGE` every page is opened, not one of each
sort; axe looks at each in light on a desktop and in dark on a phone. That takes an hour.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urljoin, urlsplit

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
LOOKS = [(scheme, size) for scheme in ("light", "dark") for size in (DESKTOP, PHONE)]
EVERY = bool(os.environ.get("HOYLE_EVERY_PAGE"))
PARTS = 40 if EVERY else 1  # so that no test takes long


@dataclass
class Site:
    """A built site, served at an address; `books` is where its rulebooks lie."""

    folder: Path
    books: str
    address: str = ""

    def file(self, book: str) -> str:
        """The file of a page of a rulebook: `chips/turn`."""
        names = (f"{book}.html", f"{self.books}{book}.html", f"{self.books}{book}/index.html")
        return next(name for name in names if (self.folder / name).exists())

    def url(self, file: str) -> str:
        return self.address + re.sub(r"(^|/)index\.html$", r"\1", file)

    @property
    def files(self) -> list[str]:
        """Every page."""
        found = (page.relative_to(self.folder).as_posix() for page in self.folder.rglob("*.html"))
        return sorted(file for file in found if file != "404.html")

    @property
    def small(self) -> list[str]:
        """Pages of many sorts that are quickly looked at; all of them if that is wanted."""
        if EVERY:
            return self.files
        more = ["errors/R0101/index.html", "language/choices/index.html"]
        first = [self.file("chips/index"), self.file("chips/setup")]
        first += [file for file in more if (self.folder / file).exists()]
        books = ("chips/turn", "chips/actions", "chips/values", "monopoly/board")
        return [*first, *map(self.file, books)]

    @property
    def sorts(self) -> list[str]:
        """A page of every sort; all of them if that is wanted."""
        if EVERY:
            return self.files
        chips = [file for file in self.files if "/chips/" in f"/{file}" and "print" not in file]
        more = [
            "index.html", "tutorial/index.html", "language/choices/index.html",
            "errors/index.html", "errors/R0101/index.html", "commands/index.html",
        ]  # fmt: skip
        known = [file for file in more if (self.folder / file).exists()]
        return [*known, *chips, self.file("monopoly/board"), self.file("monopoly/cards")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if built := os.environ.get("HOYLE_SITE"):
        found = Site(Path(built), "rulebooks/")
    else:
        for name in NEEDED:
            pytest.importorskip(name, reason="web pages are built by mkdocs and its theme")
        folder = tmp_path_factory.mktemp("site")
        build_site([find(name) for name in GAMES], folder / "work", folder / "html")
        found = Site(folder / "html", "")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(found.folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    found.address = f"http://127.0.0.1:{server.server_port}/"
    yield found
    server.shutdown()
    server.server_close()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with api.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any, site: Site) -> Iterator[Page]:
    """A page, with all that goes wrong on it in `page.wrong`."""
    made = opened(browser, site)
    yield made
    made.close()


def opened(browser: Any, site: Site, size: dict[str, int] = DESKTOP) -> Page:
    page = browser.new_page(viewport=size)
    page.wrong = []
    page.on("console", lambda told: page.wrong.append(told.text) if told.type == "error" else None)
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("request", lambda asked: _outside(asked.url, site) and page.wrong.append(asked.url))
    return page


def _outside(url: str, site: Site) -> bool:
    return not url.startswith((site.address, "data:", "blob:", "about:"))


# ---- every page, as it is written
def test_no_page_names_a_file_of_the_outside(site: Site) -> None:
    for file in site.files:
        text = (site.folder / file).read_text(encoding="utf-8")
        taken = re.findall(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"?([^\" >]+)", text)
        taken += re.findall(r"<link\b[^>]*rel=\"?(?:stylesheet|icon|preload)[^>]*>", text)
        assert not [one for one in taken if re.search(r"(?:^|[\"=])(?:https?:)?//", one)], file


def test_every_link_and_anchor_leads_somewhere(site: Site) -> None:
    pages = {file: (site.folder / file).read_text(encoding="utf-8") for file in site.files}
    anchors = {
        file: set(re.findall(r"\b(?:id|name)=\"?([^\" >]+)", text)) for file, text in pages.items()
    }
    broken = []
    for file, text in pages.items():
        for link in set(re.findall(r"<a\b[^>]*\bhref=\"?([^\" >]+)", text)):
            target = urlsplit(urljoin(site.url(file), link.replace("&amp;", "&")))
            if target.netloc != urlsplit(site.address).netloc or target.scheme != "http":
                continue
            path = unquote(target.path).lstrip("/")
            name = f"{path}index.html" if path.endswith("/") or not path else path
            anchor = unquote(target.fragment)
            there = name in pages or (site.folder / name).is_file()
            if not there or (anchor and name in pages and anchor not in anchors[name]):
                broken.append(f"{file}: {link}")
    assert broken == []


# ---- a page of every sort, in the browser
@pytest.mark.parametrize("part", range(PARTS))
def test_pages_have_no_error_ask_nothing_of_the_outside_and_have_words_for_all(
    page: Page, site: Site, part: int
) -> None:
    for file in site.sorts[part::PARTS]:
        page.goto(site.url(file), wait_until="load")
        assert page.wrong == [], file
        assert page.evaluate(SILENT) == 0, f"{file}: a picture without words"
        levels = page.evaluate(LEVELS)
        assert levels[:1] == [1], file
        assert all(b <= a + 1 for a, b in pairwise(levels)), file


@pytest.mark.parametrize("part", range(PARTS))
def test_axe_finds_nothing_serious(browser: Any, site: Site, part: int) -> None:
    axe = pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    script = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    page = browser.new_page()
    found = []
    for number, file in enumerate(site.small[part::PARTS]):
        page.goto(site.url(file), wait_until="load")
        page.evaluate(script)
        page.add_style_tag(content=STILL)
        looks = (LOOKS[0], LOOKS[3]) if EVERY else (LOOKS[number % len(LOOKS)],)
        whole = number < len(LOOKS) and not part
        for scheme, size in looks:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size(size)
            page.wait_for_timeout(SETTLED)
            for piece in range(page.evaluate(PIECES, MOST)):
                page.evaluate(SHOW, piece)
                told = page.evaluate(AXE, "body" if whole and not piece else "article")
                found += [f"{file} ({scheme}, {size['width']}): {one}" for one in told]
    page.close()
    assert found == []


SETTLED = 150  # milliseconds in which the theme sees that a block of code is wider than the page
MOST = 1000  # elements of a page that axe looks at in one go
STILL = "*, *::before, *::after { transition: none !important; animation: none !important }"
#: Long pages are looked at in pieces, for axe takes much longer over one of twice the length.
PIECES = """most => {
    const pieces = [[]], size = part => part.querySelectorAll('*').length + 1;
    let filled = 0;
    for (const part of window.whole ??= [...document.querySelector('article').children]) {
        if (filled && filled + size(part) > most) { pieces.push([]); filled = 0; }
        pieces.at(-1).push(part);
        filled += size(part);
    }
    window.pieces = pieces;
    return pieces.length;
}"""
SHOW = "piece => document.querySelector('article').replaceChildren(...window.pieces[piece])"
#: The frame around the article is the same on all pages, and looked at on the first of them.
AXE = """async part => (await axe.run(document.querySelector(part), {resultTypes: ['violations']}))
    .violations.filter(({impact}) => ['serious', 'critical'].includes(impact))
    .map(({id, nodes}) => `${id}: ${nodes[0].html.slice(0, 200)}`)"""


def test_a_table_is_sorted_and_filtered(page: Page, site: Site) -> None:
    page.goto(site.url(site.file("chips/components")))
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


def test_pages_read_without_a_script(browser: Any, site: Site) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site.url(site.file("chips/components")))
    assert page.get_by_role("cell", name="Pidgey").is_visible()
    context.close()


def test_nothing_is_wider_than_a_phone(browser: Any, site: Site) -> None:
    page = opened(browser, site, PHONE)
    for book in ("monopoly/board", "monopoly/actions", "chips/index", "chips/turn"):
        page.goto(site.url(site.file(book)), wait_until="load")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], book
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_board_has_the_colour_of_the_text_around_it(page: Page, site: Site, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(site.url(site.file("monopoly/board")))
    colour = "getComputedStyle(document.querySelector('{}')).{}"
    stroke = page.evaluate(colour.format("svg.board", "stroke"))
    assert stroke == page.evaluate(colour.format("article p", "color"))


def test_what_is_printed_has_no_frame_around_it(page: Page, site: Site) -> None:
    page.goto(site.url(site.file("chips/print")))
    page.emulate_media(media="print")
    for part in (".md-header", ".md-sidebar", ".filter", ".headerlink"):
        assert page.locator(part).first.is_hidden(), part
    assert page.get_by_role("heading", name="How it is played").is_visible()
    printed = page.pdf(format="A4")
    assert len(printed) > 20_000
    assert 4 < len(re.findall(rb"/Type\s*/Page\b", printed)) < 16


SILENT = """[...document.querySelectorAll('article svg.board, article img')].filter(
    picture => !picture.querySelector('title') && !picture.getAttribute('alt')
).length"""
LEVELS = "[...document.querySelectorAll('article :is(h1,h2,h3,h4,h5)')].map(h => +h.tagName[1])"
