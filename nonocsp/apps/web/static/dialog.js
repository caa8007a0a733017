// Modal dialogs: a title, some content, two buttons. Escape closes them.

import { element } from "./board.js";

// Ask for input: resolves to the form data, or null if the dialog was cancelled.
export function askFor(title, content, go = "OK") {
  return new Promise((resolve) => {
    const form = element(
      "form",
      { method: "dialog" },
      element("h2", {}, title),
      ...content,
      element(
        "div",
        { class: "bar" },
        element("button", { class: "main", value: "go" }, go),
        element("button", { value: "", formnovalidate: true }, "Cancel"),
      ),
    );
    const dialog = element("dialog", { "aria-label": title }, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue ? new FormData(form) : null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
