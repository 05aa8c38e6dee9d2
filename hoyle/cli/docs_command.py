"""`hoyle docs`: rulebooks as Markdown, as web pages, or shown in a browser."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from hoyle.cli.options import Mistakes
from hoyle.errors import RulesInvalid
from hoyle.find import find, shipped


@click.command("docs")
@click.argument("games", nargs=-1)
@click.option(
    "-o",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the pages go: a folder for each game.",
)
@click.option("--html", is_flag=True, help="Write web pages instead of Markdown.")
@click.option("--serve", is_flag=True, help="Show the pages in a browser, until Ctrl-C.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    help="Where --serve shows them.",
)
def command(
    games: tuple[str, ...], folder: Path | None, html: bool, serve: bool, port: int
) -> None:
    """Write the rulebooks of GAMES (all that come with hoyle, if none) into a folder."""
    if folder is None and not serve:
        raise click.UsageError("Say where the pages go: -o FOLDER. Or look at them: --serve.")
    paths = [find(name) for name in games or tuple(shipped())]
    try:
        if folder is not None:
            _write(paths, folder, html)
        if serve:
            _serve(paths, port)
    except RulesInvalid as error:
        raise Mistakes(error) from None


def _write(paths: list[Path], folder: Path, html: bool) -> None:
    from hoyle import rulebooks
    from hoyle.site import build_site

    if html:
        with TemporaryDirectory() as work:
            build_site(paths, Path(work), folder)
        click.echo(f"{folder / 'index.html'}")
        return
    found = rulebooks.books(paths)
    rulebooks.write(rulebooks.files(found), folder)
    for book in found:
        click.echo(f"{folder / book.folder / 'index.md'}")


def _refuse_taken(port: int) -> None:
    """Say that something else is served there while nothing is built."""
    import socket

    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise click.UsageError(f"--port {port}: {why}; name another one") from None


def _serve(paths: list[Path], port: int) -> None:
    from hoyle.site import serve_site

    _refuse_taken(port)
    click.echo(f"The rulebooks are at http://127.0.0.1:{port}/ until you press Ctrl-C.")
    with TemporaryDirectory() as work:
        serve_site(paths, Path(work), port)
