// @ts-check
// The words that the board says, in English. Give an object with the same keys as `words` for another language.

/** @typedef {Record<string, string>} Words */

/** @type {Words} */
export const ENGLISH = {
  board: "Board, {columns} by {rows}",
  square: "square {square}",
  empty: "empty",
  "white-man": "white man",
  "white-king": "white king",
  "black-man": "black man",
  "black-king": "black king",
  "white-pawn": "white pawn",
  "white-knight": "white knight",
  "white-bishop": "white bishop",
  "white-rook": "white rook",
  "white-queen": "white queen",
  "black-pawn": "black pawn",
  "black-knight": "black knight",
  "black-bishop": "black bishop",
  "black-rook": "black rook",
  "black-queen": "black queen",
  chosen: "chosen",
  "can-move": "can move",
  "can-capture": "can capture",
  target: "can go here",
  taken: "can be taken",
  jumped: "jumped",
  "in-check": "in check",
  planned: "planned move",
  picked: "{piece} on {square}. Can go to {squares}.",
  "picked-none": "{piece} on {square}. No legal move.",
  "picked-plan": "{piece} on {square}. Choose a square for the planned move.",
  hopped: "On {square}. {count} taken.",
  undone: "Back on {square}.",
  canceled: "Canceled.",
  moved: "{piece} from {from} to {to}.",
  takes: "{piece} from {from} to {to}, takes {squares}.",
  "planned-move": "Planned: {from} to {to}.",
  unplanned: "Planned move removed.",
  "which-capture": "Which capture?",
  "which-piece": "Which piece?",
  "choose-key": "{count} captures fit. Press 1 to {count}.",
  "takes-list": "takes {squares}",
  cancel: "Cancel",
  queen: "Queen",
  rook: "Rook",
  bishop: "Bishop",
  knight: "Knight",
  king: "King",
};

/**
 * @param {Words} words
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(words, key, values = {}) {
  const text = words[key] ?? ENGLISH[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
