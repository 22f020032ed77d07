// @ts-check
// What stands where for the eye: the position with the hops and the move that are under way.

/** @import { Color, Legal, State } from "./types.js" */
import { jumped } from "./moves.js";
import { isChess, pieces, sideOf } from "./position.js";

/**
 * @typedef {object} View
 * @property {string[]} pieces By index of the square.
 * @property {string[]} path The move under way; empty when there is none.
 * @property {string[]} jumped Pieces it has taken that still stand.
 * @property {string[]} route Squares of the move that led to what is shown.
 * @property {string[]} taken Captures of that move, in order.
 */

const LETTERS = { queen: "q", rook: "r", bishop: "b", knight: "n", king: "k" };

/**
 * @param {object} given
 * @param {string} given.position
 * @param {string[]} given.names
 * @param {(name: string) => number} given.indexOf
 * @param {Legal[]} given.legal
 * @param {{ squares: string[], jumped: string[] } | null} given.hops
 * @param {{ path: string[], captured?: string[] } | null} given.lastMove
 * @param {State} state
 * @returns {View}
 */
export function view(given, state) {
  const { position, names, indexOf, legal, hops, lastMove } = given;
  const list = pieces(position, names.length);
  const chess = isChess(position);
  const { pending } = state;
  let path = state.path, gone = jumped(legal, path);
  if (pending) {
    path = pending.path;
    gone = pending.captured.filter((square) => square !== path[path.length - 1]);
  } else if (path.length === 0 && hops && hops.squares.length > 1) {
    path = hops.squares;
    gone = hops.jumped;
  }
  if (path.length > 1) {
    const from = indexOf(path[0]), to = indexOf(path[path.length - 1]);
    const piece = list[from];
    if (piece && piece !== "." && list[to] !== undefined) {
      list[from] = ".";
      list[to] = promoted(piece, chess, pending?.promotion);
    }
  }
  const known = path.length > 1 ? path : lastMove?.path ?? [];
  const taken = path.length > 1 ? gone : lastMove?.captured ?? [];
  return { pieces: list, path, jumped: gone, route: known, taken };
}

/** @param {string} piece @param {boolean} chess @param {string} [promotion] */
function promoted(piece, chess, promotion) {
  if (!chess || !promotion) return piece;
  const letter = LETTERS[/** @type {keyof typeof LETTERS} */ (promotion)] ?? piece;
  return sideOf(piece, true) === "white" ? letter.toUpperCase() : letter;
}
