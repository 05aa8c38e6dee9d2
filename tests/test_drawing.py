"""Boards as pictures: every geometry, drawn the same each time, told in words, with a legend."""

import itertools
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hoyle import dsl
from hoyle.compiler.to_docs.drawing.board import Drawn, draw
from hoyle.compiler.to_docs.drawing.colours import palette
from hoyle.compiler.to_docs.drawing.spread import around, spread
from hoyle.compiler.to_docs.drawing.svg import wrapped
from hoyle.dsl.game import Game

HEAD = 'game "A board"\n    players 2..2\n\n'
TURN = "\nturn\n    end game\n"
SVG = "{http://www.w3.org/2000/svg}"

SPACES = """name,x,y,ground,site,city
Start,0,0,sand,shop,yes
Middle,100,0,water,inn,no
End,100,100,sand,,no
"""
ROADS = "from,to,way,bridge\nStart,Middle,both,yes\nMiddle,End,forward,no\n"
GRAPH = """kinds Ground: sand, water
kinds Site: inn, shop
board of Space from "spaces.csv", roads "roads.csv"
    name: text
    x, y: 0..100
    ground: Ground
    site: Site or none
    city: flag
    road bridge: flag
"""
MAP = """map "A hill"
hexes {form}
legend
    s sand
    w water
marks
    b start blue
    L lair
grid
    s1    s2^4  w0L
      s1b   .     s1
"""
HEXES = """kinds Terrain: sand, water
kinds Side: red, blue
board of Hex from "hill.map", hexes
    terrain: Terrain
    start: Side or none
    lair: flag
"""


def game(rules: str, **files: str) -> Game:
    texts = {name.replace("_", "."): text for name, text in files.items()}
    reader, sink = dsl.MemoryReader({"game.rules": HEAD + rules + TURN, **texts}), dsl.Sink()
    found = dsl.load(Path("game.rules"), sink, options={}, reader=reader)
    assert found is not None, [one.message for one in sink.sorted()]
    return found


def drawn(rules: str, **files: str) -> Drawn:
    found = game(rules, **files)
    (table,) = (table for table in found.tables.values() if table.board)
    picture = draw(found, table, "board", lambda row: f"row-{row}")
    assert picture is not None
    again = draw(found, table, "board", lambda row: f"row-{row}")
    assert picture == again
    return picture


def tree(picture: Drawn) -> ElementTree.Element:
    return ElementTree.fromstring(picture.svg)


def legend(picture: Drawn) -> list[str]:
    return [words for _, words in picture.legend]


def spaces(picture: Drawn) -> list[str]:
    """What is said of each space, in order."""
    return [title.text or "" for title in tree(picture).findall(f"{SVG}a/{SVG}title")]


def test_a_board_of_roads_has_its_spaces_where_the_coordinates_say() -> None:
    picture = drawn(GRAPH, spaces_csv=SPACES, roads_csv=ROADS)
    assert spaces(picture) == [
        "Start: ground sand, site shop, city yes",
        "Middle: ground water, site inn",
        "End: ground sand",
    ]
    first, middle, end = (
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
        for circle in (link.findall(f"{SVG}circle")[0] for link in tree(picture).findall(f"{SVG}a"))
    )
    assert first[1] == middle[1] < end[1]
    assert first[0] < middle[0] == end[0]


def test_one_way_roads_have_an_arrow_and_flags_a_dash() -> None:
    picture = drawn(GRAPH, spaces_csv=SPACES, roads_csv=ROADS)
    assert len(tree(picture).findall(f"{SVG}polygon")) == 1
    dashed = [
        line for line in tree(picture).findall(f"{SVG}line") if "stroke-dasharray" in line.attrib
    ]
    assert len(dashed) == 1
    assert picture.said == "3 spaces, joined by 2 roads, 1 of them one way only."
    assert legend(picture) == [
        "ground: sand",
        "ground: water",
        "site: inn",
        "site: shop",
        "city",
        "road: bridge",
        "one way only",
    ]


def test_roads_have_the_colours_of_what_they_show() -> None:
    rules = "kinds Path: tan, dark_tan\n" + GRAPH + "    road path: Path\n"
    roads = "from,to,way,bridge,path\nStart,Middle,both,yes,tan\nMiddle,End,forward,no,dark_tan\n"
    picture = drawn(rules, spaces_csv=SPACES, roads_csv=roads)
    shown = [
        (group.findtext(f"{SVG}title"), group.findall(f"{SVG}line")[1].attrib["stroke"])
        for group in tree(picture).findall(f"{SVG}g")
    ]
    tan, dark = palette(("tan", "dark_tan"), ("tan", "dark tan"))
    assert shown == [("tan", tan), ("dark tan", dark)]
    assert tan != dark
    (head,) = tree(picture).findall(f"{SVG}polygon")
    assert head.attrib["fill"] == dark
    assert legend(picture)[-4:] == [
        "path: tan", "path: dark tan", "road: bridge", "one way only",
    ]  # fmt: skip
    same = drawn(rules, spaces_csv=SPACES, roads_csv=roads.replace("dark_tan", "tan"))
    assert not tree(same).findall(f"{SVG}g"), "roads that are all alike need no colour"


