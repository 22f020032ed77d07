// @ts-check
/** The strip of a player: name, what was taken, clock. */

import { LOW, figures, untilChange } from "./clock.js";
import { fill, h, icon } from "./dom.js";
import { colorOf, symbolOf } from "./game-model.js";
import { t } from "./i18n.js";
import { pieceTile } from "./mini-board.js";
import { colorName, playerName } from "./words.js";

/** @import { GameModel } from "./game-model.js" */
/** @import { Color, Kind } from "./types.js" */

const SHOWN = 5;
/** @type {Record<string, number>} */
const VALUES = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

/** @param {Kind} kind */
export function playerStrip(kind) {
  const avatar = h("span", { class: "ava" });
  const name = h("b", null, "");
  const line = h("span", null, "");
  const clock = h("div", { class: "clock", role: "timer" });
  const element = h("div", { class: "strip" }, avatar, h("div", { class: "who grow" }, name, line), clock);
  let shownClock = "";

  return {
    element,
    /**
     * @param {GameModel} model
     * @param {Color} color
     * @param {string[]} taken pieces that this side has taken
     * @param {string[]} lost pieces that it has lost
     */
    update(model, color, taken, lost) {
      const player = model.game.players[color];
      element.dataset.color = color;
      const symbol = symbolOf(color === "white" ? (kind.family === "chess" ? "K" : "W") : kind.family === "chess" ? "k" : "B", kind);
      if (avatar.dataset.symbol !== symbol) {
        avatar.dataset.symbol = symbol;
        fill(avatar, pieceTile(symbol, ""));
      }
      const shown = playerName(player, color, model.side);
      fill(name, shown);
      name.title = shown;
      fill(line, h("span", { class: "kind" }, describe(model, color)), takenPicture(taken, lost, kind));
    },
    /**
     * @param {number | null} ms
     * @param {boolean} running
     * @param {string} name
     * @returns {number} how long until it changes
     */
    showClock(ms, running, name) {
      clock.hidden = ms === null;
      if (ms === null) return Infinity;
      const { main, tenths } = figures(ms);
      const low = running && ms < LOW;
      const key = `${main}${tenths}${running}${low}`;
      if (key !== shownClock) {
        shownClock = key;
        clock.className = `clock${running ? " run" : ""}${low ? " low" : ""}`;
        fill(clock, running && icon("clock"), main, tenths && h("small", null, tenths));
        if (!tenths) clock.setAttribute("aria-label", t("clock.left", { name, time: main }));
      }
      return running ? untilChange(ms) : Infinity;
    },
  };
}

/** @param {GameModel} model @param {Color} color */
function describe(model, color) {
  const player = model.game.players[color];
  if (model.side === "both") return t("player.device");
  const parts = [colorName(color)];
  if (player.kind === "engine") parts.unshift(t("player.computer"));
  else if (model.side !== color) {
    if (!player.taken) parts.push(t("player.free"));
    else if (model.presence) parts.push(model.presence[color] ? t("player.here") : t("player.away"));
  }
  return parts.join(" · ");
}

/** @param {string[]} taken @param {string[]} lost @param {Kind} kind */
function takenPicture(taken, lost, kind) {
  if (taken.length === 0) return null;
  if (kind.family === "chess") {
    const order = "qrbnp";
    const sorted = [...taken].sort((a, b) => order.indexOf(a.toLowerCase()) - order.indexOf(b.toLowerCase()));
    const sum = (/** @type {string[]} */ pieces) => pieces.reduce((total, piece) => total + VALUES[piece.toLowerCase()], 0);
    const ahead = sum(taken) - sum(lost);
    return h("span", { class: "won chess", role: "img", "aria-label": t("player.took", { count: taken.length }) }, h("i", null, ...sorted.map((piece) => pieceTile(symbolOf(piece, kind), ""))), ahead > 0 && `+${ahead}`);
  }
  const man = colorOf(taken[0], kind) === "white" ? "d-wm" : "d-bm";
  const pictures = Array.from({ length: Math.min(SHOWN, taken.length) }, () => pieceTile(man, ""));
  return h("span", { class: "won", role: "img", "aria-label": t("player.took", { count: taken.length }) }, h("i", null, ...pictures), `×${taken.length}`);
}
