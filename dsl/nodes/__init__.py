# ruff: noqa: F403  (every name of the parts is a name of the whole)
"""The syntax tree: one frozen class for every construct of the grammar.

Every node has a `span`; spans take no part in comparison, so two trees are equal if the
rules are. A node that ends a line has a `cite`: the clauses that the line, or the block
under it, comes from. Printed prose (`Doc`) stands among the lines it precedes.
"""

from hoyle.dsl.nodes.base import *
from hoyle.dsl.nodes.box import *
from hoyle.dsl.nodes.deeds import *
from hoyle.dsl.nodes.examples import *
from hoyle.dsl.nodes.expressions import *
from hoyle.dsl.nodes.pages import *
from hoyle.dsl.nodes.paths import *
from hoyle.dsl.nodes.rules import *
from hoyle.dsl.nodes.statements import *
from hoyle.dsl.nodes.type_forms import *
