"""The grammar of the language, as Lark reads it, and the tables of its parser."""

from importlib.resources import files
from pathlib import Path

KEY = 32
"""So many letters in front of the tables say what they were made for."""


def text() -> str:
    """The whole grammar."""
    return files(__name__).joinpath("rules.lark").read_text(encoding="utf-8")


def tables(key: str) -> bytes | None:
    """The tables, if they were made for this key; they are of no use for another grammar."""
    made = files(__name__).joinpath("rules.tables")
    data = made.read_bytes() if made.is_file() else b""
    return data[KEY:] if data[:KEY] == key.encode() else None


def ship(key: str, made: bytes) -> None:
    """Put tables where `tables` finds them."""
    Path(__file__).with_name("rules.tables").write_bytes(key.encode() + made)
