"""What notebooks show: drawings to step through, galleries, heat maps; and tables for pandas."""

import itertools
import re
import sys
from xml.etree import ElementTree

import drawn
import pytest

import nonocsp as nc
from nonocsp import explanation

HEART = nc.Puzzle.from_picture(["_#_#_", "#####", "#####", "_###_", "__#__"], title="<b>Heart")
ONES = nc.Puzzle([[1]] * 4, [[1]] * 4)
NONE = nc.Puzzle([[2], [2]], [[1], [1]])


def drawings(page):
    """The drawings in a part of a page, which must be well formed."""
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", page, re.S)]


def black_boxes(root, frame):
    """The corners of the black cells visible in a frame, or in a drawing without frames."""
    found = set()
    for part in root:
        if part.tag == f"{drawn.SVG}g" and "data-from" in part.attrib:
            if not int(part.get("data-from")) <= frame < int(part.get("data-to")):
                continue
            paths = part.iter(f"{drawn.SVG}path")
        else:
            paths = [part] if part.tag == f"{drawn.SVG}path" else []
        for path in paths:
            if path.get("fill") == "#000000":
                for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", path.get("d")):
                    found |= {(at, int(y)) for at in range(int(x), int(x) + int(width), 32)}
    return found


def test_every_step_of_an_explanation_shows_its_board():
    steps = nc.explain(HEART)
    (root,) = drawings(steps._repr_html_())
    assert steps.outcome.value == "solved"  # displaying computes the steps and loses none
    frames = [drawing.replace(theme="light") for _, drawing in explanation.drawings(HEART, steps)]
    assert len(frames) == len(steps.steps) > 5
    for frame, drawing in enumerate(frames):
        (alone,) = drawings(nc.render.svg(drawing, title=""))
        assert black_boxes(root, frame) == black_boxes(alone, 0)
    hidden = {group.get("visibility") for group in root if group.get("data-to", "") == "1"}
    assert hidden == {"hidden"}  # without scripts the last step is seen


def test_an_explanation_has_its_sentences_and_no_script():
    steps = nc.explain(HEART)
    page = steps._repr_html_()
    assert "<script" not in page and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert re.findall("<li>(.*?)</li>", page) == [str(step) for step in steps]
    assert f'max="{len(steps.steps)}"' in page and steps.ending in page
    empty = nc.explain(nc.Puzzle([None], [None]), techniques=[])
    assert "Not finished after 0 steps" in empty._repr_html_()


def test_a_hint_shows_where_before_what():
    page = nc.hint(HEART)._repr_html_()
    assert page.index("Look at row 2.</summary>") < page.index("the 5 takes all of it")
    wrong = nc.Grid.unknown(HEART).given({(0, 2): 1})
    page = nc.hint(HEART, wrong)._repr_html_()
    assert "The cells with marked corners are wrong." in page and "#c2410c" in page
    chain = next(
        each
        for seed in itertools.count()
        if len((each := nc.hint(nc.generate(8, 8, colours=3, seed=seed).puzzle)).steps) > 1
    )
    assert f"{len(chain.steps)} / {len(chain.steps)}" in chain._repr_html_()


