"""Further questions of `hunt`, in the rooms that use the solver: clues in doubt, answers of models,
audits, photographs, the environment."""

from __future__ import annotations

import io
import json
from itertools import product

import oracle
from hunt_cases import NotAsked
from true_rewards import check_episode
from true_steps import false_claims

import nonocsp as nc
from nonocsp import NonocspError, Puzzle, Rectangle
from nonocsp.extra.learning.episode import REWARDS
from nonocsp.many.sets.examining import Examination, examine
from nonocsp.many.sets.records import Record


def _plain_table(case):
    """The puzzle, if it is a rectangle on which every block has a length and no joint."""
    puzzle = case.puzzle
    blocks = [block for clue in puzzle.clues for block in clue or ()]
    is_plain = all(block.length and not block.joint for block in blocks)
    if not isinstance(puzzle.board, Rectangle) or None in puzzle.clues or not is_plain:
        raise NotAsked
    return puzzle


def check_environment(case, truth, draw):
    puzzle = _plain_table(case)
    every = truth if case.grid is None else type(truth)(puzzle)
    if not every.whole or not every.pictures or len(every) > 200 or puzzle.board.longest > 8:
        raise NotAsked
    how = draw.choice([*REWARDS]), draw.random() < 0.5, draw.randrange(100)
    check_episode(puzzle, [tuple(cells) for cells in every.pictures], *how)


#: Ways to write a picture in one colour, by its rows of 0 and 1.
_FORMS = [
    lambda rows: "\n".join("".join(map(str, row)) for row in rows),
    lambda rows: "\n".join(" ".join(map(str, row)) for row in rows),
    lambda rows: "\n".join("".join(".#"[cell] for cell in row) for row in rows),
    lambda rows: "\n".join("".join("⬜⬛"[cell] for cell in row) for row in rows),
    lambda rows: f"```\n{_FORMS[0](rows)}\n```",
    json.dumps,
    lambda rows: json.dumps({"solution": rows}),
    lambda rows: "".join(f"| {' | '.join(map(str, row))} |\n" for row in rows),
]


def check_grading(case, truth, draw):
    """A picture is right if it solves the puzzle; behind a mark, whatever is drafted before it."""
    puzzle = _plain_table(case)
    height, width = puzzle.shape
    if puzzle.block_colours > 1 or width < 2 or height < 2:
        raise NotAsked
    solutions = truth if case.grid is None else type(truth)(puzzle)

    def drawn():
        if solutions.pictures and draw.random() < 0.6:
            cells = [*draw.choice(sorted(solutions.pictures))]
        else:
            cells = [draw.randint(0, 1) for _ in range(height * width)]
        if draw.random() < 0.3:
            cells[draw.randrange(len(cells))] ^= 1
        return [cells[at : at + width] for at in range(0, len(cells), width)]

    answer, draft = drawn(), drawn()
    form, other = draw.choice(_FORMS), draw.choice(_FORMS)
    is_right = oracle.solves(puzzle, bytes(cell for row in answer for cell in row))
    for text in (
        f"{form(answer)}\n",
        f"First I try\n{other(draft)}\n\nNo. Final answer:\n{form(answer)}\n",
        f"<think>{other(draft)}</think>\n<answer>{form(answer)}</answer>",
        answer,
    ):
        found = nc.grade(puzzle, text)
        assert found.is_right == is_right, f"grade: {found} of {text!r}"
    short = [row[:-1] for row in answer] if draw.random() < 0.5 else answer[:-1]
    text = f"I think\n{other(draft)}\n\nFinal answer:\n{_FORMS[draw.randrange(3)](short)}\n"
    assert not nc.grade(puzzle, text).is_right, f"grade: half an answer is right: {text!r}"


def check_audit(case, truth, draw):
    """A record with a picture: its verdict, its number of solutions, and what the picture is."""
    puzzle = _plain_table(case)
    every = truth if case.grid is None else type(truth)(puzzle)
    if puzzle.block_colours > 1 or not every.whole:
        raise NotAsked
    height, width = puzzle.shape
    cells = bytes(draw.randint(0, 1) for _ in range(height * width))
    if every.pictures and draw.random() < 0.7:
        cells = draw.choice(sorted(every.pictures))
    rows, columns = (
        [[block.length for block in clue] for clue in side]
        for side in (puzzle.rows, puzzle.columns)
    )
    texts = ["".join(map(str, cells[at : at + width])) for at in range(0, len(cells), width)]
    names = draw.choice((("rows", "columns"), ("row_clues", "col_clues")))
    row = {**dict(zip(names, (rows, columns), strict=True)), "solution": texts}
    content = json.dumps(row).encode()
    (found,) = examine(Examination(None, nc.Limits(), 5_000), [Record("a", "line", 1, content)])
    assert not found.problem, f"audit: {found.problem} in {content!r}"
    assert found.verdict == every.verdict.value, f"audit: {found.verdict} of {content!r}"
    assert found.solutions == len(every), f"audit: {found.solutions} of {len(every)}"
    if every.pictures:
        expected = "wrong" if cells not in every.pictures else "several"
        expected = "right" if expected == "several" and len(every) == 1 else expected
        assert found.picture == expected, f"audit: the picture is {found.picture}"


