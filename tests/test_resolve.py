"""The resolver in small: tables and their places, maps, options, readers, what tests have shown."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.dsl import FolderReader, MemoryReader, Unreadable, check, load
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.resolve.csv_text import read_sheet
from hoyle.dsl.source import Source
from hoyle.dsl.types import FLAG, Either, Kind, Number, Optional, Player, SetOf, TallyOf, Thing
from hoyle.dsl.walk import every, units

HEAD = 'game "A small game"\n    players 2..4\n\n'


def game_of(text: str, files: dict[str, str] | None = None, **options: object) -> g.Game:
    """The game of a text, which must have nothing wrong with it."""
    game, sink = checked(text, files, **options)
    assert [found.message for found in sink.sorted()] == []
    assert game is not None
    return game


def checked(
    text: str, files: dict[str, str] | None = None, **options: object
) -> tuple[g.Game | None, Sink]:
    sink = Sink()
    source = Source("small.rules", HEAD + text)
    return check(source, sink, options, reader=MemoryReader(files or {})), sink


def expressions(game: g.Game) -> Iterator[g.Expr]:
    for unit in units(game):
        yield from (node for node in unit.nodes() if isinstance(node, g.Expr))


# ---------------------------------------------------------------------------------- tables

CARDS = """
kinds Ball: poke, great "Great Ball", ultra

component Card from "cards.csv"
    name: text
    wild: flag
    points: 0..9 from "worth"
    bonus[1..2]: 0..3
    balls: tally of Ball
    like: set of Card
    order: list of Ball
    colour: Ball or none

table has
    deck: pile of Card

player has
    hand: set of Card, seen by owner
    score: 0..99 = 0

setup: put every Card into deck, shuffled

turn
    draw 1 from deck to your hand
    your score = sum(points + bonus[1] + balls[poke] + count(like) + count(order) of your hand)
    if any c in your hand has c.wild or c.colour is ultra or c.name is "Ann": end turn
"""
ROWS = """name,wild,worth,bonus_1,bonus_2,balls,like,order,colour,copies,status,source
Ann,yes,3,1,,poke poke ultra,Mr. Mime Ben,great poke,Great Ball,2,seed,"a book, page 3"
Ben,0,,0,3,,,,,1,,
Mr. Mime,no,9,0,0,ultra,Ann; Ben,,none,1,,
"""


def test_cells_become_values_of_their_types() -> None:
    table = game_of(CARDS, {"cards.csv": ROWS}).tables["Card"]
    ann, copy, ben, mime = table.rows
    assert (ann.name, ann.line, ann.status, ann.source) == ("Ann", 2, "seed", "a book, page 3")
    assert ann.facts == copy.facts
    assert ann.facts == {
        "name": "Ann",
        "wild": True,
        "points": 3,
        "bonus": (1, 0),
        "balls": (2, 0, 1),
        "like": (2, 3),
        "order": (1, 0),
        "colour": 1,
    }
    assert (ben.facts["points"], ben.facts["wild"], ben.facts["like"]) == (0, False, ())
    assert mime.facts["like"] == (0, 2)
    assert mime.facts["colour"] is None


def test_one_of_a_tally_is_a_function() -> None:
    game = game_of(CARDS, {"cards.csv": ROWS})
    (found,) = [e for e in expressions(game) if isinstance(e, g.Function) and e.name == "times_in"]
    assert found.args[0].type == TallyOf(Kind("Ball"))
    assert found.args[1].type == Kind("Ball")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a,b\n1,2\n", [["1", "2"]]),
        ('a,b\r\n"x, ""y""",\r\n\r\n', [['x, "y"', ""]]),
        ("a,b\n 1 , 2", [["1", "2"]]),
        ('a,b\n"two\nlines",2\n', [["two lines", "2"]]),
    ],
)
def test_a_table_is_read_like_any_other(text: str, rows: list[list[str]]) -> None:
    sink = Sink()
    sheet = read_sheet(Source("t.csv", text), sink)
    assert sheet is not None
    assert [[cell.text for cell in row] for row in sheet.rows] == rows
    assert len(sink) == 0


@pytest.mark.parametrize(("between", "said"), [(";", "`;`"), ("\t", "tabs"), ("|", "`|`")])
def test_a_table_of_a_spreadsheet_with_other_commas_is_told_as_one(between: str, said: str) -> None:
    sink = Sink()
    assert read_sheet(Source("t.csv", f"name{between}points\nA{between}1\n"), sink) is None
    (told,) = sink.sorted()
    assert said in told.message and "commas" in told.message


