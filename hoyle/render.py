"""Diagnostics as a person reads them at a terminal, and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

import click

from hoyle.dsl.codes import Severity
from hoyle.dsl.diagnostics import Diagnostic
from hoyle.dsl.source import Source, Span

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def as_text(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> str:
    """A message with the line it speaks of, its other places, and what to try."""
    colour = _COLOURS[diagnostic.severity]
    head = click.style(f"{diagnostic.severity.value} {diagnostic.code.id}", fg=colour, bold=True)
    lines = [f"{head}: {diagnostic.message}"]
    lines += _excerpt(diagnostic.span, sources, colour)
    for label in diagnostic.labels:
        lines.append(f"  {label.text}:")
        lines += _excerpt(label.span, sources, "blue")
    if diagnostic.help:
        lines.append(f"  {click.style('try', bold=True)}: {diagnostic.help}")
    return "\n".join(lines)


def _excerpt(span: Span, sources: Mapping[str, Source], colour: str) -> list[str]:
    """The place of a span, its line, and a mark under its words."""
    source = sources.get(span.path)
    if source is None:
        return [f"  {span.path}"] if span.path else []
    at = source.position(span.start)
    line = source.line(at.line)
    room = max(1, len(line) - at.column + 1)
    width = max(1, min(span.end - span.start, room))
    gutter = f"{at.line:>5} | "
    mark = click.style("^" * width, fg=colour)
    shown = line.replace("\t", " ")
    return [
        f"  {span.path}:{at.line}:{at.column}",
        f"{gutter}{shown}",
        " " * (len(gutter) + at.column - 1) + mark,
    ]


def as_json(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """A list of objects, one a diagnostic; lines and columns are counted from 1."""
    return json.dumps(
        [_record(found, sources) for found in diagnostics], ensure_ascii=False, indent=2
    )


def _record(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> dict[str, object]:
    labels = [{"text": label.text, **_place(label.span, sources)} for label in diagnostic.labels]
    return {
        "code": diagnostic.code.id,
        "name": diagnostic.code.name,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        **_place(diagnostic.span, sources),
        "labels": labels,
        "help": diagnostic.help,
    }


def _place(span: Span, sources: Mapping[str, Source]) -> dict[str, object]:
    source = sources.get(span.path)
    if source is None:
        return {"file": span.path, "line": 0, "column": 0, "end_line": 0, "end_column": 0}
    start, end = source.position(span.start), source.position(span.end)
    return {
        "file": span.path,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    }


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`."""
    found = list(diagnostics)
    words = []
    for severity in Severity:
        count = sum(1 for diagnostic in found if diagnostic.severity is severity)
        if count:
            words.append(f"{count} {severity.value}{'' if count == 1 else 's'}")
    return ", ".join(words) or "no mistakes found"
