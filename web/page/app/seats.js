// @ts-check
/**
 * The seats and the games of this browser. Tokens stay here. Links of the chat bot bring one after `#`, which no server sees;
 * the page takes it out of the address at once.
 */

import { read, write } from "./storage.js";
import { other } from "./words.js";

/**
 * @typedef {{ token: string, side: "white" | "black" | "both", invite?: string | null }} Seat
 * @typedef {{ id: string, game: string, side: string | null, at: number }} Recent
 */

const MOST = 60;

/** @param {string} id @returns {Seat | null} */
export function seat(id) {
  const found = read(`seat.${id}`);
  return found && typeof found.token === "string" ? found : null;
}

/** @param {string} id @param {Seat | null} value */
export function keepSeat(id, value) {
  write(`seat.${id}`, value);
}

/** The games of this browser, newest first. @returns {Recent[]} */
export function recentGames() {
  const list = read("games");
  return Array.isArray(list) ? list.filter((entry) => entry && typeof entry.id === "string") : [];
}

/**
 * Puts a game first. The oldest ones leave the list, together with their seats.
 * @param {Omit<Recent, "at">} entry
 * @param {number} [at]
 */
export function keepGame(entry, at = Date.now()) {
  const list = [{ ...entry, at }, ...recentGames().filter((other) => other.id !== entry.id)];
  for (const old of list.splice(MOST)) write(`seat.${old.id}`, null);
  write("games", list);
}

/**
 * Keeps the seat of a rematch. The token of a seat is good for it too, with the colors changed.
 * @param {{ id: string, game: string, token: string, side: "white" | "black" | "both" }} next
 */
export function keepRematch({ id, game, token, side: former }) {
  const side = former === "both" ? "both" : other(former);
  keepSeat(id, { token, side });
  keepGame({ id, game, side });
}

/** @param {string} id */
export function forgetGame(id) {
  write(
    "games",
    recentGames().filter((entry) => entry.id !== id),
  );
  write(`seat.${id}`, null);
}

/** A text that nobody else has: for the ids of commands and for joining. */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The text that proves a repeated wish to join: the same one as long as the wish is not answered.
 * @param {string} id
 */
export function joinNonce(id) {
  const kept = read(`join.${id}`);
  if (typeof kept === "string") return kept;
  const fresh = randomId();
  write(`join.${id}`, fresh);
  return fresh;
}

/** @param {string} id */
export function dropNonce(id) {
  write(`join.${id}`, null);
}
