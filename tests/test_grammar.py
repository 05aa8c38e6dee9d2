"""The grammar is what it promises to be, and the saved parser is the same parser."""

import pickle
import random
import re
import zlib
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token, Tree
from lark.common import LexerConf
from lark.exceptions import UnexpectedCharacters, UnexpectedInput
from lark.lexer import ContextualLexer, LexerState

from hoyle import grammars
from hoyle.dsl import cache, saved_parser
from hoyle.dsl.words import RESERVED

ROOT = Path(__file__).parent.parent


def test_the_grammar_is_lalr_without_conflict_or_colliding_terminals() -> None:
    saved_parser.build(grammars.text(), strict=True)


def test_the_tables_that_come_with_hoyle_are_those_of_the_grammar() -> None:
    text = grammars.text()
    shipped = grammars.tables(saved_parser.key(text))
    assert shipped is not None, "run: python -m hoyle.dsl.saved_parser"
    built = saved_parser.saved_form(saved_parser.build(text, **saved_parser.lexer()))
    assert zlib.decompress(shipped) == zlib.decompress(built)


def test_every_reserved_word_is_a_word_of_the_grammar() -> None:
    text = grammars.text()
    # Words of phrases stand in the terminals.
    phrases = " ".join(re.findall(r"^[A-Z_]+(?:\.\d)?: /(.*)/$", text, re.MULTILINE))
    words = set(re.findall(r'"([a-z]+)"', text)) | set(re.findall(r"[a-z]+", phrases))
    assert words >= RESERVED


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(grammars, "tables", lambda key: None)
    saved_parser._parser.cache_clear()
    return tmp_path / "cache"


def test_the_parser_is_saved_and_a_damaged_one_is_built_anew(fresh: Path) -> None:
    saved_parser.parser()
    (saved,) = fresh.iterdir()
    saved_parser._parser.cache_clear()
    assert saved_parser.parser().parse("setup: stop\n", start="file").data == "file"
    for damage in (b"no pickle", zlib.compress(pickle.dumps({"data": 1}))):
        assert saved_parser._loaded(damage) is None
    saved.write_bytes(b"no pickle")
    saved_parser._parser.cache_clear()
    assert saved_parser.parser().parse("setup: stop\n", start="file").data == "file"
    assert len(saved.read_bytes()) > 50_000
    assert [path.name for path in fresh.iterdir()] == [saved.name]


def test_without_a_place_for_it_the_parser_is_built_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(grammars, "tables", lambda key: None)
    saved_parser._parser.cache_clear()
    assert saved_parser.parser().parse("setup: stop\n", start="file").data == "file"
    assert not cache.write("anything", b"data")
    assert cache.read("anything") is None


def test_keys_tell_their_parts_apart() -> None:
    assert cache.key("ab", "c") != cache.key("a", "bc")
    assert cache.key("ab") == cache.key(b"ab")


class SlowLexer(ContextualLexer):
    """Lark's own lexer, without its comparison of all terminals; a keyword is a whole word."""

    def __init__(self, conf: LexerConf, *arguments: Any, **options: Any) -> None:
        conf.skip_validation = True
        super().__init__(conf, *arguments, **options)
        for lexer in {id(lexer): lexer for lexer in self.lexers.values()}.values():
            lexer.next_token = whole_words(lexer.next_token)  # type: ignore[method-assign]


def whole_words(find: Callable[..., Token]) -> Callable[..., Token]:
    def found(state: LexerState, parser_state: Any) -> Token:
        before = copy(state.line_ctr)
        token = find(state, parser_state)
        after = state.text.text[token.end_pos : token.end_pos + 1]
        keyword = token.type == token.upper() and token.isalpha()
        if not keyword or not re.match(r"\w", after):
            return token
        state.line_ctr = before
        raise UnexpectedCharacters(  # type: ignore[no-untyped-call]
            state.text.text,
            before.char_pos,
            before.line,
            before.column,
            allowed=frozenset(("NAME",)),
            state=parser_state,
            terminals_by_name=terminals_by_name(),
        )

    return found


def terminals_by_name() -> dict[str, Any]:
    return {terminal.name: terminal for terminal in saved_parser.parser().terminals}


def test_a_keyword_is_a_whole_word() -> None:
    parser = saved_parser.parser()
    parser.parse("table has\n    deck: set of Card\n", start="file")
    for glued in ("deck: setof Card", "deck: bag of3", "n: numbers = 3"):
        with pytest.raises(UnexpectedInput):
            parser.parse(f"table has\n    {glued}\n", start="file")


def outcome(parser: Lark, text: str) -> object:
    try:
        return list(places(parser.parse(text, start="file")))
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        return type(error), error.pos_in_stream, token and token.type


def places(part: Any) -> Iterator[object]:
    """All parts of a tree, with where they stand."""
    if not isinstance(part, Tree):
        yield part and (part.type, part.value, part.start_pos, part.end_pos)
        return
    meta = part.meta
    yield part.data, len(part.children), meta.empty or (meta.start_pos, meta.end_pos)
    for child in part.children:
        yield from places(child)


def test_the_quick_lexer_and_parser_find_what_those_of_lark_find() -> None:
    slow = saved_parser.build(grammars.text(), _plugins={"ContextualLexer": SlowLexer})
    quick = saved_parser.parser()
    chance = random.Random(1)
    spice = (
        "(",
        " ",
        "for each ",
        "with most",
        "has",
        "if ",
        "x",
        '"',
        "in",
        "not",
        ":",
        ",",
        "..",
    )
    for path in sorted((ROOT / "rulesets").rglob("*.rules")):
        text = path.read_text(encoding="utf-8") + "\n"
        assert outcome(quick, text) == outcome(slow, text)
        for _ in range(15):
            first = chance.randrange(text.count("\n"))
            part = "\n".join(text.split("\n")[first : first + 15]) + "\n"
            place = chance.randrange(len(part))
            part = part[:place] + chance.choice(spice) + part[place:]
            assert outcome(quick, part) == outcome(slow, part)
