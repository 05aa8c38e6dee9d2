"""Write small functions and procedures with one call where they are called.

    turn(seat)               ──►   you = seat
                                   region turn: (its body; `return` leaves the region)

    p.score, value score of player = sum(…)   ──►   sum(…)

What is called in a cycle stays a procedure. Locals and labels get names of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who
from hoyle.dsl.records import record

SMALL_FUNCTION = 14  # expressions
DEEP_FUNCTION = 40  # expressions within expressions
SMALL_PROCEDURE = 4  # statements
LARGE_PROCEDURE = 1000  # statements
DEEP_PROCEDURE = 32  # blocks within blocks
LOOP = 4  # so many of them is a loop


# -------------------------------------------------------------------------------------- functions


def inline_functions(program: p.Program) -> p.Program:
    """The program with small functions, and those called once, written out."""
    wanted = _chosen(program)
    chosen = {name: fn for name, fn in program.functions.items() if name in wanted}
    inliner = _Functions(chosen, _all_names(program))
    functions = {
        name: replace(fn, body=inliner.expr(fn.body)) for name, fn in program.functions.items()
    }
    procedures = {
        name: replace(procedure, body=inliner.block(procedure.body))
        for name, procedure in program.procedures.items()
    }
    watches = [
        replace(
            watch,
            cond=inliner.expr(watch.cond),
            binds=tuple((v, walk.map_source(s, inliner.expr)) for v, s in watch.binds),
        )
        for watch in program.watches
    ]
    return replace(program, functions=functions, procedures=procedures, watches=watches)


def _chosen(program: p.Program) -> frozenset[str]:
    """Functions to write out: small, or called once; none that calls itself. What is only looked
    at to be shown does not count: a game is played the same with and without it."""
    counts: Counter[str] = Counter()
    shown = _only_shown(program)
    played = (fn for name, fn in program.functions.items() if name not in shown)
    bodies: list[Iterable[p.Expr]] = [walk.inside(fn.body) for fn in played]
    bodies += [walk.all_exprs(x.body) for x in program.procedures.values()]
    bodies += [walk.inside(watch.cond) for watch in program.watches]
    for body in bodies:
        counts.update(e.name for e in body if isinstance(e, p.CallFn))
    wanted = (
        name
        for name, fn in program.functions.items()
        if not _is_search(fn)
        and (counts[name] == 1 or sum(1 for _ in walk.inside(fn.body)) <= SMALL_FUNCTION)
    )
    return _shallow(program, frozenset(wanted) - _in_cycles(program))


def _is_search(fn: p.Fn) -> bool:
    """Whether a function only asks a search of the runtime, with much that it is given."""
    return isinstance(fn.body, p.Library) and fn.body.name.startswith(("walks.", "looks."))


def _shallow(program: p.Program, names: frozenset[str]) -> frozenset[str]:
    """Those functions that do not go too deep with all that they call written out."""
    calls = {name: sorted(_called(fn)) for name, fn in program.functions.items()}
    depths: dict[str, int] = {}
    for name in _callees_first(calls):
        depth = _depth_of(program.functions[name].body, depths)
        if name in names and depth <= DEEP_FUNCTION:
            depths[name] = depth
    return frozenset(depths)


def _depth_of(e: p.Expr, depths: Mapping[str, int]) -> int:
    called = depths.get(e.name, 0) if isinstance(e, p.CallFn) else 0
    return 1 + called + max((_depth_of(part, depths) for part in walk.parts(e)), default=0)


def _only_shown(program: p.Program) -> set[str]:
    """The functions for views and those that only such call."""
    callers: dict[str, set[str]] = {name: set() for name in program.functions}
    for name, fn in program.functions.items():
        for called in _called(fn):
            callers[called].add(name)
    played = (walk.all_exprs(x.body) for x in program.procedures.values())
    watched = (walk.inside(watch.cond) for watch in program.watches)
    calls = {e.name for body in (*played, *watched) for e in body if isinstance(e, p.CallFn)}
    shown = set(program.shows.values())
    waiting = list(program.functions)
    while waiting:
        name = waiting.pop()
        if name not in shown and callers[name] and name not in calls and callers[name] <= shown:
            shown.add(name)
            waiting.extend(program.functions)
    return shown


def _called(fn: p.Fn) -> set[str]:
    return {e.name for e in walk.inside(fn.body) if isinstance(e, p.CallFn)}


def _in_cycles(program: p.Program) -> frozenset[str]:
    calls = {name: _called(fn) for name, fn in program.functions.items()}

    def below(name: str) -> set[str]:
        seen: set[str] = set()
        waiting = list(calls[name])
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting.extend(calls[other])
        return seen

    return frozenset(name for name in calls if name in below(name))


@record(frozen=False)
class _Functions:
    """Writes functions out; every loop variable that comes in gets a name of its own."""

    chosen: Mapping[str, p.Fn]
    taken: set[str]

    def block(self, block: p.Block) -> p.Block:
        return tuple(walk.map_blocks(walk.map_stmt(stmt, self.expr), self.block) for stmt in block)

    def expr(self, e: p.Expr) -> p.Expr:
        if isinstance(e, p.Lambda) and isinstance(e.body, p.CallFn):
            # A question that the runtime asks keeps the name of its answer.
            return replace(e, body=walk.map_expr(e.body, self.expr))
        e = walk.map_expr(e, self.expr)
        if not isinstance(e, p.CallFn) or e.name not in self.chosen:
            return e
        fn = self.chosen[e.name]
        body = self.expr(fn.body)
        given = dict(zip((param.name for param in fn.params), e.args, strict=True))
        if not all(self.may_replace(body, name, arg) for name, arg in given.items()):
            return e
        own = {name: free_name(name, self.taken) for name in sorted(walk.bound(body))}
        return walk.substitute(walk.rename_expr(body, own), given)

    def may_replace(self, body: p.Expr, name: str, arg: p.Expr) -> bool:
        """Whether an argument may stand where its parameter is read: at no cost, or at most
        once."""
        if walk.is_atom(arg):
            return True
        times = sum(1 for x in walk.inside(body) if isinstance(x, p.Var) and x.name == name)
        looped = any(
            isinstance(x, p.Comp | p.RankComp | p.Lambda) and name in walk.free(x)
            for x in walk.inside(body)
        )
        answered = any(isinstance(x, p.Answer) and x.var.name == name for x in walk.inside(body))
        return (times <= 1 and not looped and not answered) or (cheap(arg) and not answered)


def free_name(wanted: str, taken: set[str]) -> str:
    """A name like the one wanted that is not taken; it is from now on."""
    name, count = wanted, 1
    while name in taken:
        count += 1
        name = f"{wanted}_{count}"
    taken.add(name)
    return name


def _all_names(program: p.Program) -> set[str]:
    """Names of all variables of a program."""
    found: set[str] = set()
    for fn in program.functions.values():
        found |= walk.bound(fn.body) | walk.free(fn.body)
    for procedure in program.procedures.values():
        found |= set(walk.variables(procedure.body)) | {v.name for v in procedure.params}
    for watch in program.watches:
        found |= walk.bound(watch.cond) | walk.free(watch.cond)
    return found


def cheap(e: p.Expr) -> bool:
    """Whether reading an expression several times costs little."""
    match e:
        case p.Var() | p.Const() | p.Answer():
            return True
        case p.Get(_, index):
            return index is None or isinstance(index, p.Var | p.Const)
        case _:
            return False


# ------------------------------------------------------------------------------------- procedures


def inline_procedures(program: p.Program) -> p.Program:
    """The program with procedures that are called once, and small ones, written out."""
    while wanted := _wanted(program):
        inliner = _Procedures(program.procedures, wanted)
        roots = _roots(program)
        calls = {x.name: [c.proc for c in walk.calls(x.body)] for x in program.procedures.values()}
        written = {name: inliner.whole(name) for name in _callees_first(calls)}
        kept = [name for name in written if name not in inliner.chosen or name in roots]
        program = replace(
            program,
            procedures={name: written[name] for name in program.procedures if name in kept},
        )
    return program


def _roots(program: p.Program) -> frozenset[str]:
    return frozenset(program.entries.values()) | {w.handler for w in program.watches}


def _wanted(program: p.Program) -> frozenset[str]:
    """Procedures to write out now."""
    counts = Counter(call.proc for x in program.procedures.values() for call in walk.calls(x.body))
    kept = who.recursive(program) | frozenset(program.entries.values())
    return frozenset(
        name
        for name, x in program.procedures.items()
        if name not in kept
        and counts[name]
        and (counts[name] == 1 or _is_small(x))
        and not _is_large(x)
    )


def _callees_first(calls: Mapping[str, Sequence[str]]) -> list[str]:
    """All names, those that one calls before it; where they call in a circle, in any order."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    waiting = [(name, False) for name in reversed(list(calls))]
    while waiting:
        name, done = waiting.pop()
        if done:
            found[name] = None
        elif name not in seen:
            seen.add(name)
            waiting += [(name, True), *((other, False) for other in reversed(calls[name]))]
    return list(found)


