// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection, backoff } from "../page/app/connection.js";

/** A world in which nothing happens unless a test says so. */
function world() {
  /** @type {any[]} */
  const sockets = [];
  /** @type {{ run: () => void, ms: number, gone: boolean }[]} */
  const timers = [];
  /** @type {any[]} */
  const heard = [];
  const around = {
    open: (/** @type {string} */ address) => {
      const socket = { address, sent: /** @type {any[]} */ ([]), closed: false, send(/** @type {string} */ text) { this.sent.push(JSON.parse(text)); }, close() { this.closed = true; } };
      sockets.push(socket);
      return socket;
    },
    later: (/** @type {() => void} */ run, /** @type {number} */ ms) => {
      const timer = { run, ms, gone: false };
      timers.push(timer);
      return timer;
    },
    cancel: (/** @type {any} */ timer) => { if (timer) timer.gone = true; },
    now: () => 0,
    random: () => 1,
  };
  const handlers = {
    onMessage: (/** @type {any} */ message) => heard.push(message.t),
    onPhase: (/** @type {string} */ phase) => heard.push(`phase ${phase}`),
    onAck: (/** @type {string} */ id) => heard.push(`ack ${id}`),
    onRefused: (/** @type {string} */ id, /** @type {any} */ _command, /** @type {any} */ error) => heard.push(`refused ${id} ${error.code}`),
    onLag: () => heard.push("lag"),
  };
  const connection = new Connection("ws://x", "token", handlers, around);
  const last = () => sockets[sockets.length - 1];
  return {
    connection, sockets, heard, last, timers,
    hear: (/** @type {any} */ message) => last().onmessage({ data: JSON.stringify(message) }),
    arrive: (seq = 1) => {
      last().onopen();
      last().onmessage({ data: JSON.stringify({ t: "state", side: "white", game: { seq }, history: [] }) });
    },
    /** Lets the oldest timer of this length ring. @param {number} ms */
    ring: (ms) => {
      const timer = timers.find((one) => !one.gone && one.ms === ms);
      assert.ok(timer, `no timer of ${ms} ms`);
      timer.gone = true;
      timer.run();
    },
    commands: (/** @type {any} */ socket) => socket.sent.filter((/** @type {any} */ one) => one.t === "command").map((/** @type {any} */ one) => one.id),
  };
}

test("hello comes first, commands wait for the state", () => {
  const w = world();
  w.connection.connect();
  w.connection.send("a", { command: "resign" });
  assert.deepEqual(w.last().sent, []);
  w.last().onopen();
  assert.deepEqual(w.last().sent, [{ t: "hello", token: "token", after: null }]);
  w.arrive();
  assert.deepEqual(w.commands(w.last()), ["a"]);
  assert.equal(w.connection.phase, "open");
});

test("what has no answer is sent again, in order and with the same ids", () => {
  const w = world();
  w.connection.connect();
  w.arrive(4);
  w.connection.send("a", { command: "move" });
  w.connection.send("b", { command: "offer_draw" });
  w.connection.send("c", { command: "resign" });
  w.hear({ t: "ack", id: "b", seq: 5 });
  w.last().onclose();
  assert.equal(w.connection.phase, "reconnecting");
  w.connection.send("d", { command: "decline_draw" });
  w.ring(500);
  assert.equal(w.sockets.length, 2);
  w.last().onopen();
  assert.deepEqual(w.last().sent[0], { t: "hello", token: "token", after: 4 });
  w.hear({ t: "state", side: "white", game: { seq: 6 }, history: [] });
  assert.deepEqual(w.commands(w.last()), ["a", "c", "d"]);
  w.hear({ t: "ack", id: "a", seq: 6 });
  w.hear({ t: "refused", id: "c", error: { code: "over" } });
  assert.equal(w.connection.unanswered, 1);
  assert.ok(w.heard.includes("ack a") && w.heard.includes("refused c over"));
});

test("an answer is told once", () => {
  const w = world();
  w.connection.connect();
  w.arrive();
  w.connection.send("a", {});
  w.hear({ t: "ack", id: "a", seq: 2 });
  w.hear({ t: "ack", id: "a", seq: 2 });
  assert.equal(w.heard.filter((one) => one === "ack a").length, 1);
});

test("waits grow up to ten seconds, then the page says that there is no connection", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 9].map((tries) => backoff(tries, 1)), [500, 1000, 2000, 4000, 8000, 10000, 10000]);
  const w = world();
  w.connection.connect();
  for (const wait of [500, 1000, 2000, 4000]) {
    w.last().onclose();
    assert.equal(w.connection.phase, "reconnecting");
    w.ring(wait);
  }
  w.last().onclose();
  assert.equal(w.connection.phase, "offline");
  w.connection.retryNow();
  w.arrive();
  assert.equal(w.connection.phase, "open");
  w.last().onclose();
  w.ring(500);
});

test("a silent server counts as lost", () => {
  const w = world();
  w.connection.connect();
  w.arrive();
  const first = w.last();
  assert.equal(first.sent.at(-1).t, "ping");
  w.ring(8000);
  assert.ok(first.closed);
  assert.equal(w.connection.phase, "reconnecting");
  first.onclose();
  assert.equal(w.timers.filter((timer) => !timer.gone).length, 1, "an old socket changes nothing");
});

test("a pong stops the alarm and tells the lag", () => {
  const w = world();
  w.connection.connect();
  w.arrive();
  w.hear({ t: "pong", n: 1 });
  assert.ok(w.heard.includes("lag"));
  assert.ok(!w.timers.some((timer) => !timer.gone && timer.ms === 8000));
});

test("a closed connection stays closed", () => {
  const w = world();
  w.connection.connect();
  w.arrive();
  w.connection.close();
  w.connection.connect();
  assert.equal(w.sockets.length, 1);
  assert.ok(w.timers.every((timer) => timer.gone));
});

test("texts that are no messages are ignored", () => {
  const w = world();
  w.connection.connect();
  w.arrive();
  w.last().onmessage({ data: "{" });
  assert.equal(w.connection.phase, "open");
});
