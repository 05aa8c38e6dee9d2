"""A verb as it is written: its object, and its phrases by their words."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl import codes
from hoyle.dsl import nodes as n
from hoyle.dsl.records import record
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.source import Span


@record
class Said:
    """One verb with its words. `phrases` are keyed by their first word (`at random`: both)."""

    name: str
    object: n.Object | None
    phrases: dict[str, n.Phrase]
    adverb: str | None
    span: Span
    cites: tuple[str, ...]

    def has(self, word: str) -> bool:
        """Whether a phrase was written."""
        return word in self.phrases

    def options(self, word: str) -> tuple[n.Expr, ...]:
        """What stands behind a word of place: the places before and behind `, else`."""
        phrase = self.phrases.get(word)
        if not isinstance(phrase, n.PlacePhrase):
            return ()
        match phrase.place:
            case n.BottomOf(zone):
                return (zone,)
            case n.ElseChain(options):
                return options
            case _:
                assert_never(phrase.place)

    def bottom(self, word: str) -> bool:
        """Whether a place is the bottom of a pile."""
        phrase = self.phrases.get(word)
        return isinstance(phrase, n.PlacePhrase) and isinstance(phrase.place, n.BottomOf)

    def with_(self) -> n.WithPhrase | None:
        """The phrase `with … [of …]`."""
        phrase = self.phrases.get("with")
        return phrase if isinstance(phrase, n.WithPhrase) else None

    def without(self) -> tuple[n.Name, ...]:
        """The hooks left out."""
        phrase = self.phrases.get("without")
        return phrase.names if isinstance(phrase, n.Without) else ()

    def expression(self) -> n.Expr | None:
        """The object, if it is an expression."""
        if self.object is None or isinstance(self.object, (n.EveryPiece, n.Amount)):
            return None
        return self.object


def word_of(phrase: n.Phrase) -> str:
    """The word that a phrase begins with."""
    match phrase:
        case n.PlacePhrase():
            return phrase.preposition
        case n.WithPhrase():
            return "with"
        case n.AtRandom():
            return "at random"
        case n.Without():
            return "without"
        case _:
            assert_never(phrase)


def said(node: n.Verb, cites: tuple[str, ...]) -> Said:
    """A verb of the syntax tree by its words; a word written twice keeps its first phrase."""
    phrases: dict[str, n.Phrase] = {}
    for phrase in node.phrases:
        phrases.setdefault(word_of(phrase), phrase)
    return Said(node.name.text, node.object, phrases, node.adverb, node.span, cites)


def complain(said_: Said, scope: Scope, message: str, help_: str, span: Span | None = None) -> None:
    """Something is wrong with the words of a verb."""
    scope.report(codes.WRONG_PHRASE, span or said_.span, message, help=help_)
