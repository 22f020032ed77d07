// @ts-check
// A row of boards that show every state, and boards to try out. `demo(node)` fills a node of the page.

import { EXAMPLES } from "./examples.js";
import "./index.js";

/** @import { DamierBoard } from "./element.js" */
/** @import { Example } from "./examples.js" */

/** Shows one example. @param {DamierBoard} board @param {Example} example */
export function show(board, example) {
  board.kind = example.kind;
  Object.assign(board, example.set);
  if (example.act) example.act(board);
}

/**
 * Fills a node with the examples, each with its name.
 * @param {HTMLElement} node
 * @param {string[]} [names] Only these.
 */
export function demo(node, names) {
  for (const example of EXAMPLES) {
    if (names && !names.includes(example.name)) continue;
    const figure = document.createElement("figure"), caption = document.createElement("figcaption");
    const board = /** @type {DamierBoard} */ (document.createElement("damier-board"));
    caption.textContent = example.name;
    board.id = `board-${example.name}`;
    figure.append(board, caption);
    node.append(figure);
    show(board, example);
  }
}
