// @ts-check
/** Waits are spoken of only when they are longer than a moment. */

/**
 * Watches one wait at a time and reports when it becomes late, and when it is over.
 * @param {(late: boolean) => void} report
 */
export function waitWatch(report) {
  let current = "";
  let patience = 0;
  return {
    /** Starts anew if the wait is another one; an empty one means that nothing waits. @param {string} wait @param {number} moment */
    expect(wait, moment) {
      if (wait === current) return;
      current = wait;
      clearTimeout(patience);
      report(false);
      if (wait) patience = setTimeout(() => report(true), moment);
    },
    stop() {
      clearTimeout(patience);
    },
  };
}
