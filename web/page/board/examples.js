// @ts-check
// Boards that show every state of the component: data of the demo page and of tests. No nodes.

/** @import { DamierBoard } from "./element.js" */
/** @import { Kind, Legal } from "./types.js" */

/** @param {number} columns @param {number} rows @param {(column: number, row: number) => string | null} name @param {boolean} [checkered] @returns {Kind} */
function kind(columns, rows, name, checkered = true) {
  const squares = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const found = name(column, row);
      if (found) squares.push({ name: found, column, row });
    }
  }
  return { columns, rows, checkered, squares };
}

/** @param {number} size */
const numbered = (size) => kind(size, size, (column, row) => ((column + row) % 2 === 1 ? String((row * size) / 2 + Math.floor(column / 2) + 1) : null));
const lettered = (/** @type {number} */ columns, /** @type {number} */ rows, /** @type {boolean} */ half, checkered = true) =>
  kind(columns, rows, (column, row) => (!half || (column + rows - 1 - row) % 2 === 0 ? `${"abcdefghijkl"[column]}${rows - row}` : null), checkered);

export const KINDS = {
  international: numbered(10),
  canadian: numbered(12),
  english: numbered(8),
  italian: kind(8, 8, (column, row) => ((column + row) % 2 === 0 ? String(row * 4 + Math.floor(column / 2) + 1) : null)),
  russian: lettered(8, 8, true),
  spantsiretti: lettered(10, 8, true),
  turkish: lettered(8, 8, false, false),
  chess: lettered(8, 8, false),
};

/** A board text from pieces by square: { w: "31 32", B: "5" }. @param {Kind} given @param {Record<string, string>} placed */
export function text(given, placed) {
  const by = new Map(Object.entries(placed).flatMap(([piece, squares]) => squares.split(" ").map((name) => [name, piece])));
  return given.squares.map((square) => by.get(square.name) ?? ".").join("");
}

/** Legal moves from texts: "47x15x29 24,23", or "b7-b8 - queen" with a promotion. @param {string[]} moves @returns {Legal[]} */
export function legal(moves) {
  return moves.map((line, place) => {
    const [route, taken = "", promotion] = line.split(" ");
    const path = route.split(/[-x]/);
    return { id: `${place}.0`, move: place, text: route, path, captured: /\w/.test(taken) ? taken.split(",") : [], ...(promotion && { promotion }) };
  });
}

const start = (/** @type {Kind} */ given, /** @type {number} */ black, /** @type {number} */ white) =>
  "b".repeat(black) + ".".repeat(given.squares.length - black - white) + "w".repeat(white);

const { international, canadian, italian, russian, spantsiretti, turkish, chess } = KINDS;
const middle = text(international, { B: "13", b: "4 7 8 9 11 18 22 23", W: "46", w: "30 34 35 40 45" });
const two = text(international, { b: "3 10 13 14 23 24 25 16", B: "5", W: "47", w: "34 36 37 40 45 48 49" });
const game = text(chess, { r: "d8", k: "g8", p: "e6 f7 g7 h6", P: "b7 f3 g2 h2", R: "b1", K: "g1", q: "a2", N: "c3", B: "e2", n: "f6", b: "d6" });
const opening = "rnbqkbnr" + "pppppppp" + ".".repeat(32) + "PPPPPPPP" + "RNBQKBNR";

/** @typedef {{ name: string, title: string, kind: Kind, set: Record<string, unknown>, act?: (board: DamierBoard) => void }} Example */

/** @type {Example[]} */
export const EXAMPLES = [
  { name: "start", title: "Start of a game", kind: chess, set: { position: opening, interactive: "white", legal: legal(["e2-e4", "e2-e3", "d2-d4", "d2-d3", "g1-f3", "g1-h3", "b1-c3", "b1-a3"]) } },
  { name: "capture", title: "A capture under way: jumped men stay, crossed out", kind: international, set: { position: middle, interactive: "white", legal: legal(["46x14x3x12x21 23,9,8,17", "46x14x3x17x28 23,9,8,22", "46x14x3x17x26 23,9,8,22", "46x14x20 23,9"]) },
    act: (board) => { board.press("46"); board.press("14"); board.press("3"); } },
  { name: "forced", title: "A piece that must capture", kind: international, set: { position: middle, interactive: "white", lastMove: { path: ["12", "18"], captured: [] }, legal: legal(["46x14x3x12 23,9,8", "46x14x20 23,9"]) } },
  { name: "chooser", title: "Two captures with the same ends", kind: international, set: { position: two, interactive: "white", legal: legal(["47x15x4x18x29 24,10,13,23", "47x20x9x18x29 24,14,13,23"]) },
    act: (board) => { board.press("47"); board.press("29"); } },
  { name: "promotion", title: "Promotion", kind: chess, set: { position: game, interactive: "white", lastMove: { path: ["a7", "a2"], captured: [] }, legal: legal(["b7-b8 - queen", "b7-b8 - knight", "b7-b8 - rook", "b7-b8 - bishop"]) },
    act: (board) => { board.press("b7"); board.press("b8"); } },
  { name: "check", title: "Check, and a planned move", kind: chess, set: { position: text(chess, { R: "b8", k: "g8", p: "e6 f7 g7 h6", P: "f3 g2 h2", r: "a2", K: "g1" }), interactive: "white", premove: true, check: "black", lastMove: { path: ["b1", "b8"], captured: [] }, legal: legal(["g8-h7"]) },
    act: (board) => { board.press("h2"); board.press("h4"); } },
  { name: "targets", title: "Where a piece can go", kind: chess, set: { position: game, interactive: "white", legal: legal(["c3-a2 a2", "c3-d5", "c3-e4", "c3-b5", "c3-a4", "c3-d1"]) }, act: (board) => board.press("c3") },
  { name: "why", title: "Squares that a reason names", kind: international, set: { position: middle, interactive: "white", marks: [{ type: "square", square: "30", tone: "bad", label: 1 }, { type: "square", square: "23", tone: "note", label: 2 }, { type: "square", square: "24", tone: "bad" }] } },
  { name: "advice", title: "Arrows and circles", kind: chess, set: { position: game, marks: [{ type: "arrow", from: "c3", to: "e4", label: 1 }, { type: "arrow", from: "b7", to: "b8", tone: "alt", label: 2 }, { type: "circle", square: "g7" }, { type: "arrow", from: "f3", to: "f5", tone: "bad" }, { type: "circle", square: "h6", tone: "bad" }] } },
  { name: "canadian", title: "12 × 12", kind: canadian, set: { position: start(canadian, 30, 30), interactive: "white", lastMove: { path: ["24", "30"], captured: [] }, legal: legal(["47-40", "47-41", "43-37", "43-38"]) }, act: (board) => board.press("47") },
  { name: "turkish", title: "Every square playable", kind: turkish, set: { position: "........" + "b".repeat(16) + "................" + "w".repeat(16) + "........", interactive: "white", legal: legal(["c3-c4", "d3-d4"]) }, act: (board) => board.press("c3") },
  { name: "italian", title: "The mirrored board", kind: italian, set: { position: start(italian, 12, 12), interactive: "both" } },
  { name: "russian", title: "Seen by Black", kind: russian, set: { position: start(russian, 12, 12), interactive: "both", orientation: "black", lastMove: { path: ["c3", "d4"], captured: [] } } },
  { name: "spantsiretti", title: "10 × 8, letters outside", kind: spantsiretti, set: { position: start(spantsiretti, 15, 15), coordinates: "outside" } },
  { name: "outside", title: "Numbers outside", kind: international, set: { position: start(international, 20, 20), coordinates: "outside" } },
];
