"""Cards, against the questions that they put together and against all solutions."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from strategies import puzzles

import nonocsp as nc
from nonocsp import Grid, Limits, Picture, Puzzle, Verdict
from nonocsp.people import publishing
from nonocsp.people.explanation import TECHNIQUES, explain
from nonocsp.people.explanation.effort import scarcity
from nonocsp.people.publishing import Card, Decision, Kind, card

HEART = nc.read("input/heart.txt")
TULIP = nc.read("input/tulip.ctu")
CROSS = nc.read("input/cross-eyed.txt")


def reasons(found: Card) -> list[Kind]:
    return [each.kind for each in found.reasons]


@given(puzzles(max_rows=5, max_columns=5))
def test_a_card_says_what_the_questions_say(made: tuple[Picture, Puzzle]) -> None:
    puzzle = made[1]
    found, verdict = card(puzzle), nc.verdict(puzzle)
    assert found.verdict is verdict and found.stopped_by is None
    assert all(map(puzzle.is_solved_by, found.pictures))
    assert len(set(found.pictures)) == len(found.pictures) == (1 if verdict == "unique" else 2)
    if verdict == "multiple":
        assert found.decision is Decision.REJECT and reasons(found) == [Kind.MULTIPLE]
        givens = Grid.unknown(puzzle).given({(row, at): c for row, at, c in found.givens})
        assert len(list(nc.solutions(puzzle, grid=givens))) == 1
        if found.change:
            assert nc.is_unique(changed(puzzle, found))
    else:
        rating = nc.rate(puzzle)
        assert found.rating == rating and found.scarcity == scarcity(explain(puzzle).run())
        assert len(found.scarcity) == rating.steps
        if rating.steps:
            most = max(step.cost for step in found.steps)
            assert found.step.cost == most and found.step == found.steps[found.deepest - 1]
        searches = rating.level == "search"
        assert (Kind.SEARCH in reasons(found)) == searches
    assert json.loads(json.dumps(found.to_dict()))["decision"] == found.decision
    assert str(found).startswith(found.decision) and found.line.startswith(f"{found.decision}: ")
    assert found.drawing.puzzle == puzzle or verdict == "multiple"


def changed(puzzle: Puzzle, found: Card) -> Puzzle:
    picture = next(filter(puzzle.is_solved_by, puzzle.goals), found.pictures[0])
    cells = bytearray(picture.cells)
    for row, column, colour in found.change:
        cells[puzzle.board.number(row, column)] = colour
    return Puzzle.from_picture(Picture.from_cells(bytes(cells), picture.board, picture.colours))


def test_without_solution_the_clue_is_named() -> None:
    found = card(nc.Puzzle([[1], [1]], [[2], [1]]))
    assert (found.decision, reasons(found)) == (Decision.REJECT, [Kind.NONE])
    assert found.clue and found.clue in found.reasons[0].text and found.conflict
    assert found.drawing.lines == frozenset(found.conflict) and not found.pictures


def test_a_picture_that_is_no_solution_is_a_reason() -> None:
    goal = nc.solve(HEART).picture
    wrong = Picture.from_cells(bytes([1 - goal.cells[0], *goal.cells[1:]]), goal.board)
    found = card(HEART.replace(goals=[wrong]))
    assert (found.verdict, reasons(found)) == ("unique", [Kind.GOAL])
    assert found.decision is Decision.REJECT
    assert card(HEART.replace(goals=[wrong, goal])).decision is Decision.PUBLISH


def test_twins_are_found_in_any_position() -> None:
    among = [TULIP.replace(title="Tulip"), HEART.mirror().transpose()]
    (twin,) = (each for each in card(HEART, among=among).reasons if each.kind is Kind.TWIN)
    assert "puzzle 2" in twin.text and twin.decision is Decision.WARN
    assert Kind.TWIN not in reasons(card(CROSS, among=among))
    assert "Tulip" in card(TULIP.transpose(), among=among).reasons[0].text
    assert card(HEART, among={nc.sets.puzzle_key(HEART): "old 7"}).line.count("old 7") == 1


def test_with_several_solutions_a_wrong_goal_is_told_too() -> None:
    puzzle = Puzzle([[1], [1]], [[1], [1]], goals=[Picture([[1, 1], [0, 1]])])
    assert reasons(card(puzzle)) == [Kind.MULTIPLE, Kind.GOAL]
    # A clue whose correction leaves several solutions says so.
    broken = Puzzle([[2], [1]], [[2], [1]], goals=[Picture([[1, 0], [0, 1]])])
    assert card(broken).clue.endswith("; then there are several solutions")


def test_large_ambiguous_boards_end() -> None:
    board = nc.generate(60, 60, density=0.4, unique=False, seed=1).puzzle.replace(goals=())
    found = card(board)
    assert (found.decision, found.stopped_by, found.change) == (Decision.REJECT, None, ())
    assert "too many for a small repair" in found.line


def test_what_was_found_before_an_end_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(publishing, "diagnose", interrupt)
    found = card(CROSS)
    assert (found.verdict, found.stopped_by) == ("multiple", "interrupt") and found.pictures
    # Nothing that is known to be wrong is published, wherever it ends.
    assert (found.decision, reasons(found)) == (Decision.REJECT, [Kind.MULTIPLE])
    assert reasons(card(Puzzle([[2], [2]], [[1], [1]]))) == [Kind.NONE]
    wrong = Picture.from_cells(bytes(25), HEART.board)
    assert card(HEART.replace(goals=[wrong])).decision is Decision.REJECT
    monkeypatch.setattr(publishing, "solutions", interrupt)
    with pytest.raises(KeyboardInterrupt):
        card(CROSS)


def test_one_deeper_step_is_a_spike_and_many_are_none() -> None:
    levels = {technique.name: technique.level for technique in TECHNIQUES}
    found = card(TULIP)
    beyond = [at for at, one in enumerate(found.steps, 1) if levels[one.technique] != "line"]
    assert found.decision is Decision.WARN and Kind.SPIKE in reasons(found)
    text = next(each.text for each in found.reasons if each.kind is Kind.SPIKE)
    assert [int(word) for word in text.split() if word.isdigit()] == [*beyond, len(found.steps)]
    assert Kind.SPIKE not in reasons(card(nc.read("input/n-dom-6.nin")))


def test_what_is_odd_about_a_solution() -> None:
    apart = Puzzle.from_picture(Picture(["##__", "##__", "___#", "__##"]))
    idle = Puzzle.from_picture(Picture(["___", "###", "_#_"]))
    found = card(apart)
    assert Kind.PARTS in reasons(found) and "2 parts" in found.line
    found = card(idle)
    assert reasons(found) == [Kind.IDLE] and "row 1" in found.line
    blank = card(Puzzle([[]], [[]]))
    assert blank.decision is Decision.PUBLISH and "no cell is filled" in blank.reasons[0].text


def test_limits_leave_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    found = card(nc.read("input/n-dom-6.nin"), limits=Limits(nodes=1))
    assert found.stopped_by == "nodes" and found.decision is Decision.WARN
    assert reasons(found) == [Kind.UNKNOWN] if found.verdict == "unknown" else [Kind.UNRATED]
    puzzle = nc.generate(6, 6, depth="very deep", seed=1).puzzle
    full = card(puzzle)
    if full.rating.level == "search":
        monkeypatch.setattr(publishing, "NODES", 1)
        bounded = card(puzzle)  # by its own bound: the verdict stands
        assert bounded.verdict == "unique" and bounded.stopped_by is None
        assert reasons(bounded)[:1] == [Kind.UNRATED]


@pytest.mark.parametrize(
    ("rows", "columns", "goal", "decision"),
    [
        ([[1], [1]], [[1], [1]], None, Decision.REJECT),
        ([[2], [2]], [[1], [1]], None, Decision.REJECT),
        ([[2], [1]], [[2], [1]], [[1, 0], [0, 1]], Decision.REJECT),
        ([[2], [1]], [[2], [1]], None, Decision.WARN),
    ],
)
def test_what_is_known_when_the_time_ends_decides(
    rows, columns, goal, decision, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time ends right after the verdict: nothing that is known to be wrong is published."""
    verdict_in_time = publishing.verdict_of

    def until_the_end(number, is_complete):
        monkeypatch.setattr(publishing.Meter, "left", ended)
        return verdict_in_time(number, is_complete)

    def ended(meter):
        raise nc.LimitReached("seconds")

    monkeypatch.setattr(publishing, "verdict_of", until_the_end)
    found = card(Puzzle(rows, columns, goals=[Picture(goal)] if goal else ()))
    assert (found.decision, found.stopped_by) == (decision, "seconds")


