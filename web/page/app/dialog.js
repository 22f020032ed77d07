// @ts-check
/** Dialogs: the browser keeps the focus inside and gives it back. */

import { fill, h, iconButton } from "./dom.js";
import { t } from "./i18n.js";

let count = 0;

/**
 * Opens a dialog that stays until it is closed.
 * @param {string} title
 * @param {any[]} content
 * @param {{ class?: string, name?: string }} [options]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, options = {}) {
  count += 1;
  const id = `dialog-${count}`;
  const dialog = h("dialog", {
    class: `sheet ${options.class ?? ""}`,
    "aria-labelledby": id,
    "data-dialog": options.name,
  });
  const close = iconButton("x", t("close"), { class: "quiet sm", onclick: () => dialog.close() });
  fill(
    dialog,
    h("div", { class: "phead" }, h("h2", { id }, title), close),
    h("div", { class: "pad stack" }, ...content),
  );
  // A press beside the dialog closes it.
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks a question that ends something.
 * @param {{ title: string, text: string, yes: string, no: string, danger?: boolean, name?: string }} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no, danger = false, name = "ask" }) {
  count += 1;
  const id = `dialog-${count}`;
  return new Promise((resolve) => {
    const dialog = h("dialog", { class: "dialog", role: "alertdialog", "aria-labelledby": id, "data-dialog": name });
    const answer = (/** @type {boolean} */ value) => {
      resolve(value);
      dialog.close();
    };
    const style = danger ? "btn danger edge" : "btn primary";
    fill(
      dialog,
      h("h2", { id }, title),
      h("p", { class: "muted" }, text),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "btn", autofocus: true, "data-answer": "no", onclick: () => answer(false) },
          no,
        ),
        h("button", { type: "button", class: style, "data-answer": "yes", onclick: () => answer(true) }, yes),
      ),
    );
    dialog.addEventListener("close", () => {
      resolve(false);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
