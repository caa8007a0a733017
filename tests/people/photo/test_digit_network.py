"""The network that reads a number, on crops drawn with Pillow's own typeface."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from nonocsp.core.kernel import interface

Image = pytest.importorskip("PIL.Image")
ImageDraw = pytest.importorskip("PIL.ImageDraw")
ImageFont = pytest.importorskip("PIL.ImageFont")

WEIGHTS = (Path(interface.__file__).parents[2] / "people" / "photo" / "digits.bin").read_bytes()
NOTHING, ZERO = 0, 100  #: places among the costs; the others are those of 1 to 99


def crop(text: str, size: int) -> bytes:
    """The text in a crop of 24 x 32, its ink 24 high and at most 22 wide."""
    picture = Image.new("L", (6 * size, 3 * size))
    ImageDraw.Draw(picture).text((size, size), text, font=ImageFont.load_default(size), fill=255)
    ink = picture.crop(picture.getbbox())
    ink = ink.resize((min(22, max(1, round(ink.width * 24 / ink.height))), 24))
    result = Image.new("L", (24, 32))
    result.paste(ink, ((24 - ink.width) // 2, 4))
    return result.tobytes()


def costs(*crops: bytes) -> list[list[float]]:
    read = array("f", interface.compiled.read_crops(WEIGHTS, b"".join(crops)))
    assert len(read) == 101 * len(crops)
    return [read[at : at + 101].tolist() for at in range(0, len(read), 101)]


def cheapest(each: list[float]) -> int:
    return min(range(101), key=each.__getitem__)


@pytest.mark.parametrize("size", [14, 20, 40])
def test_numbers_are_read(size: int) -> None:
    read = costs(*(crop(str(number), size) for number in range(1, 100)))
    wrong = {n: cheapest(each) for n, each in enumerate(read, 1) if cheapest(each) != n}
    assert len(wrong) <= (5 if size < 20 else 1), wrong


def test_the_lone_zero_is_told_from_nothing() -> None:
    assert [cheapest(each) for each in costs(crop("0", 30), bytes(24 * 32))] == [ZERO, NOTHING]


def test_costs_are_those_of_a_distribution() -> None:
    for each in costs(crop("17", 24), bytes(range(256)) * 3):
        assert sum(2.718281828**-cost for cost in each) == pytest.approx(1, abs=1e-4)


def test_no_crops() -> None:
    assert interface.compiled.read_crops(WEIGHTS, b"") == b""


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (b"", "no weights"),
        (b"not what is expected", "no weights"),
        (WEIGHTS[:8] + b"\2" + WEIGHTS[9:], "another version"),
        (WEIGHTS[:16] + b"\1" + WEIGHTS[17:], "another shape"),
        (WEIGHTS[:-1], "cut"),
        (WEIGHTS[:5000], "cut"),
        (WEIGHTS + b"\0", "damaged"),
        (WEIGHTS[:-4] + bytes(4), "damaged"),
    ],
)
def test_wrong_weights(weights: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        interface.compiled.read_crops(weights, bytes(24 * 32))


def test_a_crop_of_another_size() -> None:
    with pytest.raises(ValueError, match="24 x 32"):
        interface.compiled.read_crops(WEIGHTS, bytes(24 * 31))
