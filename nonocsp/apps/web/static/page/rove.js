// Groups that are one stop of the Tab key, with arrows inside.

/**
 * `selector`: the stops in the group; Tab leads to the chosen one, if any, or to the last. `across`: how many of them
 * are side by side. `chooses`: as in a list of tabs, the choice follows the focus, and arrows go round.
 * @param {HTMLElement} group @param {string} selector
 * @param {{ across?: (stops: HTMLElement[]) => number, chooses?: boolean }} [how]
 */
export function rove(group, selector, { across = () => 1, chooses = false } = {}) {
  /** @type {() => HTMLElement[]} */
  const all = () => [...group.querySelectorAll(selector)].filter((stop) => stop instanceof HTMLElement);
  /** @type {HTMLElement | null} */
  let last = null;
  const settle = () => {
    const stops = all();
    const chosen = stops.find((stop) => stop.matches("[aria-checked=true], [aria-selected=true]"));
    const here = stops.find((stop) => stop === document.activeElement);
    const one = here ?? chosen ?? (last && stops.includes(last) ? last : stops[0]);
    for (const stop of stops) stop.tabIndex = stop === one ? 0 : -1;
  };
  group.addEventListener("focusin", ({ target }) => {
    last = target?.closest(selector) ?? last;
    settle();
  });
  group.addEventListener("focusout", () => queueMicrotask(settle));
  group.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = all().filter((stop) => stop.offsetParent && !stop.matches(":disabled"));
    const at = stops.findIndex((stop) => stop === event.target);
    const row = across(stops);
    /** @type {Record<string, number>} */
    const ways = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row, Home: -at, End: stops.length - 1 - at };
    if (at < 0 || !(event.key in ways)) return;
    const to = at + ways[event.key];
    event.preventDefault();
    const next = chooses ? stops.at(to % stops.length) : stops[Math.min(to, stops.length - 1)];
    next?.focus();
    if (chooses) next?.click();
  });
  new MutationObserver(settle).observe(group, {
    childList: true,
    subtree: true,
    attributeFilter: ["aria-checked", "aria-selected"],
  });
  settle();
}
