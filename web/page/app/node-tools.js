// @ts-check
/** What can be done with a move of the analysis: mark it, comment on it, move its variation up, delete it. */

import { h, iconButton } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Node, Tree } from "./tree.js" */

const MARKS = ["", "!!", "!", "!?", "?!", "?", "??"];

/** @param {{ changed: () => void, remove: () => void, promote: () => void }} does */
export function nodeTools(does) {
  /** @type {Node | null} */
  let node = null;
  const comment = h("input", {
    class: "input sm",
    placeholder: t("analysis.comment"),
    "aria-label": t("analysis.comment"),
    onchange: () => {
      if (!node) return;
      node.comment = comment.value.trim();
      does.changed();
    },
  });
  const marks = h(
    "select",
    {
      class: "input sm",
      "aria-label": t("analysis.mark"),
      onchange: () => {
        if (!node) return;
        node.marks = marks.value;
        does.changed();
      },
    },
    ...MARKS.map((mark) => h("option", { value: mark }, mark || "–")),
  );
  const promote = iconButton("promote", t("analysis.promote"), {
    class: "quiet sm",
    "data-act": "promote",
    onclick: does.promote,
  });
  const remove = iconButton("trash", t("analysis.delete"), {
    class: "quiet sm",
    "data-act": "delete-move",
    onclick: does.remove,
  });
  const element = h("div", { class: "ntools" }, comment, marks, promote, remove);
  return {
    element,
    /** @param {Node} next @param {Tree} tree */
    update(next, tree) {
      if (next !== node || document.activeElement !== comment) comment.value = next.comment;
      node = next;
      marks.value = MARKS.includes(next.marks) ? next.marks : "";
      const atRoot = next.parent === null;
      marks.disabled = remove.disabled = atRoot;
      promote.disabled = tree.isMain(next);
    },
  };
}
