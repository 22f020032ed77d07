// @ts-check
/** The moves of the analysis, with variations and comments. */

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { keepInView, markClass } from "./move-list.js";
import { depth } from "./tree.js";

/** @import { Node, Tree } from "./tree.js" */

/** @param {(node: Node) => void} select */
export function treeView(select) {
  const element = h("div", { class: "moves keep", role: "group", "aria-label": t("moves.title") });
  /** @type {Node | null} */
  let current = null;
  let offset = 0;

  /** @param {Node} node @param {boolean} numbered */
  const button = (node, numbered) => {
    const place = depth(node) - 1 + offset;
    const number = Math.floor(place / 2) + 1;
    const prefix = !numbered ? "" : place % 2 === 0 ? `${number}. ` : `${number}… `;
    return h(
      "button",
      {
        type: "button",
        class: "mv",
        "data-node": node.id,
        "aria-current": node === current ? "step" : null,
        tabindex: node === current ? 0 : -1,
        onclick: () => select(node),
      },
      prefix && h("span", { class: "muted" }, prefix),
      node.text,
      node.marks && [" ", h("span", { class: markClass(node.marks) }, node.marks)],
    );
  };

  /** A variation in running text. @param {Node} first */
  const variation = (first) => {
    /** @type {any[]} */
    const parts = [];
    let numbered = true;
    for (let at = /** @type {Node | undefined} */ (first); at; at = at.children[0]) {
      const place = depth(at) - 1 + offset;
      parts.push(button(at, numbered || place % 2 === 0), " ");
      if (at.comment) parts.push(h("em", null, at.comment), " ");
      numbered = Boolean(at.comment);
      const others = at === first ? [] : (at.parent?.children.slice(1) ?? []);
      if (at.parent?.children[0] === at && others.length > 0) {
        for (const other of others) parts.push(variation(other));
        numbered = true;
      }
    }
    return h("div", { class: "var" }, ...parts);
  };

  return {
    element,
    /** @param {Tree} tree @param {Node} node @param {"white" | "black"} first */
    update(tree, node, first) {
      current = node;
      offset = first === "black" ? 1 : 0;
      /** @type {any[]} */
      const rows = [];
      if (tree.root.comment) rows.push(h("div", { class: "var" }, h("em", null, tree.root.comment)));
      let open = false;
      for (const step of tree.mainLine()) {
        const place = depth(step) - 1 + offset;
        const white = place % 2 === 0;
        if (white || !open) {
          rows.push(h("span", { class: "no" }, `${Math.floor(place / 2) + 1}.`));
          if (!white) rows.push(h("span", { class: "gap" }, "…"));
          open = true;
        }
        rows.push(button(step, false));
        const others = step.parent?.children.slice(1) ?? [];
        if (step.comment || others.length > 0) {
          if (white) rows.push(h("span", { class: "gap" }));
          if (step.comment) rows.push(h("div", { class: "var" }, h("em", null, step.comment)));
          rows.push(...others.map((other) => variation(other)));
          open = false;
        } else if (!white) {
          open = false;
        }
      }
      if (rows.length === 0) rows.push(h("p", { class: "none" }, t("analysis.none")));
      fill(element, ...rows);
      const now = element.querySelector("[aria-current]");
      if (now) keepInView(element, now);
      else element.scrollTo(0, 0);
    },
  };
}
