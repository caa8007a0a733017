"""The way in to play: a first puzzle, rows of cards in fog, walls with filters."""

from __future__ import annotations

import datetime
import json
import re
import time

import pytest
from browser import INPUT, PATIENCE, expect, opened, phone, profile

from nonocsp.apps.collection import collection
from nonocsp.apps.web.library import shipped
from nonocsp.people.explanation.effort import range_in_words

pytestmark = pytest.mark.page

DAILY = json.loads(shipped().file("library/daily.json"))
SECTIONS = {one["name"]: one for one in json.loads(shipped().file("library.json"))["sections"]}
INDEX = json.loads((INPUT / "index.json").read_text(encoding="utf-8"))
UNIQUE = [entry for entry in INDEX if entry["verdict"] == "unique"]
#: Those on rectangles, which are a section.
ORIGINALS = [entry for entry in UNIQUE if entry["board"]["kind"] == "rectangle"]
TWISTED = [entry for entry in INDEX if entry["verdict"] != "unique"]
HEART, PARROT, KNIGHT = 1, 49, 37
(PARROT_TIME,) = (range_in_words(e["rating"]["minutes"]) for e in INDEX if e["number"] == PARROT)

#: Save games: {number: share of the cells known}, 1 for a solved puzzle.
SAVE = """async (games) => {
  const { entryOf } = await import('./static/puzzle/catalogue.js');
  const { save } = await import('./static/puzzle/saves.js');
  const { day } = await import('./static/puzzle/progress.js');
  const { ask } = await import('./static/page/api.js');
  const { numbers } = await import('./static/puzzle/model.js');
  for (const [number, share] of Object.entries(games)) {
    const { model, puzzle } = await entryOf(number);
    const { pictures } = await ask('solve', { puzzle });
    const all = numbers(pictures[0], model.palette);
    const solved = share === 1;
    const cells = all.map((cell, at) => (at < share * all.length ? cell : -1));
    const days = solved ? [day()] : [];
    const how = { seconds: 9, hints: 0, days, number: Number(number), history: null };
    save(model, { cells, solved, ...how });
  }
}"""

#: The colours in the middle of the cells of a card's canvas, as rows of "r,g,b".
PIXELS = """([number, rows, columns]) => {
  const canvas = document.querySelector(`.list .card[data-number="${number}"] canvas`);
  const pen = canvas.getContext('2d');
  const step = canvas.width / columns;
  const at = (r, c) => pen.getImageData((c + 0.5) * step, (r + 0.5) * step, 1, 1).data;
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => at(r, c).slice(0, 3).join()));
}"""


#: The number of fogs that are kept.
FOGS = "Object.keys(localStorage).filter(name => name.startsWith('nonocsp:fog:')).length"


def until(page, expression):
    """Wait for an expression to be true. (The policy of the page forbids `wait_for_function`.)"""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never true: {expression[:80]}"
        page.wait_for_timeout(50)


@pytest.fixture
def page(context, port):
    """All originals."""
    page = opened(context, port, "library/originals")
    all_shown(page)
    return page


@pytest.fixture
def door(context, port):
    page = opened(context, port, "library")
    expect(shelf(page, "quick").locator(".card").first).to_be_visible(timeout=PATIENCE)
    return page


def all_shown(page):
    """Scroll until all cards of the originals were made."""
    number = len(ORIGINALS)
    cards = shelf(page, "list").locator(".card")
    expect(cards.first).to_be_visible(timeout=PATIENCE)
    while cards.count() < number:
        cards.last.scroll_into_view_if_needed()
    page.evaluate("document.querySelector('main').scrollTop = 0")
    expect(cards).to_have_count(number)


def shelf(page, name):
    return page.locator(f".shelf.{name}")


def card(page, number, name="list"):
    return shelf(page, name).locator(f'.card[data-number="{number}"]')


def numbers(page, name="list"):
    cards = shelf(page, name).locator(".card")
    return [int(n) for n in cards.evaluate_all("all => all.map(one => one.dataset.number)")]


