"""Words: names as words, how many, which article, the forms of verbs, what sort of word it is."""

from __future__ import annotations

import re
from collections.abc import Callable

from hoyle.dsl.articles import article as article

_NUMBERS_TEXT = """
    no one two three four five six seven eight nine ten eleven twelve
"""
_NUMBERS = _NUMBERS_TEXT.split()
_TIMES = {1: "once", 2: "twice"}
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"]


def spaced(name: str) -> str:
    """A name as words: `in_jail`, `TrainerCard`."""
    return re.sub(r"(?<=[a-zà-ÿ0-9])(?=[A-ZÀ-Þ])", " ", name).replace("_", " ").strip()


def number(count: int) -> str:
    """How many: in words up to twelve."""
    return _NUMBERS[count] if 0 < count < len(_NUMBERS) else str(count)


def times(count: int) -> str:
    """`once`, `twice`, `three times`."""
    return _TIMES.get(count) or f"{number(count)} times"


def ordinal(place: int) -> str:
    """`first`, `second`, … from 1 on."""
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else f"{place}th"


# ---- one and several
_PLURALS = {
    "man": "men",
    "woman": "women",
    "child": "children",
    "foot": "feet",
    "tooth": "teeth",
    "mouse": "mice",
    "person": "people",
    "die": "dice",
    "axis": "axes",
    "ox": "oxen",
    "goose": "geese",
    "leaf": "leaves",
    "wolf": "wolves",
    "knife": "knives",
    "life": "lives",
    "half": "halves",
    "thief": "thieves",
    "index": "indexes",
    "hero": "heroes",
    "potato": "potatoes",
}
_SAME_TEXT = """
    sheep fish deer series species dice people gold money food wood
"""
_SAME = frozenset(_SAME_TEXT.split())
_SINGULARS = {many: one for one, many in _PLURALS.items()}


def _marked(change: Callable[[str], str]) -> Callable[[str], str]:
    """The same change inside a reference at the end."""

    def changed(words: str) -> str:
        if words.endswith(("\ue002", "”")):
            return changed(words[:-1]) + words[-1]
        return change(words)

    changed.__doc__ = change.__doc__
    return changed


@_marked
def plural(words: str) -> str:
    """More than one of it; the last word changes."""
    front, last = _last(words)
    low = last.lower()
    if low in _SAME or low in _SINGULARS:
        return words
    if low in _PLURALS:
        return front + _like(_PLURALS[low], last)
    if re.search(r"[^aeiou]y$", low):
        return f"{words[:-1]}ies"
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return f"{words}es"
    return f"{words}s"


@_marked
def singular(words: str) -> str:
    """One of them; only the last word changes."""
    front, last = _last(words)
    low = last.lower()
    if low in _SINGULARS:
        return front + _like(_SINGULARS[low], last)
    if low in _SAME:
        return words
    if low.endswith("ies") and len(low) > 4:
        return f"{words[:-3]}y"
    if low.endswith(("ses", "xes", "zes", "ches", "shes")):
        return words[:-2]
    return words[:-1]


def is_plural(words: str) -> bool:
    """Whether a name says several: `items`, `goods`, `extra cards`."""
    head = re.split(r" (?:in|of|for|to|on|at|by|from|with) ", words)[0]
    low = _last(head)[1].lower().rstrip("\ue002”")
    if low in _SINGULARS or low in ("dice", "people"):
        return True
    return len(low) > 2 and low.endswith("s") and not low.endswith(("ss", "us", "is", "news"))


def _last(words: str) -> tuple[str, str]:
    """All but the last word, and the last word, which may stand at the end of a reference."""
    found = re.search(r"[^\s\ue001]*$", words)
    at = found.start() if found is not None else 0
    return words[:at], words[at:]


def _like(word: str, model: str) -> str:
    return word.capitalize() if model[:1].isupper() else word


# ---- verbs
_BASES = {"has": "have", "is": "are", "does": "do", "goes": "go", "was": "were"}
_MODALS = frozenset(["can", "may", "must", "will", "would", "could", "should", "cannot"])
_BE = frozenset(["is", "was"])


def base(verb: str) -> str:
    """The form that goes with several: `wins` → `win`, `has` → `have`."""
    if verb in _BASES:
        return _BASES[verb]
    if verb in _MODALS or not verb.endswith("s"):
        return verb
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "xes", "zes", "ches", "shes")):
        return verb[:-2]
    return verb[:-1]


