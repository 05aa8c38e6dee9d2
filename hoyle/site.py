"""Rulebooks as web pages: mkdocs builds or serves them, and nothing is asked of the outside."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from hoyle import rulebooks
from hoyle.errors import HoyleError, RulesInvalid

NEEDED = ("mkdocs", "material")


class NoMkdocs(HoyleError):
    """What builds web pages is not installed."""


def build_site(paths: Sequence[Path], work: Path, target: Path) -> None:
    """Build the web pages of some rulebooks in `target`; `work` is a folder for what they need.

    Raises:
        NoMkdocs: mkdocs or its theme is not installed.
    """
    _prepare(paths, work, {"site_dir": str(target.resolve()), "use_directory_urls": False})
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    _quiet()
    build(load_config(str(work / "mkdocs.yml")))


def serve_site(paths: Sequence[Path], work: Path, port: int) -> None:
    """Show some rulebooks in a browser until Ctrl-C; they are printed anew when rules change.

    Raises:
        NoMkdocs: mkdocs or its theme is not installed.
    """
    watched = sorted({str(path.resolve().parent) for path in paths})
    _prepare(paths, work, {"watch": watched, "hooks": ["refresh.py"]})
    hook = _HOOK.format(paths=[str(path.resolve()) for path in paths])
    (work / "refresh.py").write_text(hook, encoding="utf-8")
    from mkdocs.commands.serve import serve

    serve(config_file=str(work / "mkdocs.yml"), dev_addr=f"127.0.0.1:{port}")


_HOOK = """from hoyle.site import refresh

PATHS = {paths!r}


def on_pre_build(config):
    refresh(PATHS, config["docs_dir"])
"""


def refresh(paths: Sequence[str], folder: str) -> None:
    """Write the pages anew; while rules have mistakes, the pages stay as they were."""
    try:
        pages = rulebooks.files(rulebooks.books([Path(path) for path in paths]))
    except RulesInvalid as error:
        logging.getLogger("mkdocs").error("%s", error)
    else:
        rulebooks.write(pages, Path(folder))


def _prepare(paths: Sequence[Path], work: Path, more: dict[str, object]) -> None:
    """The pages and the settings of mkdocs in a folder."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise NoMkdocs(
            "web pages are built by mkdocs and its theme, which are not installed; "
            "try: pip install 'hoyle[docs]'. Without them, -o FOLDER writes Markdown."
        )
    found = rulebooks.books(paths)
    rulebooks.write(rulebooks.files(found), work / "pages")
    settings = _SETTINGS | {"nav": [{"Rulebooks": "index.md"}, *rulebooks.nav(found)]} | more
    (work / "mkdocs.yml").write_text(json.dumps(settings, indent=1), encoding="utf-8")


def _quiet() -> None:
    """Only what goes wrong is said."""
    logging.getLogger("mkdocs").setLevel(logging.WARNING)


os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

_SETTINGS: dict[str, object] = {
    "site_name": "Rulebooks",
    "docs_dir": "pages",
    "theme": {
        "name": "material",
        "font": False,
        "features": ["navigation.prune", "navigation.top"],
        "palette": [
            {"media": "(prefers-color-scheme: light)", "scheme": "default"},
            {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
        ],
    },
    "plugins": ["search"],
    "markdown_extensions": ["tables", {"toc": {"permalink": True, "toc_depth": 3}}],
    "extra_css": ["assets/rulebook.css"],
    "extra_javascript": ["assets/rulebook.js"],
    "validation": {"links": {"anchors": "warn"}},
}
