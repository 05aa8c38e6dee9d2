"""What a module tells the runtime about its game: the record `schema.Game`."""

from __future__ import annotations

from hashlib import sha256
from pathlib import PurePosixPath

from hoyle.compiler.from_game import boards, campaigns, layout, prospects, sight, standing, zones
from hoyle.compiler.from_game.forms import datum
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.source import Source


def write(whole: Whole) -> None:
    """Put the record into the program."""
    game = whole.game
    fields: tuple[tuple[str, object], ...] = (
        ("id", game.id),
        ("title", game.title),
        ("version", version(whole)),
        ("players", whole.players),
        ("least", game.players[0]),
        ("most", game.players[1]),
        ("options", tuple((o.name, _given(o, game)) for o in game.options.values())),
        ("kinds", tuple(_kinds(kinds) for kinds in game.kinds.values())),
        ("things", tuple(_thing(table, whole) for table in game.tables.values())),
        ("cells", tuple(_cells(whole))),
        ("zones", tuple(_zone(zone, whole) for zone in whole.zones.values())),
        ("sites", tuple(_sites(whole))),
        ("rules", tuple(_rules(whole))),
        ("utility", utility(whole)),
        ("utility_sum", _utility_sum(whole)),
        ("limit", "" if game.limit is None else f"{game.limit[0]} {game.limit[1]}"),
        ("invariants", _invariants(whole)),
        ("examples", tuple(whole.example_names)),
        ("values", tuple(whole.shown)),
    )
    if game.scenario:
        fields += (("scenario", game.scenario),)
    if game.campaigns:
        fields += (("campaigns", campaigns.campaigns(whole)),)
    told = prospects.standing(whole)
    if told:
        fields += (("standing", told),)
    if game.brought:
        fields += (("brought", campaigns.brought(whole)),)
    whole.program.schema = p.Record("Game", fields)


def version(whole: Whole) -> str:
    """A hash of the texts that the game was made from."""
    found = sha256()
    for path in sorted(whole.sources):
        found.update(path.encode() + b"\0" + whole.sources[path].text.encode() + b"\0")
    return found.hexdigest()[:16]


def _given(option: g.Option, game: g.Game) -> g.Value:
    """The value of an option as it is given at loading: values of kinds and rows by their names."""
    match option.type, option.value:
        case t.Kind(name), int(value):
            return game.kinds[name].values[value]
        case t.Thing(name), int(value):
            return game.tables[name].rows[value].name
        case _:
            return option.value


def _record(of: str, /, **fields: object) -> p.Record:
    return p.Record(of, tuple(fields.items()))


def _kinds(kinds: g.Kinds) -> p.Record:
    return _record("Kinds", name=kinds.name, values=kinds.values, labels=kinds.labels)


def _thing(table: g.Table, whole: Whole) -> p.Record:
    """A component, chart or board."""
    fields: dict[str, object] = {
        "name": table.name,
        "form": table.form,
        "names": tuple(row.name for row in table.rows),
    }
    pieces = whole.pieces.get(table.name)
    if table.form == "component":
        fields["classes"] = zones.classes_of(table.name, whole.game)
    backs = _backs(table)
    if backs:
        fields["backs"] = backs
    if pieces is not None:
        cells = (("at", pieces.at), ("known", pieces.known), ("shown", pieces.shown))
        for name, cell in (*cells, ("pools", pieces.pools)):
            if cell is not None:
                fields[name] = cell.name
    if table.board is not None and table.board.shape in ("grid", "hexes"):
        fields["columns"] = table.board.columns
        fields["coordinates"] = tuple(_place(row) for row in table.rows)
    if table.board is not None and table.board.shape == "hexes":
        fields["shifted"] = "columns" if table.board.flat else "rows"
    if table.board is not None and standing.may_trail(table, whole):
        fields["beside"] = boards.beside(table)
    if table.board is not None and table.board.shape == "roads":
        fields["ways"] = boards.exits(table)
        fields["exits"] = whole.made.get(("exits", table.name), "")
    fields["facts"] = tuple(_facts(table, whole))
    return _record("Thing", **fields)