@pytest.mark.parametrize("points", ["99999999999", "-99999999999", "10"])
def test_a_number_however_far_is_told_its_range(points: str) -> None:
    rules = 'component Card from "c.csv"\n    name: text\n    points: 0..9\n'
    _, sink = checked(rules, {"c.csv": f"name,points\nA,{points}\n"})
    assert f"`{points}` is not a number 0..9." in [one.message for one in sink.sorted()]


def test_a_cell_knows_its_place() -> None:
    source = Source("t.csv", 'a,b\n"x",yy\n')
    sheet = read_sheet(source, Sink())
    assert sheet is not None
    assert [source.excerpt(cell.span) for cell in sheet.rows[0]] == ['"x"', "yy"]


def test_pieces_are_made_for_every_combination() -> None:
    text = """
kinds Suit: clubs, hearts

component Card for each suit in Suit, rank in 1..2

table has
    deck: pile of Card

setup: put every Card into deck, shuffled

turn
    if first(deck) is "hearts 2": end turn
    move Card "clubs 1" to deck
"""
    game, _ = checked(text)
    assert game is not None
    table = game.tables["Card"]
    assert [row.name for row in table.rows] == ["clubs 1", "clubs 2", "hearts 1", "hearts 2"]
    assert table.rows[3].facts == {"suit": 1, "rank": 2}


def test_a_name_with_copies_is_any_of_them() -> None:
    game = game_of(CARDS.replace('c.name is "Ann"', 'c is "Ann"'), {"cards.csv": ROWS})
    (found,) = [e for e in expressions(game) if isinstance(e, g.Member)]
    assert isinstance(found.over, g.SetLiteral)
    assert [item.value for item in found.over.items if isinstance(item, g.Literal)] == [0, 1]


def test_a_variant_may_bring_other_rows_and_more_fields() -> None:
    folder = Path(__file__).parent / "cases" / "checks" / "good"
    sink = Sink()
    game = load(folder / "tables_variant.rules", sink)
    assert game is not None
    assert [row.name for row in game.tables["Card"].rows] == ["Ox", "Elk"]
    assert list(game.tables["Card"].fields) == ["name", "points", "spoilt"]
    assert game.procs["turn"].parent is not None


# ---------------------------------------------------------------------------------- boards


def test_a_grid_has_names_and_ways() -> None:
    game = game_of(
        """
board of Cell, grid 3 by 2
    mark: player or none = none

turn
    choose cell from Cell where mark is none and column < 3, if any: "Mark a cell"
        cell.mark = you
"""
    )
    table = game.tables["Cell"]
    board = table.board
    assert board is not None
    assert [row.name for row in table.rows] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert board.directions == ("north", "east", "south", "west")
    assert board.ways[1] == (1, 2, None, 4, 5, None)
    assert board.ways[2] == (3, 4, 5, None, None, None)


MAP = """map "Two hills"            # a comment
hexes pointy, odd rows shifted
legend
    t turf
    w lake
marks
    a start red
    L lair
grid
    t1a  t2   .
      w0L  t1^4  t1
grid depth
    0  1  .
      2  3  4
"""
HEXES = """
kinds Terrain: turf, lake
kinds Banner: red, blue

board of Hex from "two.map", hexes
    terrain: Terrain
    start: Banner or none
    lair: flag
    depth: 0..9
    mark: player or none = none

turn
    choose place from Hex
            where mark is none and terrain is turf and start is none
            and not lair and depth > 0, if any
        place.mark = you
"""


def test_a_map_becomes_spaces_with_their_ways() -> None:
    game = game_of(HEXES, {"two.map": MAP})
    table = game.tables["Hex"]
    board = table.board
    assert board is not None
    assert [row.name for row in table.rows] == ["a1", "b1", "a2", "b2", "c2"]
    assert table.rows[0].facts == {
        "column": 1,
        "row": 1,
        "level": 1,
        "obstacle": 0,
        "terrain": 0,
        "start": 0,
        "lair": False,
        "depth": 0,
    }
    assert (table.rows[2].facts["lair"], table.rows[2].facts["level"]) == (True, 0)
    assert (table.rows[3].facts["obstacle"], table.rows[4].facts["depth"]) == (4, 4)
    ways = dict(zip(board.directions, board.ways, strict=True))
    # The second row lies half a hex further right: a1 has a2 to the southeast, none southwest.
    assert (ways["east"][0], ways["southeast"][0], ways["southwest"][0]) == (1, 2, None)
    assert (ways["southwest"][1], ways["southeast"][1], ways["northwest"][2]) == (2, 3, 0)


