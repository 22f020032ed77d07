// @ts-check
/** Keys for the whole page. Single letters work only where the settings allow them. */

import { settings } from "./settings.js";

/**
 * @param {Record<string, () => void>} keys
 * @param {AbortSignal} signal
 */
export function shortcuts(keys, signal) {
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.composedPath()[0];
      if (
        target instanceof Element &&
        target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog")
      )
        return;
      // Arrows choose between radio buttons, and move the cursor on the board.
      if (
        target instanceof Element &&
        event.key.startsWith("Arrow") &&
        (target.closest("input") || target.closest("[role=grid]"))
      )
        return;
      if (event.key.length === 1 && !settings().shortcuts) return;
      const run = keys[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    },
    { signal },
  );
}