def _backs(table: g.Table) -> tuple[int, ...]:
    """Which backs are alike, where a component has a column of backs."""
    if "back" not in table.fields or table.fields["back"].role != "fact":
        return ()
    seen: dict[g.Value, int] = {}
    return tuple(seen.setdefault(row.facts.get("back"), len(seen)) for row in table.rows)


def _place(row: g.Row) -> tuple[int, int]:
    column, line = row.facts.get("column", 0), row.facts.get("row", 0)
    return (column if isinstance(column, int) else 0, line if isinstance(line, int) else 0)


def _facts(table: g.Table, whole: Whole) -> list[tuple[str, str, tuple[object, ...]]]:
    """Printed fields, for showing."""
    found: list[tuple[str, str, tuple[object, ...]]] = []
    for field in table.fields.values():
        if field.role == "fact" and field.index is None and field.name not in ("name",):
            values = tuple(_shown(row.facts.get(field.name), field, whole) for row in table.rows)
            found.append((field.name, whole.forms.words(field.type), values))
    return found


def _shown(value: g.Value, field: g.Field, whole: Whole) -> object:
    return None if value is None else datum(value, field.type, whole.forms)


# ------------------------------------------------------------------------------------ cells, zones


def _cells(whole: Whole) -> list[p.Record]:
    """Everything that changes and can be shown, and what the machine knows of the course."""
    found = [
        _cell(field, whole)
        for field in layout.changing_fields(whole.game)
        if field.role in ("cell", "coins", "cup") and field in whole.cells and not field.given
    ]
    found += [_placement(sort, whole) for sort in standing.every(whole)]
    for supply in whole.game.supplies.values():
        if layout.bank_field(supply, whole) is None:
            cell = whole.machine_cells[f"bank {supply.name}"]
            found.append(_plain_cell(supply.name, cell.name, "number"))
    words = {"active": "player", "starter": "player", "out": "set:player"}
    for name, domain in (*words.items(), ("turns", "number"), ("rounds", "number")):
        if name in whole.machine_cells:
            found.append(_plain_cell(name, whole.machine_cells[name].name, domain))
    return found


def _placement(sort: standing.Standing, whole: Whole) -> p.Record:
    """Where each figure stands: all see it."""
    return _record(
        "Cell",
        name="place",
        attribute=sort.place.name,
        owner=sort.thing,
        domain=whole.forms.words(t.Place(sort.thing)),
        sight=_record("Sight", kind="all"),
    )


def _plain_cell(name: str, attribute: str, domain: str) -> p.Record:
    return _record(
        "Cell",
        name=name,
        attribute=attribute,
        owner="table",
        domain=domain,
        sight=_record("Sight", kind="all"),
        single=True,
    )


def _cell(field: g.Field, whole: Whole) -> p.Record:
    fields: dict[str, object] = {
        "name": field.name,
        "attribute": whole.cells[field].name,
        "owner": field.owner,
        "domain": whole.forms.words(field.type),
        "sight": _sight(field, whole),
    }
    fields.update(_index(field, whole))
    fields["single"] = whole.cells[field].length is None
    return _record("Cell", **fields)


def _index(field: g.Field, whole: Whole) -> dict[str, object]:
    if field.index is None:
        return {}
    domain = whole.forms.domain(field.index)
    words = whole.forms.words(field.index)
    return {"index": words, "size": domain.count, "low": domain.low}


def _sight(field: g.Field, whole: Whole) -> p.Record:
    """Who sees it: all, none, its owner, or whoever a function of the module says."""
    kinds = {"up": "all", "down": "none"}
    hidden = {"count_hidden": True} if field.sight.count_hidden else {}
    shown = field.role != "zone" and sight.shown_cell(field, whole) is not None
    if field.sight.kind in kinds and not shown:
        return _record("Sight", kind=kinds[field.sight.kind], **hidden)
    if not shown and sight.is_owners(field) and field.index is None:
        return _record("Sight", kind="owner", **hidden)
    name = layout.cell_name(field)
    whole.program.sights[name] = sight.sight_function(field, whole)
    return _record("Sight", kind="rule", rule=name, **hidden)


