"""Three games as programs, written by hand the way the lowering writes them."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.dsl.source import NOWHERE

N = NOWHERE


def var(name: str, form: p.Form = "int") -> p.Var:
    return p.Var(name, form)


def stand_in_schema(program: p.Program, title: str) -> p.Record:
    """A schema with the sites only."""
    sites = tuple(
        p.Record(
            "Site",
            (
                ("name", f"site {i}"),
                ("base", base),
                ("size", size),
                ("domain", "number"),
                ("rule", -1),
                ("low", program.site_lows[i]),
            ),
        )
        for i, (base, size) in enumerate(program.sites)
    )
    rules = tuple(
        p.Record("Rule", (("name", n), ("file", f), ("line", line)))
        for n, f, line, _ in program.rules
    )
    empty = [(name, ()) for name in ("options", "kinds", "things", "cells", "zones")]
    players = program.players
    return p.Record(
        "Game",
        (
            ("id", program.id),
            ("title", title),
            ("version", "hand"),
            ("players", players),
            ("least", players),
            ("most", players),
            *empty,
            ("sites", sites),
            ("rules", rules),
        ),
    )


def turn_game(program: p.Program, active: p.Cell, turn: p.Block, setup: p.Block = ()) -> p.Program:
    """A game of turns: setup, then `turn` of the active player, round and round."""
    seat = var("seat")
    following = b.op("mod", b.add(b.get(active), b.ONE), b.const(program.players))
    loop: p.Block = (
        p.Assign(seat, b.get(active), N),
        p.CallProc("turn", (seat,), None, N),
        p.Store(active, None, following, N),
    )
    main: p.Block = (
        p.AtOnce(setup, N),
        p.Moment(N),
        p.Loop("turns", loop, False, N),
    )
    program.procedures["main"] = p.Procedure("main", (), main, None, 0, N)
    program.procedures["turn"] = p.Procedure("turn", (var("you"),), turn, None, 0, N)
    program.entries["main"] = "main"
    return program


def victory(program: p.Program, returns: p.Cell, param: p.Var | None) -> p.Procedure:
    """The handler of a `whenever`: one wins, or nobody."""
    body: list[p.Stmt] = []
    if param is not None:
        for seat in range(program.players):
            won = b.if_(b.eq(param, b.const(seat)), b.ONE, b.const(-1))
            body.append(p.Store(returns, b.const(seat), won, N))
    body.append(p.Over(N))
    params = () if param is None else (param,)
    name = "nobody_wins" if param is None else "somebody_wins"
    return p.Procedure(name, params, tuple(body), None, 0, N)


def watch(program: p.Program, returns: p.Cell, cond: p.Expr, player: p.Var | None) -> None:
    """`whenever`: of a player who wins, or of nobody."""
    handler = victory(program, returns, player)
    program.procedures[handler.name] = handler
    seats = p.Range(b.ZERO, b.const(program.players))
    binds = () if player is None else ((player, seats),)
    program.watches.append(p.Watch(binds, cond, handler.name, 0, N))


def base(id_: str, players: int, cells: list[p.Cell]) -> tuple[p.Program, p.Cell, p.Cell]:
    active = p.Cell("active", "int", None, 0, 0, players - 1)
    returns = p.Cell("returns_", "int", players, (0,) * players)
    program = p.Program(id_, players, [*cells, active, returns])
    program.rules.append(("turn", f"{id_}.rules", 8, ()))
    return program, active, returns


def lines_of(width: int, height: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Straight rows of so many cells, row by row."""
    found = []
    for y in range(height):
        for x in range(width):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                cells = [(x + k * dx, y + k * dy) for k in range(length)]
                if all(0 <= i < width and 0 <= j < height for i, j in cells):
                    found.append(tuple(sorted(j * width + i for i, j in cells)))
    return tuple(found)


def row_of(lines: p.StaticTable, mark: p.Cell, player: p.Var) -> p.Expr:
    """any line has every cell in line has cell.mark is player"""
    line, cell = var("line", "ints"), var("cell")
    every = b.every_of(b.Walk(cell, p.Items(line), None), b.eq(b.get(mark, cell), player))
    return b.any_of(b.Walk(line, p.Items(p.Lookup(lines, ())), None), every)


