"""Records are dataclasses in everything but the time they take to make."""

import pickle
from dataclasses import dataclass, field, fields, replace

import pytest

from hoyle.dsl.records import record


@record
class Point:
    """A record with a default, and a part that does not count."""

    x: int
    y: int = 2
    note: str = field(default="", kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Plain:
    """The same as a dataclass."""

    x: int
    y: int = 2
    note: str = field(default="", kw_only=True, compare=False, repr=False)


@record
class Deep(Point):
    """A record that adds to another."""

    z: int = 3


@record(eq=False, frozen=False)
class Shelf:
    """A record that is itself, and is filled."""

    items: list[int] = field(default_factory=list)
    size: int = field(init=False)
    note: str = field(default="empty", init=False)
    marks: list[str] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.size = len(self.items)


@record
class Empty:
    """A record of nothing."""


def test_what_is_made_is_what_a_dataclass_makes() -> None:
    for args, given in (((1,), {}), ((1, 5), {}), ((1,), {"note": "n", "y": 7})):
        made, plain = Point(*args, **given), Plain(*args, **given)
        assert repr(made) == repr(plain).replace("Plain", "Point")
        assert [getattr(made, part.name) for part in fields(made)] == [
            getattr(plain, part.name) for part in fields(plain)
        ]


@pytest.mark.parametrize("args, given", [((), {}), ((1, 2, 3), {}), ((1,), {"w": 1})])
def test_wrong_arguments_are_refused(args: tuple[int, ...], given: dict[str, int]) -> None:
    for class_ in (Point, Plain):
        with pytest.raises(TypeError, match="__init__"):
            class_(*args, **given)  # type: ignore[arg-type]


def test_compared_by_content_and_class() -> None:
    assert Point(1, note="a") == Point(1, note="b") != Point(2)
    assert len({Point(1, note="a"), Point(1, note="b"), Point(2)}) == 2
    assert Point(1) != Deep(1) and Deep(1) == Deep(1, 2, 3) and Empty() == Empty()
    assert hash(Empty()) == hash(Empty())


def test_compared_by_identity() -> None:
    shelf = Shelf()
    assert shelf == shelf != Shelf() and len({shelf, Shelf()}) == 2


def test_what_is_filled_is_fresh_each_time() -> None:
    first, second = Shelf([1, 2]), Shelf()
    second.items.append(1)
    second.marks.append("!")
    assert (first.size, first.note, first.marks, Shelf().items) == (2, "empty", [], [])


def test_what_changes_and_is_compared_has_no_hash() -> None:
    @record(frozen=False)
    class Changing:
        """A record that changes."""

        x: int = 0

    assert Changing() == Changing()
    with pytest.raises(TypeError):
        hash(Changing())


def test_replaced_matched_and_kept() -> None:
    made = replace(Deep(1), y=9)
    assert pickle.loads(pickle.dumps(made)) == made == Deep(1, 9)
    match made:
        case Deep(x, y, z):
            assert (x, y, z) == (1, 9, 3)


def test_has_slots_only() -> None:
    assert not hasattr(Deep(1), "__dict__")
