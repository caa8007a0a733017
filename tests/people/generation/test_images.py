from __future__ import annotations

import io
import sys
import zlib

import pytest
from hypothesis import given, strategies as st
from PIL import Image, ImageDraw, ImageFilter, features
from samples import claiming_png

import nonocsp as nc
from nonocsp.core.base.errors import FormatError, OptionError
from nonocsp.core.kernel.interface import propagated
from nonocsp.files.render import png
from nonocsp.people.generation import filters, from_image
from nonocsp.people.generation.colour_quantisation import distance, oklab, reduced
from nonocsp.people.generation.pixelation import Tracing, despeckled, traced


def scene():
    """A red house with a yellow window on green grass before a light sky, 200 by 160 pixels."""
    image = Image.new("RGB", (200, 160), "#e8f2ff")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 120, 200, 160), "#2c8a3a")
    draw.rectangle((60, 60, 140, 140), "#c02020")
    draw.polygon([(50, 60), (150, 60), (100, 20)], "#202020")
    draw.rectangle((90, 80, 110, 100), "#ffd83a")
    return image


def saved(tmp_path, image, name="image.png", **keywords):
    path = tmp_path / name
    image.save(path, **keywords)
    return path


def nearest_colour(picture, cell, wanted):
    look = picture.colours[picture[cell]].rgb
    channels = (int(look[1:3], 16), int(look[3:5], 16), int(look[5:7], 16))
    return distance(oklab(channels), oklab(wanted)) < 10_000


def test_a_drawing_becomes_a_unique_coloured_puzzle(tmp_path):
    made = from_image(saved(tmp_path, scene()), columns=20, colours=4)
    assert made.picture.shape == (16, 20)
    assert len(made.picture.colours) == 5
    for cell, wanted in {
        (0, 0): (232, 242, 255),
        (15, 0): (44, 138, 58),
        (12, 7): (192, 32, 32),
        (4, 10): (32, 32, 32),
        (9, 9): (255, 216, 58),
    }.items():
        assert nearest_colour(made.picture, cell, wanted), cell
    assert made.picture[0, 0] == 0  # the sky is the commonest light colour
    assert [colour.name for colour in made.picture.colours[1:]].count("red") == 1
    assert nc.is_unique(made.puzzle)
    assert made.puzzle.colours == made.picture.colours
    assert made.repair.is_fewest
    assert len(made.repair.flipped) == len(made.picture.differences(made.repair.after))


def test_black_and_white_keeps_dark_on_light(tmp_path):
    made = from_image(saved(tmp_path, scene()), rows=16, goal="lines")
    picture = made.picture
    assert picture.shape == (16, 20)
    assert (picture[4, 10], picture[0, 0], picture[12, 7]) == (1, 0, 1)
    assert propagated(made.puzzle).is_decided


@pytest.mark.parametrize(
    ("kind", "keywords"),
    [
        *(("PNG", {}), ("JPEG", {"quality": 95}), ("GIF", {})),
        *(("WEBP", {"lossless": True}), ("AVIF", {"quality": 100})),
    ],
)
def test_every_format_gives_about_the_same(tmp_path, kind, keywords):
    if kind in ("WEBP", "AVIF") and not features.check(kind.lower()):
        pytest.skip(f"this Pillow has no {kind}")
    path = saved(tmp_path, scene(), "scene.picture", format=kind, **keywords)
    picture = from_image(path, columns=20, colours=4, goal=None).picture
    same = from_image(scene(), columns=20, colours=4, goal=None).picture

    def looks(picture):
        return [picture.colours[cell].rgb for cell in picture.cells]

    apart = [
        distance(oklab(tuple(bytes.fromhex(a[1:]))), oklab(tuple(bytes.fromhex(b[1:]))))
        for a, b in zip(looks(picture), looks(same), strict=True)
    ]
    assert sum(each > 2000 for each in apart) <= 6


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "L", "1", "CMYK", "I;16", "I", "F", "RGB"])
def test_every_mode_is_read(mode):
    image = Image.new("L", (20, 10), 255)
    image.paste(0, (0, 0, 10, 10))
    if mode.startswith("I"):
        image = image.convert("I").point(lambda value: value * 257)
        image = image if mode == "I" else image.convert("I;16")
    else:
        image = image.convert(mode)
    picture = from_image(image, columns=4, goal=None).picture
    assert picture == nc.Picture(["##__"] * 2)


