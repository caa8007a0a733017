"""The questions of `hunt`: each asks one about a case and compares the answer with the truth."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from math import prod
from pathlib import Path

import hunt_again
import hunt_edges
import hunt_javascript
import hunt_questions
import oracle_sat
from hunt_cases import Case, NotAsked, Truth

import nonocsp as nc
from nonocsp import Grid, Puzzle, Status, Verdict
from nonocsp.core.line import definition
from nonocsp.core.line.domain import line_domain
from nonocsp.core.model.bits import has_several, is_single
from nonocsp.core.proofs import checker, prove
from nonocsp.core.proofs.count_checker import CountChecker
from nonocsp.core.proofs.plain import plain
from nonocsp.core.solver.bounds import Bounds
from nonocsp.core.solver.propagation import propagated
from nonocsp.files.encodings.cnf import cnf
from nonocsp.many.questions.cube_splitter import cubes
from nonocsp.people.explanation.explanation import Outcome

#: The options with which both engines visit the same tree.
ENGINES_BY_LINES: dict[str, dict] = {
    "kernel": {"strategy": "textbook"},
    "textbook": {"components": False},
}


def check_solve(case: Case, truth: Truth, draw):
    found = nc.solve(case.puzzle, grid=case.grid, **case.ask)
    expected = Status.SATISFIABLE if truth.pictures else Status.UNSATISFIABLE
    if not found.stopped_by:
        assert found.status is expected, f"solve: {found.status}, not {expected}"
    assert found.picture is None or truth.has(found.picture), "solve: the picture is no solution"


def check_verdict(case, truth, draw):
    found = nc.verdict(case.puzzle, grid=case.grid, **case.ask)
    if found is not Verdict.UNKNOWN or case.limits.nodes is None:
        assert found is truth.verdict, f"verdict: {found}, not {truth.verdict}"


def check_solutions(case, truth, draw):
    found = nc.solutions(case.puzzle, grid=case.grid, **_within(case, solutions=_more(truth)))
    _compare("solutions", list(found), truth, found.is_complete, found.stopped_by == "nodes")


def check_tree(case, truth, draw):
    """The textbook search visits the same nodes in Python and in the kernel."""
    if case.puzzle.board.size > 25:
        raise NotAsked
    propagation = draw.choice(("none", "forward_checking", "ac3"))
    ordering = draw.choice(("in_order", "mrv", "mrv_degree"))
    options = nc.Options(propagation=propagation, ordering=ordering)
    trees = []
    for engine, change in ENGINES_BY_LINES.items():
        own = options.replace(**change)
        ask = {"engine": engine, "options": own, "limits": nc.Limits(nodes=200)}
        found = nc.solutions(case.puzzle, grid=case.grid, **ask)
        trees.append((list(found), found.stats.nodes, found.stats.backtracks))
    assert trees[0] == trees[1], f"another tree: {trees[0][1:]}, in Python {trees[1][1:]}"


def check_first_solutions(case, truth, draw):
    """Solutions within a tight limit, after which nothing may be called proven."""
    bound = draw.choice(({"solutions": draw.randint(1, 4)}, _tight(draw)))
    ask = _within(case, **bound)
    found = nc.solutions(case.puzzle, grid=case.grid, **ask)
    pictures = list(found)
    _compare(f"solutions within {bound}", pictures, truth, found.is_complete, some=True)
    assert found.is_complete == (found.stopped_by is None), "complete and stopped"
    verdict = nc.verdict(case.puzzle, grid=case.grid, **_within(case, nodes=1))
    assert verdict in (Verdict.UNKNOWN, truth.verdict), f"verdict within a node: {verdict}"


def check_count(case, truth, draw):
    bounds: list[Bounds] = []
    found = nc.count(case.puzzle, grid=case.grid, progress=bounds.append, **case.ask)
    _number("count", found.at_least, truth)
    assert found.is_exact and all(b == a & b != a for a, b in pairwise(bounds)), f"{bounds}"
    tight = _tight(draw)
    bound = nc.count(case.puzzle, grid=case.grid, **_within(case, **tight))
    if bound.is_exact:
        _number(f"count within {tight}", bound.at_least, truth)
    most = found.at_least if bound.at_most is None else bound.at_most
    assert bound.at_least <= found.at_least <= most, f"{bound} of {found.at_least}"


def check_space(case, truth, draw):
    space = nc.solution_space(case.puzzle, grid=case.grid, **case.ask)
    _number("space", space.count, truth)
    indices = [draw.randrange(space.count) for _ in range(3 if space.count else 0)]
    for index in indices:
        assert truth.has(space[index]), f"space[{index}] is no solution"
        assert space.index(space[index]) == index, f"index of space[{index}]"
    if not truth.whole:
        return
    _compare("space", list(space), truth, True)
    board = case.puzzle.board
    for cells in (bytes(board.size), bytes(draw.randrange(2) for _ in range(board.size))):
        picture = nc.Picture.from_cells(cells, board, case.puzzle.colours)
        assert (picture in space) == (cells in truth.pictures), f"{picture} in the space"
    assert space.backbone().masks == tuple(truth.masks()), "backbone of the space"
    parts = space.components
    assert prod(part.count for part in parts) == max(1, len(truth)) or not truth.pictures
    for part in parts if truth.pictures else ():
        cells = [case.puzzle.board.number(*place) for place in part.cells]
        ways = {bytes(p[cell] for cell in cells) for p in truth.pictures}
        assert len(ways) == part.count, f"{part} of a space has {len(ways)} ways"
    if truth.pictures:
        _check_marginals(space, truth, case.puzzle)
        assert all(map(truth.has, space.sample(3, draw.randrange(100)))), "a sample"


def _check_marginals(space, truth, puzzle):
    marginals = space.marginals()
    board, colours = puzzle.board, range(puzzle.block_colours + 1)
    for cell in range(board.size):
        has = [picture[cell] for picture in truth.pictures]
        for colour in colours:
            expected = Fraction(has.count(colour), len(has))
            found = marginals[(*board.place(cell), colour)]
            assert found == expected, f"marginal of cell {cell}, colour {colour}: {found}"


def check_saved_space(case, truth, draw):
    space = nc.solution_space(case.puzzle, grid=case.grid, **_by_kernel(case))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "space")
        nc.write_space(space, path)
        again = nc.read_space(path)
    assert (again.puzzle, again.grid) == (space.puzzle, space.grid), "puzzle of a saved space"
    _number("saved space", again.count, truth)
    assert list(again.pictures(0, 500)) == list(space.pictures(0, 500)), "a saved space differs"


def check_disambiguation(case, truth, draw):
    if not truth.whole or not 0 < len(truth) < 300:
        raise NotAsked
    space = nc.solution_space(case.puzzle, grid=case.grid, **case.ask)
    goal = space[draw.randrange(space.count)]
    found = space.disambiguate(goal)

    def left(cells):
        return sum(all(p[c] == goal.cells[c] for c in cells) for p in truth.pictures)

    cells = [case.puzzle.board.number(*place) for place in found.cells]
    assert left(cells) == 1, f"{len(cells)} givens leave {left(cells)} solutions"
    if found.is_smallest and 0 < len(cells) <= 3:
        fewer = combinations(range(case.puzzle.board.size), len(cells) - 1)
        assert all(left(each) > 1 for each in fewer), f"fewer than {len(cells)} givens suffice"


def check_backbone(case, truth, draw):
    """The backbone by queries, which takes no grid."""
    every = truth if case.grid is None else Truth(case.puzzle)
    found = nc.backbone(case.puzzle, **case.ask)
    if every.whole:
        assert found.masks == tuple(every.masks()), f"backbone:\n{found}"


def check_propagation(case, truth, draw):
    found = propagated(case.puzzle, case.grid)
    expected = propagated(case.puzzle, case.grid, by_definition=True)
    assert found == expected, f"propagation:\n{found}\nby definition:\n{expected}"
    left = [0] * case.puzzle.board.size if found is None else found.masks
    lost = [p for p in truth.pictures if not all(m >> c & 1 for m, c in zip(left, p, strict=True))]
    assert not lost, "propagation loses a solution"


def check_lines(case, truth, draw):
    """Single lines by the kernel and by definition."""
    grid = case.grid or Grid.unknown(case.puzzle)
    colours = case.puzzle.block_colours
    for line in draw.sample(case.puzzle.lines, 2):
        clue, masks = case.puzzle.clue(line), grid.line(line)
        some = [draw.randint(0, 2 ** (colours + 1) - 1) for _ in masks]
        mixed = zip(masks, some, strict=True)
        masks = tuple(one if draw.random() < 0.7 else other for one, other in mixed)
        domain = line_domain(clue, len(masks), colours)
        expected = definition.tighten(clue, masks, colours)
        assert domain.tighten(masks) == expected, f"tighten {clue} {masks}"
        number = definition.count(clue, len(masks), colours, masks)
        assert domain.count(masks) == number, f"count {clue} {masks}"
        assert domain.feasible(masks) == (number > 0), f"feasible {clue} {masks}"


def check_cubes(case, truth, draw):
    """Cube and conquer: parts that share no solution and miss none."""
    parts = cubes(case.puzzle, draw.randint(1, 6), grid=case.grid)
    numbers = [nc.count(case.puzzle, grid=part, **case.ask).at_least for part in parts]
    _number("cubes", sum(numbers), truth)


@oracle_sat.undisturbed()
def check_encoding(case, truth, draw):
    if case.puzzle.board.size > 60:
        raise NotAsked
    formula = cnf(case.puzzle, case.grid)
    from pysat.solvers import Cadical153

    with Cadical153(bootstrap_with=formula.clauses) as solver:
        assert solver.solve() == bool(truth.pictures), "satisfiability of the CNF"
        if truth.pictures:
            assert truth.has(formula.picture(solver.get_model())), "a model of the CNF"


def check_explanation(case, truth, draw):
    steps = nc.explain(case.puzzle, case.grid, **case.ask)
    for step in steps:
        assert step.holds(case.puzzle), f"a step does not follow: {step}"
    masks = steps.grid.masks
    expected = {
        Verdict.NONE: Outcome.CONTRADICTION,
        Verdict.UNIQUE: Outcome.SOLVED,
        Verdict.MULTIPLE: Outcome.AMBIGUOUS,
    }[truth.verdict]
    assert steps.outcome is expected, f"explanation: {steps.outcome}, not {expected}"
    if truth.pictures and truth.whole:
        assert masks == tuple(truth.masks()), f"explanation ends with\n{steps.grid}"


def check_hint(case, truth, draw):
    found = nc.hint(case.puzzle, case.grid, **case.ask)
    masks = (case.grid or Grid.unknown(case.puzzle)).masks
    if truth.pictures:
        is_solved = all(map(is_single, masks))
        is_stuck = truth.whole and not any(
            has_several(given) and is_single(left)
            for given, left in zip(masks, truth.masks(), strict=True)
        )
        expected = "solved" if is_solved else "ambiguous" if is_stuck else "step"
    else:
        expected = "mistake" if len(Truth(case.puzzle)) else "no solution"
    assert found.kind == expected or not truth.whole, f"hint: {found.kind}, not {expected}"
    if found.kind != "step":
        return
    assert all(step.holds(case.puzzle) for step in found.steps), f"hint: {found}"
    for row, column, colour in found.cells:
        cell = case.puzzle.board.number(row, column)
        has = {picture[cell] for picture in truth.pictures}
        assert has <= {colour}, f"hint decides ({row}, {column}): {found}"


def check_diagnosis(case, truth, draw):
    """What is wrong with the puzzle, whatever the grid."""
    every = truth if case.grid is None else Truth(case.puzzle)
    found = nc.diagnose(case.puzzle, **_within(case, seconds=30))
    if found.stopped_by:
        return
    assert found.verdict is every.verdict, f"diagnosis: {found.verdict}, not {every.verdict}"
    if found.verdict is Verdict.NONE:
        _check_conflict(case.puzzle, found)
        for change in found.changes:
            # Of a correction whose search reached its limit nothing is claimed.
            number = len(oracle_sat.pictures(change.puzzle, None, 2))
            claimed = {Verdict.UNIQUE: {1}, Verdict.MULTIPLE: {2}, Verdict.UNKNOWN: {0, 1, 2}}
            assert number in claimed[change.verdict], f"diagnosis: {change}: {number} solutions"
    if found.differing is not None and every.whole:
        assert found.differing.masks == tuple(every.masks()), f"differing:\n{found.differing}"
    if found.givens:
        grid = Grid.unknown(case.puzzle).given(found.givens)
        left = oracle_sat.pictures(case.puzzle, grid, 2)
        assert len(left) == 1, f"diagnosis: the givens leave {len(left)} solutions"


def _check_conflict(puzzle, found):
    """The lines of a conflict contradict each other, and without one of them they do not."""
    sets = [found.conflict]
    if found.is_minimal and len(found.conflict) < 10:
        sets += [[one for one in found.conflict if one != left] for left in found.conflict]
    for lines in sets:
        clues = [puzzle.clue(line) if line in lines else None for line in puzzle.lines]
        some = Puzzle.on(puzzle.board, clues, puzzle.colours[1:])
        is_whole = lines is found.conflict
        assert bool(oracle_sat.pictures(some)) is not is_whole, f"conflict {found.conflict}"


def check_proof(case, truth, draw):
    options = case.options if case.engine == "kernel" else nc.Options()
    if options.strategy != "learning":
        raise NotAsked
    options = options.replace(learning=True)
    proof = prove(case.puzzle, grid=case.grid, options=options)
    assert proof.verdict is truth.verdict, f"proof of {proof.verdict}, not {truth.verdict}"
    assert nc.verify(case.puzzle, proof, given=True).claim == proof.verdict, (
        "the proof claims something else"
    )
    if proof.size < 10_000:
        _check_plain(case, proof, checker.Checker)


def check_count_proof(case, truth, draw):
    """The number of solutions is proven, by branches too."""
    if not truth.whole or len(truth) > 300:
        raise NotAsked
    proof = prove(case.puzzle, grid=case.grid, every=True)
    _number("proof", proof.count, truth)
    assert nc.verify(case.puzzle, proof, given=True).claim == proof.claim, (
        "the proof claims something else"
    )
    if proof.size < 10_000:
        _check_plain(case, proof, CountChecker)


def _check_plain(case, proof, kind):
    """The plain checkers read the same claim."""
    puzzle = plain(case.puzzle)
    claim = checker.check(puzzle, proof.lines(), kind(puzzle), given=proof.givens > 0)
    assert claim == proof.claim, f"plain Python reads {claim}, not {proof.claim}"


def _by_kernel(case: Case) -> dict:
    """As the case asks, but compiled by the kernel."""
    if case.engine == "kernel" and case.options.strategy == "learning":
        return case.ask
    return {"engine": "kernel", "limits": case.limits}


def _within(case: Case, **limits) -> dict:
    return case.ask | {"limits": case.limits.replace(**limits)}


def _tight(draw) -> dict:
    """A limit that ends many questions about small puzzles."""
    limits = {"nodes": draw.choice((1, 4, 20)), "seconds": 10 ** draw.uniform(-6, -2.5)}
    name = draw.choice(("nodes", "nodes", "seconds", "memory"))
    return {name: (limits | {"memory": draw.choice((1 << 10, 30_000, 300_000))})[name]}


def _more(truth: Truth) -> int | None:
    """A limit on solutions for puzzles whose number is not known."""
    return None if truth.whole else 30


def _number(name: str, number: int, truth: Truth) -> None:
    right = number == len(truth) if truth.whole else number >= len(truth)
    least = "" if truth.whole else "at least "
    assert right, f"{name}: {number} solutions, not {least}{len(truth)}"


def _compare(name, pictures, truth, is_complete, some=False):
    """All solutions, or some of them."""
    cells = [picture.cells for picture in pictures]
    assert len(set(cells)) == len(cells), f"{name}: a solution comes twice"
    assert all(map(truth.has, pictures)), f"{name}: a picture is no solution"
    if truth.whole and (is_complete or not some):
        assert is_complete, f"{name}: not complete"
        assert set(cells) == truth.pictures, f"{name}: {len(cells)} of {len(truth)}"


#: Every check with the share of the small cases, and of the larger ones, that get it.
CHECKS = (
    {
        "solve": (check_solve, 1.0, 1.0),
        "verdict": (check_verdict, 1.0, 1.0),
        "solutions": (check_solutions, 0.5, 0.5),
        "first solutions": (check_first_solutions, 0.3, 0.3),
        "tree": (check_tree, 0.05, 0.0),
        "count": (check_count, 0.5, 0.0),
        "space": (check_space, 0.15, 0.0),
        "saved space": (check_saved_space, 0.05, 0.0),
        "disambiguation": (check_disambiguation, 0.02, 0.0),
        "backbone": (check_backbone, 0.1, 0.0),
        "propagation": (check_propagation, 0.1, 0.1),
        "lines": (check_lines, 0.3, 0.3),
        "cubes": (check_cubes, 0.03, 0.0),
        "encoding": (check_encoding, 0.02, 0.0),
        "explanation": (check_explanation, 0.06, 0.0),
        "hint": (check_hint, 0.05, 0.0),
        "proof": (check_proof, 1.0, 1.0),
        "count proof": (check_count_proof, 0.05, 0.0),
        "diagnosis": (check_diagnosis, 0.01, 0.0),
        "estimate": (hunt_questions.check_estimate, 0.1, 0.0),
        "formats": (hunt_questions.check_formats, 0.3, 0.3),
        "files": (hunt_questions.check_files, 0.05, 0.0),
        "copies": (hunt_again.check_copies, 0.03, 0.0),
        "stopped": (hunt_again.check_stopped, 0.05, 0.05),
        "set stop": (hunt_again.check_set_stop, 0.05, 0.0),
        "environment": (hunt_edges.check_environment, 0.05, 0.0),
        "grading": (hunt_edges.check_grading, 0.1, 0.0),
        "audit": (hunt_edges.check_audit, 0.1, 0.0),
        "clues in doubt": (hunt_edges.check_doubtful, 0.1, 0.0),
        "photograph": (hunt_edges.check_photograph, 0.01, 0.0),
        "steps": (hunt_edges.check_steps, 0.03, 0.0),
    }
    | {
        f"ask {name}": (partial(hunt_questions.check_question, name), 0.03, 0.0)
        for name in hunt_questions.QUESTIONS
    }
    | {
        f"JavaScript {name}": (
            partial(hunt_javascript.check, name),
            0.1,
            0.0 if name == "count" else 0.1,
        )
        for name in hunt_javascript.QUESTIONS
    }
)
