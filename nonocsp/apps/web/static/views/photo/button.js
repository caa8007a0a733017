// The way in to puzzles of photographs. What reads them is loaded when the first one is opened.

import { tool } from "../../page/layout.js";
import { fail } from "../../page/message.js";
import { t } from "../../page/language.js";

/** Read a photograph, or choose one. @param {AbortSignal} signal @param {File} [file] */
export async function openPhoto(signal, file) {
  try {
    const { showPhoto } = await import("./photo.js");
    await showPhoto(signal, file);
  } catch (error) {
    fail(error);
  }
}

/** @param {AbortSignal} signal */
export function photoButton(signal) {
  const button = tool("camera", t`From a photo`, () => openPhoto(signal), { text: true });
  button.title = t`Read a printed puzzle from a photograph or a screenshot`;
  return button;
}
