"""From a text to its syntax tree, or to everything that is wrong with its syntax."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from hoyle.dsl import codes, nodes
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.from_tree import Page, expression, file
from hoyle.dsl.lines import Line, lines
from hoyle.dsl.precheck import precheck, readable
from hoyle.dsl.saved_parser import parser
from hoyle.dsl.source import Source, Span

DEEPEST = 150
"""How deep a tree may go; what comes later walks it by recursion."""


def parse(source: Source, sink: Sink) -> nodes.File | None:
    """The syntax tree of a file; None if something is wrong with it, which is then reported."""
    own = Sink()
    written = lines(source)
    items = _items(source, written, own) if precheck(source, written, own) else None
    sink.extend(own)
    if items is None or own.has_errors:
        return None
    comments = tuple(_comments(source, written))
    return nodes.File(items, comments, span=source.whole())


def _items(
    source: Source, written: tuple[Line, ...], sink: Sink
) -> tuple[nodes.Declaration | nodes.Doc | nodes.Heading, ...] | None:
    try:
        tree = parser().parse(readable(source.text) + "\n", start="file")
    except UnexpectedInput as error:
        # Only needed when something is wrong, and slow to import.
        from hoyle.dsl.recovery import report_faults

        report_faults(source, written, error, sink)
        return None
    page = Page(source.path, sink, 0, _reader_of_braces(source.path, sink))
    return None if _too_deep(tree, page) else file(page, tree)


def _reader_of_braces(path: str, sink: Sink) -> Callable[[str, int], nodes.Expr | None]:
    """Reads what stands between braces in a prompt, at an offset of the file."""

    def read(text: str, offset: int) -> nodes.Expr | None:
        page = Page(path, sink, offset, lambda _text, _offset: None)
        try:
            # A single name is a token, not a tree.
            tree: Tree[Token] | Token = parser().parse(readable(text), start="expr")
        except UnexpectedInput:
            _broken_prompt(page, text)
            return None
        too_deep = isinstance(tree, Tree) and _too_deep(tree, page)
        return None if too_deep else expression(page, tree)

    return read


def _broken_prompt(page: Page, text: str) -> None:
    page.sink.report(
        codes.BROKEN_PROMPT,
        page.place(-1, len(text) + 1),
        f"`{{{text}}}` holds nothing that can be shown.",
        help="Between braces stands a name or a value: `{n}`, `{your hand}`, `{there.item}`.",
    )


def _too_deep(tree: Tree[Token], page: Page) -> bool:
    """Whether a tree goes too deep to be walked; reported where it does."""
    level = [tree]
    for _ in range(DEEPEST):
        level = [child for above in level for child in above.children if isinstance(child, Tree)]
        if not level:
            return False
    page.sink.report(
        codes.TOO_DEEP,
        page.span(level[0]),
        "This is nested too deeply.",
        help="Give a name to its parts, with `value`, `let` or a `to` of their own.",
    )
    return True


def _comments(source: Source, written: tuple[Line, ...]) -> Iterator[nodes.Comment]:
    for line in written:
        if line.comment is not None:
            text = line.text[line.comment + 1 :].strip()
            start = line.start + line.comment
            span = Span(source.path, start, line.start + len(line.text))
            yield nodes.Comment(text, line.comment_alone, span=span)
