"""Nouns in a sentence, and groups of things, with the words that must agree with them."""

from __future__ import annotations

import re
from typing import Literal

from hoyle.compiler.to_docs.english import words
from hoyle.compiler.to_docs.english.said import bare
from hoyle.dsl.records import record


@record
class Noun:
    """What a verb may speak about; `many` if it takes `are`."""

    text: str
    many: bool = False
    person: Literal["", "you", "they", "it"] = ""

    def __str__(self) -> str:
        return self.text


YOU = Noun("you", True, "you")
THEY = Noun("they", True, "they")
IT = Noun("it", False, "it")


def whose(noun: Noun) -> str:
    """The owner before what is owned: `your`, `the leader's`."""
    match noun.person:
        case "you":
            return "your"
        case "they":
            return "their"
        case "it":
            return "its"
        case _:
            last = bare(noun.text)[-1:]
            return f"{noun.text}’" if noun.many and last == "s" else f"{noun.text}’s"


def after(noun: Noun) -> str:
    """A noun behind a verb or preposition: `them`."""
    return "them" if noun.person == "they" else noun.text


def of(owner: Noun, what: str, what_many: bool | None = None) -> Noun:
    """Something of an owner: `your hand`, `the colour of the last card in the row`."""
    many = words.is_plural(bare(what)) if what_many is None else what_many
    if owner.person or _short(owner.text):
        return Noun(f"{whose(owner)} {what}", many)
    return Noun(f"the {what} of {owner.text}", many)


def _short(text: str) -> bool:
    """Whether 's may stand behind it without doubt what it belongs to."""
    said = bare(text)
    plain = not any(word in said for word in _PARTING) and not said.endswith((" entered", " left"))
    return len(said) < 36 and plain and said.count("’s") < 2


_PARTING_WORDS = "of in on that with whose at to and from it for next"
_PARTING = (*(f" {word} " for word in _PARTING_WORDS.split()), ",", "“")


def be(noun: Noun, holds: bool = True) -> str:
    """`is`, `are not`."""
    return ("are" if noun.many else "is") + ("" if holds else " not")


def have(noun: Noun) -> str:
    """`has`, `have`."""
    return "have" if noun.many else "has"


@record
class Group:
    """Things of one sort of which there may be several: `Goal`, `Goals`, ` in your hand`.

    With `whose`, they are spoken of as somebody's: `one of your items`. The tails follow: what is
    said of one, and of several.
    """

    one: str
    many: str
    tail: str = ""
    tails: str = ""
    whose: str = ""
    person: bool = False
    all_: bool = False

    def the(self) -> Noun:
        """All of them: `the Goals in your hand`, `your items`, `all Goals`."""
        return Noun(
            f"{self.whose or ('all' if self.all_ else 'the')} {self.many}{self.tails}", True
        )

    def plain(self) -> str:
        """Without an article: `Goals in your hand`, `your items`."""
        return f"{self.whose} {self.many}{self.tails}".strip()

    def each(self) -> str:
        """`each Goal in your hand`, `each of your items`."""
        return self._counted("each", True)

    def any(self) -> str:
        """`one Goal in your hand`, `one of your items`."""
        return self._counted("one", True)

    def no(self) -> str:
        """`no Goal in your hand`, `none of your items`."""
        return self._counted("none" if self.whose else "no", True)

    def unowned(self) -> Group:
        """The same, where they are only `the`: `three discards`, not `three of the discards`."""
        if self.whose != "the":
            return self
        return Group(self.one, self.many, self.tail, self.tails, "", self.person, self.all_)

    def holder(self) -> str:
        """Who has them, as a clause begins: `you have`; "" where they are nobody's."""
        if not self.whose or self.whose == "the":
            return ""
        known = {"your": "you have", "their": "they have", "its": "it has"}
        return known.get(self.whose) or f"{re.sub('’s?$', '', self.whose)} has"

    def counted(self, amount: str, one: bool = False) -> str:
        """`three Goals in your hand`, `three of your items`."""
        return self._counted(amount, one)

    def a(self) -> str:
        """`a Goal in your hand`, `one of your items`."""
        if self.one == "other player" and not self.whose:
            return f"another player{self.tail}"
        return self.any() if self.whose else self._counted(words.article(bare(self.one)), True)

    def _counted(self, amount: str, one: bool) -> str:
        if self.whose:
            tail = self.tail if one else self.tails
            return f"{amount} of {self.whose} {self.many}{tail}"
        return f"{amount} {self.one}{self.tail}" if one else f"{amount} {self.many}{self.tails}"

    def where(self, tail: str, tails: str) -> Group:
        """Only some of them."""
        changed = (self.tail + tail, self.tails + tails, self.whose, self.person, self.all_)
        return Group(self.one, self.many, *changed)
