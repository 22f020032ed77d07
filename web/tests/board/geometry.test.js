import assert from "node:assert/strict";
import test from "node:test";
import { KINDS } from "../../page/board/examples.js";
import { at, center, edge, geometry, isDark, labels, neighbor, seen, under } from "../../page/board/geometry.js";

const boards = Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [name, geometry(kind)]));

test("every square is found under its own middle, both ways round", () => {
  for (const board of Object.values(boards)) {
    for (const name of board.names) {
      for (const side of ["white", "black"]) {
        const { x, y } = center(board, name, side);
        assert.equal(under(board, x, y, side), name);
      }
    }
  }
});

test("boards have their number of squares", () => {
  const sizes = Object.fromEntries(Object.entries(boards).map(([name, board]) => [name, board.names.length]));
  assert.deepEqual(sizes, { international: 50, canadian: 72, english: 32, italian: 32, russian: 32, spantsiretti: 40, turkish: 64, chess: 64 });
});

test("turning puts the first square last", () => {
  assert.deepEqual(seen(boards.chess, "a1", "white"), { column: 0, row: 7 });
  assert.deepEqual(seen(boards.chess, "a1", "black"), { column: 7, row: 0 });
  assert.equal(at(boards.international, 9, 0, "white"), "5");
  assert.equal(at(boards.international, 0, 9, "black"), "5");
  assert.equal(at(boards.international, 10, 0, "white"), null);
  assert.equal(seen(boards.chess, "z9", "white"), null);
});

test("a1 is dark, and playable squares are dark", () => {
  for (const side of ["white", "black"]) {
    const corner = seen(boards.chess, "a1", side);
    assert.equal(isDark(boards.chess, corner.column, corner.row, side), true);
    for (const name of boards.italian.names) {
      const place = seen(boards.italian, name, side);
      assert.equal(isDark(boards.italian, place.column, place.row, side), true);
    }
  }
});

test("labels: numbers, letters, outside, small and none", () => {
  const texts = (name, where, pixels = 64, side = "white") => labels(boards[name], side, where, pixels).map((label) => label.text);
  assert.equal(texts("international", "inside").length, 50);
  assert.equal(texts("international", "off").length, 0);
  assert.deepEqual(texts("international", "inside", 30), ["1", "10", "11", "20", "21", "30", "31", "40", "41", "50"]);
  assert.deepEqual(texts("international", "inside", 30, "black").slice(0, 2), ["50", "41"]);
  assert.deepEqual(texts("chess", "inside"), [..."87654321", ..."abcdefgh"]);
  assert.equal(texts("russian", "outside").length, 16);
  assert.equal(texts("spantsiretti", "inside").length, 18);
  const flipped = labels(boards.chess, "black", "inside", 64);
  assert.equal(flipped.find((label) => label.text === "1").y < 100, true);
  assert.equal(flipped.find((label) => label.text === "h").x < 100, true);
});

test("labels stay readable on small squares", () => {
  for (const pixels of [26, 36, 45, 60, 80, 120]) {
    for (const name of ["chess", "international", "canadian"]) {
      for (const label of labels(boards[name], "white", "inside", pixels)) assert.ok((label.size * pixels) / 100 >= 8.8, `${name} ${pixels}`);
    }
  }
});

test("arrow keys reach every square and come back", () => {
  for (const board of Object.values(boards)) {
    const found = new Set([board.names[0]]), queue = [board.names[0]];
    while (queue.length > 0) {
      const name = queue.pop();
      for (const direction of ["left", "right", "up", "down"]) {
        const next = neighbor(board, name, direction, "white");
        if (!found.has(next)) { found.add(next); queue.push(next); }
      }
    }
    assert.equal(found.size, board.names.length);
  }
  assert.equal(neighbor(boards.international, "28", "right", "white"), "29");
  assert.equal(neighbor(boards.international, "28", "right", "black"), "27");
  const up = neighbor(boards.international, "28", "up", "white");
  assert.equal(neighbor(boards.international, up, "down", "white"), "28");
  assert.equal(neighbor(boards.international, "5", "right", "white"), "5");
});

test("Home and End", () => {
  assert.equal(edge(boards.chess, "e4", "first", false, "white"), "a4");
  assert.equal(edge(boards.chess, "e4", "last", true, "white"), "h1");
  assert.equal(edge(boards.international, "28", "first", true, "black"), "50");
});
