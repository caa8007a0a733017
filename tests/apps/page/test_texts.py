"""Texts that JavaScript reads, before Python is there or without it: Python reads them alike."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from contextlib import suppress

from modules import answered

import nonocsp as nc
from nonocsp import formats
from nonocsp.apps.web.messages import puzzle_out
from nonocsp.files.formats.data.json import puzzle_of

#: Titles, the last ones with what other formats have for signs.
TITLES = [
    *("", "Owl", "Tom & Jerry", "R&amp;D", "&copy 5", '"Q"', "a <b>", "x\ty", "Élan, 3 o'clock"),
    *("\x01", "[clues]", "number_of_rows", "rows = [|", "d=[[1]];<", '"row_rules": "col_rules":'),
]


def puzzle(rng, titles):
    """A small puzzle, mostly in one colour and with all lengths."""
    height, width = rng.randint(1, 6), rng.randint(1, 6)
    colours = 2 if rng.random() < 0.15 else 1
    cells = [[rng.randint(0, colours) for _ in range(width)] for _ in range(height)]
    made = nc.Puzzle.from_picture(nc.Picture(cells))
    about = {key: rng.choice(titles) for key in ("title", "author") if rng.random() < 0.4}
    rows = list(made.rows)
    if rng.random() < 0.1:
        rows[0] = rng.choice([None, [2], ["*", 1], ["?"], ()])
    return nc.Puzzle(rows, made.columns, made.colours[1:], **about)


def as_text(rng, given):
    """The puzzle in a format, or nearly."""
    kind = rng.choice(("non", "json", "puzz-link"))
    try:
        text = formats.dumps(given, kind)
    except nc.FormatError:
        text = formats.dumps(given, "json")
    data = json.loads(text) if text.startswith("{") else {}
    match data and rng.randrange(8):
        case 1:
            data["title"] = rng.choice([5, None, True, ["T"], "", "T"])
        case 2:
            data[rng.choice(["name", "author", "blank", "level", "rowz", "board"])] = rng.choice(
                [5, "N", None, [1], {"name": "black"}]
            )
        case 3:
            data["columns"] = data["cols"] if rng.random() < 0.5 else [[1]]
        case 4:
            data["rows"][0] = rng.choice(["1 1", ["1"], [0], [1.0], [1, 0], [[1, "black"]], ["*"]])
        case 5:
            data["colours"] = rng.choice(
                [["red"], {"red": "#f00"}, [{"name": "red", "rgb": "red"}], [], None]
            )
    return json.dumps(data) if data and rng.random() < 0.5 else text


def disordered(rng, text):
    """A text with what people and programs do to it, once or twice."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    match rng.randrange(16):
        case 0:
            lines.insert(at, rng.choice(["", "", " ", "\t"]))
        case 1:
            lines.insert(rng.choice([0, len(lines)]), rng.choice(["", " ", "====", "1", "0", "\f"]))
        case 2:
            del lines[at]
        case 3:
            lines.insert(at, lines[at])
        case 4:
            lines[at] = re.sub(r"\d+", lambda n: str(int(n[0]) + rng.choice((-1, 1, 2))), lines[at])
        case 5:
            lines[at] = re.sub(r"^0?$", lambda _: rng.choice(["0", "", "-", "00", ","]), lines[at])
        case 6:
            lines[at] = lines[at].replace(",", rng.choice([" ", ", ", ";", ",,"]))
        case 7:
            lines[at] = rng.choice([" {}", "{} ", '{}"', '"{}', "{} 1", "{},*"]).format(lines[at])
        case 8:
            lines[at] = rng.choice([str.upper, str.title])(lines[at])
        case 9:
            keywords = [
                *('title ""T""', "by", 'by "you"', 'goal "10', "goal 1", "color a #f00", "width 3"),
                *("colour a #f00", "color r #ff0000", "color R 00f", "level 5", "maxrule 2", "a"),
                *("saved ?", "rows 2", "columns", "copyright x &nope;", "&", "title T&A"),
            ]
            lines.insert(at, rng.choice(keywords))
        case 10:
            lines[at] = re.sub(r"\d", lambda n: n[0] + rng.choice(["a", "r", "R", ""]), lines[at])
        case 11:
            return text.replace("\n", rng.choice(["\r\n", "\r", "\n\n"]))
        case 12:
            return rng.choice(["\ufeff", "\n", " "]) + text
        case 13:
            place = rng.randrange(len(text) + 1)
            return text[:place] + rng.choice('0123g.-,"*?#x/{}\x00\ufeff\u2028') + text[place + 1 :]
        case 14:
            page = rng.choice(["http://pzv.jp/p.html?", "", "https://puzz.link/p?v:/", "pzv.jp/"])
            return text.replace("https://puzz.link/p?", page)
        case 15:
            return text.rstrip("\n") + rng.choice(["", "\n\n", " ", "?", "/"])
    return "\n".join(lines)


def texts(rng, titles=TITLES, count=900):
    for _ in range(count):
        text = as_text(rng, puzzle(rng, titles))
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            text = disordered(rng, text)
        yield text


def by_python(text):
    try:
        return formats.parse(text)
    except nc.FormatError:
        return None


def test_what_the_page_reads_before_python_is_there_is_what_python_reads():
    asked = list(texts(random.Random(5)))
    early = "({ readingOf }, texts) => texts.map((text) => readingOf({ text }))"
    taken = Counter()
    for text, found in zip(asked, answered("answers/reading.js", early, asked), strict=True):
        if found is not None:
            parsed = by_python(text)
            assert parsed and not parsed.warnings, text
            assert (found["format"], found["warnings"]) == (parsed.format, []), text
            assert found["puzzles"] == [puzzle_out(each) for each in parsed.puzzles], text
            taken[parsed.format] += 1
    assert len(taken) == 3 and min(taken.values()) > 15, taken


READ = """({ read }, texts) => texts.map((text) => {
  try { return [read(text), null]; } catch (error) { return [null, `${error}`]; }
})"""


def test_what_the_library_reads_is_what_python_reads():
    asked = list(texts(random.Random(6), TITLES[:11]))
    found = answered("library/formats.js", READ, asked)
    for text, (taken, error) in zip(asked, found, strict=True):
        if error:
            assert re.match(r"PuzzleError: .+\Z", error), text
            continue
        # JavaScript takes an address inside any other, and 1.0 for 1.
        parsed = by_python(re.sub(r"\A\S*[?/](?=nonogram/)", "", text.strip()).replace("1.0", "1"))
        assert parsed and len(parsed.puzzles) == 1, text
        (theirs,), ours = parsed.puzzles, puzzle_of(taken)
        for name in ("rows", "columns", "title", "author"):
            assert (getattr(ours, name) or None) == (getattr(theirs, name) or None), (name, text)
        assert [c.rgb for c in ours.colours] == [c.rgb for c in theirs.colours], text
    assert sum(error is None for _, error in found) > 300


WRITE = """({ read, write }, texts) => texts.map((text) => ["json", "non"].map((format) => {
  try { return write(read(text), format); } catch { return null; }
}))"""


def test_the_library_writes_what_python_writes():
    rng = random.Random(7)
    given = [puzzle(rng, TITLES) for _ in range(200)]
    asked = [formats.dumps(each, "json") for each in given]
    found = answered("library/formats.js", WRITE, asked)
    for each, text, written in zip(given, asked, found, strict=True):
        non = None
        with suppress(nc.FormatError):
            non = formats.dumps(each, "non")
        assert written[0] == text
        assert written[1] == non or not each.has_one_colour, text
