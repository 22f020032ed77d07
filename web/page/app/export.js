// @ts-check
/** A game or a position as a file or a picture. */

import { openDialog } from "./dialog.js";
import { copyFrom, h, icon, iconButton } from "./dom.js";
import { t } from "./i18n.js";

/** @import { GameModel } from "./game-model.js" */
/** @import { Kind } from "./types.js" */

/** @param {GameModel} model @param {Kind} kind */
export function openExport(model, kind) {
  const { id, fen } = model.game;
  const record = (/** @type {string} */ format) => `/api/games/${encodeURIComponent(id)}/record?format=${format}`;
  const flip = model.side === "black" ? "&flip=true" : "";
  const picture = (/** @type {string} */ format) =>
    `/api/games/${encodeURIComponent(id)}/picture.${format}?ply=${model.plies}${flip}`;
  const file = (/** @type {string} */ href, /** @type {string} */ name, /** @type {string} */ label) =>
    h("a", { class: "btn sm", href, download: name }, icon("down", "s"), label);
  const text = h("input", { class: "input mono", id: "export-fen", readonly: true, value: fen });
  openDialog(
    t("export.title"),
    [
      h(
        "div",
        { class: "field" },
        h("span", { class: "lab" }, t("export.game")),
        h(
          "div",
          { class: "row wrap" },
          file(record(kind.record), `${id}.${kind.record}`, kind.record.toUpperCase()),
          file(record("json"), `${id}.json`, "JSON"),
        ),
      ),
      h(
        "div",
        { class: "field" },
        h("span", { class: "lab" }, t("export.picture")),
        h(
          "div",
          { class: "row wrap" },
          file(picture("png"), `${id}.png`, "PNG"),
          file(picture("svg"), `${id}.svg`, "SVG"),
        ),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "export-fen" }, t("export.fen")),
        h(
          "div",
          { class: "row" },
          text,
          iconButton("copy", t("copy.position"), {
            class: "",
            onclick: (/** @type {Event} */ event) => copyFrom(fen, /** @type {HTMLElement} */ (event.currentTarget)),
          }),
        ),
      ),
    ],
    { name: "export" },
  );
}

/**
 * Hands a text to the reader as a file.
 * @param {string} text
 * @param {string} name
 */
export function saveText(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
