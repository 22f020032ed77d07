// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { hopSender, isHop } from "../page/app/hop-sender.js";

/** @param {string[]} squares */
function table(squares = []) {
  /** @type {any} */
  const model = { plies: 4, myTurn: true, game: { hops: squares.length > 0 ? { squares, jumped: [] } : null } };
  /** @type {any[]} */
  const sent = [];
  return { model, sent, hops: hopSender(model, (command) => sent.push(command)) };
}

test("a piece that is only picked is not told", () => {
  const { sent, hops } = table();
  assert.deepEqual(hops.follow(["32"]), ["32"]);
  assert.deepEqual(sent, []);
});

test("hops are told once, and taken back in order", () => {
  const { sent, hops } = table();
  hops.follow(["32", "23"]);
  hops.follow(["32", "23", "14"]);
  assert.deepEqual(sent.splice(0).map(({ square }) => square), ["32", "23", "14"]);
  hops.follow(["32", "23"]);
  assert.deepEqual(sent.splice(0), [{ command: "undo_hop", ply: 4 }]);
  hops.follow([]);
  assert.deepEqual(sent.splice(0).map(({ command }) => command), ["undo_hop", "undo_hop"]);
});

test("another way takes the first one back", () => {
  const { sent, hops } = table(["32", "23"]);
  hops.follow(["32", "21"]);
  assert.deepEqual(sent, [{ command: "undo_hop", ply: 4 }, { command: "hop", ply: 4, square: "21" }]);
  assert.ok(sent.every(isHop));
});

test("nothing is told in the opponent's turn, and a new turn begins anew", () => {
  const { model, sent, hops } = table(["32", "23"]);
  model.plies = 5;
  model.myTurn = false;
  hops.follow(["18", "27"]);
  assert.deepEqual(sent, []);
  model.myTurn = true;
  hops.follow(["18", "27"]);
  assert.deepEqual(sent.map(({ ply }) => ply), [5, 5]);
});
