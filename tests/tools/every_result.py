"""One result of every kind, with the line that shows it."""

from __future__ import annotations

import re

import nonocsp as nc

HEART = nc.Puzzle.from_picture(["_#_#_", "#####", "#####", "_###_", "__#__"])
SWITCH = nc.Puzzle([[1], [1]], [[1], [1]])
NONE = nc.Puzzle([[2], [2]], [[1], [1]])
PICTURE = nc.Picture(["#_", "_#"])
LONG = nc.Puzzle([[1]] * 30, [[1]] * 30)


def results():
    space = nc.solution_space(SWITCH)
    picture = space[0]
    yield "<Result: satisfiable, <Picture of 5 rows and 5 columns>>", nc.solve(HEART)
    yield "<Result: unsatisfiable>", nc.solve(NONE)
    limits = nc.Limits(nodes=1)
    unknown = nc.solve(nc.Puzzle([[1]] * 4, [[1]] * 4), limits=limits, engine="textbook")
    yield "<Result: unknown, stopped by nodes>", unknown
    yield "<Count: 2>", nc.count(SWITCH)
    yield "<Count: 2.652e32>", nc.count(LONG)
    bound = nc.count(SWITCH, limits=nc.Limits(solutions=1), engine="textbook")
    yield "<Count: between 2 and 4, stopped by solutions>", bound
    yield "<SolutionSpace of 2 solutions>", space
    yield "<SolutionSpace of 1 solution>", nc.solution_space(HEART)
    yield "<Marginals of 2 solutions, shape (2, 2, 2)>", space.marginals()
    yield "<Disambiguation: 1 cell, the fewest possible>", space.disambiguate(picture)
    yield "<Explanation: 0 steps so far>", nc.explain(HEART)
    step = next(nc.explain(HEART))
    yield re.compile(r"<Step \(full line\): Row 2: the 5 takes all of it.*>"), step
    yield re.compile(r"<Explanation: solved, \d+ steps>"), nc.explain(HEART).run()
    yield "<Hint (step): Look at row 2.>", nc.hint(HEART)
    yield re.compile(r"<Diagnosis \(none\): There is no solution: .*>"), nc.diagnose(NONE)
    yield re.compile(r"<Diagnosis \(multiple\): .*>"), nc.diagnose(SWITCH)
    yield re.compile(r"<Change: .*>"), nc.diagnose(NONE).changes[0]
    yield re.compile(r"<Rating: .*depth .*>"), nc.rate(HEART)
    made = nc.generate(5, 5, seed=3)
    yield "<Generated: <Puzzle of 5 rows and 5 columns>, seed 3>", made
    yield "<Repair: 1 cell changed, the fewest possible>", nc.repair(PICTURE)
    answer = next(nc.questions.check_many([SWITCH], 1))
    yield "<Answer 0: satisfiable, verdict multiple, count 2>", answer
    yield re.compile(r"Stats\(.*\)"), nc.solve(HEART).stats
    yield re.compile(r"Features\(.*\)"), nc.features(HEART)
