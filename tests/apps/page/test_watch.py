"""Two techniques watched side by side: trees with the nodes of the searches, stepped together."""

from __future__ import annotations

import pytest
from browser import INPUT, PATIENCE, expect, opened

import nonocsp as nc

pytestmark = pytest.mark.page


def trees(page):
    return page.locator(".viewer .tree")


def watched(page, pair):
    """Choose a pair of techniques and wait for both trees."""
    page.get_by_role("radio", name=pair).click()
    expect(page.get_by_label("result")).to_contain_text("decisions", timeout=2 * PATIENCE)
    expect(trees(page)).to_have_count(2)


def nodes(page, number):
    return trees(page).nth(number).locator("[data-node]").count()


def test_both_trees_have_the_nodes_of_the_searches(context, port):
    page = opened(context, port, "watch")
    watched(page, "Fail first")
    puzzle = nc.read(INPUT / "tulip.ctu")
    for number, ordering in enumerate(("in_order", "mrv")):
        options = nc.Options(propagation="forward_checking", ordering=ordering)
        found = nc.solve(puzzle, engine="textbook", options=options)
        assert nodes(page, number) == found.stats.nodes + 1
    expect(page.get_by_label("result")).to_contain_text("4.7 times as many decisions")
    # A race begins with its end: the last node of the second search is its solution.
    said = page.locator(".viewer .said").nth(1)
    expect(said).to_contain_text("solution")
    fills = (
        page.locator(".viewer section")
        .nth(1)
        .locator(".cells path")
        .evaluate_all("cells => cells.map(cell => getComputedStyle(cell).fill)")
    )
    colours = [
        f"rgb({', '.join(str(int(colour.rgb[i : i + 2], 16)) for i in (1, 3, 5))})"
        for colour in puzzle.colours
    ]
    assert fills == [colours[cell] for cell in found.picture.cells]


def test_a_tree_is_stepped_folded_and_searched_for_contradictions(context, port):
    page = opened(context, port, "watch")
    watched(page, "Look ahead")
    said = page.locator(".viewer .said").first
    expect(said).to_contain_text("274. column 5 = _##__")
    for button in ("first node", "last node", "first node"):
        page.get_by_role("button", name=button).click()
        frame = page.locator(".viewer .frame").first
        assert frame.evaluate("""frame => {
          const seen = [frame, frame.querySelector(".now")].map((e) => e.getBoundingClientRect());
          const [outer, inner] = seen;
          const isWide = frame.scrollWidth > frame.clientWidth;
          return isWide && outer.left <= inner.left && inner.right <= outer.right
            && outer.top <= inner.top && inner.bottom <= outer.bottom;
        }"""), button
    expect(said).to_have_text("0. root")
    page.get_by_role("button", name="step", exact=True).click()
    expect(said).to_contain_text("1. row 1 = ")
    page.get_by_role("button", name="Next contradiction").click()
    expect(said).to_contain_text("contradict")
    before = nodes(page, 0)
    page.get_by_label("fold").select_option("failed")
    assert nodes(page, 0) < before
    page.get_by_label("fold").select_option("")
    assert nodes(page, 0) == before
    trees(page).first.locator("[data-node='1']").click()
    expect(said).to_contain_text("1. row 1 = ")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("2. ")


def test_propagation_is_stepped_arc_by_arc(context, port):
    page = opened(context, port, "watch")
    watched(page, "Look ahead")
    page.get_by_label("second technique").select_option("ac3")
    expect(nodes_of := trees(page).nth(1).locator("[data-node]")).to_have_count(1, timeout=PATIENCE)
    page.get_by_label("arc by arc").check()
    page.get_by_role("button", name="first node").click()
    tree = nc.watch(nc.read(INPUT / "heart.txt"), options=nc.Options(ordering="in_order"))
    second = page.locator(".viewer section").nth(1)
    for step in tree.revisions(0)[:8]:
        expect(second.locator(".said")).to_have_text(f"0. {step.text}")
        expect(second.locator(".queue")).to_contain_text(f"Queue of {len(step.queue)}: ")
        page.get_by_role("button", name="step", exact=True).click()
    assert nodes_of.count() == 1
    # Struck out is what the step removed; the board shows what is known after it.
    page.get_by_role("button", name="step back").click()
    page.get_by_role("button", name="step back").click()
    step = tree.revisions(0)[6]
    expect(second.locator(".domains .changed s")).to_have_text(["___##", "__##_"])
    expect(second.locator(".cells .known")).to_have_count(
        sum("?" not in cell for row in tree.knew(0, 6) for cell in row)
    )
    expect(second.locator(".cells .revised")).to_have_count(5)


def test_a_puzzle_from_the_solver_and_all_its_solutions(context, port):
    page = opened(context, port, "solve")
    page.get_by_label("clues of the rows").fill("1\n1\n1")
    page.get_by_label("clues of the columns").fill("1\n1\n1")
    expect(page.get_by_label("verdict")).to_contain_text("6 solutions", timeout=PATIENCE)
    page.locator(".tools").get_by_role("button", name="Watch").click()
    expect(trees(page)).to_have_count(2, timeout=PATIENCE)
    page.get_by_label("goal").select_option("")
    expect(trees(page).first.locator(".solution")).to_have_count(6, timeout=PATIENCE)


def test_the_kernel_and_networks_are_watched_too(context, port):
    page = opened(context, port, "watch")
    watched(page, "Not only nonograms")
    expect(page.locator(".viewer .domains").first).to_contain_text("row 8")
    page.get_by_label("problem").select_option(label="4 queens")
    expect(page.locator(".viewer .domains p")).to_have_count(8, timeout=PATIENCE)
    watched(page, "Learn nogoods")
    learning, without = (
        int(trees(page).nth(number).get_attribute("aria-label").split(": ")[1].split()[0])
        for number in (0, 1)
    )
    assert 2 * learning < without


def test_what_cannot_be_watched_is_said(context, port):
    page = opened(context, port, "watch")
    watched(page, "Not only nonograms")
    page.get_by_label("first technique").select_option("kernel")
    expect(page.get_by_label("result")).to_contain_text("a network is searched by the textbook")
