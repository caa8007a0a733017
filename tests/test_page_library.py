"""The library of the page, and the description of the interface."""

from __future__ import annotations

import pytest
from browser import PATIENCE, cell, expect, opened

pytestmark = pytest.mark.page


def test_the_library_shows_progress_and_makes_random_puzzles(context, port):
    page = opened(context, port, "play/heart.txt")
    cell(page, 1, 2).click()
    page.goto(f"http://127.0.0.1:{port}/#library")
    card = page.locator('.card[data-number="1"]')
    expect(card.locator(".progress")).to_have_text("4 % filled in", timeout=PATIENCE)
    page.get_by_label("Show").select_option("coloured")
    assert page.locator(".card").count() < 200
    page.get_by_role("button", name="Random puzzle").click()
    expect(page.locator("nono-board .cell")).to_have_count(100, timeout=PATIENCE)


def test_the_interface_is_a_page_too(context, port):
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/api")
    expect(page.get_by_role("heading", name="POST /api/check")).to_be_visible()
