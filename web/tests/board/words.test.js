import assert from "node:assert/strict";
import test from "node:test";
import { keyAction } from "../../page/board/keyboard.js";
import { geometry } from "../../page/board/geometry.js";
import { IDLE } from "../../page/board/input.js";
import { KINDS } from "../../page/board/examples.js";
import { moveSentence, namer, sentence } from "../../page/board/speech.js";
import { ENGLISH, say } from "../../page/board/words.js";
import { FIXTURES, player } from "./helpers.js";

function said(name, state = IDLE, jumped = []) {
  const { data } = player(name);
  return { words: ENGLISH, position: data.position, pieceAt: data.pieceAt, legal: FIXTURES[name].legal, state, jumped, check: null };
}

test("squares are named with what stands there and what can be done", () => {
  assert.equal(namer(said("two-captures"))("4"), "square 4, white king, can capture");
  assert.equal(namer(said("start"))("32"), "square 32, white man, can move");
  const chosen = namer(said("two-captures", { ...IDLE, path: ["4"] }));
  assert.equal(chosen("4"), "square 4, white king, chosen");
  assert.equal(chosen("27"), "square 27, empty, can go here");
  assert.equal(chosen("13"), "square 13, black man, can be taken");
  assert.equal(namer(said("two-captures", IDLE, ["13"]))("13"), "square 13, black man, jumped");
});

test("what happens is said", () => {
  const state = { ...IDLE, path: ["4"] };
  assert.equal(sentence(said("two-captures", state), { type: "pick", square: "4" }), "white king on 4. Can go to 27, 31.");
  assert.equal(sentence(said("start"), { type: "pick", square: "50" }), "white man on 50. No legal move.");
  assert.equal(sentence(said("start"), { type: "move" }), "");
  assert.equal(moveSentence(said("start"), "w", { path: ["32", "28"] }), "white man from 32 to 28.");
  assert.equal(moveSentence(said("start"), "b", { path: ["19", "28"], captured: ["23"] }), "black man from 19 to 28, takes 23.");
});

test("words of another language are used, English for the missing ones", () => {
  assert.equal(say({ empty: "leeg" }, "empty"), "leeg");
  assert.equal(say({}, "empty"), "empty");
  assert.equal(say({ square: "veld {square}" }, "square", { square: "32" }), "veld 32");
});

test("keys", () => {
  const board = geometry(KINDS.chess);
  const key = (name, state = IDLE, more = {}) => keyAction({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more }, "e4", board, "white", state);
  assert.deepEqual(key("ArrowUp"), { move: "e5" });
  assert.deepEqual(key("Home", IDLE, { ctrlKey: true }), { move: "a8" });
  assert.equal(key("Escape"), null);
  assert.deepEqual(key("Escape", { ...IDLE, path: ["e4"] }), { input: { type: "escape" } });
  assert.equal(key("2"), null);
  const choice = { about: "promotion", square: "e8", options: [], active: -1 };
  assert.deepEqual(key("2", { ...IDLE, choice }), { input: { type: "choose", index: 1 } });
  assert.deepEqual(key("n", { ...IDLE, choice }), { input: { type: "role", promotion: "knight" } });
  assert.equal(key("q"), null);
  assert.equal(key("ArrowUp", IDLE, { altKey: true }), null);
});
