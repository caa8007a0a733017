"""Draws the pictures of the README and the documentation: ``python docs/pictures/draw.py``.

It writes the SVG files beside it; a test compares them. Each picture is drawn by the function of
its name, from the puzzles in ``input/``.
"""

from __future__ import annotations

import base64
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import nonocsp as nc
from nonocsp import explanation as explain, generation as generate, render
from nonocsp.core.line import Automaton, line_domain, placements
from nonocsp.core.model.bits import full, is_single
from nonocsp.core.solver import propagated
from nonocsp.people.watching import trace

HERE = Path(__file__).parent
INPUT = HERE.parents[1] / "input"
sys.path.append(str(HERE.parents[1] / "tests" / "tools"))


def parrot() -> str:
    puzzle = nc.read(INPUT / "parrot.ctu")
    return render.svg(nc.solve(puzzle), puzzle=puzzle, cell=16)


def parrot_safe() -> str:
    puzzle = nc.read(INPUT / "parrot.ctu")
    return render.svg(nc.solve(puzzle), puzzle=puzzle, cell=20, safe_colours=True)


def cat() -> str:
    return render.svg(nc.read(INPUT / "cat.json"), cell=18, title="A puzzle with unknown lengths")


def dinghy() -> str:
    puzzle = nc.read(INPUT / "dinghy.g")
    return render.svg(nc.solve(puzzle), puzzle=puzzle, cell=24)


def floor() -> str:
    puzzle = nc.read(INPUT / "boards" / "floor.json")
    return render.svg(nc.solve(puzzle).picture, puzzle=puzzle, cell=44, title="Floor")


def differ() -> str:
    space = nc.solution_space(nc.read(INPUT / "random-10x10.txt"))
    return render.svg(space, cell=18)


def marks() -> str:
    puzzle = nc.read(INPUT / "heart.txt")
    known = {(0, 2): 0, (3, 0): 0, (3, 4): 0, (1, 1): 1, (1, 3): 1}
    follows = [(row, 2) for row in range(1, 5)]
    return render.svg(
        nc.Grid([3] * 25, 5).given(known | dict.fromkeys(follows, 1)),
        puzzle=puzzle,
        lines=[nc.Line("column", 2)],
        because=[(0, 2)],
        concluded=follows,
    )


def steps() -> str:
    puzzle = nc.read(INPUT / "tulip.ctu")
    return render.animated_svg(trace.frames(puzzle, trace.trace(puzzle)), seconds=0.35, cell=20)


def solving() -> str:
    """The picture of the README: the lines that decide cells, and these cells alone."""
    puzzle = nc.read(INPUT / "lighthouse.ctu")
    unknown = full(puzzle.block_colours)
    shown: list[render.Drawing] = []
    for drawing in trace.frames(puzzle, trace.trace(puzzle)):
        assert drawing.cells is not None
        decided = [mask if is_single(mask) else unknown for mask in drawing.cells.masks]
        frame = drawing.replace(cells=nc.Grid.of_masks(puzzle, decided))
        if not shown or frame.cells != shown[-1].cells or not frame.lines:
            shown.append(frame)
    title = "A lighthouse appears line by line while its puzzle is solved"
    return render.animated_svg(shown, seconds=0.25, cell=15, title=title)


def squint() -> str:
    return render.svg(nc.read(INPUT / "cross-eyed.txt"), cell=18)


def squint_solved() -> str:
    puzzle = nc.read(INPUT / "cross-eyed.txt")
    return render.svg(nc.solution_space(puzzle)[0], puzzle=puzzle, cell=18)


def squint_open() -> str:
    return render.svg(nc.solution_space(nc.read(INPUT / "cross-eyed.txt")), cell=18)


def squint_step() -> str:
    puzzle = nc.read(INPUT / "cross-eyed.txt")
    steps = explain.explain(puzzle).run().steps
    _, drawing = list(explain.drawings(puzzle, steps))[40]
    return render.svg(drawing.replace(cell=18))


def wink() -> str:
    squinting = nc.solution_space(nc.read(INPUT / "cross-eyed.txt"))[0]
    mended = generate.repair(squinting)
    return render.svg(mended.after, puzzle=mended.puzzle, cell=18)


