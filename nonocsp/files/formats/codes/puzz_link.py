"""Addresses of puzz.link, and the files that its program pzprjs saves.

    https://puzz.link/p?nonogram/3/2/111111g

Nothing is fetched: the puzzle is the text of the address. It begins with ``http://pzv.jp/p.html?``
or any other page of these programs, or with ``nonogram/`` alone; it may stand inside another
address, as in penpa-edit (``?m=solve&p=https://puzz.link/p?nonogram/…``), and have percent signs
for characters. The number of columns and that of rows follow, perhaps after a flag such as ``v:``.
Then come the clues of the columns and of the rows, each from the board outwards, so that its last
length is first. A line has as many places as blocks fit into it: ``0`` to ``f`` are a length, ``-``
and two such digits a longer one of up to 255, ``.`` one that is unknown, ``g`` to ``z`` 1 to 20
empty places, which may reach into the next line. A file holds one address a line. Other genres are
refused by name, but for Cross the Streams (``cts``): there ``0`` is any number of blocks, and a
line without lengths has no clue. What it asks besides of the picture, one connected area without a
square of two by two cells, is left out, with a warning; so such puzzles are read and not written.

    pzprv3/nonogram/2/3/. . 1 1 1 /1 1 # + # /. 1 . # . /

A file has the number of rows first, and ``/`` or line ends between its parts. Around the board
stand the same places as in an address, ``.`` where they are empty; ``c`` before a length ticks it
off. Black (``#``) and blank (``+``) cells become a saved state, the author, the source and the
comment texts of the puzzle; the moves are left out with a warning.

Assumed: a lone 0 is a line without blocks, and -2 in a file an unknown length, as of other genres.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from ....core import (
    STAR,
    Grid,
    Puzzle,
    counted,
    quoted,
    shared_block,
)
from ..clues import SourceClue, build, check_area, dimension, known_cells
from ..format import Format, Parsed, Text, one_by_one, sign
from ..text_lines import fault, filled, lines_of, numbered

_GENRE = "nonogram"
_STREAMS = "cts"

_ADDRESS = re.compile(r"(?ai)\s*(?:(?:https?://)?[\w.:-]+/\S*[?#]\S|(?:nonogram|cts|coral)/)")
_PUZZLE = re.compile(
    r"(?:^|[?#=&])(?:m\+)?(?P<genre>[a-z][\w-]*?)(?:_edit|_play|_test)?"
    r"/(?:(?:[^/\d][^/]*)?/)?(?P<width>\d+)/(?P<height>\d+)(?:/(?P<body>[^/?#&]*))?/?(?=$|[?#&])",
    re.ASCII | re.IGNORECASE,
)
_PENPA = re.compile(r"(?i)https?://[^?#]*penpa|\S*[?#&]m=(?:edit|solve)&p=")
_PLACE = re.compile(r"(?P<length>[0-9a-f]|-[0-9a-f]{2})|\.|(?P<empty>[g-z])")
_LONGEST = 255

#: What may follow the board: texts, moves, or in old files the address.
_INFO = re.compile(r"(?m)(?:^|/)(?:(?:info|history):\{|__HISTORY__|http://)")
_CELLS = {"#": 2, "+": 1, ".": 3}
_TEXTS: dict[str, Text] = {"author": "author", "source": "source", "comment": "description"}


def sniff(text: str) -> str | None:
    first = text.lstrip().split("\n", 1)[0]
    if _ADDRESS.match(first) and _PUZZLE.search(_decoded(first)):
        return "the first line is the address of a puzzle"
    return None


def near(text: str) -> str | None:
    lines = (line.strip().lower() for line in text.split("\n"))
    is_address = all(line.startswith(("http://", "https://")) for line in lines if line)
    return "every line is an address" if is_address else None


def _decoded(address: str) -> str:
    """An address without percent signs for characters; one inside another has them twice."""
    return unquote(unquote(address.strip()))


def parse(text: str) -> Parsed:
    parsed = Parsed([])
    for number, line in filled(numbered(text)):
        parsed.puzzles.append(_puzzle(line.strip(), number, parsed.warnings))
    return parsed


def _puzzle(address: str, at: int, warnings: list[str]) -> Puzzle:
    found = _PUZZLE.search(_decoded(address)) if _ADDRESS.match(address) else None
    if found is None:
        problem = "expected an address https://puzz.link/p?nonogram/COLUMNS/ROWS/CLUES"
        if _PENPA.match(address):
            problem = "penpa-edit's own code of a puzzle is not read; copy the clues"
        elif address.lower().startswith(("http://", "https://")):
            problem = (
                "the address of a page, which is not fetched: save the page, or copy the clues"
            )
        raise fault(problem, at, address)
    has_stars = _has_stars(found["genre"].lower(), at, warnings)
    width = dimension(found["width"], "columns", at)
    height = dimension(found["height"], "rows", at)
    lines = _lines(found["body"] or "", width, height, at)
    every = (lines[line][::-1] for line in range(width + height))
    clues = [_clue(lengths, line, width, at, has_stars) for line, lengths in enumerate(every)]
    return build(clues[width:], clues[:width])


def _has_stars(genre: str, at: int, warnings: list[str]) -> bool:
    """Whether a length of 0 is any number of blocks. Raises `FormatError` on another genre."""
    if genre == _STREAMS:
        warnings.append(
            "Cross the Streams asks for one connected area without squares of 2 × 2 cells, too; "
            "these rules were left out"
        )
    elif genre != _GENRE:
        name = " (Coral), which has further rules" if genre == "coral" else ""
        raise fault(f"a puzzle of the genre {quoted(genre)}{name}; expected nonogram", at)
    return genre == _STREAMS


def _lines(body: str, width: int, height: int, at: int) -> dict[int, list[int | None]]:
    """The numbers of every line that has some, columns first, as they stand in an address."""
    of_column, of_row = _places(height), _places(width)
    border = width * of_column
    places = border + height * of_row
    lines: dict[int, list[int | None]] = defaultdict(list)
    place = end = 0
    while end < len(body):
        found = _PLACE.match(body, end)
        if found is None:
            problem = f"the clues, character {end + 1}: expected 0-9, a-f, -XX, '.' or g-z"
            raise fault(problem, at, body[end : end + 3])
        end = found.end()
        if found["empty"]:
            place += ord(found["empty"]) - ord("f")
        else:
            before = place < border
            line = place // of_column if before else width + (place - border) // of_row
            lines[line].append(int(found["length"].lstrip("-"), 16) if found["length"] else None)
            place += 1
    if place != places:
        wanted = f"{places} places, of {width} columns and {height} rows"
        raise fault(f"expected clues for {wanted}, not for {place}", at)
    return lines


def _places(cells: int) -> int:
    """The most blocks of a line."""
    return (cells + 1) // 2


def _clue(
    lengths: Sequence[int | None], line: int, width: int, at: int, has_stars: bool
) -> SourceClue:
    if has_stars:
        clue = tuple([STAR if length == 0 else shared_block(length) for length in lengths])
        return SourceClue(clue or None, at)
    if 0 in lengths and len(lengths) > 1:
        where = f"column {line + 1}" if line < width else f"row {line - width + 1}"
        raise fault(f"{where}: a block's length is at least 1", at)
    return SourceClue(() if 0 in lengths else tuple(map(shared_block, lengths)), at)


def dump(puzzle: Puzzle) -> str:
    out: list[str] = []
    empty = 0
    for lengths, room in _fitting(puzzle):
        if lengths:
            out.append(_gap(empty))
            out += [_number(length) for length in reversed(lengths)]
            empty = 0
        empty += room - len(lengths)
    height, width = puzzle.shape
    return f"https://puzz.link/p?{_GENRE}/{width}/{height}/{''.join(out)}{_gap(empty)}\n"


def _fitting(puzzle: Puzzle) -> Iterator[tuple[list[int | None], int]]:
    """The lengths of every line, columns first, and its places."""
    height, width = puzzle.shape
    for what, cells, clues in (("column", height, puzzle.columns), ("row", width, puzzle.rows)):
        room = _places(cells)
        for number, clue in enumerate(clues, start=1):
            lengths = [block.length for block in clue or ()]
            if len(lengths) > room:
                problem = f"{counted(room, 'place')} for blocks in a line of {cells} cells"
                raise fault(f"{what} {number}: expected at most {problem}, not {len(lengths)}")
            yield lengths, room


def _number(length: int | None) -> str:
    if length is not None and length > _LONGEST:
        raise fault(f"an address has lengths of at most {_LONGEST}, not {length}")
    return "." if length is None else f"{length:x}" if length < 16 else f"-{length:x}"


def _gap(places: int) -> str:
    return "z" * (places // 20) + (chr(ord("f") + places % 20) if places % 20 else "")


def parse_file(text: str) -> Parsed:
    end = _INFO.search(text)
    head = text[: end.start()] if end else text
    parts = [(n, part) for n, line in numbered(head) for part in line.rstrip("/").split("/")]
    if len(parts) < 4:
        raise fault("expected pzprv3/nonogram/ROWS/COLUMNS/ and the lines of the board", 1)
    warnings: list[str] = []
    has_stars = _has_stars(parts[1][1].strip(), parts[1][0], warnings)
    height = dimension(parts[2][1].strip(), "rows", parts[2][0])
    width = dimension(parts[3][1].strip(), "columns", parts[3][0])
    above, before = _places(height), _places(width)
    if len(parts) != 4 + above + height:
        wanted = f"{above} lines of clues and {height} of the board"
        raise fault(f"expected {wanted}, not {len(parts) - 4} lines", parts[-1][0])
    check_area(above + height, before + width)
    lines: list[list[int | None]] = [[] for _ in range(width + height)]
    masks: list[int] = []
    for row, (at, part) in enumerate(parts[4:], start=-above):
        words = part.split()
        if len(words) != before + width:
            raise fault(f"expected {before + width} entries, not {len(words)}", at, part)
        left, right = words[:before], words[before:]
        for line, word in enumerate(right) if row < 0 else ((width + row, word) for word in left):
            if word != ".":
                lines[line].append(_saved_length(word, at))
        if row >= 0:
            if wrong := [word for word in right if word not in _CELLS]:
                raise fault("expected a cell: '#', '+' or '.'", at, wrong[0])
            masks += [_CELLS[word] for word in right]
    clues = [
        _clue(lengths, line, width, parts[4][0], has_stars) for line, lengths in enumerate(lines)
    ]
    puzzle = build(clues[width:], clues[:width])
    if any(mask != 3 for mask in masks):
        puzzle = puzzle.replace(saved=[Grid(masks, width)])
    parsed = Parsed([puzzle], warnings)
    if end:
        _add_info(parsed, text[end.start() :].removeprefix("/"))
    return parsed


def _saved_length(word: str, at: int) -> int | None:
    found = re.fullmatch(r"c?(?:(-2)|(\d{1,9}))", word, re.ASCII)
    if found is None:
        raise fault("expected the length of a block, or '.'", at, word)
    return int(found[2]) if found[2] else None


def _add_info(parsed: Parsed, text: str) -> None:
    """Add the texts after the board, and say what is left out."""
    texts: dict[str, object] = {}
    if text.startswith("info:"):
        try:
            info = json.JSONDecoder().raw_decode(text, len("info:"))[0]
            texts = dict(info.get("metadata", {}))
        except (ValueError, TypeError, AttributeError, RecursionError):
            parsed.warnings.append("the texts after the board are damaged and were left out")
    about = {key: texts.get(name) for name, key in _TEXTS.items()}
    known = {key: text for key, text in about.items() if isinstance(text, str) and text.strip()}
    parsed.puzzles[0] = parsed.puzzles[0].replace(**known)
    if "history" in text.lower():
        parsed.warnings.append("the moves of the saved game were left out")


def dump_file(puzzle: Puzzle) -> str:
    height, width = puzzle.shape
    lines = [[str(-2 if n is None else n) for n in clue] for clue, _ in _fitting(puzzle)]
    above, before = _places(height), _places(width)
    columns = [["."] * (above - len(line)) + line for line in lines[:width]]
    rows = [["."] * (before - len(line)) + line for line in lines[width:]]
    grid = puzzle.saved[0] if puzzle.saved else Grid.unknown(puzzle)
    board = [cells.replace("?", ".") for cells in known_cells(grid, "+#")]
    out = [["."] * before + list(line) for line in zip(*columns, strict=True)]
    out += [[*row, *cells] for row, cells in zip(rows, board, strict=True)]
    texts = {name: text for name, key in _TEXTS.items() if (text := getattr(puzzle, key))}
    # The program takes every "/" of a file for a line end.
    info = json.dumps({"metadata": texts}, ensure_ascii=False).replace("/", "\\u002f")
    body = (f"{' '.join(line)} " for line in out)
    head = ("pzprv3", _GENRE, str(height), str(width))
    return lines_of([*head, *body, *(["info:" + info] if texts else [])])


FORMATS = (
    Format(
        name="puzz-link",
        summary="addresses of puzz.link and pzv.jp: the clues in one line",
        sniff=sniff,
        near=near,
        parse=parse,
        dump=dump,
        dump_all=one_by_one(dump, ""),
        has_line=bool,
        carries=frozenset({"unknown_lengths"}),
    ),
    Format(
        name="pzprv3",
        summary="files of puzz.link and pzprjs: clues around a board with known cells",
        sniff=sign(r"\A\s*pzprv3(?:\.\d+)?\s*[/\n]", "it begins with 'pzprv3'"),
        parse=parse_file,
        dump=dump_file,
        carries=frozenset({"unknown_lengths", "saved", *_TEXTS.values()}),
    ),
)
