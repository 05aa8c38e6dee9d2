"""What a seat may choose, as Python: the options of an ask, and a playout's choice among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.to_python.expressions import Writer
from hoyle.compiler.to_python.text import ATOM

if TYPE_CHECKING:
    from hoyle.compiler.to_python.kept import Kept
    from hoyle.compiler.to_python.statements import Body


LISTED = 16  # options in a row that are written one by one


def options(writer: Writer, ask: p.Ask) -> str:
    """The legal actions, ascending: a tuple if they never change, else a list."""
    known = known_options(writer, ask)
    if known is not None:
        return repr(known)
    parts = [choice_options(writer, choice) for choice in ask.choices]
    if len(parts) == 1:
        return parts[0]
    bases = [writer.spelling.sites[choice.site][0] for choice in ask.choices]
    text = f"[{', '.join(f'*{part}' for part in parts)}]"
    return text if bases == sorted(bases) else f"sorted({text})"


def known_options(writer: Writer, ask: p.Ask) -> tuple[int, ...] | None:
    """The legal actions, if they never change."""
    found: list[int] = []
    for choice in ask.choices:
        if not isinstance(choice.options, p.Const) or not isinstance(choice.options.value, tuple):
            return None
        offset = writer.spelling.offset(choice.site)
        found.extend(int(v) + offset for v in choice.options.value if isinstance(v, int))
    return tuple(sorted(found))


def choice_options(writer: Writer, choice: p.Choice) -> str:
    """The actions of one site."""
    return _shifted(writer, choice.options, writer.spelling.offset(choice.site))


def _shifted(writer: Writer, e: p.Expr, offset: int) -> str:
    """A list of numbers, each shifted."""
    match e:
        case p.Comp("ints", var, source, cond, body):
            inside, head = writer.walked(var, source, *(x for x in (cond, body) if x is not None))
            where = "" if cond is None else f" if {inside.test(cond, 1)}"
            moved = body if offset == 0 else p.Op("add", (body, p.Const(offset, "int")), "int")
            if offset == 0 and body == var and not where:
                return f"[*{writer.source(source)}]"
            return f"[{inside.value(moved)} for {head}{where}]"
        case p.Const(tuple() as items):
            return repr([int(v) + offset for v in items if isinstance(v, int)])
        case p.Op("if", (cond, then, otherwise)):
            yes, no = _shifted(writer, then, offset), _shifted(writer, otherwise, offset)
            return f"({yes} if {writer.test(cond, 1)} else {no})"
        case p.Op("tuple", args):
            shift = p.Const(offset, "int")
            each = [p.Op("add", (a, shift), "int") if offset else a for a in args]
            return f"[{', '.join(map(writer.value, each))}]"
        case _:
            text = writer.value(e, ATOM)
            return f"[option + {offset} for option in {text}]" if offset else f"[*{text}]"


def words(writer: Writer, parts: tuple[str | p.Hole, ...]) -> str:
    """Words with holes: a tuple of texts and (domain, value)."""
    found = [
        repr(part) if isinstance(part, str) else f"({part.domain!r}, {writer.value(part.value)})"
        for part in parts
    ]
    return f"({', '.join(found)}{',' if len(found) == 1 else ''})"


def ask_now(body: Body, ask: p.Ask) -> None:
    """A decision inside a playout: one of the options, by chance."""
    known = known_options(body.writer, ask)
    if known is not None:
        body.lines.add(f"{body.writer.variable(ask.var)} = {_among(known, ask.silent)}")
        return
    member = a_member(body, ask)
    if member is not None:
        body.lines.add(f"{body.writer.variable(ask.var)} = {member}")
        return
    pick(body, ask, found(body, ask))


def a_member(body: Body, ask: p.Ask) -> str | None:
    """A choice among the members of a set, without a list of them."""
    match ask.choices:
        case (p.Choice(options=p.Comp("ints", var, p.Bits(mask), None, p.Var() as each)),):
            if var != each or (body.kept and body.kept.ask is ask):
                return None
        case _:
            return None
    member = body.member(mask, "sole_or_any" if ask.silent else "any_member")
    offset = body.writer.spelling.offset(ask.choices[0].site)
    return None if member is None else member + plus(offset)


def plus(offset: int) -> str:
    """What makes an action of a value."""
    return f" + {offset}" if offset > 0 else f" - {-offset}" if offset < 0 else ""


def found(body: Body, ask: p.Ask) -> str:
    """The local that holds the options of a decision."""
    if body.kept is not None and body.kept.ask is ask:
        return "left"
    of = _chosen_from(body, ask)
    as_it_is = of is not None and body.writer.spelling.offset(ask.choices[0].site) == 0
    body.lines.add(f"options = {body.writer.got(of) if of and as_it_is else body.listed(ask)}")
    return "options"


def _chosen_from(body: Body, ask: p.Ask) -> p.Get | None:
    """The list of a playout that holds just the values that a decision is between."""
    match ask.choices:
        case (p.Choice(_, p.Comp("ints", it, p.Items(p.Get() as of), None, p.Var() as each)),):
            return of if of.cell.name in body.writer.lists and it == each else None
        case _:
            return None


def first(writer: Writer, of: Kept) -> str:
    """The options that a playout keeps, when it begins to."""
    if of.start is None:
        return options(writer, of.ask)
    offset = writer.spelling.offset(of.site)
    found = [value + offset for value in of.start]
    if len(found) > LISTED and found == [*range(found[0], found[-1] + 1)]:
        return f"[*range({f'{found[0]}, ' if found[0] else ''}{found[-1] + 1})]"
    return repr(found)


def pick(body: Body, ask: p.Ask, name: str) -> None:
    """One of the options that are there."""
    popped = body.kept is not None and body.kept.ask is ask and body.kept.popped
    body.pick(body.writer.variable(ask.var), name, ask.silent, popped)


def _among(known: tuple[int, ...], silent: bool) -> str:
    """A choice among options that never change; where there are none, nobody ever comes here."""
    if not known:
        return "-1"
    if silent and len(known) == 1:
        return str(known[0])
    if known == tuple(range(known[0], known[0] + len(known))):
        first = f" + {known[0]}" if known[0] else ""
        return f"int(random() * {len(known)}){first}"
    return f"{known}[int(random() * {len(known)})]"


def asks_each_turn(body: p.Block, label: str) -> bool:
    """Whether no turn of a loop gets by without a decision that is really asked."""
    for stmt in body:
        if _surely_asks(stmt, label):
            return True
        if any(isinstance(s, p.Again) and s.label == label for s in walk.statements((stmt,))):
            return False
        if _leaves_inner(stmt, body):
            return False
    return False


def _surely_asks(stmt: p.Stmt, label: str) -> bool:
    match stmt:
        case p.Ask():
            return not stmt.silent
        case p.Fail() | p.Over() | p.Return():
            return True
        case p.If(_, then, otherwise):
            return asks_each_turn(then, label) and asks_each_turn(otherwise, label)
        case p.Region(_, body) | p.AtOnce(body) | p.Loop(_, body):
            return asks_each_turn(body, label)
        case _:
            return False


def _leaves_inner(stmt: p.Stmt, body: p.Block) -> bool:
    """Whether a statement may leave a region that begins outside of it (and so skip what
    follows)."""
    own = {s.label for s in walk.statements((stmt,)) if isinstance(s, p.Loop | p.For | p.Region)}
    return any(isinstance(s, p.Leave) and s.label not in own for s in walk.statements((stmt,)))
