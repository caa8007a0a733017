"""Pixel pictures and character grids: goals that come as they are drawn."""

from __future__ import annotations

import io
import sys
import warnings
import zlib

import pytest
from hypothesis import given, strategies as st
from memory import memory_below
from samples import ABSENT, check_refused, claiming_png, png_chunk
from strategies import examples, palette, pictures

from nonocsp import Colour, Picture, Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.core.model.colours import BLANK, STANDARD
from nonocsp.files.formats import dumps, guess, losses
from nonocsp.files.formats.format import TEXTS
from nonocsp.files.formats.images import raster
from nonocsp.people.opening import opened as parse

COLOURED = ("ppm", "xpm", "png")
RED, GREEN = (255, 0, 0), (0, 160, 0)


def image_bytes(rows, scale=1, format="PNG", mode="RGB", **how):
    """A picture of pixels as Pillow writes it."""
    from PIL import Image

    image = Image.new(mode, (len(rows[0]), len(rows)))
    image.putdata([pixel for row in rows for pixel in row])
    image = image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)
    out = io.BytesIO()
    image.save(out, format, **how)
    return out.getvalue()


@pytest.mark.parametrize("name", COLOURED)
@examples(50)
@given(data=st.data())
def test_coloured_pictures_come_back_with_all_colours(name, data):
    picture = data.draw(pictures(6, 6, 3))
    puzzle = Puzzle.from_picture(picture, palette(max(1, 3, *picture.cells)))
    content = dumps(puzzle, name)
    parsed = parse(content)
    assert parsed.format == name
    assert parsed.warnings == []
    again = parsed.puzzles[0]
    assert again == puzzle
    assert again.goals == puzzle.goals
    assert again.colours == puzzle.colours
    assert dumps(again, name) == content


@given(pictures(9, 20, 1))
def test_black_and_white_pictures_come_back(picture):
    puzzle = Puzzle.from_picture(picture)
    content = dumps([puzzle, puzzle], "pbm")
    parsed = parse(content)
    assert (parsed.format, parsed.warnings) == ("pbm", [])
    assert [again.goals for again in parsed.puzzles] == [puzzle.goals] * 2


@pytest.mark.parametrize("name", ["pbm", "ppm"])
def test_several_pictures_stand_in_a_file(name):
    several = [Puzzle.from_picture([row]) for row in ("#_#", "##")]
    assert parse(dumps(several, name)).puzzles == several


def test_pillow_reads_what_is_written_the_same_way():
    from PIL import Image

    puzzle = Puzzle.from_picture([[1, 2, 0], [0, 2, 1]])
    looks = [tuple(bytes.fromhex(colour.rgb[1:])) for colour in puzzle.colours]
    wanted = [looks[cell] for cell in puzzle.goals[0].cells]
    for name in ("ppm", "xpm", "png"):
        content = dumps(puzzle, name)
        data = content.encode() if isinstance(content, str) else content
        with Image.open(io.BytesIO(data)) as image:
            assert image.size == (3, 2)
            pixels = image.convert("RGB").tobytes()
        assert list(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)) == wanted
    with Image.open(io.BytesIO(dumps(Puzzle.from_picture(["##_#"] * 3), "pbm"))) as image:
        assert image.convert("1").tobytes() == b"\x20" * 3  # Pillow has 1 for white


@pytest.mark.parametrize("scale", [1, 2, 7])
@pytest.mark.parametrize("format", ["PNG", "GIF", "BMP", "PPM"])
def test_scaled_pictures_have_cells_of_so_many_pixels(scale, format):
    white, black = (255, 255, 255), (0, 0, 0)
    rows = [[white, RED, RED, black], [white, white, GREEN, black], [black, white, white, white]]
    parsed = parse(image_bytes(rows, scale, format))
    assert parsed.format == ("ppm" if format == "PPM" else "png")
    puzzle = parsed.puzzles[0]
    assert puzzle.goals == (Picture([[0, 1, 1, 2], [0, 0, 3, 2], [2, 0, 0, 0]]),)
    assert [colour.rgb for colour in puzzle.colours] == ["#ffffff", "#ff0000", "#000000", "#00a000"]
    warning = f"a cell was taken to be {scale} × {scale} pixels, as everything is a multiple"
    assert parsed.warnings == ([warning] if scale > 1 else [])


