// @ts-check
/** The analysis board: a tree of moves, the engine, a set-up editor, files. */

import { ApiError, catalog, position } from "./api.js";
import { openAnalysis } from "./analysis-page.js";
import { fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { showMissing } from "./missing.js";
import { render } from "./router.js";
import { read } from "./storage.js";
import { Tree, fromRecord } from "./tree.js";
import { errorText } from "./words.js";

/** @import { Context } from "./router.js" */

/** @param {HTMLElement} root @param {Context} context */
export async function mount(root, { signal, setTitle }) {
  setTitle(t("analysis.title"));
  showSkeleton(root);
  try {
    const { kinds, popular } = await catalog();
    const { tree, problem } = await treeOfAddress(
      kinds.map((kind) => kind.name),
      popular[0] ?? kinds[0].name,
    );
    if (signal.aborted) return;
    openAnalysis(root, { kinds, tree, problem, signal });
    addEventListener("hashchange", () => void render(), { signal });
  } catch (error) {
    if (signal.aborted) return;
    const retry = h("button", { type: "button", class: "btn", onclick: () => void render() }, t("retry"));
    showMissing(root, t("analysis.failed"), errorText(error), retry);
  }
}

/**
 * What the address asks for, or what was analyzed last.
 * @param {string[]} games
 * @param {string} usual
 * @returns {Promise<{ tree: Tree, problem: string }>}
 */
async function treeOfAddress(games, usual) {
  const hash = new URLSearchParams(location.hash.slice(1));
  const named = hash.get("game");
  if (!named) {
    const kept = read("analysis");
    if (kept && games.includes(kept.game)) return { tree: fromRecord(kept), problem: "" };
  }
  const game = named && games.includes(named) ? named : games.includes(read("game")) ? read("game") : usual;
  const fen = hash.get("fen") || null;
  const moves = (hash.get("moves") ?? "").split(/\s+/).filter(Boolean);
  const tree = new Tree(game, fen);
  try {
    const found = await position({ game, ...(fen ? { fen } : {}), moves });
    let at = tree.root;
    at.data = { board: found.start.board, turn: found.start.turn };
    for (const ply of found.history) {
      at = tree.add(at, ply.text);
      at.data = { board: ply.board, path: ply.path, captured: ply.captured, check: ply.check };
    }
    at.data.position = found.position;
    return { tree, problem: "" };
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500)
      return { tree: new Tree(game), problem: errorText(error) };
    throw error;
  }
}

/** @param {HTMLElement} root */
function showSkeleton(root) {
  root.className = "play anal";
  root.style.setProperty("--n", "8");
  fill(
    root,
    h("aside", { class: "left stack" }),
    h(
      "section",
      { class: "mid", "aria-busy": "true" },
      h("div", { class: "evalbar" }),
      h("div", { class: "bwrap" }, h("div", { class: "board blank" }, h("span", { class: "spin" }))),
      h("div", { class: "under" }),
    ),
    h("aside", { class: "card panel right" }),
  );
}