def saved(page, games):
    """Save games and show the page again."""
    page.evaluate(SAVE, {str(number): share for number, share in games.items()})
    page.reload()
    expect(page.locator(".library:not([aria-busy])")).to_be_visible(timeout=PATIENCE)
    if "/originals" in page.url:
        all_shown(page)


def seen(page, number):
    card(page, number).scroll_into_view_if_needed()
    drawn = f"""document.querySelector('.list .card[data-number="{number}"] canvas').width > 1"""
    until(page, drawn)
    return card(page, number)


def pixels(page, number):
    (entry,) = [entry for entry in INDEX if entry["number"] == number]
    seen(page, number)
    return page.evaluate(PIXELS, [number, *entry["board"]["sides"]])


def choose(page, **options):
    button = page.get_by_role("button", name="Filter and order")
    if button.get_attribute("aria-expanded") == "false":
        button.click()
    for name, value in options.items():
        page.get_by_label(name, exact=True).and_(page.locator(".filters select")).select_option(
            value
        )


def test_titles_are_hidden_until_solved(page):
    assert numbers(page) == [
        e["number"] for e in sorted(ORIGINALS, key=lambda e: (e["cells"], e["number"]))
    ]
    for number in (HEART, PARROT):
        seen(page, number)
    text = page.locator("main").inner_text()
    for entry in INDEX:
        assert not re.search(rf"\b{re.escape(entry['title'])}\b", text), entry["title"]
    saved(page, {HEART: 1, PARROT: 0.5})
    expect(seen(page, HEART)).to_contain_text("Heart")
    expect(card(page, HEART)).to_contain_text("solved")
    expect(seen(page, PARROT).locator(".title")).to_have_text(f"Puzzle {PARROT}")
    expect(card(page, PARROT)).to_contain_text("50 %")
    assert "Parrot" not in page.locator("main").inner_text()


def test_the_link_of_a_card_names_what_is_seen(page):
    seen(page, PARROT)
    link = page.get_by_role(
        "link", name=f"Puzzle {PARROT} 20 × 20 5 colours {PARROT_TIME}", exact=True
    )
    expect(link).to_have_attribute("href", f"#play/{PARROT}")
    expect(link).to_have_attribute("title", "shallow: one line at a time is always enough")
    link.press("Enter")
    expect(page.locator("nono-board .cell")).to_have_count(400, timeout=PATIENCE)


def test_a_solved_picture_is_clear_and_an_untouched_one_is_fog(page):
    before = pixels(page, HEART)
    assert {"0,0,0", "255,255,255"} != {pixel for row in before for pixel in row}
    saved(page, {HEART: 1})
    found = [[int(pixel == "0,0,0") for pixel in row] for row in pixels(page, HEART)]
    assert found == [[0, 1, 0, 1, 0], [1] * 5, [1] * 5, [0, 1, 1, 1, 0], [0, 0, 1, 0, 0]]


def test_the_fog_clears_while_one_plays(page):
    saved(page, {KNIGHT: 0.5})
    first = pixels(page, KNIGHT)
    # The cells that are known are clear at once, the fog of the others after some idle time.
    assert all(pixel in ("0,0,0", "255,255,255") for row in first[:10] for pixel in row)
    until(page, FOGS)
    until(page, f"({PIXELS})([{KNIGHT}, 21, 13]).join() !== '{','.join(map(','.join, first))}'")
    second = pixels(page, KNIGHT)
    assert second[:10] == first[:10]
    # The upper half is known, so that the columns decide more of the lower half.
    dark = [[sum(int(p.split(",")[0]) < 40 for p in row) for row in one] for one in (first, second)]
    assert sum(dark[1][11:]) > sum(dark[0][11:])


