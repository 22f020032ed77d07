// @ts-check
// Real buttons above the picture, one for each playable square: what keyboards and screen readers use.
// The grid has one tab stop; which button has it is kept here.

/** @import { Color } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */
import { at } from "./geometry.js";

export class Grid {
  constructor() {
    this.node = document.createElement("div");
    this.node.className = "grid";
    this.node.setAttribute("role", "grid");
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Map<string, string>} */
    this.names = new Map();
    /** @type {string | null} */
    this.stop = null;
  }

  /** @param {Geometry} board @param {Color} orientation */
  build(board, orientation) {
    const focused = this.focused();
    this.buttons.clear();
    this.names.clear();
    this.node.style.gridTemplate = `repeat(${board.rows}, minmax(0, 1fr)) / repeat(${board.columns}, minmax(0, 1fr))`;
    this.node.setAttribute("aria-rowcount", String(board.rows));
    this.node.setAttribute("aria-colcount", String(board.columns));
    const rows = [];
    for (let row = 0; row < board.rows; row += 1) {
      const line = document.createElement("div");
      line.className = "row";
      line.setAttribute("role", "row");
      for (let column = 0; column < board.columns; column += 1) line.append(this.cell(at(board, column, row, orientation)));
      rows.push(line);
    }
    this.node.replaceChildren(...rows);
    if (!this.stop || !this.buttons.has(this.stop)) this.stop = at(board, 0, board.rows - 1, orientation) ?? board.names[0] ?? null;
    if (this.stop) this.moveStop(this.stop);
    if (focused && this.stop) this.buttons.get(this.stop)?.focus({ preventScroll: true });
  }

  /** @param {string | null} name */
  cell(name) {
    const cell = document.createElement("div");
    cell.className = "cell";
    cell.setAttribute("role", "gridcell");
    if (name !== null) {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.square = name;
      this.buttons.set(name, button);
      cell.append(button);
    }
    return cell;
  }

  /** The button of the grid that has the focus. */
  focused() {
    const root = /** @type {ShadowRoot | Document} */ (this.node.getRootNode());
    const active = "activeElement" in root ? root.activeElement : null;
    return active instanceof HTMLButtonElement && this.node.contains(active) ? active : null;
  }

  /** @param {string} name */
  moveStop(name) {
    const before = this.stop && this.buttons.get(this.stop);
    if (before) before.tabIndex = -1;
    this.stop = name;
    const button = this.buttons.get(name);
    if (button) button.tabIndex = 0;
  }

  /** @param {string} [name] */
  focus(name) {
    if (name) this.moveStop(name);
    if (this.stop) this.buttons.get(this.stop)?.focus({ preventScroll: true });
  }

  /**
   * @param {(square: string) => string} nameOf
   * @param {(square: string) => boolean} own
   * @param {Set<string>} go
   * @param {string | null} chosen
   */
  describe(nameOf, own, go, chosen) {
    for (const [square, button] of this.buttons) {
      const mine = own(square), name = nameOf(square), key = `${name}|${mine}|${go.has(square)}|${chosen === square}`;
      if (this.names.get(square) === key) continue;
      this.names.set(square, key);
      button.setAttribute("aria-label", name);
      const cell = button.parentElement;
      cell?.classList.toggle("own", mine);
      cell?.classList.toggle("go", go.has(square));
      if (chosen === square) cell?.setAttribute("aria-selected", "true");
      else cell?.removeAttribute("aria-selected");
    }
  }
}