# ---------------------------------------------------------------------------------- options

GOAL = """
option goal: 1..90 = 20 "Points that win"
option fast = no "A fast game"

player has
    score: 0..90 = 0

turn: your score += (2 if fast otherwise 1)

whenever any p in players has p.score >= goal: victory for p
"""


def test_options_take_their_given_values() -> None:
    game = game_of(GOAL, goal="30", fast=True)
    assert (game.options["goal"].value, game.options["goal"].default) == (30, 20)
    assert game.options["fast"].value is True


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"gaol": 3}, "The game has no option `gaol`."),
        ({"goal": 99}, "`goal` cannot be `99`: it is a number 1..90."),
        ({"goal": True}, "`goal` cannot be `True`: it is a number 1..90."),
        ({"fast": "perhaps"}, "`fast` cannot be `perhaps`: it is a flag."),
    ],
)
def test_a_wrong_option_is_told(given: dict[str, object], message: str) -> None:
    game, sink = checked(GOAL, None, **given)
    assert game is None
    assert [found.message for found in sink.sorted()] == [message]


SLOW = 'option slow = no "Slow" when not fast and goal < 50 "nobody would ever be done"\n'
EITHER = SLOW + GOAL.replace("fast otherwise 1", "fast or slow otherwise 1")


@pytest.mark.parametrize("given", [{}, {"slow": True}, {"fast": True, "goal": 80}])
def test_options_that_go_together_are_taken(given: dict[str, object]) -> None:
    assert game_of(EITHER, **given).options["slow"].reason == "nobody would ever be done"


@pytest.mark.parametrize("given", [{"slow": True, "fast": True}, {"goal": 60, "slow": True}])
def test_options_that_do_not_go_together_are_refused(given: dict[str, object]) -> None:
    game, sink = checked(EITHER, None, **given)
    assert game is None
    (found,) = sink.sorted()
    assert found.message.startswith("`slow` is set together with an option that it does not go")
    assert found.message.endswith(": nobody would ever be done.")


@pytest.mark.parametrize("name", ["../secret.csv", "/etc/passwd", "a/../../b.csv", "C:\\b.csv"])
def test_nothing_outside_the_folder_is_read(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a\n")
    (tmp_path / "game").mkdir()
    for reader in (FolderReader(tmp_path / "game"), MemoryReader({"secret.csv": "a\n"})):
        with pytest.raises(Unreadable):
            reader.read(name)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a\n")
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "table.csv").symlink_to(tmp_path / "secret.csv")
    with pytest.raises(Unreadable, match="outside"):
        FolderReader(tmp_path / "game").read("table.csv")


def test_what_is_no_text_or_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"a\n\xff\xfe\n")
    (tmp_path / "b.csv").write_bytes(b"a" * 5_000_001)
    reader = FolderReader(tmp_path)
    with pytest.raises(Unreadable, match="line 2"):
        reader.read("a.csv")
    with pytest.raises(Unreadable, match="5 MB"):
        reader.read("b.csv")


# ---------------------------------------------------------------------------------- types


def value_type(text: str) -> object:
    """The type that is worked out for a value of two components and a kind."""
    whole = f"""
kinds Colour: red, blue

component Card for each rank in 1..5
    held = no

component Stone for each colour in Colour

die d6: 1..6

table has
    deck: pile of Card
    bowl: set of Stone, face up

player has
    hand: set of Card up to 3, face up
    foe: player or none = none
    score: 0..90 = 0

value asked(n: 1..3) of player = {text}
value again of player = count(players p where p.asked(1) is p.asked(2))

setup: put every Card into deck, shuffled
turn: your score = your again
"""
    _, sink = checked(whole)
    wrong = [found.message for found in sink.sorted() if found.code.id[:3] in ("R02", "R03")]
    assert wrong == []
    game, _ = resolved_anyway(whole)
    return game.values["player", "asked"].type


