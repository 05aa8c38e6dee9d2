"""The text of generated modules: the same every time, strict in its types, safe against any text in
the rules, and every line knows its rule."""

from __future__ import annotations

import hashlib
import keyword
import os
import subprocess
import sys
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.pipeline import compile_program
from hoyle.compiler.to_python import names
from hoyle.dsl.source import Source, Span
from hoyle.runtime.state import State
from tests import builds, programs
from tests.agreement import loaded

ROOT = Path(__file__).parent.parent

HASHES = """
import hashlib, sys
from tests import builds
for name in sys.argv[1:]:
    print(name, hashlib.sha256(builds.compiled(name).text.encode()).hexdigest())
"""


def test_equal_to_the_byte_whatever_the_hash_seed() -> None:
    games = ["tic_tac_toe", "recursive", "goofspiel-3", "kuhn_poker-2", "chips-2"]
    printed = []
    for seed in ("1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", HASHES, *games],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        printed.append(done.stdout)
    assert printed[0] == printed[1] and printed[0].count("\n") == len(games)


def test_generated_modules_are_strict_in_their_types(tmp_path: Path) -> None:
    """One run of mypy over all shipped games, and the programs written by hand."""
    for name in [*builds.BY_HAND, *builds.GAMES]:
        if not name.endswith("-3"):
            (tmp_path / f"m_{name.replace('-', '_')}.py").write_text(builds.compiled(name).text)
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
    cache = ["--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, *cache, *map(str, sorted(tmp_path.glob("*.py")))],
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4_000:]


@pytest.mark.parametrize("name", ["chips-2", "recursive", "silent", "oware-2"])
def test_functions_say_what_they_stand_for(name: str) -> None:
    """Every function of a rule begins with a comment that names it and its line."""
    text = builds.compiled(name).text
    rules = builds.compiled(name).program.rules
    assert any(
        f"# {rule} ({file.rsplit('/', 1)[-1]}, line {line})" in text
        for rule, file, line, _ in rules
    )


# ------------------------------------------------------------------------------- hostile texts

HOSTILE = 'x""" + exit() # \' \\" {s.pc} {{ 1 }} {% endraw %} \n\x1f7\u2028\x00 é'


def hostile() -> p.Program:
    """Tic-tac-toe whose every text tries to break out of where it stands."""
    program = programs.tic_tac_toe()
    turn = program.procedures["turn"]
    branch = turn.body[0]
    assert isinstance(branch, p.If) and isinstance(branch.then[0], p.Ask)
    hole = p.Hole(p.Const(HOSTILE, "str"), HOSTILE)
    guard = p.Guard(b.FALSE, HOSTILE, 0, True)
    choice = replace(branch.then[0].choices[0], guards=(guard,), labels=((HOSTILE, hole),))
    ask = replace(branch.then[0], prompt=(HOSTILE, hole), choices=(choice,))
    fail = p.Fail("nothing to choose", HOSTILE, programs.N, 0)
    log = p.Log(p.Const(3, "mask"), (HOSTILE, hole), programs.N)
    body = (log, replace(branch, then=(ask, *branch.then[1:]), otherwise=(fail,)))
    program.procedures["turn"] = replace(turn, body=body)
    program.rules = [(HOSTILE, HOSTILE + "/x.rules", 8, ())]
    schema = programs.stand_in_schema(program, HOSTILE)
    program.schema = schema
    return program


def test_texts_of_the_rules_stay_texts() -> None:
    module: Any = loaded(compile_program(hostile()), "hostile")
    assert module.game.title == HOSTILE
    assert module.game.rules[0].name == HOSTILE
    state = module.fresh()
    module.start(state, "main")
    assert module.prompts[0](state) == (HOSTILE, (HOSTILE, HOSTILE))
    assert module.labels[0](state, 0) == (HOSTILE, (HOSTILE, HOSTILE))
    assert module.guards[module.whys[0](state, 3)][0] == HOSTILE
    assert state.log[-1] == (HOSTILE, (HOSTILE, HOSTILE))


NAMES = [
    "pc",
    "history",
    "class",
    "s",
    "random",
    "returns_",
    "len",
    "options",
    "State",
    "x_",
    "_x",
    "ü",
]


