// @ts-check
// Everything drawn around the pieces, as plain items for the layers of the board. Pure.
// Each state has a shape of its own, so that no mark is told by color alone.

/** @import { Color, Choice, Legal, Mark, State } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */
import { center, seen, UNIT } from "./geometry.js";
import { differing, targets } from "./moves.js";

/**
 * @typedef {object} Item A node to draw.
 * @property {string} tag
 * @property {Record<string, string | number>} attrs
 * @property {Item[]} [children]
 * @property {string} [text]
 */

/** @typedef {{ washes: Item[], ghosts: Item[], trails: Item[], badges: Item[], cursor: Item[] }} Layers */

/**
 * @typedef {object} Scene
 * @property {Geometry} board
 * @property {Color} orientation
 * @property {State} state
 * @property {Legal[]} legal Empty unless the player may move.
 * @property {string[]} path The move under way.
 * @property {string[]} jumped
 * @property {{ path: string[] } | null} lastMove
 * @property {string | null} check
 * @property {Mark[]} marks
 * @property {string | null} cursor
 * @property {string | null} over Square under a dragged piece.
 * @property {string[]} must Pieces that must capture.
 * @property {boolean} hints Show where the chosen piece can go.
 * @property {(square: string) => boolean} occupied
 * @property {number} zoom Badges grow on small squares.
 */

/** @param {string} tag @param {Record<string, string | number>} attrs @param {Item[]} [children] @param {string} [text] @returns {Item} */
const item = (tag, attrs, children, text) => ({ tag, attrs, ...(children && { children }), ...(text !== undefined && { text }) });
const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** @param {Scene} scene @returns {Layers} */
export function draw(scene) {
  /** @type {Layers} */
  const layers = { washes: [], ghosts: [], trails: [], badges: [], cursor: [] };
  last(scene, layers);
  chosen(scene, layers);
  planned(scene, layers);
  checked(scene, layers);
  given(scene, layers);
  if (scene.state.choice?.about === "path") routes(scene, scene.state.choice, layers);
  else underWay(scene, layers);
  hints(scene, layers);
  if (scene.cursor) cursor(scene, scene.cursor, layers);
  return layers;
}

/** @param {Scene} scene @param {string} name @param {string} kind @param {number} [inset] @returns {Item[]} */
function square(scene, name, kind, inset = 3) {
  const place = seen(scene.board, name, scene.orientation);
  if (!place) return [];
  const size = UNIT - 2 * inset;
  return [item("rect", { class: kind, x: place.column * UNIT + inset, y: place.row * UNIT + inset, width: size, height: size })];
}

/** @param {Scene} scene @param {string} name @param {string} kind @param {number} r @returns {Item[]} */
function circle(scene, name, kind, r) {
  const point = center(scene.board, name, scene.orientation);
  return point ? [item("circle", { class: kind, cx: point.x, cy: point.y, r })] : [];
}

/** @param {Scene} scene @param {string} name @param {string | number} text @param {string} tone @param {boolean} corner @returns {Item[]} */
function badge(scene, name, text, tone, corner) {
  const place = seen(scene.board, name, scene.orientation);
  if (!place) return [];
  const r = (corner ? 17 : 20) * scene.zoom, label = String(text);
  // A badge in a corner stays whole at the rim of the board.
  const right = (place.column + 1) * UNIT, top = place.row * UNIT;
  const x = corner ? Math.min(right - 14, scene.board.columns * UNIT - r - 3) : right - UNIT / 2;
  const y = corner ? Math.max(top + 17, r + 3) : top + UNIT / 2;
  const size = round((corner ? 22 : 26) * scene.zoom * (label.length > 1 ? 0.8 : 1));
  return [item("g", { class: `badge ${tone}` }, [
    item("circle", { cx: x, cy: y, r: round(r) }),
    item("text", { x, y: round(y + size * 0.355), "font-size": size }, undefined, label),
  ])];
}

/** @param {Scene} scene @param {Layers} layers */
function last(scene, { washes }) {
  const path = scene.lastMove?.path;
  if (!path || path.length < 2) return;
  const from = path[0], to = path[path.length - 1];
  for (const name of new Set([from, to])) washes.push(...square(scene, name, "last", 0));
  const place = seen(scene.board, from, scene.orientation);
  if (!place) return;
  const x = place.column * UNIT, y = place.row * UNIT;
  washes.push(item("path", { class: "tick", d: `M${x + 76} ${y + 4}H${x + 96}V${y + 24}M${x + 24} ${y + 96}H${x + 4}V${y + 76}` }));
}