def tic_tac_toe() -> p.Program:
    mark = p.Cell("cell_mark", "int", 9, (-1,) * 9, -1, 1)
    program, active, returns = base("tic_tac_toe", 2, [mark])
    lines = p.StaticTable("cell_lines_of_3", 2, "int", lines_of(3, 3, 3))
    program.tables.append(lines)
    program.sites, program.site_lows = [(0, 9)], [0]
    cell, you = var("cell"), var("you")
    free = b.Walk(var("c"), p.Range(b.ZERO, b.const(9)), None).where(
        b.eq(b.get(mark, var("c")), b.NONE)
    )
    ask = p.Ask(
        cell,
        you,
        (p.Choice(0, b.comp("ints", free), var("option")),),
        False,
        ("Mark a cell",),
        N,
        0,
    )
    turn: p.Block = (
        p.If(
            b.any_of(free),
            (ask, p.Store(mark, p.Answer(cell, 0, True), you, N), p.Moment(N)),
            (p.Fail("nothing to choose", "Mark a cell: there is nothing to choose", N, 0),),
            N,
        ),
    )
    p_ = var("p")
    watch(program, returns, row_of(lines, mark, p_), p_)
    left = b.Walk(var("c"), p.Range(b.ZERO, b.const(9)), None).where(
        b.eq(b.get(mark, var("c")), b.NONE)
    )
    watch(program, returns, b.eq(b.comp("count", left), b.ZERO), None)
    turn_game(program, active, turn)
    program.schema = stand_in_schema(program, "Tic-tac-toe")
    return program