def _is_large(procedure: p.Procedure) -> bool:
    """Whether it is so long or deep that its callers had better not hold it."""
    size = sum(1 for _ in walk.statements(procedure.body))
    return size > LARGE_PROCEDURE or _depth(procedure.body) > DEEP_PROCEDURE


def _depth(block: p.Block) -> int:
    """How deep the blocks of a block go; loops count more, since Python has fewer within others."""
    deepest = 0
    for stmt in block:
        inside = max((_depth(part) for part in walk.blocks(stmt)), default=0)
        deepest = max(deepest, inside + (LOOP if isinstance(stmt, p.Loop | p.For) else 1))
    return deepest


def _is_small(procedure: p.Procedure) -> bool:
    found = list(walk.statements(procedure.body))
    heavy = p.Ask | p.Nature | p.Loop | p.For | p.CallProc
    return len(found) <= SMALL_PROCEDURE and not any(isinstance(s, heavy) for s in found)


@record(frozen=False)
class _Procedures:
    """Writes chosen procedures into one other procedure at a time."""

    procedures: Mapping[str, p.Procedure]
    wanted: frozenset[str]
    taken: set[str] = field(default_factory=set)
    chosen: dict[str, p.Procedure] = field(default_factory=dict)

    def whole(self, name: str) -> p.Procedure:
        """A procedure with what it calls; that comes before it."""
        procedure = self.procedures[name]
        if any(call.proc in self.chosen for call in walk.calls(procedure.body)):
            procedure = replace(procedure, body=self.procedure(procedure))
        if name in self.wanted and not _is_large(procedure):
            self.chosen[name] = procedure
        return procedure

    def procedure(self, procedure: p.Procedure) -> p.Block:
        self.taken = set(walk.variables(procedure.body)) | {v.name for v in procedure.params}
        self.taken |= _labels(procedure.body)
        return self.block(procedure.body)

    def block(self, block: p.Block) -> p.Block:
        return tuple(new for stmt in block for new in self.stmt(stmt))

    def stmt(self, stmt: p.Stmt) -> p.Block:
        if isinstance(stmt, p.CallProc) and stmt.proc in self.chosen:
            return self.written_out(stmt)
        return (walk.map_blocks(stmt, self.block),)

    def written_out(self, call: p.CallProc) -> p.Block:
        """The body in place of the call."""
        procedure = self.chosen[call.proc]
        inside = {**walk.variables(procedure.body), **{v.name: v for v in procedure.params}}
        own = [*inside, *sorted(_labels(procedure.body))]
        names = {name: free_name(name, self.taken) for name in own}
        body = _relabelled(walk.rename(procedure.body, names), names)
        before: list[p.Stmt] = []
        replaced: dict[str, p.Expr] = {}
        kept = _assigned(body) | _answered(body) if procedure.params else set()
        for param, arg in zip(procedure.params, call.args, strict=True):
            name = names[param.name]
            if walk.is_atom(arg) and name not in kept:
                replaced[name] = arg
            else:
                before.append(p.Assign(p.Var(name, param.form, param.domain), arg, call.span))
        if replaced:
            body = _substituted(body, replaced)
        if call.var is not None and procedure.gives is not None:
            body = (*_ending(body, procedure.gives, call),)
        return (*before, *self.with_returns(body, call))

    def with_returns(self, body: p.Block, call: p.CallProc) -> p.Block:
        """Returns become: note the answer, leave the region."""
        if not any(isinstance(s, p.Return) for s in walk.statements(body)):
            return body
        label = free_name(call.proc, self.taken)
        region = p.Region(label, _left(body, label, call.var), call.span)
        return (region,)


