// @ts-check
/** The demo of the board component. */

import { demo } from "../board/demo.js";
import { fill, h } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Context } from "./router.js" */

/** @param {HTMLElement} root @param {Context} context */
export function mount(root, { setTitle }) {
  setTitle(t("demo.title"));
  root.className = "doc";
  const boards = h("div", { class: "demo" });
  fill(root, h("h1", null, t("demo.title")), h("p", { class: "muted" }, t("demo.text")), boards);
  demo(boards);
}
