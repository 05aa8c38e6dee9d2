"""No choice may show its player what that player may not see.

At every question the candidates, each option's `when`, what is printed, and the tests that decide
whether the question is asked must be visible to whoever is asked.
"""

from __future__ import annotations

from dataclasses import field

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.checks.graph import Graph, things_of
from hoyle.dsl.checks.labels import Label, Labels, Secret, Secrets, unseen_by
from hoyle.dsl.codes import Code
from hoyle.dsl.diagnostics import Label as Note
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.types import Text
from hoyle.dsl.walk import Unit, every, leaves

Guard = tuple[Span, Secrets]


def check_information(graph: Graph, sink: Sink) -> None:
    """Every question of every unit."""
    asking = _asking(graph)
    for unit in graph.units:
        if unit.body or isinstance(unit.of, (g.Hook, g.Action)):
            _Unit(graph, sink, unit, asking).check()


def _asking(graph: Graph) -> frozenset[g.Proc]:
    """Every `to` that asks whoever it speaks to, itself or through what it calls."""
    found: set[g.Proc] = set()
    before = -1
    while before < len(found):
        before = len(found)
        for proc in graph.game.procs.values():
            if proc not in found and any(_asks(unit, found) for unit in graph.of(proc)):
                found.add(proc)
    return frozenset(found)


def _asks(unit: Unit, asking: set[g.Proc]) -> bool:
    for node in unit.deeds():
        match node:
            case g.Choose(you=you) | g.ChooseBranch(you=you) | g.May(you=you):
                asked: g.Expr | None = you
            case g.Call(proc=proc, you=you) | g.Called(proc=proc, you=you) if proc in asking:
                asked = you
            case _:
                continue
        if isinstance(asked, g.LocalRef) and asked.local is unit.speaks_to:
            return True
    return False


