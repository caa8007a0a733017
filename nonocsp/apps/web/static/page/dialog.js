// Modal dialogs: a title, some content, one or two buttons. Escape closes them.

import { element } from "./dom.js";

// Ask for input: resolves to the form data, or null if the dialog was cancelled. Without a word for
// cancelling there is one button.
export function askFor(title, content, go = "OK", cancel = "Cancel") {
  return new Promise((resolve) => {
    const form = element(
      "form",
      { method: "dialog" },
      element("h2", title),
      ...content,
      element(
        "div.bar",
        element("button.main", { value: "go" }, go),
        ...(cancel ? [element("button", { value: "", formnovalidate: true }, cancel)] : []),
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
