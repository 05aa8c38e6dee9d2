# ruff: noqa: F403  (every name of the parts is a name of the whole)
"""The typed, resolved game: what the checker hands to the compiler.

Everything that the text leaves to a reader is said here. Names are resolved, bare names have an
owner, `your x`, `it`, `this`, `bearer` are ordinary locals, tables are loaded, every expression has
a type. Nothing is lowered yet: hooks are hooks, choices are choices.

Values are written in one way everywhere (facts, literals, starts): a number is an `int`, a flag a
`bool`, text a `str`, a value of a kinds its index, a row of a table its index in that table, a
player a seat counted from 0, nothing is `None`, a set or list a `tuple` in table order, a tally a
`tuple` of counts by kind.
"""

from hoyle.dsl.game.base import *
from hoyle.dsl.game.box import *
from hoyle.dsl.game.examples import *
from hoyle.dsl.game.expressions import *
from hoyle.dsl.game.rules import *
from hoyle.dsl.game.statements import *
from hoyle.dsl.game.verbs import *
from hoyle.dsl.game.whole import *