@pytest.mark.parametrize(
    ("name", "how"),
    [("webp", {"lossless": True}), ("avif", {"quality": 100, "subsampling": "4:4:4"})],
)
def test_webp_and_avif_are_pixel_pictures(name, how, monkeypatch):
    from PIL import Image

    if name in ABSENT:
        pytest.skip(f"this Pillow has no {name}")
    white, black = (255, 255, 255), (0, 0, 0)
    rows = [[white, RED, black], [black, white, GREEN]]
    parsed = parse(image_bytes(rows, 8, name.upper(), **how))
    assert (parsed.format, parsed.puzzles[0].goals) == (name, (Picture([[0, 1, 2], [2, 0, 3]]),))
    assert parsed.warnings == ["a cell was taken to be 8 × 8 pixels, as everything is a multiple"]
    puzzle = Puzzle.from_picture([[1, 2]], title='1 < "2"\n&', author="漢")
    again = parse(dumps(puzzle, name)).puzzles[0]
    assert (again, again.title, again.author) == (puzzle, puzzle.title, puzzle.author)
    monkeypatch.delitem(Image.SAVE, name.upper())
    with pytest.raises(FormatError, match="this Pillow has no"):
        dumps(puzzle, name)


def test_a_picture_of_one_colour_is_not_scaled():
    assert parse(image_bytes([[(0, 0, 0)] * 4] * 4)).puzzles[0].goals == (Picture(["####"] * 4),)


@given(pictures(5, 5, 2), st.integers(1, 4))
def test_the_size_of_a_cell_divides_every_block(picture, scale):
    rows = [bytes(cell for cell in row for _ in range(scale)) for row in picture.rows]
    width = scale * picture.shape[1]
    found = raster.cell_size(width, b"".join(row for row in rows for _ in range(scale)))
    if len(set(picture.cells)) > 1:
        assert found % scale == 0
    else:
        assert found == 1


@pytest.mark.parametrize(
    ("rows", "cells", "blank"),
    [
        ([[(250, 240, 230), (0, 0, 0)]], [[0, 1]], "#faf0e6"),  # the lightest
        ([[(255, 255, 0), (255, 255, 255)]], [[1, 0]], "#ffffff"),  # white
        ([[(10, 10, 10), (0, 0, 90)]], [[1, 2]], "#ffffff"),  # nothing is light
        ([[(255, 255, 255)]], [[0]], "#ffffff"),
    ],
)
def test_what_is_blank(rows, cells, blank):
    puzzle = parse(image_bytes(rows)).puzzles[0]
    assert puzzle.goals == (Picture(cells),)
    assert puzzle.colours[0].rgb == blank


def test_what_is_transparent_is_blank():
    rows = [[(9, 9, 9, 0), (255, 255, 255, 255), (0, 0, 0, 255), (0, 0, 0, 128)]]
    puzzle = parse(image_bytes(rows, mode="RGBA")).puzzles[0]
    assert puzzle.goals == (Picture([[0, 1, 2, 3]]),)
    assert [c.rgb for c in puzzle.colours] == ["#ffffff", "#ffffff", "#000000", "#7f7f7f"]


def test_texts_travel_in_a_png():
    about = {text: f"{text} ☐\nü" for text in TEXTS}
    puzzle = Puzzle.from_picture(["#_"], **about)
    again = parse(dumps(puzzle, "png")).puzzles[0]
    assert {text: getattr(again, text) for text in TEXTS} == about
    assert not losses(puzzle, "png")


TEXTS_OF_A_LINE = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1
)


@st.composite
def described(draw):
    """A picture whose colours all occur, with odd names and looks, and with texts."""
    drawn = draw(pictures(5, 6, 4))
    used = [*dict.fromkeys(cell for cell in drawn.cells if cell)]
    cells = [[used.index(cell) + 1 if cell else 0 for cell in row] for row in drawn.rows]
    signs = draw(st.permutations(["#", "k", "r", "R", "z", "7", "*", "é", "☺"]))
    names = draw(st.permutations(["black", "red", "Red", "a b", "#d1242f", "gold", "x #000000"]))
    looks = st.sampled_from(["#000000", "#d1242f", "#ffd700", "#123456"])
    colours = [Colour(n, draw(looks), c) for n, c, _ in zip(names, signs, used, strict=False)]
    blank = draw(st.sampled_from([None, Colour("paper", "#eeeedd", "_")]))
    about = {text: draw(st.none() | TEXTS_OF_A_LINE) for text in TEXTS}
    puzzle = Puzzle.from_picture(Picture(cells), colours or None, blank=blank or BLANK)
    return puzzle.replace(**{key: " ".join(each.split()) for key, each in about.items() if each})


