// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { GameModel, symbolOf, takebackPlies, takenPieces } from "../page/app/game-model.js";

/** @type {any} */
const KIND = { family: "draughts", squares: ["1", "2", "3", "4"].map((name, at) => ({ name, column: at, row: 0 })) };
const ply = (/** @type {string} */ text, /** @type {string} */ board, /** @type {string[]} */ captured = []) => ({ text, path: [], captured, board, check: false, left: null });

function model() {
  /** @type {any} */
  const game = { seq: 1, turn: "white", ending: null, outcome: null, waiting: false, start: { board: "wb.B", turn: "white", fen: "" }, clocks: { white: 1000, black: 500, running: "white", delay: 0 } };
  return new GameModel({ game, history: [], side: "white" }, 0);
}

test("updates cut the history and append", () => {
  const m = model();
  const update = (/** @type {number} */ seq, /** @type {number} */ from, /** @type {any[]} */ plies) => m.apply({ t: "update", seq, events: [], game: { ...m.game, seq }, history: { from, plies } }, 5);
  assert.ok(update(2, 0, [ply("a", "1"), ply("b", "2")]));
  assert.ok(update(3, 1, [ply("c", "3")]));
  assert.deepEqual(m.history.map((one) => one.text), ["a", "c"]);
  assert.equal(update(2, 0, []), false, "an old message changes nothing");
  assert.equal(m.boardAt(0), "wb.B");
  assert.equal(m.boardAt(2), "3");
});

test("whose turn it is", () => {
  const m = model();
  assert.ok(m.myTurn);
  m.game.waiting = true;
  assert.ok(!m.myTurn);
  m.game.waiting = false;
  m.side = "black";
  assert.ok(!m.myTurn);
  m.side = "both";
  assert.ok(m.myTurn);
  m.side = null;
  assert.ok(!m.myTurn);
  assert.equal(m.mover(1), "black");
});

test("time runs from the moment of the message", () => {
  const m = model();
  assert.equal(m.timeLeft("white", 400), 600);
  assert.equal(m.timeLeft("black", 400), 500);
});

test("taken pieces are read from the boards before each move", () => {
  const history = [ply("1x3", "..wB", ["2"]), ply("4x2", ".B..", ["3"])];
  assert.deepEqual(takenPieces(KIND, "wb.B", history, 2), { white: ["b"], black: ["w"] });
  assert.deepEqual(takenPieces(KIND, "wb.B", history, 1), { white: ["b"], black: [] });
});

test("symbols of the pieces", () => {
  assert.equal(symbolOf("B", { family: "draughts" }), "d-bk");
  assert.equal(symbolOf("w", { family: "draughts" }), "d-wm");
  assert.equal(symbolOf("N", { family: "chess" }), "c-wn");
});

test("taking back gives the reader the move again", () => {
  const m = model();
  assert.equal(takebackPlies(m.game, "white"), 2);
  assert.equal(takebackPlies(m.game, "black"), 1);
  assert.equal(takebackPlies(m.game, "both"), 1);
});
