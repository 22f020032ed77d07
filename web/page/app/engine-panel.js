// @ts-check
/** The engine beside the analysis board: on or off, how many lines, what it finds. */

import { analysis } from "./api.js";
import { fill, h, icon, show } from "./dom.js";
import { badge } from "./evaluation.js";
import { t } from "./i18n.js";
import { read, write } from "./storage.js";
import { errorText } from "./words.js";

/** @import { EngineLine, Kind } from "./types.js" */

const TIME = 20_000;
const DELAY = 180;

/**
 * @param {Kind} _kind
 * @param {AbortSignal} signal
 * @param {object} page
 * @param {() => { game: string, fen?: string, moves: string[] }} page.where
 * @param {(lines: EngineLine[]) => void} page.showLines
 * @param {(moves: string[]) => void} page.playLine
 * @param {() => "white" | "black"} page.turn
 * @param {() => number} page.number
 * @param {() => Promise<void>} page.evaluateAll
 */
export function enginePanel(_kind, signal, page) {
  const kept = read("engine") ?? {};
  let on = kept.on !== false;
  let count = kept.lines >= 1 && kept.lines <= 5 ? kept.lines : 3;
  /** @type {AbortController | null} */
  let running = null;
  /** @type {any} */
  let timer = 0;
  /** @type {any} */
  let over = null;
  signal.addEventListener("abort", () => stop());

  const toggle = h("input", {
    type: "checkbox",
    class: "vh",
    role: "switch",
    onchange: () => {
      on = toggle.checked;
      keep();
      if (on) restart();
      else {
        stop();
        draw([], "");
      }
    },
  });
  toggle.checked = on;
  const word = h("span", null, "");
  const info = h("span", { class: "small muted" });
  const number = h(
    "select",
    {
      class: "input sm",
      "aria-label": t("engine.lines"),
      onchange: () => {
        count = Number(number.value);
        keep();
        restart();
      },
    },
    ...[1, 2, 3, 4, 5].map((n) => h("option", { value: n, selected: n === count }, n)),
  );
  const all = h(
    "button",
    {
      type: "button",
      class: "btn quiet sm",
      title: t("engine.all"),
      "data-act": "evaluate-all",
      onclick: async () => {
        all.disabled = true;
        fill(all, h("span", { class: "spin" }));
        stop();
        try {
          await page.evaluateAll();
        } catch {
          // The page is gone, or the server is busy: the graph shows how far it came.
        }
        if (signal.aborted) return;
        all.disabled = false;
        fill(all, t("engine.graph"));
        restart();
      },
    },
    t("engine.graph"),
  );
  const list = h("ol", { class: "lines", "data-lines": "" });
  const element = h(
    "section",
    { "aria-label": t("engine.title") },
    h(
      "div",
      { class: "phead" },
      h("h2", null, t("engine.title")),
      info,
      number,
      h("label", { class: "chip toggle" }, toggle, word),
    ),
    list,
  );

  const keep = () => write("engine", { on, lines: count });

  function stop() {
    clearTimeout(timer);
    running?.abort();
    running = null;
  }

  /** @param {any} [outcome] the game is over here; without, as the last time */
  function restart(outcome = over) {
    over = outcome;
    stop();
    draw([], "");
    if (!on || outcome || signal.aborted) {
      if (outcome) draw([], "over");
      return;
    }
    draw([], "wait");
    timer = setTimeout(() => void search(), DELAY);
  }

  /** Stops, and says why. @param {string} reason */
  function rest(reason) {
    stop();
    draw([], "rest", reason);
  }

  async function search() {
    const controller = new AbortController();
    running = controller;
    /** @type {EngineLine[]} */
    const found = [];
    try {
      for await (const line of analysis({ ...page.where(), lines: count, time: TIME }, controller.signal)) {
        if (controller.signal.aborted) return;
        if (line.done) break;
        found[line.line - 1] = line;
        const lines = found.filter(Boolean);
        draw(lines, "");
        page.showLines(lines);
      }
      if (!controller.signal.aborted) draw(found.filter(Boolean), found.length > 0 ? "done" : "none");
    } catch (error) {
      if (!controller.signal.aborted) draw([], "failed", errorText(error));
    }
  }

  /** @param {EngineLine[]} lines @param {string} state @param {string} [problem] */
  function draw(lines, state, problem = "") {
    fill(word, on ? t("engine.on") : t("engine.off"));
    word.parentElement.classList.toggle("acc", on);
    const best = lines[0];
    const table = best?.table;
    fill(
      info,
      table ? tableWords(table) : best ? t("engine.depth", { depth: best.depth, speed: speed(best.nps) }) : "",
    );
    info.classList.toggle("table-answer", Boolean(table));
    info.title = table ? t("table.about") : "";
    const rows = lines.map(row);
    const message =
      state === "failed" || state === "rest"
        ? problem
        : state === "over"
          ? t("engine.over")
          : !on
            ? t("engine.is_off")
            : state === "none"
              ? t("engine.nothing")
              : t("engine.searching");
    if (rows.length === 0) {
      const retry =
        state === "failed" && h("button", { type: "button", class: "btn sm", onclick: () => restart() }, t("retry"));
      rows.push(
        h(
          "li",
          { class: "note" },
          h(
            "span",
            { class: "row" },
            state === "failed" ? icon("warn", "s") : state === "wait" ? h("span", { class: "spin" }) : null,
            h("span", { class: "grow" }, message),
            retry,
          ),
        ),
      );
    }
    // The list keeps its height, so that the moves below do not jump.
    for (let at = rows.length; at < count; at += 1) rows.push(h("li", { class: "note", "aria-hidden": "true" }, ""));
    fill(list, ...rows);
    show(list, true);
  }

  /** @param {EngineLine} line */
  function row(line) {
    let place = page.turn() === "white" ? 0 : 1;
    let number = page.number();
    /** @type {any[]} */
    const parts = [];
    for (const [at, text] of line.moves.slice(0, 14).entries()) {
      const prefix = place === 0 ? `${number}. ` : at === 0 ? `${number}… ` : "";
      parts.push(
        prefix,
        h(
          "button",
          {
            type: "button",
            class: at === 0 ? "pv first" : "pv",
            onclick: () => page.playLine(line.moves.slice(0, at + 1)),
          },
          text,
        ),
        " ",
      );
      if (place === 1) number += 1;
      place = 1 - place;
    }
    return h("li", null, badge(line.score, line.text), h("p", null, ...parts));
  }

  draw([], on ? "wait" : "");
  return { element, restart, rest, graphButton: all };
}

/** What the endgame tables say. @param {NonNullable<EngineLine["table"]>} table */
function tableWords({ winner, plies }) {
  if (!winner) return t("table.draw");
  if (plies === null) return winner === "white" ? t("table.white_wins") : t("table.black_wins");
  return winner === "white" ? t("table.white_wins_in", { plies }) : t("table.black_wins_in", { plies });
}

/** Positions in a second. @param {number} nps */
function speed(nps) {
  if (nps >= 1e6) return `${(nps / 1e6).toFixed(1)} M/s`;
  return nps >= 1e3 ? `${Math.round(nps / 1e3)} k/s` : `${nps}/s`;
}
