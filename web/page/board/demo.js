// @ts-check
// The examples as a page: boards to look at and to try. `demo(node)` fills a node.

import { EXAMPLES } from "./examples.js";
import "./index.js";

/** @import { DamierBoard } from "./element.js" */
/** @import { Example } from "./examples.js" */

const EVENTS = ["pick", "hop", "undo", "move", "try", "choose", "premove", "draw-shape"];

/** Shows one example. @param {DamierBoard} board @param {Example} example */
export function show(board, example) {
  board.kind = example.kind;
  Object.assign(board, example.set);
  if (example.act) example.act(board);
}

/** The last event of a board in words: `move {"id":"0.0",…}`. @param {DamierBoard} board @param {HTMLElement} output */
function follow(board, output) {
  for (const name of EVENTS) {
    board.addEventListener(name, (event) => {
      const detail = JSON.stringify(/** @type {CustomEvent} */ (event).detail);
      output.textContent = `${name} ${detail.length > 90 ? `${detail.slice(0, 90)}…` : detail}`;
      // No server answers here: the piece goes back after a moment.
      if (name === "move") setTimeout(() => board.reject(), 900);
    });
  }
}

/**
 * Fills a node with the examples, each with its title and its last event.
 * @param {HTMLElement} node
 * @param {string[]} [names] Only these.
 */
export function demo(node, names) {
  for (const example of EXAMPLES) {
    if (names && !names.includes(example.name)) continue;
    const figure = document.createElement("figure"), caption = document.createElement("figcaption"), output = document.createElement("code");
    const board = /** @type {DamierBoard} */ (document.createElement("damier-board"));
    board.id = `board-${example.name}`;
    board.setAttribute("label", example.title);
    output.style.display = "block";
    output.style.minHeight = "2.8em";
    output.style.fontSize = "12px";
    output.style.overflowWrap = "anywhere";
    caption.append(example.title, output);
    figure.append(board, caption);
    node.append(figure);
    show(board, example);
    follow(board, output);
  }
}
