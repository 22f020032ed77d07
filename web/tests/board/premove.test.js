import assert from "node:assert/strict";
import test from "node:test";
import { player, types } from "./helpers.js";

/** Black plans while White is to move. */
function black() {
  return player("start", { interactive: "black", premove: true });
}

/** The position in which Black may play these moves. */
function turn(side, legal) {
  side.data.legal = legal.map((path, move) => ({ id: `${move}.0`, move, text: path.join("-"), path, captured: [] }));
  return side.play({ type: "update" });
}

test("a move is planned with two taps and stays", () => {
  const side = black();
  assert.deepEqual(types(side.play("19", "23")), ["pick", "premove"]);
  assert.deepEqual(side.state.plan, { from: "19", to: "23" });
  assert.deepEqual(side.play({ type: "update" }), []);
  assert.deepEqual(side.state.plan, { from: "19", to: "23" });
});

test("it is played when it has become legal", () => {
  const side = black();
  side.play("19", "23");
  const effects = turn(side, [["18", "22"], ["19", "23"]]);
  assert.deepEqual(types(effects), ["move"]);
  assert.deepEqual(effects[0].move.path, ["19", "23"]);
  assert.equal(side.state.plan, null);
});

test("it is dropped when it is not legal", () => {
  const side = black();
  side.play("19", "23");
  assert.deepEqual(types(turn(side, [["18", "22"]])), ["unplayed"]);
  assert.equal(side.state.plan, null);
});

test("pressing it again, any empty square or Escape removes it", () => {
  for (const input of ["19", "23", "28", { type: "escape" }, { type: "unplan" }]) {
    const side = black();
    side.play("19", "23");
    assert.equal(side.play(input)[0].plan, null);
    assert.equal(side.state.plan, null);
  }
});

test("the next piece can be taken up while a planned move stands", () => {
  const side = black();
  side.play("19", "23");
  assert.deepEqual(types(side.play({ type: "press", square: "18" })), ["pick"]);
  assert.notEqual(side.state.plan, null);
  side.play("22");
  assert.deepEqual(side.state.plan, { from: "18", to: "22" });
});

test("a piece that is held when the turn comes makes a real move", () => {
  const side = black();
  side.play("19");
  turn(side, [["19", "23"]]);
  assert.equal(side.state.planning, false);
  assert.deepEqual(types(side.play("23")), ["move"]);
});

test("a planned promotion is a queen unless another piece was named", () => {
  const pawn = ["queen", "knight"].map((promotion, move) => ({ id: `${move}.0`, move, text: promotion, path: ["a2", "a1"], captured: [], promotion }));
  for (const wanted of [undefined, "knight"]) {
    const side = player("promotion", { interactive: "black", premove: true });
    side.play("a8", "a1");
    if (wanted) side.play({ type: "role", promotion: wanted });
    side.data.legal = pawn.map((entry) => ({ ...entry, path: ["a8", "a1"] }));
    const [move] = side.play({ type: "update" });
    assert.equal(move.move.promotion, wanted ?? "queen");
  }
});

test("no plans on boards for both sides, or when they are not allowed", () => {
  const both = player("start", { interactive: "both", premove: true });
  assert.deepEqual(both.play("19"), []);
  assert.deepEqual(player("start", { interactive: "black" }).play("19"), []);
});

test("what was begun ends when the position no longer allows it", () => {
  const white = player("two-captures");
  white.play("4", "27");
  white.data.legal = [];
  assert.deepEqual(types(white.play({ type: "update" })), ["cancel"]);
  assert.deepEqual(white.state.path, []);
});
