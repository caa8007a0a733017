"""What a screen reader says: a puzzle is played to its end by the accessibility tree alone."""

from __future__ import annotations

import re

import pytest
from browser import expect, opened, profile

import nonocsp

pytestmark = pytest.mark.page

CELL = re.compile(r"row (\d+), column (\d+), (?:(wrong|guessed), )?(unknown|blank|black)")


class Reader:
    """Says what has the focus, and what live regions hold; and presses keys. It sees nothing."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")

    def nodes(self):
        found = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return {node["nodeId"]: node for node in found}

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def focus(self):
        """Role, name, description of what has the focus."""

        def said(node, what):
            return node.get(what, {}).get("value", "")

        def has(node, what):
            found = {
                each["name"]: each["value"].get("value") for each in node.get("properties", [])
            }
            return found.get(what)

        focused = [node for node in self.nodes().values() if has(node, "focused")]
        at = next(node for node in focused if said(node, "role") != "RootWebArea")
        words = [said(at, what) for what in ("role", "name", "description")]
        return [*words, *(["checked"] if has(at, "checked") == "true" else [])]

    def cell(self):
        """Row and column from 0, the mark, the state, and the clues of the cell with the focus."""
        role, name, clues = self.focus()
        assert role == "gridcell"
        row, column, mark, state = CELL.fullmatch(name).groups()
        return int(row) - 1, int(column) - 1, mark, state, clues

    def live(self):
        """The texts of live regions."""
        nodes = self.nodes()

        def text(node):
            if node["role"]["value"] == "StaticText":
                return node["name"]["value"]
            return " ".join(text(nodes[child]) for child in node["childIds"] if child in nodes)

        return [text(node) for node in nodes.values() if node["role"]["value"] == "status"]

    def wait(self, words):
        """Until a live region says the words; the whole of what it says."""
        for _ in range(100):
            for said in self.live():
                if words in said:
                    return said
            self.page.wait_for_timeout(100)
        raise AssertionError(self.live())

    def go(self, row, column):
        here = self.cell()
        steps = {"Down": row - here[0], "Right": column - here[1]}
        for way, by in steps.items():
            way = way if by > 0 else {"Down": "Up", "Right": "Left"}[way]
            self.press(*[f"Arrow{way}"] * abs(by))
        assert self.cell()[:2] == (row, column)


def blocks(words, line, number):
    """The numbers of a line in a description, and whether each is said to be placed."""
    said = re.search(rf"\b{line} {number + 1}: ([^;]*)", words)[1]
    parts = [] if said == "blank" else said.split(", ")
    return [int(part.removesuffix(" placed")) for part in parts], [
        part.endswith(" placed") for part in parts
    ]


def test_a_puzzle_is_played_by_what_is_heard_alone(context, port):
    page = opened(context, port, "play/heart.txt")
    expect(page.locator("nono-board .cell").first).to_be_visible()
    reader = Reader(page)
    reader.press("Tab")
    assert reader.focus()[:2] == ["link", "Skip to the puzzle"]
    reader.press("Enter")
    rows, columns = [], []
    for column in range(5):
        columns.append(blocks(reader.cell()[4], "column", column)[0])
        reader.press("ArrowRight")
    reader.press("Home")
    for row in range(5):
        rows.append(blocks(reader.cell()[4], "row", row)[0])
        reader.press("ArrowDown")
    wanted = nonocsp.solve(nonocsp.Puzzle(rows, columns)).picture
    inked = [(r, c) for r in range(5) for c in range(5) if wanted[r, c]]
    blank = [(r, c) for r in range(5) for c in range(5) if not wanted[r, c]]
    # A mistake among the first cells.
    for at in (*inked[:4], blank[-1]):
        reader.go(*at)
        reader.press("Space")
        assert reader.cell()[2:4] == (None, "black")
    reader.press("c")
    row, column = blank[-1]
    reason = reader.wait("cannot be black")
    assert reason.lower().startswith(f"row {row + 1}, column {column + 1} cannot be black")
    assert reader.cell()[:4] == (row, column, "wrong", "black")
    reader.press("ArrowLeft")
    assert reader.cell()[2:4] == (None, "unknown")
    reader.press("ArrowRight", "Delete")
    assert reader.cell()[2:4] == (None, "unknown")
    reader.press("c")
    reader.wait("No mistake so far.")
    # What is placed is heard, in both lines of a cell.
    assert rows[1] == [5]
    assert blocks(reader.cell()[4], "column", column)[1] == [False] * len(columns[column])
    for at in inked[4:-1]:
        reader.go(*at)
        if reader.cell()[3] == "unknown":
            reader.press("Space")
        assert reader.cell()[3] == "black"
    reader.go(1, 2)
    page.wait_for_timeout(100)
    assert blocks(reader.cell()[4], "row", 1) == ([5], [True])
    reader.go(*inked[-1])
    reader.press("Space")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert reader.focus()[:2] == ["link", "Next puzzle"]


def test_guessed_cells_and_the_chosen_colour_are_heard(context, port):
    page = opened(context, port, "play/tulip.ctu")
    expect(page.locator("nono-board .cell").first).to_be_visible()
    reader = Reader(page)
    reader.press("ArrowDown", "2", "Shift+Tab")
    role, name, *_, checked = reader.focus()
    assert (role, checked) == ("radio", "checked")
    assert name == page.locator(".palette [aria-checked=true]").get_attribute("aria-label")
    # Other tools are reached by arrows; the next time Tab comes to the chosen colour again.
    reader.press("End", "Tab")
    assert reader.focus()[0] == "gridcell"
    reader.press("0", "Shift+Tab")
    assert reader.focus()[1] == "mark as blank"
    reader.press("Tab", "g", "Space")
    page.wait_for_timeout(100)
    assert reader.focus()[1] == "row 1, column 1, guessed, blank"
    # Colours of blocks are part of the clue.
    assert re.search(r"row 1: \d+ [a-z]+", reader.focus()[2])


@pytest.mark.parametrize(
    ("locale", "line", "placed"),
    [
        ("en-GB", "row 2: 5", "row 2: 5 placed"),
        ("de-DE", "Zeile 2: 5", "Zeile 2: 5 gesetzt"),
        ("es-ES", "fila 2: 5", "fila 2: 5 colocado"),
        ("fr-FR", "ligne 2: 5", "ligne 2: 5 placé"),
    ],
)
def test_clues_are_heard_in_every_language(browser, port, locale, line, placed):
    with profile(browser, port, locale=locale) as context:
        page = opened(context, port, "play/heart.txt")
        expect(page.locator("nono-board .cell").first).to_be_visible()
        reader = Reader(page)
        reader.press("ArrowDown", "ArrowDown")
        assert reader.focus()[2].startswith(f"{line}; ")
        for _ in range(5):
            reader.press("Space", "ArrowRight")
        page.wait_for_timeout(100)
        assert reader.focus()[2].startswith(f"{placed}; ")


def test_drawing_and_solving_are_heard_too(context, port):
    page = opened(context, port, "draw")
    expect(page.locator("nono-board .cell").first).to_be_visible()
    reader = Reader(page)
    page.locator("nono-board .cell").first.focus()
    assert reader.focus()[2] == "row 1: blank; column 1: blank"
    reader.press("Space")
    page.wait_for_timeout(100)
    assert reader.focus()[2] == "row 1: 1; column 1: 1"
    reader.press("ArrowRight")
    assert reader.focus()[2] == "row 1: 1; column 2: blank"
    page.goto(page.url.partition("#")[0] + "#solve")
    page.get_by_role("button", name="A heart").click()
    expect(page.locator(".solve nono-board .cell").first).to_be_visible()
    page.locator(".solve nono-board .cell").first.focus()
    assert re.fullmatch(r"row 1: [^;]+; column 1: [^;]+", reader.focus()[2])
