"""What is chosen is told to all by its name: not meant, where it goes from hand to where only some
see it."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.checks.graph import Graph, things_of
from hoyle.dsl.checks.labels import Labels, unseen_by
from hoyle.dsl.checks.together import choices_together
from hoyle.dsl.diagnostics import Label, Sink
from hoyle.dsl.walk import Unit, locals_read

_TOLD = (
    *(g.Prompt, g.Call, g.Called, g.Spend, g.Remove, g.Show, g.Swap),
    *(g.Let, g.Assign, g.Return, g.EachIn),
)
"""What may show a piece, or make something else of it."""


def check_told(graph: Graph, sink: Sink) -> None:
    """Choices of pieces that others do not see, which are then moved where they do not see them."""
    secret = choices_together(graph)
    labels = Labels(graph)
    for unit in graph.units:
        for node in unit.deeds():
            if not isinstance(node, g.Choose) or node.unseen or id(node) in secret:
                continue
            face = labels.of(node.source).face if things_of(node.local.type) else frozenset()
            if not face or unseen_by(face, labels.path(node.you)):
                continue  # all see it, or not even who chooses
            moves = _unseen_moves(node.local, unit, graph.game)
            if moves:
                _report(node, moves[0], sink)


def _unseen_moves(local: g.Local, unit: Unit, game: g.Game) -> list[g.Move]:
    """Where a piece is moved, if that is all that is done with it, and nobody may see it there."""
    moves: list[g.Move] = []
    for node in unit.deeds():
        match node:
            case g.Move(what=what, to=to) if _is(local, what):
                if not all(_is_hidden(zone, game) for zone in (to, node.otherwise) if zone):
                    return []
                moves.append(node)
            case _ if isinstance(node, _TOLD) and local in set(locals_read(node)):
                return []  # it may be meant for all
            case _:
                pass
    return moves


def _is(local: g.Local, e: object) -> bool:
    """Whether an expression is a local, and nothing more."""
    while isinstance(e, g.Cast):
        e = e.a
    return isinstance(e, g.LocalRef) and e.local is local


def _is_hidden(to: g.FieldRead, game: g.Game) -> bool:
    """Whether somebody who has heard the choice does not see what lies in a zone; of two players
    the one who gets a card sees it."""
    if to.field.sight.kind == "up":
        return False
    to_another = not (isinstance(to.of, g.LocalRef) and to.of.local.role == "you")
    return not (game.players[1] == 2 and to.field.owner == "player" and to_another)


def _report(node: g.Choose, move: g.Move, sink: Sink) -> None:
    sink.report(
        codes.TOLD_CHOICE,
        node.span,
        f"Everybody hears which {node.local.name} it is, though it then lies where not all see it.",
        labels=(Label(move.span, "here"),),
        help="Choose it below `together each of you`, with the move: then nobody hears of it. "
        "If all may know it, `reveal` it before it is moved.",
    )
