"""What stays while a search of the runtime lasts, in expressions that it asks again and again.

Nothing changes then but where the walker stands, and it stands somewhere all the time. So whatever
reads no place of a figure of its sort is worked out once, when it is first needed, and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.inline import free_name
from hoyle.dsl.records import record

KEPT, KEPT_OF = "walks.kept", "walks.kept_of"
DEEPEST = 8  # functions within functions that are written anew
HEAVY = 7  # expressions that are worth keeping without a call or loop in them
FEW = 16  # items of a loop that are looked at one by one
LARGEST = 90  # expressions of a function that is written out in a loop
ANYONE = p.Var("@", "int")
"""In what is kept of several: whichever it is."""


@record(frozen=False)
class Frame:
    """Where an expression stands. `fixed`: variables that stay while the search lasts, as
    expressions of the search's own parameters; `loops`: those of loops around it."""

    fixed: dict[str, p.Expr]
    loops: frozenset[str] = frozenset()
    depth: int = 0

    def inside(self, var: p.Var) -> Frame:
        """In a loop."""
        loops = self.loops | {var.name} if var.form == "int" else self.loops
        fixed = {name: e for name, e in self.fixed.items() if name != var.name}
        return Frame(fixed, loops, self.depth)

    def rooted(self, e: p.Expr) -> p.Expr:
        """An expression in terms of the search's own parameters."""
        free = walk.free(e)
        return walk.substitute(e, {name: of for name, of in self.fixed.items() if name in free})


