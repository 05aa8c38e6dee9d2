"""Every declaration in English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

import hoyle.compiler.to_docs.english.box as box
import hoyle.compiler.to_docs.english.examples as examples
import hoyle.compiler.to_docs.english.pages as pages
import hoyle.compiler.to_docs.english.paths as paths
from hoyle.compiler.to_docs.english import hooks, pieces, rules, values
from hoyle.compiler.to_docs.english.known import Known
from hoyle.compiler.to_docs.english.said import Said, Text, sentence, text
from hoyle.compiler.to_docs.english.scene import Scene, scene
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl.source import Source, Span


class Speaker:
    """Says the declarations of one game; looks through it once."""

    def __init__(self, game: g.Game, files: Iterable[tuple[Source, n.File]] = ()) -> None:
        pages_ = [file for _, file in files]
        self.scene: Scene = scene(Known(game, pages_))
        self.adjusts = values.gathered(game, pages_)

    def condition(self, condition: g.Expr) -> Text:
        """A condition of what was said so far; nothing where it was not heard."""
        holds = not (isinstance(condition, g.Unary) and condition.op == "not")
        return text(self.scene.known.heard.get((condition.span, holds), ""))

    def line(self, span: Span) -> Text:
        """A line of a block as a sentence of its own; nothing where it was not heard."""
        said_ = self.scene.known.lines.get(span)
        return text(sentence(said_)) if said_ else ()

    def reason(self, span: Span) -> str:
        """Why something cannot be done while a condition does not hold."""
        return self.scene.known.reasons.get(span, "")

    def hole(self, span: Span) -> str:
        """What is filled in where a question has braces."""
        return self.scene.known.holes.get(span, "")

    def file(self, file: n.File) -> Iterator[Said]:
        """Everything that a file declares, in its order."""
        for item in file.items:
            if not isinstance(item, n.Doc | n.Heading):
                said = self.declaration(item)
                if said is not None:
                    yield said

    def declaration(self, node: n.Declaration) -> Said | None:
        """A declaration in English; None for what only says which files are read."""
        match node:
            case n.Game():
                return pages.head(self.scene, node)
            case n.Include():
                return None
            case n.Kinds() | n.Die() | n.Supply() | n.TableHas() | n.PlayerHas():
                return box.small(self.scene, node)
            case n.Component() | n.Chart() | n.Board():
                return box.large(self.scene, node)
            case n.Flow() | n.Procedure() | n.Whenever():
                return rules.rule(self.scene, node)
            case n.Value():
                return values.value(self.scene, node, self.adjusts)
            case n.Adjust():
                return values.adjustment(self.scene, node)
            case n.Hook() | n.Action():
                return hooks.told(self.scene, node)
            case n.Lasting() | n.PieceRules():
                return pieces.told(self.scene, node)
            case n.Movement() | n.Sight():
                return paths.told(self.scene, node)
            case n.Option() | n.Invariant() | n.Ruling():
                return pages.small(self.scene, node)
            case n.Scenario():
                return pages.scenario(self, node)
            case n.Campaign():
                return pages.campaign(self.scene, node)
            case n.Example():
                return examples.told(self.scene, node)
        assert_never(node)


def declaration(
    game: g.Game, files: Iterable[tuple[Source, n.File]], node: n.Declaration
) -> Said | None:
    """One declaration in English; `Speaker` is quicker for many."""
    return Speaker(game, files).declaration(node)
