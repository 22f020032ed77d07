// @ts-check
/** The moves of a game without variations: as a table, and as one line for small screens. */

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Color, Ply } from "./types.js" */

/** The class of a mark: the worse, the redder. @param {string} mark */
export function markClass(mark) {
  if (mark.startsWith("??") || mark === "?") return "nag b";
  return mark.startsWith("?") || mark === "!?" ? "nag" : "nag g";
}

/**
 * @param {(ply: number) => void} select
 */
export function moveList(select) {
  const table = h("div", { class: "moves", role: "group", "aria-label": t("moves.title") });
  const strip = h("div", { class: "mstrip", role: "group", "aria-label": t("moves.title") });
  /** @type {Map<number, string>} */
  let marks = new Map();
  let drawn = "";

  /** @param {number} ply @param {string} text @param {number} current */
  const button = (ply, text, current) => {
    const mark = marks.get(ply);
    return h(
      "button",
      {
        type: "button",
        class: "mv",
        "data-ply": ply,
        tabindex: ply === current ? 0 : -1,
        "aria-current": ply === current ? "step" : null,
        onclick: () => select(ply),
      },
      text,
      mark && [" ", h("span", { class: markClass(mark) }, mark)],
    );
  };

  return {
    table,
    strip,
    /** @param {Map<number, string>} next marks of a review, by ply */
    setMarks(next) {
      marks = next;
      drawn = "";
    },
    /**
     * @param {Ply[]} history
     * @param {Color} first who moved first
     * @param {number} current the ply that is shown
     * @param {string} pending a move that is on its way to the server
     */
    update(history, first, current, pending = "") {
      const key = `${history.length}|${history.at(-1)?.text}|${first}|${pending}`;
      if (key !== drawn) {
        drawn = key;
        draw(history, first, current, pending);
      }
      for (const list of [table, strip]) {
        for (const old of list.querySelectorAll("[aria-current]")) {
          old.removeAttribute("aria-current");
          old.setAttribute("tabindex", "-1");
        }
        const now = list.querySelector(`[data-ply="${current}"]`);
        now?.setAttribute("aria-current", "step");
        now?.setAttribute("tabindex", "0");
        if (now) keepInView(list, /** @type {HTMLElement} */ (now));
        else if (current === 0) list.scrollTo(0, 0);
      }
    },
  };

  /** @param {Ply[]} history @param {Color} first @param {number} current @param {string} pending */
  function draw(history, first, current, pending) {
    const offset = first === "black" ? 1 : 0;
    /** @type {any[]} */
    const rows = [];
    /** @type {any[]} */
    const line = [];
    if (history.length === 0 && !pending) {
      fill(table, h("p", { class: "none" }, t("moves.none")));
      fill(strip, h("span", null, t("moves.none")));
      return;
    }
    const texts = history.map((step) => step.text);
    if (pending) texts.push(pending);
    for (const [at, text] of texts.entries()) {
      const place = at + offset;
      const number = `${Math.floor(place / 2) + 1}.`;
      if (place % 2 === 0 || at === 0) {
        rows.push(h("span", { class: "no" }, number));
        line.push(h("span", null, place % 2 === 0 ? number : `${number}..`));
      }
      if (at === 0 && place % 2 === 1) rows.push(h("span", { class: "gap" }, "…"));
      if (at < history.length) {
        rows.push(button(at + 1, text, current));
        line.push(button(at + 1, text, current));
      } else {
        rows.push(h("span", { class: "mv pend" }, `${text}…`));
        line.push(h("span", { class: "mv pend" }, `${text}…`));
      }
    }
    fill(table, ...rows);
    fill(strip, ...line);
  }
}

/** Scrolls a list, and nothing else, so that an entry is seen. @param {HTMLElement} list @param {HTMLElement} entry */
export function keepInView(list, entry) {
  const [box, item] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (item.top < box.top + 8) list.scrollTop -= box.top + 8 - item.top;
  else if (item.bottom > box.bottom - 8) list.scrollTop += item.bottom - box.bottom + 8;
  if (item.left < box.left + 8) list.scrollLeft -= box.left + 8 - item.left;
  else if (item.right > box.right - 8) list.scrollLeft += item.right - box.right + 8;
}

/**
 * The buttons first, back, on, last and turn.
 * @param {{ first: () => void, back: () => void, on: () => void, last: () => void, flip: () => void }} act
 * @param {(name: string, label: string, attributes: any) => any} makeButton
 */
export function navigation(act, makeButton) {
  const first = makeButton("first", t("nav.first"), { onclick: act.first, "data-act": "first" });
  const back = makeButton("prev", t("nav.back"), { onclick: act.back, "data-act": "back" });
  const on = makeButton("next", t("nav.on"), { onclick: act.on, "data-act": "on" });
  const last = makeButton("last", t("nav.last"), { onclick: act.last, "data-act": "last" });
  const flip = makeButton("flip", t("nav.flip"), { onclick: act.flip, "data-act": "flip" });
  const element = h("div", { class: "nav" }, first, back, on, last, flip);
  return {
    element,
    /** @param {boolean} atStart @param {boolean} atEnd */
    update(atStart, atEnd) {
      first.disabled = back.disabled = atStart;
      on.disabled = last.disabled = atEnd;
    },
  };
}
