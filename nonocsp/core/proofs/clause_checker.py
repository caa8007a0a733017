# mypy: ignore-errors
"""Whether clauses state a puzzle: python clause_checker.py [--given] PUZZLE.json CLAUSES.cnf

It prints what follows if they cannot all hold, which `lrat_checker.py` checks, and exits with 0; or
the first clause that is not that of the puzzle (docs/reference/proofs.md), literal by literal, with
1; with 2 if a file cannot be read. Cells that are given may follow, accepted with ``--given``, then
solutions that are excluded, each of which is tried. The puzzle is as for `board_checker.py`, as
``nonocsp convert FILE -o PUZZLE.json`` writes it."""

import json
import sys
from itertools import combinations

try:
    from . import board_checker, checker, lrat_checker
except ImportError:  # run as a program
    import board_checker
    import checker
    import lrat_checker

Refused = lrat_checker.Refused
BEGIN, END = -1, -2  # of a line, beside its pieces from 0


def pieces(clue, colours):
    """The pieces of a line, (colour, length), and which may follow each."""
    found, after, block, stars = [], {BEGIN: set()}, (BEGIN, None), False
    for length, colour, *joint in [*clue, (END, None)]:
        if length == -1:
            stars = True
            continue
        gap = range(colours if stars else "attached" not in joint)  # the colours of its pieces
        first, here = len(found), END if length == END else len(found) + len(gap)
        if block[1] != colour or (joint and not stars):
            after[block[0]].add(here)
        after[block[0]].update(first + shade for shade in gap if not shade or shade != block[1])
        for shade in gap:
            after[first + shade] = {*range(first, first + len(gap)), *[here] * (shade != colour)}
        found += [(shade, 1) for shade in gap]
        if here != END:
            found.append((colour, length or 1))
            after[here] = {here} if length == 0 else set()
        block, stars = (here, colour), False
    return found, after


def places(found, after, n, picture=None):
    """The cells and pieces (cell, piece) that begin there on some way from the begin to the end of
    n cells; with a picture, of the colours that it has."""
    begun, ways = [after[BEGIN], *(set() for _ in range(n))], []
    for at in range(n):
        for piece in begun[at] - {END}:
            colour, length = found[piece]
            end = at + length
            if end <= n and (picture is None or {*picture[at:end]} == {colour}):
                begun[end] = begun[end] | after[piece]
                ways.append((at, piece, end))
    on_way = {(n, END)} if END in begun[n] else set()
    for at, piece, end in reversed(ways):
        if any((end, following) in on_way for following in after[piece]):
            on_way.add((at, piece))
    return sorted(on_way - {(n, END)})


def clauses(puzzle, owners):
    """The clauses of a puzzle, in order. `owners` gets the cell or block of each variable."""
    colours, cells = puzzle.colours + 1, 1 + max(map(max, puzzle.cells))
    owners += [("cell", cell) for cell in range(cells) for _ in range(colours)]
    for first in range(1, cells * colours, colours):
        yield (*range(first, first + colours),)
        yield from combinations(range(-first, -first - colours, -1), 2)
    for clue, line in zip(puzzle.clues, puzzle.cells, strict=True):
        if clue is not None:
            yield from line_clauses(*pieces(clue, colours), clue, line, colours, owners)


def line_clauses(found, after, clue, line, colours, owners):
    begun, n = places(found, after, len(line)), len(line)
    names = {place: name for name, place in enumerate(begun, start=len(owners) + 1)}
    owners += [None] * len(begun)
    gives = {cell * colours + shade + 1: [] for cell in line for shade in range(colours)}
    before = {place: [] for place in begun}
    for at, piece in begun:
        colour, length = found[piece]
        name, end = names[at, piece], at + length
        for cell in line[at:end]:
            yield -name, cell * colours + colour + 1
            gives[cell * colours + colour + 1].append(name)
        following = [(end, next) for next in sorted(after[piece]) if (end, next) in names]
        for place in following:
            before[place].append(name)
        if end < n:
            yield (-name, *(names[place] for place in following))
    yield from ((-names[place], *before[place]) for place in begun if place[0])
    yield from ((-colour, *names) for colour, names in gives.items())
    if all(length > 0 for length, *_ in clue):
        for piece in (piece for piece, (colour, _) in enumerate(found) if colour):
            yield from bounds([names.get((at, piece)) for at in range(n)], len(owners))
            owners += [(*line, piece)] * (n - 1)


def bounds(begins, last):
    """The clauses of a block's position: variable last + i says that it begins in the first i
    cells; `begins` has for each cell the variable that it begins there, or None."""
    for at, begin in enumerate(begins):
        before, later = [last + at] * (at > 0), [-last - at - 1] * (at + 1 < len(begins))
        if before and later:
            yield -before[0], -later[0]
        if begin:
            yield from ((-begin, -literal) for literal in before + later)
        yield (*before, *later, *[begin] * bool(begin))


def compare(puzzle, given):
    """How many cells and blocks are given, and how many pictures excluded, behind the clauses of a
    puzzle."""
    owners, rest, known, pictures = [], iter(given), set(), set()
    for number, clause in enumerate(clauses(puzzle, owners), start=1):
        if next(rest, None) != clause:
            raise Refused(f"clause {number} of the puzzle is {' '.join(map(str, clause))}")
    size, colours = 1 + max(map(max, puzzle.cells)), puzzle.colours + 1
    owner = dict(enumerate(owners, start=1))
    for clause in rest:
        picture = [(-literal - 1) % colours for literal in clause]
        excluding = tuple(-cell * colours - c - 1 for cell, c in enumerate(picture))
        if clause == excluding and len(clause) == size and is_solution(puzzle, picture):
            if clause in pictures:
                raise Refused("a picture is excluded twice")
            pictures.add(clause)
        elif len(clause) == 1 and owner.get(abs(clause[0])) and not (pictures and size > 1):
            known.add(owner[abs(clause[0])])
        else:
            raise Refused(f"{clause[:9]} neither gives a cell nor excludes a solution")
    return len(known), len(pictures)


def is_solution(puzzle, picture):
    lines = ([picture[cell] for cell in line] for line in puzzle.cells)
    return all(
        clue is None or places(*pieces(clue, puzzle.colours + 1), len(line), line)
        for clue, line in zip(puzzle.clues, lines, strict=True)
    )


def main(puzzle_path, path, given):
    with open(puzzle_path, encoding="utf-8") as file:
        puzzle = board_checker.read_puzzle(json.load(file))
    with lrat_checker.opened(path) as file:
        known, excluded = compare(puzzle, lrat_checker.read_clauses(file).values())
    if known and not given:
        raise Refused("givens are refused without --given")
    claim = {0: "it has none", 1: "it is the only one"}.get(excluded, "there is no other")
    more = f" and {known} given{'s' * (known > 1)}" * bool(known)
    return (
        f"the clauses are those of puzzle {checker.fingerprint(puzzle)}{more}, with {excluded} "
        f"solution{'s' * (excluded != 1)} excluded: if they cannot all hold, {claim}"
    )


if __name__ == "__main__":
    is_given = "--given" in sys.argv
    sys.argv = [word for word in sys.argv if word != "--given"]
    sys.exit(lrat_checker.run(main, __doc__, given=is_given))
