// @ts-check
// From what the board knows to nodes. Pieces keep their nodes from move to move; marks are compared
// item by item, so an unchanged one is not touched.

/** @import { Color } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */
/** @import { Item, Layers } from "./marks.js" */
/** @import { View } from "./view.js" */
import { enter, leave, slide, slideTime, stop, translate } from "./animate.js";
import { center, darkSquares, gridLines, labels, seen, UNIT } from "./geometry.js";
import { difference, drawing, isChess } from "./position.js";

const SVG = "http://www.w3.org/2000/svg";
const LAYERS = /** @type {const} */ (["washes", "numbers", "ghosts", "pieces", "trails", "badges", "cursor"]);

/** @param {string} tag @param {Record<string, string | number>} [attrs] @returns {SVGElement} */
export function make(tag, attrs = {}) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attrs)) node.setAttribute(key, String(value));
  return node;
}

/** @param {Item} given @returns {SVGElement} */
function build(given) {
  const node = make(given.tag, given.attrs);
  if (given.text !== undefined) node.textContent = given.text;
  for (const child of given.children ?? []) node.append(build(child));
  return node;
}

/** @typedef {{ node: SVGElement, use: SVGElement, piece: string, gone: boolean }} Shown */

export class Picture {
  /** @param {string} url Address of the drawings. */
  constructor(url) {
    this.url = url;
    this.frame = document.createElement("div");
    this.plate = document.createElement("div");
    this.frame.className = "frame";
    this.plate.className = "plate";
    this.svg = make("svg", { class: "b", "aria-hidden": "true", focusable: "false" });
    this.ground = make("g", { class: "ground" });
    this.svg.append(this.ground);
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = make("g", { class: name });
      this.svg.append(this.layers[name]);
    }
    this.plate.append(this.svg);
    this.frame.append(this.plate);
    /** @type {Geometry | null} */
    this.board = null;
    /** @type {Color} */
    this.orientation = "white";
    /** @type {Map<number, Shown>} */
    this.shown = new Map();
    /** @type {string[]} */
    this.pieces = [];
    this.chess = false;
    this.pixels = 0;
    /** @type {Map<string, Map<string, SVGElement>>} */
    this.drawn = new Map();
    this.groundKey = "";
    this.labelKey = "";
  }

  /** Squares, lines and size of the picture. Returns whether anything changed. @param {Geometry} board @param {Color} orientation */
  setBoard(board, orientation) {
    const key = `${board.columns} ${board.rows} ${board.checkered} ${orientation} ${board.names.join()}`;
    if (key === this.groundKey) return false;
    const other = this.board !== board;
    this.groundKey = key;
    this.board = board;
    this.orientation = orientation;
    const width = board.columns * UNIT, height = board.rows * UNIT;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.plate.style.aspectRatio = `${board.columns} / ${board.rows}`;
    this.ground.replaceChildren(make("rect", { class: "sq-l", width, height }), make("path", { class: "sq-d", d: darkSquares(board, orientation) }));
    if (!board.checkered) this.ground.append(make("path", { class: "lines", d: gridLines(board) }));
    if (other) {
      this.layers.pieces.replaceChildren();
      this.shown.clear();
      this.pieces = board.names.map(() => ".");
    }
    for (const [index, entry] of this.shown) { stop(entry.node); this.place(entry.node, index); }
    return true;
  }

  /** Makes squares whole pixels wide. Returns the size of a square. @param {number} available Width of the element in pixels. @param {string} coordinates */
  resize(available, coordinates) {
    const { board } = this;
    if (!board || available <= 0) return this.pixels;
    const outside = coordinates === "outside";
    const margin = outside ? 22 : 0;
    this.pixels = Math.max(1, Math.floor((available - 2 * margin) / board.columns));
    this.plate.style.width = `${this.pixels * board.columns}px`;
    this.plate.style.height = `${this.pixels * board.rows}px`;
    this.frame.style.padding = outside ? `${margin}px 0` : "";
    this.frame.classList.toggle("tiny", this.pixels < 24);
    this.frame.classList.toggle("small", this.pixels < 40);
    this.svg.style.setProperty("--unit", String(UNIT / this.pixels));
    return this.pixels;
  }

  /** @param {string} coordinates */
  setLabels(coordinates) {
    const { board } = this;
    const key = `${this.groundKey} ${coordinates} ${this.pixels}`;
    if (!board || key === this.labelKey) return;
    this.labelKey = key;
    this.layers.numbers.replaceChildren(...labels(board, this.orientation, coordinates, this.pixels).map((label) => {
      const edge = label.outside ? (label.y < 0 ? " out top" : label.y > board.rows * UNIT ? " out low" : " out") : "";
      const node = make("text", { class: `n${label.dark ? " d" : ""}${edge}`, x: label.x, y: label.y, "text-anchor": label.anchor, "font-size": label.size });
      node.textContent = label.text;
      return node;
    }));
  }

  /** @param {SVGElement} node @param {number} index */
  place(node, index) {
    const point = this.corner(index);
    node.style.transform = translate(point.x, point.y);
  }

  /** Upper left corner of a square in units. @param {number} index */
  corner(index) {
    const place = this.board && seen(this.board, this.board.names[index], this.orientation);
    return place ? { x: place.column * UNIT, y: place.row * UNIT } : { x: 0, y: 0 };
  }

  /** @param {string} piece @returns {Shown} */
  create(piece) {
    const node = make("g", { class: "piece" });
    const use = make("use", { width: UNIT, height: UNIT });
    node.append(use);
    const entry = { node, use, piece: "", gone: false };
    this.dress(entry, piece);
    return entry;
  }

  /** @param {Shown} entry @param {string} piece */
  dress(entry, piece) {
    entry.piece = piece;
    const href = `${this.url}#${drawing(piece, this.chess)}`;
    if (entry.use.getAttribute("href") !== href) entry.use.setAttribute("href", href);
  }

  /**
   * Shows pieces where they stand now.
   * @param {View} view
   * @param {string} position
   * @param {number} duration For one hop; 0 moves at once.
   */
  setPieces(view, position, duration) {
    const { board } = this;
    if (!board) return;
    const chess = /[^.]/.test(position) ? isChess(position) : this.chess;
    if (chess !== this.chess) { this.chess = chess; for (const entry of this.shown.values()) this.dress(entry, entry.piece); }
    const route = view.route.flatMap((name) => board.places.get(name)?.index ?? []);
    const changes = difference(this.pieces, view.pieces, route, (a, b) => this.distance(a, b));
    const many = changes.moved.length + changes.added.length > 8;
    const time = many ? 0 : duration;
    const way = changes.moved[0] && changes.moved[0].route.length > 1 ? changes.moved[0].route.length - 1 : 1;
    const whole = slideTime(time, way);
    const old = new Map(this.shown);
    for (const index of changes.removed) {
      const entry = old.get(index);
      if (!entry) continue;
      this.shown.delete(index);
      const order = view.taken.indexOf(board.names[index]);
      leave(entry.node, whole, order >= 0 && view.taken.length === way ? (order + 0.5) / way : 0.6);
    }
    for (const { from } of changes.moved) this.shown.delete(from);
    for (const { from, to, route: steps } of changes.moved) {
      const entry = old.get(from);
      if (!entry) continue;
      const victim = this.shown.get(to);
      if (victim) leave(victim.node, whole, 0.6);
      this.shown.set(to, entry);
      const piece = view.pieces[to];
      entry.node.classList.remove("held");
      this.layers.pieces.append(entry.node);
      this.place(entry.node, to);
      entry.piece = piece;
      slide(entry.node, steps.map((index) => this.corner(index)), steps.length > 2 ? whole : time, () => this.dress(entry, entry.piece));
    }
    for (const index of changes.added) {
      const there = this.shown.get(index);
      if (there) { this.dress(there, view.pieces[index]); continue; }
      const entry = this.create(view.pieces[index]);
      this.place(entry.node, index);
      this.shown.set(index, entry);
      this.layers.pieces.append(entry.node);
      enter(entry.node, time);
    }
    this.pieces = [...view.pieces];
    const gone = new Set(view.jumped);
    for (const [index, entry] of this.shown) {
      const faded = gone.has(board.names[index]);
      if (faded !== entry.gone) { entry.gone = faded; entry.node.classList.toggle("gone", faded); }
    }
  }

  /** @param {number} a @param {number} b */
  distance(a, b) {
    const from = this.corner(a), to = this.corner(b);
    return Math.hypot(from.x - to.x, from.y - to.y);
  }

  /** @param {Layers} layers */
  setMarks(layers) {
    for (const [name, items] of Object.entries(layers)) {
      const layer = this.layers[name], before = this.drawn.get(name) ?? new Map(), after = new Map();
      /** @type {SVGElement | null} */
      let previous = null;
      for (const given of items) {
        let key = JSON.stringify(given);
        while (after.has(key)) key += "+";
        const node = before.get(key) ?? build(given);
        before.delete(key);
        after.set(key, node);
        const next = previous ? previous.nextSibling : layer.firstChild;
        if (next !== node) layer.insertBefore(node, next);
        previous = node;
      }
      for (const node of before.values()) node.remove();
      this.drawn.set(name, after);
    }
  }

  /** Lets a piece follow the pointer; under a finger it is larger and a little above. @param {number} index @param {number} x @param {number} y In units. @param {boolean} finger */
  drag(index, x, y, finger) {
    const entry = this.shown.get(index);
    if (!entry) return;
    if (!entry.node.classList.contains("held")) {
      stop(entry.node);
      entry.node.classList.add("held");
      this.svg.append(entry.node);
    }
    const grown = finger ? 1.5 : 1, left = x - (UNIT / 2) * grown, top = y - (UNIT / 2) * grown - (finger ? UNIT / 2 : 0);
    entry.node.style.transform = `${translate(left, top)}${finger ? ` scale(${grown})` : ""}`;
  }

  /** Puts a dragged piece back on its square. @param {number} index @param {number} duration */
  undrag(index, duration) {
    const entry = this.shown.get(index);
    if (!entry?.node.classList.contains("held")) return;
    entry.node.classList.remove("held");
    const found = /(-?[\d.]+)px, (-?[\d.]+)px/.exec(entry.node.style.transform);
    this.layers.pieces.append(entry.node);
    this.place(entry.node, index);
    if (found && duration > 0) slide(entry.node, [{ x: Number(found[1]), y: Number(found[2]) }, this.corner(index)], duration, () => {});
  }

  /** A point of the screen in units of the board. @param {number} clientX @param {number} clientY */
  point(clientX, clientY) {
    const box = this.svg.getBoundingClientRect(), columns = this.board?.columns ?? 1;
    const scale = (columns * UNIT) / (box.width || 1);
    return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
  }

  /** Middle of a square in pixels of the plate. @param {string} name */
  middle(name) {
    const point = this.board && center(this.board, name, this.orientation);
    return point ? { x: (point.x / UNIT) * this.pixels, y: (point.y / UNIT) * this.pixels } : { x: 0, y: 0 };
  }
}
