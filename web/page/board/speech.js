// @ts-check
// Words for squares and for what happens. Pure; the live region itself is in render.js.

/** @import { Effect, Legal, State } from "./types.js" */
/** @import { Words } from "./words.js" */
import { targets } from "./moves.js";
import { isChess, nameOf } from "./position.js";
import { say } from "./words.js";

/**
 * @typedef {object} Said What the words depend on.
 * @property {Words} words
 * @property {string} position
 * @property {(square: string) => string} pieceAt As it is shown.
 * @property {Legal[]} legal Empty unless the player may move.
 * @property {State} state
 * @property {string[]} jumped
 * @property {string | null} check
 */

/** @param {Said} said @param {string} piece */
const piece = (said, piece) => say(said.words, nameOf(piece, isChess(said.position)));

/**
 * A function that names squares: "square 32, white man, can capture".
 * @param {Said} said
 * @returns {(square: string) => string}
 */
export function namer(said) {
  const { words, state } = said;
  const { hops, ends, taken } = targets(said.legal, state.path);
  const going = new Set(said.legal.map((entry) => entry.path[0]));
  const taking = new Set(said.legal.filter((entry) => entry.captured.length > 0).map((entry) => entry.path[0]));
  return (square) => {
    const parts = [say(words, "square", { square }), piece(said, said.pieceAt(square))];
    const add = (/** @type {string} */ key) => parts.push(say(words, key));
    if (state.path[state.path.length - 1] === square) add("chosen");
    else if (state.path.length === 0 && taking.has(square)) add("can-capture");
    else if (state.path.length === 0 && going.has(square)) add("can-move");
    if (taken.has(square)) add("taken");
    else if (hops.has(square) || ends.has(square)) add("target");
    if (said.jumped.includes(square)) add("jumped");
    if (said.check === square) add("in-check");
    if (state.plan && (state.plan.from === square || state.plan.to === square)) add("planned");
    return parts.join(", ");
  };
}

/**
 * What to announce for an effect; empty for silence.
 * @param {Said} said The state after it.
 * @param {Effect} effect
 */
export function sentence(said, effect) {
  const { words, state } = said;
  switch (effect.type) {
    case "pick": {
      const square = effect.square ?? "", values = { piece: piece(said, said.pieceAt(square)), square };
      if (state.planning) return say(words, "picked-plan", values);
      const squares = [...targets(said.legal, [square]).hops].join(", ");
      return say(words, squares ? "picked" : "picked-none", { ...values, squares });
    }
    case "hop": return say(words, "hopped", { square: effect.square ?? "", count: said.jumped.length });
    case "undo": return say(words, "undone", { square: effect.path?.[effect.path.length - 1] ?? "" });
    case "cancel": return say(words, "canceled");
    case "choose": return effect.choice?.about === "promotion"
      ? say(words, "which-piece")
      : say(words, "choose-key", { count: effect.choice?.options.length ?? 0 });
    case "premove": return effect.plan ? say(words, "planned-move", { ...effect.plan }) : say(words, "unplanned");
    case "unplayed": return say(words, "unplanned");
    default: return "";
  }
}

/**
 * A move in words: "white man from 32 to 28."
 * @param {Said} said
 * @param {string} mover Character of the piece.
 * @param {{ path: string[], captured?: string[] }} move
 */
export function moveSentence(said, mover, move) {
  const squares = (move.captured ?? []).join(", ");
  const values = { piece: piece(said, mover), from: move.path[0], to: move.path[move.path.length - 1], squares };
  return say(said.words, squares ? "takes" : "moved", values);
}
