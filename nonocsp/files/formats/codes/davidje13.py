"""The short codes of David Evans's nonogram site: a whole puzzle or picture in one word.

    RnP5_n

Or in an address of the site, with whatever else stands in it; nothing is fetched:

    https://davidje13.github.io/Nonogram/#rules=RnP5_n

In a code, the first letter is the kind: ``R`` clues, ``L`` and ``B`` a picture. Every further
character is six bits, of the alphabet A-Z a-z 0-9 - _, and the last one is filled up with zeros.
After the number of columns and that of rows, at most 1000 each, come numbers in a Huffman code with
fixed weights: in clues, for each line, the sum of its lengths, and then every length; in ``L`` runs
of equal cells, unknown ones among them; in ``B`` one bit a cell, of pictures with two kinds of
cells. Clues are black and white, and all lengths are known.

The puzzle of a picture is the one that describes it. If cells are unknown, the lines that hold them
have absent clues, and the picture is a saved state. Codes are written as the site does, bit for
bit: ``davidje13`` writes the clues and ``davidje13-picture`` the first goal; of ``L`` and ``B`` the
latter takes the shorter. A file holds one code or address a line.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby

from ....core import Clue, FormatError, Grid, Puzzle, clue_of, shared_block
from ..format import Format, Parsed, one_by_one
from ..text_lines import fault, filled, lines_of, numbered

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES = {char: value for value, char in enumerate(_ALPHABET)}
_CODE = re.compile(r"[RLB][A-Za-z0-9_-]+\Z")

#: An address of the site, whose fragment holds the code of clues or of a picture.
_ADDRESS = re.compile(r"[^\s#]*#(?:[^\s#]*&)?(?:rules|image)=(?P<code>[^\s&]*)(?:&\S*)?")

#: The page itself.
_PAGE = re.compile(r"https?://(?:[\w-]+\.)*davidje13\.", re.ASCII | re.IGNORECASE)

#: Most rows and most columns, the limit of the site.
_MAX_SIDE = 1000

#: Kinds of cells in pictures by their number: unknown, blank, black. Here as candidates.
_MASKS = (3, 1, 2)
_KINDS = {mask: kind for kind, mask in enumerate(_MASKS)}


class _Writer:
    """Bits, written one number after the other."""

    def __init__(self) -> None:
        self.bits: list[str] = []

    def plain(self, value: int, width: int) -> None:
        """A number of a fixed width."""
        self.bits.append(format(value, f"0{width}b") if width else "")

    def golomb(self, k: int, value: int) -> None:
        """A number of any size in the exponential Golomb code of order k."""
        high = (value >> k) + 1
        self.bits += ["0" * (high.bit_length() - 1), format(high, "b")]
        self.plain(value & ((1 << k) - 1), k)

    def symbol(self, limit: int, value: int) -> None:
        """A number from 0 to ``limit`` in its Huffman code."""
        table = huffman(limit)
        self.plain(table.codes[value], table.widths[value])

    def text(self) -> str:
        bits = "".join(self.bits)
        bits += "0" * (-len(bits) % 6)
        return "".join(_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


class _Reader:
    """The bits of a code, read one number after the other."""

    def __init__(self, code: str) -> None:
        self._bits = "".join(format(_VALUES[char], "06b") for char in code)
        self._at = 0

    def plain(self, width: int) -> int:
        bits = self._bits[self._at : self._at + width]
        if len(bits) < width:
            raise fault("the code ends too early")
        self._at += width
        return int(bits or "0", 2)

    def golomb(self, k: int) -> int:
        zeros = 0
        while not self.plain(1):
            zeros += 1
            if zeros > 32:
                raise fault("the code holds a number that is too large")
        return (((1 << zeros) | self.plain(zeros)) - 1 << k) | self.plain(k)

    def symbol(self, limit: int) -> int:
        table = huffman(limit)
        code, bits, at = 0, self._bits, self._at
        for first, start, number in table.levels:
            if code - first < number:
                self._at = at
                return table.numbers[start + code - first]
            if at == len(bits):
                break
            code = code << 1 | (bits[at] == "1")
            at += 1
        raise fault("the code ends too early")

    def finish(self) -> None:
        rest = self._bits[self._at :]
        if len(rest) >= 6 or "1" in rest:
            raise fault("the code goes on after its end")


class Huffman:
    """The canonical Huffman code of the numbers 0 to ``limit``, of which n has weight 1 / (n + 2).

    Of the two lightest nodes the lighter is the second child, and their parent goes before all
    nodes that are not heavier.

    Attributes:
        codes, widths: the code of every number, and how many bits it has.
        numbers: all numbers in the order of their codes.
        levels: for every number of bits from 0, its first code, the place of that in ``numbers``
            and how many codes there are.

    >>> code = Huffman(3)
    >>> [format(bits, f"0{width}b") for bits, width in zip(code.codes, code.widths)]
    ['0', '10', '110', '111']
    """

    def __init__(self, limit: int) -> None:
        self.widths = bytes(_depths(limit))
        self.numbers = array("H", sorted(range(limit + 1), key=self.widths.__getitem__))
        self.codes = array("L", [0] * (limit + 1))
        self.levels: list[tuple[int, int, int]] = []
        code = start = 0
        for width in range(max(self.widths) + 1):
            count = self.widths.count(width)
            self.levels.append((code, start, count))
            for number in self.numbers[start : start + count]:
                self.codes[number] = code
                code += 1
            start += count
            code <<= 1


#: The codes are small and used repeatedly.
huffman = cache(Huffman)


def _depths(limit: int) -> list[int]:
    """How deep the leaf of every number is in the Huffman tree."""
    children: list[tuple[int, int]] = []
    # The lightest node is the last one: negated, the weights ascend.
    weights = [-1 / (number + 2) for number in range(limit + 1)]
    nodes = list(range(limit + 1))
    while len(nodes) > 1:
        children.append((nodes.pop(), nodes.pop()))
        weight = weights.pop() + weights.pop()
        place = bisect_left(weights, weight)
        weights.insert(place, weight)
        nodes.insert(place, limit + len(children))
    depths = [0] * (limit + 1 + len(children))
    for parent in range(limit + len(children), limit, -1):
        for child in children[parent - limit - 1]:
            depths[child] = depths[parent] + 1
    return depths[: limit + 1]


def encode_clues(puzzle: Puzzle) -> str:
    """The code ``R`` of a puzzle in black and white whose lengths are all known.

    Raises:
        FormatError: a side is longer than 1000, or a clue is longer than its line.

    >>> encode_clues(Puzzle([[3], [1, 1], [3]], [[3], [1, 1], [3]]))
    'RnP5_n'
    """
    writer = _begun(*puzzle.shape)
    height, width = puzzle.shape
    for side, limit in ((puzzle.rows, width), (puzzle.columns, height)):
        for clue in side:
            lengths = [block.length or 1 for block in clue or ()]
            remaining = sum(lengths)
            room = limit - remaining
            if len(lengths) > room + 1:
                raise fault(f"a clue is longer than its line of {limit} cells")
            writer.symbol(limit, remaining)
            # When there are as many blocks as ever fit, the last one is what remains.
            for length in lengths[:room]:
                writer.symbol(remaining - 1, length - 1)
                remaining -= length
    return "R" + writer.text()


def encode_picture(grid: Grid) -> str:
    """The code ``L`` or ``B`` of a picture in black and white that may have unknown cells.

    Raises:
        FormatError: a side is longer than 1000.

    >>> encode_picture(Grid([1] * 225, 15))
    'L_9AcQ'
    """
    kinds = [_KINDS.get(mask, 0) for mask in grid.masks]
    present = sorted(set(kinds))
    writer = _begun(*grid.shape)
    for kind in range(3):
        writer.plain(int(kind in present), 1)
    last = None
    for kind, run in groupby(kinds):
        others = [other for other in present if other != last]
        writer.symbol(len(others) - 1, others.index(kind))
        writer.golomb(1, sum(1 for _ in run) - 1)
        last = kind
    code = "L" + writer.text()
    if len(present) == 2 and 1 + len(kinds) / 6 < len(code):
        writer = _begun(*grid.shape)
        writer.symbol(3, 3 - sum(present))
        writer.bits += [str(present.index(kind)) for kind in kinds]
        code = min(code, "B" + writer.text(), key=len)
    return code


def _begun(rows: int, columns: int) -> _Writer:
    if max(rows, columns) > _MAX_SIDE:
        raise fault(f"this format has at most {_MAX_SIDE} rows and {_MAX_SIDE} columns")
    writer = _Writer()
    writer.golomb(4, columns)
    writer.golomb(4, rows)
    return writer


def decode(code: str) -> Puzzle:
    """The puzzle of a code of any kind.

    Raises:
        FormatError: it is not a code.

    >>> decode("RnP5_n").rows == Puzzle([[3], [1, 1], [3]], [[1]]).rows
    True
    """
    if _PAGE.match(code):
        raise fault("expected #rules=CODE or #image=CODE in an address of David Evans's page")
    if not _CODE.match(code):
        raise fault("expected a code: R, L or B, then letters, digits, '-' and '_'")
    reader = _Reader(code[1:])
    columns, rows = _size(reader)
    if code[0] == "R":
        row_clues = [_clue(reader, columns) for _ in range(rows)]
        column_clues = [_clue(reader, rows) for _ in range(columns)]
        reader.finish()
        return Puzzle(row_clues, column_clues)
    cells = _runs if code[0] == "L" else _bits
    grid = Grid((_MASKS[kind] for kind in cells(reader, rows * columns)), columns)
    reader.finish()
    if grid.is_decided:
        return Puzzle.from_picture(grid.picture())
    return Puzzle(
        [_clue_of(row) for row in grid],
        [_clue_of(column) for column in zip(*grid, strict=True)],
        saved=[grid],
    )


def _size(reader: _Reader) -> tuple[int, int]:
    """The number of columns and that of rows."""
    columns, rows = reader.golomb(4), reader.golomb(4)
    if not (1 <= rows <= _MAX_SIDE and 1 <= columns <= _MAX_SIDE):
        problem = f"expected 1 to {_MAX_SIDE} rows and columns, not {rows} and {columns}"
        raise fault(problem)
    return columns, rows


def _clue(reader: _Reader, limit: int) -> Clue:
    remaining = reader.symbol(limit)
    room = limit - remaining
    lengths: list[int] = []
    while remaining and len(lengths) < room:
        lengths.append(reader.symbol(remaining - 1) + 1)
        remaining -= lengths[-1]
    if remaining:
        lengths.append(remaining)
    return tuple(map(shared_block, lengths))


def _clue_of(masks: Sequence[int]) -> Clue | None:
    return None if 3 in masks else clue_of(mask - 1 for mask in masks)


def _runs(reader: _Reader, cells: int) -> Iterator[int]:
    present = [kind for kind in range(3) if reader.plain(1)]
    if not present:
        raise fault("the picture has cells of no kind")
    last = None
    while cells:
        others = [kind for kind in present if kind != last]
        if not others:
            raise fault("the picture has too few cells")
        last = others[reader.symbol(len(others) - 1)]
        length = reader.golomb(1) + 1
        if length > cells:
            raise fault("the picture has too many cells")
        yield from (last for _ in range(length))
        cells -= length


def _bits(reader: _Reader, cells: int) -> Iterator[int]:
    absent = reader.symbol(3)
    if absent > 2:
        raise fault("the picture has more than two kinds of cells")
    present = [kind for kind in range(3) if kind != absent]
    return (present[reader.plain(1)] for _ in range(cells))


def _sniff(kinds: str, what: str) -> Callable[[str], str | None]:
    def sniff(text: str) -> str | None:
        first = text.lstrip().split("\n", 1)[0]
        is_found = _code_of(first)[:1] in tuple(kinds) and is_code(first)
        return f"the first line has a code of {what}" if is_found else None

    return sniff


def is_code(text: str) -> bool:
    """Whether a line is a code or an address with one.

    Any word may begin with these letters, but few short words are a code to the last bit.
    """
    code = _code_of(text)
    if not _CODE.match(code):
        return False
    try:
        if len(code) < 1000:
            decode(code)
        else:
            _size(_Reader(code[1:50]))
    except FormatError:
        return False
    return True


def _code_of(line: str) -> str:
    """The code in a line, which is an address or the code alone."""
    found = _ADDRESS.fullmatch(line.strip())
    return found["code"] if found else line.strip()


def near(text: str) -> str | None:
    first = text.lstrip().split("\n", 1)[0].rstrip()
    is_address = _ADDRESS.fullmatch(first) or _PAGE.match(first)
    return "it begins with an address for a code" if is_address else None


def parse(text: str) -> Parsed:
    puzzles = []
    for number, line in filled(numbered(text)):
        try:
            puzzles.append(decode(_code_of(line)))
        except FormatError as error:
            raise fault(error.problem, number, line.strip()) from None
    return Parsed(puzzles)


def _dump_clues(puzzle: Puzzle) -> str:
    return lines_of([encode_clues(puzzle)])


def _dump_picture(puzzle: Puzzle) -> str:
    return lines_of([encode_picture(Grid.of(puzzle.goals[0]))])


FORMATS = (
    Format(
        name="davidje13",
        summary="short codes of David Evans: the clues in one word",
        sniff=_sniff("R", "clues"),
        near=near,
        parse=parse,
        dump=_dump_clues,
        dump_all=one_by_one(_dump_clues, ""),
        has_line=bool,
    ),
    Format(
        name="davidje13-picture",
        summary="short codes of David Evans: a picture in one word; its clues are the puzzle",
        sniff=_sniff("LB", "a picture"),
        parse=parse,
        dump=_dump_picture,
        dump_all=one_by_one(_dump_picture, ""),
        has_line=bool,
        needs_goal=True,
        carries=frozenset({"goals"}),
    ),
)