def test_clues_that_hide_lengths_need_no_change_of_the_picture() -> None:
    """The picture has one solution when all its clues are given: only cells are named."""
    found = card(Puzzle([None] * 2, [None] * 2))
    assert found.verdict is Verdict.MULTIPLE and not found.change and found.givens
    assert "change" not in found.line and "to make it unique, give away row 1" in found.line


def test_the_command(command_line, tmp_path) -> None:
    def run(*words):
        return command_line("check", *words)

    code, out, _ = run("--card", "input/heart.txt")
    assert code == 0 and out.startswith("publish\none solution\nlength: very short, most people ")
    for file, expected, exits in (
        ("input/heart.txt", "publish", (0, 0, 0)),
        ("input/tulip.ctu", "warn", (0, 1, 0)),
        ("input/cross-eyed.txt", "reject", (0, 1, 1)),
        ("input/broken-heart.nin", "reject", (1, 1, 1)),
    ):
        for fail_on, exit_code in zip(
            ((), ("--fail-on", "warn"), ("--fail-on", "reject")), exits, strict=True
        ):
            code, out, _ = run("--card", file, *fail_on, "--json")
            assert (code, json.loads(out)["decision"]) == (exit_code, expected)
    code, out, _ = run("--card", "input/heart.txt", "input/tulip.ctu")
    assert code == 0 and [line.split(": ")[:2] for line in out.splitlines()] == [
        ["input/heart.txt", "publish"],
        ["input/tulip.ctu", "warn"],
    ]
    nc.write([HEART.replace(title="Heart"), TULIP], tmp_path / "two.json")
    code, out, _ = run("--card", tmp_path / "two.json", "--puzzle", "all")
    assert out.splitlines()[0].startswith(f"{tmp_path / 'two.json'}#1 ('Heart'): publish: ")
    code, out, _ = run("--card", "input/heart.txt", "input/heart.txt", "--among", "input/heart.txt")
    assert "the same as" not in out  # a puzzle is no twin of its own
    turned = tmp_path / "turned.json"
    nc.write(HEART.transpose(), turned)
    code, out, _ = run("--card", "input/heart.txt", turned)
    assert "the same as input/heart.txt" in out.splitlines()[1]
    code, out, _ = run("--card", turned, "--among", "input/heart.txt", "--fail-on", "warn")
    assert code == 1 and "the same as input/heart.txt" in out
    code, out, _ = run("--card", "input/n-dom-6.nin", "--nodes", "1")
    assert code == 3 and out.startswith("warn\n")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--fail-on", "warn"], "--fail-on goes with --card"),
        (["--among", "input/owl.non"], "--among goes with --card"),
        (["--card", "--proof", "x"], "a card is about the puzzle alone: leave out --proof"),
        (["--card", "--grid", "input/heart.txt"], "leave out --grid"),
        (["--card", "--among", "no-such.txt"], "no-such.txt"),
    ],
)
def test_what_does_not_go_together_is_refused(command_line, words, problem) -> None:
    code, out, err = command_line("check", "input/heart.txt", *words)
    assert (code, out) == (2, "") and problem in err


def test_scarcity_by_definition() -> None:
    """The places that show a step, from the reasons of all later steps."""
    found = explain(TULIP).run()
    for at, places in enumerate(scarcity(found)):
        later = found.found[at:]
        assert places == len({one.lines for one in later if all(use < at for use in one.uses)})
