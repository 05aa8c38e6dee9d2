"""Verbs of money and dice that are counted: pay, gain, lose."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.resolve import relations
from hoyle.dsl.resolve.expressions import resolve_expr, resolve_zone
from hoyle.dsl.resolve.said import Said, complain
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.world import did_you_mean
from hoyle.dsl.source import Span


def read_pay(said: Said, scope: Scope) -> g.Stmt | None:
    """`pay n [unit] [from P] to Q [, else R]`: exactly n; without `from` you pay."""
    amount, supply = _amount(said, scope)
    if supply is None or amount is None:
        return None
    payer = _payer(said, supply, scope)
    purses = [_purse(node, supply, scope) for node in said.options("to")]
    if payer is None or not purses or any(purse is None for purse in purses):
        return None
    payee, *others = [purse for purse in purses if purse is not None]
    otherwise = others[0] if others else None
    _check_somebody(payee, otherwise, scope)
    you = scope.you_or_nobody()
    return g.Pay(said.span, said.cites, "pay", amount, supply, payer, payee, otherwise, you)


def read_gain(said: Said, scope: Scope) -> g.Stmt | None:
    """`gain n [unit] from BANK`: as many as there are, at most n."""
    amount, supply = _amount(said, scope)
    if supply is None or amount is None:
        return None
    bank = _purse(said.options("from")[0], supply, scope)
    own = _own_purse(said.span, supply, scope)
    if bank is None or own is None:
        return None
    if not _is_bank(bank, supply):
        complain(
            said,
            scope,
            "`gain` takes from a bank, and this is none.",
            f"Write `pay … from … to …`, or take it from `{supply.name}`.",
            bank.span,
        )
        return None
    you = scope.you_or_nobody()
    return g.Pay(said.span, said.cites, "gain", amount, supply, bank, own, None, you)


def _is_bank(purse: g.Expr, supply: g.Supply) -> bool:
    """Whether units lie in the supply itself."""
    match purse:
        case g.FieldRead(field=field):
            return field.owner == "table" and field.name == supply.name
        case _:
            return False


# ---------------------------------------------------------------------------------- how much


def _amount(said: Said, scope: Scope) -> tuple[g.Expr | None, g.Supply | None]:
    """The number, and the currency: by its unit, or the only one there is."""
    if isinstance(said.object, n.Amount):
        count = resolve_expr(said.object.count, scope, t.NUMBER)
        return count, _by_unit(said.object.unit, scope)
    node = said.expression()
    if node is None:
        complain(said, scope, f"`{said.name}` wants a number.", f"Write `{said.name} 2 …`.")
        return None, None
    return resolve_expr(node, scope, t.NUMBER), _only_supply(said, scope)


def _by_unit(unit: n.Name, scope: Scope) -> g.Supply | None:
    supplies = scope.world.game.supplies.values()
    for supply in supplies:
        if supply.unit == unit.text:
            return supply
    units = [supply.unit for supply in supplies]
    scope.report(
        codes.WRONG_MONEY,
        unit.span,
        f"No supply has `{unit}` as its unit.",
        help=did_you_mean(unit.text, units) or f"Declare it: `supply bank: 90 {unit}`.",
    )
    return None


def _only_supply(said: Said, scope: Scope) -> g.Supply | None:
    supplies = tuple(scope.world.game.supplies.values())
    if len(supplies) == 1:
        return supplies[0]
    if supplies:
        units = " or ".join(supply.unit for supply in supplies)
        message, help_ = "The game has several currencies.", f"Say which: {units}."
    else:
        message, help_ = "The game has no supply.", "Declare one: `supply bank: 90 coins`."
    scope.report(codes.WRONG_MONEY, said.span, message, help=help_)
    return None


# ---------------------------------------------------------------------------------- whose


def _payer(said: Said, supply: g.Supply, scope: Scope) -> g.Expr | None:
    sources = said.options("from")
    if sources:
        return _purse(sources[0], supply, scope)
    return _own_purse(said.span, supply, scope)


def _own_purse(span: Span, supply: g.Supply, scope: Scope) -> g.Expr | None:
    """The purse of whoever is addressed."""
    if scope.you is None:
        scope.report(
            codes.NOBODY_ASKED,
            span,
            "Nobody is addressed here who could pay or gain.",
            help="Put it under `each player` or `as P`, or say `from` whom.",
        )
        return None
    return _field_of(scope.you, supply, span, scope)


def _purse(node: n.Expr, supply: g.Supply, scope: Scope) -> g.Expr | None:
    """Where units lie: a bank, a field that counts them, or whoever has such a field."""
    found = resolve_expr(node, scope)
    if isinstance(found.type, t.Broken):
        return None
    if isinstance(found, g.FieldRead) and found.field.role == "coins":
        return _same_supply(found, supply, scope)
    return _field_of(found, supply, node.span, scope)


def _same_supply(read: g.FieldRead, supply: g.Supply, scope: Scope) -> g.Expr | None:
    if read.field.supply == supply and read.field.index is not None and read.index is None:
        scope.report(
            codes.WRONG_MONEY,
            read.span,
            f"`{read.field.name}` is several places, and money lies in one.",
            help=f"Say which: `{read.field.name}[…]`.",
        )
        return None
    if read.field.supply == supply:
        return read
    scope.report(
        codes.WRONG_MONEY,
        read.span,
        f"`{read.field.name}` does not hold {supply.unit}.",
        help=f"Name a place of {supply.unit}, or another unit.",
    )
    return None


def _field_of(owner: g.Expr, supply: g.Supply, span: Span, scope: Scope) -> g.Expr | None:
    """The field of a player or thing that counts units of a supply."""
    if isinstance(owner.type, t.Nothing):
        return owner
    for field in _fields(owner.type, scope):
        if field.role == "coins" and field.supply is not None and field.supply == supply:
            return g.FieldRead(field.type, span, field, owner, None)
    what = relations.describe(owner.type)
    scope.report(
        codes.WRONG_MONEY,
        span,
        f"There is no place for {supply.unit} here: this is {what}.",
        help=f"Declare `{supply.unit} = 0 from {supply.name}` for it, or name the bank.",
    )
    return None


def _fields(type_: t.Type, scope: Scope) -> Iterator[g.Field]:
    for owner in scope.world.owners_of(type_):
        yield from scope.world.fields_of(owner).values()


def _check_somebody(payee: g.Expr, otherwise: g.Expr | None, scope: Scope) -> None:
    """Who may be none needs somebody else behind it."""
    of = payee.of if isinstance(payee, g.FieldRead) else payee
    if of is None or not isinstance(of.type, t.Optional) or otherwise is not None:
        return
    if isinstance(of, g.LocalRef) and scope.knows((of.local,)):
        return
    scope.report(
        codes.WRONG_MONEY,
        payee.span,
        "Who is paid may be none.",
        help="Say who gets it then: `to creditor, else bank`.",
    )


# ---------------------------------------------------------------------------------- dice


def read_lose(said: Said, scope: Scope) -> g.Stmt | None:
    """`lose n from CUP`: dice that leave it for good."""
    node = said.expression()
    cup = resolve_zone(said.options("from")[0], scope)
    if node is None or cup is None:
        return None
    count = resolve_expr(node, scope, t.NUMBER)
    if cup.field.role != "cup":
        complain(
            said,
            scope,
            "`lose` takes dice out of a cup, and this is none.",
            "Write `pay` for money, `remove` or `move` for pieces.",
            cup.span,
        )
        return None
    return g.Lose(said.span, said.cites, count, cup, scope.you_or_nobody())
