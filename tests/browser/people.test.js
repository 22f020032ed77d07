// Two people, lost connections, clocks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { boardReady, openBrowser, openGame, openPage, plyReached, Server, tap, until } from "./harness.js";

let server, browser;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("two browsers play each other by a link", async () => {
  const created = await server.create("russian", { opponent: { kind: "friend" } });
  const white = await openGame(browser, server, created);
  const black = await openPage(browser);
  await black.goto(`${server.url}/game/${created.id}#join=${created.invite}`);
  await until(async () => (await server.game(created.id)).game.players.black.taken, "the seat is taken");
  await boardReady(black);
  await until(() => !black.url().includes("join="), "the invitation leaves the address");
  for (const [ply, [page, from, to]] of [[white, "c3", "d4"], [black, "b6", "a5"], [white, "d4", "e5"]].entries()) {
    await tap(page, from);
    await tap(page, to);
    for (const both of [white, black]) await plyReached(both, server, created.id, ply + 1);
  }
  // A draw by agreement.
  await white.locator("[data-act=draw]:visible").first().click();
  await black.locator("[data-act=accept-draw]:visible, [data-act=accept]:visible").first().click();
  await until(async () => (await server.game(created.id)).game.ending?.how === "agreed", "the draw");
  // A third browser may watch, not play.
  const watcher = await openPage(browser);
  await watcher.goto(`${server.url}/game/${created.id}`);
  await boardReady(watcher);
  assert.equal(await watcher.locator("[data-act=resign]:visible").count(), 0);
  for (const page of [white, black, watcher]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test("a game goes on after the server was killed", async () => {
  const created = await server.create("chess");
  const page = await openGame(browser, server, created);
  await tap(page, "e2");
  await tap(page, "e4");
  await plyReached(page, server, created.id, 1);
  await server.killAndRestart();
  await until(async () => {
    await tap(page, "e7");
    await tap(page, "e5");
    const { game } = await server.game(created.id);
    return game.ply === 2;
  }, "a move after the restart");
  await plyReached(page, server, created.id, 2);
  assert.deepEqual((await server.game(created.id)).history.map((ply) => ply.text), ["e4", "e5"]);
  await page.context().close();
});

test("a move made while the server is down arrives once", async () => {
  const created = await server.create("chess");
  const page = await openGame(browser, server, created);
  await server.kill();
  await tap(page, "d2");
  await tap(page, "d4");
  await server.restart();
  await plyReached(page, server, created.id, 1);
  assert.deepEqual((await server.game(created.id)).history.map((ply) => ply.text), ["d4"]);
  await page.context().close();
});

test("a flag that falls ends the game", async () => {
  // 0.05 minutes are three seconds.
  const created = await server.create("russian", { time: "0.05+0" });
  const page = await openGame(browser, server, created);
  await until(async () => (await server.game(created.id)).game.ending?.how === "out_of_time", "the flag");
  await page.locator("[data-status]").getByText(/time/i).first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("resigning asks first, and the rematch swaps colors", async () => {
  const created = await server.create("russian", { opponent: { kind: "engine", level: 1 } });
  const page = await openGame(browser, server, created);
  await page.locator("[data-act=resign]:visible").first().click();
  await page.locator("[data-answer=no]").click();
  assert.equal((await server.game(created.id)).game.ending, null);
  await page.locator("[data-act=resign]:visible").first().click();
  await page.locator("[data-answer=yes]").click();
  await until(async () => (await server.game(created.id)).game.ending?.how === "resigned", "the end");
  await page.locator("[data-act=rematch]:visible").first().click();
  await until(async () => (await server.game(created.id)).game.next !== null, "the rematch");
  const { next } = (await server.game(created.id)).game;
  await until(() => page.url().includes(next), "the page follows");
  assert.equal((await server.game(next)).game.players.white.kind, "engine");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("both players see an offer of a rematch", async () => {
  const created = await server.create("russian", { opponent: { kind: "friend" } });
  const white = await openGame(browser, server, created);
  const black = await openPage(browser);
  await black.goto(`${server.url}/game/${created.id}#join=${created.invite}`);
  await until(async () => (await server.game(created.id)).game.players.black.taken, "the seat is taken");
  await boardReady(black);
  await server.ask("POST", `/api/games/${created.id}/commands`, { id: "white-resigns", command: { command: "resign" } }, created.token);
  await white.locator("[data-act=rematch]:visible").first().click();
  await white.locator("[data-status=ended]").getByText("You asked to play again").waitFor();
  assert.ok(await white.locator("[data-act=rematch]:visible").first().isDisabled());
  await black.locator("[data-status=ended]").getByText("wants to play again").waitFor();
  await black.locator("[data-act=rematch]:visible").first().click();
  await until(async () => (await server.game(created.id)).game.next !== null, "the rematch");
  for (const page of [white, black]) {
    await until(() => !page.url().includes(created.id), "both go there");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});