@given(st.lists(described(), min_size=1, max_size=3))
def test_drawings_carry_texts_and_looks(several):
    again = parse(dumps(several, "picture"), "picture").puzzles
    assert len(again) == len(several)
    for one, other in zip(again, several, strict=True):
        assert [getattr(one, text) or None for text in TEXTS] == [
            getattr(other, text) or None for text in TEXTS
        ]
        looks = [
            [[(p.colours[cell].name, p.colours[cell].rgb) for cell in row] for row in p.goals[0]]
            for p in (one, other)
        ]
        assert looks[0] == looks[1]
        assert (one.colours[0].name, one.colours[0].rgb) == (
            other.colours[0].name,
            other.colours[0].rgb,
        )


def test_lines_above_a_drawing_are_about_it():
    text = "title: A: b\nLicense: CC0\n\nk = coal #111111\nk.\n\ntitle: C\n.k\n\nk = red\nkk\n"
    parsed = parse(text, name="x.txt")
    assert (parsed.format, parsed.warnings) == ("picture", [])
    first, second, third = parsed.puzzles
    assert (first.title, first.licence, second.title, third.title) == ("A: b", "CC0", "C", None)
    names = [puzzle.colours[1].name for puzzle in parsed.puzzles]
    assert names == ["coal", "coal", "red"]
    emoji = parse("title: cat\n⬜🟥\n🟥⬛\n").puzzles[0]
    assert (emoji.title, [*emoji.goals[0].rows[1]]) == ("cat", [1, 2])
    assert parse("Title: X\nRows: 1 1, 1\nColumns: 1, 1, 1\n").puzzles[0].title == "X"


def test_plain_netpbm_of_all_kinds():
    white_black = (Picture([[0, 1], [1, 0]]),)
    for content in (
        b"P1 2 2 0110",
        b"P1\n# a note\n2 # wide\n2\n0 1\n1 0 # end\n",
        b"P2 2 2 100  100 0 0 100",
        b"P3 2 2 1  1 1 1 0 0 0  0 0 0 1 1 1",
        b"P4 2 2\n\x40\x80",
        b"P5 2 2 255\n\xff\0\0\xff",
        b"P5 2 2 65535\n\xff\xff\0\0\0\0\xff\xff",
        b"P6 2 2 3\n\3\3\3\0\0\0\0\0\0\3\3\3",
    ):
        parsed = parse(content)
        assert parsed.format == ("pbm" if content[1] in b"14" else "ppm"), content
        assert parsed.puzzles[0].goals == white_black, content
        assert parsed.puzzles[0].colours == Puzzle([[1]], [[1]]).colours
    assert parse("P1 2 2 0110").puzzles[0].goals == white_black  # as text, too


def test_levels_of_grey_are_colours():
    puzzle = parse(b"P2 3 1 255 255 128 0").puzzles[0]
    assert [c.rgb for c in puzzle.colours] == ["#ffffff", "#808080", "#000000"]
    # Of two bytes the first counts 256 times as much.
    puzzle = parse(b"P5 3 1 65535 \xff\xff\x80\0\0\xff").puzzles[0]
    assert [c.rgb for c in puzzle.colours] == ["#ffffff", "#808080", "#010101"]


XPM = (
    """/* XPM */
static char *x[] = {
/* width height colours characters */
"16 8 3 2",
"   c None s background",
".. m black c Dark Slate Gray",
"xx\tc #FFFF00000000",
/* pixels */
"""
    + ",\n".join(['"' + "  " * 4 + ".." * 4 + "xx" * 8 + '"'] * 8)
    + "\n};\n"
)


def test_xpm_with_names_and_scaled_cells():
    parsed = parse(XPM)
    assert parsed.format == "xpm"
    assert parsed.puzzles[0].goals == (Picture([[0, 1, 2, 2]] * 2),)
    assert [c.rgb for c in parsed.puzzles[0].colours] == ["#ffffff", "#2f4f4f", "#ff0000"]
    assert parsed.warnings == ["a cell was taken to be 4 × 4 pixels, as everything is a multiple"]


