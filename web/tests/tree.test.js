// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Tree, depth, fromRecord, toRecord } from "../page/app/tree.js";

/** @param {Tree} tree @param {any} from @param {...string} moves */
function play(tree, from, ...moves) {
  let at = from;
  for (const move of moves) at = tree.add(at, move);
  return at;
}

test("a known move leads to its node", () => {
  const tree = new Tree("chess");
  const first = tree.add(tree.root, "e4");
  assert.equal(tree.add(tree.root, "e4"), first);
  assert.equal(tree.nodes.size, 2);
});

test("lines, depth and ends", () => {
  const tree = new Tree("chess");
  const end = play(tree, tree.root, "e4", "e5", "Nf3");
  const side = play(tree, tree.root.children[0], "c5", "Nf3");
  assert.deepEqual(tree.moves(end), ["e4", "e5", "Nf3"]);
  assert.deepEqual(tree.moves(side), ["e4", "c5", "Nf3"]);
  assert.equal(depth(side), 3);
  assert.equal(tree.end(tree.root), end);
  assert.ok(tree.isMain(end));
  assert.ok(!tree.isMain(side));
});

test("a promoted variation becomes the main line", () => {
  const tree = new Tree("chess");
  play(tree, tree.root, "e4", "e5");
  const side = play(tree, tree.root, "d4", "d5");
  tree.promote(side);
  assert.deepEqual(tree.mainLine().map((node) => node.text), ["d4", "d5"]);
  tree.promote(side);
  assert.deepEqual(tree.mainLine().map((node) => node.text), ["d4", "d5"], "the main line cannot go higher");
});

test("a deleted move takes what follows with it", () => {
  const tree = new Tree("chess");
  const end = play(tree, tree.root, "e4", "e5", "Nf3");
  const first = tree.root.children[0];
  assert.equal(tree.remove(first), tree.root);
  assert.deepEqual(tree.root.children, []);
  assert.equal(tree.node(end.id), tree.root);
  assert.equal(tree.remove(tree.root), tree.root, "the root stays");
});

test("records keep variations, comments and marks", () => {
  const record = {
    game: "chess",
    tags: { White: "A" },
    result: "1-0",
    fen: "8/8/8/8/8/8/8/8 w - - 0 1",
    comments: ["start"],
    moves: [
      { move: "e4", marks: "!", comments: ["good"] },
      { move: "e5", variations: [[{ move: "c5" }, { move: "Nf3", variations: [[{ move: "d4" }]] }], [{ move: "e6" }]] },
      { move: "Nf3" },
    ],
  };
  const tree = fromRecord(record);
  assert.equal(tree.nodes.size, 8);
  assert.deepEqual(toRecord(tree), record);
});

test("comments for machines are left out, marks may be numbers", () => {
  const tree = fromRecord({ game: "chess", moves: [{ move: "e4", nags: [6], comments: ["[%clk 0:03:00] fine"] }] });
  assert.equal(tree.root.children[0].comment, "fine");
  assert.equal(tree.root.children[0].marks, "?!");
});

test("a record without moves is a position", () => {
  assert.deepEqual(toRecord(fromRecord({ game: "russian", fen: "W:Wa1:Bh8" })).moves, []);
});
