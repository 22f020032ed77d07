// @ts-check
/** What this browser keeps: settings, seats, games. Works, without memory, where storage is forbidden. */

/** @typedef {{ getItem(key: string): string | null, setItem(key: string, value: string): void, removeItem(key: string): void }} Backend */

/** @type {Map<string, string>} */
const memory = new Map();

/** @type {Backend} */
const memoryBackend = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
};

/** @returns {Backend} */
function findBackend() {
  try {
    const storage = globalThis.localStorage;
    storage.setItem("damier.probe", "1");
    storage.removeItem("damier.probe");
    return storage;
  } catch {
    return memoryBackend;
  }
}

let backend = findBackend();

/** Sets another backend, for tests. @param {Backend} other */
export function setBackend(other) {
  backend = other;
}

/**
 * Reads a value; damaged ones count as absent.
 * @param {string} key without the prefix
 * @returns {any}
 */
export function read(key) {
  const text = backend.getItem(`damier.${key}`);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Writes a value; `null` removes it. A full storage keeps the page working, for this visit.
 * @param {string} key
 * @param {unknown} value
 */
export function write(key, value) {
  try {
    if (value === null) backend.removeItem(`damier.${key}`);
    else backend.setItem(`damier.${key}`, JSON.stringify(value));
  } catch {
    memoryBackend.setItem(`damier.${key}`, JSON.stringify(value));
  }
}
