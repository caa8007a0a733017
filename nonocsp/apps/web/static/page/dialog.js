// Modal dialogs: a title, some content, buttons. Escape closes them.

import { element } from "./dom.js";
import { t } from "./language.js";

// Show a dialog around a form. It is gone once it is closed; its return value is that of the button that closed it.
/** @param {string} title @param {(Node | string)[]} content @param {HTMLElement[]} buttons @param {string} [name] */
export function modal(title, content, buttons, name = "plain") {
  const form = element("form", { method: "dialog" }, element("h2", title), ...content, element("div.bar", ...buttons));
  const dialog = element(`dialog.${name}`, { "aria-label": title, onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// Ask for input: resolves to the values of the fields by name, or null if the dialog was cancelled. Without a word for
// cancelling there is one button.
/**
 * @param {string} title @param {(Node | string)[]} content @param {string} [go] @param {string | null} [cancel]
 * @param {string} [name] @returns {Promise<Record<string, any> | null>}
 */
export function askFor(title, content, go = "OK", cancel = t`Cancel`, name = "plain") {
  const buttons = [element("button.main", { value: "go" }, go)];
  if (cancel) buttons.push(element("button", { value: "", formnovalidate: true }, cancel));
  const dialog = modal(title, content, buttons, name);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () =>
      resolve(dialog.returnValue ? Object.fromEntries(new FormData(dialog.querySelector("form") ?? undefined)) : null),
    );
  });
}
