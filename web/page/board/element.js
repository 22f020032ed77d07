// @ts-check
// <damier-board>: attributes and properties in, events out. README.md describes them all.

/** @import { Effect, Input, Kind, Legal, Mark, State } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */
/** @import { Words } from "./words.js" */
import { reducedMotion } from "./animate.js";
import { Chooser } from "./chooser.js";
import { geometry, under } from "./geometry.js";
import { Grid } from "./grid.js";
import { canMove, canPlan, IDLE, isOwn, react, standing } from "./input.js";
import { keyAction } from "./keyboard.js";
import { draw, toggleShape } from "./marks.js";
import { sameMoves, step, targets } from "./moves.js";
import { listen } from "./pointer.js";
import { isChess, kingSquare, sideOf } from "./position.js";
import { Picture } from "./render.js";
import { Settings } from "./settings.js";
import { moveSentence, namer, sentence } from "./speech.js";
import { styles } from "./style.js";
import { view } from "./view.js";
import { ENGLISH, say } from "./words.js";

/** @type {Kind} */
const EMPTY = { columns: 8, rows: 8, checkered: true, squares: [] };

export class DamierBoard extends Settings {
  /** Address of the drawings of the pieces; set it before the first board is made to use other ones. */
  static pieces = new URL("../pieces.svg", import.meta.url).href;

  /** @type {Kind} */ #kind = EMPTY;
  /** @type {Geometry} */ #board = geometry(EMPTY);
  #position = "";
  /** @type {Legal[]} */ #legal = [];
  /** @type {{ path: string[], captured?: string[] } | null} */ #lastMove = null;
  /** @type {{ squares: string[], jumped: string[] } | null} */ #hops = null;
  /** @type {string | null} */ #check = null;
  /** @type {Mark[]} */ #marks = [];
  /** @type {Mark[]} */ #shapes = [];
  /** @type {Mark | null} */ #sketch = null;
  /** @type {Words} */ #words = ENGLISH;
  /** @type {State} */ #state = IDLE;
  /** @type {string | null} */ #cursor = null;
  /** @type {string | null} */ #over = null;
  #queued = false;
  #ready = false;
  #moved = false;
  #newHops = false;
  #quiet = true;
  #picture = new Picture(DamierBoard.pieces);
  #grid = new Grid();
  #chooser = new Chooser(this.#picture, (input) => this.#input(input));
  #hear = document.createElement("div");
  #watch = new ResizeObserver(() => this.#resize());

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [styles()];
    this.#hear.className = "hear";
    this.#hear.setAttribute("role", "status");
    root.append(this.#picture.frame);
    this.#listen();
  }

  connectedCallback() {
    this.#watch.observe(this);
    this.#schedule();
  }

