"""One file, one meaning: every command, endpoint and call opens the same puzzles."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import warnings

import pytest
from PIL import Image

import nonocsp as nc
from benchmarks.suite import public
from nonocsp import Picture, Puzzle
from nonocsp.apps import cli
from nonocsp.apps.shell import Session
from nonocsp.apps.web.endpoints import respond
from nonocsp.core.kernel import interface
from nonocsp.files.formats import FormatError, parse
from nonocsp.files.render import png
from nonocsp.many.sets.records import records
from nonocsp.people.opening import MOST_CELLS, MOST_COLOURS, load, opened
from nonocsp.people.photo import photographs
from nonocsp.people.reading.deciphering import Deciphered

HEART = Puzzle([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])
DOUBT = "1 7|1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2\n"
NOT_LISTED = "no grid with clues was found"


def saved(image, format, **how):
    out = io.BytesIO()
    image.save(out, format, **how)
    return out.getvalue()


def page(colours=None):
    """A sheet with the clues of the heart; of few colours it is as small and plain as pixel art."""
    with Image.open(io.BytesIO(png(HEART))) as image:
        image = image.convert("RGB")
        return image.quantize(colours) if colours else image


def cells(colours=4, width=12):
    """Pixel art, of which nothing says that its pixels are cells."""
    looks = [(255, 255, 255), *((200 - 11 * n, 7 * n, 13 * n) for n in range(1, colours))]
    image = Image.new("RGB", (width, 11))
    image.putdata([looks[(x * y + x) % colours] for y in range(11) for x in range(width)])
    return image


FILES = {
    "page.png": saved(page(), "PNG"),
    "few.png": saved(page(4), "PNG"),
    "few.gif": saved(page(8), "GIF"),
    "page.jpg": saved(page(), "JPEG", quality=90),
    "page.ppm": saved(page(), "PPM"),
    "cells.png": saved(cells(), "PNG"),
    "scaled.bmp": saved(cells().resize((240, 220), Image.Resampling.NEAREST), "BMP"),
    "cells.pgm": saved(cells().convert("L"), "PPM"),
    "doubt.txt": DOUBT.encode(),
}


def by_command(path, *words):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cli.main([*words, str(path)]) == 0
    (line,) = out.getvalue().splitlines()
    return json.loads(line)["fingerprint"]


def by_shell(path):
    said = []
    session = Session(said.append)
    session.answer(f"open {path}")
    return session.puzzle.fingerprint()


def by_endpoint(path):
    data = base64.b64encode(path.read_bytes()).decode()
    answer = json.loads(respond("parse", {"base64": data, "name": path.name}, lambda line: None))
    (found,) = answer["result"]["puzzles"]
    return parse(json.dumps(found), "json").puzzles[0].fingerprint()


DOORS = {
    "opened": lambda path: opened(path.read_bytes(), name=str(path)).puzzles[0].fingerprint(),
    "read": lambda path: nc.read(path).fingerprint(),
    "read_all": lambda path: next(nc.read_all(path)).fingerprint(),
    "check": lambda path: by_command(path, "check", "--json"),
    "batch": lambda path: by_command(path, "batch", "--question", "features", "--workers", "1"),
    "audit": lambda path: next(records(str(path))).row().fingerprint(),
    "bench": lambda path: public.cases(path.parent.name, str(path.parent))[0].puzzle.fingerprint(),
    "shell": by_shell,
    "page": by_endpoint,
}


@pytest.mark.parametrize("file", FILES)
@pytest.mark.filterwarnings("ignore::nonocsp.files.formats.FormatWarning")
def test_every_door_opens_the_same_puzzle(file, tmp_path, capsys):
    path = tmp_path / file
    path.write_bytes(FILES[file])
    wanted = HEART if "cells" not in file and "scaled" not in file else None
    found = {name: door(path) for name, door in DOORS.items()}
    assert len(set(found.values())) == 1, found
    assert wanted is None or found["opened"] == wanted.fingerprint()
    parsed = opened(FILES[file])
    if wanted is None:
        assert parsed.puzzles[0].shape == (11, 12)
        assert parsed.notes == ["taken for a picture of cells"]
    assert parsed.notes
    # Check and batch say what the file was taken for.
    assert capsys.readouterr().err.count(f"{path}: {parsed.notes[0]}") >= 2


@pytest.mark.parametrize("file", FILES)
def test_the_formats_alone_give_no_other_puzzle(file):
    with pytest.raises(FormatError):
        parse(FILES[file], name=file)


def test_python_is_told_what_a_file_was_taken_for(tmp_path):
    for file in ("page.png", "cells.png"):
        (tmp_path / file).write_bytes(FILES[file])
        with pytest.warns(nc.formats.FormatWarning) as caught:
            nc.read(tmp_path / file)
        assert str(caught[0].message).endswith(opened(FILES[file]).notes[0])
        with pytest.warns(nc.formats.FormatWarning) as caught:
            list(records(str(tmp_path / file)))
        assert str(caught[0].message).endswith(opened(FILES[file]).notes[0])


def test_pixels_are_cells_where_that_is_asked_for_or_stated(tmp_path):
    path = tmp_path / "few.png"
    path.write_bytes(FILES["few.png"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert min(nc.read(path, format="png").shape) > 200
    assert not any("taken for" in str(each.message) for each in caught)
    wide = Puzzle.from_picture(Picture([[n % 2 for n in range(MOST_CELLS + 1)]]))
    nc.write(wide, path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert nc.read(path) == wide


@pytest.mark.parametrize(
    ("image", "is_plain"),
    [
        (cells(MOST_COLOURS), True),
        (cells(MOST_COLOURS + 1, 60), False),
        (cells(2, MOST_CELLS), True),
        (cells(2, MOST_CELLS + 1), False),
    ],
)
@pytest.mark.parametrize("format", ["PNG", "PPM"])
def test_the_bounds_of_what_is_plainly_a_picture(image, is_plain, format):
    content = saved(image, format)
    if is_plain:
        assert opened(content).puzzles[0].shape == image.size[::-1]
        return
    with pytest.raises(FormatError) as caught:
        opened(content, name="a.png")
    kind = opened(content, format.lower()).format
    for words in (
        NOT_LISTED,
        "generate --image FILE --size N",
        f"format {kind!r} takes its pixels for cells",
    ):
        assert words in str(caught.value)


def test_a_page_that_cannot_be_read_is_no_picture_of_cells(monkeypatch):
    nothing = Deciphered((), is_complete=True, bound=0.0)
    monkeypatch.setattr(photographs, "decipher", lambda *_, **__: nothing)
    with pytest.raises(FormatError, match="fit no picture; format 'png' takes its pixels"):
        opened(FILES["few.png"])


def test_without_the_kernel_it_is_said_that_nobody_looked(monkeypatch):
    def missing(*_):
        raise nc.NonocspError("the kernel is missing")

    monkeypatch.setattr(interface.compiled, "photo_sheets", missing)
    assert "may show clues: the kernel is missing" in opened(FILES["cells.png"]).notes[0]
    with pytest.raises(FormatError, match="the kernel is missing"):
        opened(FILES["page.jpg"])


def test_a_limit_on_seconds_holds_for_files(tmp_path):
    clues = "1|2|3 1|2|3\n" * 10
    (tmp_path / "doubt.txt").write_text(f"{clues}\n{clues}")
    with pytest.raises(FormatError, match="stopped by seconds"):
        load(tmp_path / "doubt.txt", seconds=1e-6)


def test_a_search_that_a_limit_ended_does_not_say_that_nothing_fits():
    hard = "\n".join(" ".join(["1|2"] * 8) for _ in range(25))
    with pytest.raises(FormatError, match=r"^no reading was found \(stopped by seconds\)$"):
        opened(f"{hard}\n\n{hard}\n", seconds=1e-6)
    with pytest.raises(FormatError, match=r"^no reading has a solution: .* fit no picture$"):
        opened("3|4\n2\n\n2\n1\n")
