"""What is said of the members of a set: `that are fainted`, `whose rank is more than 3`."""

from __future__ import annotations

from hoyle.compiler.to_docs.english import claims, counts, flags, things
from hoyle.compiler.to_docs.english.nouns import IT, THEY, Group, Noun
from hoyle.compiler.to_docs.english.said import listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n


def pronoun(chosen: Group) -> Noun:
    """How a member is spoken of."""
    return THEY if chosen.person else IT


def relative(scene: Scene, condition: n.Expr, name: str, chosen: Group) -> tuple[str, str]:
    """What is said of one member, and of several."""
    inner = scene.saying(name, pronoun(chosen)).saying("it", pronoun(chosen))
    if chosen.person:
        inner = inner.saying("you", pronoun(chosen)) if name == "you" else inner
    if isinstance(condition, n.Or):
        free = [part for part in _flat(condition, n.Or) if is_option(scene, part)]
        bound = [part for part in _flat(condition, n.Or) if part not in free]
        if free and len(bound) == 1:
            any_ = f" (or any, if {listed((claims.claim(scene, one) for one in free), 'or')})"
            one, several = relative(scene, bound[0], name, chosen)
            return one + any_, several + any_
        parts = [_part(inner, part, name, chosen) for part in _flat(condition, n.Or)]
        if all(part is not None and part[0].startswith(_CLAUSES) for part in parts):
            sides = [part for part in parts if part is not None]
            ones = listed((one.strip() for one, _ in sides), "or")
            return f" {ones}", f" {listed((several.strip() for _, several in sides), 'or')}"
    told = [_part(inner, part, name, chosen) for part in _flat(condition, n.And)]
    those = "for whom" if chosen.person else "for which"
    many = inner.saying(name, THEY).saying("it", THEY)
    if not chosen.person and scene.names.get("this") == IT:
        that = Noun(f"that {chosen.one.rpartition(' ')[2] if chosen.whose else chosen.one}")
        inner = scene.saying(name, that).saying("it", that)
    for at, part in enumerate(_flat(condition, n.And)):
        if told[at] is None:
            one, several = (claims.within(each, part, True, True) for each in (inner, many))
            told[at] = (f" {those} {one}", f" {those} {several}")
    done = [one for one in told if one is not None]
    return _joined([one for one, _ in done]), _joined([several for _, several in done])


_CLAUSES = (" that", " who", " with", " for wh")


def _joined(parts: list[str]) -> str:
    """Parts in order; those without a verb come first, whole claims last."""
    short = [part for part in parts if not part.startswith(_CLAUSES)]
    clauses = [part.strip() for part in parts if part.startswith((" that", " who", " with"))]
    claims_ = [part.strip() for part in parts if part.startswith(" for wh")]
    return "".join(short) + (f" {listed([*clauses, *claims_])}" if clauses or claims_ else "")


def _flat(node: n.Expr, kind: type[n.And] | type[n.Or]) -> list[n.Expr]:
    if isinstance(node, kind):
        return _flat(node.left, kind) + _flat(node.right, kind)
    return [node]


def _part(scene: Scene, node: n.Expr, name: str, chosen: Group) -> tuple[str, str] | None:
    """One condition as a clause that may follow; None if it is not about the member first."""
    short = _short(scene, node, name)
    if short is not None:
        return short, short
    who = "who" if chosen.person else "that"
    counted = counts.counted(scene, node)
    if counted is None and isinstance(node, n.AnyHas) and not chosen.person:
        said = claims.claim(scene, node)
        counted = said if said.startswith("it has ") else None
    if counted is not None:
        for front, has in (("they have ", "has"), ("it has ", "has")):
            if counted.startswith(front):
                rest = counted.removeprefix(front)
                return f" {who} {has} {rest}", f" {who} have {rest}"
        return None
    found = claims.split(scene, node)
    if found is None:
        return None
    if found.node is not None and is_member(scene, found.node, name):
        one = Noun(who, False, "it")
        return f" {who} {found.predicate(one)}", f" {who} {found.predicate(Noun(who, True))}"
    owned = _owned(scene, found.node, name) if found.node is not None else None
    if owned is not None:
        predicate = found.predicate(owned)
        return f" whose {owned} {predicate}", f" whose {owned} {predicate}"
    return None


def _short(scene: Scene, node: n.Expr, name: str) -> str | None:
    """Without a verb: `other than you`, `in your hand`."""
    match node:
        case n.IsNot(left, right) if is_member(scene, left, name) and right != n.Word("none"):
            if isinstance(right, n.Name) and flags.is_flag(scene, node, right.text):
                return None
            return f" other than {things.place_of(scene, right) or things.object_(scene, right)}"
        case n.IsIn(left, right) if is_member(scene, left, name) and not isinstance(right, n.Range):
            said = claims.inside(scene, right)
            return f" {said}" if said.startswith("in ") else None
        case n.IsIn(n.Attribute(left, n.Name("owner")), n.Name("others")):
            return " that another player owns" if is_member(scene, left, name) else None
        case n.IsIn(n.Name("owner"), n.Name("others")):
            return " that another player owns"
        case _:
            return None


def is_option(scene: Scene, node: n.Expr) -> bool:
    """Whether a condition is an agreement of the players, not about any member."""
    match node:
        case n.Not(condition):
            return is_option(scene, condition)
        case n.Name():
            return isinstance(scene.known.meaning(node), g.OptionRead)
        case _:
            return False


def is_member(scene: Scene, node: n.Expr, name: str) -> bool:
    """Whether an expression is the member itself."""
    match node:
        case n.Word("it"):
            return True
        case n.Word("you"):
            return name == "you"
        case n.Name(text):
            return text == name
        case _:
            return False


def _owned(scene: Scene, node: n.Expr, name: str) -> Noun | None:
    """A field of the member, without its owner; None if it is something else."""
    if not _rooted(scene, node, name):
        return None
    said = things.noun(scene, node)
    for front in ("its ", "their "):
        if said.text.startswith(front):
            return Noun(said.text.removeprefix(front), said.many)
    return None


def _rooted(scene: Scene, node: n.Expr, name: str) -> bool:
    """Whether it belongs to the member, or to what belongs to it."""
    match node:
        case n.Attribute(owner) | n.Method(owner) | n.Index(owner):
            return is_member(scene, owner, name) or _rooted(scene, owner, name)
        case n.Your():
            return name == "you"
        case n.Name():
            return is_bare(scene, node, name)
        case _:
            return False


def is_bare(scene: Scene, node: n.Name, name: str) -> bool:
    """Whether a bare name is a field or value of the member."""
    match scene.known.meaning(node):
        case g.FieldRead(of=owner) | g.ValueOf(of=owner):
            return _is_it(owner, name)
        case g.Function(args=(owner, *_)):
            return _is_it(owner, name)
        case None:
            table = scene.game.tables.get(scene.bare)
            return table is not None and (
                node.text in table.fields or (scene.bare, node.text) in scene.game.values
            )
        case _:
            return False


def _is_it(owner: g.Expr | None, name: str) -> bool:
    while isinstance(owner, g.Cast):
        owner = owner.a
    if not isinstance(owner, g.LocalRef):
        return False
    return owner.local.role in ("it", "bound") or owner.local.name in ("it", name)
