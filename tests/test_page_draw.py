"""The editor of the page: strokes, verdict, repairs, palette, export."""

from __future__ import annotations

import pytest
from browser import PATIENCE, cell, expect, opened, states, wait_for_verdict

pytestmark = pytest.mark.page


def test_draw_mend_export_play_and_solve(context, port, tmp_path):
    page = opened(context, port, "draw")
    page.get_by_label("columns", exact=True).fill("4")
    page.get_by_label("columns", exact=True).press("Tab")
    page.get_by_label("rows", exact=True).fill("4")
    page.get_by_label("rows", exact=True).press("Tab")
    cell(page, 1, 1).click()
    cell(page, 2, 2).click()
    wait_for_verdict(page, "Not unique")
    expect(page.get_by_label("verdict")).to_contain_text("2 solutions.")
    expect(page.locator(".cell.differ")).to_have_count(4)

    expect(page.locator(".parts li")).to_have_text("rows 1–2, columns 1–2 2 ways")
    expect(page.get_by_label("suggestion")).to_contain_text("makes it unique", timeout=PATIENCE)
    expect(page.locator(".cell.suggested")).to_have_count(1)
    page.get_by_role("button", name="Make it unique").click()
    wait_for_verdict(page, "Unique: one solution")
    expect(page.locator(".cell.differ")).to_have_count(0)
    drawn = states(page)

    page.get_by_label("format", exact=True).select_option("non")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    exported = tmp_path / "drawn.non"
    download.value.save_as(exported)
    assert "width 4" in exported.read_text()

    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    assert set(states(page)) == {"unknown"}
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the step").click()
    expect(page.locator(".cell.concluded").first).to_be_visible()
    page.get_by_role("button", name="Fill it in").click()
    assert set(states(page)) != {"unknown"}
    for index, state in enumerate(drawn):
        row, column = index // 4 + 1, index % 4 + 1
        if state != "blank" and states(page)[index] == "unknown":
            cell(page, row, column).click()
    expect(page.get_by_role("dialog")).to_contain_text("1 hint", timeout=PATIENCE)


def test_only_the_newest_stroke_is_judged(context, port):
    page = opened(context, port, "draw")
    # Each click sends a question; in any order of answers, the last verdict must stand.
    for index in range(8):
        cell(page, 1 + index, 1 + index).click()
    page.get_by_role("button", name="Clear").click()
    wait_for_verdict(page, "Unique: one solution")
    page.wait_for_timeout(500)
    wait_for_verdict(page, "Unique: one solution")


def test_undo_redo_and_tools_of_the_editor(context, port):
    page = opened(context, port, "draw")
    page.get_by_role("button", name="fill", exact=True).click()
    cell(page, 5, 5).click()
    assert set(states(page)) == {"black"}
    page.get_by_role("button", name="Undo").click()
    assert set(states(page)) == {"blank"}
    page.get_by_role("button", name="Redo").click()
    assert set(states(page)) == {"black"}
    page.get_by_role("button", name="+ colour").click()
    page.get_by_role("button", name="brush", exact=True).click()
    cell(page, 1, 1).click()
    assert states(page)[0] == "red"
    page.get_by_role("button", name="Mirror").click()
    assert states(page)[9] == "red"
    page.reload()
    expect(cell(page, 1, 10)).to_have_attribute("aria-label", "row 1, column 10, red")


def test_a_palette_is_edited_in_the_page(context, port):
    page = opened(context, port, "draw")
    page.get_by_role("button", name="+ colour").click()
    cell(page, 1, 1).click()
    assert states(page)[0] == "red"
    page.get_by_role("button", name="Edit colour").click()
    page.get_by_label("name").fill("cherry")
    page.get_by_role("button", name="OK").click()
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, cherry")
    expect(page.locator(".clues.top .clue").first).to_have_attribute(
        "aria-label", "column 1: 1 cherry"
    )
    page.get_by_role("button", name="Edit colour").click()
    page.get_by_label("name").fill("black")
    page.get_by_role("button", name="OK").click()
    expect(page.locator("#message")).to_contain_text("a name and a character of its own")
    page.get_by_role("button", name="Edit colour").click()
    page.get_by_label("remove it").check()
    page.get_by_role("button", name="OK").click()
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, blank")
    expect(page.locator(".palette .swatch")).to_have_count(2)
    wait_for_verdict(page, "Unique: one solution")


def test_a_stroke_changes_only_the_clues_that_it_crosses(context, port):
    page = opened(context, port, "draw")
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    page.evaluate(
        """() => {
            window.touched = new Set();
            new MutationObserver((changes) => {
              for (const { target } of changes) {
                const { axis, line } = target.dataset;
                if (axis) window.touched.add(axis + line);
              }
            }).observe(document.querySelector("nono-board"), { childList: true, subtree: true });
        }"""
    )
    cell(page, 3, 5).click()
    expect(page.locator(".clues.top .clue").nth(4)).to_have_attribute("aria-label", "column 5: 1")
    assert set(page.evaluate("[...window.touched]")) == {"row2", "column4"}
