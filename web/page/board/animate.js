// @ts-check
// Slides and fades by the Web Animations API. A duration of 0 places things at once.

/** @param {number} x @param {number} y */
export const translate = (x, y) => `translate(${x}px, ${y}px)`;

const EASE = "cubic-bezier(.2, .7, .3, 1)";

/** Does the reader of the page want no motion? */
export function reducedMotion() {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Time for a slide over several hops: later hops are a little quicker, and the whole has a limit. @param {number} duration @param {number} hops */
export function slideTime(duration, hops) {
  return hops <= 1 ? duration : Math.min(duration * (1 + (hops - 1) * 0.9), duration * 6);
}

/**
 * Moves a node along points, one after the other.
 * @param {SVGElement} node
 * @param {{ x: number, y: number }[]} points
 * @param {number} duration For the whole way.
 * @param {() => void} done
 */
export function slide(node, points, duration, done) {
  stop(node);
  if (duration <= 0 || points.length < 2) { done(); return; }
  const easing = points.length > 2 ? "ease-in-out" : EASE;
  const animation = node.animate(points.map((point) => ({ transform: translate(point.x, point.y), easing })), { duration });
  animation.onfinish = done;
}

/**
 * Takes a captured piece away: half-faded once it is jumped, gone at the end.
 * @param {SVGElement} node
 * @param {number} duration
 * @param {number} when Part of the duration after which it is jumped, 0 to 1.
 */
export function leave(node, duration, when) {
  stop(node);
  if (duration <= 0) { node.remove(); return; }
  const from = getComputedStyle(node).opacity, part = Math.min(Math.max(when, 0), 0.9);
  const frames = [{ opacity: from, offset: 0 }, { opacity: from, offset: part }, { opacity: Math.min(Number(from), 0.38), offset: Math.min(part + 0.08, 0.95) }, { opacity: 0, offset: 1 }];
  const animation = node.animate(frames, { duration });
  animation.onfinish = () => node.remove();
}

/** @param {SVGElement} node @param {number} duration */
export function enter(node, duration) {
  if (duration > 0) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration });
}

/** @param {SVGElement} node */
export function stop(node) {
  for (const animation of node.getAnimations()) animation.cancel();
}