def _zone(zone: zones.Zone, whole: Whole) -> p.Record:
    field = zone.field
    fields: dict[str, object] = {
        "name": field.name,
        "attribute": zone.cell.name,
        "owner": field.owner,
        "thing": zone.thing,
        "container": zone.container,
        "form": "slots" if zone.slots else "mask",
        "sight": _sight(field, whole),
        "first": zone.first,
        "count": zone.count,
    }
    fields.update(_index(field, whole))
    fields["single"] = zone.cell.length is None
    return _record("Zone", **fields)


# ------------------------------------------------------------------------------------ sites, rules


def _sites(whole: Whole) -> list[p.Record]:
    found = []
    for spec in whole.site_specs:
        fields: dict[str, object] = {
            "name": spec.name,
            "base": spec.base,
            "size": spec.size,
            "domain": spec.domain,
            "rule": spec.rule,
        }
        if spec.low:
            fields["low"] = spec.low
        if spec.labels:
            fields["labels"] = spec.labels
        declines = _declines(spec.domain, spec.labels)
        if declines:
            fields["declines"] = declines
        found.append(_record("Site", **fields))
    return found


def _declines(domain: str, labels: tuple[str, ...]) -> tuple[int, ...]:
    """The values that let a chance pass by."""
    if domain in ("pass", "no"):
        return (0,)
    return (1,) if len(labels) == 2 and labels[1] == "no" and labels[0] != "yes" else ()


def _rules(whole: Whole) -> list[p.Record]:
    by_name: dict[str, list[Source]] = {}
    for path, source in whole.sources.items():
        by_name.setdefault(PurePosixPath(path).name, []).append(source)
    return [
        _record("Rule", name=name, file=file, line=line, cites=cites, text=text)
        for name, file, line, cites in whole.program.rules
        for text in [_line(by_name.get(file, []), line)]
    ]


def _line(sources: list[Source], line: int) -> str:
    """The words of the line that a rule begins on, without its citations; none where two files
    have its name."""
    if len(sources) != 1 or line <= 0:
        return ""
    text = sources[0].line(line).strip()
    head, bracket, _ = text.partition("  [")
    return head.rstrip() if bracket else text


# ----------------------------------------------------------------------------------------- results


def utility(whole: Whole) -> tuple[float, float]:
    """The least and greatest result of a seat."""
    of = _returns_type(whole)
    if isinstance(of, t.Number):
        return (float(of.low), float(of.high))
    return (-1.0, 1.0)


def _returns_type(whole: Whole) -> t.Type | None:
    field = whole.game.player_fields.get("returns")
    if field is not None and field.role == "cell":
        return field.type
    value = whole.game.values.get(("player", "returns"))
    return value.type if value is not None and not value.params else None


def _utility_sum(whole: Whole) -> float | None:
    """0 where every victory is one player's, or everybody's but one."""
    if _returns_type(whole) is not None:
        return None
    nodes = (node for unit in whole.units for node in unit.nodes())
    won = (node.winners for node in nodes if isinstance(node, g.Victory))
    return 0.0 if all(_some_but_not_all(winners) for winners in won) else None


def _some_but_not_all(winners: g.Expr) -> bool:
    match winners:
        case g.Cast(a=a):
            return _some_but_not_all(a)
        case g.SetLiteral(items=(item,)):
            return isinstance(item.type, t.Player)
        case g.Join(op="except", a=g.AllOf(of="players"), b=gone):
            return _some_but_not_all(gone)
        case _:
            return isinstance(winners.type, t.Player)


def _invariants(whole: Whole) -> tuple[tuple[str, str], ...]:
    """The sentence of each invariant that holds at every decision, and its test."""
    return tuple(
        (invariant.text, f"invariant_{number}")
        for number, invariant in enumerate(whole.game.invariants, start=1)
        if f"invariant_{number}" in whole.program.tests
    )
