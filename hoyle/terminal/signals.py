"""Being stopped from outside: a closed terminal and `kill` end a game as politely as Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

FROM_OUTSIDE = ("SIGTERM", "SIGHUP")


class Stopped(Exception):
    """The process is told to end; `code` is what it should leave with."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@contextmanager
def stopping() -> Iterator[None]:
    """Signals to end raise `Stopped` here."""

    def stop(number: int, _: FrameType | None) -> None:
        raise Stopped(number)

    with _handled(FROM_OUTSIDE, stop):
        yield


@contextmanager
def undisturbed() -> Iterator[None]:
    """Nothing interrupts this: it is short, and must be done whole."""
    with _handled((*FROM_OUTSIDE, "SIGINT"), signal.SIG_IGN):
        yield


@contextmanager
def _handled(
    names: tuple[str, ...], handler: Callable[[int, FrameType | None], Any] | signal.Handlers
) -> Iterator[None]:
    """Signals are handled so for a while. Only the main thread may say how, and not every system
    has them all."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, signal.SIG_DFL if old is None else old)
