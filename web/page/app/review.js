// @ts-check
/** The review of a finished game: the engine looks at every position and marks what was bad. */

import { review as askReview } from "./api.js";
import { fill, h, icon, show } from "./dom.js";
import { evaluationGraph, scoreWords } from "./evaluation.js";
import { t } from "./i18n.js";
import { errorText } from "./words.js";

/** @import { GameModel } from "./game-model.js" */
/** @import { Kind, ReviewPoint } from "./types.js" */

/**
 * @param {GameModel} model
 * @param {Kind} _kind
 * @param {string | null} token
 * @param {AbortSignal} signal
 * @param {{ select: (ply: number) => void, setMarks: (marks: Map<number, string>) => void }} page
 */
export function reviewPanel(model, _kind, token, signal, page) {
  /** @type {ReviewPoint[]} */
  let points = [];
  let state = "closed";
  let problem = "";
  const graph = evaluationGraph(page.select);
  const words = h("p", { class: "row small muted rwords" });
  const element = h(
    "section",
    { class: "review", hidden: true, "aria-label": t("review.title"), "data-panel": "review" },
    words,
    graph.element,
  );

  async function open() {
    if (state === "running" || state === "done") return;
    state = "running";
    problem = "";
    points = [];
    show(element, true);
    update(model.plies);
    try {
      for await (const point of askReview(model.game.id, signal, token)) {
        if (point.done) break;
        points.push(point);
        page.setMarks(new Map(points.filter((one) => one.mark).map((one) => [one.ply, one.mark ?? ""])));
      }
      state = "done";
    } catch (error) {
      if (signal.aborted) return;
      state = "failed";
      problem = errorText(error);
    }
    page.setMarks(new Map(points.filter((one) => one.mark).map((one) => [one.ply, one.mark ?? ""])));
  }

  /** @param {number} ply */
  function update(ply) {
    if (state === "closed") return;
    graph.update(points, Math.max(1, model.plies), ply);
    if (state === "running") {
      fill(words, h("span", { class: "spin" }), t("review.running", { done: points.length, total: model.plies + 1 }));
      return;
    }
    if (state === "failed") {
      const again = h("button", { type: "button", class: "btn sm", onclick: () => void open() }, t("retry"));
      fill(words, icon("warn", "s"), h("span", { class: "grow" }, problem), again);
      return;
    }
    const here = points.find((point) => point.ply === ply);
    const before = points.find((point) => point.ply === ply - 1);
    const better = here?.mark && before?.best ? t("review.better", { move: before.best }) : "";
    fill(
      words,
      h("span", { class: "grow" }, here ? scoreWords(here.score) : t("review.title")),
      better && h("b", null, better),
      h("span", null, here?.text ?? ""),
    );
  }

  return { element, open, update };
}
