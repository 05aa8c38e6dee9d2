"""Examples: facts that set and facts that test, what is done, and the script of answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import Literal as Word
from typing import assert_never

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.records import record
from hoyle.dsl.resolve.answers import answers
from hoyle.dsl.resolve.carriers import Piece
from hoyle.dsl.resolve.common import cites, element_of, inside, is_container
from hoyle.dsl.resolve.drawn import drawn_map, laid
from hoyle.dsl.resolve.expressions import resolve_arguments, resolve_condition, resolve_expr
from hoyle.dsl.resolve.scope import Scope, broken, top
from hoyle.dsl.resolve.static import NotStaticError, evaluate
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.seats import seat_names
from hoyle.dsl.walk import Node, rewritten

LEAST_NAMES = 6  # known in games for fewer, too: that there are not so many can be said
Step = tuple[str, g.Fact | g.Deed | g.ButNot]
SETTABLE = ("space_of", "place_of")


def resolve_examples(world: World, pieces: tuple[Piece, ...]) -> None:
    """All examples, those among the rules of pieces behind the others."""
    nodes = [
        (item, page.source is None)
        for page in world.pages
        for item in page.items
        if isinstance(item, n.Example)
    ]
    for piece in pieces:
        nodes += [(rule, False) for rule in piece.node.rules if isinstance(rule, n.Example)]
    for node, of_scenario in nodes:
        example = _read(world, node)
        scenario = world.game.scenario if of_scenario else ""
        world.game.examples.append(replace(example, scenario=scenario))


def _read(world: World, node: n.Example) -> g.Example:
    """An example, read on the board that it draws; where another was drawn it has no steps."""
    drawn = drawn_map(node)
    text = "" if drawn is None else drawn.text
    if world.game.drawn not in ("", text):
        return g.Example(node.title, 0, (), (), node.span, map=text)
    with laid(world, drawn):
        return replace(_Reader(world, node).example(), map=text)


@record(frozen=False)
class _Reader:
    """Reads one example from its first line to its last."""

    world: World
    node: n.Example
    seats: dict[str, g.Local] = field(default_factory=dict)
    names: tuple[str, ...] = field(init=False)
    scope: Scope = field(init=False)
    answer: t.Type | None = None

    def __post_init__(self) -> None:
        self.scope = top(self.world).pure("an example looks, and does things with `when`")
        self.names = seat_names(max(self.world.game.players[1], LEAST_NAMES))
        for name in self.names:
            local = g.Local(name, t.PLAYER, self.node.span.first(), "bound")
            self.seats[name] = local
            self.scope.locals[name] = local

    def example(self) -> g.Example:
        """The example with its steps."""
        count = self._seat_count()
        steps = tuple(self._steps())
        return g.Example(self.node.title, count, steps, cites(self.node), self.node.span)

    def _seat_count(self) -> int:
        """As many as are named, at least the least number."""
        least, most = self.world.game.players
        named = (part.text for part in inside(self.node.steps) if isinstance(part, n.Name))
        numbers = {name: number for number, name in enumerate(self.names, 1)}
        highest = max((numbers.get(name, 0) for name in named), default=0)
        if highest > most:
            self._report(
                self.node,
                f"This game has at most {most} players.",
                "Name fewer seats: ann is first.",
            )
        return min(max(least, highest), max(most, least))

    # ------------------------------------------------------------------------------ steps

    def _steps(self) -> Iterator[Step]:
        before: Word["given", "then"] | None = None
        for node in self.node.steps:
            match node:
                case n.Doc():
                    continue
                case n.Given():
                    before = "given"
                    yield from self._fact_step(before, node)
                case n.Then():
                    before = "then"
                    yield from self._fact_step(before, node)
                case n.AndAlso():
                    if before is None:
                        self._loose_and(node)
                        continue
                    yield from self._fact_step(before, node)
                case n.Does():
                    before = None
                    yield from self._deed(node)
                case n.ButNot():
                    before = None
                    yield from self._but_not(node)
                case _:
                    assert_never(node)

    def _loose_and(self, node: n.AndAlso) -> None:
        self._report(
            node, "This goes on with nothing.", "Begin with `given` what is set, `then` what is so."
        )

    def _fact_step(
        self, word: Word["given", "then"], node: n.Given | n.Then | n.AndAlso
    ) -> Iterator[Step]:
        fact = self._given(node.fact) if word == "given" else self._then(node.fact)
        if fact is not None:
            yield word, fact

    # ------------------------------------------------------------------------------ given

    def _given(self, node: n.Fact) -> g.Fact | None:
        match node:
            case n.Holds():
                return self._set(node)
            case n.AfterFlow(moment):
                return g.Fact("flow", None, (), moment, None, node.span)
            case n.MapFact(text):
                if node is not drawn_map(self.node):
                    fault = "The board lies before anything else is set."
                    return self._refuse(node, fault, "Make it the first line of the example.")
                return g.Fact("map", None, (), text, None, node.span)
            case n.Wins() | n.AnswerIs() | n.Odds():
                return self._refuse(node, "This can be tested, not set.", "Write it after `then`.")
            case _:
                assert_never(node)

    def _set(self, node: n.Holds) -> g.Fact | None:
        """`X is Y, Z`: a field, a zone or a place gets this."""
        condition = node.condition
        if not isinstance(condition, n.Is):
            help_ = "Write `given X is VALUE`."
            if isinstance(condition, n.And):
                help_ = "Write `given X is VALUE, VALUE`; another fact begins a line with `and`."
            return self._refuse(condition, "`given` sets one thing to a value.", help_)
        if isinstance(condition.right, n.Name) and not node.more:
            flag = self._flag(condition.left, condition.right)
            if flag is not None:
                return flag
        target = self._expr(condition.left)
        if not self._can_be_set(target):
            return self._refuse(
                condition.left,
                "This cannot be set: it is worked out, printed or given.",
                "Set the fields and zones that it comes from.",
            )
        values = self._values(target, (condition.right, *node.more))
        return g.Fact("is", target, values, "", None, node.span)

    def _flag(self, owner: n.Expr, name: n.Name) -> g.Fact | None:
        """`given Chip "X" is fainted`."""
        thing = self._expr(owner)
        for kind in self.world.owners_of(thing.type):
            found = self.world.fields_of(kind).get(name.text)
            if found is not None and isinstance(found.type, t.Flag) and found.role == "cell":
                read = g.FieldRead(found.type, owner.span, found, thing, None)
                return g.Fact("is", read, (_yes(name),), "", None, name.span)
        return None

    def _can_be_set(self, target: g.Expr) -> bool:
        if isinstance(target, g.FieldRead):
            return target.field.role != "fact"
        if isinstance(target, g.Function):
            return target.name in SETTABLE
        return isinstance(target.type, t.Broken)

    # ------------------------------------------------------------------------------ then

    def _then(self, node: n.Fact) -> g.Fact | None:
        match node:
            case n.Holds():
                return self._holds(node)
            case n.Wins(winners):
                won = self._expr(winners, t.SetOf(t.PLAYER))
                return g.Fact("wins", None, (won,), "", None, node.span)
            case n.AnswerIs(value):
                return self._answer_is(node, value)
            case n.Odds(favourable, total, condition):
                cond = self._condition(condition)
                return g.Fact("odds", cond, (), "", (favourable, total), node.span)
            case n.AfterFlow() | n.MapFact():
                return self._refuse(node, "This sets something.", "Write it after `given`.")
            case _:
                assert_never(node)

    def _holds(self, node: n.Holds) -> g.Fact | None:
        condition = node.condition
        if isinstance(condition, n.Is):
            if isinstance(condition.right, n.Name) and condition.right.text == "out":
                return self._out(condition)
            target = self._list_target(condition.left, condition.right)
            if target is not None:
                values = self._values(target, (condition.right, *node.more))
                return g.Fact("is", target, values, "", None, node.span)
        if node.more:
            return self._refuse(
                condition, "A list is compared with a set or a zone.", "Write one value after `is`."
            )
        return g.Fact("cond", self._condition(condition), (), "", None, node.span)

    def _list_target(self, left: n.Expr, right: n.Expr) -> g.Expr | None:
        """What a list is compared with: something that holds many, or a place for one piece."""
        quiet = self._expr(left)
        if is_container(quiet.type):
            return quiet
        zone = isinstance(quiet, g.FieldRead) and quiet.field.role == "zone"
        none = isinstance(right, n.Word) and right.word == "none"
        return quiet if zone and not none else None

    def _out(self, condition: n.Is) -> g.Fact:
        who = self._expr(condition.left, t.PLAYER)
        return g.Fact("out", who, (), "", None, condition.span)

    def _answer_is(self, node: n.AnswerIs, value: n.Expr) -> g.Fact | None:
        if self.answer is None:
            return self._refuse(
                node,
                "Nothing that was done gives an answer.",
                "Do a `to NAME gives …` before it, with `when ann does NAME(…)`.",
            )
        return g.Fact("answer", None, (self._expr(value, self.answer),), "", None, node.span)

    # ------------------------------------------------------------------------------ values

    def _values(self, target: g.Expr, nodes: tuple[n.Expr, ...]) -> tuple[g.Expr, ...]:
        """What stands behind `is`: one value, or a list; copies of a name are told apart."""
        type_ = target.type
        many = is_container(type_)
        wanted = element_of(type_, self.world) if many else type_
        taken: set[int] = set()
        return tuple(self._value(node, wanted, type_ if many else None, taken) for node in nodes)

    def _value(self, node: n.Expr, wanted: t.Type, whole: t.Type | None, taken: set[int]) -> g.Expr:
        inner = wanted.of if isinstance(wanted, t.Optional) else wanted
        row = self._row(node, inner, taken)
        if row is not None:
            return row
        if whole is not None and isinstance(node, (n.SetOf, n.RangeSet, n.Filtered)):
            return self._expr(node, whole)
        if whole is not None and isinstance(node, n.Word) and node.word == "none":
            return g.SetLiteral(whole, node.span, ())
        return self._expr(node, wanted)

    def _row(self, node: n.Expr, wanted: t.Type, taken: set[int]) -> g.Expr | None:
        """A piece by its printed name; each copy once."""
        if not isinstance(wanted, t.Thing):
            return None
        match node:
            case n.Text(value) | n.Name(value):
                name = value
            case n.Number(value=number):
                name = str(number)
            case _:
                return None
        rows = self.world.game.tables[wanted.name].rows
        found = [i for i, row in enumerate(rows) if row.name == name]
        if not found:
            return self._no_row(node, name, wanted)
        index = next((i for i in found if i not in taken), found[-1])
        taken.add(index)
        return g.Literal(wanted, node.span, index)

    def _no_row(self, node: n.Expr, name: str, wanted: t.Thing) -> g.Expr | None:
        """A word that is no piece; None where it may mean something else."""
        if wanted.name in self.world.damaged:
            return broken(node.span)
        if not isinstance(node, n.Number) and name not in self.world.kind_values:
            return None
        if name not in self.scope.told:
            self.scope.told.add(name)
            rows = [row.name for row in self.world.game.tables[wanted.name].rows]
            self.world.sink.report(
                codes.UNKNOWN_PIECE,
                node.span,
                f"No {wanted.name} is called `{name}`.",
                help=did_you_mean(name, rows) or "Write a name as it stands in the table.",
            )
        return broken(node.span)

    # ------------------------------------------------------------------------------ deeds

    def _deed(self, node: n.Does) -> Iterator[Step]:
        seat = self._seat(node.seat)
        proc = self.world.lookup_proc(node.deed.name.text)
        if proc is None:
            self.answer = None
            self._report(
                node.deed,
                f"There is no `to {node.deed.name}`.",
                did_you_mean(node.deed.name.text, self.world.game.procs)
                or "Name a `to`, `turn` or `play`.",
            )
            return
        given = node.deed.arguments or ()
        args = resolve_arguments(given, proc.params, self.scope, node.deed.span, proc.name)
        self.answer = proc.gives[1] if proc.gives else None
        script = tuple(self._line(line) for line in node.script if not isinstance(line, n.Doc))
        if seat is not None:
            yield "does", g.Deed(seat, proc, tuple(map(self._seated, args)), script, node.span)

    def _line(self, node: n.ScriptLine) -> g.Line:
        seat = self._seat(node.seat) if node.seat is not None else None
        match node:
            case n.Rolls(results=got):
                return g.Line(seat, "rolls", answers(got), node.span)
            case n.Chooses(choices=got):
                return g.Line(seat, "chooses", answers(got), node.span)
            case n.Plays(pieces=got):
                return g.Line(seat, "plays", answers(got), node.span)
            case n.Draws(pieces=got):
                return g.Line(seat, "draws", answers(got), node.span)
            case n.Passes():
                return g.Line(seat, "passes", (), node.span)
            case n.SaysYes():
                return g.Line(seat, "agrees", (), node.span)
            case _:
                assert_never(node)

    def _seat(self, name: n.Name) -> int | None:
        if name.text in self.names:
            return self.names.index(name.text)
        help_ = f"Seats are {', '.join(self.names[: self.world.game.players[1]])}."
        self._report(name, f"Nobody is called `{name}`.", help_)
        return None

    # ------------------------------------------------------------------------------ but not

    def _but_not(self, node: n.ButNot) -> Iterator[Step]:
        option = self.world.game.options.get(node.option.text)
        if option is None:
            self._report(
                node,
                f"There is no option `{node.option}`.",
                did_you_mean(node.option.text, self.world.game.options) or "Declare it.",
            )
            return
        value = self._expr(node.value, option.type)
        try:
            yield "but", g.ButNot(option.name, evaluate(value, self.world.game, {}), node.span)
        except NotStaticError:
            self._report(node, "An option has a value that is known before the game.", "Write it.")

    # ------------------------------------------------------------------------------ expressions

    def _expr(self, node: n.Expr, wanted: t.Type | None = None) -> g.Expr:
        return self._seated(resolve_expr(node, self.scope, wanted))

    def _condition(self, node: n.Expr) -> g.Expr:
        return self._seated(resolve_condition(node, self.scope))

    def _seated(self, expr: g.Expr) -> g.Expr:
        """The names of seats become seats."""
        numbers = {local: number for number, local in enumerate(self.seats.values())}

        def seat(node: Node) -> Node | None:
            if isinstance(node, g.LocalRef) and node.local in numbers:
                return g.Literal(t.PLAYER, node.span, numbers[node.local])
            return None

        return rewritten(expr, seat)

    def _refuse(self, node: n.Node, message: str, help_: str) -> g.Fact | None:
        """Report a fact; there is none then."""
        self._report(node, message, help_)
        return None

    def _report(self, node: n.Node, message: str, help_: str) -> None:
        self.world.sink.report(codes.WRONG_EXAMPLE, node.span, message, help=help_)


def _yes(name: n.Name) -> g.Expr:
    return g.Literal(t.FLAG, name.span, True)
