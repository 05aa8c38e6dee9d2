"""Walking and rebuilding programs: the parts of expressions, sources and statements.

Every pass is written with these; none of them looks into a node by itself. `map_*` rebuild a node
from changed parts (and give back the same object where nothing changed), the others collect. A
program is walked over and over, so what is found comes in one list and the most frequent kinds of
nodes are looked for first.
"""

from hoyle.compiler.ir.walk.expressions import (
    ExprMap,
    cells_read,
    changed,
    claim,
    inside,
    is_atom,
    joined,
    map_expr,
    map_source,
    members,
    parts,
    source_parts,
)
from hoyle.compiler.ir.walk.memory import remembered, remembering
from hoyle.compiler.ir.walk.statements import (
    all_exprs,
    blocks,
    calls,
    leaves,
    map_blocks,
    map_stmt,
    own_exprs,
    statements,
    stmt_exprs,
    written_cell,
)
from hoyle.compiler.ir.walk.variables import (
    alike,
    bound,
    bound_var,
    free,
    names,
    rename,
    rename_expr,
    replaced,
    stmt_free,
    substitute,
    variables,
)

__all__ = [
    "ExprMap",
    "alike",
    "all_exprs",
    "blocks",
    "bound",
    "bound_var",
    "calls",
    "cells_read",
    "changed",
    "claim",
    "free",
    "inside",
    "is_atom",
    "joined",
    "leaves",
    "map_blocks",
    "map_expr",
    "map_source",
    "map_stmt",
    "members",
    "names",
    "own_exprs",
    "parts",
    "remembered",
    "remembering",
    "rename",
    "rename_expr",
    "replaced",
    "source_parts",
    "statements",
    "stmt_exprs",
    "stmt_free",
    "substitute",
    "variables",
    "written_cell",
]
