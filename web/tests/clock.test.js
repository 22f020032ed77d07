// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { figures, left, parseTime, shownTime, untilChange, writeTime } from "../page/app/clock.js";

test("only the running clock falls, after its delay, and never below zero", () => {
  const clocks = { white: 60_000, black: 30_000, running: /** @type {const} */ ("white"), delay: 3_000 };
  assert.equal(left(clocks, "black", 10_000), 30_000);
  assert.equal(left(clocks, "white", 2_000), 60_000);
  assert.equal(left(clocks, "white", 5_000), 58_000);
  assert.equal(left(clocks, "white", 500_000), 0);
  assert.equal(left({ ...clocks, running: null }, "white", 5_000), 60_000);
});

test("figures", () => {
  assert.deepEqual(figures(3_723_000), { main: "1:02:03", tenths: "" });
  assert.deepEqual(figures(600_000), { main: "10:00", tenths: "" });
  assert.deepEqual(figures(65_999), { main: "1:05", tenths: "" });
  assert.deepEqual(figures(10_000), { main: "0:10", tenths: "" });
  assert.deepEqual(figures(9_999), { main: "0:09", tenths: ".9" });
  assert.deepEqual(figures(0), { main: "0:00", tenths: ".0" });
});

test("the next change", () => {
  assert.equal(untilChange(61_250), 250);
  assert.equal(untilChange(61_000), 1000);
  assert.equal(untilChange(5_030), 30);
});

test("time controls are read, written and shown", () => {
  for (const text of ["5+3", "5d3", "40/90", "10+0"]) {
    const control = parseTime(text);
    assert.ok(control, text);
    assert.equal(writeTime(control), text);
  }
  assert.deepEqual(parseTime("15"), { kind: "increment", minutes: 15, seconds: 0, moves: 0 });
  for (const text of ["", "x", "5+", "+3", "5-3", "40/"]) assert.equal(parseTime(text), null, text);
  assert.equal(shownTime("10+5"), "10 + 5");
});
