// @ts-check
/** Evaluations as pictures and words: bar, badge, graph. */

import { fill, h, s } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Score } from "./types.js" */

/** Where a score stands between -1 and 1: small differences near 0 are seen, large ones do not leave the picture. @param {Score | null} score */
export function height(score) {
  if (!score) return 0;
  if (score.mate !== undefined) return score.mate > 0 ? 1 : -1;
  return 2 / (1 + Math.exp(-0.004 * (score.cp ?? 0))) - 1;
}

/** Is the first side better? @param {Score} score */
export const isNegative = (score) => (score.mate ?? score.cp ?? 0) < 0;

/** A score in words. @param {Score | null} score */
export function scoreWords(score) {
  if (!score) return t("eval.none");
  if (score.mate !== undefined) return t(score.mate > 0 ? "eval.white_wins" : "eval.black_wins");
  const cp = score.cp ?? 0;
  const color = cp > 0 ? "white" : "black";
  const size = Math.abs(cp);
  if (size < 25) return t("eval.even");
  if (size < 90) return t(`eval.${color}_slightly`);
  if (size < 300) return t(`eval.${color}_better`);
  return t(`eval.${color}_winning`);
}

/** A score as a badge. @param {Score} score @param {string} text */
export function badge(score, text) {
  return h("span", { class: isNegative(score) ? "ev neg" : "ev" }, text);
}

/** The bar beside the board. */
export function evaluationBar() {
  const part = h("i");
  const figure = h("b");
  const element = h(
    "div",
    {
      class: "evalbar",
      role: "meter",
      "aria-label": t("eval.title"),
      "aria-valuemin": -100,
      "aria-valuemax": 100,
      "aria-valuenow": 0,
    },
    part,
    h("u"),
    figure,
  );
  return {
    element,
    /** @param {Score | null} score @param {string} text @param {boolean} flipped */
    update(score, text, flipped) {
      const share = (height(score) + 1) / 2;
      part.style.height = `${(share * 100).toFixed(1)}%`;
      element.classList.toggle("flipped", flipped);
      element.setAttribute("aria-valuenow", String(Math.round(height(score) * 100)));
      element.setAttribute("aria-valuetext", scoreWords(score));
      fill(figure, text.replace(/^[+-]/, "").replace(/(\.\d)\d$/, "$1"));
      figure.classList.toggle("up", share < 0.5);
    },
  };
}

/**
 * @typedef {{ ply: number, score: Score | null, mark: string | null }} Point
 */

/**
 * The graph of a game. Pressing it goes to the move.
 * @param {(ply: number) => void} select
 */
export function evaluationGraph(select) {
  const [width, tall] = [600, 104];
  const area = s("path", { class: "g-w" });
  const line = s("path", { class: "g-l" });
  const cursor = s("path", { class: "g-now" });
  const picture = s(
    "svg",
    { class: "graph", viewBox: `0 0 ${width} ${tall}`, preserveAspectRatio: "none", role: "img" },
    area,
    s("path", { class: "g-0", d: `M0 ${tall / 2}H${width}` }),
    line,
    cursor,
  );
  const marks = h("div", { class: "gmarks" });
  const axis = h("div", { class: "gx", "aria-hidden": "true" });
  const wrap = h("div", { class: "gwrap" }, picture, marks);
  const element = h("div", { class: "gbox" }, wrap, axis);
  let last = 0;
  wrap.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = wrap.getBoundingClientRect();
    if (last > 0) select(Math.round(((event.clientX - box.left) / box.width) * last));
  });

  return {
    element,
    /**
     * @param {Point[]} points
     * @param {number} plies of the whole game
     * @param {number} current
     */
    update(points, plies, current) {
      last = plies;
      const x = (/** @type {number} */ ply) => (plies === 0 ? 0 : (ply / plies) * width);
      const y = (/** @type {Score | null} */ score) => tall / 2 - height(score) * (tall / 2 - 6);
      const known = points.filter((point) => point.score);
      const d = known
        .map((point, at) => `${at === 0 ? "M" : "L"}${x(point.ply).toFixed(1)} ${y(point.score).toFixed(1)}`)
        .join("");
      line.setAttribute("d", d);
      area.setAttribute(
        "d",
        known.length > 1
          ? `${d}L${x(known[known.length - 1].ply).toFixed(1)} ${tall / 2}L${x(known[0].ply).toFixed(1)} ${tall / 2}Z`
          : "",
      );
      cursor.setAttribute("d", `M${x(current)} 0V${tall}`);
      fill(
        marks,
        ...points
          .filter((point) => point.mark && point.mark !== "?!" && point.score)
          .map((point) =>
            h(
              "button",
              {
                type: "button",
                class: point.mark === "??" ? "gm" : "gm w",
                style: { left: `${(x(point.ply) / width) * 100}%`, top: `${(y(point.score) / tall) * 100}%` },
                "aria-label": t("eval.mark", { mark: point.mark ?? "", move: Math.ceil(point.ply / 2) }),
                onclick: (/** @type {Event} */ event) => {
                  event.stopPropagation();
                  select(point.ply);
                },
              },
              point.mark,
            ),
          ),
      );
      const moves = Math.ceil(plies / 2);
      const step = moves <= 12 ? 4 : moves <= 40 ? 10 : 20;
      const labels = [1];
      for (let at = step; at < moves - step / 3; at += step) labels.push(at);
      if (moves > 1) labels.push(moves);
      fill(axis, ...labels.map((label) => h("span", null, label)));
      const worst = points.filter((point) => point.mark === "?" || point.mark === "??").length;
      picture.setAttribute(
        "aria-label",
        `${t("eval.graph")}: ${scoreWords(known.at(-1)?.score ?? null)}. ${t("eval.mistakes", { count: worst })}`,
      );
    },
  };
}
