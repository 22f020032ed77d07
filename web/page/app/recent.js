// @ts-check
/** The games of this browser, on the first page. */

import { readGames } from "./api.js";
import { fill, h } from "./dom.js";
import { ago, t } from "./i18n.js";
import { miniBoard } from "./mini-board.js";
import { forgetGame, recentGames } from "./seats.js";
import { against, gameName, other, playerName, resultTitle } from "./words.js";

/** @import { Kind, Side, Summary } from "./types.js" */

const FEW = 4;
const MOST = 24;

/**
 * @param {HTMLElement} root
 * @param {Kind[]} kinds
 * @param {AbortSignal} signal
 */
export async function recentSection(root, kinds, signal) {
  const known = recentGames().slice(0, MOST);
  const list = h("ul", { class: "rlist", "data-list": "recent" });
  const head = h("div", { class: "head" }, h("h2", { id: "your-games" }, t("recent.title")));
  fill(root, head, list);
  if (known.length === 0) {
    fill(list, empty(kinds));
    return;
  }
  fill(list, ...known.slice(0, FEW).map(() => h("li", { class: "card ritem blank" }, h("i"))));
  /** @type {Summary[]} */
  let games;
  try {
    games = (await readGames(known.map((entry) => entry.id), signal)).games;
  } catch {
    if (!signal.aborted) fill(list, h("li", { class: "small muted" }, t("recent.failed")));
    return;
  }
  const found = new Map(games.map((game) => [game.id, game]));
  const rows = known.flatMap((entry) => {
    const game = found.get(entry.id);
    const kind = kinds.find((kind) => kind.name === game?.game);
    if (game && kind) return [row(game, kind, /** @type {Side} */ (entry.side))];
    forgetGame(entry.id);
    return [];
  });
  if (rows.length === 0) {
    fill(list, empty(kinds));
    return;
  }
  let all = false;
  const toggle = h("button", { type: "button", class: "btn quiet sm", "aria-expanded": "false", onclick: () => {
    all = !all;
    draw();
  } });
  const draw = () => {
    fill(list, ...(all ? rows : rows.slice(0, FEW)));
    fill(toggle, all ? t("recent.fewer") : t("recent.all", { count: rows.length }));
    toggle.setAttribute("aria-expanded", String(all));
  };
  draw();
  if (rows.length > FEW) head.append(toggle);
}

/** @param {Kind[]} kinds */
function empty(kinds) {
  const kind = kinds.find((kind) => kind.family === "draughts" && kind.columns === 8) ?? kinds[0];
  const picture = h("div", { class: "pic" }, miniBoard(kind, ".".repeat(kind.squares.length)));
  return h("li", { class: "card empty wide", "data-state": "empty" }, picture, h("h3", null, t("recent.empty")), h("p", null, t("recent.empty_text")));
}

/** @param {Summary} game @param {Kind} kind @param {Side} side */
function row(game, kind, side) {
  const own = side === "black" ? "black" : "white";
  const opponent = playerName(game.players[other(own)], other(own), side);
  const yours = !game.ending && (side === "both" || game.turn === side);
  const state = game.ending
    ? `${resultTitle(game.ending, side)} · ${t("moves.count", { count: Math.ceil(game.ply / 2) })} · ${ago(game.updated)}`
    : h("span", { class: yours ? "chip acc" : "chip" }, yours ? t("recent.your_move") : t("recent.their_move", { name: opponent }));
  return h(
    "li",
    null,
    h(
      "a",
      { class: "card ritem", href: `/game/${game.id}`, "data-game": game.id },
      h("div", { class: "square" }, miniBoard(kind, game.board, side === "black")),
      h("div", { class: "d" }, h("b", null, gameName(kind)), h("span", null, against(game.players, side)), h("span", { class: "state" }, state)),
    ),
  );
}