@pytest.mark.parametrize(
    "result, number, words",
    [
        (nc.diagnose(NONE), 1, "The framed lines contradict each other."),
        (nc.diagnose(ONES), 1, "One is left when the framed ones are given."),
        (nc.diagnose(HEART), 1, "Nothing is wrong"),
        (nc.solution_space(ONES), 1, "24 solutions; they differ in the tinted cells"),
        (nc.solution_space(HEART), 1, "1 solution</figcaption>"),
        (nc.solution_space(ONES, limits=nc.Limits(nodes=1)), 1, "nodes stopped it"),
        (nc.solution_space(ONES)[5:9], 4, "solution 8"),
        (nc.solution_space(ONES).marginals(), 1, "100 % of 24 solutions"),
        (nc.solution_space(nc.read("input/confetti.ctu")).marginals(), 5, "cyan: 0 %"),
        (nc.generate(5, 5, seed=1), 1, "seed 1"),
        (nc.repair(nc.Picture(["#_", "_#"])), 2, "1 cell changed"),
        (nc.solution_space(ONES).disambiguate(nc.solve(ONES).picture), 1, "cells to give"),
        (next(nc.questions.check_many([ONES], 1)), 1, "verdict multiple"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_result_is_drawn_with_its_facts(result, number, words):
    page = result._repr_html_()
    assert len(drawings(page)) == number and words in page


def test_marginals_have_a_legend_in_their_colours():
    page = nc.solution_space(ONES).marginals()._repr_html_()
    assert "linear-gradient(90deg,#ffffff,#" in page and ",#000000)" in page


def test_a_result_is_drawn_with_its_clues():
    assert ">5</text>" in nc.solve(HEART)._repr_svg_()
    assert ">5</text>" not in nc.solve(HEART).picture._repr_svg_()
    assert nc.solve(HEART)._repr_html_() is None


def test_a_gallery_draws_what_it_is_given_and_reads_no_further():
    found = nc.solutions(ONES)
    some = nc.notebook.gallery(found, most=3)
    assert found.stats.solutions == 4 and repr(some) == "<Gallery of 3 drawings, and more>"
    page = nc.notebook.gallery([HEART, nc.solve(NONE), nc.solve(HEART).picture])._repr_html_()
    assert len(drawings(page)) == 2 and "Result: unsatisfiable" in page
    assert "&lt;b&gt;Heart" in page and "<b>" not in page
    named = nc.notebook.gallery([HEART], captions=[17], theme="dark")._repr_html_()
    assert ">17</figcaption>" in named and "#12161c" in named
    assert nc.notebook.gallery([])._repr_html_()


def test_a_widget_shows_the_step_that_is_chosen():
    pytest.importorskip("anywidget")
    widget = nc.notebook.stepper(nc.explain(HEART))
    widget.step = 3
    assert widget.html == nc.explain(HEART)._repr_html_()
    with pytest.raises(nc.NonocspError, match="no steps"):
        nc.notebook.stepper(nc.explain(HEART, HEART.goals and nc.Grid.of(HEART.goals[0])))


def test_tables_of_answers_marginals_and_records():
    pd = pytest.importorskip("pandas")
    answers = nc.notebook.to_frame(nc.questions.count_many([ONES, HEART, NONE], 1))
    assert answers["count"].tolist() == ["24", "1", "0"] and "stats.tightenings" in answers
    marginals = nc.notebook.to_frame(nc.solution_space(ONES).marginals())
    assert list(marginals) == ["row", "column", "colour", "share"] and len(marginals) == 32
    assert marginals.groupby(["row", "column"]).share.sum().eq(1).all()
    features = nc.notebook.to_frame(nc.features(each) for each in (ONES, HEART))
    assert features["rows"].tolist() == [4, 5]
    records = nc.notebook.to_frame([{"engine": "kernel", "seconds": 1.5}, {"engine": "textbook"}])
    assert isinstance(records, pd.DataFrame) and records.seconds.isna().tolist() == [False, True]
    assert nc.notebook.to_frame([]).empty and nc.notebook.to_frame(
        nc.solve(ONES)
    ).status.tolist() == ["satisfiable"]
    assert nc.notebook.to_frame(nc.explain(HEART)).technique[0] == "full line"


@pytest.mark.parametrize("module", ["pandas", "anywidget"])
def test_a_missing_library_is_named(module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(nc.NonocspError, match=f"needs {module}: python -m pip install .*{module}"):
        nc.notebook.to_frame([]) if module == "pandas" else nc.notebook.stepper(nc.explain(HEART))


def test_results_without_a_drawing_are_tables():
    heart = nc.read("input/heart.txt")
    for what in (nc.rate(heart), nc.features(heart), nc.solve(heart).stats, nc.count(heart)):
        page = what._repr_html_()
        assert page.startswith("<table><tr><th") and what._repr_svg_() is None
        for name, value in what.to_dict().items():
            assert value in (None, "", {}) or name.replace("_", " ") in page
    many = nc.count(nc.Puzzle([[1]] * 30, [[1]] * 30))._repr_html_()
    assert "2.652e32" in many and "<th" in many


def test_steps_arguments_and_proofs_say_what_they_are():
    step = next(iter(nc.explain(HEART)))
    assert step._repr_html_() == f"<div><b>{step.technique}</b>: {step.sentence}</div>"
    chain = nc.explain(nc.read("input/buckled-bicycle.json")).run().found
    linked = next(each for each in chain if each.links)
    assert linked._repr_html_().count("<li>") == len(linked.links)
    for puzzle, number in ((HEART, 1), (ONES, 2), (NONE, 1)):
        proof = nc.prove(puzzle)
        page = proof._repr_html_()
        # The pictures; without a solution, the puzzle.
        assert len(drawings(page)) == number and f"{proof.claim}, proven in" in page
    argument = nc.explanation.argument(NONE)
    assert argument._repr_html_().count("<b>") == len(argument.steps) > 0
    drawing = nc.render.Drawing.of(HEART)
    assert drawing._repr_svg_().startswith("<svg")
    for table in (nc.grading.grade(HEART, "?"), nc.estimate(ONES)):
        assert table._repr_html_().startswith("<table>")
