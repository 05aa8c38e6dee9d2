"""What a generated module hands over to the runtime: its functions and tables, by node number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from hoyle.runtime import schema, traceback
from hoyle.runtime.errors import HoyleError, RuleError, WrongNode

if TYPE_CHECKING:
    from hoyle.runtime.game import Game
    from hoyle.runtime.state import State

ASK: Final = 0
NATURE: Final = 1

#: OpenSpiel's number for chance, as the actor of a nature node.
CHANCE_PLAYER: Final = -1

#: Above the seats in the audience of a log entry: chance had one outcome only, so it was no step.
SOLE: Final = 1 << 64

#: Parts of a prompt, a label or a log entry: words, and holes as (domain, value).
Part = str | tuple[str, Any]
Parts = tuple[Part, ...]

S = TypeVar("S", bound="State")


def stepping(module: Module[Any]) -> Callable[[Any, int], None]:
    """`State.apply_action` for the states of a module: what it needs is at hand, not looked up."""
    advance = module.advance
    if module.state.keeps_log_:
        actors, audiences = module.state.actors_, module.audiences
        hidden = tuple([node.hidden for node in module.nodes])

        def apply_action(state: Any, action: int) -> None:
            if type(action) is not int or action not in state.options:
                action = state.tested_(action)
            pc = state.pc
            actor, mask = actors[pc](state), audiences[pc]
            if not isinstance(mask, int):
                mask = mask(state)
            if hidden[pc] and action in module.declines:
                mask = 1 << actor
            state.log = (state.log, mask, actor, pc, action)
            state.past = (state.past, pc, action)
            try:
                advance(state, action)
            except Exception as error:
                taken_back(state, action)
                raise module.told(error) from None

        return apply_action

    def apply_public_action(state: Any, action: int) -> None:
        if type(action) is not int or action not in state.options:
            action = state.tested_(action)
        state.past = (state.past, state.pc, action)
        try:
            advance(state, action)
        except Exception as error:
            taken_back(state, action)
            raise module.told(error) from None

    return apply_public_action


def taken_back(state: Any, action: int) -> None:
    """After an error: the position before the action, by replay. A state whose history is only a
    guess stays as it broke."""
    with suppress(HoyleError):
        state.undo_action(CHANCE_PLAYER, action)


def nobody(state: object) -> int:
    """The actor of a nature node."""
    return CHANCE_PLAYER


@dataclass(frozen=True, slots=True, eq=False)
class Module(Generic[S]):
    """What a generated module hands over: one game, one number of seats, one setting of options.

    Tuples are by node number. `audiences` holds a mask where it never changes, else a function; a
    module whose every audience is all seats needs no log of decisions.
    """

    game: schema.Game
    state: type[S]
    kinds: tuple[int, ...]
    actors: tuple[Callable[[S], int] | None, ...]
    legal: tuple[Callable[[S], Sequence[int]] | None, ...]
    chances: tuple[Callable[[S], Sequence[tuple[int, int]]] | None, ...]
    audiences: tuple[int | Callable[[S], int], ...]
    prompts: tuple[Callable[[S], Parts] | None, ...]
    labels: tuple[Callable[[S, int], Parts | None] | None, ...]
    whys: tuple[Callable[[S, int], int] | None, ...]
    guards: tuple[tuple[str, int, bool], ...]
    nodes: tuple[schema.Node, ...]
    start: Callable[[S, str], None]
    advance: Callable[[S, int], None]
    start_sampled: Callable[[S, str, Callable[[], float]], None]
    advance_sampled: Callable[[S, int, Callable[[], float]], None]
    playout: Callable[[S, Callable[[], float]], None]
    sights: dict[str, Callable[[S, int], int]]
    tests: dict[str, Callable[[S], bool]]
    entries: tuple[str, ...]
    fresh: Callable[[], S]
    lines: tuple[tuple[int, int], ...] = ()
    shows: dict[str, Callable[[S, int], object]] = field(default_factory=dict)
    actions: int = field(init=False)  # the size of the action space
    outcomes: int = field(init=False)  # above the number of every chance outcome
    declines: frozenset[int] = field(init=False)  # the actions that let a chance pass by
    native: Any = field(default=None, init=False)  # the module that plays in its stead

    def __post_init__(self) -> None:
        sizes = (site.base + site.size for site in self.game.sites)
        object.__setattr__(self, "actions", max(sizes, default=0))
        object.__setattr__(self, "outcomes", max((n.outcomes for n in self.nodes), default=0))
        object.__setattr__(self, "declines", frozenset(declining(self.game.sites)))
        state: Any = self.state
        state.module_ = self
        state.actors_ = tuple(actor or nobody for actor in self.actors)
        everybody = (1 << self.game.players) - 1
        state.keeps_log_ = hides(self.audiences, self.nodes, everybody)
        state.apply_action = stepping(self)

    def to_game(self) -> Game:
        """The game of this module, made once."""
        if self.state.game_ is None:
            from hoyle.runtime.game import Game  # the two know each other

            self.state.game_ = Game(self)
        return self.state.game_

    def use(self, native: Any) -> None:
        """Play to the end by what was compiled to machine code: the same games, sooner."""
        play_on = native.play_on
        object.__setattr__(self, "native", native)
        object.__setattr__(self, "playout", play_on)

    def odds(self, state: S) -> Sequence[tuple[int, int]]:
        """The outcomes of chance at a state's node with exact whole weights."""
        chances = self.chances[state.pc] if state.pc >= 0 else None
        if chances is None:
            raise WrongNode("Chance has nothing to decide here.")
        return chances(state)

    def told(self, error: Exception, rule: int = -1) -> Exception:
        """An error of generated code, with the place of its rule; its traceback points there.

        `rule`: whose it is where neither the error nor the line that raised it tells.
        """
        if isinstance(error, ZeroDivisionError):
            text = "a number cannot be divided by zero"
            error = RuleError("divided by zero", text).with_traceback(error.__traceback__)
        if isinstance(error, RuleError):
            return self.located(error, rule)
        return traceback.pointing(error, self)

    def located(self, error: RuleError, rule: int = -1) -> RuleError:
        """The error with the name and place of its rule."""
        if error.rule < 0:
            found = traceback.rule_of(error, self)
            error.rule = found if found >= 0 else rule
        if 0 <= error.rule < len(self.game.rules):
            place = self.game.rules[error.rule]
            error.name, error.file, error.line = place.name, place.file, place.line
        return error


def hides(audiences: Sequence[Any], nodes: Sequence[schema.Node], everybody: int) -> bool:
    """Whether some decision or outcome is not told to all."""
    return any(audience != everybody for audience in audiences) or any(n.hidden for n in nodes)


def declining(sites: Iterable[schema.Site]) -> Iterator[int]:
    """The actions that let a chance pass by."""
    for site in sites:
        if site.domain in ("pass", "no"):
            yield from range(site.base, site.base + site.size)
        yield from (site.base + value - site.low for value in site.declines)
