import assert from "node:assert/strict";
import test from "node:test";
import { countMoves, differing, jumped, oneEach, planned, starting, step, targets } from "../../page/board/moves.js";
import { FIXTURES } from "./helpers.js";

const of = (name) => FIXTURES[name].legal;

test("routes are found by their beginning", () => {
  assert.equal(starting(of("two-captures"), ["4"]).length, 2);
  assert.equal(starting(of("two-captures"), ["4", "31"]).length, 1);
  assert.equal(starting(of("two-captures"), ["5"]).length, 0);
});

test("targets are next squares, last squares and pieces to be taken", () => {
  const found = targets(of("two-captures"), ["4"]);
  assert.deepEqual([...found.hops], ["27", "31"]);
  assert.deepEqual([...found.ends], ["15"]);
  assert.deepEqual([...found.taken], ["13"]);
  assert.equal(targets(of("two-captures"), []).hops.size, 0);
});

test("jumped pieces are those of the hops made", () => {
  assert.deepEqual(jumped(of("two-captures"), ["4", "27", "38"]), ["13", "32"]);
  assert.deepEqual(jumped(of("circle"), ["19", "30", "43"]), ["24", "34"]);
  assert.deepEqual(jumped(of("start"), ["32"]), []);
});

test("moves are counted, not routes", () => {
  assert.equal(countMoves(of("routes")), 1);
  assert.equal(oneEach(of("routes")).length, 1);
});

test("a square that is a next hop of one move and the end of another is a question", () => {
  const make = (move, path) => ({ id: `${move}.0`, move, text: path.join("x"), path, captured: path.slice(1).map((square) => `over ${square}`) });
  const legal = [make(0, ["a", "b", "c"]), make(1, ["a", "c", "d"])];
  assert.deepEqual(step(legal, ["a"], "c"), { kind: "choose", options: [legal[1], legal[0]] });
  assert.equal(step(legal, ["a"], "b").kind, "hop");
  assert.equal(step(legal, ["a"], "d").kind, "move");
  assert.equal(step(legal, ["a"], "x").kind, "none");
});

test("every legal route of the fixtures can be pressed hop by hop", () => {
  for (const [name, { legal }] of Object.entries(FIXTURES)) {
    for (const entry of legal) {
      for (let place = 1; place < entry.path.length; place += 1) {
        const next = step(legal, entry.path.slice(0, place), entry.path[place]);
        const last = place === entry.path.length - 1;
        if (next.kind === "choose") assert.ok(next.options.some((option) => option.move === entry.move), `${name} ${entry.text}`);
        else if (last) assert.ok(next.kind === "move" && next.move.path.at(-1) === entry.path.at(-1), `${name} ${entry.text}`);
        else assert.notEqual(next.kind, "none", `${name} ${entry.text}`);
      }
    }
  }
});

test("a planned move fits by its ends", () => {
  assert.equal(planned(of("start"), { from: "32", to: "28" }).length, 1);
  assert.equal(planned(of("start"), { from: "32", to: "23" }).length, 0);
  assert.deepEqual(planned(of("promotion"), { from: "b7", to: "b8" }).map((entry) => entry.promotion), ["queen"]);
  assert.deepEqual(planned(of("promotion"), { from: "b7", to: "b8", promotion: "rook" }).map((entry) => entry.promotion), ["rook"]);
});

test("options are told apart by what only they take", () => {
  assert.deepEqual(differing(of("two-captures")), [["32"], ["37"]]);
});
