// A calendar of the puzzles of the day, with the days on which something was solved, and times by size.

import { element } from "../../page/dom.js";
import { modal } from "../../page/dialog.js";
import { tool } from "../../page/layout.js";
import { numberOfTheDay } from "../../puzzle/catalogue.js";
import { day, summary, times } from "../../puzzle/progress.js";
import { clocked } from "../play/finish.js";
import { counted, locale, t } from "../../page/language.js";

const MONDAY = Date.UTC(2024, 0, 1);

/** @param {number[]} daily the numbers of the puzzles that become the puzzle of the day */
export function showDays(daily) {
  const calendar = new Calendar(daily);
  const close = element("button.main", { value: "" }, t`Close`);
  const dialog = modal(t`Days and times`, [calendar.view, table()], [close], "days");
  calendar.view.addEventListener("click", (event) => event.target.closest("a") && dialog.close());
}

class Calendar {
  heading = element("strong", { "aria-live": "polite" });
  earlier = tool("previous", t`Earlier month`, () => this.#turn(-1));
  later = tool("next", t`Later month`, () => this.#turn(1));
  body = element("tbody");
  view = element(
    "div.calendar",
    element("div.bar", this.earlier, this.heading, this.later),
    element("table", element("thead", element("tr", ...week().map((name) => element("th", name)))), this.body),
  );

  year = Number(day().slice(0, 4));
  month = Number(day().slice(5, 7));

  constructor(daily) {
    this.daily = daily;
    this.solved = new Set(summary().days);
    this.#show();
  }

  #turn(by) {
    const at = 12 * this.year + this.month - 1 + by;
    [this.year, this.month] = [Math.floor(at / 12), (at % 12) + 1];
    this.#show();
  }

  #show() {
    const first = new Date(Date.UTC(this.year, this.month - 1, 1));
    const length = new Date(Date.UTC(this.year, this.month, 0)).getUTCDate();
    const skip = (first.getUTCDay() + 6) % 7; // the week begins with Monday
    this.heading.textContent = first.toLocaleDateString(locale(), { month: "long", year: "numeric", timeZone: "UTC" });
    this.later.disabled = this.#name(length) >= day();
    const cells = [
      ...Array.from({ length: skip }, () => element("td")),
      ...Array.from({ length }, (_, i) => element("td", this.#day(i + 1))),
    ];
    const rows = Array.from({ length: Math.ceil(cells.length / 7) }, (_, i) => cells.slice(7 * i, 7 * i + 7));
    this.body.replaceChildren(...rows.map((row) => element("tr", ...row)));
  }

  #name(number) {
    const pad = (value) => String(value).padStart(2, "0");
    return `${this.year}-${pad(this.month)}-${pad(number)}`;
  }

  // A day that has come leads to its puzzle.
  #day(number) {
    const name = this.#name(number);
    if (name > day()) return element("span", String(number));
    const date = new Date(`${name}T00:00:00Z`);
    const text = date.toLocaleDateString(locale(), { day: "numeric", month: "long", timeZone: "UTC" });
    const isSolved = this.solved.has(name);
    return element(
      "a",
      {
        href: `#play/${numberOfTheDay(this.daily, name)}`,
        class: `${isSolved ? "solved" : ""}${name === day() ? " today" : ""}`,
        "aria-label": isSolved ? t`puzzle of ${text}, something solved on that day` : t`puzzle of ${text}`,
      },
      String(number),
    );
  }
}

// Short names of the days, from Monday.
const week = () =>
  Array.from({ length: 7 }, (_, i) =>
    new Date(MONDAY + i * 86_400_000).toLocaleDateString(locale(), { weekday: "short", timeZone: "UTC" }),
  );

function table() {
  const found = times();
  if (!found.length) return element("p.facts", t`Times appear here as you solve puzzles.`);
  const heads = [t`Size`, t`Solved`, t`Best`, t`Mean`].map((name) => element("th", { scope: "col" }, name));
  const rows = found.map(({ most, count, best, mean, hints }) => {
    const size = Number.isFinite(most) ? t`up to ${most} × ${most}` : t`larger`;
    const cells = [String(count), clocked(best), clocked(mean)].map((text) => element("td", text));
    const label = hints ? t`${counted(hints, "hint")} taken` : t`without hints`;
    return element("tr", { title: label }, element("th", { scope: "row" }, size), ...cells);
  });
  return element("table.times", element("thead", element("tr", ...heads)), element("tbody", ...rows));
}