def test_xpm_of_many_colours_has_two_characters_a_pixel():
    colours = [Colour(f"c{n}", f"#{n:06x}", chr(0x100 + n)) for n in range(200)]
    puzzle = Puzzle.from_picture(Picture([range(1, 201)]), colours)
    again = parse(dumps(puzzle, "xpm")).puzzles[0]
    assert (again.goals, again.colours) == (puzzle.goals, puzzle.colours)


@pytest.mark.parametrize("name", COLOURED)
def test_colours_that_look_the_same_are_refused(name):
    colours = [Colour("a", "#ff0000", "a"), Colour("b", "#ff0000", "b")]
    puzzle = Puzzle.from_picture(Picture([[1, 2]]), colours)
    with pytest.raises(FormatError, match="in pixels the colours 'a' and 'b' look the same"):
        dumps(puzzle, name)


@pytest.mark.parametrize(
    "comment",
    [
        "nonocsp: a #ffffff x\nnonocsp: a #000000 y",  # one character twice
        "nonocsp: a #ffffff x\nnonocsp: b #000000  ",  # no name
        "nonocsp: \u200b #ffffff x\nnonocsp: b #000000 y",  # a character that cannot be seen
        "nonocsp: a #ffffff x\nnonocsp: b #123456 y",  # not the colours of the picture
        "nonocsp: a #ffffff x",
    ],
)
def test_a_comment_that_does_not_fit_is_passed_over(comment):
    lines = "".join(f"# {line}\n" for line in comment.split("\n"))
    puzzle = parse(f"P3\n{lines}2 1 1  1 1 1 0 0 0".encode()).puzzles[0]
    assert puzzle.colours == Puzzle([[1]], [[1]]).colours


def test_photographs_are_refused_with_a_sentence():
    many = [[(x, y, 0) for x in range(20)] for y in range(20)]
    for format in ("PNG", "BMP", "PPM"):
        with pytest.raises(
            FormatError, match=r"more than 256 colours: this looks like a photograph"
        ):
            parse(image_bytes(many, format=format))
    wide = b"P4 1500 1500\n" + b"\x55\xaa" * (188 * 750)
    with pytest.raises(FormatError, match=r"1500 × 1500 cells: .* `nonocsp generate --image`"):
        parse(wide)


@pytest.mark.parametrize(
    "content",
    [
        claiming_png(100_000, 100_000, zlib.compress(bytes(10_000_000))),
        claiming_png(2**31 - 1, 2**31 - 1, b""),
        b"P6 999999999 999999999 255\n",
        b"P1 999999999 1\n" + b"1" * 1000,
        b"P4 4000 4000\n",
        b"GIF89a\xff\xff\xff\xff\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;",
        b'/* XPM */ "999999 999999 1 1", "a c red", "a"',
    ],
    ids=["png", "png-largest", "ppm", "pbm", "pbm-raw", "gif", "xpm"],
)
def test_bombs_are_refused_before_they_are_unpacked(content):
    with (
        memory_below(5 * len(content) + 2_000_000),
        pytest.raises(FormatError, match="at most 8388608 pixels"),
        warnings.catch_warnings(record=True) as caught,
    ):
        parse(content)
    assert not caught  # Pillow has one of its own


@pytest.mark.parametrize("names", [["q", "red"], ["q", "purple"], [*"abcdeq", "purple"], "QqPp"])
@pytest.mark.parametrize("name", COLOURED)
def test_colours_of_unknown_names_have_a_look_of_their_own(name, names):
    puzzle = Puzzle.from_picture([[*range(len(names) + 1)]], [*names])
    assert parse(dumps(puzzle, name)).puzzles == [puzzle]
    assert len({colour.rgb for colour in puzzle.colours}) == len(names) + 1


def test_every_number_of_a_colour_gives_another_look():
    puzzle = Puzzle([[]], [[]], [*STANDARD, *(f"colour {number}" for number in range(200))])
    assert len({colour.rgb for colour in puzzle.colours}) == len(puzzle.colours)


def test_a_small_picture_with_too_much_data_behind_it_is_read_in_bounded_memory():
    text = b"nonocsp\0\0" + zlib.compress(b" " * 50_000_000)
    small = dumps(Puzzle.from_picture(["#_"]), "png")
    content = small[:33] + png_chunk(b"zTXt", text) + small[33:]
    with pytest.raises(FormatError, match=r"^the image is damaged: [^;]+$"):
        parse(content)


