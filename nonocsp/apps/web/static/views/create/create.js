// The ways to make a puzzle, and what was drawn.

import { element } from "../../page/dom.js";
import { isImage, takeDrops } from "../../page/files.js";
import { way } from "../../page/ways.js";
import { ownRow } from "../library/own.js";
import { openPhoto } from "../photo/button.js";
import { t } from "../../page/language.js";

export async function show({ main, signal }) {
  takeDrops(({ files: [file] }) => file && isImage(file) && openPhoto(signal, file), signal);
  main.append(
    element(
      "div.library",
      element("h1", t`Create a puzzle`),
      element(
        "div.choices",
        way("brush", t`Draw`, t`Draw a picture, and see while you draw whether it has one solution.`, "#draw"),
        way("camera", t`From a photo`, t`A printed puzzle, from a photograph or a screenshot.`, () =>
          openPhoto(signal),
        ),
        way("edit", t`Type clues`, t`Type the numbers, paste them in any format, or open a file.`, "#solve"),
      ),
      ownRow(true),
    ),
  );
}
