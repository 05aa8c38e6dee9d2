"""The one table of verbs: what stands behind each, the phrases it takes, and what it becomes."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.articles import ARTICLES
from hoyle.dsl.records import record
from hoyle.dsl.resolve import figures, money, pieces
from hoyle.dsl.resolve.common import cites, face_type, inside
from hoyle.dsl.resolve.effects import effect_arguments, lookup_effect, read_begin
from hoyle.dsl.resolve.relations import join
from hoyle.dsl.resolve.said import Said, complain, said, word_of
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.world import World, did_you_mean, nearest
from hoyle.dsl.source import Span

Reader = Callable[[Said, Scope], g.Stmt | None]


@record
class Verb:
    """One line of the table. `needs` and `takes` are phrases by their words."""

    usage: str
    read: Reader
    object: bool = True
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    adverbs: tuple[str, ...] = ()


def _drawn_outside_let(said_: Said, scope: Scope) -> g.Stmt | None:
    return pieces.read_draw(said_, scope)


VERBS: dict[str, Verb] = {
    "put": Verb(
        "put every T [where C] into Z [, shuffled]",
        pieces.read_put,
        needs=("into",),
        adverbs=("shuffled",),
    ),
    "move": Verb(
        "move X to Z [, else Z2]",
        pieces.read_move,
        needs=("to",),
        adverbs=("shuffled", "quietly"),
    ),
    "draw": Verb(
        "draw n [at random] from Z [, else Y] to Z2 [, else Z3]",
        _drawn_outside_let,
        needs=("from", "to"),
        takes=("at random",),
    ),
    "swap": Verb("swap A with B of P", pieces.read_swap, needs=("with",)),
    "shuffle": Verb("shuffle Z", pieces.read_shuffle),
    "reveal": Verb("reveal X", pieces.read_show),
    "hide": Verb("hide X", pieces.read_show),
    "look": Verb("look at n from Z", pieces.read_look, object=False, needs=("at", "from")),
    "pay": Verb(
        "pay n [unit] [from P] to Q [, else R]", money.read_pay, needs=("to",), takes=("from",)
    ),
    "gain": Verb("gain n [unit] from BANK", money.read_gain, needs=("from",)),
    "lose": Verb("lose n from CUP", money.read_lose, needs=("from",)),
    "spend": Verb("spend X", pieces.read_spend),
    "remove": Verb("remove X", pieces.read_remove),
    "eliminate": Verb("eliminate P", pieces.read_eliminate),
    "start": Verb("start with P", pieces.read_start, object=False, needs=("with",)),
    "begin": Verb("begin L(…)", read_begin),
    "take": Verb(
        "take f from BOARD", figures.read_take, needs=("from",), takes=("without",),
        adverbs=("quietly",),
    ),
}  # fmt: skip

PUT_ON = Verb(
    "put f on p", figures.read_put_on, needs=("on",), takes=("without",), adverbs=("quietly",)
)
WALK = Verb(
    "walk f [along d] [within n]",
    figures.read_walk,
    takes=("along", "within", "without"),
    adverbs=("quietly",),
)

AMOUNTS = ("pay", "gain", "lose")
"""The verbs that money and dice stand behind, with their unit: `pay 2 coins`."""

MISREAD = {
    "open": "Write `offer W` to ask around who does something now; `reveal X` turns cards face up.",
    "ask": 'Write `as P` over deeds of another player, `P agrees "…"` for yes or no.',
    "use": "Write `spend X`: it runs `when spent` and does no more.",
    "discard": "Write `move X to` the discards, or `spend X`.",
    "deal": "Write `draw 5 from deck to your hand`, under `each player`.",
    "give": "Write `move X to P.zone` for pieces, `pay n to P` for money.",
    "get": "Write `gain n from BANK` for money, `draw` or `move` for pieces.",
    "place": "Write `move X to Z`; `put f on p` is for figures on a board.",
    "mix": "Write `shuffle Z`.",
    "flip": "Write `reveal X` to show it, `hide X` to end that.",
    "return": "Write `remove X` to put it back into the box.",
    "set": "Write `x = E`.",
    "print": "Nothing need be said: choices, rolls and public moves are in the log.",
}
"""Words that people write for a verb of the table, and what they mean."""


def verb_names(world: World) -> tuple[str, ...]:
    """All verbs, those of movements included."""
    return (*VERBS, *world.game.movements)


def misread_verb(name: str) -> str | None:
    """What to write in place of a word that is no verb here."""
    return MISREAD.get(name)


def resolve_verb(node: n.Verb, scope: Scope) -> g.Stmt | None:
    """A verb with its object and phrases; None if it was reported."""
    rule = _rule(node, scope)
    if rule is None:
        _report_unknown(node, scope)
        return None
    words = said(node, cites(node))
    if not _fits(rule, node, words, scope):
        return None
    return rule.read(words, scope)


def _rule(node: n.Verb, scope: Scope) -> Verb | None:
    name = node.name.text
    if name in scope.world.game.movements:
        return WALK
    if name == "put" and any(word_of(phrase) == "on" for phrase in node.phrases):
        return PUT_ON
    return VERBS.get(name)


def resolve_draw(node: n.Draw, span: Span, clauses: tuple[str, ...], scope: Scope) -> g.Draw | None:
    """A draw behind `let x =`."""
    verb = n.Verb(n.Name("draw", span=node.span), node.object, node.phrases, None, span=node.span)
    words = said(verb, clauses)
    return pieces.read_draw(words, scope) if _fits(VERBS["draw"], verb, words, scope) else None


def _fits(rule: Verb, node: n.Verb, words: Said, scope: Scope) -> bool:
    """Whether the words around a verb are those that it takes; else says which are not."""
    usage = f"Write `{rule.usage}`."
    if rule.object and node.object is None:
        complain(words, scope, f"`{words.name}` does not say what.", usage, node.name.span)
        return False
    if not rule.object and node.object is not None:
        complain(words, scope, f"`{words.name}` has nothing right behind it.", usage)
        return False
    if not _fits_object(node, words, usage, scope):
        return False
    allowed = (*rule.needs, *rule.takes)
    for phrase in node.phrases:
        word = word_of(phrase)
        if word not in allowed or phrase is not words.phrases[word]:
            _report_phrase(words, word, phrase, allowed, usage, scope)
            return False
    missing = [word for word in rule.needs if word not in words.phrases]
    if missing:
        joined = f"{words.name}_{node.object.text}" if isinstance(node.object, n.Name) else ""
        if joined in scope.world.game.procs:
            usage = f"Write `{joined}` if you mean that: a name is one word."
        complain(words, scope, f"`{words.name}` lacks its `{missing[0]} …`.", usage)
        return False
    if node.adverb is not None and node.adverb not in rule.adverbs:
        complain(words, scope, f"`{words.name}` takes no `, {node.adverb}`.", usage)
        return False
    return True


def _fits_object(node: n.Verb, words: Said, usage: str, scope: Scope) -> bool:
    """`2 coins` is an amount of money, `every Card` what is put: other verbs take one thing."""
    match node.object:
        case n.Amount(count=n.Name(text), unit=unit) if text in ARTICLES:
            message, help_ = (
                f"`{text}` is no word of this language.",
                f"Leave `{text}` out: `{unit}`.",
            )
        case n.Amount(unit=unit) if words.name not in AMOUNTS:
            message = f"`{words.name}` does not take `{unit}` behind a number."
            help_ = f"{usage} What lies there need not be named."
        case n.EveryPiece(type=name) if words.name != "put":
            message = f"`every {name}` can only be put."
            help_ = f"All of them are just `{name}`: `{words.name} {name} …`."
        case _:
            return True
    assert node.object is not None
    complain(words, scope, message, help_, node.object.span)
    return False


def _report_phrase(
    words: Said,
    word: str,
    phrase: n.Phrase,
    allowed: tuple[str, ...],
    usage: str,
    scope: Scope,
) -> None:
    if word in allowed:
        message = f"`{words.name}` has `{word} …` twice."
    else:
        message = f"`{words.name}` takes no `{word} …`."
    if words.name == "take":
        usage = f"Cards are drawn or moved: `draw n from Z to Z2`, `move X to Z`. {usage}"
    complain(words, scope, message, usage, phrase.span)


def _report_unknown(node: n.Verb, scope: Scope) -> None:
    name = node.name.text
    world = scope.world
    help_ = None
    joined = f"{name}_{node.object.text}" if isinstance(node.object, n.Name) else ""
    if joined in world.game.procs:
        help_ = f"Write `{joined}` if you mean that: a name is one word."
    elif joined == f"{name}_wins":
        help_ = f"Write `victory for {name}`."
    elif name in world.game.procs:
        help_ = f"Write `{name}(…)`: what a `to` works on stands in brackets."
    elif name in world.lastings:
        help_ = f"Write `begin {name}(…)`."
    elif name not in MISREAD:
        help_ = did_you_mean(name, (*verb_names(world), *world.game.procs))
    help_ = help_ or misread_verb(name) or "Take one of: " + ", ".join(verb_names(world)) + "."
    scope.report(codes.UNKNOWN_DEED, node.name.span, f"There is no verb `{name}`.", help=help_)


def any_face(world: World, purposes: tuple[str, ...]) -> t.Type:
    """The type of a face of any die that is rolled for one of some purposes (without any: of the
    game): `it` in `roll again n where C`."""
    found: t.Type = t.BROKEN
    for die in _dice_for(world, purposes):
        joined = join(found, face_type(die))
        if joined is None:
            return t.BROKEN
        found = joined
    return found


def _dice_for(world: World, purposes: tuple[str, ...]) -> list[g.Die]:
    """The dice that are rolled for one of some purposes."""
    dice = world.game.dice
    rolls = [
        part for page in world.pages for part in inside(page.items) if isinstance(part, n.Roll)
    ]
    named = {
        roll.die.text
        for roll in rolls
        if isinstance(roll.die, n.Name) and roll.purpose and roll.purpose.text in purposes
    }
    return [die for name, die in dice.items() if name in named or not named]


# ---------------------------------------------------------------------------------- as events


def verb_event(name: str, world: World) -> tuple[t.Type, ...] | None:
    """What a hook on a verb may name in brackets; None if there is no such verb."""
    if name in world.game.movements:
        return (t.Thing(world.game.movements[name].thing),)
    if name not in VERBS or name in ("begin", "start"):
        return None
    match name:
        case "move" | "spend" | "remove" | "reveal" | "hide":
            return (any_piece(world),)
        case "eliminate":
            return (t.PLAYER,)
        case "pay" | "gain" | "lose":
            return (t.NUMBER,)
        case "take" | "put":
            return (any_figure(world),)
        case _:
            return ()


def any_piece(world: World) -> t.Type:
    """The type of any piece that can be moved."""
    return _one_of([name for name, table in world.game.tables.items() if table.form == "component"])


def any_figure(world: World) -> t.Type:
    """The type of any figure that stands on a board."""
    return _one_of([name for name, table in world.game.tables.items() if table.stands_on])


def _one_of(names: list[str]) -> t.Type:
    if not names:
        return t.BROKEN
    return t.Thing(names[0]) if len(names) == 1 else t.Either(tuple(sorted(names)))


__all__ = [
    "VERBS",
    "any_face",
    "any_figure",
    "any_piece",
    "effect_arguments",
    "lookup_effect",
    "misread_verb",
    "nearest",
    "resolve_draw",
    "resolve_verb",
    "verb_event",
    "verb_names",
]