def test_transparent_is_white_and_dark_under_it_does_not_count(tmp_path):
    image = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    ImageDraw.Draw(image).rectangle((0, 0, 9, 19), (0, 0, 0, 255))
    assert from_image(saved(tmp_path, image), rows=2).picture == nc.Picture(["#_", "#_"])
    spots = image.convert("RGB").quantize(2)
    spots.info["transparency"] = spots.getpixel((0, 0))
    path = saved(tmp_path, spots, "spots.gif", transparency=spots.getpixel((0, 0)))
    assert set(from_image(path, rows=2).picture.cells) == {0}


def test_a_photograph_is_turned_upright(tmp_path):
    image = Image.new("RGB", (40, 20), "white")
    ImageDraw.Draw(image).rectangle((0, 0, 19, 19), "black")
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held on its side
    path = saved(tmp_path, image, "turned.jpg", exif=exif, quality=95)
    assert from_image(path, columns=2).picture == nc.Picture(["##", "##", "__", "__"])


def test_a_part_is_cut_out():
    part = from_image(scene(), crop=(60, 60, 140, 140), columns=8, colours=2, goal=None)
    assert part.image.size == (80, 80)
    assert part.picture.shape == (8, 8)
    with pytest.raises(FormatError, match="crop is not in 200 x 160 pixels: 0,0,201,10"):
        from_image(scene(), crop=(0, 0, 201, 10))


def test_a_part_of_a_large_jpeg_is_where_it_is_in_all_of_it(tmp_path):
    image = Image.new("L", (1600, 1600), "white")
    ImageDraw.Draw(image).rectangle((800, 800, 999, 1199), "black")
    path = saved(tmp_path, image, "large.jpg", quality=95)
    part = from_image(path, crop=(800, 800, 1200, 1200), columns=4, goal=None)
    assert part.picture == nc.Picture(["##__"] * 4)


def test_sizes_follow_the_shape():
    tall, wide = Image.new("L", (10, 30)), Image.new("L", (4000, 1))
    assert from_image(tall, goal=None).picture.shape == (40, 13)
    assert from_image(tall, size=9, goal=None).picture.shape == (9, 3)
    assert from_image(tall, columns=4, goal=None).picture.shape == (12, 4)
    assert from_image(tall, rows=2, columns=7, goal=None).picture.shape == (2, 7)
    assert from_image(wide, size=100, goal=None).picture.shape == (1, 100)


def test_an_image_of_few_colours_has_no_more():
    made = from_image(Image.new("RGB", (9, 9), "#123456"), size=3, colours=5)
    assert len(made.picture.colours) == 1
    assert set(made.picture.cells) == {0}
    assert made.puzzle.colours[0] == made.picture.colours[0]


def test_specks_are_taken_away():
    speckled = nc.Picture(["______", "_##_#_", "_##___", "_____#"])
    assert despeckled(speckled, 1) == speckled
    assert despeckled(speckled, 2) == nc.Picture(["______", "_##___", "_##___", "______"])
    assert set(despeckled(speckled, 5).cells) == {0}
    assert despeckled(nc.Picture(["#"]), 9) == nc.Picture(["#"])


def test_palettes_keep_what_is_rare_and_different():
    histogram = {(value, value, value): 900 for value in range(0, 256, 8)} | {(220, 30, 30): 40}
    palette = reduced(histogram, 4)
    assert len(palette) == 4
    assert sum(distance(oklab(colour), oklab((220, 30, 30))) < 5000 for colour in palette) == 1
    assert reduced({(1, 2, 3): 5}, 3) == [(1, 2, 3)]


