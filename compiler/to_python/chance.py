"""Chance as Python: drawn at once (sampled), its odds (explicit), and what an outcome stands
for."""

from __future__ import annotations

from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.to_python.expressions import Writer

if TYPE_CHECKING:
    from hoyle.compiler.to_python.statements import Body


def die_of(program: p.Program, nature: p.Nature) -> p.DieSpec:
    """The die that is rolled."""
    return next(die for die in program.dice if die.name == nature.die)


def now(body: Body, nature: p.Nature) -> None:
    """Chance decides at once, by one `random()`; a sole outcome needs none."""
    target = body.writer.variable(nature.var)
    match nature.kind:
        case "die":
            body.lines.add(f"{target} = {_rolled(die_of(body.program, nature))}")
        case "dice":
            count = body.writer.value(nature.args[0])
            weights = die_of(body.program, nature).weights
            body.lines.add(f"{target} = library.roll_many({count}, {weights}, random)")
        case "pool":
            _drawn(body, nature, target)
        case "among":
            items = body.writer.value(nature.args[0])
            alike = classes(body.writer, nature)
            body.lines.add(f"{target} = library.drawn({items}, {alike}, random)")


def _rolled(die: p.DieSpec) -> str:
    """One roll: of equally likely faces in a row, of others, or weighted."""
    faces = die.faces
    if len(faces) == 1:
        return repr(faces[0])
    if len(set(die.weights)) > 1:
        cumulative = tuple(accumulate(die.weights))
        return f"{faces}[library.sample({cumulative}, random())]"
    if faces == tuple(range(faces[0], faces[0] + len(faces))):
        first = f" + {faces[0]}" if faces[0] > 0 else f" - {-faces[0]}" if faces[0] < 0 else ""
        return f"int(random() * {len(faces)}){first}"
    return f"{faces}[int(random() * {len(faces)})]"


def _drawn(body: Body, nature: p.Nature, target: str) -> None:
    whole = pool = pool_of(body.writer, nature)
    if "[" in whole or "." in whole:
        pool = "pool"
        body.lines.add(f"{pool} = {whole}")
    alike = classes(body.writer, nature)
    if not by_place(nature.classes):
        body.lines.add(f"{target} = library.drawn({pool}, {alike}, random)")
        body.lines.add(f"{whole} = library.drop({pool}, {target})")
        return
    in_place = nature.pools is not None and nature.pools.name in body.writer.lists
    some = f"int(random() * len({pool}))"
    if all_differ(nature.classes):
        at = f"{some} if len({pool}) > 1 else 0"
    elif in_place:  # `library.drawn_at`, but for a call
        body.lines.add(f"at = {some} if {alike}[{pool}[0]] != {alike}[{pool}[-1]] else 0")
        at = f"library.bisect_left({pool}, {alike}[{pool}[at]])"
    else:
        at = f"library.drawn_at({pool}, {alike}, random)"
    if in_place:
        body.lines.add(f"{target} = {pool}.pop({at})")
        return
    body.lines.add(f"at = {at}")
    body.lines.add(f"{target} = {pool}[at]")
    body.lines.add(f"{whole} = {pool}[:at] + {pool}[at + 1 :]")


def by_place(classes: p.StaticTable | None) -> bool:
    """Whether it is drawn where in the pool the piece stands."""
    return all_differ(classes) or _in_order(classes)


def all_differ(classes: p.StaticTable | None) -> bool:
    """Whether no two pieces are alike."""
    return classes is None or len(set(classes.data)) == len(classes.data)


def _in_order(classes: p.StaticTable | None) -> bool:
    """Whether rows that are alike are neighbours, and known by the least of them."""
    rows = () if classes is None else classes.data
    least = [row for row in rows if isinstance(row, int)]
    return least == sorted(least) and all(least[row] == row <= at for at, row in enumerate(least))


def pool_of(writer: Writer, nature: p.Nature) -> str:
    """The pool that is drawn from, as something that can be read and written."""
    assert nature.pools is not None
    return writer.place(nature.pools, None if nature.pools.length is None else nature.args[0])


def classes(writer: Writer, nature: p.Nature) -> str:
    """The table that says which rows are alike, or None."""
    table = nature.classes
    return "None" if table is None else writer.spelling.tables[table.name]


