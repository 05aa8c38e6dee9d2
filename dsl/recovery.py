"""Goes on after a mistake: every declaration is parsed by itself, and again without bad lines."""

from __future__ import annotations

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.lines import Line
from hoyle.dsl.mistakes import Fault, explain
from hoyle.dsl.mistakes.places import capital_heading
from hoyle.dsl.precheck import readable, uneven
from hoyle.dsl.saved_parser import parser
from hoyle.dsl.source import Source

_LAYOUT = frozenset(("_NL", "_INDENT", "_DEDENT", "$END"))
MOST_FAULTS = 100
"""So many messages are enough for one run."""
MOST_CHARACTERS = 1_000_000
"""So many characters of a declaration are parsed again, or it would take too long."""


def report_faults(
    source: Source, lines: tuple[Line, ...], error: UnexpectedInput, sink: Sink
) -> None:
    """Report every mistake of a text that does not parse; each once."""
    ragged = bool(uneven(lines))
    before = len(sink)
    for chunk in _chunks(lines):
        if len(sink) - before > MOST_FAULTS:
            return
        _report_chunk(source, chunk, ragged, sink)
    if not sink.has_errors:
        sink.add(explain(_fault(source, list(lines), 0, error)))


def _chunks(lines: tuple[Line, ...]) -> list[list[Line]]:
    """The declarations of a text, each with the lines under it."""
    chunks: list[list[Line]] = [[]]
    for line in lines:
        if line.code and line.depth == 0 and not line.joined:
            chunks.append([])
        chunks[-1].append(line)
    return [chunk for chunk in chunks if any(line.code for line in chunk)]


def _report_chunk(source: Source, chunk: list[Line], ragged: bool, sink: Sink) -> None:
    """Parse a declaration again and again, each time without the line that was at fault."""
    left = list(chunk)
    silenced: set[int] = set()
    tries = max(3, MOST_CHARACTERS // sum(len(line.text) + 1 for line in chunk))
    while tries and any(line.code for line in left):
        tries -= 1
        try:
            parser().parse(_text(left), start="file")
            return
        except UnexpectedInput as error:
            fault = _fault(source, left, chunk[0].start, error)
        if (heading := capital_heading(fault)) is not None:
            sink.add(heading)
            return
        if not (fault.structural and (ragged or fault.line.number in silenced)):
            sink.add(explain(fault))
        left = _without(left, fault.line, silenced)


def _text(lines: list[Line]) -> str:
    return readable("\n".join(line.text for line in lines)) + "\n"


def _without(lines: list[Line], bad: Line, silenced: set[int]) -> list[Line]:
    """The lines with a bad one, and all that hangs on it, blanked out."""
    index = next(i for i, line in enumerate(lines) if line.number == bad.number)
    end = index + 1
    while end < len(lines) and _hangs_on(lines[end], bad):
        end += 1
    above = next((line for line in reversed(lines[:index]) if line.code and not line.joined), None)
    if above is not None:
        silenced.add(above.number)
    gone = [_blank(line) for line in lines[index:end]]
    return lines[:index] + gone + lines[end:]


def _hangs_on(line: Line, bad: Line) -> bool:
    if not line.code or line.depth > bad.depth:
        return True
    return line.depth == bad.depth and line.code.startswith("otherwise")


def _blank(line: Line) -> Line:
    return Line(line.number, line.start, " " * len(line.text), 0, False, None)


def _fault(source: Source, lines: list[Line], shift: int, error: UnexpectedInput) -> Fault:
    """What the parser stumbled over, and the line to blame for it."""
    written = [line for line in lines if line.code]
    type_, value, position, accepts = _stumble(error)
    offset = written[-1].end if position is None else shift + position
    index = max((i for i, line in enumerate(written) if line.start <= offset), default=0)
    structural = True
    if type_ == "_INDENT" and index + 1 < len(written):
        index += 1
    elif accepts == {"_INDENT"}:
        index -= type_ not in _LAYOUT
    else:
        structural = False
    while index > 0 and written[index].joined:
        index -= 1
    return Fault(source, tuple(written), index, type_, value, offset, accepts, structural)


def _stumble(error: UnexpectedInput) -> tuple[str, str, int | None, frozenset[str]]:
    """Type, text and place of what was not expected, and what was."""
    if isinstance(error, UnexpectedToken):
        token: Token = error.token
        accepts = error.accepts or error.expected
        position = None if token.type == "$END" else token.start_pos
        return token.type, str(token.value), position, frozenset(accepts)
    if isinstance(error, UnexpectedCharacters):
        position = error.pos_in_stream
        return "", error.char, position, frozenset(error.allowed or ())
    return "$END", "", None, frozenset()
