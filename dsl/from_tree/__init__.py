"""From Lark's trees to the syntax tree: one function for every rule of the grammar."""

from hoyle.dsl.from_tree.expressions import expression
from hoyle.dsl.from_tree.page import Page
from hoyle.dsl.from_tree.pages import file

__all__ = ["Page", "expression", "file"]
