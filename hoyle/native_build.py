"""Making a native build: playouts compiled to machine code by mypyc.

What is compiled is written from the same program as the module (`hoyle.compiler.to_native`), along
with those functions of the runtime's library that it calls.
"""

from __future__ import annotations

import ast
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from hoyle.errors import HoyleError
from hoyle.native import DONE, attach, folder_of, name_of

if TYPE_CHECKING:
    from hoyle.compiler.pipeline import Compiled
    from hoyle.dsl.source import Source

ALONG = (
    "native_walks", "native_stepping", "native_questions", "native_looks", "native_fields",
    "library", "native_chance", "native_pairs", "native_sets", "natively", "odds", "copies",
)  # fmt: skip
"""Modules of the runtime that are compiled along, so that the game calls them directly; each
before those that it imports."""

LARGE = 200_000
"""Letters of a game's text above which the C compiler is not asked for its best."""

TOGETHER = "-fvisibility=hidden"
"""Says that nobody from outside calls the functions, so that small ones become part of others."""

WORD = re.compile(r"[A-Za-z_]\w*")


class NoNative(HoyleError):
    """A native build could not be made; the words say why and what to try."""


@dataclass(frozen=True, slots=True)
class Built:
    """A native build: where it lies, how long it took; 0 seconds if it was there."""

    folder: Path
    seconds: float


def build(module: ModuleType, compiled: Compiled, sources: Mapping[str, Source]) -> Built:
    """The native build of a module, made if there is none; the module plays by it from now on.

    Raises:
        NoNative: something that is needed is missing, or the compilation failed.
    """
    name = name_of(module)
    if not name:
        raise NoNative("There is no folder in which a native build can be kept; set HOYLE_CACHE.")
    folder, began = folder_of(name), time.monotonic()
    if (folder / DONE).is_file() and attach(module):
        return Built(folder, 0)
    refuse_without()
    text = written(compiled, sources, name)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=name, suffix=".part", dir=folder.parent))
        _lay_out(work, name, text)
    except OSError as error:
        told = f"{folder} cannot be written ({error.strerror or error})"
        raise NoNative(f"{told}; set HOYLE_CACHE to a folder that can.") from None
    try:
        _compile(work, folder)
        (work / DONE).touch()
    finally:
        _put_in_place(work, folder)
    if not attach(module):
        raise NoNative(f"The native build in {folder} cannot be loaded.")
    return Built(folder, time.monotonic() - began)


