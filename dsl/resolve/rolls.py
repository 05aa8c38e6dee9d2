"""What decides inside an expression: rolls, questions, calls of deeds that answer."""

from __future__ import annotations

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve import expressions
from hoyle.dsl.resolve.common import face_type
from hoyle.dsl.resolve.relations import describe, elements_fit, number
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.source import Span
from hoyle.dsl.types import (
    BROKEN,
    FLAG,
    NUMBER,
    PLAYER,
    Broken,
    Cup,
    Kind,
    Number,
    TallyOf,
    Type,
)


def may_decide(what: str, span: Span, scope: Scope) -> bool:
    """Whether something that decides may stand here; reported if not."""
    if scope.no_rolls is None:
        return True
    scope.report(
        codes.NOT_HERE,
        span,
        f"{what} cannot stand here: {scope.no_rolls}.",
        help="Put it on a line of its own before: `let x = …`.",
    )
    return False


def resolve_roll(node: nodes.Roll | nodes.Agrees, scope: Scope) -> g.Expr:
    """`roll 2 d6 for moving`, `roll your cup`, `P agrees "…"`."""
    if isinstance(node, nodes.Agrees):
        return _agrees(node, scope)
    die = die_named(node.die, scope)
    if die is None:
        return _cup(node, scope)
    if node.keep is not None:
        return _no_cup(node.keep, scope)
    if not may_decide("A roll", node.span, scope):
        return broken(node.span)
    count = expressions.resolve_expr(node.count, scope, NUMBER) if node.count else None
    purpose = node.purpose.text if node.purpose else None
    return g.Rolled(rolled_type(die, count), node.span, die, count, purpose, scope.you)


def die_named(node: nodes.Expr, scope: Scope) -> g.Die | None:
    """The die of a name."""
    if isinstance(node, nodes.Name) and scope.find_local(node.text) is None:
        return scope.world.game.dice.get(node.text)
    return None


def resolve_roll_deed(node: nodes.Roll, scope: Scope) -> g.Expr:
    """A roll on a line of its own: the read of a cup, all of whose dice are rolled, or a roll."""
    if die_named(node.die, scope) is not None or _names_nothing(node.die, scope):
        return resolve_roll(node, scope)
    zone = expressions.resolve_zone(node.die, scope)
    if zone is None:
        return broken(node.span)
    if isinstance(zone.type, Cup) and node.count is None:
        return zone
    return _no_dice(node, scope)


def _cup(node: nodes.Roll, scope: Scope) -> g.Expr:
    """A roll of what is no die, inside an expression: always a mistake."""
    if isinstance(node.die, nodes.Name) and _names_nothing(node.die, scope):
        return _no_die(node.die, scope)
    zone = expressions.resolve_zone(node.die, scope)
    if zone is None:
        return broken(node.span)
    if not isinstance(zone.type, Cup):
        return _no_dice(node, scope)
    return scope.report(
        codes.NOT_HERE,
        node.span,
        "The dice of a cup are rolled on a line of their own: they stay in the cup.",
        help="Write `roll …` alone, then look at the cup: `count(cup where it is 6)`.",
    )


def kept_dice(node: nodes.Expr, cup: g.FieldRead, scope: Scope) -> g.Expr:
    """The dice of a cup that stay when the others are rolled: their faces."""
    kept = expressions.as_set(expressions.resolve_expr(node, scope))
    if isinstance(kept.type, Broken):
        return kept
    face, of = face_of(cup.type, scope.world), expressions.elements(kept.type, scope)
    if isinstance(kept.type, TallyOf) or not elements_fit(of, face):
        return scope.report(
            codes.WRONG_TYPE,
            kept.span,
            f"`except` names the faces of dice that stay, and this is {describe(kept.type)}.",
            help="Write `choose any number of kept from …` before, then `roll … except kept`.",
        )
    return kept


def _no_cup(keep: nodes.Expr, scope: Scope) -> g.Expr:
    """Only dice that lie in a cup can stay as they are."""
    return scope.report(
        codes.WRONG_TYPE,
        keep.span,
        "Only dice that lie in a cup can stay as they are while others are rolled.",
        help="Give the dice a home: `dice: 5 d6`, and write `roll your dice except kept`.",
    )


def _names_nothing(node: nodes.Expr, scope: Scope) -> bool:
    """Whether a bare name is unknown, so that a die is missing."""
    if not isinstance(node, nodes.Name) or scope.find_local(node.text) is not None:
        return False
    near = any(scope.world.has_attribute(owner.type, node.text) for owner in scope.elements)
    return not near and node.text not in scope.world.names


def _no_dice(node: nodes.Roll, scope: Scope) -> g.Expr:
    return scope.report(
        codes.WRONG_TYPE,
        node.span,
        "Only dice can be rolled.",
        help="Name a die, or a cup: `cup: 5 d6`.",
    )


def _no_die(name: nodes.Name, scope: Scope) -> g.Expr:
    dice = scope.world.game.dice
    return scope.report(
        codes.UNKNOWN_NAME,
        name.span,
        f"There is no die `{name}`.",
        help=did_you_mean(name.text, dice) or f"Declare it: `die {name}: 1..6`.",
    )


def rolled_type(die: g.Die, count: g.Expr | None) -> Type:
    """What a roll gives: a number or sum, a face of one die, a tally of several."""
    single = count is None or (isinstance(count, g.Literal) and count.value == 1)
    if die.kinds is not None:
        return Kind(die.kinds) if single else TallyOf(Kind(die.kinds))
    low, high = min(die.faces), max(die.faces)
    if count is None:
        return Number(low, high)
    if not isinstance(count.type, Number):
        return NUMBER
    least, most = max(0, count.type.low), max(0, count.type.high)
    products = [times * face for times in (least, most) for face in (low, high)]
    return number(min(products), max(products))


def face_of(type_: Type, world: World) -> Type:
    """What one die of a cup shows."""
    return face_type(world.game.dice[type_.die]) if isinstance(type_, Cup) else BROKEN


def _agrees(node: nodes.Agrees, scope: Scope) -> g.Expr:
    who = expressions.resolve_expr(node.player, scope, PLAYER)
    prompt = expressions.resolve_prompt(node.question, scope)
    if isinstance(who.type, Broken) or not may_decide("A question", node.span, scope):
        return broken(node.span)
    return g.Agreed(FLAG, node.span, who, prompt)


def call_proc(
    proc: g.Proc,
    args: tuple[g.Expr, ...],
    span: Span,
    scope: Scope,
    original: bool = False,
) -> g.Expr:
    """A call of a `to` for its answer."""
    if proc.gives is None:
        return scope.report(
            codes.DEED_AS_VALUE,
            span,
            f"`{proc.name}` is a deed without an answer, and a value is meant.",
            help=f"Give it one (`to {proc.name}(…) gives done: flag`), or do it on its own line.",
        )
    if not may_decide(f"The deed `{proc.name}`", span, scope):
        return broken(span)
    return g.Called(proc.gives[1], span, proc, args, scope.you, original)
