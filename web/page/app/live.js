// @ts-check
/** What a screen reader is told without moving the focus. */

/** @param {string} text */
export function announce(text) {
  const region = document.getElementById("live");
  if (!region) return;
  // Equal texts stay silent unless the region was empty in between.
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
}
