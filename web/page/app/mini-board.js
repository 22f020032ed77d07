// @ts-check
/** Small boards without input: a handful of paths each, so that dozens of them cost little. */

import { s } from "./dom.js";

/** @import { Kind } from "./types.js" */

/** @param {number} x @param {number} y @param {number} r */
const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0${-2 * r} 0z`;

/** @param {number} x @param {number} y */
const crown = (x, y) => `M${x - 20} ${y + 16}l-5-26 14 11 11-19 11 19 14-11-5 26z`;

/** The squares of a board as two paths, or as a grid where all squares are alike. @param {Kind} kind */
function squares(kind) {
  const [width, height] = [kind.columns * 100, kind.rows * 100];
  if (!kind.checkered) {
    let lines = "";
    for (let x = 100; x < width; x += 100) lines += `M${x} 0V${height}`;
    for (let y = 100; y < height; y += 100) lines += `M0 ${y}H${width}`;
    return [s("rect", { class: "sq-p", width, height }), s("path", { class: "sq-line", d: lines })];
  }
  const first = kind.squares[0];
  const parity = kind.family === "chess" ? 1 : (first.column + first.row) % 2;
  let dark = "";
  for (let row = 0; row < kind.rows; row += 1) {
    for (let column = 0; column < kind.columns; column += 1) {
      if ((column + row) % 2 === parity) dark += `M${column * 100} ${row * 100}h100v100h-100z`;
    }
  }
  return [s("rect", { class: "sq-l", width, height }), s("path", { class: "sq-d", d: dark })];
}

/**
 * A small board.
 * @param {Kind} kind
 * @param {string} board board text
 * @param {boolean} [flipped] as Black sees it
 * @returns {SVGElement}
 */
export function miniBoard(kind, board, flipped = false) {
  const [width, height] = [kind.columns * 100, kind.rows * 100];
  /** @type {any[]} */
  const parts = squares(kind);
  /** @type {Record<string, string>} */
  const paths = { mw: "", mwi: "", mwk: "", mb: "", mbi: "", mbk: "" };
  for (const [at, square] of kind.squares.entries()) {
    const piece = board[at];
    if (!piece || piece === ".") continue;
    const column = flipped ? kind.columns - 1 - square.column : square.column;
    const row = flipped ? kind.rows - 1 - square.row : square.row;
    const [x, y] = [column * 100 + 50, row * 100 + 50];
    if (kind.family === "chess") {
      const color = piece === piece.toUpperCase() ? "w" : "b";
      const href = `/pieces.svg#c-${color}${piece.toLowerCase()}`;
      parts.push(s("use", { href, x: x - 50, y: y - 50, width: 100, height: 100 }));
    } else {
      const set = piece.toLowerCase() === "w" ? "mw" : "mb";
      paths[set] += disc(x, y, 38);
      if (piece === piece.toUpperCase()) paths[`${set}k`] += crown(x, y);
      else paths[`${set}i`] += disc(x, y, 20);
    }
  }
  for (const [name, d] of Object.entries(paths)) if (d) parts.push(s("path", { class: name, d }));
  return s("svg", { class: "mini", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...parts);
}

/**
 * One piece on a board square, for use outside of boards.
 * @param {string} symbol of `pieces.svg`
 * @param {string} [name] class
 */
export function pieceTile(symbol, name = "pc") {
  return s("svg", { class: name, viewBox: "0 0 100 100", "aria-hidden": "true" }, s("use", { href: `/pieces.svg#${symbol}` }));
}
