"""Where a rule stands: at the left margin, under a piece, inside a lasting effect."""

from __future__ import annotations

from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.records import record
from hoyle.dsl.resolve.carriers import Piece
from hoyle.dsl.resolve.expressions import resolve_prompt
from hoyle.dsl.resolve.scope import Scope, top
from hoyle.dsl.resolve.world import World
from hoyle.dsl.source import Span


@record
class Place:
    """The margin, a piece or an effect: makes the scope and the locals of each rule there."""

    world: World
    piece: Piece | None
    in_variant: bool
    effect: g.Lasting | None = None

    @property
    def carrier(self) -> g.Selector | None:
        """The pieces whose rule it is."""
        return self.piece.carrier if self.piece is not None else None

    def bearer(self, rule: n.Node) -> g.Local | None:
        """The figure that bears the piece; inside an effect it is the effect's."""
        if self.effect is not None:
            return self.effect.bearer
        return self.piece.bearer(rule) if self.piece is not None else None

    def scope(self, you: g.Local | None, bearer: g.Local | None) -> Scope:
        """Where a rule is read."""
        if self.piece is not None:
            scope = self.piece.scope(self.world, you, bearer)
        else:
            scope = top(self.world)
            scope = scope.addressed(you) if you is not None else scope
        if self.effect is not None:
            scope = scope.block()
            for param in self.effect.params:
                scope.locals[param.name] = param
        return scope

    def label(self, given: n.Prompt | None, span: Span, scope: Scope, else_: str) -> g.Prompt:
        """What is shown to whoever may take it: its words, or the name of the piece."""
        if given is not None:
            return resolve_prompt(given, scope)
        if self.piece is None:
            return g.Prompt((else_,), span)
        if isinstance(self.piece.node.subject, n.Piece):
            return g.Prompt((self.piece.node.subject.name,), span)
        this = scope.ref(self.piece.carrier.this, span)
        return g.Prompt((g.Function(t.TEXT, span, "name_of", (this,)),), span)


def new_you(span: Span) -> g.Local:
    """Whose rule it is."""
    return g.Local("you", t.PLAYER, span.first(), "you")
