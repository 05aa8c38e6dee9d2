# ruff: noqa: F403  (every name of the parts is a name of the whole)
"""The program: the lowered game, structured, before it is cut into a state machine.

A program is storage (cells, tables), pure functions (values) and procedures. Everything of the
language that has a meaning of its own (hooks, windows, zones, pools, adjustments, completion,
`together`) has become plain reads, writes, loops, asks and nature here. Expressions are pure trees:
nothing in them suspends, draws or writes. Only three statements suspend: `Ask`, `Nature` (in the
explicit build) and `CallProc` of a procedure that does. `compiler/ir/machine.py` is what follows.

Representation, the same in every build:
- number, player (seat, none is -1), row of a table (its index, none is -1), value of a kinds: `int`
- flag: `bool` in expressions, a cell holds `False`/`True`
- set of anything with a finite domain (rows, players, kinds, ranges from 0): `mask`, an `int` of
  bits;
  `Either` of things counts rows of the things in the order of its names, one after the other
- list, set of texts, slots of a pile, row, bag: `ints` / `texts`, a tuple; tally: `ints` by kind
- slots: a piece is its row >= 0, "some unknown piece of pool k" is -2 - k
- fraction: `ratio` (fractions.Fraction), only inside expressions
- an object of the runtime (the field of a board, a search): `object`; only inside expressions
"""

from hoyle.compiler.ir.program.definitions import *
from hoyle.compiler.ir.program.expressions import *
from hoyle.compiler.ir.program.statements import *
from hoyle.compiler.ir.program.storage import *