def test_a_game_that_is_solved_keeps_no_fog(page):
    saved(page, {HEART: 0.5})
    until(page, FOGS)
    page.goto(page.url.replace("#library/originals", f"#play/{HEART}"))
    for row, column in (
        (2, 5),
        (3, 1),
        (3, 2),
        (3, 3),
        (3, 4),
        (3, 5),
        (4, 2),
        (4, 3),
        (4, 4),
        (5, 3),
    ):
        cell = page.get_by_role("gridcell", name=re.compile(f"^row {row}, column {column},"))
        label = cell.get_attribute("aria-label")
        if "black" not in label:
            cell.click()
    expect(page.get_by_role("dialog", name="Solved: Heart")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate(FOGS) == 0


def test_the_puzzle_of_the_day_is_a_card_among_the_others(context, port):
    date = datetime.date(2026, 3, 1)
    number = DAILY[(date - datetime.date(1970, 1, 1)).days % len(DAILY)]
    page = context.new_page()
    page.clock.set_fixed_time(datetime.datetime.combine(date, datetime.time(12, 0)))
    page.goto(f"http://127.0.0.1:{port}/#library")
    (name,) = (
        name
        for name, one in SECTIONS.items()
        if any(first <= number <= last for first, last in map(_pair, one["numbers"]))
    )
    expect(page.get_by_role("link", name="Today").first).to_have_attribute(
        "href", f"#play/{number}"
    )
    first = shelf(page, name).locator(".card").first
    first.scroll_into_view_if_needed(timeout=PATIENCE)
    expect(first).to_contain_text("Today")
    expect(first.locator(".title")).to_have_text(f"Puzzle {number}", timeout=PATIENCE)
    expect(first.get_by_role("link")).to_have_attribute("href", f"#play/{number}")
    expect(page.get_by_role("button", name="Days and times")).to_be_visible()
    saved(page, {number: 1})
    first.scroll_into_view_if_needed()
    titles = {entry["number"]: entry["title"] for entry in INDEX}
    expect(first.locator(".title")).to_have_text(titles.get(number) or collection()[number].title)
    expect(page.get_by_role("button", name="1 day in a row")).to_be_visible()
    expect(page.locator(".progress")).to_contain_text("1 puzzle solved.")


def test_the_choice_is_kept_and_can_be_cleared(page):
    hardest = [entry for entry in ORIGINALS if entry["rating"]["depth_word"] == "very deep"]
    choose(page, depth="very deep", order="depth")
    assert len(numbers(page)) == len(hardest) > 0
    status = shelf(page, "list").get_by_role("status")
    expect(status).to_have_text(f"{len(hardest)} of {len(ORIGINALS)}")
    page.reload()
    expect(shelf(page, "list").locator(".card")).to_have_count(len(hardest), timeout=PATIENCE)
    assert numbers(page) == numbers_by(hardest, lambda e: e["rating"]["depth"])
    choose(page, size="small")
    expect(shelf(page, "list")).to_contain_text("No puzzle fits.")
    page.get_by_role("button", name="Show all").first.click()
    all_shown(page)


def numbers_by(entries, key):
    return [e["number"] for e in sorted(entries, key=lambda e: (key(e), e["cells"], e["number"]))]


def test_all_puzzles_are_chosen_from_without_fetching_them(context, port):
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/library")[2]))
    page.goto(f"http://127.0.0.1:{port}/#library/all")
    expect(shelf(page, "list").locator(".card").first).to_be_visible(timeout=PATIENCE)
    status = shelf(page, "list").get_by_role("status")
    total = len(UNIQUE) + len(collection())
    expect(status).to_have_text(str(total))
    choose(page, size="huge", time="hours", order="time")
    expected = [e for e in UNIQUE if e["longest"] > 35 and e["rating"]["minutes"] > 60]
    assert [*numbers(page)] == numbers_by(expected, lambda e: e["rating"]["minutes"])
    expect(status).to_have_text(f"{len(expected)} of {total}")
    pages = [path for path in asked if re.fullmatch(r"/.*-\d+\.json", path)]
    assert len(pages) < 25


def test_rows(door):
    page = door
    rows = [name for name, one in SECTIONS.items() if not one.get("study")]
    shown = page.locator(".shelf[aria-labelledby]:visible")
    assert shown.evaluate_all("all => all.map(one => one.className.split(' ')[1])") == rows
    for word in ("solution", "backtracking", "nogood"):
        assert word not in page.locator("body").inner_text()
    saved(page, {KNIGHT: 0.25, PARROT: 0.5, TWISTED[0]["number"]: 0.3})
    expect(shelf(page, "begun").locator(".card").nth(2)).to_contain_text("%", timeout=PATIENCE)
    assert numbers(page, "begun") == [PARROT, TWISTED[0]["number"], KNIGHT]
    expect(card(page, PARROT, "begun")).to_contain_text("50 %")
    page.get_by_role("link", name="Quick", exact=True).click()
    expect(page.get_by_role("heading", name="Quick")).to_be_visible()
    expect(page).to_have_title("Quick – nonocsp")


def test_what_has_several_solutions_or_none_is_for_study(context, port):
    page = opened(context, port, "study")
    for verdict in ("multiple", "none"):
        cards = shelf(page, verdict).locator(".card")
        expect(cards.first).to_contain_text("solution", timeout=PATIENCE)
        number = SECTIONS[verdict]["numbers"]
        while cards.count() < sum(end - first + 1 for first, end in map(_pair, number)):
            cards.last.scroll_into_view_if_needed()
        expected = {e["number"] for e in TWISTED if e["verdict"] == verdict}
        assert {*numbers(page, verdict)} == expected
        for number in expected:
            card(page, number, verdict).scroll_into_view_if_needed()
            words = "no solution" if verdict == "none" else "solutions"
            expect(card(page, number, verdict)).to_contain_text(words, timeout=PATIENCE)
    noise = next(entry["number"] for entry in TWISTED if entry["file"] == "white-noise.json")
    expect(card(page, noise, "multiple")).to_contain_text("over 10²⁴⁰ solutions")


def _pair(given):
    return given if isinstance(given, list) else (given, given)


def test_a_first_puzzle_is_played_where_it_stands_and_then_goes(door):
    page = door
    place = page.get_by_role("region", name="a first puzzle")
    cells = place.locator("nono-board .cell")
    expect(cells).to_have_count(25, timeout=PATIENCE)
    heart = [0, 1, 0, 1, 0, *[1] * 10, 0, 1, 1, 1, 0, 0, 0, 1, 0, 0]
    for at in (at for at, filled in enumerate(heart) if filled):
        cells.nth(at).click()
    expect(place.get_by_role("heading", name="Heart")).to_be_visible()
    expect(place.get_by_role("link", name="Next puzzle")).to_have_attribute("href", "#play/2")
    page.reload()
    expect(shelf(page, "quick").locator(".card").first).to_be_visible(timeout=PATIENCE)
    expect(place).to_have_count(0)


def test_a_shelf_is_one_stop_of_the_tab_key_with_arrows_inside(page):
    card(page, HEART).get_by_role("link").focus()
    tops = shelf(page, "list").locator(".card").evaluate_all("all => all.map(one => one.offsetTop)")
    across = tops.count(tops[0])
    order = numbers(page)
    for key, at in (
        ("ArrowRight", 1),
        ("ArrowDown", 1 + across),
        ("ArrowLeft", across),
        ("ArrowUp", 0),
        ("ArrowUp", 0),
        ("End", len(order) - 1),
        ("ArrowDown", len(order) - 1),
        ("Home", 0),
        ("ArrowRight", 1),
    ):
        page.keyboard.press(key)
        expect(card(page, order[at]).get_by_role("link")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".meanings summary")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(card(page, order[1]).get_by_role("link")).to_be_focused()
    choose(page, size="huge")
    assert shelf(page, "list").locator('.card a[tabindex="0"]').count() == 1


def test_puzzles_are_fetched_when_they_come_into_sight(context, port):
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/library")[2]))
    page.goto(f"http://127.0.0.1:{port}/#library")
    quick = shelf(page, "quick").locator(".cards")
    expect(quick.locator(".card").nth(1)).to_contain_text("minute", timeout=PATIENCE)
    assert "/quick-0.json" in asked and not {"/quick-1.json", "/custom-0.json"} & {*asked}
    assert quick.locator(".card").count() == 10
    for _ in range(5):
        page.get_by_role("button", name="Further: Quick").click()
        page.wait_for_timeout(300)
    expect(quick.locator(".card").nth(15)).to_contain_text("minute", timeout=PATIENCE)
    assert "/quick-1.json" in asked
    shelf(page, "custom").scroll_into_view_if_needed()
    expect(shelf(page, "custom").locator(".card").first).to_contain_text("cells", timeout=PATIENCE)


def test_a_puzzle_of_the_collection_is_played_and_continued(door):
    """It is the last one of the last section, whose cards are far to the right."""
    page = door
    number = [*collection()][-1]
    library = page.url.split("#")[0] + "#library"
    page.goto(library.replace("library", f"play/{number}"))
    one = collection()[number]
    cells = page.locator("nono-board .cell")
    expect(cells).to_have_count(len(one.cells), timeout=PATIENCE)
    cells.first.click()
    page.goto(library)
    expect(card(page, number, "begun")).to_contain_text("1 %", timeout=PATIENCE)
    assert one.title not in shelf(page, "begun").inner_text()
    card(page, number, "begun").get_by_role("link").click()
    expect(cells).to_have_count(len(one.cells), timeout=PATIENCE)
    assert page.url.endswith(f"#play/{number}")


def test_one_cell_is_a_beginning_and_a_restart_is_none(page):
    saved(page, {PARROT: 1 / 400, HEART: 0})
    expect(seen(page, PARROT)).to_contain_text("1 %")
    assert seen(page, HEART).get_attribute("data-state") == "new"
    choose(page, state="begun")
    assert numbers(page) == [PARROT]


def test_the_words_are_explained(page):
    page.get_by_text("What the words for depth mean").click()
    legend = page.locator(".meanings")
    expect(legend).to_contain_text("one line at a time is always enough")
    assert legend.locator("dt").all_inner_texts() == [
        "very shallow",
        "shallow",
        "moderate",
        "deep",
        "very deep",
        "extreme",
    ]


DAMAGED = ["", "{", "null", "7", '{"size":"__proto__","order":["x"],"state":null}', '{"cells":[1]}']


def test_damaged_storage_is_as_none(page):
    entry = f"import('./static/puzzle/catalogue.js').then((module) => module.entryOf('{HEART}'))"
    key = page.evaluate(f"{entry}.then((entry) => entry.model.key)")
    for text in DAMAGED:
        for name in ("library", "random", f"game:{key}", f"fog:{key}"):
            page.evaluate("([n, t]) => localStorage.setItem('nonocsp:' + n, t)", [name, text])
        page.reload()
        all_shown(page)
        expect(seen(page, HEART).locator(".title")).to_have_text("Puzzle 1")
    # every cell filled in: wrong, but a game
    game = json.dumps({"cells": [1] * 25})
    page.evaluate("([n, t]) => localStorage.setItem(n, t)", [f"nonocsp:game:{key}", game])
    page.reload()
    expect(seen(page, HEART)).to_contain_text("100 %", timeout=PATIENCE)


def test_progress_goes_out_and_in(browser, door, port, tmp_path):
    page = door
    saved(page, {HEART: 1, KNIGHT: 0.5})
    with page.expect_download() as download:
        page.get_by_role("button", name="Export progress").click()
    kept = tmp_path / "progress.json"
    download.value.save_as(kept)
    with profile(browser, port) as other:
        page = opened(other, port, "library")
        first = shelf(page, "originals").locator(".card").first
        first.scroll_into_view_if_needed()
        expect(first).to_contain_text("minute", timeout=PATIENCE)
        expect(first.locator(".title")).to_have_text("Puzzle 1")
        for file, words in ((kept, "2 games imported"), (INPUT / "heart.txt", "not a progress")):
            with page.expect_file_chooser() as chooser:
                page.get_by_role("button", name="Import progress").click()
            chooser.value.set_files(file)
            expect(page.locator("#message")).to_contain_text(words)
        first.scroll_into_view_if_needed()
        expect(first.locator(".title")).to_have_text("Heart")
        assert numbers(page, "begun") == [KNIGHT]


def ordering(page):
    """The form of random puzzles."""
    page.get_by_role("button", name="Surprise me").click()
    return page.get_by_role("form", name="random puzzle")


def test_a_random_puzzle_is_made(door):
    page = door
    form = ordering(page)
    form.get_by_label("size").select_option("15")
    form.get_by_label("colours").select_option("3")
    form.get_by_label("depth").select_option("shallow")
    form.get_by_role("button", name="Make one").click()
    expect(page.locator("nono-board .cell")).to_have_count(225, timeout=PATIENCE)
    page.goto(page.url.split("#")[0] + "#library")
    expect(ordering(page).get_by_label("size")).to_have_value("15")


def test_a_double_click_makes_a_random_puzzle_too(door):
    page = door
    form = ordering(page)
    form.get_by_label("size").select_option("15")
    form.get_by_role("button", name="Make one").dblclick()
    expect(page.locator("nono-board .cell")).to_have_count(225, timeout=PATIENCE)


def test_making_a_random_puzzle_shows_progress_and_can_be_stopped(door):
    page = door
    # A larger puzzle than the form offers: none that is deep is found in a minute.
    page.route(
        "**/api/generate",
        lambda route: route.continue_(
            post_data=json.dumps(route.request.post_data_json | {"rows": 100, "columns": 100})
        ),
    )
    form = ordering(page)
    form.get_by_label("size").select_option("30")
    form.get_by_label("depth").select_option("deep")
    form.get_by_role("button", name="Make one").click()
    expect(form.get_by_role("status")).to_contain_text(re.compile(r"\d s"), timeout=PATIENCE)
    expect(form.get_by_label("size")).to_be_disabled()
    form.get_by_role("button", name="Stop").click()
    expect(form.get_by_role("status")).to_have_text("Stopped.")
    expect(form.get_by_label("size")).to_be_enabled()
    assert page.url.endswith("#library")


def test_a_random_puzzle_that_does_not_exist(door):
    page = door
    refusal = {"error": {"kind": "input", "message": "no such puzzle was found"}}
    page.route("**/api/generate", lambda route: route.fulfill(body=json.dumps(refusal) + "\n"))
    form = ordering(page)
    form.get_by_role("button", name="Make one").click()
    expect(form.get_by_role("status")).to_contain_text("Not every size has every depth")
    expect(form.get_by_role("button", name="Make one")).to_be_enabled()


def test_without_a_connection_the_library_says_so_and_tries_again(context, port):
    page = context.new_page()
    page.route("**/library.json", lambda route: route.abort())
    page.goto(f"http://127.0.0.1:{port}/#library")
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded", timeout=PATIENCE)
    page.unroute("**/library.json")
    page.get_by_role("button", name="Try again").click()
    expect(shelf(page, "quick").locator(".card").first).to_be_visible(timeout=PATIENCE)


def test_a_slow_library_does_not_come_into_another_view(context, port):
    page = context.new_page()
    waiting = []
    page.route("**/library.json", lambda route: waiting.append(route))
    page.goto(f"http://127.0.0.1:{port}/#library")
    expect(page.locator(".library[aria-busy]")).to_be_attached(timeout=PATIENCE)
    page.get_by_role("link", name="Create").click()
    page.get_by_role("link", name="Draw").click()
    expect(page.locator("nono-board").first).to_be_visible(timeout=PATIENCE)
    for route in waiting:
        route.continue_()
    page.wait_for_timeout(1000)
    assert page.locator(".library").count() == 0


def test_only_what_is_in_sight_is_drawn_first(context, port):
    page = opened(context, port, "library/coffee")
    drawn = "[...document.querySelectorAll('.cards canvas')].filter(one => one.width > 1).length"
    until(page, f"{drawn} > 5")
    page.wait_for_timeout(500)
    assert page.evaluate(drawn) < 40 < len(collection()) / 5
    shelf(page, "list").locator(".card").nth(45).scroll_into_view_if_needed()
    until(page, "[...document.querySelectorAll('.cards canvas')][45].width > 1")


def test_the_place_is_kept_on_the_way_back(page):
    card(page, PARROT).scroll_into_view_if_needed()
    before = page.evaluate("document.querySelector('main').scrollTop")
    card(page, PARROT).get_by_role("link").click()
    expect(page.locator("nono-board .cell")).to_have_count(400, timeout=PATIENCE)
    page.go_back()
    expect(card(page, PARROT)).to_be_in_viewport(timeout=PATIENCE)
    assert abs(page.evaluate("document.querySelector('main').scrollTop") - before) < 300


def test_dark_pictures_follow_the_theme(browser, port):
    grounds = []
    for scheme in ("light", "dark"):
        with profile(browser, port, color_scheme=scheme) as context:
            page = opened(context, port, "library/originals")
            all_shown(page)
            saved(page, {HEART: 1})
            grounds.append(sum(map(int, pixels(page, HEART)[0][0].split(","))))
    assert grounds[0] == 3 * 255 and grounds[1] < 150


@pytest.mark.parametrize(("width", "columns"), [(320, 3), (390, 3), (844, 4)])
def test_a_phone_has_columns_and_no_sideways_scrolling(browser, port, width, columns):
    with phone(browser, port, (width, 844 if width < 400 else 390)) as context:
        page = opened(context, port, "library/originals")
        all_shown(page)
        main = page.locator("main")
        overflow = "main => main.scrollWidth - main.clientWidth"
        assert main.evaluate(overflow) == 0
        tops = (
            shelf(page, "list")
            .locator(".card")
            .evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().top))")
        )
        assert tops.count(tops[0]) >= columns
        page.evaluate(SAVE, {"37": 0.5, "49": 0.5, "60": 0.5, "61": 0.5, "70": 0.5})
        page.goto(page.url.replace("/originals", ""))
        expect(card(page, KNIGHT, "begun")).to_contain_text("%", timeout=PATIENCE)
        assert main.evaluate(overflow) == 0


