"""Notebooks of the static page: their cells run in Chromium, without a server of ours."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager

import pytest
from browser import expect, opened, profile
from static_site import INSTALLED, LOADED, PATH, hosted, quiet, wait_until

from nonocsp.apps.web.notebooks import FOLDER, NOTEBOOKS

pytestmark = pytest.mark.page


def open_notebook(page, name):
    """Open a notebook from the list."""
    title = (FOLDER / f"{name}.md").read_text().partition("\n# ")[2].partition("\n")[0]
    page.evaluate("location.hash = 'notebook'")
    page.get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


@contextmanager
def reading(browser, port, name):
    with quiet(browser, port) as page:
        expect(page.locator("main > *").first).to_be_visible()
        open_notebook(page, name)
        yield page


def cell(page, number):
    return page.get_by_role("region", name=f"cell {number}", exact=True)


def code(page, number):
    return page.get_by_label(f"code of cell {number}", exact=True)


def output(page, number):
    return cell(page, number).locator(".output")


def run(page, number, source):
    """Type the source into a cell and run it; gives the place of its output."""
    code(page, number).fill(source)
    code(page, number).press("Control+Enter")
    expect(cell(page, number)).to_have_attribute("data-state", re.compile("done|failed"))
    return output(page, number)


#: What each notebook prints, among other things; of those that count, brute force knows the number.
PRINTED = {
    "watch-them-work": ["729,000", "0 failures, 2 solutions", "AC-3, MRV"],
    "write-ac-3": ["1 has no support and was kept", "9 nodes, 1116 checks"],
    "a-heuristic-of-your-own": ["nodes of mine against MRV", "between"],
    "all-solutions": ["multiple 2", "479001600", "722", "((4, 3),)"],
}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_from_top_to_bottom(browser, static_port, name):
    with reading(browser, static_port, name) as page:
        cells = page.locator(".notebook .cell")
        given = len(re.findall("^```python$", (FOLDER / f"{name}.md").read_text(), re.MULTILINE))
        expect(cells).to_have_count(given)
        page.get_by_role("button", name="Run all").click()
        expect(page.locator(".cell[data-state=done]")).to_have_count(given, timeout=2 * LOADED)
        expect(page.locator(".error")).to_have_count(0)
        text = "\n".join(page.locator(".output").all_inner_texts())
        for words in PRINTED[name]:
            assert words in text


def test_a_tree_shows_itself_and_can_be_stepped(browser, static_port):
    with reading(browser, static_port, "all-solutions") as page:
        page.get_by_role("button", name="Run all").click()
        tree = output(page, 4).frame_locator("iframe").frame_locator("iframe")
        expect(tree.locator(".tree .solution")).to_have_count(6)
        tree.get_by_role("button", name="Next solution").click()
        expect(tree.locator(".said")).to_contain_text("solution")
        frame = output(page, 4).locator("iframe")
        within = tree.locator("body").evaluate("body => body.getBoundingClientRect().height")
        assert abs(frame.bounding_box()["height"] - within) < 2


def test_cells_are_changed_added_and_kept(browser, static_port):
    with reading(browser, static_port, "all-solutions") as page:
        count = page.locator(".notebook .cell").count()
        code(page, 1).fill("")
        code(page, 1).press_sequentially("for i in range(3):\nprint(i * i)")
        code(page, 1).press("Shift+Enter")
        expect(code(page, 2)).to_be_focused()
        expect(output(page, 1)).to_have_text("0\n1\n4\n")
        page.get_by_role("button", name="Add a cell below cell 1", exact=True).click()
        expect(code(page, 2)).to_be_focused()
        expect(run(page, 2, "i + 40")).to_have_text("42\n")
        page.evaluate("location.hash = 'library'")
        expect(page.locator(".notebook .cell")).to_have_count(0)
        open_notebook(page, "all-solutions")
        expect(page.locator(".notebook .cell")).to_have_count(count + 1)
        expect(code(page, 2)).to_have_value("i + 40")
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Original").click()
        expect(page.locator(".notebook .cell")).to_have_count(count)
        expect(code(page, 1)).to_have_value(re.compile("^import nonocsp"))


def test_errors_are_shown_with_their_lines_and_a_loop_is_stopped(browser, static_port):
    with reading(browser, static_port, "all-solutions") as page:
        state = page.get_by_label("state of Python")
        found = run(page, 2, "def inverse(x):\n    return 1 / x\n\ninverse(0)")
        expect(found).to_contain_text('File "cell 2", line 2, in inverse\n    return 1 / x')
        expect(state).to_have_text("Error in cell 2: cells above it have not run")
        expect(run(page, 2, "one = 1\nif one print(one)")).to_contain_text("SyntaxError")
        code(page, 3).fill("print('begun')\nwhile True:\n    pass")
        page.get_by_role("button", name="Run cell 3 (Shift+Enter)").click()
        expect(output(page, 3)).to_contain_text("begun")
        page.get_by_role("button", name="Stop").click()
        expect(output(page, 3)).to_contain_text("Stopped")
        expect(run(page, 2, "one")).to_contain_text("NameError")  # a new Python
        expect(page.get_by_role("button", name="Restart")).to_be_visible()


def test_drawings_bring_their_styles_and_scripts(browser, static_port):
    """`quiet` fails where the policy of the page forbids something."""
    with reading(browser, static_port, "all-solutions") as page:
        steps = 'import nonocsp as nc\nnc.explain(nc.read("input/heart.txt"))'
        frame = run(page, 1, steps).frame_locator("iframe")
        expect(frame.get_by_text("12 / 12")).to_be_visible()
        frame.get_by_role("button", name="‹").click()
        expect(frame.get_by_text("11 / 12")).to_be_visible()
        drawn = run(page, 2, 'nc.read("input/heart.txt")').frame_locator("iframe").locator("svg")
        assert drawn.bounding_box()["height"] > 200


def test_notebooks_are_loaded_only_when_opened(browser, static_port):
    with profile(browser, static_port, service_workers="block") as context:
        page = context.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"http://127.0.0.1:{static_port}/{PATH}/#watch")
        expect(page.locator(".viewer .tree").first).to_be_visible(timeout=LOADED)
        assert asked and not [
            url for url in asked if "notebook" in url and not url.endswith(".css")
        ]
        page.get_by_role("link", name="notebooks").click()
        expect(page.locator(".notebooks li")).to_have_count(len(NOTEBOOKS))


#: Whether files of these names are kept.
KEPT = """Promise.all((%s).map(async (name) => {
  const caches_ = await Promise.all((await caches.keys()).map((own) => caches.open(own)));
  const kept = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
  return kept.some(({ url }) => url.includes(`/python/${name}?`));
})).then((found) => found.every(Boolean))"""


def test_a_notebook_runs_without_a_connection(browser, site):
    with hosted(site) as port, quiet(browser, port) as page:
        wait_until(page, INSTALLED)
        # What has been loaded once is kept.
        open_notebook(page, "all-solutions")
        run(page, 1, "1 + 1")
        names = sorted(file.name for file in (site / PATH / "python").iterdir())
        wait_until(page, KEPT % json.dumps(names))
        page.context.set_offline(True)
        page.reload()
        found = run(page, 1, "import nonocsp as nc\nnc.watch(nc.Puzzle([[1], [1]], [[1], [1]]))")
        tree = found.frame_locator("iframe").frame_locator("iframe")
        expect(tree.locator(".tree .solution")).to_have_count(2)


def test_a_phone_shows_all_of_it(browser, static_port):
    with profile(browser, static_port, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{static_port}/{PATH}/#notebook/all-solutions")
        page.get_by_role("button", name="Run all").click()
        expect(output(page, 4).locator("iframe")).to_be_visible(timeout=LOADED)
        assert page.evaluate("document.querySelector('main').scrollWidth") <= 390


def test_a_server_runs_no_cells(context, port):
    page = opened(context, port, "notebook/all-solutions")
    expect(page.get_by_role("article")).to_contain_text("This server runs no code")
    page.goto(f"http://127.0.0.1:{port}/#watch")
    expect(page.locator(".viewer .tree").first).to_be_visible()
    expect(page.get_by_role("link", name="notebooks")).to_have_count(0)


def test_the_page_has_every_notebook(site):
    data = json.loads((site / PATH / "notebooks.json").read_text())
    assert sorted(NOTEBOOKS) == sorted(file.stem for file in FOLDER.glob("*.md"))
    assert [each["name"] for each in data["notebooks"]] == list(NOTEBOOKS)


def test_the_style_of_notebooks_does_not_reach_boards(browser, static_port):
    """It stays loaded when another view is shown."""
    with reading(browser, static_port, "all-solutions") as page:
        page.evaluate("location.hash = 'play/heart.txt'")
        board = page.locator("nono-board .cell").first
        style = "cell => [getComputedStyle(cell).margin, getComputedStyle(cell).position]"
        found = board.evaluate(style)
        page.evaluate("document.querySelector('link[href*=notebook]').remove()")
        assert board.evaluate(style) == found
