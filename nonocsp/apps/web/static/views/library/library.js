// The way in to play: a small puzzle that is played where it stands, what was begun, and rows of puzzles; or all puzzles
// of a section.

import { reason } from "../../page/api.js";
import { element, loadStyle } from "../../page/dom.js";
import { Card } from "./card.js";
import { daily, entryOf, index, numberOfTheDay } from "../../puzzle/catalogue.js";
import { icon } from "../../page/icons.js";
import { relabel, tool } from "../../page/layout.js";
import { fail, say } from "../../page/message.js";
import { all } from "../../puzzle/own.js";
import { exported, merge, standings, summary } from "../../puzzle/progress.js";
import { Cards, row, section } from "./shelf.js";
import { counted, t } from "../../page/language.js";

// Where each of these pages was scrolled to when it was left.
const places = new Map();

export async function show({ main, signal, setTitle, address }, { id }) {
  const holder = element("div.library", { "aria-busy": true });
  main.append(holder);
  let more = () => false;
  try {
    const [found, days] = await Promise.all([index(), daily().catch(() => [])]);
    signal.throwIfAborted();
    const sections = found.sections.filter(({ study }) => !study);
    // Puzzles of one's own are one section, which needs no way in.
    const one = found.sections.find(({ name }) => name === id) ?? (sections.length === 1 ? sections[0] : null);
    if (!one && id !== "all") new Door(holder, sections, days, signal);
    else {
      const { list } = await import("./list.js");
      const heading = one ? t(one.heading) : t`All puzzles`;
      const made = await list(
        heading,
        (one ? [one] : sections).flatMap(({ numbers }) => numbers),
        found.words,
      );
      signal.throwIfAborted();
      setTitle(heading);
      holder.append(made.view);
      refreshed([made.cards], signal);
      more = () => made.cards.more();
    }
    const place = places.get(address) ?? 0;
    // Asked only where it matters: it has everything laid out at once.
    if (place)
      do main.scrollTop = place;
      while (main.scrollTop < place && more());
    signal.addEventListener("abort", () => places.set(address, main.scrollTop));
  } catch (error) {
    signal.throwIfAborted();
    const again = element("button", { type: "button", onclick: () => location.reload() }, t`Try again`);
    holder.replaceChildren(
      element("p", { role: "alert" }, t`The library could not be loaded. ${reason(error)}`),
      element("p", again),
    );
  }
  holder.removeAttribute("aria-busy");
}

// Keep cards up to what is saved: a game of another tab, or a fog that has been computed.
function refreshed(cards, signal, changed = () => {}) {
  const refresh = (key = "") => cards.forEach((each) => each.refresh(key));
  const follow = () => {
    changed();
    refresh();
  };
  addEventListener("storage", follow, { signal });
  addEventListener("nonocsp:fog", ({ detail }) => refresh(detail), { signal });
}

class Door {
  // `days`: the numbers of the puzzles that become the puzzle of the day.
  constructor(holder, sections, days, signal) {
    this.days = days;
    const today = numberOfTheDay(days);
    this.own = element("div", { hidden: true });
    this.begun = new Cards("row");
    this.resume = section("begun", [t`Continue`], this.begun.view);
    const rows = sections.map((given) => row(given, today));
    this.streak = tool("calendar", t`Days and times`, () => this.#showDays(), { text: true });
    const surprise = element("div.menu", { popover: true });
    const random = tool("dice", t`Surprise me`, () => this.#surprise(surprise, signal), { text: true });
    const every = element("a.tool", { href: "#library/all" }, icon("filter"), t`All puzzles`);
    const day = today ? element("a.tool", { href: `#play/${today}` }, icon("flag"), t`Today`) : "";
    holder.append(
      element("h1.unseen", t`Puzzles`),
      this.#first(sections, signal),
      element("div.bar.ways", random, surprise, day, every),
      this.resume,
      this.own,
      ...rows.map(({ view }) => view),
      this.#progress(),
    );
    this.cards = [this.begun, ...rows.map(({ cards }) => cards)];
    refreshed(this.cards, signal, () => this.refresh());
    this.refresh();
  }

  // The place of the first puzzle, which comes after the rows.
  #first(sections, signal) {
    const [smallest] = sections.find(({ name }) => name === "originals")?.numbers ?? [];
    const standing = standings();
    if (!smallest || standing.get(smallest) === "solved" || (standing.size && !standing.has(smallest))) return "";
    const place = element("section.first", { "aria-label": t`a first puzzle` }, element("div.stage"));
    Promise.all([import("./first.js"), entryOf(smallest), loadStyle("play")])
      .then(([{ playHere }, entry]) => signal.aborted || playHere(place, entry, signal))
      .catch((error) => place.replaceChildren(element("p", reason(error))));
    return place;
  }

  // What few need comes with its first use.

  async #showDays() {
    const { showDays } = await import("./days.js");
    showDays(this.days);
  }

  async #surprise(place, signal) {
    const { randomForm } = await import("./random.js");
    if (!place.firstChild) place.append(randomForm(signal));
    place.showPopover();
  }

  async #showOwn() {
    const { ownRow } = await import("./own.js");
    this.own.replaceChildren(ownRow());
    this.own.hidden = false;
  }

  #progress() {
    this.solved = element("p.facts");
    return element(
      "div.bar.progress",
      this.solved,
      this.streak,
      tool("download", t`Export progress`, () => this.#export(), { text: true }),
      tool("upload", t`Import progress`, () => this.#import(), { text: true }),
    );
  }

  // Bring what is shown up to what is saved.
  refresh() {
    const begun = [...standings()].filter(([, state]) => state === "begun");
    this.begun.fill(
      begun.map(
        ([number]) =>
          () =>
            new Card(number),
      ),
    );
    this.resume.hidden = !begun.length;
    if (all().length) this.#showOwn().catch(fail);
    const { solved, streak, today } = summary();
    const days = t`${counted(streak, "day")} in a row`;
    const words = !streak ? t`Days and times` : today ? days : t`${days}: solve one today to go on`;
    relabel(this.streak, streak ? "flame" : "calendar", words);
    this.solved.textContent = solved
      ? t`${counted(solved, "puzzle")} solved.`
      : t`Titles and pictures appear as you solve them.`;
  }

  async #export() {
    const { save } = await import("../../page/files.js");
    save(new Blob([exported()], { type: "application/json" }), "nonocsp-progress", ".json");
  }

  #import() {
    const field = element("input", { type: "file", accept: "application/json,.json" });
    field.addEventListener("change", async () => {
      try {
        const { taken, kept: own, added } = merge(await field.files[0].text());
        for (const each of this.cards) each.refresh();
        this.refresh();
        const parts = [
          t`${counted(taken, "game")} imported`,
          own && t`${counted(own, "game")} already as far or further`,
          added && t`${added} of your own added`,
        ];
        say(`${parts.filter(Boolean).join(", ")}.`);
      } catch (error) {
        fail(error);
      }
    });
    field.click();
  }
}