/** @param {Scene} scene @param {Layers} layers */
function chosen(scene, { washes }) {
  const { path, pending } = scene.state;
  if (path.length > 0) washes.push(...square(scene, path[path.length - 1], "sel"));
  else if (!pending && scene.path.length > 1) washes.push(...square(scene, scene.path[scene.path.length - 1], "sel"));
  if (scene.over) washes.push(...square(scene, scene.over, "over"));
  if (path.length === 0 && !pending) for (const name of scene.must) washes.push(...circle(scene, name, "must-h", 45), ...circle(scene, name, "must", 45));
}

/** @param {Scene} scene @param {Layers} layers */
function planned(scene, { washes, trails, badges }) {
  const { plan } = scene.state;
  if (!plan) return;
  for (const name of [plan.from, plan.to]) {
    const place = seen(scene.board, name, scene.orientation);
    if (place) washes.push(item("path", { class: "hatch", d: hatch(place.column * UNIT, place.row * UNIT) }));
    washes.push(...square(scene, name, "pre"));
  }
  trails.push(...arrow(scene, [plan.from, plan.to], "plan", 40));
  if (plan.promotion) badges.push(...badge(scene, plan.to, letterOf(plan.promotion), "", true));
}

/** @param {string} promotion */
const letterOf = (promotion) => (promotion === "knight" ? "N" : promotion.charAt(0).toUpperCase());

/** Slanted lines in a square. @param {number} x @param {number} y */
function hatch(x, y) {
  let path = "";
  for (let at = 20; at < 200; at += 22) {
    const low = Math.min(at, 97), start = Math.max(3, at - 97);
    path += `M${x + start} ${y + at - start}L${x + low} ${y + Math.max(3, at - low)}`;
  }
  return path;
}

/** @param {Scene} scene @param {Layers} layers */
function checked(scene, { washes, badges }) {
  if (!scene.check) return;
  washes.push(...square(scene, scene.check, "check-sq"));
  badges.push(...badge(scene, scene.check, "!", "bad", true));
}

/** What the owner and the player have drawn. @param {Scene} scene @param {Layers} layers */
function given(scene, { washes, trails, badges }) {
  for (const mark of scene.marks) {
    const tone = mark.tone ?? "";
    if (mark.type === "arrow") {
      const path = mark.path ?? [mark.from ?? "", mark.to ?? ""];
      trails.push(...arrow(scene, path, `arrow ${tone}`, 34));
      if (mark.label !== undefined) badges.push(...badge(scene, path[path.length - 1], mark.label, tone, true));
    } else if (mark.type === "circle" && mark.square) {
      trails.push(...circle(scene, mark.square, "ring-h", 44), ...circle(scene, mark.square, `ring ${tone}`, 44));
    } else if (mark.square) {
      washes.push(...square(scene, mark.square, `${tone === "bad" ? "bad-sq" : "note-sq"}`));
      if (mark.label !== undefined) badges.push(...badge(scene, mark.square, mark.label, tone === "bad" ? "bad" : "", true));
    }
  }
}

/** An arrow along squares; it begins a little away from the middle of its first square. @param {Scene} scene @param {string[]} path @param {string} kind @param {number} gap @returns {Item[]} */
function arrow(scene, path, kind, gap) {
  const points = path.flatMap((name) => center(scene.board, name, scene.orientation) ?? []);
  if (points.length < 2) return [];
  const wide = kind.startsWith("arrow") ? (/alt/.test(kind) ? 20 : 27) : 20, long = wide * 1.5;
  const tip = points[points.length - 1], before = points[points.length - 2];
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const ux = (tip.x - before.x) / length, uy = (tip.y - before.y) / length;
  const neck = { x: tip.x - ux * (long - 6), y: tip.y - uy * (long - 6) };
  const first = points[1], dx = first.x - points[0].x, dy = first.y - points[0].y, away = Math.hypot(dx, dy) || 1;
  const start = { x: points[0].x + (dx / away) * gap, y: points[0].y + (dy / away) * gap };
  const line = `M${[start, ...points.slice(1, -1), neck].map((point) => `${round(point.x)} ${round(point.y)}`).join("L")}`;
  const base = { x: tip.x - ux * long, y: tip.y - uy * long };
  const head = `M${round(tip.x)} ${round(tip.y)}L${round(base.x - uy * wide)} ${round(base.y + ux * wide)}L${round(base.x + uy * wide)} ${round(base.y - ux * wide)}Z`;
  return [item("g", { class: kind }, [item("path", { class: "shaft", d: line }), item("path", { class: "head", d: head })])];
}

