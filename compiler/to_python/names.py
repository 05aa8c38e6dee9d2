"""Names in a generated module: which are taken, and how every name becomes a free identifier."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterable
from dataclasses import field
from functools import lru_cache

from hoyle.compiler.ir import program as p
from hoyle.dsl.records import record

LIBRARY = frozenset(
    """
    members mask_of lowest nth_bit first_bits from_bit only_bit first_bit last_bit index_of drop
    drop_at replace replace_first insert_sorted starting only_item first_item last_item least
    greatest add_counts take_counts best_mask best_items ranked rising round_up round_down
    sample cumulated grouped
    lowest_alike multisets multiset_weights multiset_cumulative multiset_number multiset_count
    binomial_weights counts_of faces_of subsets alike sole drawn drawn_at roll_many in_range
    win_shares
    once_each without_repeats leave_out some unite laid_open settled copy copy_among offered
    """.split()  # noqa: SIM905
)
"""Helpers of the runtime's library that expressions may call."""

SHARES = "SHARES"
"""The table of the results of every victory, by the mask of the winners."""

FEW_SEATS = 6  # so many seats have a table of all victories


def has_shares(args: tuple[p.Expr, ...]) -> bool:
    """Whether the results of a victory, a mask of winners and the number of seats, are in the
    table."""
    return isinstance(args[1], p.Const) and args[1].value in range(FEW_SEATS + 1)


METHODS = frozenset(
    """
    within near apart arc between lead tail spaces around_place free fitting
    leads led_by tails trailing
    left origins ways_from stepped
    """.split()  # noqa: SIM905
)
"""What expressions may ask of the field of a board, the first argument of `Library(".name", …)`."""

SEARCHES = frozenset(
    """
    walks.Walk walks.options walks.behind walks.labels walks.ends walks.cost_to walks.along
    walks.nearest walks.may_rest walks.Split walks.either walks.kept_in looks.sees looks.sees_over
    """.split()  # noqa: SIM905
)
"""Searches of the runtime; they get the lists of the position itself."""

MAKERS = frozenset(("fields.field", "fields.hex_field", "fields.distances"))
"""Helpers outside the library that make objects when a module is loaded."""

MACHINE = frozenset(("returns_", "answer_"))
"""Attributes of every state that belong to the position and have the same name in every module."""

STATE = frozenset(
    """
    pc options past log reveals cells_ module_ game_ keeps_log_ advance_ actors_ current_player
    is_terminal is_chance_node is_player_node is_simultaneous_node is_mean_field_node
    move_number num_players num_distinct_actions get_game legal_actions legal_actions_mask
    chance_outcomes chance_weights apply_action apply_actions child undo_action returns rewards
    player_return player_reward information_state_string observation_string view
    information_state_tensor observation_tensor resample_from_infostate action_to_string
    string_to_action past_list history history_str full_history serialize clone key note forget_
    sole_ tested_ told_ has_history why_not names mro
    """.split()  # noqa: SIM905
)
"""Public attributes of the runtime's base class of states; no cell or slot may hide one."""

RESERVED = frozenset(
    """
    Any Callable Final Fraction Random fields library looks schema state walks State
    MODULE GAME KINDS ACTORS LEGAL
    CHANCES AUDIENCES PROMPTS LABELS WHYS GUARDS NODES SIGHTS SHOWS TESTS ENTRIES LINES STEPS
    STEPS_SAMPLED STARTS STARTS_SAMPLED INNER INNER_SAMPLED RULES_OF RULES_OF_SAMPLED start
    advance start_sampled advance_sampled playout fresh clear_frames annotations s random action
    entry outcome options item new budget pool outer depth number answer leaving weight option
    left touched at SHARES go_on go_on_sampled
    """.split()  # noqa: SIM905
)
"""Names that every generated module uses itself."""

NATIVE = frozenset(
    """
    gc vec pop i64 Chance win_shares NOTHING natively native_chance native_pairs native_sets
    native_fields native_looks native_questions native_stepping native_walks self question asks
    """.split()  # noqa: SIM905
)
"""Names that modules for mypyc use besides; what is called so has another name in both modules."""

ENTRANCES = frozenset("taken give step_on play_on results many".split())  # noqa: SIM905
"""Functions of modules for mypyc that nothing of the game calls: a local may be called so."""

PYTHON = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins))


@lru_cache(maxsize=4096)
def identifier(wanted: str) -> str:
    """An identifier of plain letters that resembles the text; letters of other scripts by
    number."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c == "_") else _spelled(c) for c in wanted)
    return kept if kept[:1].isalpha() else f"n{kept}"


def _spelled(c: str) -> str:
    """A character that identifiers of the module do not hold."""
    return "_" if c in " -." else f"u{ord(c):x}_"


@record(frozen=False)
class Names:
    """Identifiers of one scope, each given once."""

    taken: set[str] = field(default_factory=lambda: set(PYTHON | RESERVED | NATIVE | ENTRANCES))

    def free(self, wanted: str) -> str:
        """A name like the one wanted that nobody has yet; it is taken from now on."""
        name = base = identifier(wanted)
        count = 1
        while name in self.taken:
            count += 1
            name = f"{base}_{count}"
        self.taken.add(name)
        return name

    def all(self, wanted: Iterable[str]) -> dict[str, str]:
        """A free name for each."""
        return {name: self.free(name) for name in wanted}


def attributes(cells: Iterable[str], slots: Iterable[str]) -> dict[str, str]:
    """The attribute of the state for each cell and slot. Most keep their name."""
    names = Names(set(STATE | MACHINE | frozenset(keyword.kwlist)))
    found = {name: name for name in cells if name in MACHINE}
    for cell in cells:
        if cell not in found:
            found[cell] = names.free(f"{cell}_cell" if cell in STATE else cell)
    return found | {slot: names.free(slot) for slot in slots}


def local(name: str, taken: frozenset[str]) -> str:
    """The Python local of a variable; two variables never get the same one."""
    plain = identifier(name)
    stem = plain.rstrip("_")
    return f"{plain}_" if stem in taken or stem.startswith(("given_", "outer_")) else plain
