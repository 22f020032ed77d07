// @ts-check
// The questions over the board: which piece, which capture. Nodes only; answers go to `input`.

/** @import { Choice, Input, Legal } from "./types.js" */
/** @import { Picture } from "./render.js" */
/** @import { Words } from "./words.js" */
import { seen } from "./geometry.js";
import { drawing } from "./position.js";
import { make } from "./render.js";
import { say } from "./words.js";

const KEYS = { queen: "Q", rook: "R", bishop: "B", knight: "N", king: "K" };

export class Chooser {
  /** @param {Picture} picture @param {(input: Input) => void} input */
  constructor(picture, input) {
    this.picture = picture;
    this.input = input;
    /** @type {HTMLElement | null} */
    this.node = null;
    /** @type {Legal[] | null} */
    this.options = null;
    /** The size of a square when it was built: pieces to choose from are as large as those on the board. */
    this.pixels = 0;
  }

  /** Shows the question, or closes it. Returns whether it was closed just now. @param {Choice | null} choice @param {Words} words @param {boolean} white */
  show(choice, words, white) {
    const { pixels } = this.picture;
    if ((choice?.options ?? null) === this.options && pixels === this.pixels) return false;
    this.pixels = pixels;
    const closed = this.node !== null && choice === null;
    this.node?.remove();
    this.node = null;
    this.options = choice?.options ?? null;
    if (!choice) return closed;
    const node = choice.about === "promotion" ? this.promotion(choice, words, white) : this.paths(choice, words);
    this.picture.plate.append(node);
    // All paths are shown until the reader turns to one of them.
    node.querySelector("button")?.focus({ preventScroll: true });
    this.node = node;
    return false;
  }

  /** @param {string} kind @param {string} label */
  panel(kind, label) {
    const node = document.createElement("div");
    node.className = `ask ${kind}`;
    node.setAttribute("role", "dialog");
    node.setAttribute("aria-label", label);
    node.addEventListener("keydown", (event) => this.key(event));
    return node;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const role = Object.entries(KEYS).find(([, letter]) => letter === event.key.toUpperCase())?.[0];
    const buttons = [...(this.node?.querySelectorAll("button") ?? [])];
    const root = /** @type {ShadowRoot | null} */ (this.node?.getRootNode());
    const now = buttons.indexOf(/** @type {HTMLButtonElement} */ (root?.activeElement));
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.input({ type: "escape" });
    else if (/^[1-9]$/.test(event.key)) this.input({ type: "choose", index: Number(event.key) - 1 });
    else if (event.key === "ArrowDown" || event.key === "ArrowRight") buttons[(now + 1) % buttons.length]?.focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") buttons[(now + buttons.length - 1) % buttons.length]?.focus();
    else if (event.key === "Tab") buttons[(now + (event.shiftKey ? buttons.length - 1 : 1)) % buttons.length]?.focus();
    else if (role && this.options?.some((entry) => entry.promotion === role)) this.input({ type: "role", promotion: role });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} kind @param {Input} input @param {string} label */
  button(kind, input, label) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = kind;
    if (label) button.setAttribute("aria-label", label);
    button.addEventListener("click", () => this.input(input));
    return button;
  }

  /** Pieces on the target square, towards the middle of the board. @param {Choice} choice @param {Words} words @param {boolean} white */
  promotion(choice, words, white) {
    const { picture } = this, node = this.panel("promo", say(words, "which-piece"));
    const side = Math.max(picture.pixels, 44), middle = picture.middle(choice.square);
    const width = picture.pixels * (picture.board?.columns ?? 1);
    const place = picture.board && seen(picture.board, choice.square, picture.orientation);
    const top = (place?.row ?? 0) < (picture.board?.rows ?? 0) / 2;
    node.classList.toggle("narrow", side < 60);
    node.style.width = `${side}px`;
    node.style.left = `${Math.min(Math.max(0, middle.x - side / 2), width - side)}px`;
    if (top) node.style.top = `${middle.y - picture.pixels / 2}px`;
    else node.style.bottom = `${picture.pixels * (picture.board?.rows ?? 1) - middle.y - picture.pixels / 2}px`;
    const buttons = choice.options.map((entry, index) => {
      const role = entry.promotion ?? "queen", letter = KEYS[/** @type {keyof typeof KEYS} */ (role)] ?? "";
      const button = this.button("", { type: "choose", index }, say(words, role));
      const picked = make("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
      const piece = white ? letter : letter.toLowerCase();
      picked.append(make("use", { width: 100, height: 100, href: `${picture.url}#${drawing(piece, true)}` }));
      const hint = document.createElement("kbd");
      hint.textContent = letter;
      hint.setAttribute("aria-hidden", "true");
      button.style.height = `${side}px`;
      button.append(picked, hint);
      return button;
    });
    const no = this.button("no", { type: "escape" }, say(words, "cancel"));
    no.textContent = "×";
    // The first piece lies on the target square, also at the foot of the board; Tab follows the eye.
    node.append(...(top ? [...buttons, no] : [no, ...buttons.reverse()]));
    if (!top) queueMicrotask(() => buttons[buttons.length - 1]?.focus({ preventScroll: true }));
    return node;
  }

  /** Do the captures lie mostly in the upper half of the board? @param {Choice} choice */
  isHigh(choice) {
    const { board, orientation } = this.picture;
    if (!board) return false;
    const rows = choice.options.flatMap((entry) => [...entry.captured, ...entry.path]).map((name) => seen(board, name, orientation)?.row ?? 0);
    return rows.reduce((sum, row) => sum + row, 0) / rows.length < (board.rows - 1) / 2;
  }

  /** Numbered captures, in the half of the board that they use less. @param {Choice} choice @param {Words} words */
  paths(choice, words) {
    const { picture } = this, node = this.panel("paths", say(words, "which-capture"));
    node.classList.add(this.isHigh(choice) ? "low" : "top");
    const title = document.createElement("b");
    title.className = "title";
    title.textContent = say(words, "which-capture");
    const buttons = choice.options.map((entry, index) => {
      const button = this.button("", { type: "choose", index }, "");
      const number = document.createElement("i"), text = document.createElement("span"), taken = document.createElement("small");
      number.className = ["", "alt", "third"][index % 3];
      number.textContent = String(index + 1);
      text.textContent = entry.text;
      taken.textContent = entry.captured.length > 0 ? say(words, "takes-list", { squares: entry.captured.join(", ") }) : entry.path.join(" ");
      button.append(number, text, taken);
      const preview = () => this.input({ type: "preview", index });
      button.addEventListener("focus", () => { if (this.node && button.matches(":focus-visible")) preview(); });
      button.addEventListener("pointerenter", preview);
      button.addEventListener("pointerleave", () => this.input({ type: "preview", index: -1 }));
      return button;
    });
    const no = this.button("no", { type: "escape" }, "");
    no.textContent = say(words, "cancel");
    no.addEventListener("focus", () => this.input({ type: "preview", index: -1 }));
    node.append(title, ...buttons, no);
    return node;
  }
}