# --------------------------------------------------------------------------------------- explicit


def by_value(program: p.Program, writer: Writer, nature: p.Nature) -> bool:
    """Whether an outcome is the value itself (a small number), not its position."""
    match nature.kind:
        case "die":
            return min(die_of(program, nature).faces) >= 0
        case "pool":
            return True
        case "dice":
            return False
        case "among":
            rows = nature.domain.startswith("thing:")  # pieces, never marks: those are numbers
            return rows or writer.is_natural(nature.args[0])


def ready(program: p.Program, nature: p.Nature) -> tuple[int, ...]:
    """The outcomes that can be listed beforehand: those of a die."""
    if nature.kind != "die":
        return ()
    faces = die_of(program, nature).faces
    return faces if min(faces) >= 0 else tuple(range(len(faces)))


def odds(program: p.Program, writer: Writer, nature: p.Nature) -> str:
    """The outcomes with whole weights, ascending."""
    match nature.kind:
        case "die":
            die = die_of(program, nature)
            return repr(tuple(zip(ready(program, nature), die.weights, strict=True)))
        case "dice":
            weights = die_of(program, nature).weights
            count = writer.value(nature.args[0])
            return f"tuple(enumerate(library.multiset_weights({count}, {weights})))"
        case "pool":
            return f"library.alike({pool_of(writer, nature)}, {classes(writer, nature)})"
        case "among":
            alike = f"library.alike({writer.value(nature.args[0])}, {classes(writer, nature)})"
            if by_value(program, writer, nature):
                return alike
            return f"[(item, weight) for item, (_, weight) in enumerate({alike})]"


def outcome_value(program: p.Program, writer: Writer, nature: p.Nature, outcome: str) -> str:
    """What an outcome stands for, as it goes into the variable."""
    if by_value(program, writer, nature):
        return outcome
    match nature.kind:
        case "die":
            return f"{die_of(program, nature).faces}[{outcome}]"
        case "dice":
            faces = len(die_of(program, nature).faces)
            return f"library.multisets({writer.value(nature.args[0])}, {faces})[{outcome}]"
        case _:
            items = writer.value(nature.args[0])
            return f"library.alike({items}, {classes(writer, nature)})[{outcome}][0]"


def sole(writer: Writer, nature: p.Nature) -> str:
    """A test whether there is one outcome only ("" where there never is), its value by
    `alike[0][0]`."""
    match nature.kind:
        case "die":
            return ""
        case "dice":
            count = nature.args[0]
            some = isinstance(count, p.Const) and count.value != 0
            return "" if some else f"{writer.value(count, 5)} == 0"
        case "pool" if all_differ(nature.classes):
            return f"len({pool_of(writer, nature)}) == 1"
        case "pool":
            return f"library.sole({pool_of(writer, nature)}, {classes(writer, nature)})"
        case "among":
            return f"library.sole({writer.value(nature.args[0])}, {classes(writer, nature)})"


def audience(program: p.Program, writer: Writer, nature: p.Nature) -> str:
    """The mask of the seats that see an outcome: a number where it never changes."""
    seen = nature.audience
    if isinstance(seen, p.Const) and isinstance(seen.value, int):
        return str(seen.value & (1 << program.players) - 1)
    return writer.value(seen)


def shows(nature: p.Nature) -> bool:
    """Whether an outcome, were it the only one, can be news to a seat: a piece that it comes to
    see, unless all pieces are alike."""
    if nature.audience == p.Const(0, "mask") or not nature.domain.startswith("thing:"):
        return False
    return nature.classes is None or len(set(nature.classes.data)) > 1


def highest(program: p.Program, nature: p.Nature, rows: int) -> int:
    """Above the number of every outcome. `rows`: of the largest table."""
    match nature.kind:
        case "die":
            die = die_of(program, nature)
            return max(die.faces) + 1 if min(die.faces) >= 0 else len(die.faces)
        case "dice":
            count = nature.args[0]
            most = (
                count.value if isinstance(count, p.Const) and isinstance(count.value, int) else 20
            )
            return comb(most + len(die_of(program, nature).faces) - 1, most)
        case "pool" | "among":
            return len(nature.classes.data) if nature.classes is not None else rows
