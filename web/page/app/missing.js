// @ts-check
/** What an address shows that there is not. */

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Context } from "./router.js" */

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, { setTitle }) {
  setTitle(t("missing.title"));
  showMissing(root, t("missing.title"), t("missing.text"));
}

/** @param {HTMLElement} root @param {string} title @param {string} text @param {any} [action] */
export function showMissing(root, title, text, action) {
  root.className = "doc narrow";
  const link = action ?? h("a", { class: "btn", href: "/" }, t("missing.action"));
  fill(
    root,
    h("div", { class: "card empty", "data-state": "missing" }, h("h1", null, title), h("p", null, text), link),
  );
}
