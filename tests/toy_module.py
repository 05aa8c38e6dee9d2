"""A tiny game in the shape of a generated module: each draws a card unseen by the other, then bets.

Two seats, three cards, no compiler: what the runtime's own tests play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hoyle.runtime import library, schema, state

OWNER: Final = schema.Sight("owner")
ALL: Final = schema.Sight("all")

GAME: Final = schema.Game(
    id="toy",
    title="Toy poker",
    version="0",
    players=2,
    least=2,
    most=2,
    options=(("stake", 2),),
    kinds=(),
    things=(
        schema.Thing(
            "Card", "component", ("one", "two", "three"), (0, 1, 2),
            at="at_card", known="known_card", pools="pools_card",
        ),
    ),
    cells=(schema.Cell("paid", "paid", "player", "number", ALL),),
    zones=(
        schema.Zone(
            "deck", "deck", "table", "Card", "pile", "slots", schema.Sight("none"), 0, 1,
            single=True,
        ),
        schema.Zone("hand", "hand", "player", "Card", "one", "mask", OWNER, 1, 2),
    ),
    sites=(schema.Site("speak", 0, 2, "branch", 1, labels=("Pass", "Bet")),),
    rules=(schema.Rule("setup", "toy.rules", 3), schema.Rule("speak", "toy.rules", 7)),
    utility=(-2.0, 2.0),
    utility_sum=0.0,
    longest=3,
    invariants=(("Nobody pays more than two", "invariant_1"),),
)  # fmt: skip

ASK: Final = (0, 1)


class State(state.State):
    """The position of the toy."""

    cells_ = (
        "active", "at_card", "deck", "hand", "known_card", "paid", "pools_card", "spoken",
        "returns_",
    )  # fmt: skip
    __slots__ = (*cells_, "log", "options", "past", "pc", "reveals")

    active: int
    at_card: list[int]
    deck: tuple[int, ...]
    hand: list[int]
    known_card: list[int]
    paid: list[int]
    pools_card: list[tuple[int, ...]]
    spoken: int

    def clone(self) -> State:
        s = State()
        s.pc = self.pc
        s.options = self.options
        s.past = self.past
        s.log = self.log
        s.reveals = self.reveals
        s.returns_ = self.returns_
        s.active = self.active
        s.at_card = self.at_card[:]
        s.deck = self.deck
        s.hand = self.hand[:]
        s.known_card = self.known_card[:]
        s.paid = self.paid[:]
        s.pools_card = self.pools_card[:]
        s.spoken = self.spoken
        return s


def fresh() -> State:
    s = State()
    s.pc, s.options, s.past, s.log, s.reveals = -2, (), None, None, 0
    s.active, s.spoken = 0, 0
    s.at_card, s.deck, s.hand = [-2, -2, -2], (-2, -2, -2), [0, 0]
    s.known_card, s.paid = [0, 0, 0], [1, 1]
    s.pools_card, s.returns_ = [(0, 1, 2)], (0, 0)
    return s


def start(s: State, entry: str) -> None:
    if entry == "broken":
        library.fail("too little", "you have nothing to pay with", 1)
    s.pc = 0


def advance(s: State, a: int) -> None:
    if s.pc == 0:
        draw(s, a)
    else:
        speak(s, a)


def draw(s: State, row: int) -> None:
    """A card of the pool goes to the active seat; the second card makes the first ask."""
    s.pools_card[0] = library.drop(s.pools_card[0], row)
    s.deck = s.deck[1:]
    s.hand[s.active] = 1 << row
    s.at_card[row] = 1 + s.active
    s.known_card[row] |= 1 << s.active
    s.active += 1
    if s.active == 2:
        s.active, s.pc, s.options = 0, 1, ASK


def speak(s: State, a: int) -> None:
    s.paid[s.active] += a
    s.spoken += 1
    if s.spoken == 3 or (s.spoken == 2 and s.paid[0] >= s.paid[1]):
        finish(s)
    else:
        s.active = 1 - s.active


def finish(s: State) -> None:
    best = (s.paid[0], s.hand[0]) > (s.paid[1], s.hand[1])
    stake = min(s.paid)
    s.returns_ = (stake, -stake) if best else (-stake, stake)
    s.note(3, ("the stake is ", ("number", stake)))
    s.pc, s.options = state.OVER, ()


def advance_sampled(s: State, a: int, random: Callable[[], float]) -> None:
    speak(s, a)


def start_sampled(s: State, entry: str, random: Callable[[], float]) -> None:
    s.pc = 0
    while s.pc == 0:
        pool = s.pools_card[0]
        draw(s, pool[int(random() * len(pool))])


def playout(s: State, random: Callable[[], float]) -> None:
    if s.pc < 0:
        start_sampled(s, "main", random)
    while s.pc >= 0:
        speak(s, s.options[int(random() * len(s.options))])


def chances(s: State) -> list[tuple[int, int]]:
    return library.grouped(s.pools_card[0], (0, 1, 2))


def why(s: State, a: int) -> int:
    return 0 if a == 1 and s.paid[s.active] == 2 else -1


def prompt(s: State) -> tuple[Any, ...]:
    return ("You hold ", ("set:thing:Card", s.hand[s.active]))


MODULE: Final = state.Module(
    game=GAME,
    state=State,
    kinds=(state.NATURE, state.ASK),
    actors=(None, lambda s: s.active),
    legal=(None, lambda s: ASK),
    chances=(chances, None),
    audiences=(lambda s: 1 << s.active, 3),
    prompts=(None, prompt),
    labels=(None, None),
    whys=(None, why),
    guards=(("you have bet already", 1, True),),
    nodes=(schema.Node(0, "draw", "thing:Card", 3), schema.Node(1)),
    start=start,
    advance=advance,
    start_sampled=start_sampled,
    advance_sampled=advance_sampled,
    playout=playout,
    sights={},
    tests={"invariant_1": lambda s: max(s.paid) <= 2},
    entries=("main", "broken"),
    fresh=fresh,
)