def gerund(phrase: str) -> str:
    """`give up` → `giving up`."""
    verb, space, rest = phrase.partition(" ")
    if verb.endswith("ie"):
        changed = f"{verb[:-2]}ying"
    elif verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
        changed = f"{verb[:-1]}ing"
    elif _doubles(verb):
        changed = f"{verb}{verb[-1]}ing"
    else:
        changed = f"{verb}ing"
    return changed + space + rest


def _doubles(verb: str) -> bool:
    """Whether the last letter is doubled before an ending: one short vowel in one syllable."""
    if verb.endswith("vel"):
        return True
    return re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", verb) is not None and verb[-2:] != "ok"


# ---- what sort of word
_PREPOSITIONS_TEXT = """
    in at on next under over above below before behind beside between near inside outside
    off out up down against among within without to by with
"""
_PREPOSITIONS = frozenset(_PREPOSITIONS_TEXT.split())
_PARTICIPLES_TEXT = """
    gone done won drawn laid held shown hidden taken kept met thrown sold lost dealt caught spent
    bought found given eaten broken stolen bound beaten built put set hit cut shut hurt left
    fought sunk led said told made known grown torn worn written begun run seen sent burnt
    brought paid taught fled sworn slain stuck struck swept frozen chosen
    forbidden fallen risen driven open
"""
_PARTICIPLES = frozenset(_PARTICIPLES_TEXT.split())
_ADJECTIVES_TEXT = """
    ready free safe full empty closed alive dead wet dry new old big large small plain extra
    best worst highest lowest first last fit ill tired awake asleep active idle busy rich
    poor strong weak fast slow same different own early late complete whole special basic
    common rare public secret final single double steep flat deep high low long short true
    false good bad great legal dormant stiff able sure certain main present absent near far
    equal even odd young sick surplus silent loud light heavy hot cold bright dark hard easy
    loose tight neutral
"""
_ADJECTIVES = frozenset(_ADJECTIVES_TEXT.split())
_NOT_PARTICIPLES_TEXT = """
    bed seed speed need deed weed feed red shed sled reed string evening
    morning building ending opening thing
"""
_NOT_PARTICIPLES = frozenset(_NOT_PARTICIPLES_TEXT.split())
_NO_SUPERLATIVES_TEXT = """
    forest harvest interest request contest conquest protest arrest priest everest
"""
_NO_SUPERLATIVES = frozenset(_NO_SUPERLATIVES_TEXT.split())
_SUFFIXES = ("able", "ible", "less", "ful", "ous", "ive", "ish")


def is_participle(word: str) -> bool:
    """`fainted`, `won`."""
    low = word.lower()
    if low in _PARTICIPLES or low in _COME_ABOUT:
        return True
    return low.endswith("ed") and len(low) > 3 and low not in _NOT_PARTICIPLES


_COME_ABOUT_TEXT = """
    landed arrived escaped fled surfaced died fallen risen come happened slept jumped walked
    begun retired returned crashed rested voted folded spoken won lost acted answered moved
"""
_COME_ABOUT = frozenset(_COME_ABOUT_TEXT.split())
_PLAYERS_DO_TEXT = """
    passed played drawn bid bet rolled traded paid chosen decided built bought sold raised
    called claimed fought attacked drafted scored searched explored discarded swapped fished
"""
_PLAYERS_DO = frozenset(_PLAYERS_DO_TEXT.split())


def is_perfect(words: str, of_player: bool) -> bool:
    """Whether a name says what one has done, and nobody to one: `landed`; of players `passed`."""
    low = words.lower()
    return low in _COME_ABOUT or (of_player and low in _PLAYERS_DO)


def is_adjective(words: str) -> bool:
    """Whether a name can stand behind `is` and before what it is about."""
    last = words.lower().rpartition(" ")[2]
    if last.endswith("ing") and len(last) > 5 and last not in _NOT_PARTICIPLES:
        return True
    if last in _ADJECTIVES or is_participle(last):
        return True
    if last.endswith("est") and len(last) > 5 and last not in _NO_SUPERLATIVES:
        return True
    return last.endswith(_SUFFIXES) and len(last) > 5


def is_predicative(words: str) -> bool:
    """Whether a name can stand behind `is`: `fainted`, `called first`; not `ball played`."""
    return is_adjective(words.partition(" ")[0]) or (is_adjective(words) and " " not in words)


def is_said_of_one(words: str) -> bool:
    """Whether a name says what one does or is: `can fish`, `is taken`, `at the goal`."""
    return is_verbal(words) or is_predicative(words) or is_prepositional(words)


