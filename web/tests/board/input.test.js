import assert from "node:assert/strict";
import test from "node:test";
import { player, types } from "./helpers.js";

test("a quiet move is two taps", () => {
  const white = player("start");
  assert.deepEqual(types(white.play("32")), ["pick"]);
  const effects = white.play("28");
  assert.deepEqual(types(effects), ["move"]);
  assert.deepEqual(effects[0].move.path, ["32", "28"]);
  assert.equal(white.state.pending.text, "32-28");
});

test("nothing can be done while a move is pending, until it is rejected", () => {
  const white = player("start");
  white.play("32", "28");
  assert.deepEqual(white.play("33"), []);
  white.play({ type: "reject" });
  assert.equal(white.state.pending, null);
  assert.deepEqual(types(white.play("33")), ["pick"]);
});

test("a late rejection leaves a new choice alone", () => {
  const white = player("start");
  white.play("32", { type: "reject" });
  assert.deepEqual(white.state.path, ["32"]);
});

test("another own piece is chosen instead, the same piece is put down", () => {
  const white = player("start");
  white.play("32");
  assert.deepEqual(white.play("33")[0].square, "33");
  assert.deepEqual(types(white.play("33")), ["cancel"]);
  assert.deepEqual(white.state.path, []);
});

test("an own piece without a move can be chosen, so that one can ask why not", () => {
  const white = player("start");
  assert.deepEqual(types(white.play("50")), ["pick"]);
  const effects = white.play("28");
  assert.deepEqual(types(effects), ["try"]);
  assert.deepEqual([effects[0].from, effects[0].to], ["50", "28"]);
});

test("pieces of the other side and boards of spectators stay still", () => {
  assert.deepEqual(player("start").play("20"), []);
  assert.deepEqual(player("start", { interactive: "black" }).play("32"), []);
  assert.deepEqual(player("start", { interactive: null }).play("32", "28"), []);
  assert.deepEqual(types(player("start", { interactive: "both" }).play("32", "28")), ["pick", "move"]);
});

test("a capture goes hop by hop", () => {
  const white = player("two-captures");
  const effects = white.play("4", "27", "38");
  assert.deepEqual(types(effects), ["pick", "hop", "hop"]);
  assert.deepEqual(effects[2].path, ["4", "27", "38"]);
  const [last] = white.play("15");
  assert.equal(last.move.id, "0.0");
});

test("auto-finish plays the rest when one move is left", () => {
  const white = player("two-captures", { autoFinish: true });
  const effects = white.play("4", "31");
  assert.deepEqual(types(effects), ["pick", "hop", "move"]);
  assert.deepEqual(effects[2].move.path, ["4", "31", "42", "15"]);
});

test("two captures with the same ends are a question", () => {
  const white = player("two-captures");
  const effects = white.play("4", "15");
  assert.deepEqual(types(effects), ["pick", "choose"]);
  assert.equal(white.state.choice.about, "path");
  assert.deepEqual(white.state.choice.options.map((entry) => entry.captured.join()), ["13,32,20", "13,37,20"]);
  assert.deepEqual(types(white.play({ type: "choose", index: 7 })), []);
  assert.equal(white.play({ type: "choose", index: 1 })[0].move.id, "1.0");
});

test("Escape closes the question, then puts the piece down", () => {
  const white = player("two-captures");
  white.play("4", "15", { type: "escape" });
  assert.equal(white.state.choice, null);
  assert.deepEqual(white.state.path, ["4"]);
  white.play({ type: "escape" });
  assert.deepEqual(white.state.path, []);
});

test("a question can show one of its paths", () => {
  const white = player("two-captures");
  white.play("4", "15", { type: "preview", index: 1 });
  assert.equal(white.state.choice.active, 1);
});

test("hops are taken back one by one, or all from the first square", () => {
  const white = player("two-captures");
  white.play("4", "27", "38");
  assert.deepEqual(types(white.play({ type: "escape" })), ["undo"]);
  assert.deepEqual(white.state.path, ["4", "27"]);
  white.play("38");
  assert.deepEqual(white.play("38")[0].path, ["4", "27"]);
  white.play("38");
  assert.deepEqual(white.play("4")[0].path, ["4"]);
});

test("a wrong square during a capture asks why and keeps the hops", () => {
  const white = player("two-captures");
  const effects = white.play("4", "27", "21");
  assert.equal(effects[2].type, "try");
  assert.deepEqual(effects[2].path, ["4", "27", "21"]);
  assert.deepEqual(white.state.path, ["4", "27"]);
});

test("two routes of one move need no question", () => {
  const white = player("routes");
  const effects = white.play("42", "16");
  assert.deepEqual(types(effects), ["pick", "move"]);
  assert.equal(effects[1].move.move, 0);
});

test("a capture that ends where it began can be made by hops; the piece itself puts it down", () => {
  const white = player("circle");
  assert.deepEqual(types(white.play("19", "19")), ["pick", "cancel"]);
  white.play("19", "30", "43", "16", "2");
  const [last] = white.play("19");
  assert.deepEqual(last.move.path, ["19", "30", "43", "16", "2", "19"]);
  const quick = player("circle", { autoFinish: true });
  assert.deepEqual(types(quick.play("19", "2")), ["pick", "hop", "move"]);
});

test("pressing the piece to be taken goes on when there is one landing square", () => {
  const white = player("russian");
  assert.deepEqual(types(white.play("c3", "d4")), ["pick", "hop"]);
  assert.deepEqual(white.state.path, ["c3", "e5"]);
  const kings = player("two-captures");
  assert.deepEqual(types(kings.play("4", "13")), ["pick", "try"]);
});

test("promotion is a question about the piece", () => {
  const white = player("promotion");
  assert.deepEqual(types(white.play("b7", "a8")), ["pick", "choose"]);
  assert.equal(white.state.choice.about, "promotion");
  const [move] = white.play({ type: "role", promotion: "knight" });
  assert.equal(move.move.text, "bxa8=N");
});

test("castling is the king's move, and the rook's square too when a route says so", () => {
  assert.equal(player("promotion").play("e1", "g1")[1].move.text, "O-O");
  const rook = player("promotion");
  assert.deepEqual(types(rook.play("e1", "h1")), ["pick", "pick"]);
  const other = player("promotion");
  other.data.legal = [...other.data.legal, { id: "9.1", move: 9, text: "O-O", path: ["e1", "h1"], captured: [] }];
  assert.equal(other.play("e1", "h1")[1].move.text, "O-O");
});

test("a drag is a press and a drop", () => {
  const white = player("start");
  const press = (square) => ({ type: "press", square }), drop = (square) => ({ type: "drop", square });
  assert.deepEqual(types(white.play(press("32"), drop("28"))), ["pick", "move"]);
  const other = player("start");
  assert.deepEqual(types(other.play(press("32"), { type: "drop" })), ["pick", "cancel"]);
  assert.deepEqual(types(other.play(press("32"), drop("32"))), ["pick"]);
  assert.deepEqual(other.state.path, ["32"]);
  assert.deepEqual(types(other.play(drop("22"))), ["try"]);
  assert.deepEqual(types(other.play(press("31"), drop("32"))), ["pick", "try"]);
});

test("a capture is dragged hop by hop or to its end", () => {
  const white = player("russian");
  const press = (square) => ({ type: "press", square }), drop = (square) => ({ type: "drop", square });
  assert.deepEqual(types(white.play(press("c3"), drop("e5"), press("e5"), drop("a5"))), ["pick", "hop", "move"]);
  assert.deepEqual(types(player("russian").play(press("g7"), drop("a5"))), ["pick", "move"]);
});
