"""The native build of a game: found again, and used by itself.

`hoyle.native_build` makes one: playouts compiled to machine code, kept beside the module. A build
belongs to one game as it is set, one state of its rules and of the compiler, and one Python; where
anything of that differs, it is not found.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from importlib import import_module
from pathlib import Path
from types import ModuleType

OFF = "HOYLE_NATIVE"
"""The environment variable that turns native builds off."""

DONE = "done"
"""The file that says that a build is whole."""


def name_of(module: ModuleType) -> str:
    """What the native build of a module is called; "" where the module is not kept."""
    from hoyle.compiler.cache import state_of_compiler
    from hoyle.dsl import cache

    files = getattr(module, "files_", None)
    if not files:
        return ""
    game = module.MODULE.game
    told = f"{game.id} {game.players} {game.scenario!r} {game.options!r}"
    abi = str(sysconfig.get_config_var("SOABI"))
    parts = (part for name in sorted(files) for part in (name, files[name]))
    return f"native_{cache.key(told, abi, state_of_compiler(), *parts)[:20]}"


def folder_of(name: str) -> Path:
    """Where a native build lies."""
    from hoyle.dsl import cache

    return cache.directory() / "native" / name


def attach(module: ModuleType) -> bool:
    """Let a module play by its native build, if there is one."""
    if module.MODULE.native is not None:
        return True
    if os.environ.get(OFF, "").lower() in ("0", "no", "off"):
        return False
    name = name_of(module)
    if not name or not (folder_of(name) / DONE).is_file():
        return False
    try:
        module.MODULE.use(_imported(name))
    except Exception:  # damaged, or what it was linked with is gone: the game plays without it
        return False
    return True


def _imported(name: str) -> ModuleType:
    folder = str(folder_of(name))
    sys.path.insert(0, folder)
    try:
        return import_module(f"{name}.game")
    finally:
        sys.path.remove(folder)