def test_the_interface_is_a_page_too(context, port):
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/api")
    expect(page.get_by_role("heading", name="POST /api/check")).to_be_visible()


def test_earlier_days_and_times(context, port):
    page = opened(context, port, "library")
    page.get_by_role("button", name="Days and times").click()
    dialog = page.get_by_role("dialog", name="Days and times")
    expect(dialog).to_contain_text("Times appear here")
    days = dialog.locator(".calendar a")
    before = days.count()
    expect(dialog.get_by_role("button", name="Later month")).to_be_disabled()
    dialog.get_by_role("button", name="Earlier month").click()
    assert days.count() >= 28 and days.count() >= before
    expect(dialog.get_by_role("button", name="Later month")).to_be_enabled()
    address = days.nth(4).get_attribute("href")
    days.nth(4).click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".play nono-board")).to_be_visible()
    assert page.evaluate("location.hash") == address


def test_a_booklet_has_a_page_for_each_puzzle_and_one_with_the_solutions(page):
    home = page.url.split("#")[0]
    page.goto(home + "#draw")
    page.locator("nono-board .cell").nth(3).click()
    page.get_by_label("title").fill("A dot")
    page.goto(home + "#solve")
    page.get_by_role("button", name="A heart").click()
    page.locator(".tools").get_by_role("button", name="Play").click()
    expect(page.locator(".play nono-board .cell").first).to_be_visible(timeout=PATIENCE)
    page.goto(home + "#library")
    expect(shelf(page, "own").locator(".card")).to_have_count(2, timeout=PATIENCE)
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name="Print a booklet").click()
    assert page.locator(".booklet input:checked").count() == 1  # the drawing
    page.locator(".booklet").get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Print…").click()
    headings = page.locator(".sheet h1")
    expect(headings).to_have_text(["1. A dot", re.compile("2\\. "), "Solutions"], timeout=PATIENCE)
    assert page.locator(".sheet figure img").count() == 2
    assert page.pdf().count(b"/Type /Page\n") == 3
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".sheet")).to_have_count(0)
