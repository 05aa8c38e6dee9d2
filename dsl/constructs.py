"""Every construct of the language: the one list that the grammar, the docs and help share.

A construct is known by its rules in the grammar, from which come its words, the way it is written,
and the nodes that it makes. A test keeps the list whole: each rule of the grammar belongs to one
construct, so a construct that is new in the grammar cannot be missing here, nor its page in the
docs.
"""

from __future__ import annotations

import re
from functools import cache

from hoyle import grammars
from hoyle.dsl import nodes
from hoyle.dsl.records import record


@record
class Construct:
    """Something that can be written: its name, what it is for, where it is explained, its rules."""

    name: str
    title: str
    about: str
    page: str
    rules: tuple[str, ...]

    @property
    def nodes(self) -> tuple[type, ...]:
        """The classes of the syntax tree that it makes."""
        found = (getattr(nodes, _camel(rule), None) for rule in self.rules)
        return tuple(dict.fromkeys(one for one in found if isinstance(one, type)))

    @property
    def written(self) -> str:
        """How it is written, a line for each way."""
        return "\n".join(
            f"{rule}: {line}" for rule in self.rules for line in shape(rule).split("\n") if line
        )

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the language that stand in it."""
        found: dict[str, None] = {}
        for rule in self.rules:
            found |= dict.fromkeys(_words(rule))
        return tuple(found)


def _camel(rule: str) -> str:
    return "".join(part.title() for part in rule.split("_"))


# ---- what the grammar says
@cache
def grammar_rules() -> dict[str, str]:
    """Every rule of the grammar above its terminals, with what stands behind its colon."""
    text = grammars.text().split("// ---- terminals")[0]
    found: dict[str, str] = {}
    name = ""
    for line in text.split("\n"):
        if head := re.match(r"[!?]*([a-z_]+): (.*)", line):
            name = head[1]
            found[name] = head[2]
        elif name and line[:1] == " ":
            found[name] += f"\n{line.strip()}"
        else:
            name = ""
    return found


@cache
def forms() -> dict[str, tuple[str, ...]]:
    """The ways to write each rule, or each shape to which a rule gives a name of its own."""
    found: dict[str, list[str]] = {}
    for rule, text in grammar_rules().items():
        found[rule] = []
        for form in re.split(r"\n\| ", text):
            alias = re.search(r"-> ([a-z_]+)", form)
            found.setdefault(alias[1] if alias else rule, []).append(form)
    return {name: tuple(ways) for name, ways in found.items()}


def shape(rule: str) -> str:
    """A rule as it is written, for people: words bare, what may be left out in brackets."""
    lines = dict.fromkeys(_plain(form) for form in forms().get(rule, ()))
    return "\n".join(filter(None, lines))


_HIDDEN = re.compile(r"\[CITE\]|_NL\??|->\s*[a-z_]+|\[?_INDENT\b|_DEDENT\]?")


def _plain(form: str) -> str:
    indented = "_INDENT" in form
    text = _TERMINALS.sub(lambda found: _SPOKEN[found[0]], _HIDDEN.sub("", form))
    text = re.sub(r"\[?_INDENT|_DEDENT\]?", "", text)
    text = " ".join(text.replace('"', "").split()).strip(" |").replace("(body | )", "[body]")
    return f"{text}   (indented below)" if indented else text


_SPOKEN = {
    "_UP_TO": "up to", "_FOR_EACH": "for each", "END_OF": "end of", "_BOTTOM_OF": "bottom of",
    "_WHEN_SPENT": "when spent", "_GO_ROUND": "go round", "_ONE_OR_MORE": "one or more",
    "_ANY_NUMBER_OF": "any number of", "_AT_ONCE": "at once", "_AT_RANDOM": "at random",
    "_AT_LEAST": "at least", "_AT_MOST": "at most", "_THOSE_WHERE": "those where",
    "_THE_ANSWER": "the answer", "RANK": "with most|fewest", "BY_RANK": "by most|fewest",
    "THEN_RANK": ", then most|fewest", "_ELSE": ", else", "IF_ANY": ", if any",
    "ADVERB": ", shuffled|quietly", "FACING": "face up|down", "CALL": "NAME", "SIGN": "+|-",
    "STRING": '“TEXT”', "PIECE": "TYPE “NAME”", "COMPARISON": "<|<=|>|>=",
    "HEADING": "== TITLE ==", "DOC": "## PROSE",
}  # fmt: skip
_TERMINALS = re.compile(rf"\b({'|'.join(sorted(_SPOKEN, key=len, reverse=True))})\b")


def _words(rule: str) -> list[str]:
    """The words of the language in a rule."""
    return re.findall(r"[a-z]{2,}", " ".join(re.findall(r'"([a-z ]+)"', _spelled(rule))))


def _spelled(rule: str) -> str:
    text = "\n".join(forms().get(rule, ()))
    return _TERMINALS.sub(lambda found: f'"{_SPOKEN[found[0]]}"', text)


# ---- the list
def _(name: str, title: str, page: str, rules: str, about: str) -> Construct:
    return Construct(name, title, about, f"language/{page}", tuple(rules.split()))


CONSTRUCTS: tuple[Construct, ...] = (
    _("file", "A file", "file.md", "file item doc heading declaration",
      "Chapters, prose for the players, and declarations, each at the left margin."),
    _("game", "The head: game", "file.md#the-head",
      "game head_line players sourcebook extends limit asks_always",
      "The title, for how many it is, its sources, how long it lasts, which game it changes."),
    _("include", "include", "file.md#what-several-games-share", "include",
      "Another file whose lines stand here."),
    _("kinds", "kinds", "box.md#kinds", "kinds kinds_line kinds_block label_line labels label",
      "Names that belong together: colours, types, phases."),
    _("component", "component", "box.md#components",
      "component component_line rows from_table for_each dimension spent bears stands",
      "Pieces of a sort: cards, tiles, figures; a row of a table is a piece."),
    _("chart", "chart", "box.md#charts", "chart",
      "A table that is looked up and is no piece."),
    _("board", "board", "boards.md",
      "board board_line shape roads grid ring track hexes diagonals road road_closed",
      "Spaces and the ways between them."),
    _("die", "die", "box.md#dice", "die face", "A die with its faces."),
    _("supply", "supply", "box.md#supplies", "supply",
      "Money of which there is so much: it is neither made nor lost."),
    _("has", "table has, player has", "box.md#fields", "has table_has player_has",
      "What lies on the table and before each player."),
    _("field", "Fields", "box.md#fields",
      "field typed_field untyped_field slots slot start seen facing seen_by refilled_from "
      "count_hidden",
      "Something that changes or is printed: its type, its start, who sees it."),
    _("type", "Types", "box.md#types",
      "type container_type container alternatives either_type base one_of builtin_type dice_type "
      "bounds edge",
      "What a field, a parameter or a value may hold."),
    _("movement", "movement", "figures.md#walking",
      "movement movement_rule allow cost bar halt rest",
      "How figures walk: how far, at what cost, what bars the way."),
    _("sight", "sight", "figures.md#seeing",
      "sight sight_rule eye aim column adjacent_always touching at_space touching_way",
      "Who sees whom: lines from an eye to what is aimed at."),
    _("flow", "setup, play, turn", "choices.md#turns", "flow flow_word turn_word",
      "What is done before the game, in it, and in a player's turn."),
    _("to", "to", "deeds.md#calling-and-ending", "procedure head parameter guard guard_word",
      "Something that one does, under a name; rules elsewhere may meet it."),
    _("value", "value", "values.md#values",
      "value value_lookup owner player_type lookup case patterns "
      "pattern pattern_word",
      "Something that one looks up: counted anew whenever it is asked for."),
    _("adjust", "adjust", "values.md#adjusting",
      "adjust target value_target change change_by change_to change_times change_at_least "
      "change_at_most change_to_those",
      "A line elsewhere that changes a value."),
    _("hook", "before, after, instead of", "hooks.md#hooks",
      "hook may_hook moment events event roll_word occurrence purposes limited once several_times "
      "when",
      "A rule that meets a deed: before it, after it, or in its place."),
    _("action", "may … in", "hooks.md#action-windows", "action windows",
      "Something that a rule offers at a moment, however it came up."),
    _("piece", "Rules of pieces", "hooks.md#rules-of-pieces",
      "piece_rules rules_of_piece rules_of_type rule printed",
      "What a card does, beside its name; in force for the player who has it."),
    _("lift", "lift", "figures.md#walking", "lift", "Bars and halts that do not bind the bearer."),
    _("lasting", "lasting", "values.md#lasting", "lasting endings ending next",
      "An effect with a name that holds for a while."),
    _("whenever", "whenever", "choices.md#whenever", "whenever",
      "A condition that is watched all the time."),
    _("option", "option", "endings.md#options", "option",
      "What players may agree on before they begin."),
    _("ruling", "ruling", "endings.md#rulings", "ruling basis",
      "How a source was understood where it is silent, unclear, or says two things."),
    _("invariant", "invariant", "endings.md#invariants", "invariant",
      "What always holds; a check of the rules."),
    _("scenario", "scenario", "variants.md#scenarios-and-campaigns",
      "scenario scenario_line setting brings",
      "A way to play the game: its map, its settings, its own rules."),
    _("campaign", "campaign", "variants.md#campaigns",
      "campaign campaign_line fork campaign_over scenarios carries the_table",
      "Scenarios one after the other, with what is carried on."),
    _("example", "example", "examples.md",
      "example step given then and_also but_not does fact holds wins answer_is odds after_flow "
      "map_fact script_line rolls chooses plays draws passes says_yes script_values script_value",
      "A position and what comes of it: printed for players, run as a test."),
    _("block", "Blocks", "file.md#layout", "body one_line block inner_block statement line simple",
      "What stands below a heading, a level deeper, or behind a colon."),
    _("if", "if, otherwise", "deeds.md#branching", "if otherwise otherwise_if",
      "Deeds that are done if something holds."),
    _("each", "each", "deeds.md#going-through", "each who each_in seats each_player each_of pair",
      "Deeds for each player, or for each of several things."),
    _("together", "together", "choices.md#together", "together",
      "All choose unseen by the others, then everything happens at once."),
    _("repeat", "repeat", "deeds.md#repeating", "repeat repeat_until repeat_times",
      "Deeds that are done again and again."),
    _("go-round", "go round", "deeds.md#going-through", "go_round",
      "Seat by seat, until something holds."),
    _("as", "as", "deeds.md#going-through", "as", "Deeds that are addressed to somebody."),
    _("with", "with", "deeds.md#as-one", "with", "An effect that holds for a block."),
    _("at-once", "at once", "evaluation.md#moments", "at_once",
      "Deeds that are one moment: nothing is looked at in between."),
    _("match", "match", "deeds.md#branching", "match arm", "Cases, each with its deeds."),
    _("choose", "choose", "choices.md#choose",
      "choose pick how_many one_or_more any_number up_to exactly unseen candidates from_set in_set "
      "in_range",
      "You must choose one or several things."),
    _("choose-way", "choose: with ways to go on", "choices.md#choose", "choose_branch branch",
      "You must go one of several ways."),
    _("may", "may", "choices.md#may", "may", "You may do this, once, or leave it."),
    _("may-choose", "may choose", "choices.md#may", "may_choose",
      "You may choose something, or not."),
    _("offer", "offer", "choices.md#offer", "offer offering",
      "Any of you may act, as often as you like, until all pass in a row."),
    _("let", "let", "deeds.md#naming-and-changing", "let draw",
      "A name for something, until the block ends."),
    _("change", "=, +=, -=", "deeds.md#naming-and-changing", "assign add subtract",
      "A field gets a new value."),
    _("perform", "Doing a to", "deeds.md#calling-and-ending", "perform",
      "The name of a `to` is a statement."),
    _("verb", "Verbs", "verbs.md",
      "verb bare_verb object every_piece amount phrase place_phrase with_phrase at_random without "
      "preposition place bottom_of else_chain",
      "Move, draw, pay, swap, shuffle, reveal: what is done with pieces and money."),
    _("end", "end", "deeds.md#calling-and-ending", "end",
      "Ends the turn, the game, or a `to` that is under way."),
    _("stop", "stop, until, return", "deeds.md#repeating", "stop until return",
      "What leaves a loop, or gives an answer."),
    _("victory", "victory", "endings.md#victory", "victory",
      "The game is over, and somebody has won."),
    _("roll", "roll", "deeds.md#rolling", "roll roll_deed roll_again", "Dice are rolled."),
    _("conditions", "and, or, not", "expressions.md#comparing",
      "condition or_e or_o or and_e and_o and not_e not_o not brackets",
      "Conditions put together."),
    _("quantifier", "any … has, every … has", "expressions.md#comparing",
      "quantifier any_has every_has",
      "Whether something is so for one, or for all."),
    _("compare", "is, is in, <, >", "expressions.md#comparing",
      "test compare is is_not is_facing is_in is_not_in range", "Comparing."),
    _("agrees", "agrees", "expressions.md#comparing", "agrees", "A player is asked for consent."),
    _("either", "… if … otherwise …", "expressions.md#numbers", "if_else expr",
      "One of two things, by a condition."),
    _("where", "where", "expressions.md#sets", "set filtered filter where_filter",
      "Those for which something holds; also `except`."),
    _("most", "with most, by most", "expressions.md#sets", "rank_filter ranking",
      "Those of which something is most or fewest; an order by it."),
    _("arithmetic", "Reckoning", "expressions.md#numbers",
      "sum except product times over signed",
      "Plus, minus, times, divided by; sets more and less."),
    _("of", "Belonging", "expressions.md#things-and-their-fields", "postfix attribute index your",
      "What somebody or something has: `your hand`, `card.rank`, `lane[2]`."),
    _("call", "Calls", "functions.md",
      "call method arguments argument of_argument typed_argument",
      "A value or a function, with what it is asked for."),
    _("atom", "Words and sets", "expressions.md", "atom word set_of range_set",
      "`you`, `it`, `none`, a number, a piece by its name, a set in braces."),
)  # fmt: skip


def named(name: str) -> Construct | None:
    """A construct by its name, its title or a part of that: `instead of`."""
    for one in CONSTRUCTS:
        if name.replace("_", "-") == one.name or name in (one.title, *one.title.split(", ")):
            return one
    return None


def construct(name: str) -> Construct | None:
    """A construct as `named`, else one in which the word stands."""
    return named(name) or next((one for one in CONSTRUCTS if name in one.words), None)
