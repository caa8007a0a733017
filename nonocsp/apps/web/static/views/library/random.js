// A random puzzle to order: size, colours and depth. Making one can take a while and be stopped.

import { Channel, isStale, reason, Refusal } from "../../page/api.js";
import { choice, element } from "../../page/dom.js";
import { icon } from "../../page/icons.js";
import { addressed } from "../../puzzle/share.js";
import { recallChoice, write } from "../../page/storage.js";
import { counted, t } from "../../page/language.js";

const KEPT = "nonocsp:random";
const SECONDS = 60;

// By the value of the list: the number of rows and columns, or a kind of board with the length of its sides.
const sizes = (sides, value, text) => sides.map((side) => [value(side), text(side)]);
const choices = () => ({
  size: Object.fromEntries([
    ...sizes([5, 10, 15, 20, 25, 30], String, (side) => `${side} × ${side}`),
    ...sizes([2, 4, 6, 8], (side) => `triddler ${side}`, (side) => t`triangles, side ${side}`),
    ...sizes([3, 5, 7, 9], (side) => `hexagon ${side}`, (side) => t`hexagons, side ${side}`),
  ]), // prettier-ignore
  colours: Object.fromEntries([1, 2, 3, 4, 6].map((number) => [number, counted(number, "colour")])),
  depth: { any: t`any depth`, shallow: t`shallow`, moderate: t`moderate or more`, deep: t`deep` },
});
const USUAL = { size: "10", colours: "1", depth: "any" };
// Whether one line at a time is enough is decided at once; the word "deep" takes a rating of each attempt.
const LEVELS = { any: null, shallow: "lines", moderate: "not-lines", deep: "deep" };

export function randomForm(signal) {
  const making = new Channel(signal);
  const options = choices();
  const last = recallChoice(KEPT, options, USUAL);
  const names = { size: t`size`, colours: t`colours`, depth: t`depth` };
  const lists = Object.entries(names).map(([name, label]) =>
    choice({ name, "aria-label": label }, options[name], last[name]),
  );
  const label = element("span");
  const button = element("button.main", icon("dice"), label);
  const note = element("p.facts", { role: "status" });
  const head = element("div.head", element("h2", t`Random puzzle`), note);
  const form = element("form.random", { "aria-label": t`random puzzle` }, head, ...lists, button);
  let clock = 0;

  const rest = (text = "") => {
    clearInterval(clock);
    label.textContent = t`Make one`;
    note.textContent = text;
    for (const list of lists) list.disabled = false;
  };

  const make = async () => {
    const choice = Object.fromEntries(lists.map((list) => [list.name, list.value]));
    write(KEPT, JSON.stringify(choice));
    const start = Date.now();
    let attempt = 0;
    const tick = () => {
      const seconds = Math.round((Date.now() - start) / 1000);
      note.textContent =
        [attempt > 1 && t`attempt ${attempt}`, seconds > 0 && `${seconds} s`].filter(Boolean).join(" · ") || "…";
    };
    label.textContent = t`Stop`;
    for (const list of lists) list.disabled = true;
    tick();
    clock = setInterval(tick, 500);
    try {
      const made = await making.ask("generate", order(choice), { progress: (known) => (attempt = known.attempt) });
      location.hash = `#play${await addressed(made.puzzle)}`;
      rest();
    } catch (error) {
      rest(isStale(error) ? t`Stopped.` : refusal(error));
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (making.busy) making.cancel();
    else make();
  });
  // The second click of a double click would stop what the first has begun.
  button.addEventListener("click", (event) => event.detail > 1 && event.preventDefault());
  rest();
  return form;
}

const order = ({ size, colours, depth }) => ({
  ...ordered(size),
  colours: Number(colours),
  depth: LEVELS[depth],
  seed: Math.floor(Math.random() * 2 ** 31),
  seconds: SECONDS,
});

function ordered(size) {
  const [kind, side] = size.split(" ");
  return side
    ? { board: { kind, sides: new Array(6).fill(Number(side)) } }
    : { rows: Number(size), columns: Number(size) };
}

const refusal = (error) =>
  error instanceof Refusal && (error.kind === "input" || error.kind === "limit")
    ? t`None was found. Not every size has every depth: try again, or choose another.`
    : reason(error);