  disconnectedCallback() { this.#watch.disconnect(); }

  attributeChangedCallback() { this.#schedule(); }

  // ---- data in ----

  get kind() { return this.#kind; }
  set kind(kind) {
    if (kind === this.#kind) return;
    this.#kind = kind ?? EMPTY;
    this.#board = geometry(this.#kind);
    this.#state = IDLE;
    this.#shapes = [];
    this.#quiet = true;
    this.#schedule();
  }

  get position() { return this.#position; }
  set position(text) {
    if (text !== this.#position) {
      this.#moved = true;
      if (this.#state.pending) this.#state = { ...this.#state, pending: null };
    }
    this.#position = text ?? "";
    this.#schedule();
  }

  get legal() { return this.#legal; }
  set legal(legal) {
    const list = legal ?? [];
    const same = sameMoves(list, this.#legal);
    this.#legal = list;
    if (!same && this.#state.pending) this.#state = { ...this.#state, pending: null };
    this.#schedule();
  }

  get lastMove() { return this.#lastMove; }
  set lastMove(move) { this.#lastMove = move ?? null; this.#schedule(); }

  get hops() { return this.#hops; }
  set hops(hops) {
    this.#newHops ||= hops?.squares.join() !== this.#hops?.squares.join();
    this.#hops = hops ?? null;
    this.#schedule();
  }

  /** Square of the king in check, or the color whose king it is. */
  get check() { return this.#check; }
  set check(check) { this.#check = check ?? null; this.#schedule(); }

  get marks() { return this.#marks; }
  set marks(marks) { this.#marks = marks ?? []; this.#schedule(); }

  /** Arrows and circles drawn by the player. */
  get shapes() { return this.#shapes; }
  set shapes(shapes) { this.#shapes = shapes ?? []; this.#schedule(); }

  get words() { return this.#words; }
  set words(words) { this.#words = { ...ENGLISH, ...words }; this.#schedule(); }

  /** The planned move, or null. */
  get plan() { return this.#state.plan; }

  /** The chosen square and the hops made so far. */
  get path() { return [...this.#state.path]; }

  // ---- methods ----

  /** The owner does not accept the move: the piece goes back. */
  reject() { this.#input({ type: "reject" }); }

  /** Drops what the player has begun: choice, hops, chosen piece. */
  cancel() {
    while (this.#state.choice || this.#state.path.length > 0) this.#input({ type: "escape" });
  }

  /** Removes the planned move. */
  unplan() { this.#input({ type: "unplan" }); }

  /** Presses a square, as a tap does. @param {string} square */
  press(square) { this.#flush(); this.#input({ type: "tap", square }); }

  /** Answers an open question, counted from 0. @param {number} index */
  choose(index) { this.#input({ type: "choose", index }); }

  /** Shows one path of an open question; -1 shows all. @param {number} index */
  preview(index) { this.#input({ type: "preview", index }); }

  /** Turns the board round. */
  flip() { this.setAttribute("orientation", this.orientation === "white" ? "black" : "white"); }

  /** Says something in the live region. @param {string} text */
  announce(text) {
    if (!text || !this.#emit("announce", { text }, true)) return;
    this.#hear.textContent = "";
    requestAnimationFrame(() => { this.#hear.textContent = text; });
  }

  /** Puts the keyboard cursor on a square. @param {FocusOptions & { square?: string }} [options] */
  focus(options) {
    this.#flush();
    this.#grid.focus(options?.square);
  }

  // ---- inside ----

  #schedule() {
    if (this.#queued || !this.isConnected) return;
    this.#queued = true;
    queueMicrotask(() => { if (this.#queued) this.#flush(); });
  }

  /** @param {string} square */
  #pieceAt = (square) => {
    const place = this.#board.places.get(square);
    return (place && this.#position[place.index]) ?? ".";
  };

  #data() {
    return { position: this.#position, legal: this.#legal, interactive: this.interactive, premove: this.premove, autoFinish: this.autoFinish, pieceAt: this.#pieceAt };
  }

  /** Applies all that was set since the last time, at once. */
  #flush() {
    this.#queued = false;
    const moved = this.#moved;
    this.#moved = false;
    if (moved) this.#shapes = [];
    this.#structure();
    const data = this.#data();
    const effects = this.#step({ type: "update" }, data);
    const hops = this.#hops?.squares ?? [];
    if (this.#newHops && hops.length > 0 && this.#state.path.length === 0 && !this.#state.pending && canMove(data)) {
      this.#state = { ...this.#state, path: [...hops], planning: false };
    }
    this.#newHops = false;
    this.#render(false);
    this.#send(effects);
    const last = this.#lastMove;
    if (moved && !this.#quiet && last) this.announce(moveSentence(this.#said(), this.#pieceAt(last.path[last.path.length - 1]), last));
    if (this.#position) this.#quiet = false;
  }

  /** Squares and buttons, when the kind of board or its orientation has changed. */
  #structure() {
    const changed = this.#picture.setBoard(this.#board, this.orientation);
    const { plate, frame } = this.#picture;
    if (this.viewOnly) {
      this.#grid.node.remove();
      this.#hear.remove();
      frame.setAttribute("role", "img");
      frame.setAttribute("aria-label", this.getAttribute("label") ?? this.#title());
    } else {
      if (changed || this.#grid.buttons.size === 0) this.#grid.build(this.#board, this.orientation);
      if (this.#grid.node.parentNode !== plate) {
        plate.append(this.#grid.node);
        frame.append(this.#hear);
        frame.removeAttribute("role");
        frame.removeAttribute("aria-label");
      }
      this.#grid.node.setAttribute("aria-label", this.getAttribute("label") ?? this.#title());
    }
    if (changed || !this.#ready) this.#resize(false);
  }

  #title() {
    return this.#kind.title ?? say(this.#words, "board", { columns: this.#board.columns, rows: this.#board.rows });
  }

  #resize(render = true) {
    this.#picture.resize(this.clientWidth, this.coordinates);
    this.#ready = this.clientWidth > 0;
    if (render) this.#render(true);
  }

  /** @param {Input} input @param {import("./input.js").Board} [data] */
  #step(input, data = this.#data()) {
    const [state, effects] = react(this.#state, input, data);
    this.#state = state;
    return effects;
  }

  /** @param {Input} input @param {boolean} [snap] Without animation, as after a drag. */
  #input(input, snap = false) {
    const effects = this.#step(input);
    this.#render(snap);
    this.#send(effects);
  }

  /** @param {Effect[]} effects */
  #send(effects) {
    for (const effect of effects) {
      this.announce(sentence(this.#said(), effect));
      const { type, ...detail } = effect;
      if (effect.type === "move" && effect.move) {
        const { id, text, path, captured, promotion } = effect.move;
        if (!this.#emit("move", { id, text, path, captured, promotion }, true)) this.#input({ type: "reject" });
      } else if (type === "choose" && effect.choice) {
        this.#emit("choose", { ...effect.choice }, false);
      } else {
        this.#emit(type, detail, false);
      }
    }
  }

  /** @param {string} type @param {unknown} detail @param {boolean} cancelable */
  #emit(type, detail, cancelable) {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable }));
  }

  #view() {
    return view({ position: this.#position, names: this.#board.names, indexOf: (name) => this.#board.places.get(name)?.index ?? -1, legal: this.#legal, hops: this.#hops, lastMove: this.#lastMove }, this.#state);
  }

  #said() {
    const now = this.#view(), data = this.#data();
    const shownAt = (/** @type {string} */ square) => now.pieces[this.#board.places.get(square)?.index ?? -1] ?? ".";
    return { words: this.#words, position: this.#position, pieceAt: shownAt, legal: canMove(data) ? this.#legal : [], state: this.#state, jumped: now.jumped, check: kingSquare(this.#check, this.#position, this.#board.names) };
  }

  /** @param {boolean} snap */
  #render(snap) {
    if (this.#board.names.length === 0) return;
    const now = this.#view(), data = this.#data(), said = this.#said(), may = canMove(data);
    const time = snap || this.#quiet || reducedMotion() ? 0 : this.animationDuration;
    const picture = this.#picture;
    picture.setLabels(this.viewOnly ? "off" : this.coordinates);
    picture.setPieces(now, this.#position, time);
    const chess = isChess(this.#position);
    const forced = this.hints && may && !chess && !this.edit && this.#legal.every((entry) => entry.captured.length > 0);
    const pixels = picture.pixels;
    picture.setMarks(draw({
      board: this.#board, orientation: this.orientation, state: this.#state, legal: said.legal, path: now.path, jumped: now.jumped,
      lastMove: this.#state.pending ?? this.#lastMove, check: this.#state.pending ? null : said.check, marks: [...this.#marks, ...this.#shapes, ...(this.#sketch ? [this.#sketch] : [])],
      cursor: this.#cursor, over: this.#over, must: forced ? [...new Set(this.#legal.map((entry) => entry.path[0]))] : [], hints: this.hints,
      occupied: (square) => said.pieceAt(square) !== ".", zoom: pixels < 34 ? 1.6 : pixels < 48 ? 1.35 : 1,
    }));
    if (this.viewOnly) return;
    const { hops, ends } = targets(said.legal, this.#state.path);
    const live = may || canPlan(data) || this.edit;
    const planning = this.#state.planning ? new Set(this.#board.names) : new Set([...hops, ...ends]);
    this.#grid.describe(namer(said), (square) => this.#own(square), planning, standing(this.#state));
    this.#grid.node.classList.toggle("live", live);
    this.#grid.node.style.touchAction = live ? "none" : "";
    const start = this.#state.choice?.options[0]?.path[0];
    const white = start === undefined || sideOf(this.#pieceAt(start), chess) === "white";
    if (this.#chooser.show(this.#state.choice, this.#words, white)) this.#grid.focus();
  }

  /** @param {string} square */
  #own(square) {
    if (this.edit) return this.#pieceAt(square) !== ".";
    const { path, pending } = this.#state;
    if (pending) return false;
    return path.length > 1 ? square === standing(this.#state) : isOwn(this.#data(), square);
  }

  #listen() {
    const { node } = this.#grid;
    listen(node, {
      locate: (event) => { const point = this.#picture.point(event.clientX, event.clientY); return { ...point, square: under(this.#board, point.x, point.y, this.orientation) }; },
      own: (square) => this.#own(square),
      goes: (square) => !this.#state.planning && this.#state.path.length > 0 && step(this.#legal, this.#state.path, square).kind !== "none",
      standing: () => standing(this.#state),
      press: (square) => { this.#grid.moveStop(square); if (!this.edit) this.#input({ type: "press", square }); },
      tap: (square) => { this.#grid.moveStop(square); if (this.edit) this.#emit("edit", { from: square, to: square }, false); else this.#input({ type: "tap", square }); },
      drag: (square, x, y, over, finger) => this.#drag(square, x, y, over, finger),
      drop: (from, to) => this.#drop(from, to),
      release: (from) => this.#drop(from, from),
      shape: (from, to, tone) => this.#shape(from, to, tone),
      sketch: (shape) => { this.#sketch = shape; this.#render(true); },
      clear: () => { if (this.#shapes.length > 0) { this.#shapes = []; this.#render(true); this.#emit("draw-shape", { shapes: [] }, false); } },
      drawable: () => !this.hasAttribute("no-drawing"),
    });
    node.addEventListener("keydown", (event) => this.#key(event));
    node.addEventListener("focusin", (event) => {
      const button = /** @type {HTMLElement} */ (event.target);
      const square = button.dataset.square ?? null;
      if (square) this.#grid.moveStop(square);
      this.#setCursor(button.matches(":focus-visible") ? square : null);
    });
    node.addEventListener("focusout", () => this.#setCursor(null));
  }

  /** @param {string | null} square */
  #setCursor(square) {
    if (square === this.#cursor) return;
    this.#cursor = square;
    this.#render(true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const square = /** @type {HTMLElement} */ (event.target).dataset.square;
    const action = square && keyAction(event, square, this.#board, this.orientation, this.#state);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.move) this.#grid.focus(action.move);
    if (action.input) this.#input(action.input);
  }

  /** @param {string} square @param {number} x @param {number} y @param {string | null} over @param {boolean} finger */
  #drag(square, x, y, over, finger) {
    const index = this.#board.places.get(square)?.index ?? -1;
    this.#picture.drag(index, x, y, finger);
    this.#grid.node.classList.add("held");
    const { hops, ends } = targets(this.#legal, this.#state.path);
    const shows = over !== null && over !== square && (this.edit || this.#state.planning || hops.has(over) || ends.has(over)) ? over : null;
    if (shows !== this.#over) { this.#over = shows; this.#render(true); }
  }

  /** @param {string} from @param {string | null} to */
  #drop(from, to) {
    this.#over = null;
    this.#grid.node.classList.remove("held");
    if (this.edit) this.#emit("edit", { from, to }, false);
    else this.#input(to === null ? { type: "drop" } : { type: "drop", square: to }, true);
    this.#picture.undrag(this.#board.places.get(from)?.index ?? -1, reducedMotion() ? 0 : this.animationDuration);
  }

  /** Draws a shape, or removes the same one. @param {string} from @param {string} to @param {string} tone */
  #shape(from, to, tone) {
    if (this.#state.plan) { this.unplan(); return; }
    this.#shapes = toggleShape(this.#shapes, from, to, tone);
    this.#render(true);
    this.#emit("draw-shape", { shapes: this.#shapes }, false);
  }
}