def test_a_long_board_of_roads_fits_a_page_and_stays_readable() -> None:
    names = [f"S{n}" for n in range(60)]
    roads = "".join(f"{one},{other},both\n" for one, other in itertools.pairwise(names))
    rules = 'board of Space from "spaces.csv", roads "roads.csv"\n    name: text\n'
    picture = drawn(
        rules, spaces_csv="\n".join(["name", *names]), roads_csv=f"from,to,way\n{roads}"
    )
    assert float(tree(picture).attrib["width"]) <= 1000
    circles = tree(picture).findall(f"{SVG}a/{SVG}circle")
    assert min(float(circle.attrib["r"]) for circle in circles) >= 6
    assert tree(picture).attrib["style"] == "min-width:680px", "on a phone it is scrolled"
    assert "data-wide" in tree(picture).attrib
    assert "data-wide" not in tree(drawn(GRAPH, spaces_csv=SPACES, roads_csv=ROADS)).attrib


def test_spaces_without_coordinates_are_spread_apart() -> None:
    plain = re.sub(r",\d+,\d+", "", SPACES).replace(",x,y", "")
    picture = drawn(GRAPH.replace("    x, y: 0..100\n", ""), spaces_csv=plain, roads_csv=ROADS)
    places = {
        (link.findall(f"{SVG}circle")[0].attrib["cx"], link.findall(f"{SVG}circle")[0].attrib["cy"])
        for link in tree(picture).findall(f"{SVG}a")
    }
    assert len(places) == 3


@pytest.mark.parametrize("count", [3, 5, 12, 16, 18, 20, 32, 40])
def test_a_circle_of_spaces_goes_around_a_rectangle(count: int) -> None:
    places = around(count)
    assert len(set(places)) == count
    steps = itertools.pairwise(places)
    assert all(abs(x - u) + abs(y - v) == 1 for (x, y), (u, v) in steps)


def test_a_net_with_a_loop_and_a_double_road_has_a_point_for_each_space() -> None:
    roads = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3), (3, 6), (6, 2), (7, 8), (8, 7)]
    points = spread(9, roads)
    assert len({(round(x, 3), round(y, 3)) for x, y in points}) == 9


def test_a_grid_has_letters_and_numbers_at_its_edges() -> None:
    picture = drawn("board of Cell, grid 4 by 3\n")
    words = [text.text for text in tree(picture).findall(f"{SVG}text")]
    assert words == ["a", "b", "c", "d", "1", "2", "3"]
    assert len(tree(picture).findall(f"{SVG}a/{SVG}rect")) == 12
    assert picture.said == "A grid of 4 by 3 squares; each is next to those beside it."


def test_a_ring_and_a_track() -> None:
    ring = drawn("board of Pit, ring of 12\n")
    assert len(spaces(ring)) == 12
    assert legend(ring) == ["forward"]
    track = drawn("board of Step, track of 25\n")
    assert len(spaces(track)) == 25
    assert len(tree(track).findall(f"{SVG}polygon")) == 2, "an arrow where a row turns"


@pytest.mark.parametrize("form", ["pointy, odd rows shifted", "flat, odd columns shifted"])
def test_a_map_of_hexes_shows_terrain_levels_obstacles_and_marks(form: str) -> None:
    picture = drawn(HEXES, hill_map=MAP.format(form=form))
    assert len(tree(picture).findall(f"{SVG}a/{SVG}polygon")) == 5
    words = [text.text for text in tree(picture).findall(f"{SVG}a/{SVG}text")]
    assert "▲4" in words
    assert {"0", "1", "2"} <= set(words)
    assert legend(picture) == [
        "terrain: sand",
        "terrain: water",
        "the level of the space",
        "an obstacle, and how high it is",
        "lair",
        "start: blue",
    ]
    assert picture.said == "A map of 5 hexes, at levels 0 to 2."


def test_a_picture_is_told_in_words_and_follows_the_colours_around_it() -> None:
    picture = drawn(GRAPH, spaces_csv=SPACES, roads_csv=ROADS)
    root = tree(picture)
    named = root.attrib["aria-labelledby"].split()
    assert [root.find(f"{SVG}title").attrib["id"], root.find(f"{SVG}desc").attrib["id"]] == named  # type: ignore[union-attr]
    assert root.attrib["stroke"] == "currentColor"
    fills = {node.attrib["fill"] for node in root.iter(f"{SVG}text")}
    assert fills == {"currentColor"}


def test_words_of_a_game_are_never_taken_for_tags() -> None:
    rough = SPACES.replace("Middle", "<b>&")
    picture = drawn(GRAPH, spaces_csv=rough, roads_csv=ROADS.replace("Middle", "<b>&"))
    assert any(told.startswith("<b>&:") for told in spaces(picture))


def test_colours_go_by_names_and_no_two_are_alike() -> None:
    names = ("red", "blue", "light_blue", "meadow", "one", "two", "grass")
    found = palette(names, names)
    assert found[:4] == ("#e53935", "#1e88e5", "#81d4fa", "#7cb342")
    assert len(set(found)) == len(found)


def test_long_names_are_wrapped_and_cut() -> None:
    assert wrapped("Pokémon Center of Pewter City", 60, 2, 10) == ["Pokémon", "Center of…"]
