"""`hoyle show PHASE GAME`: what a phase of the compiler made of a game."""

from __future__ import annotations

import click

from hoyle import build
from hoyle.cli.options import Mistakes, game_options, values
from hoyle.compiler.passes import LOWERED, NAMES
from hoyle.errors import RulesInvalid
from hoyle.find import find

PHASES = ("tree", "game", "ir", "machine", "python", "graph")


@click.command("show")
@click.argument("phase", type=click.Choice(PHASES))
@click.argument("game")
@click.option(
    "--pass",
    "name",
    metavar="NAME",
    help=f"Of ir: the program behind one of the passes: {', '.join((LOWERED, *NAMES))}.",
)
@game_options
def command(
    phase: str,
    game: str,
    name: str | None,
    players: int | None,
    settings: tuple[str, ...],
    scenario: str | None,
) -> None:
    """Print the PHASE of GAME: syntax tree, typed game, program, state machine, Python, or a graph
    of its decisions (Mermaid)."""
    _refuse_unknown(phase, name)
    try:
        if name is not None:
            click.echo(_behind(name, game, players, values(settings), scenario), nl=False)
        else:
            click.echo(_shown(phase, game, players, values(settings), scenario), nl=False)
    except RulesInvalid as error:
        raise Mistakes(error) from None


def _refuse_unknown(phase: str, name: str | None) -> None:
    if name is not None and phase != "ir":
        raise click.UsageError(f"--pass belongs to `ir`; there are no passes over `{phase}`.")
    if name is not None and name not in (LOWERED, *NAMES):
        known = ", ".join((LOWERED, *NAMES))
        raise click.UsageError(f"There is no pass `{name}`. In their order: {known}.")


def _behind(
    name: str, game: str, players: int | None, options: dict[str, object], scenario: str | None
) -> str:
    """The program behind a pass."""
    from hoyle.compiler.ir.print_program import print_program
    from hoyle.compiler.pipeline import behind

    compiled = build.compiled(find(game), players, options, scenario=scenario)
    return print_program(behind(compiled.lowered, name))


def _shown(
    phase: str, game: str, players: int | None, options: dict[str, object], scenario: str | None
) -> str:
    path = find(game)
    if phase in ("tree", "game"):
        from hoyle.dsl.dump import dump

        checkup = build.check(path, options, scenario)
        if checkup.game is None:
            raise RulesInvalid("the rules have mistakes", checkup)
        if phase == "game":
            return dump(checkup.game)
        return "".join(dump(tree) for _, tree in checkup.pages)
    compiled = build.compiled(path, players, options, scenario=scenario)
    match phase:
        case "ir":
            from hoyle.compiler.ir.print_program import print_program

            return print_program(compiled.program)
        case "machine":
            from hoyle.compiler.ir.print_machine import print_machine

            return print_machine(compiled.machine)
        case "graph":
            from hoyle.compiler.to_graph import to_graph

            return to_graph(compiled.machine)
        case _:
            return compiled.text
