"""The compiler as one function: the phases in order, one line each.

Each phase takes a value and gives a new one; none changes what it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from hoyle.compiler.from_game import lower
from hoyle.compiler.from_game.main import span_of
from hoyle.compiler.ir.machine import Machine
from hoyle.compiler.ir.program import Program
from hoyle.compiler.ir.verify import verify, verify_program
from hoyle.compiler.ir.walk import remembering
from hoyle.compiler.passes import LOWERED, NAMES
from hoyle.compiler.passes.decide import decide
from hoyle.compiler.passes.flatten import flatten
from hoyle.compiler.passes.fold import fold
from hoyle.compiler.passes.forward import forward
from hoyle.compiler.passes.inline import inline_functions, inline_procedures
from hoyle.compiler.passes.locate import locate
from hoyle.compiler.passes.nest import nest
from hoyle.compiler.passes.place_checks import place_checks
from hoyle.compiler.passes.playouts import PASSES, for_playouts
from hoyle.compiler.passes.prune import prune
from hoyle.compiler.passes.quiet import has_moments
from hoyle.compiler.passes.settle import settle
from hoyle.compiler.passes.shrinking import find_shrinking
from hoyle.compiler.passes.sieve import sieve
from hoyle.compiler.passes.steady import steady
from hoyle.compiler.to_python.emit import emit
from hoyle.compiler.to_python.fused import MAIN
from hoyle.compiler.to_python.lines import Places
from hoyle.dsl.deep import deep_calls
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.game import Game
from hoyle.dsl.records import record
from hoyle.dsl.source import Source


@record
class Compiled:
    """Everything that was made of a game. `lowered` is the program before, `program` after the
    passes; `machine` is the explicit build."""

    text: str
    game: Game | None
    lowered: Program
    program: Program
    machine: Machine
    sampled: Machine


def compile_game(
    game: Game,
    players: int,
    sink: Sink,
    *,
    examples: bool = False,
    sources: Mapping[str, Source] | None = None,
) -> Compiled | None:
    """The module of a checked game for so many players; None if it cannot be compiled, said in
    `sink`.

    `examples`: with an entry for each step of the examples, every watched condition looked at in
    full. `sources`: the texts read, for the lines of rules.
    """
    with deep_calls(sink, span_of(game)), remembering():
        lowered = lower(game, players, examples, sink, sources)
        if not sink.has_errors:
            program = without_course(lowered) if examples else lowered
            return compile_program(
                program, game, checked=examples, step_by_step=examples, sources=sources
            )
    return None


@remembering()
def compile_program(
    lowered: Program,
    game: Game | None = None,
    *,
    checked: bool = False,
    step_by_step: bool = False,
    sources: Mapping[str, Source] | None = None,
) -> Compiled:
    """The same from the program on. `checked`: conditions are looked at in full at every moment.

    `step_by_step`: the module is never played at once, so it has no sampled build.
    """
    program = prepared(lowered, narrow=not checked)
    explicit = verify(flatten(program, "explicit"))
    played = replace(program, entries={}, procedures={}) if step_by_step else program
    sampled = verify(flatten(played, "sampled"))
    text = emit(program, for_playouts(program), explicit, sampled, Places(program, sources or {}))
    return Compiled(text, game, lowered, program, explicit, sampled)


def without_course(lowered: Program) -> Program:
    """What the examples of a game need of it: most begin somewhere in its course. Where no moment
    comes, nothing is watched."""
    entries = {name: made for name, made in lowered.entries.items() if name != MAIN}
    alone = prune(replace(lowered, entries=entries, watches=[]))
    return prune(replace(lowered, entries=entries)) if has_moments(alone) else alone


def prepared(lowered: Program, narrow: bool) -> Program:
    """The passes from a lowered program to one that is ready to be cut into a machine."""
    program = lowered
    for change in passes(narrow):
        program = change(program)
    return verify_program(program)


def passes(narrow: bool) -> tuple[Callable[[Program], Program], ...]:
    """What is done to a program, in this order; what each gives back can be verified. `narrow`: no
    condition is looked at where it cannot hold, no piece where it cannot lie."""
    return (
        fold,  # constants, what is never reached
        inline_functions,  # small values, where they are asked for
        fold,
        prune,  # what nothing uses
        *((locate,) if narrow else ()),  # where pieces surely lie
        lambda program: place_checks(program, narrow),  # watched conditions, where they may hold
        settle,  # the setup, done beforehand
        inline_procedures,  # what is called once
        settle,  # what of the setup stands in the game itself now
        prune,
        inline_procedures,  # what only the setup called besides
        fold,
        nest,  # what follows a test that may end
        forward,  # copies
        decide,  # comparisons that ranges tell
        fold,
        prune,
        find_shrinking,  # options that only go away
        steady,  # what does not change while a search lasts
        sieve,  # what is printed on the members of sets
    )


def behind(lowered: Program, name: str) -> Program:
    """A program behind one of the passes, by its name; the last ones are for playouts alone."""
    program = lowered
    if name != LOWERED:
        for change in (*passes(narrow=True), *PASSES)[: NAMES.index(name) + 1]:
            program = change(program)
    return program
