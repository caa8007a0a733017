"""Drawn pages: every layout can be drawn, and a seed says everything."""

from __future__ import annotations

import pytest

from tests.people.photo.drawn_pages import LAYOUTS, make_page, photograph


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_drawn_from_its_seed(layout: str) -> None:
    page, again = (make_page(3, layout, 0) for _ in range(2))
    assert page.puzzle == again.puzzle
    assert page.image.tobytes() == again.image.tobytes()
    assert len(page.image.getcolors(1 << 24)) >= 3


@pytest.mark.parametrize(
    "difficulty", [2, *(pytest.param(other, marks=pytest.mark.slow) for other in (1, 3))]
)
def test_a_photograph_follows_from_its_seed(difficulty: int) -> None:
    page = make_page(5, "lined", 0)
    photo, again = (photograph(page.image, difficulty, 5) for _ in range(2))
    assert photo.tobytes() == again.tobytes()
    assert 0.9e6 <= photo.width * photo.height <= 12.1e6
    assert photo.format == "JPEG"