/** A route as a line; it ends before the piece that stands at its end. @param {Scene} scene @param {string[]} path @param {string} tone @param {number} short @param {{ gap: number, aside: number }} [start] @returns {Item[]} */
function trail(scene, path, tone, short, { gap, aside } = { gap: 0, aside: 0 }) {
  const points = path.flatMap((name) => center(scene.board, name, scene.orientation) ?? []);
  if (points.length < 2) return [];
  const end = points[points.length - 1], before = points[points.length - 2];
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [first, second] = points, way = Math.hypot(second.x - first.x, second.y - first.y) || 1;
  points[0] = { x: first.x + ((second.x - first.x) / way) * gap, y: first.y + ((second.y - first.y) / way) * gap };
  points[points.length - 1] = { x: end.x - ((end.x - before.x) / length) * short, y: end.y - ((end.y - before.y) / length) * short };
  const d = `M${points.map((point) => `${round(point.x + aside)} ${round(point.y)}`).join("L")}`;
  return [item("path", { class: "trail-h", d }), item("path", { class: `trail ${tone}`, d })];
}

/** @param {Scene} scene @param {string} name @returns {Item[]} */
function cross(scene, name) {
  const point = center(scene.board, name, scene.orientation);
  if (!point) return [];
  const { x, y } = point, d = `M${x - 19} ${y - 19}L${x + 19} ${y + 19}M${x + 19} ${y - 19}L${x - 19} ${y + 19}`;
  return [item("path", { class: "cross-h", d }), item("path", { class: "cross", d })];
}

/** The capture under way: where it began, its line, numbered turns, crossed pieces. @param {Scene} scene @param {Layers} layers */
function underWay(scene, { ghosts, trails, badges }) {
  const { path } = scene;
  for (const name of scene.jumped) trails.push(...cross(scene, name));
  if (path.length < 2 || (scene.state.pending && scene.jumped.length === 0)) return;
  ghosts.push(...circle(scene, path[0], "ghost", 36));
  trails.unshift(...trail(scene, path, "", 44));
  path.slice(1, -1).forEach((name, place) => badges.push(...badge(scene, name, place + 1, "", false)));
}

/** Several captures to choose from. @param {Scene} scene @param {Choice} choice @param {Layers} layers */
function routes(scene, choice, { washes, trails, badges }) {
  const tones = ["", "alt", "third"], own = differing(choice.options), one = choice.active >= 0;
  // The chosen path is drawn last, over the faint others.
  const order = choice.options.map((_, place) => place).sort((a, b) => Number(a === choice.active) - Number(b === choice.active));
  for (const place of order) {
    const entry = choice.options[place], faint = one && place !== choice.active;
    const tone = tones[place % tones.length], spot = own[place][0] ?? entry.path[1];
    const lines = trail(scene, entry.path, tone, 0, { gap: 42, aside: one ? 0 : place * 9 - 4 });
    trails.push(...(faint ? [item("g", { class: "faint" }, lines)] : lines));
    if (!faint) for (const name of entry.captured) if (name !== spot) trails.push(...cross(scene, name));
    badges.push(...badge(scene, spot, place + 1, faint ? `${tone} faint` : tone, false));
  }
  washes.push(...square(scene, choice.square, "sel"));
}

/** Where the chosen piece can go, and what it can take. @param {Scene} scene @param {Layers} layers */
function hints(scene, { trails }) {
  const { path, choice, pending, planning } = scene.state;
  if (!scene.hints || path.length === 0 || choice || pending || planning) return;
  const { hops, ends, taken } = targets(scene.legal, path);
  for (const name of taken) if (scene.occupied(name)) trails.push(...circle(scene, name, "ring-h", 45), ...circle(scene, name, "ring", 45));
  for (const name of hops) {
    if (!scene.occupied(name)) trails.push(...circle(scene, name, "dot", 19), ...circle(scene, name, "dot-in", 5));
    else if (!taken.has(name)) trails.push(...circle(scene, name, "ring-h", 45), ...circle(scene, name, "ring", 45));
  }
  for (const name of ends) if (!hops.has(name) && !scene.occupied(name)) trails.push(...circle(scene, name, "end-h", 15), ...circle(scene, name, "end", 15));
}

/** @param {Scene} scene @param {string} name @param {Layers} layers */
function cursor(scene, name, layers) {
  layers.cursor.push(...square(scene, name, "cur-h", 6), ...square(scene, name, "cur", 6));
}

/** Adds a shape drawn by the player, or removes the same one. @param {Mark[]} shapes @param {string} from @param {string} to @param {string} tone @returns {Mark[]} */
export function toggleShape(shapes, from, to, tone) {
  /** @type {Mark} */
  const shape = from === to ? { type: "circle", square: from, tone } : { type: "arrow", from, to, tone };
  const isSame = (/** @type {Mark} */ other) => other.type === shape.type && other.from === shape.from && other.to === shape.to && other.square === shape.square;
  const kept = shapes.filter((other) => !isSame(other));
  return shapes.some((other) => isSame(other) && other.tone === tone) ? kept : [...kept, shape];
}
