// @ts-check
// Keys of the grid. Pure: a key and where it was pressed -> what to do.

/** @import { Color, Input, State } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */
import { edge, neighbor } from "./geometry.js";

/** @typedef {{ move?: string, input?: Input }} Action */

const ARROWS = /** @type {const} */ ({ ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" });
const ROLES = { q: "queen", r: "rook", b: "bishop", n: "knight", k: "king" };

/**
 * Enter and Space are left to the buttons themselves.
 * @param {{ key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean }} event
 * @param {string} square The square with the focus.
 * @param {Geometry} board
 * @param {Color} orientation
 * @param {State} state
 * @returns {Action | null}
 */
export function keyAction(event, square, board, orientation, state) {
  const { key } = event, control = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  if (key in ARROWS && !control) return { move: neighbor(board, square, ARROWS[/** @type {keyof typeof ARROWS} */ (key)], orientation) };
  if (key === "Home") return { move: edge(board, square, "first", control, orientation) };
  if (key === "End") return { move: edge(board, square, "last", control, orientation) };
  if (control) return null;
  if (key === "Escape") return state.choice || state.path.length > 0 || state.plan ? { input: { type: "escape" } } : null;
  if (/^[1-9]$/.test(key) && state.choice) return { input: { type: "choose", index: Number(key) - 1 } };
  const role = ROLES[/** @type {keyof typeof ROLES} */ (key.toLowerCase())];
  const open = state.choice?.about === "promotion" || state.plan !== null;
  return role && open ? { input: { type: "role", promotion: role } } : null;
}
