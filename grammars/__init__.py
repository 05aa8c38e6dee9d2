"""The grammar of the language, as Lark reads it."""

from importlib.resources import files


def text() -> str:
    """The whole grammar."""
    return files(__name__).joinpath("rules.lark").read_text(encoding="utf-8")
