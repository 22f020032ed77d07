// Whole games in the browser, by taps on the board.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { boardOf, numbers, openBrowser, openGame, playPath, Server } from "./harness.js";

let server, browser;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Plays to the end: captures the most, otherwise anything. */
async function playToTheEnd(kind, seed) {
  const created = await server.create(kind);
  const page = await openGame(browser, server, created);
  const random = numbers(seed);
  for (let ply = 0; ply < 400; ply += 1) {
    const { game } = await server.game(created.id);
    if (game.ending) break;
    const most = Math.max(...game.legal.map((entry) => entry.captured.length));
    const best = game.legal.filter((entry) => entry.captured.length === most);
    await playPath(page, server, created.id, best[random(best.length)], game.ply);
  }
  const { game, history } = await server.game(created.id);
  assert.ok(game.ending, `${kind} did not end after ${game.ply} plies`);
  await page.locator("[data-status]").getByText(/./).first().waitFor();
  const shown = await page.locator("[data-ply]").count();
  assert.ok(shown >= history.length, `${shown} of ${history.length} moves are listed`);
  assert.equal(await boardOf(page, "position"), game.board);
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

test("a game of international draughts", () => playToTheEnd("international", 1));
test("a game of Russian draughts", () => playToTheEnd("russian", 2));
test("a game of Frisian draughts", () => playToTheEnd("frisian", 3));
test("a game of Canadian draughts", () => playToTheEnd("canadian", 4));

test("a game of chess", async () => {
  const created = await server.create("chess");
  const page = await openGame(browser, server, created);
  const moves = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
  for (const [ply, text] of moves.split(" ").entries()) {
    const { game } = await server.game(created.id);
    const entry = game.legal.find((legal) => legal.text === text);
    assert.ok(entry, `${text} is legal`);
    await playPath(page, server, created.id, entry, ply);
  }
  const { game } = await server.game(created.id);
  assert.equal(game.ending?.rule, "checkmate");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
