"""Two techniques watched side by side: trees with the nodes of the searches, stepped together."""

from __future__ import annotations

import re

import pytest
from browser import INPUT, PATIENCE, expect, opened

import nonocsp as nc
from nonocsp.core.csp.problems import queens
from nonocsp.people.watching import pages, side_by_side

pytestmark = pytest.mark.page


def trees(page):
    return page.locator(".viewer .tree")


def shown(context, tree):
    """A page of one file."""
    page = context.new_page()
    page.set_content(tree.to_html())
    return page


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
    frame = second.locator(".over.revised").get_attribute("d")
    outlines = second.locator(".cells path").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('d'))"
    )
    assert frame == "".join(outlines[at * 5] for at in range(5))  # column 1
    # While steps are left, the form of the node does not give away what becomes of it.
    now = second.locator(".tree .now")
    expect(now).to_have_class(re.compile(r"\bopen\b"))
    page.get_by_role("button", name="last node").click()
    expect(now).to_have_class(re.compile(r"\bsolution\b"))


def test_a_search_without_a_further_removal_or_contradiction_says_so(context):
    quick, slow = (
        nc.watch(nc.read(INPUT / "smile.txt"), options=nc.Options(propagation=propagation))
        for propagation in ("forward_checking", "none")
    )
    page = shown(context, side_by_side(quick, slow))
    page.get_by_role("button", name="first node").click()
    said = page.locator(".said")
    for _ in range(quick.failures):
        page.get_by_role("button", name="Next contradiction").click()
        expect(said.first).not_to_contain_text("no further")
    stays = said.first.text_content()
    for _ in range(3):
        before = said.nth(1).text_content()
        page.get_by_role("button", name="Next contradiction").click()
        expect(said.first).to_have_text(f"{stays} · no further contradiction")
        expect(said.nth(1)).not_to_contain_text("no further")
        assert said.nth(1).text_content() != before
    for file, end in (
        ("heart.txt", "solution · no further removal: the queue is empty"),
        ("broken-heart.nin", "row 4 has no placement left · no further removal"),
    ):
        tree = nc.watch(nc.read(INPUT / file))
        page = shown(context, tree)
        page.get_by_role("button", name="first node").click()
        for revision in tree.revisions(0):
            if revision.removed:
                page.get_by_role("button", name="Next removal").click()
                expect(page.locator(".said")).to_have_text(f"0. {revision.text}")
        page.get_by_role("button", name="Next removal").click()
        expect(page.locator(".said")).to_have_text(f"0. root — {end}")


def test_steps_that_a_page_lacks_are_not_taken_for_none(context, monkeypatch):
    monkeypatch.setattr(pages, "_MOST_STEPS", 3)
    page = shown(context, tree := nc.watch(nc.read(INPUT / "heart.txt")))
    for button in ("first node", "step", "step"):
        page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator(".tree .now")).to_have_class(re.compile(r"\bopen\b"))
    page.get_by_role("button", name="Next removal").click()
    cut = f"{len(tree.revisions(0)) - 3} events not kept"
    expect(page.locator(".said")).to_have_text(f"0. root — solution · {cut}")


def test_facts_of_the_kernel_are_removals(context):
    tree = nc.watch(nc.read(INPUT / "smile.txt"), engine="kernel")
    page = shown(context, tree)
    page.get_by_label("arc by arc").check()
    page.get_by_role("button", name="first node").click()
    for revision in tree.revisions(1)[1:]:
        page.get_by_role("button", name="Next removal").click()
        expect(page.locator(".said")).to_have_text(f"1. {revision.text}")


def test_what_a_decision_did_not_choose_is_not_struck_out(context):
    options = nc.Options(propagation="none")
    for problem in (nc.read(INPUT / "smile.txt"), queens(5)):
        tree = nc.watch(problem, options=options)
        page = shown(context, tree)
        page.get_by_role("button", name="first node").click()
        page.get_by_role("button", name="step", exact=True).click()
        row = page.locator(".domains .changed")
        data = tree.graph.nodes[1]
        expect(row.locator("b")).to_have_text(data["label"].split(" = ")[1])
        expect(row.locator("em")).to_have_count(len(tree.values[data["variable"]]) - 1)
        expect(page.locator(".domains s")).to_have_count(0)


def test_a_label_its_bar_and_its_number_are_on_one_line(context):
    page = shown(context, nc.watch(nc.read(INPUT / "parrot.ctu")))
    for width in (390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for button in ("first node", "last node"):
            page.get_by_role("button", name=button).click()
            middles = page.locator(".domains p").evaluate_all("""rows => rows.map((row) => {
              const number = document.createRange();
              number.selectNode(row.lastChild);
              const all = [row.children[0], row.children[1], number];
              const boxes = all.map((each) => each.getBoundingClientRect());
              const between = boxes.slice(1).every((box, i) => box.left >= boxes[i].right);
              const middles = boxes.map(({ top, bottom }) => (top + bottom) / 2);
              return between ? Math.max(...middles) - Math.min(...middles) : Infinity;
            })""")
            assert len(middles) == 40 and max(middles) < 4, (width, button)
            assert page.evaluate("document.documentElement.scrollWidth") <= width


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
