"""Classes that hold data, as `dataclass` makes them, in a tenth of its time.

A syntax tree and a checked game have hundreds of classes, and every run of the command line makes
them anew. `dataclass` writes and compiles up to nine methods for each. Here comparing, hashing and
printing are the same few functions for all, and `__init__` is written when the first object of a
class is made: most runs make objects of a third of them. That a record is frozen is for the type
checker to see; at run time nothing is spent on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

Made = TypeVar("Made")


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(class_: type[Made], /) -> type[Made]: ...


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(*, eq: bool = True, frozen: bool = True) -> Callable[[type[Made]], type[Made]]: ...


def record(
    class_: type[Made] | None = None, /, *, eq: bool = True, frozen: bool = True
) -> type[Made] | Callable[[type[Made]], type[Made]]:
    """Make a class a slotted dataclass, compared by content unless `eq` is off."""
    if class_ is None:
        return lambda plain: _made(plain, eq, frozen)
    return _made(class_, eq, frozen)


def _made(class_: type[Made], eq: bool, frozen: bool) -> type[Made]:
    own = set(class_.__dict__)
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(class_)
    made.__init__ = _first_init
    if "__repr__" not in own:
        made.__repr__ = _repr
    if eq and "__eq__" not in own:
        made.__eq__ = _eq
        made.__hash__ = _hash if frozen else None
    finished: type[Made] = made
    return finished


@cache
def field_names(class_: Any) -> tuple[str, ...]:
    """The names of the fields of a record; `fields` makes its list anew every time."""
    return tuple(part.name for part in fields(class_))


def with_parts(of: Made, parts: dict[str, Any]) -> Made:
    """The record with these parts: what `replace` gives, in a third of its time."""
    class_: Any = of.__class__
    for name in field_names(class_):
        if name not in parts:
            parts[name] = getattr(of, name)
    made: Made = class_(**parts)
    return made


def _eq(self: Any, other: Any) -> object:
    class_ = self.__class__
    if other.__class__ is not class_:
        return NotImplemented
    key = _compared(class_)
    return key(self) == key(other)


def _hash(self: Any) -> int:
    return hash(_compared(self.__class__)(self))


def _repr(self: Any) -> str:
    names = (part.name for part in fields(self) if part.repr)
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
    return f"{self.__class__.__qualname__}({shown})"


@cache
def _compared(class_: Any) -> Callable[[object], object]:
    """Gives what two objects of a class are compared by."""
    names = [part.name for part in fields(class_) if part.compare]
    return attrgetter(*names) if names else lambda _: ()


# ------------------------------------------------------------------------------------- __init__


def _first_init(self: object, *args: object, **given: object) -> None:
    """Stands in for the `__init__` of a class until it is called."""
    made: Any = type(self)
    made.__init__ = _init(made)
    made.__init__(self, *args, **given)


def _init(class_: Any) -> Callable[..., None]:
    """The `__init__` that `dataclass` would have written."""
    names: dict[str, Any] = {"_missing": MISSING}
    exec("\n".join(_text(class_, names)), names)
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{class_.__qualname__}.__init__"
    return init


def _text(class_: Any, names: dict[str, Any]) -> Iterator[str]:
    """The lines of an `__init__`; puts the defaults that they name into `names`."""
    parts = fields(class_)
    plain = [_parameter(part) for part in parts if part.init and not part.kw_only]
    named = [_parameter(part) for part in parts if part.init and part.kw_only]
    yield f"def __init__({', '.join(['self', *plain, *(['*'] if named else []), *named])}):"
    for part in parts:
        names[f"_default_{part.name}"] = part.default
        names[f"_new_{part.name}"] = part.default_factory
        if (value := _value(part)) is not None:
            yield f" self.{part.name} = {value}"
    yield " self.__post_init__()" if hasattr(class_, "__post_init__") else " return"


def _parameter(part: Field[Any]) -> str:
    given = part.default is MISSING and part.default_factory is MISSING
    return part.name if given else f"{part.name}=_default_{part.name}"


def _value(part: Field[Any]) -> str | None:
    """What a field is set to; None if `__post_init__` has to do that."""
    name, new = part.name, f"_new_{part.name}()"
    if part.init:
        fresh = f"{new} if {name} is _missing else {name}"
        return name if part.default_factory is MISSING else fresh
    if part.default_factory is not MISSING:
        return new
    return None if part.default is MISSING else f"_default_{name}"
