"""Pictures that people draw: rows of characters, emoji, numbers or words.

    ⬜🟥🟥        1 0 1        X,,X
    🟥⬜⬛        0 1 1        ,X,X

Between the cells there may be blanks, tabs, commas, semicolons or bars, between which an empty cell
is blank; each may be in brackets (``[X][ ]``). Blank cells may be spaces where no other reading is
possible: in ``# #`` the space could be a cell or stand between two, so a picture of only such rows
is refused. `core.model.symbols` says what the symbols mean. Lines above the first picture name
colours, by a name of CSS, six digits, or a name of their own with six digits:

    k = black
    z = dark bark #8b4513
    kz.

``◢◣◤◥`` are black triangles glued to the blocks that they end (`glue`): a trianogram.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from ...core import (
    MAX_COLOURS,
    STANDARD,
    Colour,
    FormatError,
    Picture,
    Puzzle,
    Symbols,
    cell_symbols,
    counted,
)
from ..formats.clues import MAX_CELLS, MAX_PUZZLES, check_area
from ..formats.css_colours import rgb_of
from ..formats.format import Parsed
from ..formats.text_lines import check_width, fault
from .cells import EMPTY, Cells, Row, split

look, drawn_palette = cell_symbols.look, cell_symbols.drawn_palette
TRIANGLES = cell_symbols.TRIANGLES
SymbolError = cell_symbols.SymbolError

_NAME_AND_LOOK = re.compile(r"(\S.*?)[ \t]+(#[0-9a-fA-F]{6})")


def picture_of(
    rows: Sequence[Row],
    *,
    shape: tuple[int, int] | None = None,
    palette: Sequence[Colour] | None = None,
) -> Parsed:
    """The puzzle that a drawn picture describes.

    Args:
        rows: the rows; before them may be lines that name colours.
        shape: numbers of rows and columns, where they are known, which decide between readings.
        palette: the colours that may occur, blank first, where they are known.

    Raises:
        FormatError: the rows are no picture; the first place that breaks it is given.

    >>> picture_of([(1, "BW"), (2, "WB")]).warnings
    ["'B' is read as black, 'W' as blank"]
    >>> print(picture_of([(1, ["red", "white"]), (2, ["white", "blue"])]).puzzles[0].goals[0])
    r_
    _b
    """
    stated, rows = _stated(rows)
    return _parsed([rows], shape, palette, stated)


def pictures_of(rows: Sequence[Row]) -> Parsed:
    """The puzzles of drawn pictures between empty rows, in the same symbols.

    Raises:
        FormatError: they are not pictures.
    """
    stated, rows = _stated(rows)
    groups: list[list[Row]] = [[]]
    for number, line in rows:
        if line and not line.isspace():  # type: ignore[union-attr]
            groups[-1].append((number, line))
        elif groups[-1]:
            if len(groups) == MAX_PUZZLES:
                raise fault(f"expected at most {MAX_PUZZLES} pictures", number)
            groups.append([])
    groups = [group for group in groups if group]
    if not groups:
        raise fault("expected lines of '#' and '.'", 1)
    return _parsed(groups, None, None, stated)


def numbers_of(
    rows: Sequence[Row], shape: tuple[int, int] | None, palette: Sequence[Colour]
) -> list[list[int]]:
    """The colours of the cells of a picture by their numbers in a palette. Errors as `picture_of`.

    >>> numbers_of([(1, "█░"), (2, "░█")], None, Puzzle([[1]], [[1]]).colours)
    [[1, 0], [0, 1]]
    """
    drawn = split(rows, shape)
    check_area(len(drawn.rows), max(map(len, drawn.rows)))
    (numbers,), _, _ = _meanings([drawn], palette, [], is_board=True)
    return numbers


def looks_like_picture(rows: Sequence[Row]) -> int | None:
    """How unlikely it is that rows are meant as a picture: 0 sure to 5 hardly; None for no picture.

    What `picture_of` refuses for a single fault may look like one. Work is linear.

    >>> looks_like_picture([(1, "#.#"), (2, "##.")]), looks_like_picture([(1, "1 2"), (2, "2 1")])
    (0, 5)
    """
    try:
        stated, rows = _stated(rows)
    except FormatError:
        return None
    if len(rows) > MAX_CELLS:
        return None
    try:
        drawn = split(rows, None)
    except FormatError:
        drawn = Cells([text.split() if isinstance(text, str) else text for _, text in rows], rows)
    counts = Counter(chain.from_iterable(drawn.rows))
    size = counts.total() - counts[EMPTY]
    if not size or counts.keys() <= {"-", "=", "_", "*"}:
        return 0 if counts.keys() == {"_"} and len(rows) > 1 else None
    is_even = len({*map(len, drawn.rows)}) == 1
    is_small = len(rows) == 1 or max(map(len, drawn.rows)) == 1
    drawing = {s for s in counts if look(s) and not s.isalnum()} - {"?", EMPTY} | {*TRIANGLES}
    signs = sum(map(counts.__getitem__, drawing))
    if 4 * signs >= 3 * size:
        is_odd = not is_even or len(rows) == 1
        return is_odd + 2 * (is_small and len(counts) == 1)
    is_joined = all(isinstance(row, str) for row in drawn.rows)
    is_near = not is_small and counts["0"] and 4 * (counts["0"] + counts["1"]) >= 3 * size
    if not is_even:
        return 2 if is_near and is_joined and min(map(len, drawn.rows)) > 2 else None
    if all(symbol.isdecimal() or symbol == EMPTY for symbol in counts):
        return _cost_of_numbers(drawn, counts, is_small, is_joined)
    try:
        found = drawn_palette(counts, [*stated.values()])
    except SymbolError:
        return 2 if is_near else 4 if 4 * signs >= size and not is_small else None
    return _cost_of_symbols(drawn, counts, found, signs + len(stated))


def _cost_of_symbols(
    drawn: Cells, counts: Counter[str], found: cell_symbols.Drawn, signs: int
) -> int | None:
    """The cost of letters, words and digits with few signs among them."""
    is_joined = all(isinstance(row, str) for row in drawn.rows)
    is_drawn = counts.keys() == {".", "1"} and (
        not is_joined or any(row[0] == "." or ".." in row for row in drawn.rows)
    )
    if not is_drawn and {"-", "."} & counts.keys() and any(map(str.isdecimal, counts)):
        return 5  # as in clues
    if len(drawn.rows) == 1 or (len(drawn.rows[0]) == 1 and not signs):
        return 5 if signs else None
    if len(found.colours) == 2 and (found.notes or (EMPTY in counts and all(map(look, counts)))):
        return 1
    if any(len(symbol) > 1 for symbol in counts):
        known = all(look(s) or s.lower() in STANDARD or rgb_of(s) for s in counts if len(s) > 1)
        return 2 if known else None
    # Words of one length have more different letters.
    return 1 if signs else 2 if 2 * len(counts) <= counts.total() else None


def _cost_of_numbers(drawn: Cells, counts: Counter[str], is_small: bool, is_joined: bool) -> int:
    """The cost of a table of numbers, which may be clues where nothing is a blank cell."""
    has_blanks = any(symbol == EMPTY or int(symbol) == 0 for symbol in counts)
    if is_small:
        return 5
    if not has_blanks:
        return 3 if is_joined and len(counts) == 1 else 5
    if "0" not in counts and {*counts} != {"1", EMPTY}:  # clues beside a board, say
        return 5
    if {*counts} <= {"0", "1", EMPTY}:
        return int(counts.total() < 6 or len(counts) == 1 or EMPTY in counts)
    # 102 may be a number, 012 is none.
    return 2 if not is_joined or any(row[0] == "0" for row in drawn.rows) else 5


def _stated(rows: Sequence[Row]) -> tuple[dict[int, Colour], list[Row]]:
    """The colours that lines above a picture name, and the rows behind them."""
    stated: dict[int, Colour] = {}
    behind = 0
    for at, (number, text) in enumerate(rows, start=1):
        if not isinstance(text, str):
            break
        char, equals, word = text.partition("=")
        char, word = char.strip(), word.strip()
        if text.strip() and not (equals and len(char) == 1 and word):
            break
        if not equals:
            behind = at if stated else 0
            continue
        if own := _NAME_AND_LOOK.fullmatch(word):
            word, rgb = own[1], own[2]
        else:
            known = STANDARD.get(word.lower())
            rgb = known.rgb if known else rgb_of(word)
        if rgb is None or not (char == "#" or char.isalnum()):
            problem = "expected '#' or a letter, '=' and a colour by name, as #rrggbb or by both"
            raise fault(problem, number, word)
        if len(stated) == MAX_COLOURS:
            raise fault(f"expected at most {MAX_COLOURS} colours", number)
        for colour in stated.values():
            if twice := char if char == colour.char else word if word == colour.name else "":
                raise fault("expected a colour of its own for each letter", number, twice)
        stated[number] = Colour(word, rgb, char)
        behind = at
    return stated, [*rows[behind:]]


def _parsed(
    groups: Sequence[Sequence[Row]],
    shape: tuple[int, int] | None,
    palette: Sequence[Colour] | None,
    stated: dict[int, Colour],
) -> Parsed:
    drawn = [split(rows, shape) for rows in groups]
    pictures, colours, notes = _meanings(drawn, palette, [*stated.values()])
    warnings = [*dict.fromkeys(chain.from_iterable(each.warnings for each in drawn)), *notes]
    chars = {colour.char for colour in colours}
    for line, colour in stated.items():
        if colour.char not in chars:
            warnings.append(f"line {line}: {colour.char!r} is not in the drawing")
    return Parsed([_puzzle(cells, colours, palette) for cells in pictures], warnings)


def _puzzle(
    cells: list[list[int]], colours: tuple[Colour, ...], palette: Sequence[Colour] | None
) -> Puzzle:
    if palette is None and not all(colour.name.isdecimal() for colour in colours[1:]):
        # The colours of one of several pictures, in the order in which it has them.
        used = dict.fromkeys(chain([0], *cells))
        places = {number: place for place, number in enumerate(used)}
        cells = [[places[number] for number in row] for row in cells]
        colours = tuple(colours[number] for number in used)
    picture = Picture(cells, colours=colours)
    kinds = {n: c.name for n, c in enumerate(colours) if c.triangle and c.name in TRIANGLES}
    if not kinds:
        return Puzzle.from_picture(picture, colours[1:] or None)
    from ..formats.glue import ENDS, glued_clue  # few pictures have triangles

    rows, columns = (
        [glued_clue(line, {n: ENDS[name][axis] for n, name in kinds.items()}) for line in lines]
        for axis, lines in enumerate((picture.rows, picture.columns))
    )
    return Puzzle(rows, columns, colours[1:], goals=[picture])


def _meanings(
    drawn: Sequence[Cells],
    palette: Sequence[Colour] | None,
    stated: list[Colour],
    is_board: bool = False,
) -> tuple[list[list[list[int]]], tuple[Colour, ...], list[str]]:
    """The colours of all cells by number, the palette, and what was assumed."""
    uneven = None if is_board else _uneven(drawn)
    counts = Counter(chain.from_iterable(row for each in drawn for row in each.rows))
    notes: list[str] = []
    try:
        if palette is None:
            numbers, colours, notes = drawn_palette(counts, stated)
            notes = [note.replace(repr(EMPTY), "an empty cell") for note in notes]
            colours = tuple(c if c in stated else _with_look(c) for c in colours)
        else:
            numbers, colours = _known(counts, palette), tuple(palette)
    except SymbolError as error:
        problem = _located(drawn, error)
        if uneven is None or (problem.line or 0) < (uneven.line or 0):
            raise problem from None
    if uneven is not None:
        raise uneven
    find = numbers.__getitem__
    return [[[*map(find, row)] for row in each.rows] for each in drawn], colours, notes


def _known(counts: Counter[str], palette: Sequence[Colour]) -> dict[str, int]:
    """The meaning of symbols in a known palette."""
    symbols = Symbols(palette)
    foreign = [symbol for symbol in counts if symbol and symbol not in symbols]
    numbers = None if foreign else symbols.meanings(counts)
    if numbers is None and len(palette) == 2:
        drawn = drawn_palette(counts)  # whose symbols are more, as in prose small letters are words
        numbers = drawn.numbers if len(drawn.colours) == 2 else None
    if numbers is None:
        odd = (foreign or [*counts])[:5]
        what = "no cells of the puzzle" if foreign else "without a meaning together"
        raise SymbolError(f"{', '.join(map(repr, odd))}: {what}", odd[0])
    return numbers


def _with_look(colour: Colour) -> Colour:
    """A colour with the look that CSS gives its name."""
    if len(colour.name) > 1 and colour.name not in STANDARD and (rgb := rgb_of(colour.name)):
        return Colour(colour.name, rgb, colour.char)
    return colour


def _uneven(drawn: Iterable[Cells]) -> FormatError | None:
    """The fault of the first row that is not as long as the first of its picture."""
    for cells in drawn:
        width = len(cells.rows[0])
        check_area(len(cells.rows), width, cells.lines[0][0])
        for (number, _), row in zip(cells.lines, cells.rows, strict=True):
            try:
                check_width(row, width, "the first row", number)
            except FormatError as error:
                return _named(error.problem, cells, number)
    return None


def _named(problem: str, cells: Cells, line: int, column: int | None = None) -> FormatError:
    """A fault of a picture, which says how the rows were read."""
    reading = f"read as a picture of {counted(len(cells.rows), 'row')}"
    return fault(f"{reading}: {problem}", line, column=column)


def _located(drawn: Sequence[Cells], error: SymbolError) -> FormatError:
    """The fault of a symbol at the first place that has it."""
    symbol, problem = error.symbol, str(error)
    if repr(symbol) not in problem:
        problem += f", not {symbol!r}"
    problem = problem.replace(repr(EMPTY), "an empty cell")
    for cells in drawn:
        for (number, text), row in zip(cells.lines, cells.rows, strict=True):
            if symbol not in row:
                continue
            at = row.index(symbol)
            if not isinstance(text, str):
                return _named(f"cell {at + 1}: {problem}", cells, number)
            column = 0
            for each in row[:at]:
                if each != EMPTY:  # which may be written as nothing
                    column = max(column, text.find(each, column) + len(each))
            return _named(problem, cells, number, text.find(symbol, column) + 1 or None)
    return fault(problem)
