// @ts-check
/** What people may set. Kept in this browser; every change is seen at once. */

import { read, write } from "./storage.js";

/**
 * @typedef {object} Settings
 * @property {"walnut" | "slate" | "felt" | "contrast"} board
 * @property {"turned" | "flat"} pieces
 * @property {"system" | "light" | "dark"} theme
 * @property {"inside" | "outside" | "off"} coordinates
 * @property {boolean} sound
 * @property {boolean} animation
 * @property {boolean} autoFinish
 * @property {boolean} confirmMoves
 * @property {boolean} shortcuts
 * @property {boolean} targets
 * @property {"auto" | "en" | "nl" | "fr" | "ru"} language
 * @property {string} name what other players see; may be empty
 */

/** @type {Readonly<Settings>} */
const DEFAULTS = {
  board: "walnut",
  pieces: "turned",
  theme: "system",
  coordinates: "inside",
  sound: true,
  animation: true,
  autoFinish: true,
  confirmMoves: false,
  shortcuts: true,
  targets: true,
  language: "auto",
  name: "",
};

/** The longest name. */
export const LONGEST_NAME = 24;

/** The values that are not true or false. @type {Record<string, readonly string[]>} */
export const CHOICES = {
  board: ["walnut", "slate", "felt", "contrast"],
  pieces: ["turned", "flat"],
  theme: ["system", "light", "dark"],
  coordinates: ["inside", "outside", "off"],
  language: ["auto", "en", "nl", "fr", "ru"],
};

/** @type {Settings} */
let current = load();
/** @type {Set<(settings: Settings) => void>} */
const watchers = new Set();

/** What is kept, without what is unknown or damaged. @returns {Settings} */
function load() {
  const kept = read("settings") ?? {};
  /** @type {any} */
  const settings = { ...DEFAULTS };
  for (const [name, fallback] of Object.entries(DEFAULTS)) {
    const value = kept[name];
    if (name === "name") settings.name = typeof value === "string" ? value.slice(0, LONGEST_NAME) : "";
    else if (typeof fallback === "boolean" ? typeof value === "boolean" : CHOICES[name].includes(value)) {
      settings[name] = value;
    }
  }
  return settings;
}

export function settings() {
  return current;
}

/** @param {Partial<Settings>} change */
export function changeSettings(change) {
  current = { ...current, ...change };
  write("settings", current);
  applySettings();
  for (const watcher of watchers) watcher(current);
}

/**
 * Calls back on every change.
 * @param {(settings: Settings) => void} watcher
 * @param {AbortSignal} [signal]
 */
export function watchSettings(watcher, signal) {
  watchers.add(watcher);
  signal?.addEventListener("abort", () => watchers.delete(watcher));
}

/** Shows the settings on the page: themes are attributes of the root that the styles read. */
export function applySettings() {
  const root = document.documentElement;
  root.dataset.board = current.board;
  root.dataset.pieces = current.pieces;
  if (current.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = current.theme;
  root.dataset.motion = current.animation ? "on" : "off";
}

/** Reads again what another tab has changed. */
export function reloadSettings() {
  current = load();
  applySettings();
  for (const watcher of watchers) watcher(current);
}
