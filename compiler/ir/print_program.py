"""A program in readable words: storage, functions, procedures."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.ir import program as p

_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "floordiv": "//", "mod": "%", "eq": "is", "ne": "is not",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and": "and", "or": "or", "union": "|",
    "inter": "&", "minus": "\\", "radd": "+", "rsub": "-", "rmul": "*", "rdiv": "/", "ratio": "/",
}  # fmt: skip


def print_program(program: p.Program) -> str:
    """The whole program."""
    parts = [f"program {program.id}, {program.players} players", ""]
    parts += _storage(program)
    for fn in program.functions.values():
        params = ", ".join(var.name for var in fn.params)
        parts += [f"fn {fn.name}({params}) = {expr(fn.body)}"]
    if program.functions:
        parts.append("")
    for watch in program.watches:
        parts += [_watch(watch)]
    if program.watches:
        parts.append("")
    if program.at_end:
        parts += [f"at the end of a playout: {program.at_end}", ""]
    for procedure in program.procedures.values():
        parts += [*print_procedure(procedure), ""]
    return "\n".join(parts)


def _storage(program: p.Program) -> Iterator[str]:
    for cell in program.cells:
        many = "" if cell.length is None else f"[{cell.length}]"
        limits = "" if cell.low is None else f" in {cell.low}..{cell.high}"
        where = ", explicit build only" if cell.explicit else ""
        yield f"cell {cell.name}{many}: {cell.form} = {_short(cell.start)}{limits}{where}"
    for table in program.tables:
        yield f"table {table.name}: {table.depth} deep, {table.form} = {_short(table.data)}"
    for die in program.dice:
        yield f"die {die.name}: {_short(die.faces)} weights {_short(die.weights)}"
    for number, (base, size) in enumerate(program.sites):
        name = program.site_names[number] if number < len(program.site_names) else ""
        yield f'site {number}: {base}..{base + size - 1} "{name}"'
    yield ""


def _short(datum: object) -> str:
    text = repr(datum)
    return text if len(text) <= 76 else f"{text[:60]} … {text[-12:]}"


def _watch(watch: p.Watch) -> str:
    binds = "".join(f" each {var.name} in {source(of)}" for var, of in watch.binds)
    return f"watch{binds} when {expr(watch.cond)}: {watch.handler}"


def print_procedure(procedure: p.Procedure) -> list[str]:
    """A procedure, line by line."""
    params = ", ".join(var.name for var in procedure.params)
    gives = f" gives {procedure.gives}" if procedure.gives else ""
    return [f"proc {procedure.name}({params}){gives}", *block(procedure.body, 1)]


def block(body: p.Block, depth: int) -> Iterator[str]:
    """Statements, line by line."""
    if not body:
        yield f"{'    ' * depth}nothing"
    for stmt in body:
        yield from _stmt(stmt, depth)


def _stmt(stmt: p.Stmt, depth: int) -> Iterator[str]:
    pad = "    " * depth
    match stmt:
        case p.If(cond, then, otherwise):
            yield f"{pad}if {expr(cond)}"
            yield from block(then, depth + 1)
            if otherwise:
                yield f"{pad}else"
                yield from block(otherwise, depth + 1)
        case p.Loop(label, body):
            yield f"{pad}loop {label}"
            yield from block(body, depth + 1)
        case p.For(label, var, of, body):
            yield f"{pad}for {label}: {var.name} in {source(of)}"
            yield from block(body, depth + 1)
        case p.Region(label, body):
            yield f"{pad}region {label}"
            yield from block(body, depth + 1)
        case p.AtOnce(body) | p.Only(body):
            yield f"{pad}{'at once' if isinstance(stmt, p.AtOnce) else 'explicit build only'}"
            yield from block(body, depth + 1)
        case p.Ask():
            yield from (pad + line for line in _ask(stmt))
        case _:
            yield pad + _line(stmt)


def _line(stmt: p.Stmt) -> str:
    match stmt:
        case p.Assign(var, value):
            return f"{var.name} = {expr(value)}"
        case p.Store(cell, index, value):
            return f"{_place(cell, index)} := {expr(value)}"
        case p.Leave(label):
            return f"leave {label}"
        case p.Again(label):
            return f"again {label}"
        case p.CallProc(proc, args, var):
            into = f"{var.name} = " if var else ""
            return f"{into}call {proc}({_list(args)})"
        case p.Return(value):
            return "return" if value is None else f"return {expr(value)}"
        case p.Nature():
            return _nature(stmt)
        case p.Log(audience, parts):
            return f"log {_words(parts)} to {expr(audience)}"
        case p.Revealed():
            return "revealed"
        case p.Moment():
            return "moment"
        case p.Over():
            return "over"
        case p.Fail(kind, text):
            return f'fail {kind} "{text}"'
        case _:
            raise TypeError(f"unknown statement {type(stmt).__name__}")


def _ask(ask: p.Ask) -> Iterator[str]:
    notes = [
        word
        for word, on in (("secret", ask.secret), ("hidden", ask.hidden), ("always", not ask.silent))
        if on
    ]
    could = f", could {expr(ask.could)}" if ask.could is not None else ""
    after = f" ({', '.join(notes)}{could})" if notes or could else ""
    yield f"{ask.var.name} = ask {expr(ask.actor)} {_words(ask.prompt)}{after}"
    for choice in ask.choices:
        yield f"    site {choice.site}: {expr(choice.options)}"
        for guard in choice.guards:
            yield f'        unless {expr(guard.cond)} "{guard.reason}"'


def _nature(nature: p.Nature) -> str:
    what = nature.die or (nature.pools.name if nature.pools else "")
    args = f"({_list(nature.args)})" if nature.args else ""
    seen = expr(nature.audience)
    return f"{nature.var.name} = nature {nature.kind} {what}{args} seen by {seen}"


def _words(parts: tuple[str | p.Hole, ...]) -> str:
    shown = (part if isinstance(part, str) else "{" + expr(part.value) + "}" for part in parts)
    return '"' + "".join(shown) + '"'


def _place(cell: p.Cell, index: p.Expr | None) -> str:
    return cell.name if index is None else f"{cell.name}[{expr(index)}]"


def _list(args: tuple[p.Expr, ...]) -> str:
    return ", ".join(expr(arg) for arg in args)


def expr(e: p.Expr) -> str:
    """An expression on one line."""
    match e:
        case p.Var(name):
            return name
        case p.Const(value, form):
            return f"{{{value:b}}}" if form == "mask" and isinstance(value, int) else _short(value)
        case p.Get(cell, index):
            return _place(cell, index)
        case p.Lookup(table, indexes):
            return table.name + "".join(f"[{expr(index)}]" for index in indexes)
        case p.Op():
            return _op(e)
        case p.CallFn(name, args) | p.Library(name, args):
            return f"{name}({_list(args)})"
        case p.Comp():
            return _comp(e)
        case p.RankComp():
            keys = ", ".join(expr(key) for key in e.keys)
            which = "ranked" if e.all else "best"
            return f"{which}({e.var.name} in {source(e.source)}{_where(e.cond)} by {keys})"
        case p.Lambda(var, body):
            return f"({var.name} -> {expr(body)})"
        case p.Answer(var, site, value):
            return f"{var.name}.value({site})" if value else f"{var.name}.at({site})"


def _op(e: p.Op) -> str:
    match e.name, e.args:
        case "if", (cond, then, otherwise):
            return f"({expr(then)} if {expr(cond)} else {expr(otherwise)})"
        case "not", (a,):
            return f"not {expr(a)}"
        case "item", (a, i):
            return f"{expr(a)}[{expr(i)}]"
        case name, args if name in _SIGNS and len(args) > 1:
            return "(" + f" {_SIGNS[name]} ".join(expr(arg) for arg in args) + ")"
        case name, args:
            return f"{name}({_list(args)})"


def _comp(e: p.Comp) -> str:
    body = "" if e.body == e.var or e.kind in ("any", "every", "count") else f" -> {expr(e.body)}"
    default = "" if e.default is None else f" else {expr(e.default)}"
    return f"{e.kind}({e.var.name} in {source(e.source)}{_where(e.cond)}{body}{default})"


def _where(cond: p.Expr | None) -> str:
    return "" if cond is None else f" where {expr(cond)}"


def source(of: p.Source) -> str:
    """What a loop walks."""
    match of:
        case p.Range(low, high):
            return f"{expr(low)}..<{expr(high)}"
        case p.Bits(mask):
            return f"bits {expr(mask)}"
        case p.Items(items):
            return expr(items)
