import assert from "node:assert/strict";
import test from "node:test";
import { difference, drawing, isChess, nameOf, pieces, sideOf } from "../../page/board/position.js";
import { view } from "../../page/board/view.js";
import { IDLE } from "../../page/board/input.js";
import { FIXTURES, boardText } from "./helpers.js";

const far = (a, b) => Math.abs(a - b);

test("pieces, their sides, drawings and names", () => {
  assert.equal(isChess("wWbB.."), false);
  assert.equal(isChess("Kk.bB"), true);
  assert.equal(sideOf("b", false), "black");
  assert.equal(sideOf("B", false), "black");
  assert.equal(sideOf("B", true), "white");
  assert.equal(drawing("W", false), "d-wk");
  assert.equal(drawing("b", true), "c-bb");
  assert.equal(nameOf("B", false), "black-king");
  assert.equal(nameOf("n", true), "black-knight");
  assert.equal(nameOf(".", true), "empty");
  assert.deepEqual(pieces("w.", 3), ["w", ".", "."]);
});

test("a move with a capture: one piece slides along its route, one leaves", () => {
  const found = difference([..."w.b..", ], [..."....w"], [0, 4], far);
  assert.deepEqual(found, { moved: [{ from: 0, to: 4, route: [0, 4] }], removed: [2], added: [] });
});

test("a route tells equal pieces apart, and goes on from the hops already shown", () => {
  const found = difference([..."ww..."], [..."w...w"], [1, 3, 4], far);
  assert.deepEqual(found.moved, [{ from: 1, to: 4, route: [1, 3, 4] }]);
  const later = difference([..."w..w."], [..."w...w"], [1, 3, 4], far);
  assert.deepEqual(later.moved, [{ from: 3, to: 4, route: [3, 4] }]);
});

test("promotion keeps the piece, castling moves both", () => {
  assert.deepEqual(difference([..."P."], [...".Q"], [0, 1], far).moved, [{ from: 0, to: 1, route: [0, 1] }]);
  const castled = difference([..."K..R"], [...".RK."], [0, 2], far);
  assert.deepEqual(castled.moved.map(({ from, to }) => [from, to]), [[0, 2], [3, 1]]);
});

test("without a route the nearest equal piece slides; others come and go", () => {
  assert.deepEqual(difference([..."w...w.."], [..."w....w."], [], far).moved, [{ from: 4, to: 5, route: [4, 5] }]);
  assert.deepEqual(difference([..."..."], [..."w.b"], [], far).added, [0, 2]);
});

const given = (name) => {
  const { game, fen, legal } = FIXTURES[name];
  const names = [...Array(50).keys()].map((index) => String(index + 1));
  return { position: boardText(game, fen), names, indexOf: (square) => names.indexOf(square), legal, hops: null, lastMove: null };
};

test("hops move the piece for the eye and keep what it jumped", () => {
  const shown = view(given("two-captures"), { ...IDLE, path: ["4", "27", "38"] });
  assert.equal(shown.pieces[3], ".");
  assert.equal(shown.pieces[37], "W");
  assert.equal(shown.pieces[12], "b");
  assert.deepEqual(shown.jumped, ["13", "32"]);
});

test("hops of the opponent are shown too", () => {
  const shown = view({ ...given("two-captures"), legal: [], hops: { squares: ["4", "27"], jumped: ["13"] } }, IDLE);
  assert.equal(shown.pieces[26], "W");
  assert.deepEqual(shown.jumped, ["13"]);
});

test("a capture that ends where it began keeps its piece", () => {
  const data = given("circle");
  const shown = view(data, { ...IDLE, pending: data.legal[0] });
  assert.equal(shown.pieces[18], "W");
  assert.equal(shown.jumped.length, 5);
});
