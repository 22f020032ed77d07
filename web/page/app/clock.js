// @ts-check
/** Clocks as the server keeps them: what is left now, and how to write it. */

/** @import { Clocks, Color } from "./types.js" */

/** Below this a clock is low: it turns red and ticks. */
export const LOW = 20_000;
const TENTHS_BELOW = 10_000;

/**
 * What a clock holds now.
 * @param {Clocks} clocks as the server sent them
 * @param {Color} side
 * @param {number} elapsed milliseconds since they arrived
 */
export function left(clocks, side, elapsed) {
  if (clocks.running !== side) return Math.max(0, clocks[side]);
  return Math.max(0, clocks[side] - Math.max(0, elapsed - clocks.delay));
}

/**
 * The clock in figures: hours only where there are some, tenths at the very end.
 * @param {number} ms
 * @returns {{ main: string, tenths: string }}
 */
export function figures(ms) {
  const total = Math.floor(ms / 1000);
  const seconds = String(total % 60).padStart(2, "0");
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600);
  const main = hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
  return { main, tenths: ms < TENTHS_BELOW ? `.${Math.floor((ms % 1000) / 100)}` : "" };
}

/** How long until the figures change. @param {number} ms */
export function untilChange(ms) {
  const step = ms <= TENTHS_BELOW ? 100 : 1000;
  return ms % step || step;
}

/**
 * @typedef {object} TimeControl
 * @property {"increment" | "delay" | "moves"} kind
 * @property {number} minutes
 * @property {number} seconds increment or delay
 * @property {number} moves
 */

/**
 * Reads a time control: `5+3` (Fischer), `5d3` (delay), `40/90` (moves in minutes).
 * @param {string} text
 * @returns {TimeControl | null}
 */
export function parseTime(text) {
  const found = /^\s*(\d+(?:\.\d+)?)\s*(?:([+d])\s*(\d+))?\s*$/.exec(text);
  if (found) {
    const [, minutes, sign, seconds] = found;
    return {
      kind: sign === "d" ? "delay" : "increment",
      minutes: Number(minutes),
      seconds: Number(seconds ?? 0),
      moves: 0,
    };
  }
  const moves = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text);
  if (!moves) return null;
  return { kind: "moves", minutes: Number(moves[2]), seconds: 0, moves: Number(moves[1]) };
}

/** A time control as the server reads it. @param {TimeControl} control */
export function writeTime(control) {
  if (control.kind === "moves") return `${control.moves}/${control.minutes}`;
  return `${control.minutes}${control.kind === "delay" ? "d" : "+"}${control.seconds}`;
}

/** A time control for people: `10 + 5`. @param {string} text */
export function shownTime(text) {
  return text.replace("+", " + ").replace("d", " d ").replace("/", " / ");
}
