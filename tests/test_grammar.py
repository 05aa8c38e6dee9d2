"""The grammar is what it promises to be, and the saved parser is the same parser."""

import pickle
import re
from pathlib import Path

import pytest

from hoyle import grammars
from hoyle.dsl import cache, saved_parser
from hoyle.dsl.words import RESERVED


def test_the_grammar_is_lalr_without_conflict_or_colliding_terminals() -> None:
    saved_parser.build(grammars.text(), strict=True)


def test_every_reserved_word_is_a_word_of_the_grammar() -> None:
    text = grammars.text()
    # Words of phrases stand in the terminals.
    phrases = " ".join(re.findall(r"^[A-Z_]+(?:\.\d)?: /(.*)/$", text, re.MULTILINE))
    words = set(re.findall(r'"([a-z]+)"', text)) | set(re.findall(r"[a-z]+", phrases))
    assert words >= RESERVED


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "cache"))
    saved_parser._parser.cache_clear()
    return tmp_path / "cache"


def test_the_parser_is_saved_and_read_again(fresh: Path) -> None:
    saved_parser.parser()
    (saved,) = fresh.glob("parser-*.pickle")
    saved_parser._parser.cache_clear()
    again = saved_parser.parser()
    assert again.parse("setup: stop\n", start="file").data == "file"
    assert [path.name for path in fresh.iterdir()] == [saved.name]


@pytest.mark.parametrize("damage", [b"no pickle", pickle.dumps({"data": 1})])
def test_a_damaged_parser_is_built_anew(fresh: Path, damage: bytes) -> None:
    saved_parser.parser()
    (saved,) = fresh.glob("parser-*.pickle")
    saved.write_bytes(damage)
    saved_parser._parser.cache_clear()
    assert saved_parser.parser().parse("setup: stop\n", start="file").data == "file"
    assert len(saved.read_bytes()) > 100_000


def test_without_a_place_for_it_the_parser_is_built_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "file" / "cache"))
    saved_parser._parser.cache_clear()
    assert saved_parser.parser().parse("setup: stop\n", start="file").data == "file"
    assert not cache.write("anything", b"data")
    assert cache.read("anything") is None


def test_keys_tell_their_parts_apart() -> None:
    assert cache.key("ab", "c") != cache.key("a", "bc")
    assert cache.key("ab") == cache.key(b"ab")
