// The library: the puzzle of the day, what was begun, and the puzzles as cards in shelves: the originals, the
// sections of the collection, and those with a twist.

import { reason } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { makeBooklet } from "./booklet.js";
import { Card, facts, standing } from "./card.js";
import { catalogue, entryOf, numberOfTheDay } from "../../puzzle/catalogue.js";
import { chosen, DEFAULTS, kept } from "./choices.js";
import { filters } from "./filters.js";
import { isImage, save, takeDrops } from "../../page/files.js";
import { icon } from "../../page/icons.js";
import { tool } from "../../page/layout.js";
import { fail, say } from "../../page/message.js";
import { rove } from "../../page/rove.js";
import { begunNumbers, exported, merge, summary } from "../../puzzle/progress.js";
import { all } from "../../puzzle/own.js";
import { showDays } from "./days.js";
import { OwnCards } from "./own.js";
import { randomForm } from "./random.js";
import { SectionShelf } from "./sections.js";
import { welcome } from "../play/how_to.js";
import { openPhoto, photoButton } from "../photo/button.js";
import { dress } from "../../page/theme.js";
import { counted, locale, t } from "../../page/language.js";

// Where the list was scrolled to when it was left.
let place = 0;

export async function show({ main, signal }) {
  const holder = element("div.library", { "aria-busy": true });
  main.append(holder);
  let found;
  try {
    found = await catalogue();
    const number = numberOfTheDay(found.daily);
    found.today = number === null ? null : await entryOf(String(number));
  } catch (error) {
    const again = element("button", { type: "button", onclick: () => location.reload() }, t`Try again`);
    holder.replaceChildren(
      element("p", { role: "alert" }, t`The library could not be loaded. ${reason(error)}`),
      element("p", again),
    );
    return;
  }
  signal.throwIfAborted();
  const library = new Library(found, signal);
  holder.replaceWith(library.view);
  library.refresh();
  main.scrollTop = place;
  signal.addEventListener("abort", () => (place = main.scrollTop));
}

class Library {
  #seen = new IntersectionObserver((all) => this.#draw(all), { rootMargin: "300px" });
  #cards = new Map();