def check_steps(case, truth, draw):
    """What each step says, in words and as data, follows from its reasons."""
    if case.puzzle.board.size > 20:
        raise NotAsked
    for step in nc.explain(case.puzzle, case.grid, **case.ask):
        wrong = [*false_claims(case.puzzle, step)]
        assert not wrong, f"steps: {wrong[0]}"


def check_photograph(case, truth, draw):
    """Of a drawn page, whole or damaged: no exception but ours; sure only of what it shows."""
    from PIL import Image

    puzzle = _plain_table(case)
    if puzzle.block_colours > 1:
        raise NotAsked
    page = Image.open(io.BytesIO(nc.render.png(puzzle))).convert("RGB")
    file = io.BytesIO()
    page.save(file, draw.choice(("PNG", "JPEG", "WEBP", "GIF", "BMP", "AVIF")))
    content = bytearray(file.getvalue())
    is_whole = draw.random() < 0.3
    if not is_whole and draw.random() < 0.3:
        del content[draw.randrange(len(content)) :]
    elif not is_whole:
        for _ in range(draw.choice((1, 3, 30))):
            content[draw.randrange(len(content))] = draw.randrange(256)
    try:
        found = nc.read_photo(bytes(content), limits=nc.Limits(seconds=10))
    except NonocspError as error:
        assert "\n" not in str(error), f"photograph: {error}"
        return
    if found.is_sure and is_whole:
        assert found.puzzle.clues == puzzle.clues, f"photograph: sure of\n{found.puzzle}"


def check_doubtful(case, truth, draw):
    """The cheapest reading of clues in doubt, against every choice of alternatives."""
    from nonocsp.people.reading import Doubtful, DoubtfulClue, decipher

    puzzle = _plain_table(case)
    if puzzle.block_colours > 1 or puzzle.board.size > 16:
        raise NotAsked
    given, choices = [], []
    for clue in puzzle.clues:
        lengths = [{block.length: 0.0} for block in clue]
        for each in lengths if sum(map(len, choices)) < 8 else ():
            if draw.random() < 0.4:
                (read,) = each
                each[draw.choice([n for n in (1, 2, 3, 4) if n != read])] = draw.choice((0, 1, 4))
        given.append(DoubtfulClue.of_numbers(lengths))
        choices += [[*each.items()] for each in lengths]
    rows = puzzle.shape[0]
    margin, most = draw.choice((0.5, 3.0, 6.0)), draw.choice((1, 2, 50))
    doubtful = Doubtful.of(given[:rows], given[rows:])
    found = decipher(*[doubtful] * draw.choice((1, 2)), most=most, margin=margin)
    costs = {}
    for chosen in product(*choices):
        lengths = iter(chosen)
        clues = [[next(lengths) for _ in clue] for clue in puzzle.clues]
        some = Puzzle(
            *([[n for n, _ in clue] for clue in side] for side in (clues[:rows], clues[rows:]))
        )
        number = min(2, len(type(truth)(some)))
        if number:
            costs[some.clues] = sum(cost for _, cost in chosen) + (3.0 if number > 1 else 0)
    if not found.readings:
        assert not found.is_complete or not costs, "decipher: there is a reading"
        return
    assert all(each.puzzle.clues in costs for each in found.readings), "decipher: no solution"
    best, taken = min(costs.values()), found.readings[0].puzzle.clues
    if found.is_complete:
        assert costs[taken] <= best + 1e-6, f"decipher: {costs[taken]}, and not {best}"
        near = {clues for clues, cost in costs.items() if cost < best + margin - 1e-6}
        assert near <= {each.puzzle.clues for each in found.readings}, (
            "decipher: others are as good"
        )
    if found.is_sure:
        rivals = [cost for clues, cost in costs.items() if clues != taken]
        assert min(rivals, default=99) >= best + margin - 1e-6, "decipher: sure beside a rival"
