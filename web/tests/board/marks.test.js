import assert from "node:assert/strict";
import test from "node:test";
import { KINDS } from "../../page/board/examples.js";
import { geometry } from "../../page/board/geometry.js";
import { IDLE } from "../../page/board/input.js";
import { draw, toggleShape } from "../../page/board/marks.js";
import { FIXTURES } from "./helpers.js";

const legal = FIXTURES["two-captures"].legal;

function scene(changes = {}) {
  return {
    board: geometry(KINDS.international), orientation: "white", state: IDLE, legal, path: [], jumped: [], lastMove: null, check: null,
    marks: [], cursor: null, over: null, must: [], hints: true, occupied: (square) => ["4", "13", "20", "32", "37"].includes(square), zoom: 1, ...changes,
  };
}

/** Classes of all items of all layers. */
function classes(layers) {
  const all = (items) => items.flatMap((item) => [...String(item.attrs.class ?? "").split(" "), ...all(item.children ?? [])]);
  return new Set(Object.values(layers).flatMap(all));
}

test("an idle board draws nothing", () => {
  assert.deepEqual(draw(scene()), { washes: [], ghosts: [], trails: [], badges: [], cursor: [] });
});

test("every state has a shape besides its color", () => {
  const has = (changes, ...names) => { const found = classes(draw(scene(changes))); for (const name of names) assert.ok(found.has(name), `${name} in ${[...found]}`); };
  has({ lastMove: { path: ["12", "18"] } }, "last", "tick");
  has({ state: { ...IDLE, path: ["4"] }, path: ["4"] }, "sel", "dot", "dot-in", "ring", "end");
  has({ state: { ...IDLE, path: ["4", "27"] }, path: ["4", "27"], jumped: ["13"] }, "cross", "trail", "ghost");
  has({ check: "4" }, "check-sq", "badge");
  has({ state: { ...IDLE, plan: { from: "13", to: "19" } } }, "pre", "hatch", "plan");
  has({ marks: [{ type: "square", square: "4", tone: "bad", label: 1 }] }, "bad-sq", "badge");
  has({ marks: [{ type: "arrow", from: "4", to: "15", label: 1 }] }, "arrow", "head", "badge");
  has({ must: ["4"] }, "must");
  has({ cursor: "4" }, "cur", "cur-h");
});

test("two captures are two lines with numbers on the men that differ", () => {
  const choice = { about: "path", square: "15", options: legal, active: -1 };
  const layers = draw(scene({ state: { ...IDLE, path: ["4"], choice }, path: ["4"] }));
  assert.deepEqual(layers.badges.map((badge) => badge.children[1].text), ["1", "2"]);
  assert.ok(classes(layers).has("alt"));
  const one = draw(scene({ state: { ...IDLE, path: ["4"], choice: { ...choice, active: 0 } }, path: ["4"] }));
  assert.ok(classes(one).has("faint"));
});

test("turning squares are numbered", () => {
  const path = ["4", "27", "38", "15"];
  const layers = draw(scene({ path, state: { ...IDLE, pending: legal[0] }, jumped: ["13", "32", "20"] }));
  assert.deepEqual(layers.badges.map((badge) => badge.children[1].text), ["1", "2"]);
});

test("badges at the rim stay on the board", () => {
  for (const square of ["5", "1", "50"]) {
    const [badge] = draw(scene({ check: square, zoom: 1.6 })).badges;
    const { cx, cy, r } = badge.children[0].attrs;
    assert.ok(cx + r <= 1000 && cy - r >= 0, square);
  }
});

test("unknown squares are left out", () => {
  assert.deepEqual(draw(scene({ marks: [{ type: "arrow", from: "99", to: "4" }, { type: "circle", square: "x" }], check: "77" })).badges, []);
});

test("drawing a shape again removes it, another tone replaces it", () => {
  let shapes = toggleShape([], "4", "15", "plain");
  assert.equal(shapes.length, 1);
  shapes = toggleShape(shapes, "4", "15", "bad");
  assert.deepEqual(shapes.map((shape) => shape.tone), ["bad"]);
  assert.deepEqual(toggleShape(shapes, "4", "15", "bad"), []);
  assert.equal(toggleShape([], "4", "4", "plain")[0].type, "circle");
});
