"""`hoyle show PHASE GAME`: what a phase of the compiler made of a game."""

from __future__ import annotations

import click

from hoyle import build
from hoyle.cli.options import Mistakes, game_options, values
from hoyle.errors import RulesInvalid
from hoyle.find import find

PHASES = ("tree", "game", "ir", "machine", "python", "graph")


@click.command("show")
@click.argument("phase", type=click.Choice(PHASES))
@click.argument("game")
@game_options
def command(
    phase: str, game: str, players: int | None, settings: tuple[str, ...], scenario: str | None
) -> None:
    """Print the PHASE of GAME: syntax tree, typed game, program, state machine, Python, or a graph
    of its decisions (Mermaid)."""
    try:
        click.echo(_shown(phase, game, players, values(settings), scenario), nl=False)
    except RulesInvalid as error:
        raise Mistakes(error) from None


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
