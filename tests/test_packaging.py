"""The package as it is shipped: the links, the list of packages, and a wheel that plays."""

import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = {
    "compiler": "compiler",
    "dsl": "dsl",
    "error_pages": "docs/errors",
    "grammars": "grammars",
    "language_pages": "docs/language",
    "rulesets": "rulesets",
    "runtime": "runtime",
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def packages_on_disk() -> set[str]:
    """Folders with an `__init__.py`; the pages of the docs are text only."""
    found = {"hoyle.error_pages", "hoyle.language_pages"}
    for init in (ROOT / "hoyle").rglob("__init__.py"):
        if not any(parent.is_symlink() for parent in init.parents):
            found.add(".".join(init.parent.relative_to(ROOT).parts))
    for name, folder in FOLDERS.items():
        for init in (ROOT / folder).rglob("__init__.py"):
            parts = init.parent.relative_to(ROOT / folder).parts
            found.add(".".join(("hoyle", name, *parts)))
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_link_is_relative_and_points_at_its_folder(folder: str) -> None:
    link = ROOT / "hoyle" / folder
    if not link.is_symlink():
        pytest.skip("this clone was made without symbolic links")
    assert link.readlink() == Path("..") / FOLDERS[folder]
    assert link.resolve() == ROOT / FOLDERS[folder]


def test_every_package_on_disk_is_listed_and_no_other() -> None:
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == packages_on_disk()


def test_every_folder_is_mapped() -> None:
    mapped = {f"hoyle.{name}": folder for name, folder in FOLDERS.items()}
    assert PROJECT["tool"]["setuptools"]["package-dir"] == mapped


def test_no_folder_with_code_lacks_an_init_file() -> None:
    for folder in (*FOLDERS.values(), "hoyle"):
        for module in (ROOT / folder).rglob("*.py"):
            assert (module.parent / "__init__.py").exists(), f"{module} lies in no package"


def copy_of_the_sources(target: Path) -> Path:
    """What git knows and what is new; a wheel built here leaves nothing in the checkout."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.split(b"\0")
    for name in filter(None, listed):
        source = ROOT / name.decode()
        if source.is_file() and not source.is_symlink():
            copy = target / name.decode()
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(source.read_bytes())
    return target


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site-packages of an empty environment into which the wheel was installed."""
    work = tmp_path_factory.mktemp("wheel")
    sources = copy_of_the_sources(work / "sources")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", work, sources]
    subprocess.run([*pip, *build], check=True, timeout=120)
    (wheel,) = work.glob("hoyle-*.whl")
    venv.create(work / "venv", with_pip=False)
    (site,) = (work / "venv").glob("[Ll]ib/**/site-packages")
    install = ["install", "--quiet", "--no-deps", "--no-index", "--target", site, wheel]
    subprocess.run([*pip, *install], check=True, timeout=120)
    return site


def test_wheel_holds_the_grammar_the_templates_and_the_rulesets(installed: Path) -> None:
    package = installed / "hoyle"
    assert (package / "py.typed").exists()
    for folder, pattern in (
        ("grammars", "*.lark"),
        ("grammars", "*.tables"),
        ("compiler/templates", "**/*.j2"),
        ("rulesets", "**/*.rules"),
        ("rulesets", "**/*.csv"),
        ("error_pages", "*.md"),
        ("language_pages", "*.md"),
    ):
        source = ROOT / FOLDERS[folder.partition("/")[0]] / folder.partition("/")[2]
        here = {path.relative_to(source) for path in source.glob(pattern)}
        there = {path.relative_to(package / folder) for path in (package / folder).glob(pattern)}
        assert here, f"no {pattern} in {folder}"
        assert there == here


PLAYS = """
import random, sys
import hoyle, hoyle.dsl
assert hoyle.dsl.__file__.startswith(sys.argv[1]), hoyle.dsl.__file__
game = hoyle.load("tic_tac_toe")
state = game.new_initial_state()
rng = random.Random(1)
while not state.is_terminal():
    state.apply_action(rng.choice(state.legal_actions()))
print(sum(state.returns()))
"""


def run_in_the_wheel(installed: Path, script: str, where: Path) -> str:
    """What a script prints; only the dependencies come from this environment, hoyle itself comes
    from the wheel."""
    here = [path for path in sys.path if path.endswith("site-packages")]
    python = installed.parents[2] / "bin" / "python"
    if not python.exists():
        python = installed.parents[1] / "Scripts" / "python.exe"
    run = subprocess.run(
        [python, "-I", "-c", f"import sys; sys.path += {here!r}\n{script}", installed],
        cwd=where,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_wheel_plays_a_game_elsewhere(installed: Path, tmp_path: Path) -> None:
    assert float(run_in_the_wheel(installed, PLAYS, tmp_path)) == 0


EXPLAINS = """
import hoyle
from hoyle.cli import program
assert hoyle.__file__.startswith(sys.argv[1]), hoyle.__file__
program(["explain", WHAT])
"""


@pytest.mark.parametrize(
    ("what", "told"),
    [("R0201", "# R0201 name-twice"), ("adjust", "## Adjusting"), ("swap", "## swap")],
)
def test_wheel_has_the_pages_that_it_explains(
    installed: Path, tmp_path: Path, what: str, told: str
) -> None:
    printed = run_in_the_wheel(installed, EXPLAINS.replace("WHAT", repr(what)), tmp_path)
    assert told in printed and "docs/" not in printed