SAMPLES = {
    "png": dumps(Puzzle.from_picture([[1, 2], [0, 2]], title="T"), "png"),
    "gif": image_bytes([[RED, GREEN]], format="GIF"),
    "bmp": image_bytes([[RED, GREEN]], format="BMP"),
    "pbm": dumps(Puzzle.from_picture(["#_#"]), "pbm"),
    "p3": b"P3\n# x\n2 1\n255\n255 255 255 0 0 0\n",
    "ppm": dumps(Puzzle.from_picture([[1, 2], [0, 2]]), "ppm"),
    "xpm": dumps(Puzzle.from_picture([[1, 2], [0, 2]]), "xpm").encode(),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_truncated_at_every_byte_it_is_read_or_refused(name):
    whole = SAMPLES[name]
    assert parse(whole).puzzles
    for end in range(len(whole)):
        try:
            parse(whole[:end])
        except FormatError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("name", SAMPLES)
@examples(25)
@given(data=st.data())
def test_changed_bytes_are_read_or_refused(name, data):
    content = bytearray(SAMPLES[name])
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        parse(bytes(content))
    except FormatError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("content", "name", "expected"),
    [
        (b"P7 1 1", "pbm", "expected first"),
        (b"P1 1 1 1", "ppm", "expected first"),
        (b"P1 2", "pbm", "height"),
        (b"P1 0 2 ", "pbm", "0 2 picture"),
        (b"P1 2 2 012", "pbm", "0 1 pixel"),
        (b"P1 2 2 01\n1", "pbm", "4 3 pixels"),
        (b"P1\n2 2\n01\n1x", "pbm", "line 4: x pixels"),
        (b"P2 1 1 0 0", "ppm", "1 65535 0 value"),
        (b"P2 1 1 9 10", "ppm", "10 1 0 9 pixels"),
        (b"P2 1 1 9 1 1", "ppm", "1 0 9 pixels"),
        (b"P2 2 1 9 1", "ppm", "2 1 pixels"),
        (b"P6 1 1 255 ab", "ppm", "3 2 pixels"),
        (b"P6 1 1 255", "ppm", "expected blank"),
        (b"P6 1 1 255 abcd", "ppm", "picture"),
        (XPM.replace("16 8", "16"), "xpm", "line 4: '16 3 2' width height"),
        (XPM.replace("16 8", "17 8"), "xpm", "line 9: 8 34 32 rows"),
        (XPM.replace("16 8", "16 9"), "xpm", "line 16: 9 32 rows"),
        (XPM.replace("3 2", "3 9"), "xpm", "line 4: 1 8 9 characters"),
        (XPM.replace("Dark Slate", "Mauve"), "xpm", "line 6: ' m black c Mauve Gray' colour"),
        (XPM.replace("xxxx", "xxyy", 1), "xpm", "line 9: yy colour characters"),
        (XPM.replace('"\n};', "\n};"), "xpm", "line 16: expected behind"),
        (
            XPM.replace("characters */", "c"),
            "xpm",
            "line 9: '        ........xxxxxxxxxxxxxxxx' width height",
        ),
        (b"\x89PNG\r\n\x1a\nxxxxxxxx", "png", "image damaged"),
        ("⬛⬜\n⬜", "loose", "line 2: 2 1 cells"),
        ("⬛ " * 5000 + "\n⬛" * 5000, "loose", "line 1: 1048576 5001 9999 picture"),
        # A palette above a drawing.
        ("k = mauv\nkk.\n.kk\n", "picture", "line 1: colour mauv"),
        (". = red\nkk.\n.kk\n", "picture", "line 1: letter red"),
        ("k = red\nr = red\nkr.\n.kk\n", "picture", "line 2: 'of its own' red"),
        ("k = red\nk = blue\nkr.\n.kk\n", "picture", "line 2: 'of its own' k"),
        ("k = red\n", "picture", "line 1: lines"),
        ("title: a\ntitle: b\n#.\n", "picture", "line 2: one title"),
        ("#.\n\ntitle: b\n", "picture", "line 3: picture below"),
        ("..kk..\n.koook\nkooook.\n", "picture", "line 3: 6 7 first"),
    ],
)
def test_faults_of_pictures_are_reported(content, name, expected):
    check_refused(content, name, expected)


