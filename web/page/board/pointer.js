// @ts-check
// Mouse, pen and touch as Pointer Events: turns them into inputs of the board and into drawn shapes.

/** @import { Mark } from "./types.js" */

/**
 * @typedef {object} Hand What the element offers to the pointer.
 * @property {(event: { clientX: number, clientY: number }) => { x: number, y: number, square: string | null }} locate
 * @property {(square: string) => boolean} own May this piece be taken up?
 * @property {(square: string) => boolean} goes Does pressing it go on with the move?
 * @property {() => string | null} standing
 * @property {(square: string) => void} press
 * @property {(square: string) => void} tap
 * @property {(square: string, x: number, y: number, over: string | null, finger: boolean) => void} drag
 * @property {(from: string, to: string | null) => void} drop
 * @property {(from: string) => void} release Puts a dragged piece back.
 * @property {(from: string, to: string, tone: string) => void} shape
 * @property {(shape: Mark | null) => void} sketch Shows a shape while it is drawn.
 * @property {() => void} clear
 * @property {() => boolean} drawable
 */

const THRESHOLD = 4;

/** Colors by modifier: none, Shift, Alt, both. @param {{ shiftKey: boolean, ctrlKey: boolean, altKey: boolean }} event */
export function toneOf(event) {
  const shift = event.shiftKey || event.ctrlKey;
  return shift && event.altKey ? "note" : shift ? "bad" : event.altKey ? "alt" : "plain";
}

/**
 * @param {HTMLElement} node
 * @param {Hand} hand
 */
export function listen(node, hand) {
  /** @type {null | { id: number, from: string | null, x: number, y: number, was: boolean, moving: boolean, drawing: boolean, tone: string, lifted: boolean }} */
  let now = null;
  let handled = false;
  let frame = 0;

  node.addEventListener("pointerdown", (event) => {
    if (now) return;
    handled = false;
    const { square } = hand.locate(event);
    const drawing = event.button === 2 && hand.drawable();
    if (event.button !== 0 && !drawing) return;
    const lift = !drawing && square !== null && (square === hand.standing() || (hand.own(square) && !hand.goes(square)));
    now = { id: event.pointerId, from: square, x: event.clientX, y: event.clientY, was: square === hand.standing(), moving: false, drawing, tone: toneOf(event), lifted: lift };
    node.setPointerCapture(event.pointerId);
    if (drawing) { event.preventDefault(); return; }
    hand.clear();
    if (lift && square !== null) hand.press(square);
  });

  node.addEventListener("pointermove", (event) => {
    if (!now || event.pointerId !== now.id) return;
    const far = Math.hypot(event.clientX - now.x, event.clientY - now.y) > THRESHOLD;
    if (!far && !now.moving) return;
    if (now.from === null) return;
    if (now.drawing) {
      const { square } = hand.locate(event);
      hand.sketch(square && square !== now.from ? { type: "arrow", from: now.from, to: square, tone: now.tone } : { type: "circle", square: now.from, tone: now.tone });
      now.moving = true;
      return;
    }
    if (!now.lifted) return;
    now.moving = true;
    const { clientX, clientY } = event, { from } = now, finger = event.pointerType === "touch";
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const { x, y, square } = hand.locate({ clientX, clientY });
      hand.drag(from, x, y, square, finger);
    });
  });

  /** @param {PointerEvent} event @param {boolean} lost */
  const end = (event, lost) => {
    if (!now || event.pointerId !== now.id) return;
    const was = now, { square } = hand.locate(event);
    now = null;
    cancelAnimationFrame(frame);
    handled = true;
    if (was.drawing) {
      hand.sketch(null);
      if (!lost && was.from && square) hand.shape(was.from, square, was.tone);
    } else if (lost) {
      if (was.moving && was.from) hand.release(was.from);
    } else if (was.moving && was.from) {
      hand.drop(was.from, square);
    } else if (square !== null && square === was.from && (was.was || !was.lifted)) {
      hand.tap(square);
    }
  };
  node.addEventListener("pointerup", (event) => end(event, false));
  node.addEventListener("pointercancel", (event) => end(event, true));
  node.addEventListener("contextmenu", (event) => { if (hand.drawable()) event.preventDefault(); });

  // Enter, Space and screen readers press the button itself, without a pointer before.
  node.addEventListener("click", (event) => {
    const skip = handled && event.detail > 0;
    handled = false;
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const square = button?.dataset.square;
    if (!skip && square) hand.tap(square);
  });
}