def test_distances_are_those_of_the_eye():
    red, dark_red, green = oklab((200, 30, 30)), oklab((150, 20, 20)), oklab((30, 150, 30))
    assert distance(red, dark_red) < distance(red, green)
    assert distance(oklab((0, 0, 0)), oklab((8, 8, 8))) < distance(
        oklab((60, 0, 0)), oklab((0, 60, 0))
    )
    assert oklab((0, 0, 0)) == (0, 0, 0)


def bomb(width, height):
    """A PNG of a few bytes that claims to be of any size."""
    return claiming_png(width, height, zlib.compress(bytes(1000)))


def broken_files():
    whole = io.BytesIO()
    scene().save(whole, "PNG")
    jpeg = io.BytesIO()
    scene().save(jpeg, "JPEG")
    tiff = io.BytesIO()
    scene().save(tiff, "TIFF")
    return {
        "empty": (b"", "expected an image: PNG, JPEG, GIF, WebP or AVIF"),
        "text": (b"5 5\n1\n", "expected an image: PNG, JPEG, GIF, WebP or AVIF"),
        "heic": (b"\0\0\0\x18ftypheic\0\0\0\0", "takes one saved as JPEG"),
        "tiff": (tiff.getvalue(), "expected an image: PNG, JPEG, GIF, WebP or AVIF"),
        "cut-png": (whole.getvalue()[:300], "the image is damaged"),
        "cut-jpeg": (jpeg.getvalue()[:700], "the image is damaged"),
        "cut-gif": (b"GIF89a\xff\xff\xff\xff\0\0\0,", None),
        "short": (bomb(300, 300), "the image is damaged"),
        "bomb": (bomb(60_000, 60_000), "expected an image of at most 33554432 pixels"),
        "large": (bomb(8_000, 8_000), "at most 33554432 pixels, not 8000 × 8000"),
    }


@pytest.mark.parametrize("name", broken_files())
def test_broken_images_and_bombs_are_refused_in_one_line(tmp_path, name):
    content, message = broken_files()[name]
    path = tmp_path / "image.png"
    path.write_bytes(content)
    with pytest.raises(FormatError) as refused:
        from_image(path)
    assert (message or "") in str(refused.value)
    assert str(refused.value).startswith(str(path))
    assert "\n" not in str(refused.value)


def test_what_is_no_image_file_is_refused(tmp_path):
    with pytest.raises(FormatError, match="cannot be opened: No such file"):
        from_image(tmp_path / "missing.png")
    with pytest.raises(FormatError, match="cannot be opened: Is a directory"):
        from_image(tmp_path)
    with pytest.raises(OptionError, match="source must be a text, a path or an Image, not 5"):
        from_image(5)


@pytest.mark.parametrize("keywords", [{"columns": 1001}, {"size": 5, "rows": 5}, {"colours": 256}])
def test_misuse_is_refused(keywords):
    with pytest.raises(OptionError):
        from_image(scene(), **keywords)


def test_previews_show_before_and_after():
    made = from_image(scene(), columns=20, colours=4)
    sheet = Image.open(io.BytesIO(made.preview()))
    assert sheet.format == "PNG"
    assert sheet.size[0] > 2.5 * sheet.size[1]
    plain = Image.open(io.BytesIO(from_image(scene(), columns=20, goal=None).preview()))
    assert plain.size[0] < sheet.size[0]


def test_previews_mark_the_cells_that_changed():
    checks = Image.new("L", (40, 40), 255)
    for row in range(4):
        checks.paste(0, (10 * row, 10 * row, 10 * row + 10, 10 * row + 10))
    made = from_image(checks, size=4)
    assert made.repair.flipped
    drawn = Image.open(io.BytesIO(made.preview())).convert("RGB")
    width = drawn.width // 3
    last = Image.open(io.BytesIO(png(made.repair.after, concluded=made.repair.flipped, cell=16)))
    assert drawn.crop((2 * width, 0, 3 * width, drawn.height)).tobytes() == last.tobytes()
    traced = Image.open(io.BytesIO(png(made.picture, cell=16)))
    assert drawn.crop((width, 0, 2 * width, drawn.height)).tobytes() == traced.tobytes()


