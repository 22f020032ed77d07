// @ts-check
/** The board with the settings of this browser. */

import { h } from "./dom.js";
import { boardSwatches } from "./header.js";
import { messagesOf, t } from "./i18n.js";
import { announce } from "./live.js";
import { changeSettings, settings, watchSettings } from "./settings.js";
import { gameName } from "./words.js";

/** @import { Kind } from "./types.js" */

/**
 * Gives a board its game, the words of the language and the settings, and follows them.
 * @param {any} board
 * @param {Kind} kind
 * @param {AbortSignal} signal
 */
export function setUpBoard(board, kind, signal) {
  board.kind = { ...kind, title: gameName(kind) };
  board.words = boardWords(kind);
  board.addEventListener("announce", (/** @type {CustomEvent} */ event) => {
    event.preventDefault();
    announce(event.detail.text);
  });
  const follow = () => {
    const { coordinates, autoFinish, animation, targets } = settings();
    board.coordinates = coordinates;
    board.autoFinish = autoFinish;
    board.animationDuration = animation ? 160 : 0;
    board.hints = targets;
  };
  follow();
  watchSettings(follow, signal);
}

/** What the board says. The king of chess is not that of draughts, which other languages call a lady. @param {Pick<Kind, "family">} kind */
export function boardWords(kind) {
  const words = messagesOf("say.");
  if (kind.family !== "chess") return words;
  return { ...words, "white-king": t("piece.white.k"), "black-king": t("piece.black.k") };
}

/** The small card with what changes the look of the board. @param {Kind} kind @param {AbortSignal} signal */
export function boardOptions(kind, signal) {
  const input = h("input", {
    type: "checkbox",
    onchange: () => changeSettings({ coordinates: input.checked ? "inside" : "off" }),
  });
  const follow = () => (input.checked = settings().coordinates !== "off");
  follow();
  watchSettings(follow, signal);
  const numbers = kind.squares.every((square) => /^\d+$/.test(square.name));
  return h(
    "section",
    { class: "card options" },
    h(
      "div",
      { class: "pad stack tight" },
      h("h2", { class: "small-title" }, t("settings.board")),
      boardSwatches(),
      h("label", { class: "check" }, input, numbers ? t("options.numbers") : t("options.coordinates")),
    ),
  );
}