def _ending(body: p.Block, gives: p.Form, call: p.CallProc) -> p.Block:
    """A body that ends without an answer answers no, none or 0."""
    if walk.leaves(body):
        return body
    empty: dict[p.Form, p.Datum] = {"bool": False, "str": "", "ints": (), "texts": ()}
    return (*body, p.Return(p.Const(empty.get(gives, 0), gives), call.span))


def _left(block: p.Block, label: str, var: p.Var | None) -> p.Block:
    found: list[p.Stmt] = []
    for stmt in block:
        if isinstance(stmt, p.Return):
            if stmt.value is not None and var is not None:
                found.append(p.Assign(var, stmt.value, stmt.span))
            found.append(p.Leave(label, stmt.span))
        else:
            found.append(walk.map_blocks(stmt, lambda inner: _left(inner, label, var)))
    return tuple(found)


def _labels(block: p.Block) -> set[str]:
    loops = p.Loop | p.For | p.Region
    return {s.label for s in walk.statements(block) if isinstance(s, loops)}


def _relabelled(block: p.Block, names: Mapping[str, str]) -> p.Block:
    found: list[p.Stmt] = []
    for stmt in block:
        new = walk.map_blocks(stmt, lambda inner: _relabelled(inner, names))
        if isinstance(new, p.Loop | p.For | p.Region | p.Leave | p.Again):
            new = replace(new, label=names.get(new.label, new.label))
        found.append(new)
    return tuple(found)


def _assigned(block: p.Block) -> set[str]:
    """Locals that statements bind."""
    bound = (walk.bound_var(stmt) for stmt in walk.statements(block))
    return {var.name for var in bound if var is not None}


def _answered(block: p.Block) -> set[str]:
    """Locals that are looked at as actions."""
    return {e.var.name for e in walk.all_exprs(block) if isinstance(e, p.Answer)}


def _substituted(block: p.Block, values: Mapping[str, p.Expr]) -> p.Block:
    def put(e: p.Expr) -> p.Expr:
        return walk.substitute(e, values)

    return tuple(
        walk.map_blocks(walk.map_stmt(s, put), lambda inner: _substituted(inner, values))
        for s in block
    )