  constructor(found, signal) {
    this.found = found;
    // Other puzzles than those of the program are one list, in their own order.
    const isOwn = found.heading !== undefined;
    if (isOwn) DEFAULTS.order = "number";
    const isMain = ({ verdict, model }) => isOwn || (verdict === "unique" && model.shape.isTable);
    this.main = found.entries.filter(isMain).map((entry) => this.#card(entry));
    const rest = found.entries.filter((entry) => !isMain(entry));
    const unique = rest.filter(({ verdict }) => verdict === "unique");
    this.others = unique.map((entry) => this.#card(entry));
    const twisted = ["multiple", "none"].flatMap((kind) => rest.filter(({ verdict }) => verdict === kind));
    this.twisted = twisted.map((entry) => this.#card(entry));
    this.random = randomForm(signal);
    this.day = found.today && new Card(found.today, found.words);
    this.collected = []; // cards
    this.continued = []; // entries of the collection
    this.shelves = found.sections.map((facts) => new SectionShelf(facts, (entries) => this.#collect(entries), across));
    this.begun = element("ul.cards.row");
    this.own = new OwnCards(() => this.#showOwn());
    this.list = element("ul.cards");
    this.count = element("span.facts", { role: "status" });
    this.filters = filters((choice) => this.#arrange(choice));
    this.progress = element("div.progress");
    this.resume = section(t`Continue`, "begun", [], this.begun);
    const booklet = tool("print", t`Print a booklet`, () => makeBooklet(all()), { text: true });
    this.yours = section(t`Yours`, "own", [booklet], this.own.view);
    const photo = photoButton(signal);
    takeDrops(({ files: [file] }) => file && isImage(file) && openPhoto(signal, file), signal);
    const twists = element("ul.cards", ...this.twisted.map(({ view }) => view));
    const others = element("ul.cards", ...this.others.map(({ view }) => view));
    this.view = element(
      "div.library",
      element("h1.unseen", t`Library`),
      welcome(),
      element(
        "div.top",
        this.day ? this.#dayPanel(this.day) : "",
        element("section.own", { "aria-label": t`your progress` }, this.progress, this.random, photo),
      ),
      this.resume,
      this.yours,
      section(found.heading || t`Originals`, "all", [this.count, this.filters.form], this.list, this.#words()),
      ...this.shelves.map(({ view }) => view),
      section(
        t`Other boards`,
        "boards",
        [element("p.facts", t`Triangles, hexagons and other cells, with lines in several directions.`)],
        others,
      ),
      section(
        t`With a twist`,
        "twisted",
        [element("p.facts", t`Some have several solutions: find any one. Some have none: find out why.`)],
        twists,
      ),
    );
    if (isOwn) for (const list of [others, twists]) list.parentElement.remove();
    for (const list of [this.begun, this.list, others, twists]) rove(list, ".card a", { across });
    for (const card of this.#all()) this.#watch(card);
    // A game of another tab, or a fog that has been computed.
    addEventListener("storage", () => this.refresh(), { signal });
    addEventListener("nonocsp:fog", ({ detail }) => this.#redraw(detail), { signal });
  }

  #card(entry) {
    return new Card(entry, this.found.words);
  }

  // Cards of a section, when it comes into sight.
  #collect(entries) {
    const cards = entries.map((entry) => this.#card(entry));
    this.collected.push(...cards);
    for (const card of cards) this.#watch(card);
    return cards;
  }

  // Begun puzzles of the collection, whose sections are fetched for that.
  async #continue() {
    const here = new Set(this.found.entries.map(({ number }) => number));
    const numbers = begunNumbers().filter((number) => !here.has(number));
    const found = await Promise.allSettled(numbers.map((number) => entryOf(String(number))));
    this.continued = found.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    if (this.continued.length) this.#resume();
  }

  // Draw a card when it comes into sight; again, if it is in sight.
  #watch(card) {
    this.#cards.set(card.view, card);
    this.#seen.unobserve(card.view);
    this.#seen.observe(card.view);
  }

  #all() {
    return [...this.main, ...this.others, ...this.twisted, ...this.collected, ...(this.day ? [this.day] : [])];
  }

  // The puzzle of the day, with what `#showProgress` says about it.
  #dayPanel(day) {
    const date = new Date().toLocaleDateString(locale(), { weekday: "long", day: "numeric", month: "long" });
    this.streak = element("p.streak");
    // The picture leads where the link beside it does, which has the words.
    day.link.tabIndex = -1;
    day.link.setAttribute("aria-hidden", "true");
    return element(
      "section.day",
      { "aria-label": t`puzzle of the day` },
      element("ul.cards", day.view),
      element(
        "div",
        {},
        element("h2", t`Puzzle of the day`),
        element("p.facts", date),
        (this.dayName = element("p.title")),
        (this.dayFacts = facts(day.entry)),
        (this.dayLink = element("a.button.main", { href: day.entry.address })),
        this.streak,
        tool("calendar", t`Days and times`, () => showDays(this.found.daily), { text: true }),
      ),
    );
  }

  #words() {
    const terms = Object.entries(this.found.words).flatMap(([word, meaning]) => [
      element("dt", t(word)),
      element("dd", t(meaning)),
    ]);
    return element(
      "details.words",
      element("summary", t`What the words for difficulty mean`),
      element("dl", ...terms),
      element("p.facts", t`Measured on the steps of a careful solver. Size makes a puzzle longer, but not harder.`),
    );
  }

  // Bring names, states and pictures up to what is saved.
  refresh() {
    for (const card of this.#all()) {
      card.name();
      this.#watch(card);
    }
    this.#showOwn();
    this.#showProgress();
    this.#resume();
    this.#continue();
    this.#arrange(kept());
  }

  #showOwn() {
    const views = this.own.refresh();
    this.yours.hidden = !views.length;
    for (const view of views) this.#seen.observe(view);
  }

  #draw(all) {
    for (const { target, isIntersecting } of all) {
      if (!isIntersecting) continue;
      this.#seen.unobserve(target);
      this.#cards.get(target)?.draw();
      this.own.draw(target);
    }
  }

  #redraw(key) {
    for (const card of this.#cards.values()) if (card.entry.model.key === key) card.draw();
  }

  #arrange(choice) {
    const shown = chosen(this.main, choice);
    for (const card of shown) this.#watch(card); // the theme may have changed while it was not in the list
    this.list.replaceChildren(...shown.map(({ view }) => view));
    this.count.textContent =
      shown.length === this.main.length ? `${shown.length}` : t`${shown.length} of ${this.main.length}`;
    if (!shown.length)
      this.list.append(
        element(
          "li.none",
          t`No puzzle fits. `,
          element("button", { type: "button", onclick: () => this.filters.clear() }, t`Show all`),
        ),
      );
  }

  // The begun ones, the furthest first; their cards are copies, since those of the list stay there.
  #resume() {
    for (const view of this.begun.children) this.#cards.delete(view);
    const own = [...this.main, ...this.others, ...this.twisted].filter((card) => card.standing.state === "begun");
    const others = this.continued.filter((entry) => standing(entry).state === "begun");
    const copies = [...own.map(({ entry }) => entry), ...others]
      .map((entry) => this.#card(entry))
      .sort((a, b) => b.standing.done - a.standing.done);
    this.begun.replaceChildren(...copies.map(({ view }) => view));
    this.resume.hidden = !copies.length;
    for (const card of copies) this.#watch(card);
  }

  #showProgress() {
    const solved = this.main.filter((card) => card.standing.state === "solved").length;
    const { begun, streak, today } = summary();
    const words = solved
      ? t`${solved} of ${this.main.length} originals solved`
      : t`${this.found.daily.length} puzzles, each with one solution`;
    const first = element("p.facts", t`Titles and pictures appear as you solve them.`);
    const bar = element("progress", { value: solved, max: this.main.length || 1, "aria-label": t`solved puzzles` });
    const hasGames = begun > 0 || solved > 0 || !this.yours.hidden;
    this.progress.replaceChildren(
      element("div", element("h2", words), solved ? "" : first),
      solved ? bar : "",
      element(
        "div.bar",
        hasGames ? tool("download", t`Export progress`, () => this.#export(), { text: true }) : "",
        tool("upload", t`Import progress`, () => this.#import(), { text: true }),
      ),
    );
    if (!this.day) return;
    const { state } = this.day.standing;
    this.dayName.textContent = this.day.title.textContent;
    this.dayLink.textContent = { new: t`Play`, begun: t`Continue`, solved: t`Look at it` }[state];
    this.dayLink.setAttribute("aria-label", t`${this.dayLink.textContent}: puzzle of the day`);
    dress(this.dayFacts, this.day.entry.model.palette);
    const days = t`${counted(streak, "day")} in a row`;
    this.streak.replaceChildren(
      icon("flame"),
      streak ? (today ? days : t`${days}: solve one today to go on`) : t`Solve a puzzle a day to begin a streak.`,
    );
  }

  #export() {
    save(new Blob([exported()], { type: "application/json" }), "nonocsp-progress", ".json");
  }

  #import() {
    const field = element("input", { type: "file", accept: "application/json,.json" });
    field.addEventListener("change", async () => {
      try {
        const { taken, kept: own, added } = merge(await field.files[0].text());
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

function section(heading, name, head, ...content) {
  const id = `shelf-${name}`;
  return element(
    "section",
    { class: `shelf ${name}`, "aria-labelledby": id },
    element("div.head", element("h2", { id }, heading), ...head),
    ...content,
  );
}

// The cards of a shelf in its first row.
const across = (links) =>
  links.filter(({ offsetParent: card }) => card.offsetTop === links[0].offsetParent.offsetTop).length;