def resolved_anyway(text: str) -> tuple[g.Game, Sink]:
    """The game of a text, whatever the later checks say of it."""
    from hoyle.dsl.resolve import resolve
    from hoyle.dsl.resolve.pages import open_world

    sink, source = Sink(), Source("small.rules", HEAD + text)
    world = open_world(source, MemoryReader({}), "small.rules", sink)
    assert world is not None
    return resolve(world, {}, None), sink


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("n + 2", Number(3, 5)),
        ("n * n - 1", Number(0, 8)),
        ("(- n)", Number(-3, -1)),
        ("round_up(your score / 4)", Number(0, 23)),
        ("round_down(your score / (n + 1))", Number(0, 45)),
        ("remainder(your score, 7)", Number(0, 6)),
        ("count(your hand)", Number(0, 3)),
        ("count(deck where rank > n)", Number(0, 5)),
        ("count(players)", Number(1, 4)),
        ("count(your hand + {Card \"1\"})", Number(0, 4)),
        ("sum(rank of your hand)", Number(0, 15)),
        ("max(n, 2)", Number(2, 3)),
        ("min(rank of deck)", Number(1, 5)),
        ("n if n > 1 otherwise 9", Number(1, 9)),
        ("distinct(rank of deck)", SetOf(Number(1, 5))),
        ("first(deck)", Thing("Card")),
        ("top(deck)", Optional(Thing("Card"))),
        ("your hand + bowl", SetOf(Either(("Card", "Stone")))),
        ("deck with most rank", SetOf(Thing("Card"))),
        ("your foe", Optional(Player())),
        ("your foe if your foe is not none otherwise you", Player()),
        ("others where foe is you", SetOf(Player())),
        ("Card \"3\" is in your hand", FLAG),
        ("Card \"3\" is held", FLAG),
        ("Card \"3\".owner", Optional(Player())),
        ("{red, blue} except red", SetOf(Kind("Colour"))),
        ("left_of(you).score", Number(0, 90)),
    ],
)  # fmt: skip
def test_the_type_of_a_value_is_worked_out(text: str, type_: object) -> None:
    assert value_type(text) == type_


def test_what_a_test_has_shown_is_cast_and_nothing_else() -> None:
    game, sink = resolved_anyway(
        """
player has
    foe: player or none = none
    score: 0..90 = 0

turn
    if your foe is not none and your foe.score > 3: end turn
    your foe = left_of(you)
    your score += your foe.score
"""
    )
    assert len(sink) == 0  # what was put in is something from there on
    casts = [e for e in expressions(game) if isinstance(e, g.Cast) and e.type == Player()]
    assert casts
    assert all(cast.a.type == Optional(Player()) for cast in casts)


def test_a_body_keeps_the_locals_it_binds_apart() -> None:
    game, _ = resolved_anyway(
        """
player has
    score: 0..90 = 0

turn
    each p in players: p.score = 1
    each p in players: p.score = 2
"""
    )
    loops = [stmt for stmt in game.procs["turn"].body or () if isinstance(stmt, g.EachIn)]
    first, second = (loop.pairs[0][0] for loop in loops)
    assert first is not second
    for loop, local in zip(loops, (first, second), strict=True):
        read = {e.local for e in every(*loop.body) if isinstance(e, g.LocalRef)}
        assert local in read


# ---------------------------------------------------------------------------------- speed


def modules_of_a_check(cache: Path) -> set[str]:
    """What a process imports that checks a game, and nothing else."""
    program = (
        "import sys; from hoyle import dsl\n"
        "assert dsl.load('rulesets/classics/pig.rules', dsl.Sink()) is not None\n"
        "print(*sys.modules)"
    )
    environment = {**os.environ, "HOYLE_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parent.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(done.stdout.split())


def test_what_was_parsed_once_is_not_parsed_again(tmp_path: Path) -> None:
    assert "lark" in modules_of_a_check(tmp_path)
    again = modules_of_a_check(tmp_path)
    assert not again & {"lark", "hoyle.dsl.parser", "difflib", "jinja2", "hoyle.runtime"}


def test_a_kept_tree_that_is_damaged_or_old_is_parsed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    text = "player has\n    score: 0..90 = 0\n\nturn: your score += 1\n"
    assert game_of(text).title == "A small game"
    (kept,) = tmp_path.glob("tree-*")
    for damage in (kept.read_bytes()[:50], b"", kept.read_bytes()[:32] + b"\x80\x05."):
        kept.write_bytes(damage)
        assert game_of(text).title == "A small game"
    other, _ = checked(text.replace("90", "80"))
    assert other is not None
    assert other.player_fields["score"].type == Number(0, 80)