def made() -> str:
    new = generate.generate(10, 12, texture="blobs", symmetry="left-right", seed=5)
    return render.svg(new.puzzle, cell=18)


def lighthouse() -> str:
    puzzle = nc.read(INPUT / "lighthouse.ctu")
    return render.svg(nc.solve(puzzle), puzzle=puzzle, cell=14)


def photographed() -> str:
    """A photograph of a page, and the solution of the puzzle that it shows; a test reads it.

    The page was drawn with the layout `lined` and photographed with difficulty 3 and seed 5 by
    `tests/people/photo/drawn_pages.py`, then cropped.
    """
    puzzle = nc.read(INPUT / "teapot.txt")
    photo = base64.b64encode((HERE / "photograph.webp").read_bytes()).decode()
    solved = render.svg(nc.solve(puzzle), puzzle=puzzle, cell=16)
    parts = [
        f'<image width="384" height="299" href="data:image/webp;base64,{photo}"/>',
        '<path fill="none" stroke="#6b7480" stroke-width="4" d="M398 150h34m-12-12l12 12l-12 12"/>',
        _at(solved, 440, 24),
    ]
    return _svg(772, 299, parts, "A photographed page becomes a puzzle, which is solved")


#: The puzzle of the heat map.
SHARES = nc.Puzzle([[1], [2], [3], [3], [2], [1]], [[1], [2], [3], [3], [2], [1]])


def shares() -> str:
    """A heat map: how often each cell is black in the solutions."""
    floats = nc.solution_space(SHARES).marginals().floats
    return render.svg(render.Drawing.of_shares(floats, puzzle=SHARES), cell=28)


def scale() -> str:
    """Three puzzles of one size, from very shallow to very deep."""
    shown = []
    for level in ("very shallow", "moderate", "very deep"):
        puzzle = nc.generate(8, 8, depth=level, seed=0).puzzle
        assert puzzle is not None
        rating = nc.rate(puzzle)
        shown.append((render.svg(puzzle, cell=20), f"{rating.depth_word} ({rating.depth:.1f})"))
    return _row(shown)


def tree() -> str:
    """The search tree of three blocks of one in three rows: rows in order, then tightening."""
    puzzle = nc.Puzzle([[1]] * 3, [[1]] * 3)

    def below(grid: nc.Grid) -> list[nc.Grid]:
        row = next((row for row in range(3) if "?" in grid.text().split()[row]), None)
        if row is None:
            return []
        tried = (propagated(puzzle, grid.given({(row, column): 1})) for column in range(3))
        return [found for found in tried if found is not None]

    parts, width, height = [], 72, 110
    level, top = [(nc.Grid.unknown(puzzle), 0.0, 6.0)], 0
    while level:
        after: list[tuple[nc.Grid, float, float]] = []
        for grid, left, span in level:
            x = (left + span / 2) * width
            parts.append(_at(render.svg(grid, cell=16, clues=False), x - 28, top))
            children = below(grid)
            for place, child in enumerate(children):
                share = span / len(children)
                after.append((child, left + place * share, share))
                end = (left + (place + 0.5) * share) * width
                line = f'<path stroke="#6b7480" d="M{x:g} {top + 60}L{end:g} {top + height - 2}"/>'
                parts.append(line)
        level, top = after, top + height
    return _svg(6 * width, top - height + 62, parts, "A search tree with six solutions")


