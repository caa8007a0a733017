"""A hundred ways in which people write a puzzle down.

Those of this file, and those "by fresh eyes" in `ways.json`, were written by people who had not
seen the reader: 83 in all, shortened. The others come from programs, forums and files. A way is a
template or a function. Where there is something to choose, `Case.rng` chooses.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from itertools import chain, groupby
from pathlib import Path
from string import Template
from typing import NamedTuple

from nonocsp import FormatError, Puzzle
from nonocsp.people.opening import opened

#: The blocks of a line: length and colour, from 1.
Line = list[tuple[int, int]]

COLOURS = {
    "red": ("ff0000", "🟥", "rot"),
    "blue": ("0000ff", "🟦", "blau"),
    "green": ("008000", "🟩", "grün"),
    "orange": ("ffa500", "🟧", "orange"),
    "yellow": ("ffff00", "🟨", "gelb"),
}


class Case(NamedTuple):
    """A puzzle to be written."""

    picture: list[list[int]]
    colours: list[str]
    rng: random.Random

    @property
    def rows(self) -> list[Line]:
        return [_blocks(row) for row in self.picture]

    @property
    def columns(self) -> list[Line]:
        return [_blocks(column) for column in zip(*self.picture, strict=True)]

    @property
    def height(self) -> int:
        return len(self.picture)

    @property
    def width(self) -> int:
        return len(self.picture[0])

    @property
    def title(self) -> str:
        return self.rng.choice(["Heart", "Little boat", "Cat on a roof", "Snail", "Fox"])

    def colour(self, number: int) -> dict[str, object]:
        """What a template may say of a colour."""
        letters: list[str] = []
        for name in self.colours:
            letters.append(next(letter for letter in name if letter not in letters))
        name, letter = self.colours[number - 1], letters[number - 1]
        rgb, square, german = COLOURS.get(name, ("000000", "⬛", "schwarz"))
        words = {"colour": name, "letter": letter, "capital": letter.upper(), "k": number}
        return {**words, "rgb": rgb, "square": square, "german": german}


def _blocks(line: object) -> Line:
    runs = [(len([*run]), colour) for colour, run in groupby(line)]
    return [(length, colour) for length, colour in runs if colour]


def random_case(seed: int, is_coloured: bool) -> Case:
    """Square or not, of one line, with empty lines, with one solution or several, by the seed."""
    rng = random.Random(f"{seed} {is_coloured}")
    sizes = [(rng.randint(1, 6), rng.randint(1, 6)), (1, rng.randint(1, 9)), (rng.randint(1, 9), 1)]
    small, *thin = sizes
    large = (rng.randint(7, 13), rng.randint(7, 13))
    square = (small[0], small[0])
    height, width = [*[small] * 4, square, square, *thin, large, large][seed % 10]
    number = rng.randint(2, 3) if is_coloured else 1
    density = rng.choice([0.3, 0.5, 0.6, 0.8])
    while True:
        cells = [
            [rng.randint(1, number) if rng.random() < density else 0 for _ in range(width)]
            for _ in range(height)
        ]
        if seed % 4 == 3 and height > 2 and width > 2:
            cells[rng.randrange(height)] = [0] * width
        if width * height < number or {*range(1, number + 1)} <= {c for row in cells for c in row}:
            break
        density = min(1.0, density + 0.05)
    names = rng.sample([*COLOURS], number) if is_coloured else ["black"]
    return Case(cells, names, rng)


def outcome(name: str, case: Case) -> tuple[str, str, FormatError | None]:
    """What becomes of a puzzle that is written and read: the word, the text, the refusal.

    The words are "right", "warned" (right, with a warning), "doubted" (another puzzle, with a
    warning), "wrong" (another, without a word) and "refused".
    """
    text = WAYS[name](case)
    try:
        parsed = opened(text)
    except FormatError as error:
        return "refused", text, error
    has_word = bool(parsed.said) or not parsed.is_sure
    found = [_sides(puzzle) for puzzle in parsed.puzzles]
    if found == [_renamed([*case.rows, *case.columns], case.height)]:
        return ("warned" if has_word else "right"), text, None
    return ("doubted" if has_word else "wrong"), text, None


def example(name: str, width: int = 72) -> str:
    """The rows 2 1, 2 and 1 as a way writes them, from the first line that is about them."""
    texts = []
    for picture in ([[1, 1, 0, 2], [0, 2, 2, 0], [1, 0, 0, 0]], [[0, 1, 0, 0]] * 3):
        case = Case(picture, ["red", "blue"], random.Random(1))
        if name not in COLOURED:
            case = Case([[min(1, cell) for cell in row] for row in picture], ["black"], case.rng)
        texts.append(WAYS[name](case))
    same = next(n for n, pair in enumerate(zip(*texts, strict=False)) if len({*pair}) > 1)
    line = (
        texts[0][texts[0].rfind("\n", 0, same + 1) + 1 :]
        .replace("\r", "")
        .rstrip("\n")
        .replace("\n", "⏎")
        .replace("\t", "⇥")
    )
    return (line if len(line) <= width else line[: width - 1] + "…").strip()


def _sides(puzzle: Puzzle) -> tuple[object, ...]:
    clues = [*puzzle.rows, *puzzle.columns]
    lines = [[(block.length, block.colour) for block in clue or ()] for clue in clues]
    return _renamed(lines, len(puzzle.rows))


def _renamed(lines: list[Line], height: int) -> tuple[object, ...]:
    """The clues with colours numbered in the order in which they occur."""
    numbers: dict[int, int] = {}
    new = [[(length, numbers.setdefault(c, len(numbers))) for length, c in line] for line in lines]
    return height, new


class Way(NamedTuple):
    """A way as a template of a text, of its lines, and of their blocks or cells."""

    name: str
    text: str
    line: str = "$clue"
    sep: str = " "
    join: str = "\n"
    empty: str = "0"
    block: str = "$length"
    cells: tuple[str, str] | str = ""
    """A blank cell, and the template of one that is filled."""
    sides: tuple[str, str] = ("", "")
    """The words for $side in the lines of rows and of columns."""
    legend: tuple[str, str] = ("", "")
    """The template of a colour, and what stands between two."""
    pad: str = ""
    """What fills up the shorter clues of a side, and "<" where it stands before them."""

    def __call__(self, case: Case) -> str:
        values = {}
        for name, lines, side in zip(
            ("rows", "columns"), (case.rows, case.columns), self.sides, strict=True
        ):
            words = _words(case, lines, self.block, side)
            if self.pad:
                words = _padded(words, self.pad[0], at_end=self.pad[1:] != "<")
            values[name] = self._lines(words, side)
        if self.cells:
            blank, filled = self.cells[0], Template(self.cells[1])
            drawn = [
                [filled.substitute(case.colour(cell)) if cell else blank for cell in row]
                for row in case.picture
            ]
            values["picture"] = self._lines(drawn, "")
        one, between = self.legend
        legend = [Template(one).substitute(case.colour(n + 1)) for n in range(len(case.colours))]
        sizes = {"height": case.height, "width": case.width, "colours": len(legend) + 1}
        values |= {"title": case.title, "legend": between.join(legend)}
        return Template(self.text).substitute(values, **sizes, number=case.rng.randint(2, 90))

    def _lines(self, lines: list[list[str]], side: str) -> str:
        line = Template(self.line)
        return self.join.join(
            line.substitute(
                clue=self.sep.join(words) or self.empty, count=len(words), n=n, i=n - 1, side=side
            )
            for n, words in enumerate(lines, 1)
        )


_TEMPLATES = json.loads(Path(__file__).with_name("ways.json").read_text(encoding="utf-8"))
WAYS: dict[str, Callable[[Case], str]] = {
    each["name"]: Way(**each) for each in chain(*_TEMPLATES.values())
}
#: Ways that have colours.
_OF_COLOUR = re.compile(r"letter|capital|square|rgb|colour\b|\$k\b|german")
COLOURED = {name for name, each in WAYS.items() if _OF_COLOUR.search(str(each))}
COLOURED.add("on paper, letters")


def by(name: str) -> Callable[[Callable[[Case], str]], Callable[[Case], str]]:
    """A way that is a function."""

    def add(write: Callable[[Case], str]) -> Callable[[Case], str]:
        WAYS[name] = write
        return write

    return add


def _words(
    case: Case, lines: list[Line], block: str = "$length", side: str = ""
) -> list[list[str]]:
    template = Template(block)
    return [
        [
            template.substitute(case.colour(colour), length=length, side=side, n=n, place=place)
            for place, (length, colour) in enumerate(line, 1)
        ]
        for n, line in enumerate(lines, 1)
    ]


def _padded(lines: list[list[str]], pad: str, at_end: bool = False) -> list[list[str]]:
    most = max(1, *(len(line) for line in lines))
    pads = [[pad] * (most - len(line)) for line in lines]
    return [(line + p if at_end else p + line) for line, p in zip(lines, pads, strict=True)]


def _numbers(lines: list[Line]) -> list[list[int]]:
    return [[length for length, _ in line] for line in lines]


def _above(case: Case, empty: str = "0", block: str = "$length") -> list[tuple[str, ...]]:
    """The clues of the columns in lines, as they stand above a board."""
    words = [clue or [empty] for clue in _words(case, case.columns, block)]
    return [*zip(*_padded(words, ""), strict=True)]


def _board(
    case: Case, corner: str, cells: list[list[str]], rule: str = "", empty: str = "0",
    block: str = "$length",
) -> str:  # fmt: skip
    """A board with clues above and left."""
    top = _above(case, empty, block)
    left = [" ".join(words) or empty for words in _words(case, case.rows, block)]
    indent, size = max(map(len, left)), max(len(word) for line in top for word in line) + 1
    lines = [" " * indent + corner + "".join(w.rjust(size) for w in words) for words in top]
    lines += ["-" * indent + rule + "-" * size * case.width] * bool(rule)
    for clue, row in zip(left, cells, strict=True):
        lines.append(clue.rjust(indent) + corner + "".join(cell.rjust(size) for cell in row))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _cells(case: Case, blank: str, filled: str) -> list[list[str]]:
    return [[filled if cell else blank for cell in row] for row in case.picture]


@by("Python dictionary of tuples and numbers")
def _(case: Case) -> str:
    def listed(lines: list[Line]) -> str:
        clues = [tuple(clue) for clue in _numbers(lines)]
        return ", ".join(str(c if len(c) > 1 else c[0] if c else 0) for c in clues)

    return (
        f"puzzle = {{\n    'name': '{case.title}',\n    'across': [{listed(case.rows)}],\n"
        f"    'down': [{listed(case.columns)}],\n}}\n"
    )


@by("JSON, filled cells")
def _(case: Case) -> str:
    cells = [{"x": x, "y": y} for y, row in enumerate(case.picture) for x, c in enumerate(row) if c]
    case.rng.shuffle(cells)
    return json.dumps({"board": {"width": case.width, "height": case.height, "filled": cells}})


@by("CSV laid out as on paper")
def _(case: Case) -> str:
    left = _padded([clue or ["0"] for clue in _words(case, case.rows)], "")
    sep = case.rng.choice(",;")
    lines = [[""] * len(left[0]) + [*words] for words in _above(case)]
    lines += [words + [""] * case.width for words in left]
    return "".join(sep.join(line) + "\r\n" for line in lines)


@by("TSV with headings")
def _(case: Case) -> str:
    lines: list[list[str]] = []
    for head, side in ("Row", case.rows), ("Column", case.columns):
        words = _padded(_words(case, side), "", at_end=True)
        lines += [[head] + [f"Clue {n + 1}" for n in range(len(words[0]))]]
        lines += [[str(n), *line] for n, line in enumerate(words, 1)] + [[]]
    return "\r\n".join("\t".join(line) for line in lines)


@by("TSV, x in filled cells")
def _(case: Case) -> str:
    lines = [["", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: case.width]]]
    lines += [[str(n), *row] for n, row in enumerate(_cells(case, "", "x"), 1)]
    return "".join("\t".join(line) + "\n" for line in lines)


@by("Markdown table as on paper")
def _(case: Case) -> str:
    text = "|   | " + " | ".join("<br>".join(c) or "0" for c in _words(case, case.columns))
    text += " |\n|--:|" + ":-:|" * case.width + "\n"
    return text + "".join(
        f"| **{' '.join(clue) or '0'}** |{'   |' * case.width}\n"
        for clue in _words(case, case.rows)
    )


@by("HTML table as on paper")
def _(case: Case) -> str:
    head = "".join(f"<th>{'<br>'.join(c)}</th>" for c in _words(case, case.columns))
    body = "".join(
        f"  <tr><th>{'&nbsp;'.join(c)}</th>{'<td></td>' * case.width}</tr>\n"
        for c in _words(case, case.rows)
    )
    table = f'<table class="nonogram">\n  <tr><td></td>{head}</tr>\n{body}</table>\n'
    style = "<style>td{width:20px;height:20px;border:1px solid #888}</style>"
    return (
        f"<!DOCTYPE html>\n<html><head><title>Nonogram {case.width}x{case.height}</title>\n{style}"
        f"</head>\n<body>\n<h1>Puzzle no. 7</h1>\n{table}</body></html>\n"
    )


@by("pandas with NaN")
def _(case: Case) -> str:
    text = ""
    for name, lines in ("rows_df", case.rows), ("cols_df", case.columns):
        words = _padded(_words(case, lines, "$length.0"), "NaN", at_end=True)
        text += f"In [3]: {name}\nOut[3]:\n   " + "".join(f"{k:6}" for k in range(len(words[0])))
        text += "".join(
            f"\n{n:<3}" + "".join(w.rjust(6) for w in line) for n, line in enumerate(words)
        )
        text += "\n\n"
    return text


@by("LaTeX table")
def _(case: Case) -> str:
    columns, rows = _words(case, case.columns), _words(case, case.rows)
    head = "".join(" & \\shortstack{" + (r"\\ ".join(clue) or "0") + "}" for clue in columns)
    body = [(r"\ ".join(clue) or "0") + " &" * case.width + r" \\ \hline" + "\n" for clue in rows]
    table = f"{{r|{'c|' * case.width}}}\n{head} \\\\ \\hline\n{''.join(body)}"
    return f"\\section*{{{case.title}}}\n\\begin{{tabular}}{table}\\end{{tabular}}\n"


@by("on paper, blanks alone")
def _(case: Case) -> str:
    return _board(case, "", [[] for _ in case.picture])


@by("on paper, dots and rules")
def _(case: Case) -> str:
    return f"{case.title}\n\n" + _board(case, " |", _cells(case, ".", "."), "-+")


@by("on paper, boxes")
def _(case: Case) -> str:
    top = [clue or [""] for clue in _words(case, case.columns)]
    size = max(len(word) for clue in top for word in clue) or 1
    left = [" ".join(clue) for clue in _words(case, case.rows)]
    indent = max(map(len, left)) + 2
    lines = [
        " " * indent + "".join(" " + word.rjust(size) for word in words)
        for words in zip(*_padded(top, ""), strict=True)
    ]
    lines.append(" " * indent + "┌" + "┬".join(["─" * size] * case.width) + "┐")
    for clue in left:
        lines.append(clue.rjust(indent - 1) + " │" + "│".join([" " * size] * case.width) + "│")
        lines.append(" " * indent + "├" + "┼".join(["─" * size] * case.width) + "┤")
    lines[-1] = " " * indent + "└" + "┴".join(["─" * size] * case.width) + "┘"
    return "\n".join(line.rstrip() for line in lines) + "\n"


@by("on paper, clues right and below")
def _(case: Case) -> str:
    below = _padded([clue or ["0"] for clue in _words(case, case.columns)], "", at_end=True)
    size = max(len(word) for clue in below for word in clue) + 1
    lines = [
        "_".rjust(size) * case.width + " | " + (" ".join(c) or "0") for c in _words(case, case.rows)
    ]
    lines.append("-" * size * case.width + "-+")
    lines += ["".join(w.rjust(size) for w in line).rstrip() for line in zip(*below, strict=True)]
    return "\n".join(lines) + "\n"


@by("on paper, solved")
def _(case: Case) -> str:
    return "Solved in 12 ms (3 line sweeps, 0 guesses)\n\n" + _board(
        case, " |", _cells(case, "·", "█"), "-+"
    )


@by("English sentences")
def _(case: Case) -> str:
    words = "no one two three four five six seven eight nine ten eleven twelve thirteen"
    places = (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth last"
    )
    numbers, said = words.split(" "), []
    for side, lines in ("row", case.rows), ("column", case.columns):
        for place, clue in zip(places.split(" "), _numbers(lines), strict=False):
            *most, last = [numbers[length] for length in clue] or [""]
            blocks = f"blocks of {', '.join(most)} and {last}" if most else f"a block of {last}"
            said.append(f"The {place} {side} {f'has {blocks}' if last else 'is empty'}.")
    size = f"{numbers[case.width]} cells wide and {numbers[case.height]} cells high"
    return f"The picture is {size}.\n{' '.join(said)}\n"


@by("Game of Life")
def _(case: Case) -> str:
    lines = ["".join("bo"[cell] for cell in row).rstrip("b") for row in case.picture]
    words = [
        "".join(f"{len(run) if len(run) > 1 else ''}{run[0]}" for _, group in groupby(line)
                if (run := [*group])) for line in lines
    ]  # fmt: skip
    return f"x = {case.width}, y = {case.height}, rule = B3/S23\n" + "$\n".join(words) + "!\n"


@by("on paper, letters")
def _(case: Case) -> str:
    return _board(case, " |", _cells(case, ".", "."), "-+", block="$length$letter")
