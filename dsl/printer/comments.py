"""Puts the designers' comments back where they stood."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import field

from hoyle.dsl import nodes
from hoyle.dsl.lines import Line, lines
from hoyle.dsl.printer.lines import LEVEL, WIDTH, Printed
from hoyle.dsl.records import record
from hoyle.dsl.source import Source

END = 1 << 60


@record(frozen=False)
class _Notes:
    """The comments of a page, by the line of the text that they go with."""

    above: dict[int, list[nodes.Comment]] = field(default_factory=lambda: defaultdict(list))
    beside: dict[int, nodes.Comment] = field(default_factory=dict)


def with_comments(printed: Iterable[Printed], tree: nodes.File, source: Source) -> Iterator[str]:
    """The lines of the page, comments among them."""
    page = list(printed)
    origins = [source.position(line.origin.start).line for line in page]
    notes = _sorted_notes(tree, source, origins)
    for line, origin in zip(page, origins, strict=True):
        above = notes.above.pop(origin, [])
        yield from _block(above, line, source)
        pieces = line.pieces()
        beside = notes.beside.pop(origin, None)
        yield from pieces if beside is None else _beside(pieces, beside, line.depth)
    yield from (text for rest in notes.above.values() for text in _block(rest, None, source))


def _sorted_notes(tree: nodes.File, source: Source, origins: list[int]) -> _Notes:
    """Every comment with the line it goes with: its own, or the next that is printed."""
    notes = _Notes()
    written = lines(source)
    starts = sorted(set(origins))
    for comment in tree.comments:
        number = source.position(comment.span.start).line
        own = _line_of(written, number)
        if comment.alone and own is None:
            following = next((start for start in starts if start > number), END)
            notes.above[following].append(comment)
        else:
            own = max((start for start in starts if start <= (own or number)), default=END)
            _go_with(notes, own, comment)
    return notes


def _go_with(notes: _Notes, line: int, comment: nodes.Comment) -> None:
    """A comment beside a line; where there are several all go above it."""
    if comment.alone or (notes.above[line] and not _are_alone(notes.above[line])):
        notes.above[line].append(comment)
    elif line in notes.beside:
        notes.above[line] += [notes.beside.pop(line), comment]
    else:
        notes.beside[line] = comment


def _are_alone(comments: list[nodes.Comment]) -> bool:
    return all(comment.alone for comment in comments)


def _line_of(written: tuple[Line, ...], number: int) -> int | None:
    """The number of the line that a comment is a part of; None if it stands between lines."""
    index = number - 1
    if not written[index].code:
        following = next((line for line in written[index:] if line.code), None)
        if following is None or not following.joined:
            return None
    while index > 0 and (written[index].joined or not written[index].code):
        index -= 1
    return written[index].number


def _block(comments: list[nodes.Comment], line: Printed | None, source: Source) -> Iterator[str]:
    """Comments above a line, and the blank line before it."""
    if (line is not None and line.blank_before) or (line is None and _gap(comments[0], -1, source)):
        yield ""
    for comment in comments:
        depth = 0 if line is None else line.depth
        yield " " * depth * LEVEL + _note(comment)
        if depth == 0 and _gap(comment, 1, source) and comment.alone:
            yield ""


def _gap(comment: nodes.Comment, step: int, source: Source) -> bool:
    """Whether the text has a blank line right before or after a comment."""
    number = source.position(comment.span.start).line + step
    return 1 <= number < len(source.line_starts) and not source.line(number).strip()


def _note(comment: nodes.Comment) -> str:
    return f"# {comment.text}".rstrip()


def _beside(pieces: list[str], comment: nodes.Comment, depth: int) -> list[str]:
    """A comment behind a line if there is room, else above it."""
    behind = f"{pieces[0]}  {_note(comment)}"
    if len(pieces) == 1 and len(behind) <= WIDTH:
        return [behind]
    return [" " * depth * LEVEL + _note(comment), *pieces]