def is_related(words: str) -> bool:
    """Whether a name says how one is to another: `next to`, `engaged with`."""
    hanging = words.lower().rpartition(" ")[2] in _HANGING
    return is_prepositional(words) or (hanging and is_predicative(words))


def is_prepositional(words: str) -> bool:
    """Whether a name can stand behind `is` only: `in jail`, `at the goal`."""
    first, space, _ = words.lower().partition(" ")
    if first == "next":
        return words.lower().startswith("next to")
    return bool(space) and first in _PREPOSITIONS


_ADVERBS_TEXT = """
    ahead behind here there beside forward back away together aside
"""
_ADVERBS = frozenset(_ADVERBS_TEXT.split())
_NO_NOUNS_TEXT = """
    mine yours theirs more less give want take get keep
"""
_NO_NOUNS = frozenset(_NO_NOUNS_TEXT.split())


_HANGING_TEXT = "by for at in on with to from than"
_HANGING = frozenset(_HANGING_TEXT.split())
_ASKING_TEXT = "where when how what who like as"
_ASKING = frozenset(_ASKING_TEXT.split())


_PARTS_TEXT = """
    round trick auction game phase stage session match year season night day morning evening week
    month era age
"""
_PARTS = frozenset(_PARTS_TEXT.split())
_BEGINNINGS_TEXT = """
    begin start open close end finish play run hold skip score set prepare clear clean leave enter
    pass take make do have lead win lose each
"""
_BEGINNINGS = frozenset(_BEGINNINGS_TEXT.split())


def is_part_of_game(words: str) -> bool:
    """Whether a name is that of a part of the game: `round`, `market phase`; not `end night`."""
    first, _, more = words.lower().partition(" ")
    last = words.lower().rpartition(" ")[2]
    return last in _PARTS and (not more or first not in _BEGINNINGS)


def is_odd(words: str) -> bool:
    """Whether a name cannot stand behind `the`: it is quoted then."""
    low = words.lower()
    if " " in low and low.rpartition(" ")[2] in _HANGING:
        return True
    if low.partition(" ")[0] in _ASKING or (" " in low and low.partition(" ")[0] in _ADVERBS):
        return True
    return low in _ADVERBS or low in _NO_NOUNS or is_prepositional(words)


_STANDING_TEXT = """
    pawn token figure piece marker man counter meeple car train ship boat horse runner walker
    hero king party
"""
_STANDING = frozenset(_STANDING_TEXT.split())


def is_standing(words: str) -> bool:
    """Whether a name is that of something which stands somewhere: `pawn`, `own token`."""
    return words.lower().rpartition(" ")[2] in _STANDING


def is_verbal(words: str) -> bool:
    """Whether a name says what somebody does: `wins ties`, `can fight`, `reaches`."""
    first = words.lower().partition(" ")[0]
    if first in _MODALS or first in _BASES:
        return True
    return first.endswith("s") and not first.endswith(("ss", "us", "is")) and len(first) > 3


_MUTUAL_TEXT = """
    enemies allies friends foes neighbours neighbors partners rivals opponents twins siblings
    mates equals teammates companions
"""
_MUTUAL = frozenset(_MUTUAL_TEXT.split())
_ALONE_TEXT = "stay go stop land walk end stand pass rest move sit lie wait come fly swim jump"
_ALONE = frozenset(_ALONE_TEXT.split())


def is_mutual(words: str) -> bool:
    """Whether a name says what two are to one another: `enemies`."""
    return words.lower() in _MUTUAL


def takes(words: str) -> str:
    """How what is done to something goes on: `strikes` it, `has kin` in it, `may stay` there."""
    first = words.lower().partition(" ")[0]
    last = base(words.lower().rpartition(" ")[2])
    if last in _HANGING:
        return ""
    return " for" if first in ("has", "is", "was") or last in _ALONE else ""


def does(words: str, many: bool, holds: bool) -> str:
    """A verbal name as what a subject does or does not: `wins ties`, `do not win ties`."""
    first, space, rest = words.partition(" ")
    rest = space + rest
    if first in _MODALS:
        stem = first if holds else {"can": "cannot"}.get(first, f"{first} not")
        return stem + rest
    if first in _BE:
        stem = base(first) if many else first
        return stem + ("" if holds else " not") + rest
    if holds:
        return (base(first) if many else first) + rest
    return f"{'do' if many else 'does'} not {base(first)}{rest}"
