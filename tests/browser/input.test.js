// The ways to make a move: hops, choosers, drags, keys, texts, planned moves.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { boardOf, boardReady, choices, drag, openBrowser, openGame, openPage, plyReached, Server, square, tap, until } from "./harness.js";

let server, browser;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function withGame(kind, more, play, context) {
  const created = await server.create(kind, more);
  const page = await openGame(browser, server, created, context);
  await play(page, created);
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

test("a capture hop by hop comes back after a reload", () =>
  withGame("international", { fen: "W:W32:B19,27,28,13,8" }, async (page, { id }) => {
    await tap(page, "32");
    await tap(page, "23");
    await until(async () => (await server.game(id)).game.hops?.squares.length === 2, "the server knows the hop");
    assert.deepEqual((await server.game(id)).game.hops, { squares: ["32", "23"], jumped: ["28"] });
    await page.reload();
    await boardReady(page);
    await until(async () => (await boardOf(page, "path")).length === 2, "the hops are back");
    const rest = (await server.game(id)).game.legal[0].path.slice(2);
    for (const name of rest) await tap(page, name);
    await plyReached(page, server, id, 1);
  }, { settings: { autoFinish: false } }));

test("a capture is finished when one move is left", () =>
  withGame("international", { fen: "W:W32:B19,27,28" }, async (page, { id }) => {
    await tap(page, "32");
    await tap(page, "14");
    await plyReached(page, server, id, 1);
    assert.deepEqual((await server.game(id)).history[0].captured, ["28", "19"]);
  }));

test("captures with equal ends are chosen by number", () =>
  withGame("international", { fen: "W:WK4:B13,20,32,37" }, async (page, { id }) => {
    await tap(page, "4");
    await tap(page, "15");
    await until(async () => (await choices(page)).length === 2, "the chooser");
    const second = (await choices(page))[1];
    await page.keyboard.press("2");
    await plyReached(page, server, id, 1);
    assert.deepEqual(new Set((await server.game(id)).history[0].captured), new Set(second.captured));
  }));

test("a pawn becomes what the player chooses", () =>
  withGame("chess", { fen: "8/P6k/8/8/8/8/8/K7 w - - 0 1" }, async (page, { id }) => {
    await tap(page, "a7");
    await tap(page, "a8");
    await until(async () => (await choices(page)).length === 4, "the chooser");
    await page.keyboard.press("n");
    await plyReached(page, server, id, 1);
    assert.equal((await server.game(id)).history[0].text, "a8=N");
  }));

test("pieces can be dragged", () =>
  withGame("russian", {}, async (page, { id }) => {
    await drag(page, "c3", "d4");
    await plyReached(page, server, id, 1);
    assert.equal((await server.game(id)).history[0].text, "c3-d4");
  }));

test("an illegal try is explained with its article", () =>
  withGame("international", { fen: "W:W32,33:B19,27,28" }, async (page, { id }) => {
    await drag(page, "32", "21");
    const panel = page.locator("[data-panel=why-not]");
    await panel.getByText(/FMJD 4\.13/).first().waitFor();
    assert.equal((await server.game(id)).game.ply, 0);
  }));

test("moves can be typed", () =>
  withGame("chess", {}, async (page, { id }) => {
    await page.getByRole("textbox", { name: /move/i }).first().fill("e4");
    await page.keyboard.press("Enter");
    await plyReached(page, server, id, 1);
  }));

test("a game by keys alone", () =>
  withGame("chess", {}, async (page, { id }) => {
    await page.evaluate(() => document.querySelector("damier-board").focus());
    const focused = () => page.evaluate(() => document.querySelector("damier-board").shadowRoot.activeElement?.dataset.square ?? "");
    const go = async (name) => {
      for (let steps = 0; steps < 20; steps += 1) {
        const now = await focused();
        if (now === name) return;
        const [right, up] = [name.charCodeAt(0) - now.charCodeAt(0), name.charCodeAt(1) - now.charCodeAt(1)];
        await page.keyboard.press(right > 0 ? "ArrowRight" : right < 0 ? "ArrowLeft" : up > 0 ? "ArrowUp" : "ArrowDown");
      }
      assert.fail(`the cursor cannot reach ${name}`);
    };
    for (const [ply, [from, to]] of [["f2", "f3"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]].entries()) {
      await go(from);
      await page.keyboard.press("Enter");
      await go(to);
      await page.keyboard.press("Enter");
      await plyReached(page, server, id, ply + 1);
    }
    assert.equal((await server.game(id)).game.ending.rule, "checkmate");
  }));

test("a planned move is played when its turn comes", async () => {
  const created = await server.create("chess", { opponent: { kind: "friend" } });
  const joined = await server.ask("POST", `/api/games/${created.id}/join`, { invite: created.invite, nonce: "planned-move-test" });
  const white = await openGame(browser, server, created);
  const black = await openGame(browser, server, { ...created, ...joined });
  await tap(black, "e7");
  await tap(black, "e5");
  await until(async () => (await boardOf(black, "plan")) !== null, "the plan");
  await tap(white, "e2");
  await tap(white, "e4");
  await plyReached(white, server, created.id, 2);
  assert.equal((await server.game(created.id)).history[1].text, "e5");
  await until(async () => !(await black.locator("[data-status]").textContent()).includes("follows"), "the plan leaves the status");
  for (const page of [white, black]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test("the board can be turned", () =>
  withGame("russian", {}, async (page) => {
    const [before, action] = [await square(page, "a1").boundingBox(), page.locator("[data-act=flip]").first()];
    await action.click();
    await until(async () => (await square(page, "a1").boundingBox()).y < before.y, "a1 is at the top");
  }));

test("a game begins in the lobby, against the computer", async () => {
  const page = await openPage(browser);
  await page.goto(server.url);
  await page.locator("[data-kind=russian]").first().click();
  await page.locator("[data-act=start]").click();
  await page.waitForURL(/\/game\//);
  await boardReady(page);
  const id = page.url().split("/game/")[1].slice(0, 11);
  await until(async () => (await boardOf(page, "legal")).length > 0 && (await boardOf(page, "interactive")) !== "none", "a turn");
  const { game } = await server.game(id);
  const [from, to] = game.legal[0].path;
  await tap(page, from);
  await tap(page, to);
  await plyReached(page, server, id, game.ply + 2);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
