"""Nothing is cut or out of reach, from the narrowest phone to a desk, in any language."""

from __future__ import annotations

import pytest
from browser import expect, opened, profile

pytestmark = pytest.mark.page

WIDTHS = (320, 360, 390, 412, 640, 768, 800, 850, 900, 1024, 1440)
SIZES = [*((width, 800) for width in WIDTHS), (568, 320), (844, 390)]

#: Texts that are wider or higher than their box, and controls beyond the edge of the window or of
#: something that does not show that it scrolls.
CUT = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = new Set();
  const pen = document.createElement("canvas").getContext("2d");
  const named = (it) => it.getAttribute("aria-label") ?? it.textContent.trim().slice(0, 40);
  const style = getComputedStyle;
  const looked = "button, select, input, a, label, h1, h2, summary";
  for (const it of document.querySelectorAll(looked)) {
    const box = it.getBoundingClientRect();
    const isShown = it.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isShown || !box.width || it.matches(".skip, .edge, .grip")) continue;
    if (style(it).clipPath !== "none") continue;
    const isText = it.matches("button, label, h1, h2, summary");
    if (isText && it.scrollWidth > it.clientWidth + 1) found.add(`wide: ${named(it)}`);
    if (it.matches("button, select") && it.scrollHeight > it.clientHeight + 1)
      found.add(`high: ${named(it)}`);
    if (it.matches("select")) {
      const { font, paddingLeft, paddingRight } = style(it);
      pen.font = font;
      const room = it.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      const { text = "" } = it.selectedOptions[0] ?? {};
      if (pen.measureText(text).width > room) found.add(`wide: ${text}`);
    }
    for (let at = it.parentElement; at; at = at.parentElement) {
      const { overflowX, maskImage } = style(at);
      const isWindow = at === document.documentElement;
      if (overflowX === "visible" && !isWindow) continue;
      // It fades where it goes on, or is a row that slides, with the half of a card at its end.
      if (maskImage !== "none" || at.matches(".cards.row")) break;
      const edge = isWindow ? { left: 0, right: innerWidth } : at.getBoundingClientRect();
      if (box.left < edge.left - 1 || box.right > edge.right + 1)
        found.add(`outside of ${at.className || at.localName}: ${named(it)}`);
      if (at.matches("[popover]")) break;
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.add("the page scrolls sideways");
  return [...found];
}"""

GRIP = "document.querySelector('.grip').click()"
MORE = "document.querySelector('#more').showPopover()"

#: The states in which a view is looked at: what leads from one to the next.
STATES = {
    "play": ("", GRIP),
    "draw": ("", MORE, GRIP),
    "solve": tuple(
        f"document.querySelector('#tab-{tab}').click()" for tab in ("clues", "steps", "answer")
    ),
    "watch": ("",),
    "library": ("", "document.querySelector('#menu').showPopover()"),
    "create": ("",),
    "study": ("",),
}

CLOSE = """() => {
  for (const menu of document.querySelectorAll("#more, #menu")) menu.hidePopover();
  document.querySelector(".bench.open .grip")?.click();
}"""


def prepare(page, view):
    """Something to look at in a view."""
    if view == "library":
        expect(page.locator(".card").first).to_be_visible()
    if view == "play":
        page.keyboard.press("h")
        expect(page.locator(".advice:not(.guess) .bar")).to_be_visible()
        page.keyboard.press("h")
    if view == "draw":
        for at in (0, 11, 22):
            page.locator("nono-board .cell").nth(at).click()
        expect(page.locator(".repair").first).to_be_visible()
    if view == "solve":
        page.locator(".welcome button").nth(1).click()
        page.locator("#tab-answer").click()
        expect(page.locator(".pager")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
@pytest.mark.parametrize("view", STATES)
def test_nothing_is_cut_or_out_of_reach(browser, port, view, language):
    with profile(browser, port, locale=language) as context:
        page = opened(context, port, "play/50" if view == "play" else view)
        expect(page.locator("main > *")).to_be_visible()
        prepare(page, view)
        cut = {}
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for script in STATES[view]:
                page.evaluate(script)
                for fault in page.evaluate(CUT):
                    cut.setdefault(fault, {})[f"{width}x{height}"] = True
            page.evaluate(CLOSE)
        assert not cut, "\n".join(f"{fault}: {' '.join(sizes)}" for fault, sizes in cut.items())