def test_of_several_pictures_in_a_gif_the_first_is_read():
    from PIL import Image

    frames = [Image.new("P", (2, 1), colour) for colour in (0, 1)]
    for frame in frames:
        frame.putpalette([255, 255, 255, 0, 0, 0])
    frames[0].putpixel((0, 0), 1)
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    parsed = parse(out.getvalue())
    assert parsed.puzzles[0].goals == (Picture(["#_"]),)
    assert parsed.warnings == ["of several pictures the first was read"]


def test_without_pillow_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    for ask in (lambda: parse(SAMPLES["png"]), lambda: dumps(Puzzle.from_picture(["#"]), "png")):
        with pytest.raises(
            FormatError, match=r"pictures need Pillow: python -m pip install .*pillow"
        ):
            ask()


@pytest.mark.parametrize(
    ("text", "rows", "names"),
    [
        ("⬜🟥🟥\n🟥⬜⬛\n", [[0, 1, 1], [1, 0, 2]], ["red", "black"]),
        ("⬛️⬜️\n⬜️⬛️", [[1, 0], [0, 1]], ["black"]),
        ("■·\n·■", [[1, 0], [0, 1]], ["black"]),
        ("■□\n□■", [[1, 0], [0, 1]], ["black"]),
        ("■x\nx■", [[1, 0], [0, 1]], ["black"]),
        ("█ █\n█\n", [[1, 0, 1], [1, 0, 0]], ["black"]),
        ("🟦r🟥\n🟦🟦g", [[0, 1, 2], [0, 0, 3]], ["red", "colour 2", "green"]),
    ],
)
def test_character_grids_are_read(text, rows, names):
    parsed = parse(text)
    assert guess(text).format.name == parsed.format == "loose"
    puzzle = parsed.puzzles[0]
    assert puzzle.goals == (Picture(rows),)
    assert [colour.name for colour in puzzle.colours[1:]] == names


def test_k_is_black_as_in_print_and_pink_is_another_letter():
    (puzzle,) = parse("kk.\n.ri\n").puzzles
    assert [colour.name for colour in puzzle.colours[1:]] == ["black", "red", "pink"]
    assert len({colour.char for colour in STANDARD.values()}) == len(STANDARD)


@given(pictures(5, 5, 3), st.permutations(["k = navy", "# = #112233", "z = Sienna"]))
def test_lines_above_a_drawing_name_its_letters(picture, lines):
    drawn = "\n".join("".join(".k#z"[cell] for cell in row) for row in picture.rows)
    parsed = parse("\n".join(lines) + f"\n\n{drawn}\n\n{drawn}\n", "picture")
    looks = {"k": ("navy", "#0a2a66"), "#": ("#112233", "#112233"), "z": ("Sienna", "#a0522d")}
    for puzzle in parsed.puzzles:
        assert puzzle.goals[0].text(puzzle.colours).replace("_", ".") == drawn
        used = {c.char: (c.name, c.rgb) for c in puzzle.colours[1:]}
        assert not any(picture.cells) or used == {c: looks[c] for c in looks if c in drawn}
    assert len(parsed.puzzles) == 2
    assert parsed.letters == ""


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        (".rr\nr.r\n", "r = red"),
        ("kq.\n.rr\n", "k = black, q = a colour, r = red"),
        ("k = navy\nkq.\n.rr\n", "q = a colour, r = red"),
        ("#.\n.#\n", ""),
        ("1,2\nR,1\n\nR,1\n", ""),
        ("1,2\nR,1,K,1\nR,1\nK,1\n", "R = red, K = black"),
        ("rows: 1 red\ncolumns: 1 red\n", ""),
        ("rows: 1r, 1b\ncolumns: 1r 1b, 0\n", ""),
        (dumps(Puzzle.from_picture([[1, 2]]), "json"), ""),
    ],
)
def test_letters_whose_colours_were_guessed_are_told(text, letters):
    assert parse(text).letters == letters


def test_a_colour_of_a_palette_that_is_not_drawn_is_said():
    parsed = parse("k = black\nz = red\n\nkk_\n_k_\n")
    assert parsed.puzzles == [Puzzle.from_picture(Picture([[1, 1, 0], [0, 1, 0]]))]
    assert parsed.warnings == ["line 2: 'z' is not in the drawing"]
