// A section of the library, or all of it, as a wall of cards that can be chosen from.

import { element } from "../../page/dom.js";
import { tool } from "../../page/layout.js";
import { DEPTHS } from "../../puzzle/words.js";
import { facts } from "../../puzzle/catalogue.js";
import { Card } from "./card.js";
import { chosen, isUsual, kept } from "./choices.js";
import { filters } from "./filters.js";
import { Cards } from "./shelf.js";
import { t } from "../../page/language.js";

/** @param {string} heading @param {number[]} numbers @param {Record<string, string>} words */
export async function list(heading, numbers, words) {
  const known = new Map((await facts()).map((row) => [row.number, row]));
  const rows = numbers.map((number) => known.get(number) ?? { number });
  const cards = new Cards("wall");
  const count = element("span.facts", { role: "status" });
  const arrange = (choice) => {
    const found = chosen(rows, choice);
    cards.fill(
      found.map(
        ({ number }) =>
          () =>
            new Card(number),
      ),
    );
    count.textContent = found.length === rows.length ? `${rows.length}` : t`${found.length} of ${rows.length}`;
    none.hidden = found.length > 0;
  };
  const { form, clear } = filters(arrange);
  const none = element(
    "p.none",
    t`No puzzle fits. `,
    element("button", { type: "button", onclick: clear }, t`Show all`),
  );
  form.hidden = isUsual(kept());
  const open = () => {
    form.hidden = !form.hidden;
    button.setAttribute("aria-expanded", String(!form.hidden));
  };
  const button = tool("filter", t`Filter and order`, open, { text: true });
  button.setAttribute("aria-expanded", String(!form.hidden));
  arrange(kept());
  const view = element(
    "section",
    { class: "shelf list", "aria-label": heading },
    element("div.head", element("h1", heading), count, button),
    form,
    cards.view,
    none,
    meanings(words),
  );
  return { view, cards };
}

/** What the words of depth mean. @param {Record<string, string>} words */
function meanings(words) {
  const terms = DEPTHS.flatMap((word) => [element("dt", t(word)), element("dd", t(words[word]))]);
  return element(
    "details.meanings",
    element("summary", t`What the words for depth mean`),
    element("dl", ...terms),
    element("p.facts", t`Measured on the steps of a careful solver. Size makes a puzzle longer, but not deeper.`),
  );
}
