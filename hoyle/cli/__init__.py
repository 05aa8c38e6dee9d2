"""The command line. Every command is a module here, imported when it is called."""

from __future__ import annotations

import gc
import io
import os
import sys
from importlib import import_module

import click

COMMANDS = {
    "check": "Say what is wrong with rules.",
    "fmt": "Lay rules out as the house does.",
    "explain": "Explain a diagnostic code.",
    "show": "Print what a phase of the compiler made of a game.",
    "compile": "Write the Python module of a game.",
    "play": "Play a game at the terminal.",
    "test": "Run the examples of games.",
    "trace": "List which rule does which clause.",
    "docs": "Print rulebooks as Markdown.",
    "simulate": "Play many random games and count.",
}


class Lazy(click.Group):
    """A group that imports a command only when somebody asks for it: a cold start stays short."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"hoyle.cli.{cmd_name}_command")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            import difflib

            near = difflib.get_close_matches(name, COMMANDS, n=1)
            hint = f" Did you mean `{near[0]}`?" if near else ""
            ctx.fail(f"There is no command `{name}`.{hint}")
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from hoyle import __version__

        click.echo(f"hoyle {__version__}")
        ctx.exit()


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def program() -> None:
    """Compile the rules of tabletop games, play them, test them, print their rulebooks."""


def main() -> None:
    """Run the command line; whatever hoyle itself has to say ends as one line, not a traceback."""
    from hoyle.runtime.errors import HoyleError

    # Hardly anything that a command makes is garbage in circles; a start spends a tenth on looking.
    gc.set_threshold(50_000)
    _open_streams()
    try:
        program(prog_name="hoyle", standalone_mode=False)
    except (KeyboardInterrupt, click.exceptions.Abort):
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except HoyleError as error:
        click.echo(f"hoyle: {_printable(str(error))}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        at = f"{error.filename}: " if error.filename else ""
        click.echo(f"hoyle: {_printable(at)}{error.strerror or error}", err=True)
        sys.exit(1)
    except Exception as error:
        from hoyle.cli.crash import report

        report(error)
        sys.exit(3)


def _open_streams() -> None:
    """Closed streams give and take nothing; a letter that a stream does not know becomes `?`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper) and name != "stderr":
            stream.reconfigure(errors="replace")


def _printable(text: str) -> str:
    """What was typed or read may hold what steers a terminal; a message must not."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)