class Staying:
    """What stays in the questions of one search, the function `fn`."""

    def __init__(self, functions: dict[str, p.Fn], fn: p.Fn) -> None:
        self.functions, self.fn = functions, fn
        assert isinstance(fn.body, p.Library)
        place, on = fn.body.args[1], fn.body.args[2]
        assert isinstance(place, p.Get) and isinstance(on, p.Get)
        self.place, self.figure = place.cell.name, fn.body.args[3]
        self.moving = frozenset((place.cell.name, on.cell.name))
        self.kept = p.Var("kept", "object")
        self.edge, self.ways = p.Var("edge", "int"), 0
        self.slots: dict[p.Expr, int] = {}
        self.known: dict[str, bool] = {}
        self.made: dict[object, str | None] = {}
        self.assumed: list[p.Expr] | None = None  # what must hold where the question is asked
        self.others: frozenset[str] = frozenset()  # loop variables that are never the walker

    def moves(self, e: p.Expr) -> bool:
        """Whether an expression reads where figures of the walker's sort stand, beyond whether
        they stand at all."""
        match e:
            case p.Get(_, p.Var(name)) if name in self.others:
                return False
            case p.Get(cell, _) if cell.name in self.moving:
                return True
            case p.Op("ge" | "lt", (p.Get(_, index), p.Const(0))) if index is not None:
                return self.moves(index)
            case p.Op("eq" | "ne" | "gt" | "le", (p.Get(_, index), p.Const(-1))):
                return index is None or self.moves(index)
            case p.CallFn(name):
                return self.fn_moves(name) or any(map(self.moves, e.args))
            case _:
                return any(map(self.moves, walk.parts(e)))

    def is_of_placed(self, cell: p.Cell) -> bool:
        """Whether a cell holds the mask of the placed figures of the walker's sort: never none."""
        return any(cell.name.startswith(f"{name}d") for name in self.moving)

    def fn_moves(self, name: str) -> bool:
        """The same of the body of a function."""
        if name not in self.known:
            self.known[name] = True  # of one that calls itself
            self.known[name] = self.moves(self.functions[name].body)
        return self.known[name]

    def changed(self, e: p.Expr, frame: Frame) -> p.Expr:
        """An expression with what stays in it kept."""
        if isinstance(e, p.Var | p.Const | p.Lambda) or is_kept(e):
            return e
        others = walk.free(e) - set(frame.fixed)
        if len(others) <= 1 and not self.moves(e):
            if not others:
                return self.kept_whole(e, frame) if _is_worth(e, HEAVY) else e
            (other,) = others
            if other in frame.loops and _is_worth(e, HEAVY + 2):
                return self.kept_of(e, other, frame)
        match e:
            case p.CallFn():
                return self.call(e, frame)
            case p.Comp():
                return self.loop(e, frame)
            case p.RankComp():
                return e
            case _:
                return walk.map_expr(e, lambda part: self.changed(part, frame))

    def kept_whole(self, e: p.Expr, frame: Frame) -> p.Expr:
        number = self.slots.setdefault(frame.rooted(e), len(self.slots))
        return self.read(number, e)

    def read(self, number: int, e: p.Expr) -> p.Expr:
        return p.Library(KEPT, (self.kept, b.const(number), e), b.form_of(e))

    def kept_of(self, e: p.Expr, other: str, frame: Frame) -> p.Expr:
        """What stays of each item of a loop."""
        alike = walk.substitute(frame.rooted(e), {other: ANYONE})
        number = self.slots.setdefault(alike, len(self.slots))
        args = (self.kept, b.const(number), p.Var(other, "int"), e)
        return p.Library(KEPT_OF, args, b.form_of(e))

    def loop(self, e: p.Comp, frame: Frame) -> p.Expr:
        """A loop; the items that have what stays are found once."""
        if e.kind == "any" and isinstance(e.source, p.Items) and isinstance(e.source.of, p.Const):
            items = e.source.of.value
            if isinstance(items, tuple) and len(items) <= FEW:
                return self.changed(b.or_(*_unrolled(e, items)), frame)
        if e.kind == "any" and e.cond is not None:
            e = replace(e, cond=self.shown(e.cond, walk.bound(e) | walk.free(e)))
            cases = self.by_cases(e, frame)
            if cases is not None:
                return self.changed(cases, frame)
        narrowed = self.narrowed(e, frame)
        if narrowed is not e:
            return self.loop(narrowed, frame)
        inner = frame.inside(e.var)
        source = walk.map_source(e.source, lambda part: self.changed(part, frame))
        cond = None if e.cond is None else self.changed(e.cond, inner)
        found = replace(e, source=source, cond=cond, body=self.changed(e.body, inner))
        return self.guarded(found)

    def shown(self, e: p.Expr, taken: frozenset[str]) -> p.Expr:
        """A condition in which calls of functions that read places are written out."""
        return b.and_(*(self.written_out(part, taken) for part in conditions(e)))

    def written_out(self, e: p.Expr, taken: frozenset[str]) -> p.Expr:
        if isinstance(e, p.Op) and e.name == "not":
            return b.not_(self.written_out(e.args[0], taken))
        if not isinstance(e, p.CallFn) or not self.fn_moves(e.name):
            return e
        fn = self.functions[e.name]
        large = len(walk.inside(fn.body)) > LARGEST
        if large or self.kept in e.args or not all(map(_is_light, e.args)):
            return e
        names = {*taken, *walk.free(fn.body), *walk.free(e), self.kept.name}
        own = {name: free_name(name, names) for name in sorted(walk.bound(fn.body))}
        given = {param.name: arg for param, arg in zip(fn.params, e.args, strict=True)}
        return walk.substitute(walk.rename_expr(fn.body, own), given)

    def by_cases(self, e: p.Comp, frame: Frame) -> p.Expr | None:
        """`any x has (A if c otherwise B)` where c stays: c and any has A, or any has B."""
        parts = conditions(walk.claim(e))
        for number, part in enumerate(parts):
            match part:
                case p.Op("if", (cond, then, other)):
                    if walk.free(cond) <= set(frame.fixed) and not self.moves(cond):
                        before, behind = parts[:number], parts[number + 1 :]
                        first = replace(e, cond=b.and_(*before, then, *behind))
                        second = replace(e, cond=b.and_(*before, other, *behind))
                        return b.or_(b.and_(cond, first), b.and_(b.not_(cond), second))
                case _:
                    pass
        return None

    def narrowed(self, e: p.Comp, frame: Frame) -> p.Comp:
        """`any x in S has A(x) and B(x, edge)`: S where A(x) is kept."""
        size = _size(e.source)
        around = walk.source_parts(e.source)
        stays = all(walk.free(x) <= set(frame.fixed) and not self.moves(x) for x in around)
        if e.kind != "any" or size is None or e.cond is None or not stays:
            return e
        parts = conditions(e.cond)
        may = set(frame.fixed) | {e.var.name}
        stay = [walk.free(x) <= may and not self.moves(x) for x in parts]
        start = stay.index(False) if False in stay else len(parts)
        picked = [at < start or (ok and self.is_sure(parts[at])) for at, ok in enumerate(stay)]
        first = [part for part, ok in zip(parts, picked, strict=True) if ok]
        if not first or len(first) == len(parts):
            return e
        found = p.Comp("mask", e.var, e.source, b.and_(*first), e.var, "mask")
        kept = self.kept_whole(found, frame)
        rest, var = b.and_(*(x for x, ok in zip(parts, picked, strict=True) if not ok)), e.var
        both = {e.var.name} | walk.free(self.figure)
        compared = any(both <= walk.free(part) for part in first)
        if self.assumed is not None and compared and not frame.depth:
            var = p.Var(free_name("other", {*self.others, *walk.bound(rest)}), "int")
            rest = walk.substitute(rest, {e.var.name: var})
            self.others |= {var.name}
            self.assumed.append(b.not_(b.op("has", kept, self.figure)))
            return self.near(var, kept, size, rest, frame)
        return p.Comp("any", var, p.Bits(kept, size), rest, b.TRUE, "bool")

    def near(self, var: p.Var, mask: p.Expr, size: int, cond: p.Expr, frame: Frame) -> p.Comp:
        """A claim about others: those with what hangs on the space before the edge are kept by
        that space."""
        may = set(frame.fixed) | {var.name, ANYONE.name}
        parts = [(part, self.of_here(part)) for part in conditions(cond)]
        first = [
            of_here
            for _, of_here in parts
            if walk.free(of_here) <= may and self.is_sure(of_here) and not self.moves(of_here)
        ]
        rest = b.and_(*(part for part, of_here in parts if of_here not in first))
        if not first or len(first) == len(parts):
            return p.Comp("any", var, p.Bits(mask, size), cond, b.TRUE, "bool")
        whole = p.Comp("mask", var, p.Bits(mask, size), b.and_(*first), var, "mask")
        number = self.slots.setdefault(whole, len(self.slots))
        here = p.Op("floordiv", (self.edge, b.const(self.ways)), "int")
        found = walk.substitute(whole, {ANYONE.name: here})
        kept = p.Library(KEPT_OF, (self.kept, b.const(number), here, found), "mask")
        return p.Comp("any", var, p.Bits(kept, size), rest, b.TRUE, "bool")

    def of_here(self, e: p.Expr) -> p.Expr:
        """An expression in which the space before the edge is any space."""
        match e:
            case p.Op("floordiv", (p.Var() as edge, p.Const(int(ways)))) if edge == self.edge:
                self.ways = ways
                return ANYONE
            case _:
                return walk.map_expr(e, self.of_here)

    def is_sure(self, e: p.Expr) -> bool:
        """Whether an expression has a value whatever holds, so that it may be asked earlier."""
        called: set[str] = set()
        waiting = [e]
        while waiting:
            for x in walk.inside(waiting.pop()):
                match x:
                    case p.Op(name) if name in _MAY_FAIL:
                        return False
                    case p.Library(name) if not name.startswith("."):
                        return False
                    case p.Comp("min" | "max"):
                        return False
                    case p.CallFn(name) if name not in called:
                        called.add(name)
                        waiting.append(self.functions[name].body)
                    case _:
                        pass
        return True

    def guarded(self, e: p.Comp) -> p.Expr:
        """A claim about those on a space asks first whether there are any."""
        match e.source:
            case p.Bits(p.Get(_, index) as mask) if e.kind == "any" and index is not None:
                some = b.ne(mask, b.NO_MASK)
                return b.and_(some, e) if walk.is_atom(index) or _is_cheap(index) else e
            case _:
                return e

    def call(self, e: p.CallFn, frame: Frame) -> p.Expr:
        """A call; of a function in which something stays, if that is known of its arguments."""
        args = tuple(self.changed(arg, frame) for arg in e.args)
        plain = replace(e, args=args)
        fn = self.functions[e.name]
        if frame.depth >= DEEPEST or self.kept.name in {param.name for param in fn.params}:
            return plain
        fixed: dict[str, p.Expr] = {}
        loops: set[str] = set()
        for param, arg in zip(fn.params, e.args, strict=True):
            if walk.free(arg) <= set(frame.fixed) and not self.moves(arg):
                fixed[param.name] = frame.rooted(arg)
            elif isinstance(arg, p.Var) and arg.name in frame.loops:
                loops.add(param.name)
        made = self.anew(fn, Frame(fixed, frozenset(loops), frame.depth + 1))
        if made is None:
            return plain
        return p.CallFn(made, (*args, self.kept), e.form)

    def anew(self, fn: p.Fn, frame: Frame) -> str | None:
        """A function written anew for arguments of which some stay; None if that is no use."""
        key = (fn.name, tuple(frame.fixed.items()), frame.loops)
        if key not in self.made:
            self.made[key] = None  # of one that calls itself
            body = self.changed(fn.body, frame)
            if body != fn.body:
                name = free_name(f"{fn.name}_kept", set(self.functions))
                made = replace(fn, name=name, params=(*fn.params, self.kept), body=body)
                self.functions[name] = made
                self.made[key] = name
        return self.made[key]


