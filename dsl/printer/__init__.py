"""The canonical form of a text: from the syntax tree back to a page.

Lines of at most 100 columns, citations flush right, one blank line between declarations. The
same tree is printed in the same way whatever the text looked like; comments stay where they are.
"""

from __future__ import annotations

from hoyle.dsl import nodes
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.parser import parse
from hoyle.dsl.printer.comments import with_comments
from hoyle.dsl.printer.declarations import file_lines
from hoyle.dsl.source import Source

__all__ = ["format_source", "print_file"]


def format_source(source: Source, sink: Sink) -> str | None:
    """The text in its canonical form; None if it has errors, which are reported."""
    tree = parse(source, sink)
    return None if tree is None else print_file(tree, source)


def print_file(tree: nodes.File, source: Source) -> str:
    """The canonical text of a tree; `source` is what it was parsed from."""
    printed = [line.rstrip() for line in with_comments(file_lines(tree, source), tree, source)]
    return "\n".join(printed) + "\n" if printed else ""
