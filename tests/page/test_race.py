"""A race of two techniques: boards that fill, counters, a result that can be scrubbed."""

from __future__ import annotations

import pytest
from browser import INPUT, PATIENCE, expect, opened

import nonocsp

pytestmark = pytest.mark.page


def counts(page, lane):
    return page.locator(".lane").nth(lane).locator("dd").all_inner_texts()


def cells(page, lane):
    labels = (
        page.locator(".lane")
        .nth(lane)
        .locator(".cell")
        .evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
    )
    return [label.split(", ", 2)[2] for label in labels]


def finished(page):
    expect(page.locator(".result table")).to_be_visible(timeout=2 * PATIENCE)


def test_both_searches_end_with_what_the_engine_counts(context, port):
    page = opened(context, port, "race")
    page.get_by_role("radio", name="Fail first").click()
    start = page.get_by_role("button", name="Start")
    expect(start).to_be_enabled(timeout=PATIENCE)
    start.click()
    finished(page)
    puzzle = nonocsp.read(INPUT / "tulip.ctu")
    for lane, ordering in enumerate(("in_order", "mrv")):
        options = nonocsp.Options(propagation="forward_checking", ordering=ordering)
        found = nonocsp.solve(puzzle, engine="textbook", options=options)
        nodes, dead_ends, checks, _ = (
            int(text.replace("\u202f", "")) for text in counts(page, lane)
        )
        stats = found.stats
        assert (nodes, dead_ends, checks) == (stats.nodes, stats.backtracks, stats.checks)
        names = [["blank", "red", "green"][colour] for colour in found.picture.cells]
        assert cells(page, lane) == names
    expect(page.locator(".lane .state").first).to_have_text("Solved")
    expect(page.locator(".result tbody tr").first).to_contain_text("4.7")
    # Any place in the race can be seen again.
    scrub = page.get_by_label("place in the race")
    scrub.fill("10")
    assert counts(page, 0)[0] == "10" and counts(page, 1)[0] == "10"
    assert "unknown" in cells(page, 0)
    scrub.fill("100")
    assert counts(page, 1)[0] == str(stats.nodes)
    expect(page.locator(".lane.home")).to_have_count(1)
    page.get_by_role("button", name="Replay").click()
    expect(page.locator(".lane.home")).to_have_count(2, timeout=PATIENCE)


def test_the_race_can_be_stopped_and_changed(context, port):
    page = opened(context, port, "race")
    page.get_by_role("radio", name="Fail first").click()
    expect(page.get_by_role("button", name="Start")).to_be_enabled(timeout=PATIENCE)
    # Plain backtracking does not end on this puzzle.
    page.get_by_label("left technique").select_option("backtracking")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".lane.home")).to_have_count(1, timeout=PATIENCE)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".lane .state").first).to_have_text("Stopped")
    finished(page)
    expect(page.locator(".result")).to_contain_text("would have counted more")
    page.get_by_label("clock").select_option("seconds")
    expect(page.locator(".place")).to_contain_text("seconds")
    # Another pair begins from nothing.
    page.get_by_role("radio", name="Look ahead").click()
    expect(page.locator(".lane").first.locator(".cell")).to_have_count(25, timeout=PATIENCE)
    assert counts(page, 0) == ["0", "0", "0", "0"]
    expect(page.locator(".result table")).to_have_count(0)


def test_techniques_race_on_a_puzzle_from_the_solver(context, port):
    page = opened(context, port, "solve")
    page.get_by_label("clues of the rows").fill("1\n1\n1")
    page.get_by_label("clues of the columns").fill("1\n1\n1")
    expect(page.get_by_label("verdict")).to_contain_text("6 solutions", timeout=PATIENCE)
    page.locator(".tools").get_by_role("button", name="Race").click()
    expect(page.get_by_label("puzzle", exact=True)).to_have_value("0", timeout=PATIENCE)
    expect(page.locator(".lane .cell")).to_have_count(18)
    # The second click of a double click does not stop it.
    page.get_by_role("button", name="Start").dblclick()
    finished(page)
    assert cells(page, 0).count("black") == 3


def test_the_kernel_races_too(context, port):
    page = opened(context, port, "race")
    page.get_by_role("radio", name="Probe before searching").click()
    expect(page.get_by_role("button", name="Start")).to_be_enabled(timeout=PATIENCE)
    page.keyboard.press("s")
    finished(page)
    expect(page.locator(".lane .state").last).to_have_text("No solution")
    assert counts(page, 0)[0] == "0"
    assert int(counts(page, 1)[0]) > 50


def test_learning_finds_a_solution_with_far_fewer_nodes(context, port):
    page = opened(context, port, "race")
    page.get_by_role("radio", name="Learn nogoods").click()
    expect(page.get_by_role("button", name="Start")).to_be_enabled(timeout=PATIENCE)
    page.get_by_role("button", name="Start").click()
    finished(page)
    learning, without = (int(counts(page, lane)[0].replace("\u202f", "")) for lane in (0, 1))
    assert 5 * learning < without
    expect(page.locator(".result tbody")).to_contain_text("Nogoods")


def test_arrows_choose_a_pair(context, port):
    page = opened(context, port, "race")
    pairs = page.get_by_role("radiogroup", name="pairs of techniques").get_by_role("radio")
    expect(pairs.first).to_have_attribute("aria-checked", "true", timeout=PATIENCE)
    pairs.first.focus()
    for key, at in (("ArrowRight", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("Home", 0)):
        page.keyboard.press(key)
        expect(pairs.nth(at)).to_be_focused()
        expect(pairs.nth(at)).to_have_attribute("aria-checked", "true")
    page.keyboard.press("ArrowLeft")  # round the end
    expect(pairs.last).to_be_focused()
