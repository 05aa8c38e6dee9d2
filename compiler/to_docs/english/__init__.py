"""The English of the rules: every construct says in plain sentences what it means.

`declaration(game, page, node)` gives a `Said`: a title, a kind, and points, each a text with
references in it and further points below it. `Speaker(game, pages)` does the same for many
declarations of one game and looks through the game once; use it for whole rulebooks.

    pages = checkup.pages                   # once: every look at it parses the files anew
    speaker = Speaker(checkup.game, pages)
    for said in speaker.file(file):        # or: speaker.declaration(node), None where there is
        print(said.kind, plain(said.title))     # nothing to say (heads, includes)
        for point in said.points:
            print(plain(point.text), point.points, point.numbered)

A text is a tuple of words and `Reference`s (`kind`, `target`, `words`), which a template may turn
into links; `plain` gives the words alone. Nothing in a text is marked up or escaped. The kinds of
references:

    rule      a `to`, by its name; also "setup", "play", "turn"
    value     a value, by its name, or "owner.name" of one that things or players have
    table     a component, chart, board or kinds, by its name
    piece     a row, "Component/Name"
    field     a field or zone, "table.name", "player.name" or "Component.name"
    option    an option, by its name
    window    a moment at which something may be done, by its name
    lasting   a lasting effect, by its name
    scenario  a scenario, by its name

A point that stands for a line of the rules has the line's `span`, the `clauses` that it cites, and
the designer's own words above it (`prose`). `numbered` says that the order of the points matters.
"""

from __future__ import annotations

from hoyle.compiler.to_docs.english.said import Point, Reference, Said, Text, plain
from hoyle.compiler.to_docs.english.speaker import Speaker, declaration

__all__ = ["Point", "Reference", "Said", "Speaker", "Text", "declaration", "plain"]
