"""What the command line says when something of ours breaks: a sentence, a report, a code."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle import cli


def broken(error: BaseException) -> object:
    def program(**_: object) -> None:
        raise error

    return program


def ended(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[object, str]:
    """The exit code and what is on the screen when a command raises an error."""
    monkeypatch.setattr(cli, "program", broken(error))
    monkeypatch.setattr(sys, "argv", ["hoyle", "check", "some.rules"])
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    return stopped.value.code, capsys.readouterr().err


def test_a_mistake_of_ours_is_one_sentence_and_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    monkeypatch.delenv("HOYLE_DEBUG", raising=False)
    code, shown = ended(KeyError("no such wheel"), monkeypatch, capsys)
    (kept,) = tmp_path.glob("crash-*.txt")
    assert code == 3
    assert shown.count("\n") == 1 and str(kept) in shown and "Traceback" not in shown
    told = kept.read_text(encoding="utf-8")
    assert told.startswith("hoyle check some.rules\n") and "KeyError: 'no such wheel'" in told


def test_the_same_mistake_is_kept_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    monkeypatch.delenv("HOYLE_DEBUG", raising=False)
    shown = {ended(KeyError("twice"), monkeypatch, capsys) for _ in range(2)}
    assert len(shown) == len(list(tmp_path.iterdir())) == 1


def test_without_a_place_for_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "file" / "below"))
    monkeypatch.delenv("HOYLE_DEBUG", raising=False)
    code, shown = ended(KeyError("nowhere"), monkeypatch, capsys)
    assert code == 3 and "HOYLE_DEBUG=1" in shown and shown.count("\n") == 1


def test_developers_see_the_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    monkeypatch.setenv("HOYLE_DEBUG", "1")
    code, shown = ended(KeyError("shown"), monkeypatch, capsys)
    assert code == 3 and "Traceback" in shown and not list(tmp_path.iterdir())


def test_what_the_machine_refuses_is_no_mistake_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = PermissionError(errno.EACCES, "Permission denied", "locked.rules")
    code, shown = ended(refused, monkeypatch, capsys)
    assert (code, shown) == (1, "hoyle: locked.rules: Permission denied\n")


def test_an_interrupt_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(KeyboardInterrupt(), monkeypatch, capsys) == (130, "")


INTERRUPTED = """
import os, signal
from hoyle import build, cli
build.check = lambda path: os.kill(os.getpid(), signal.SIGINT)
cli.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGINT to send")
def test_an_interrupted_process_ends_without_a_traceback(tmp_path: Path) -> None:
    rules = tmp_path / "small.rules"
    rules.write_text('game "Small"\n    players 2..2\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "check", str(rules)],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        env={**os.environ, "HOYLE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 128 + signal.SIGINT, done.stderr
    assert done.stderr.strip() == "" and done.stdout == ""