@record(frozen=False)
class _Unit:
    """Walks one unit: labels its locals, then looks at its questions under their guards."""

    graph: Graph
    sink: Sink
    unit: Unit
    asking: frozenset[g.Proc]
    labels: Labels = field(init=False)

    def __post_init__(self) -> None:
        self.labels = Labels(self.graph)

    def check(self) -> None:
        """Everything in the unit."""
        self._note_shown()
        for _ in range(2):  # locals may be used before the line that changes them, in loops
            self._note_locals()
        rule = self.unit.of
        if isinstance(rule, g.Hook) and rule.may:
            self._check_when(rule.when, g.LocalRef(rule.you.type, rule.span, rule.you))
        if isinstance(rule, g.Action):
            you = g.LocalRef(rule.you.type, rule.span, rule.you)
            self._check_branch(rule.branch, you)
        for node in self.unit.nodes():
            if isinstance(node, g.Agreed):
                self._prompt(node.prompt, node.who)
        self._body(self.unit.body, ())

    # -- locals

    def _note_shown(self) -> None:
        """What the unit reveals counts as seen in all of it."""
        for node in self.unit.deeds():
            if isinstance(node, g.Show) and node.op == "reveal":
                for part in every(node.what):
                    if isinstance(part, g.FieldRead):
                        self.labels.shown.add(part.field)
                    elif isinstance(part, g.LocalRef):
                        self.labels.shown.add(part.local)

    def _note_locals(self) -> None:
        for node in self.unit.deeds():
            match node:
                case g.Let():
                    self._note(node.local, self._let(node.value))
                case g.Assign(target=g.LocalRef(local=local)):
                    self._note(local, self.labels.of(node.value))
                case g.Choose():
                    self._note(node.local, self._chosen(node))
                case g.EachIn():
                    for local, over in node.pairs:
                        self._note(local, Label(frozenset(), self.labels.of(over).face))
                case g.As():
                    path = self.labels.path(node.who)
                    if path is not None:
                        self.labels.players[node.you] = path
                case _:
                    pass

    def _note(self, local: g.Local, label: Label) -> None:
        if local not in self.labels.shown:
            before = self.labels.env.get(local)
            self.labels.env[local] = label if before is None else before.join(label)

    def _let(self, value: g.Expr) -> Label:
        """What is drawn is seen as the zone says that it is drawn into."""
        if isinstance(value, g.Drawn):
            return self.labels.of(value.draw.to)
        return self.labels.of(value)

    def _chosen(self, node: g.Choose) -> Label:
        """Decisions are known; which piece it is stays as hidden as it was."""
        if things_of(node.local.type):
            return Label(frozenset(), self.labels.of(node.source).face)
        return Label()

    # -- bodies

    def _body(self, body: g.Body, guards: tuple[Guard, ...]) -> None:
        for stmt in body:
            self._stmt(stmt, guards)
            if isinstance(stmt, g.If) and (leaves(stmt.then) or leaves(stmt.otherwise)):
                guards = (*guards, self._guard(stmt.cond))

    def _guard(self, cond: g.Expr) -> Guard:
        return cond.span, self.labels.of(cond).all()

    def _stmt(self, stmt: g.Stmt, guards: tuple[Guard, ...]) -> None:
        match stmt:
            case g.If():
                inner = (*guards, self._guard(stmt.cond))
                self._body(stmt.then, inner)
                self._body(stmt.otherwise, inner)
            case g.Match():
                for _, body in stmt.arms:
                    self._body(body, (*guards, self._guard(stmt.subject)))
            case g.EachIn():
                over = tuple((set_.span, self.labels.of(set_).number) for _, set_ in stmt.pairs)
                self._body(stmt.body, (*guards, *over))
            case g.Repeat():
                test = (self._guard(stmt.until),) if stmt.until is not None else ()
                self._body(stmt.body, (*guards, *test))
            case g.EachPlayer(where=where) | g.GoRound(skipping=where):
                test = (self._guard(where),) if where is not None else ()
                self._body(stmt.body, (*guards, *test))
            case g.EachOf() | g.As() | g.AtOnce() | g.With():
                self._body(stmt.body, guards)
            case g.Choose():
                self._choose(stmt, guards)
            case g.ChooseBranch():
                self._asked(stmt.span, stmt.you, guards)
                self._prompt(stmt.prompt, stmt.you)
                self._branches(stmt.branches, stmt.you, guards)
                self._body(stmt.otherwise or (), guards)
            case g.May():
                self._asked(stmt.span, stmt.you, guards)
                self._branches((stmt.branch,), stmt.you, guards)
                self._body(stmt.otherwise, guards)
            case g.Call(proc=proc, you=you) if you is not None and proc in self.asking:
                self._asked(stmt.span, you, guards)
            case g.Offer():
                you = g.LocalRef(stmt.you.type, stmt.span, stmt.you)
                test = (self._guard(stmt.where),) if stmt.where is not None else ()
                self._asked(stmt.span, you, test)
                self._branches(stmt.branches, you, guards)
            case _:
                return

    # -- questions

    def _choose(self, stmt: g.Choose, guards: tuple[Guard, ...]) -> None:
        self._asked(stmt.span, stmt.you, guards)
        label = self.labels.of(stmt.source)
        secrets = label.number if stmt.unseen else label.all()
        hidden = unseen_by(secrets, self.labels.path(stmt.you))
        if hidden:
            self._report_candidates(stmt, hidden[0])
        if stmt.prompt is not None:
            self._prompt(stmt.prompt, stmt.you)
        self._body(stmt.body, guards)
        self._body(stmt.otherwise or (), guards)

    def _branches(
        self, branches: tuple[g.Branch, ...], you: g.Expr, guards: tuple[Guard, ...]
    ) -> None:
        for branch in branches:
            self._check_branch(branch, you)
            self._body(branch.body, guards)

    def _check_branch(self, branch: g.Branch, you: g.Expr) -> None:
        self._prompt(branch.label, you)
        self._check_when(branch.when, you)

    def _check_when(self, when: g.Expr | None, you: g.Expr) -> None:
        if when is None:
            return
        hidden = unseen_by(self.labels.of(when).all(), self.labels.path(you))
        if hidden:
            self._report(
                codes.HIDDEN_CONDITION,
                when.span,
                f"Whether this is offered shows {_of(hidden[0])}, which its player may not see.",
                "Offer it always, and put the test into its deeds, with an `otherwise`.",
            )

    def _asked(self, span: Span, you: g.Expr, guards: tuple[Guard, ...]) -> None:
        """The tests that decide whether this is asked at all."""
        path = self.labels.path(you)
        for at, secrets in guards:
            hidden = unseen_by(secrets, path)
            if hidden:
                self.sink.report(
                    codes.HIDDEN_ACTOR,
                    span,
                    f"That this is asked shows {_of(hidden[0])}, which its player may not see.",
                    labels=(Note(at, "this test decides it"),),
                    help="Reveal it first, or ask always and test it afterwards.",
                )
                return

    def _prompt(self, prompt: g.Prompt, you: g.Expr) -> None:
        """Names of pieces in braces are a reveal; anything else must be visible."""
        for part in prompt.parts:
            if isinstance(part, str) or things_of(part.type) or isinstance(part.type, Text):
                continue
            hidden = unseen_by(self.labels.of(part).all(), self.labels.path(you))
            if hidden:
                self._report(
                    codes.HIDDEN_PROMPT,
                    part.span,
                    f"This prompt shows {_of(hidden[0])}, which its player may not see.",
                    "Leave it out, or `reveal` it before.",
                )

    # -- reports

    def _report_candidates(self, stmt: g.Choose, secret: Secret) -> None:
        if secret.seer is None:
            name = stmt.local.name
            help_ = f"Write `choose unseen {name} from …`: then places are chosen."
            what = f"Nobody sees {_of(secret)}, so its pieces cannot be chosen by their faces."
        else:
            help_ = "Write `draw 1 at random from …`, or let the player who sees them choose."
            what = f"Only its owner sees {_of(secret)}, so nobody else can choose from it."
        self._report(codes.UNSEEN_CHOICE, stmt.source.span, what, help_)

    def _report(self, code: Code, span: Span, message: str, help_: str) -> None:
        self.sink.report(code, span, message, help=help_)


def _of(secret: Secret) -> str:
    return f"what lies in `{secret.what}`"