def refuse_without() -> None:
    """Say in words what a native build needs and is not there."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        raise NoNative("A native build needs mypyc: pip install 'hoyle[native]'")
    if _compiler() is None:
        raise NoNative(f"A native build needs a C compiler: {_where()}")
    include = sysconfig.get_path("include")
    if not (Path(include) / "Python.h").is_file():
        text = f"A native build needs the headers of Python (no Python.h in {include})"
        raise NoNative(f"{text}: install python3-dev, or whatever has it on your system.")


def _compiler() -> str | None:
    words = [os.environ.get("CC", ""), str(sysconfig.get_config_var("CC") or ""), "cc", "clang"]
    if platform.system() == "Windows":
        return "cl"  # setuptools finds it where nobody else does
    return next(
        (found for word in words if word and (found := shutil.which(word.split()[0]))), None
    )


def _where() -> str:
    match platform.system():
        case "Darwin":
            return "run xcode-select --install"
        case "Windows":
            return "install the Build Tools for Visual Studio"
        case _:
            return "install gcc (on Debian and Ubuntu: apt install gcc python3-dev)"


def written(compiled: Compiled, sources: Mapping[str, Source], name: str) -> str:
    """The text of the native module of a game."""
    from hoyle.compiler.to_native.emit import emit
    from hoyle.compiler.to_python.lines import Places

    places = Places(compiled.program, sources)
    return emit(compiled.program, compiled.machine, compiled.sampled, places, name)


def _put_in_place(work: Path, folder: Path) -> None:
    """Let a build be found, whole or with its log; one that another process has made first stays.

    Several may compile the same game at the same time, each in a folder of its own.
    """
    if not (folder / DONE).is_file():
        shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):  # another was quicker
            work.rename(folder)
    shutil.rmtree(work, ignore_errors=True)


def _lay_out(folder: Path, name: str, text: str) -> None:
    """Write everything that is compiled into an empty folder."""
    package = folder / name
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "game.py").write_text(text, encoding="utf-8")
    parts = along(text, name)
    for part, source in parts.items():
        (package / f"{part}.py").write_text(source, encoding="utf-8")
    files = [f"{name}/{part}.py" for part in (*parts, "game")]
    level = "1" if len(text) > LARGE else "2"
    (folder / "setup.py").write_text(SETUP.format(files=files, level=level))


def along(text: str, name: str) -> dict[str, str]:
    """The modules of the runtime that are compiled along, without the functions that a text does
    not need."""
    from hoyle.compiler.to_native.model import SEARCHES

    found = {}
    wanted = set(WORD.findall(text))
    for part in ALONG:
        if part in SEARCHES and part not in wanted:
            continue
        source = (resources.files("hoyle.runtime") / f"{part}.py").read_text(encoding="utf-8")
        for other in ALONG:
            source = source.replace(f"from hoyle.runtime.{other} ", f"from {name}.{other} ")
        if "random: Callable[[], float]" in source:
            source = drawing(source, name)
        found[part] = pruned(source, wanted)
        wanted |= set(WORD.findall(found[part]))
    return found


def drawing(source: str, name: str) -> str:
    """A module whose functions draw from what the game draws from, without a call of Python."""
    source = source.replace("random: Callable[[], float]", "random: Chance")
    last = "from __future__ import annotations\n"
    source = source.replace(last, f"{last}from {name}.native_chance import Chance\n")
    return re.sub(r"\brandom\(\)(?!`)", "random.draw()", source)


def pruned(source: str, wanted: set[str]) -> str:
    """A module without the functions that nobody asks for, and what is imported for nobody."""
    tree = ast.parse(source)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    others = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ImportFrom)]
    names = wanted | {word for node in others for word in _named(node)}
    todo = [name for name in functions if name in names]
    kept: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in kept:
            kept.add(name)
            todo += [other for other in _named(functions[name]) if other in functions]
            names |= _named(functions[name])
    tree.body = [node for node in tree.body if _stays(node, kept, names)]
    return ast.unparse(tree)


def _named(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _stays(node: ast.stmt, kept: set[str], names: set[str]) -> bool:
    match node:
        case ast.FunctionDef(name):
            return name in kept
        case ast.ImportFrom(module) if module != "__future__":
            node.names = [alias for alias in node.names if (alias.asname or alias.name) in names]
            return bool(node.names)
        case _:
            return True


SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

flags = ["--follow-imports=skip", "--ignore-missing-imports"]
flags += ["--config-file=", "--no-error-summary"]
setup(
    name="native",
    ext_modules=mypycify(
        [*flags, *{files}],
        opt_level="{level}",
        debug_level="0",
        experimental_features=True,
    ),
)
"""


def _compile(folder: Path, later: Path) -> None:
    """Run mypyc and the C compiler; what they say is kept, `later` is where it will lie."""
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    path = os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path if entry)
    env = {**os.environ, "PYTHONPATH": path}
    if platform.system() != "Windows":
        env["CFLAGS"] = f"{env.get('CFLAGS', '')} {TOGETHER}".strip()
    log = folder / "log.txt"
    with log.open("w") as said:
        done = subprocess.run(command, cwd=folder, env=env, stdout=said, stderr=said, check=False)
    if done.returncode != 0:
        raise NoNative(f"The native build failed; what the compiler said is in {later / log.name}")
    shutil.rmtree(folder / "build", ignore_errors=True)