def connect_four() -> p.Program:
    disc = p.Cell("cell_disc", "int", 42, (-1,) * 42, -1, 1)
    program, active, returns = base("connect_four", 2, [disc])
    lines = p.StaticTable("cell_lines_of_4", 2, "int", lines_of(7, 6, 4))
    columns = p.StaticTable(
        "cell_by_column", 2, "int", tuple(tuple(range(c, 42, 7)) for c in range(7))
    )
    rows = p.StaticTable("cell_row", 1, "int", tuple(i // 7 + 1 for i in range(42)))
    program.tables += [lines, columns, rows]
    program.sites, program.site_lows = [(0, 7)], [1]
    chosen, you, cell = var("chosen"), var("you"), var("cell")

    def free(c: p.Expr) -> b.Walk:
        element = var("e")
        column = p.Items(p.Lookup(columns, (b.sub(c, b.ONE),)))
        return b.Walk(element, column, None).where(b.eq(b.get(disc, element), b.NONE))

    open_ = b.Walk(var("k"), p.Range(b.ONE, b.const(8)), None)
    open_ = open_.where(b.op("gt", b.comp("count", free(var("k"))), b.ZERO))
    ask = p.Ask(
        chosen, you, (p.Choice(0, b.comp("ints", open_), var("option")),), False,
        ("Drop a disc into which column?",), N, 0,
    )  # fmt: skip
    walk = free(p.Answer(chosen, 0, True))
    best = p.RankComp(
        walk.var, walk.source, walk.cond, (p.Lookup(rows, (walk.var,)),), False, "mask"
    )
    only = p.Library("only_bit", (best, b.ZERO), "int")
    turn: p.Block = (
        p.If(
            b.any_of(open_),
            (
                ask,
                p.Assign(cell, only, N),
                p.Store(disc, cell, you, N),
                p.Moment(N),
            ),
            (p.Fail("nothing to choose", "there is nothing to choose", N, 0),),
            N,
        ),
    )
    p_ = var("p")
    watch(program, returns, row_of(lines, disc, p_), p_)
    left = b.Walk(var("c"), p.Range(b.ZERO, b.const(42)), None).where(
        b.eq(b.get(disc, var("c")), b.NONE)
    )
    watch(program, returns, b.eq(b.comp("count", left), b.ZERO), None)
    turn_game(program, active, turn)
    program.schema = stand_in_schema(program, "Connect Four")
    return program


def pig(players: int = 2, goal: int = 100) -> p.Program:
    score = p.Cell("score", "int", players, (0,) * players, -1_000_000, 1_000_000)
    program, active, returns = base("pig", players, [score])
    program.dice.append(p.DieSpec("d6", (1, 2, 3, 4, 5, 6), (1,) * 6))
    program.sites, program.site_lows = [(0, 2)], [0]
    chosen, you, pot, n = var("chosen"), var("you"), var("pot"), var("n")
    both = p.Choice(0, b.const((0, 1)), var("option"))
    prompt = ("You have ", p.Hole(pot, "number"), " in this turn")
    everybody = p.Const((1 << players) - 1, "mask")
    added = b.add(b.get(score, you), pot)
    ask = p.Ask(chosen, you, (both,), False, prompt, N, 0)
    roll = p.Nature(n, "die", (), "d6", None, None, everybody, "number", N, 0)
    loop: p.Block = (
        ask,
        p.If(
            b.eq(p.Answer(chosen, 0, True), b.ZERO),
            (
                roll,
                p.If(b.eq(n, b.ONE), (p.Leave("turn", N),), (), N),
                p.Assign(pot, b.add(pot, n), N),
            ),
            (p.Store(score, you, added, N), p.Moment(N), p.Leave("turn", N)),
            N,
        ),
    )
    turn: p.Block = (
        p.Region("turn", (p.Assign(pot, b.ZERO, N), p.Loop("repeat", loop, False, N)), N),
    )
    p_ = var("p")
    watch(program, returns, b.op("ge", b.get(score, p_), b.const(goal)), p_)
    turn_game(program, active, turn)
    program.schema = stand_in_schema(program, "Pig")
    return program


def recursive(deepest: int = 8) -> p.Program:
    """`dive(n)` asks whether to go deeper, and calls itself with what it has to do afterwards."""
    total = p.Cell("total", "int", None, 0)
    program, active, returns = base("recursive", 2, [total])
    program.sites, program.site_lows = [(0, 2), (2, 2)], [0, 0]
    level, chosen, below, other = var("level"), var("chosen"), var("below"), var("other")
    both = b.const((0, 1))
    ask = p.Ask(chosen, b.get(active), (p.Choice(0, both, var("option")),), False, (), N, 0)
    again = p.Ask(other, b.get(active), (p.Choice(1, both, var("option")),), False, (), N, 0)
    deeper = p.Op("lt", (level, b.const(deepest)), "bool")
    go = b.and_(b.eq(p.Answer(chosen, 0, True), b.ONE), deeper)
    more = b.add(b.add(below, level), p.Answer(other, 1, True))
    body: p.Block = (
        ask,
        p.Assign(below, b.ZERO, N),
        p.If(go, (p.CallProc("dive", (b.add(level, b.ONE),), below, N),), (), N),
        again,
        p.Return(more, N),
    )
    program.procedures["dive"] = p.Procedure("dive", (level,), body, "int", 0, N)
    dived = var("dived")
    added = b.add(b.get(total), dived)
    count = p.Op("ge", (b.get(total), b.const(40)), "bool")
    over: p.Block = (p.Store(returns, b.ZERO, b.get(total), N), p.Over(N))
    turn: p.Block = (
        p.CallProc("dive", (b.ONE,), dived, N),
        p.Store(total, None, added, N),
        p.If(count, over, (), N),
    )
    turn_game(program, active, turn)
    program.schema = stand_in_schema(program, "Dive")
    return program


def silent(turns: int = 10_000) -> p.Program:
    """One decision, many turns in which the one option is taken unasked, one more decision."""
    done = p.Cell("done", "int", None, 0)
    program, active, returns = base("silent", 2, [done])
    program.sites, program.site_lows = [(0, 2)], [0]
    chosen, option = var("chosen"), var("option")
    free = p.Op("eq", (p.Op("mod", (b.get(done), b.const(turns)), "int"), b.ZERO), "bool")
    one = p.Comp(
        "ints",
        option,
        p.Range(b.ZERO, b.const(2)),
        b.or_(free, b.eq(option, b.ZERO)),
        option,
        "ints",
    )
    ask = p.Ask(chosen, b.get(active), (p.Choice(0, one, option),), True, (), N, 0)
    over: p.Block = (p.Store(returns, b.ZERO, p.Answer(chosen, 0, True), N), p.Over(N))
    turn: p.Block = (
        ask,
        p.If(p.Op("ge", (b.get(done), b.const(turns)), "bool"), over, (), N),
        p.Store(done, None, b.add(b.get(done), b.ONE), N),
    )
    turn_game(program, active, turn)
    program.schema = stand_in_schema(program, "Silent turns")
    return program


def spinning(asks: bool) -> p.Program:
    """A loop that turns for ever: with a choice of one option in it, or with nothing at all."""
    program, active, _ = base("spinning", 2, [p.Cell("beat", "int", None, 0)])
    beat = program.cells[0]
    program.sites, program.site_lows = [(0, 2)], [0]
    first = p.Ask(
        var("x"), b.get(active), (p.Choice(0, b.const((0, 1)), var("o")),), True, (), N, 0
    )
    only = p.Ask(var("y"), b.get(active), (p.Choice(0, b.const((1,)), var("o")),), True, (), N, 0)
    turned = b.op("mod", b.add(b.get(beat), b.ONE), b.const(7))
    step: p.Block = (p.Store(beat, None, turned, N),)
    loop = p.Loop("spin", (*((only,) if asks else ()), *step), False, N)
    turn_game(program, active, (first, loop))
    program.schema = stand_in_schema(program, "Spinning")
    return program