def test_the_same_image_gives_the_same_puzzle():
    first, second = (from_image(scene(), size=24, colours=3) for _ in range(2))
    assert first.puzzle == second.puzzle
    assert first.picture.colours == second.picture.colours


def test_without_pillow_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(nc.NonocspError, match=r"python -m pip install .*pillow"):
        from_image("image.png")


def test_limits_leave_what_was_traced():
    checks = Image.new("L", (80, 80), 255)
    for row in range(8):
        checks.paste(0, (10 * row, 10 * row, 10 * row + 10, 10 * row + 10))
    stopped = from_image(checks, size=8, limits=nc.Limits(nodes=1))
    assert stopped.puzzle is None
    assert stopped.repair.stopped_by == "nodes"
    assert sum(stopped.picture.cells) == 8


def plain(image, columns, rows):
    """The samples of an image for a picture of that size."""
    return image.convert("RGB").resize((columns * 4, rows * 4), Image.Resampling.BOX).tobytes()


def test_samples_are_traced_without_pillow(monkeypatch):
    samples = plain(scene(), 20, 16)
    for name in list(sys.modules):
        if name == "PIL" or name.startswith("PIL."):
            monkeypatch.setitem(sys.modules, name, None)
    picture = traced(samples, 20, Tracing(colours=4))
    assert picture.shape == (16, 20)
    assert nearest_colour(picture, (12, 7), (192, 32, 32))
    assert traced(samples, 20, Tracing()).shape == (16, 20)


def test_a_threshold_makes_it_darker_or_lighter():
    ramp = Image.linear_gradient("L").resize((80, 80))
    black = [
        sum(traced(plain(ramp, 20, 20), 20, Tracing(threshold=at)).cells) for at in (-60, 0, 60)
    ]
    assert black == sorted(set(black))
    alone = traced(plain(ramp, 20, 20), 20, Tracing(detail=0))
    # Without details it is one threshold for all: dark rows, then light ones.
    assert list(alone.cells) == sorted(alone.cells, reverse=True)


def test_contrast_parts_similar_colours():
    image = Image.new("RGB", (80, 40), (120, 130, 120))
    image.paste((136, 124, 136), (40, 0, 80, 40))
    dull, strong = (
        traced(plain(image, 20, 10), 20, Tracing(colours=2, contrast=percent))
        for percent in (0, 300)
    )
    assert len(dull.colours) == 1
    assert strong.cells.count(0) == 100


@pytest.mark.parametrize(
    "keywords",
    [{"threshold": 200}, {"detail": 101}, {"contrast": -1}, {"despeckle": 0}, {"colours": 0}],
    ids=str,
)
def test_impossible_tracing_is_refused(keywords):
    with pytest.raises(OptionError):
        Tracing(**keywords)


@pytest.mark.parametrize(("samples", "columns"), [(b"", 1), (bytes(47), 1), (bytes(48), 0)])
def test_samples_fill_whole_cells(samples, columns):
    with pytest.raises(OptionError, match="expected 4 x 4 samples of 3 bytes for each cell"):
        traced(samples, columns, Tracing())


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 3), st.randoms(use_true_random=False))
def test_filters_are_those_of_pillow(width, height, radius, random):
    pixels = bytes(random.randrange(256) for _ in range(width * height))
    image = Image.frombytes("L", (width, height), pixels)
    assert filters.median(pixels, width) == image.filter(ImageFilter.MedianFilter(3)).tobytes()
    pairs = zip(
        filters.blurred(pixels, width, radius),
        image.filter(ImageFilter.BoxBlur(radius)).tobytes(),
        strict=True,
    )
    assert all(abs(ours - theirs) <= 1 for ours, theirs in pairs)
    large = image.resize((3 * width, 3 * height), Image.Resampling.NEAREST)
    assert filters.reduced_in_size(large.tobytes(), 3 * width, 3) == pixels
