"""Options and settings: constants of one game, from the rules or given when it is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve.cells import Cells, Wrong
from hoyle.dsl.resolve.expressions import resolve_expr
from hoyle.dsl.resolve.relations import describe
from hoyle.dsl.resolve.scope import top
from hoyle.dsl.resolve.static import NotStaticError, evaluate
from hoyle.dsl.resolve.type_forms import resolve_type
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.source import NOWHERE
from hoyle.dsl.types import BROKEN, FLAG, NUMBER, TEXT, Broken, Flag, Kind, Number, Optional, Type

WHY = "a constant is known before the game"


def declare_options(world: World) -> None:
    """All options with their defaults; one on a later page changes an earlier one's default."""
    for node, level in world.by_level(nodes.Option):
        name = node.name
        before = world.game.options.get(name.text)
        new = before is None or level <= world.level_of[name.text]
        if new and not world.claim(name, "an option", before):
            continue
        option = _option(world, node)
        world.game.options[name.text] = option
        world.names[name.text].thing = option
        world.level_of[name.text] = level


def _option(world: World, node: nodes.Option) -> g.Option:
    type_ = resolve_type(node.type, world) if node.type is not None else None
    start = resolve_expr(node.start, top(world).pure(WHY), type_)
    cites = node.cite.clauses() if node.cite else ()
    shown = widened(start.type) if type_ is None else type_
    default = constant(world, start, node.start)
    reason = _reason(node)
    return g.Option(node.name.text, shown, default, default, node.prompt, node.span, cites, reason)


def _reason(node: nodes.Option) -> str:
    """What is said behind `when C`; without words the condition speaks for itself."""
    if node.when is None or node.when.reason is None:
        return ""
    return node.when.reason.text


def widened(type_: Type) -> Type:
    """The type of a constant without a written one: a number may be any number."""
    return NUMBER if isinstance(type_, Number) else type_


def constant(world: World, found: g.Expr, node: nodes.Node) -> g.Value:
    """The value of an expression that must be known before the game."""
    if isinstance(found.type, Broken):
        return 0
    try:
        return evaluate(found, world.game, {})
    except NotStaticError:
        world.sink.report(
            codes.NOT_CONSTANT,
            node.span,
            "This is not known before the game.",
            help="Write a number, yes or no, a name, or words in quotes.",
        )
        return 0


# ---------------------------------------------------------------------------------- given values


def set_options(world: World, given: Mapping[str, object]) -> None:
    """The values of options that were given for this game."""
    for name, value in given.items():
        option = world.game.options.get(name)
        if option is None:
            world.sink.report(
                codes.BAD_OPTION,
                NOWHERE,
                f"The game has no option `{name}`.",
                help=did_you_mean(name, world.game.options) or _which(world),
            )
            continue
        _set(world, option, value)


def _which(world: World) -> str:
    names = ", ".join(f"`{name}`" for name in world.game.options)
    return f"Its options are {names}." if names else "It has no options at all."


def _set(world: World, option: g.Option, given: object) -> None:
    found = value_of(world, option.type, given)
    if isinstance(found, Wrong):
        world.sink.report(
            codes.BAD_OPTION,
            option.span,
            f"`{option.name}` cannot be `{given}`: it is {describe(option.type)}.",
            help=f"Give it {'yes or no' if isinstance(option.type, Flag) else found.wanted}.",
        )
        return
    changed = replace(option, value=found)
    world.game.options[option.name] = changed
    world.names[option.name].thing = changed


def value_of(world: World, type_: Type, given: object) -> g.Value | Wrong:
    """What was given as a value of a type; words are read like cells of a table."""
    match type_, given:
        case (Flag(), bool()):
            return given
        case (Number(low, high), int()) if not isinstance(given, bool) and low <= given <= high:
            return given
        case (Optional(), None):
            return None
        case (_, str()):
            return Cells(world).read(given.strip(), type_)
        case _:
            return Wrong(describe(type_))


def refuse_options(world: World) -> None:
    """`when C`: another value than the default only where C holds of the other options."""
    for node, level in world.by_level(nodes.Option):
        if node.when is None or level < world.level_of[node.name.text]:
            continue
        allowed = resolve_expr(node.when.condition, top(world).pure(WHY), FLAG)
        option = world.game.options[node.name.text]
        if not constant(world, allowed, node.when.condition) and option.value != option.default:
            _refuse(world, option, node.when.condition)


def _refuse(world: World, option: g.Option, condition: nodes.Expr) -> None:
    why = f": {option.reason}" if option.reason else ""
    world.sink.report(
        codes.BAD_OPTION,
        condition.span,
        f"`{option.name}` is set together with an option that it does not go with{why}.",
        help=f"Leave `{option.name}` as it is, or set the other option otherwise.",
    )


# ---------------------------------------------------------------------------------- settings


def declare_settings(world: World) -> None:
    """The settings of all scenarios by name; those of the one that is played have its values."""
    scenarios = {node.name.text: node for node, _ in world.by_level(nodes.Scenario)}
    for node in scenarios.values():
        for line in node.lines:
            if isinstance(line, nodes.Setting):
                type_, _ = setting(world, line)
                world.settings.setdefault(line.name.text, (type_, _nothing(type_)))
    for node in chain(scenarios, world.scenario):
        for line in node.lines:
            if isinstance(line, nodes.Setting):
                world.settings[line.name.text] = setting(world, line)
                world.setting_spans[line.name.text] = line.span


def chain(scenarios: Mapping[str, nodes.Scenario], name: str | None) -> tuple[nodes.Scenario, ...]:
    """A scenario behind those that it is like."""
    found: list[nodes.Scenario] = []
    while name is not None and name in scenarios and scenarios[name] not in found:
        node = scenarios[name]
        found.append(node)
        name = node.like.text if node.like else None
    return tuple(reversed(found))


def setting(world: World, line: nodes.Setting) -> tuple[Type, g.Value]:
    """The type and value of `map = "…"`; what is no plain constant is reported elsewhere."""
    match line.value:
        case nodes.Text(value):
            return TEXT, value
        case nodes.Number(number):
            return NUMBER, number
        case nodes.Word(word="yes" | "no" as word):
            return FLAG, word == "yes"
        case nodes.Name(text) if text in world.kind_values:
            kind, index = world.kind_values[text]
            return Kind(kind), index
        case _:
            return BROKEN, None


def _nothing(type_: Type) -> g.Value:
    """A setting that the scenario in play does not have."""
    match type_:
        case Flag():
            return False
        case Number() | Kind():
            return 0
        case _:
            return ""