def test_names_of_the_rules_become_free_identifiers() -> None:
    """Cells, locals and procedures may be called like anything of Python or the runtime."""
    program = programs.tic_tac_toe()
    cells = [p.Cell(name, "int", None, 7) for name in NAMES if name != "returns_"]
    fresh = [p.Var(name, "int") for name in NAMES]
    body: list[p.Stmt] = [p.Assign(v, b.const(n), programs.N) for n, v in enumerate(fresh)]
    sum_: p.Expr = b.ZERO
    for var in fresh:
        sum_ = p.Op("add", (p.Op("mul", (sum_, b.const(2)), "int"), var), "int")
    body += [p.Store(cell, None, b.add(b.get(cell), sum_), programs.N) for cell in cells]
    called = ("len", "advance", "library")
    for name in called:
        program.procedures[name] = p.Procedure(name, (), tuple(body), None, 0, programs.N)
    program.cells += cells
    turn = program.procedures["turn"]
    calls = tuple(p.CallProc(name, (), None, programs.N) for name in called * 2)
    program.procedures["turn"] = replace(turn, body=(*calls, *turn.body))
    module = loaded(compile_program(program), "names")
    state = module.fresh()
    module.start(state, "main")
    once = 0
    for n in range(len(fresh)):
        once = once * 2 + n
    own = set(state.cells_) - {"cell_mark", "active", "returns_"}
    assert {name: getattr(state, name) for name in own} == dict.fromkeys(own, 7 + 6 * once)
    assert len(own) == len(cells) and state.pc == 0 and callable(state.history)


def test_reserved_names_are_those_of_the_runtime() -> None:
    public = {name for name in dir(State) if not name.startswith("_")}
    assert public - names.STATE - names.MACHINE - {"advance_", "actors_"} == set()


@pytest.mark.parametrize(
    "wanted", ["", "9", "Ünfug", "a b", "日本", "__init__", *keyword.kwlist[:3]]
)
def test_identifiers(wanted: str) -> None:
    taken = frozenset(keyword.kwlist)
    assert names.local(wanted, taken).isidentifier()
    assert not keyword.iskeyword(names.local(wanted, taken))


def test_two_locals_never_share_a_name() -> None:
    wanted = ["sum", "sum_", "sum__", "x", "x_", "given_1", "given_1_", "a_b"]
    found = [names.local(name, frozenset(("sum",))) for name in wanted]
    assert len(set(found)) == len(found)


# ---------------------------------------------------------------------------------- the line map

RULES = "game\n" + "\n".join(f"line {n}" for n in range(2, 40))


def test_a_line_of_python_knows_its_rule() -> None:
    """What goes wrong in a rule points at its line, by the table of lines."""
    program = programs.pig()
    program.rules = [("turn", "pig.rules", 3, ()), ("bump", "pig.rules", 12, ())]
    at = Span("pig.rules", RULES.index("line 12"), RULES.index("line 13"))
    broken = p.Fail("too little", "no", at, 1)
    test = p.Op("gt", (b.get(program.cells[1]), b.ZERO), "bool")
    main = program.procedures["main"]
    loop = main.body[-1]
    assert isinstance(loop, p.Loop)
    body = (*main.body[:-1], replace(loop, body=(*loop.body, p.If(test, (broken,), (), at))))
    program.procedures["main"] = replace(main, body=body)
    source = Source("pig.rules", RULES)
    made = compile_program(program, sources={"pig.rules": source})
    assert "# bump (pig.rules, line 12)" in made.text
    module = loaded(made, "lines")
    state = module.fresh()
    module.start(state, "main")
    with pytest.raises(Exception, match="too little") as caught:
        for _ in range(1_000):
            module.advance(state, state.options[-1])
    frames = traceback.extract_tb(caught.value.__traceback__)
    line = next(frame.lineno for frame in reversed(frames) if frame.filename == "lines")
    rule = [number for at, number in module.lines if at <= (line or 0)][-1]
    assert rule == 1


def test_the_text_is_hashed_as_it_stands() -> None:
    """A second compilation in the same process gives the same text."""
    again = compile_program(programs.connect_four()).text
    first = builds.compiled("connect_four").text
    assert hashlib.sha256(again.encode()).digest() == hashlib.sha256(first.encode()).digest()
