// @ts-check
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { forgetGame, joinNonce, dropNonce, keepGame, keepSeat, randomId, recentGames, seat } from "../page/app/seats.js";
import { read, setBackend, write } from "../page/app/storage.js";

/** @type {Map<string, string>} */
let kept;

beforeEach(() => {
  kept = new Map();
  setBackend({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value), removeItem: (key) => void kept.delete(key) });
});

test("values come back, damaged ones count as absent", () => {
  write("a", { b: 1 });
  assert.deepEqual(read("a"), { b: 1 });
  kept.set("damier.a", "{");
  assert.equal(read("a"), null);
  write("a", null);
  assert.equal(kept.has("damier.a"), false);
});

test("seats are kept under the id of their game", () => {
  keepSeat("g1", { token: "secret", side: "black", invite: null });
  assert.ok(kept.has("damier.seat.g1"));
  assert.equal(seat("g1")?.side, "black");
  assert.equal(seat("g2"), null);
});

test("the last game comes first, without doubles, and old ones leave with their seats", () => {
  for (let n = 0; n < 70; n += 1) {
    keepSeat(`g${n}`, { token: "t", side: "white" });
    keepGame({ id: `g${n}`, game: "chess", side: "white" }, n);
  }
  keepGame({ id: "g60", game: "chess", side: "white" }, 100);
  const list = recentGames();
  assert.equal(list.length, 60);
  assert.equal(list[0].id, "g60");
  assert.equal(new Set(list.map((entry) => entry.id)).size, 60);
  assert.equal(seat("g0"), null);
  forgetGame("g60");
  assert.notEqual(recentGames()[0].id, "g60");
});

test("a repeated wish to join has the same nonce until it is answered", () => {
  const first = joinNonce("g");
  assert.equal(joinNonce("g"), first);
  assert.ok(first.length >= 16 && first.length <= 64);
  dropNonce("g");
  assert.notEqual(joinNonce("g"), first);
});

test("ids differ", () => {
  assert.notEqual(randomId(), randomId());
});