def _unrolled(e: p.Comp, items: tuple[p.Datum, ...]) -> Iterator[p.Expr]:
    """The claim of a loop for each of its items."""
    for item in items:
        yield walk.substitute(walk.claim(e), {e.var.name: p.Const(item, e.var.form)})


def is_kept_whole(e: p.Expr) -> bool:
    return isinstance(e, p.Library) and e.name == KEPT


def is_kept(e: p.Expr) -> bool:
    return isinstance(e, p.Library) and e.name in (KEPT, KEPT_OF)


_MAY_FAIL = frozenset(("floordiv", "ceildiv", "mod", "ratio", "rdiv", "item"))


def alternatives(e: p.Expr) -> list[p.Expr]:
    """Of what any holds."""
    if isinstance(e, p.Op) and e.name == "or":
        return [x for arg in e.args for x in alternatives(arg)]
    return [e]


def conditions(e: p.Expr) -> list[p.Expr]:
    """Of what all hold."""
    if isinstance(e, p.Op) and e.name == "and":
        return [x for arg in e.args for x in conditions(arg)]
    return [e]


def _is_worth(e: p.Expr, heavy: int) -> bool:
    """Whether to keep a value costs less than to work it out again."""
    found = walk.inside(e)
    called = p.CallFn | p.Comp | p.RankComp | p.Library
    return len(found) >= heavy or any(isinstance(x, called) for x in found)


def _is_light(e: p.Expr) -> bool:
    """Whether an expression may stand several times."""
    return len(walk.inside(e)) <= 4 and not any(
        isinstance(x, p.CallFn | p.Comp | p.Library) for x in walk.inside(e)
    )


def _is_cheap(e: p.Expr) -> bool:
    return isinstance(e, p.Lookup) and all(map(walk.is_atom, e.indexes))


def _size(source: p.Source) -> int | None:
    """Above the numbers that a loop goes through; None if they may be below 0."""
    match source:
        case p.Bits(_, size):
            return size
        case p.Range(p.Const(int(low)), p.Const(int(high))) if low >= 0:
            return high
        case p.Items(p.Const(tuple(items))):
            return _above(items)
        case _:
            return None


def _above(items: Iterable[p.Datum]) -> int | None:
    numbers = [item for item in items if type(item) is int]
    fits = len(numbers) == len(list(items)) and min(numbers, default=-1) >= 0
    return max(numbers) + 1 if fits else None
