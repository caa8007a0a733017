// Why there is one solution, or none: the steps of an argument as a list. The step that has the focus shows its
// assumptions, reasons and lines on the board.

import { isStale, reason } from "../../page/api.js";
import { element, pointed } from "../../page/dom.js";
import { t } from "../../page/language.js";

const SECONDS = 20;

// A button that asks, and the place of the answer.
export function why(solver, channel, label) {
  const place = element("div.argument", { role: "status", "aria-label": t`argument` });
  const button = element("button", { onclick: () => ask(solver, channel, place, button) }, label);
  return [button, place];
}

async function ask(solver, channel, place, button) {
  button.hidden = true;
  place.textContent = t`Looking for a short argument…`;
  try {
    const { steps, text } = await channel.ask("argument", { puzzle: solver.data, seconds: SECONDS });
    const list = element("ol.steps", ...steps.map((step) => item(solver, step)));
    place.replaceChildren(list, element("p.facts", text));
  } catch (error) {
    button.hidden = false;
    place.textContent = isStale(error) ? "" : reason(error);
  }
}

function item(solver, step) {
  const { board } = solver;
  const at = ({ row, column }) => board.shape.number(row, column);
  const cells = (facts) => facts.filter((fact) => "row" in fact).map(at);
  const point = (on) => {
    board.mark("because", on ? cells(step.because) : []);
    board.mark("target", on ? cells(step.assumed) : []);
    board.mark("concluded", on ? cells(step.cells) : []);
    board.markLines("hinted", on ? step.links.flatMap(({ line }) => (line ? [line] : [])) : []);
  };
  const focus = () => {
    point(true);
    const shown = cells(step.assumed);
    if (shown.length) board.reveal(shown);
  };
  return element(
    "li",
    { tabIndex: 0, ...pointed(point), onfocus: focus },
    step.sentence,
    element("ol.links", { hidden: !step.links.length }, ...step.links.map(({ sentence }) => element("li", sentence))),
  );
}