def automaton() -> str:
    """The automaton of the clue 2 1: what may stand in a cell, and what it leads to."""
    known = Automaton((nc.Block(2), nc.Block(1)))
    parts, gap, y = [], 92, 62
    for state, step in enumerate(known.steps):
        x = 40 + gap * state
        double = f'<circle cx="{x}" cy="{y}" r="14"/>' * (state in known.accepting)
        parts.append(
            f'<g fill="none" stroke="#16191d"><circle cx="{x}" cy="{y}" r="18"/>{double}</g>'
            f'<text x="{x}" y="{y + 5}">{state}</text>'
        )
        for colour, end in step.items():
            cell = f'<rect width="12" height="12" stroke="#16191d" fill="{INKS[colour]}" x="{{}}" '
            if end == state:
                arc = f"M{x - 9} {y - 16}C{x - 26} {y - 52} {x + 26} {y - 52} {x + 9} {y - 16}"
                place = (x - 6, y - 58)
            else:
                arc = f"M{x + 18} {y}L{x + gap - 20} {y}"
                place = (x + gap // 2 - 6, y - 20)
            parts.append(f'<path fill="none" stroke="#16191d" marker-end="url(#to)" d="{arc}"/>')
            parts.append(cell.format(place[0]) + f'y="{place[1]}"/>')
    arrow = (
        '<marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z"/></marker>'
    )
    return _svg(gap * len(known.steps), 96, [arrow, *parts], "The automaton of the clue 2 1")


def diagram() -> str:
    """The decision diagram of three rows and columns with one black cell each."""
    puzzle = nc.Puzzle([[1]] * 3, [[1]] * 3)
    known = nc.solution_space(puzzle).diagram
    shared, places = known.nodes[0], iter([(190, 0), (95, 100), (45, 200), (145, 200), (285, 200)])
    names, parts = dict(zip(known.nodes, "ABC", strict=True)), list[str]()

    def show(cells: nc.Grid, open_cells: Sequence[int], x: float, y: float) -> None:
        tinted = [divmod(cell, cells.shape[1]) for cell in open_cells]
        drawing = render.Drawing(cells=cells, cell=20, ambiguous=frozenset(tinted), blanks=True)
        parts.append(_at(render.svg(drawing), x - 10 * cells.shape[1] - 10, y))

    def line(x: float, y: float, to: float, below: float) -> None:
        parts.append(f'<path stroke="#6b7480" d="M{x:g} {y:g}L{to:g} {below:g}"/>')

    def draw(node: int, inside: Sequence[int], grid: nc.Grid) -> tuple[float, float]:
        x, y = next(places)
        show(grid, inside, x, y)
        parts.append(f'<text x="{x + 45}" y="{y + 44}">{names[node]}</text>')
        if node == shared:
            line(x, y + 71, 165, 308)
            return x, y
        for edge in known.edges(node):
            facts = {divmod(inside[cell], 3): colour for cell, colour in edge.facts}
            for child, cells in edge.children:
                to = draw(child, [inside[cell] for cell in cells], grid.given(facts))
                line(x, y + 71, to[0], to[1] + 8)
        return x, y

    ((top, every),) = known.parts
    show(nc.Grid([3] * 4, 2), range(4), 165, 300)
    draw(top, every, nc.Grid.unknown(puzzle))
    parts.append('<text x="250" y="334">A: two solutions</text>')
    for x, edge in zip((125, 205), known.edges(shared), strict=True):
        show(nc.Grid([1 << colour for _, colour in sorted(edge.facts)], 2), (), x, 376)
        line(165, 351, x, 384)
    return _svg(340, 434, parts, "A decision diagram of three nodes with six solutions")


def frontier() -> str:
    """The frontier after each row of four rows and columns with one black cell each."""
    size, clue = 4, (nc.Block(1),)
    steps, rows = Automaton(clue).steps, list(placements(clue, size))
    states, edges = {(0,) * size: 1}, set[tuple[tuple[int, ...], tuple[int, ...]]]()
    parts, places, width, height = [], {}, 92, 92
    for layer in range(size + 1):
        for place, state in enumerate(sorted(states, reverse=True)):
            x, y = (3.5 - len(states) / 2 + place) * width, layer * height
            places[state] = x
            parts.append(_at(render.svg(nc.Picture([state]), cell=16), x - 36, y))
            parts.append(f'<text x="{x:g}" y="{y + 38}">{states[state]}</text>')
            for start in (start for start, end in edges if end == state):
                line = f"M{places[start]:g} {y - height + 42}L{x:g} {y + 1}"
                parts.append(f'<path stroke="#9aa3ad" d="{line}"/>')
        following = Counter[tuple[int, ...]]()
        edges = set()
        for state, ways in states.items():
            for row in rows:
                after = [steps[at].get(colour) for at, colour in zip(state, row, strict=True)]
                if None not in after:  # after the block only blanks follow: one state
                    end = tuple(min(at or 0, 1) for at in after)
                    following[end] += ways
                    edges.add((state, end))
        states = following
    return _svg(6 * width, size * height + 44, parts, "The frontier after each row, with counts")


def proof() -> str:
    """A proof, step by step: what is assumed, the lines of its hints, and what follows."""
    puzzle = nc.read(INPUT / "smile.txt")
    root = propagated(puzzle)
    (nogood,) = (each[4:] for each in nc.prove(puzzle).lines() if each.startswith("n 1 "))
    fact, hints = nogood.split(" : ")
    row, column, colour = (int(number) for number in re.findall(r"\d+", fact))
    cell = (row - 1, column - 1)
    assert root is not None and colour == 0
    known = root.given({cell: colour})
    look = render.Drawing(puzzle=puzzle, cells=root, cell=18, because=frozenset([cell]))
    shown = [(look.replace(because=()), "the root"), (look.replace(cells=known), f"suppose {fact}")]
    for hint in hints.split():
        line = nc.Line("row" if hint[0] == "R" else "column", int(hint[1:]) - 1)
        found = line_domain(puzzle.clue(line), puzzle.length(line)).tighten(known.line(line))
        follows = {
            (line.index, at) if line.is_row else (at, line.index): mask.bit_length() - 1
            for at, (old, mask) in enumerate(zip(known.line(line), found or (), strict=False))
            if mask != old
        }
        known = known.given(follows)
        drawing = look.replace(cells=known, lines=[line], concluded=follows)
        shown.append((drawing, hint if found else f"{hint}: no placement"))
    opposite = look.replace(cells=root.given({cell: 1}), concluded=[cell], because=())
    end = look.replace(cells=propagated(puzzle, opposite.cells), because=())
    shown += [(opposite, f"so {fact[:-1]}1"), (end, "s 2: the picture")]
    drawn = [(render.svg(drawing), caption) for drawing, caption in shown]
    return _row(drawn, 4)


def switch() -> str:
    """A switch: two pictures with the same clues that differ in four cells."""
    rows = [".....", ".##..", ".#.#.", "..##.", "....."]
    one = nc.Picture([[int(cell == "#") for cell in row] for row in rows])
    other = nc.Picture([list(row) for row in one][::-1])
    puzzle = nc.Puzzle.from_picture(one)
    assert puzzle == nc.Puzzle.from_picture(other)
    shown = [(render.svg(each, puzzle=puzzle, cell=20), "") for each in (one, other)]
    return _row(shown)


def unique_share() -> str:
    """The share of unique pictures by density, from the table of the log: a line for each size."""
    log = HERE.parents[1] / "benchmarks/log/2026-11-24-questions.md"
    page = log.read_text(encoding="utf-8")
    lines = page[page.index("| size | pictures | 0.2 |") :].partition("\n\n")[0].splitlines()
    cells = ([cell.strip() for cell in line.strip("| ").split("|")] for line in lines)
    head, _, *rows = (row for row in cells if len(row) > 1)
    densities = {column: float(text) for column, text in enumerate(head) if text[0].isdigit()}
    width, height, left = 560, 260, 40

    def at(density: float, share: float) -> str:
        return f"{left + (density - 0.2) / 0.6 * width:.4g} {10 + (1 - share) * height:.4g}"

    parts = [f'<path fill="none" stroke="#9aa3ad" d="M{at(0.2, 1)}L{at(0.2, 0)}L{at(0.8, 0)}"/>']
    for share in (0.0, 0.5, 1.0):
        y = float(at(0.2, share).split()[1])
        parts.append(f'<text x="{left - 8}" y="{y + 5:g}" text-anchor="end">{share:g}</text>')
        parts.append(f'<path stroke="#e3e6ea" d="M{at(0.2, share)}L{at(0.8, share)}"/>')
    for tenths in range(2, 9):
        x = at(tenths / 10, 0).split()[0]
        parts.append(f'<text x="{x}" y="{height + 30}">{tenths / 10:g}</text>')
    for number, row in enumerate(rows):
        shares = {density: float(row[at].rstrip("%")) / 100 for at, density in densities.items()}
        path = "L".join(at(density, share) for density, share in shares.items())
        grey = round(190 * (1 - number / (len(rows) - 1)))
        ink = f"rgb({grey},{grey},{grey})"
        parts.append(f'<path fill="none" stroke="{ink}" stroke-width="1.5" d="M{path}"/>')
    parts.append(f'<text x="{left + 90}" y="60">{rows[0][0]}</text>')
    parts.append(f'<text x="{left + 0.88 * width:g}" y="150">{rows[-1][0]}</text>')
    parts.append(f'<text x="{left + width / 2}" y="{height + 50}">density</text>')
    return _svg(left + width + 20, height + 60, parts, "The share of unique pictures by density")


def house() -> str:
    """The picture of CONTRIBUTING.md: the houses as storeys, their rooms, and who imports whom."""
    order, rooms, below = _houses()
    left, width, lane = 8, 648, 20
    parts, floors, y = list[str](), dict[str, int](), 72
    tops = [
        ("benchmarks", "the suite, experiments"),
        ("tests", "the same houses, oracles, the hunt"),
    ]
    for number, (name, does) in enumerate(tops):
        x, arrow = left + number * (width // 2 + 6), 208 + 146 * number
        parts += [_box("top", x, 8, width // 2 - 6, 34), _named(name, does, x + 12, 30)]
        code = "".join(file.read_text() for file in HERE.parents[1].glob(f"{name}/**/*.py"))
        used = [
            each for each in order if re.search(rf"^\s*(from|import) nonocsp\.{each}", code, re.M)
        ]
        uses = "uses every house" if used == order else f"uses {', '.join(used)}"
        parts += [_arrow(f"M{arrow} 42V70"), _soft(uses, arrow + 8, 61)]
    parts += [_arrow(f"M28 {y}V44", "wire dash"), _soft("the command bench", 36, 61)]
    for storey in reversed(order):
        chips, x, line = list[str](), left + 12, y + 32
        for room in rooms[storey]:
            span = round(7.2 * len(room)) + 14
            if x + span > left + width - 8:
                x, line = left + 12, line + 27
            chips.append(_box("room", x, line, span, 22))
            chips.append(f'<text x="{x + span / 2:g}" y="{line + 15}">{room}</text>')
            x += span + 6
        does, _, _ = (import_module(f"nonocsp.{storey}").__doc__ or "").partition("\n")
        parts.append(_box("house", left, y, width, line + 31 - y))
        parts += [_named(storey, does, left + 12, y + 21), *chips]
        floors[storey] = line + 31
        y = floors[storey] + 10
    for number, storey in enumerate(order[1:], 1):
        x, top = left + width + 4 + lane * number, floors[storey] - 8
        # Nearer importers arrive above farther ones, so that lines do not run into each other.
        ends = [floors[each] - 50 + 8 * (number - order.index(each) - 1) for each in below[storey]]
        parts.append(f'<path class="wire" d="M{left + width} {top}H{x}V{max(ends)}"/>')
        parts += [_arrow(f"M{x} {end}H{left + width + 2}") for end in sorted(ends)]
    return _schemed(left + width + lane * len(order) + 8, y, parts, "The houses of the package")


def houses() -> str:
    """The small form for the README: the houses in one line, each to the right of what it uses."""
    order, _, _ = _houses()
    parts, x = list[str](), 4
    for number, storey in enumerate(order):
        span = round(8 * len(storey)) + 28
        if number:
            parts.append(_arrow(f"M{x + 26} 20H{x + 2}"))
            x += 26
        parts.append(_box("house", x, 4, span, 32))
        parts.append(f'<text class="name" x="{x + span / 2:g}" y="25">{storey}</text>')
        x += span
    return _schemed(x + 4, 40, parts, f"{len(order)} houses, each of which uses those to its left")


def _houses() -> tuple[list[str], dict[str, list[str]], dict[str, set[str]]]:
    """The houses from the lowest, the rooms of each from the lowest, and the houses each uses.

    All of it follows from the imports. The public names stand in the highest house.
    """
    from sources import MODULES, imports, module_of, room_of

    def place(module: str) -> tuple[str, str]:
        house, _, room = room_of(module).partition(".")
        return ("apps", "public names") if house == "__init__" else (house, room)

    used = defaultdict[tuple[str, str], set[tuple[str, str]]](set)
    for path in MODULES.values():
        if (at := place(module_of(path)))[0] != "__main__":
            used[at] |= {place(each) for each in imports(path)} - {at}
    below = defaultdict[str, set[str]](set)
    for (house, _), others in used.items():
        below[house] |= {other for other, _ in others} - {house}
    order = [*TopologicalSorter(below).static_order()]
    height: dict[tuple[str, str], int] = {}
    for at in TopologicalSorter(used).static_order():
        height[at] = max((height[each] + 1 for each in used[at]), default=0)
    rooms = {
        house: [at[1] for at in sorted(used, key=lambda at: (height[at], at)) if at[0] == house]
        for house in order
    }
    return order, {house: [*filter(None, inside)] for house, inside in rooms.items()}, below


def _box(kind: str, x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect class="{kind}" {place} rx="4"/>'


def _arrow(path: str, kind: str = "wire") -> str:
    return f'<path class="{kind}" marker-end="url(#to)" d="{path}"/>'


def _soft(text: str, x: float, y: float) -> str:
    return f'<text class="left soft" x="{x:g}" y="{y:g}">{text}</text>'


def _named(name: str, does: str, x: float, y: float) -> str:
    return (
        f'<text class="left" x="{x:g}" y="{y:g}"><tspan class="name">{name}</tspan>'
        f'<tspan class="soft" dx="8">{does}</tspan></text>'
    )


def _schemed(width: float, height: float, parts: list[str], title: str) -> str:
    """A drawing whose colours follow the reader's scheme."""
    style = """<style>
rect{stroke:#9aa3ad}.house{fill:#f3f5f8}.room{fill:#ffffff}.top{fill:none}text{fill:#16191d}
.left{text-anchor:start}.name{font-weight:bold;font-size:14px}.soft{fill:#4a5361}
.wire{fill:none;stroke:#6b7480;stroke-width:1.5}.dash{stroke-dasharray:4 3}marker{fill:#6b7480}
@media (prefers-color-scheme:dark){.paper{fill:#12161c}.house{fill:#1a2029}.room{fill:#2b333e}
rect{stroke:#4a5361}text{fill:#e8ecf1}.soft{fill:#b4bdc9}.wire{stroke:#98a3b3}marker{fill:#98a3b3}}
</style>
<marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"
 markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>"""
    drawn = _svg(width, height, [style, *parts], title).replace('size="14"', 'size="12"')
    return drawn.replace('<path fill="#ffffff"', '<path class="paper" fill="#ffffff"')


INKS = ("#ffffff", "#16191d")


def _at(drawn: str, x: float, y: float) -> str:
    """A drawing at a place of another."""
    return drawn.rstrip().replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1)


def _row(shown: list[tuple[str, str]], most: int = 9) -> str:
    """Drawings side by side, at most `most` in a row, each above its caption."""
    parts, x, y, right, height = [], 0, 0, 0, 0
    for number, (drawn, caption) in enumerate(shown):
        size = re.search(r'width="(\d+)" height="(\d+)"', drawn)
        assert size is not None
        if number and number % most == 0:
            x, y, height = 0, y + height + 10, 0
        width, below = int(size[1]), int(size[2]) + 18
        text = f'<text x="{x + width // 2 + 12}" y="{y + below}">{caption}</text>'
        parts += [_at(drawn, x, y), text]
        x, height = x + width + 16, max(height, below + 8)
        right = max(right, x)
    return _svg(right - 16, y + height, parts, "Puzzles side by side")


def _svg(width: float, height: float, parts: list[str], title: str) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" text-anchor="middle" '
        'font-family="Helvetica,Arial,\'Liberation Sans\',sans-serif" font-size="14">'
    )
    ground = f'<title>{title}</title>\n<path fill="#ffffff" d="M0 0h{width:g}v{height:g}H0z"/>'
    return "\n".join((head + ground, *parts, "</svg>")) + "\n"


FUNCTIONS = (
    *(shares, scale, tree, automaton, diagram, frontier, proof, switch, unique_share),
    *(parrot, parrot_safe, cat, dinghy, floor, differ, marks, steps, solving),
    *(house, houses),
    *(squint, squint_solved, squint_open, squint_step, wink, made, lighthouse, photographed),
)
PICTURES: dict[str, Callable[[], str]] = {
    function.__name__.replace("_", "-"): function for function in FUNCTIONS
}

if __name__ == "__main__":
    for name, function in PICTURES.items():
        (HERE / f"{name}.svg").write_text(function(), encoding="utf-8", newline="\n")
