// @ts-check
// Board texts: what stands where, and what differs between two boards.

/** @import { Color } from "./types.js" */

/**
 * The color of a piece; null for an empty square. In draughts both "b" and "B" are black, in chess "B" is white.
 * @param {string} piece
 * @param {boolean} chess
 * @returns {Color | null}
 */
export function sideOf(piece, chess) {
  if (piece === "." || !piece) return null;
  if (!chess) return piece === "w" || piece === "W" ? "white" : "black";
  return piece === piece.toUpperCase() ? "white" : "black";
}

/** Does this text hold chess pieces? Draughts texts have only w, W, b and B. @param {string} text */
export function isChess(text) {
  return /[PNRQKpnrqk]/.test(text);
}

/**
 * The square in check: as it is given, or found from the color of a king.
 * @param {string | null} check
 * @param {string} text
 * @param {string[]} names
 */
export function kingSquare(check, text, names) {
  if (check !== "white" && check !== "black") return check;
  return names[text.indexOf(check === "white" ? "K" : "k")] ?? null;
}

/**
 * Name of the drawing of a piece in pieces.svg.
 * @param {string} piece
 * @param {boolean} chess
 */
export function drawing(piece, chess) {
  if (chess) return `c-${piece === piece.toUpperCase() ? "w" : "b"}${piece.toLowerCase()}`;
  return { w: "d-wm", W: "d-wk", b: "d-bm", B: "d-bk" }[piece] ?? "";
}

/**
 * Key of the spoken name of a piece: "white-man", "black-knight".
 * @param {string} piece
 * @param {boolean} chess
 */
export function nameOf(piece, chess) {
  const side = sideOf(piece, chess);
  if (!side) return "empty";
  if (!chess) return `${side}-${piece === piece.toUpperCase() ? "king" : "man"}`;
  const role = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" }[piece.toLowerCase()];
  return `${side}-${role ?? "piece"}`;
}

/**
 * A board text as a list of pieces by the index of their square.
 * @param {string} text
 * @param {number} count
 * @returns {string[]}
 */
export function pieces(text, count) {
  const list = [...text].slice(0, count);
  while (list.length < count) list.push(".");
  return list;
}

/**
 * @typedef {object} Difference
 * @property {{ from: number, to: number, route: number[] }[]} moved With the squares on the way, first and last included.
 * @property {number[]} removed
 * @property {number[]} added
 */

/**
 * What happened between two boards. A known route decides which piece moved; other pieces are
 * matched with the nearest equal one, so that stepping through a game slides pieces too.
 * @param {string[]} before
 * @param {string[]} after
 * @param {number[]} route Squares of the last move; may be empty.
 * @param {(a: number, b: number) => number} distance
 * @returns {Difference}
 */
export function difference(before, after, route, distance) {
  const gone = new Set(), come = new Set();
  after.forEach((piece, index) => {
    if (piece === before[index]) return;
    if (before[index] !== "." && before[index] !== undefined) gone.add(index);
    if (piece !== ".") come.add(index);
  });
  /** @type {Difference} */
  const result = { moved: [], removed: [], added: [] };
  const last = route[route.length - 1];
  if (route.length > 1 && come.has(last)) {
    const start = route.findIndex((square, place) => place < route.length - 1 && gone.has(square) && before[square] !== ".");
    if (start >= 0) {
      result.moved.push({ from: route[start], to: last, route: route.slice(start) });
      gone.delete(route[start]);
      come.delete(last);
    }
  }
  for (const to of come) {
    let best = -1;
    for (const from of gone) if (before[from] === after[to] && (best < 0 || distance(from, to) < distance(best, to))) best = from;
    if (best < 0) { result.added.push(to); continue; }
    result.moved.push({ from: best, to, route: [best, to] });
    gone.delete(best);
  }
  result.removed.push(...gone);
  return result;
}
