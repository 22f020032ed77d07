// What people see: nothing moves while a page loads, nothing is cut off, what matters is in sight on a small phone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { boardReady, drag, openBrowser, openGame, openPage, Server, tap, until } from "./harness.js";

let server, browser;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const SMALL = { width: 360, height: 640 };
const SIZES = [SMALL, { width: 768, height: 1024 }, { width: 1440, height: 900 }];
const LANGUAGES = ["en", "nl", "fr", "ru"];

/** A game against a friend who has come, and the friend's seat. */
async function withFriend(kind) {
  const created = await server.create(kind, { opponent: { kind: "friend" }, name: "Anna" });
  const joined = await server.ask("POST", `/api/games/${created.id}/join`, { invite: created.invite, nonce: "a-friend-who-came", name: "Boris" });
  return { created, friend: { ...created, ...joined } };
}

const command = (seat, id, command) => server.ask("POST", `/api/games/${seat.id}/commands`, { id, command }, seat.token);

/** Where an element is; fails unless it is there. */
async function box(page, selector) {
  const found = await page.locator(selector).first().boundingBox();
  assert.ok(found, selector);
  return { ...found, bottom: found.y + found.height, right: found.x + found.width };
}

test("nothing moves while a page loads", async () => {
  const game = await server.create("international", { opponent: { kind: "friend" }, time: "10+5" });
  for (const viewport of SIZES) {
    for (const path of ["/", `/game/${game.id}`, "/analysis#game=russian", "/rules", "/rules/chess", "/board"]) {
      const page = await openPage(browser, { viewport });
      await page.addInitScript(() => {
        globalThis.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) globalThis.shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      // The outline of the page is shown before the data comes.
      let release;
      const held = new Promise((done) => { release = done; });
      await page.route("**/api/**", async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(server.url + path);
      await page.locator("main > :visible").first().waitFor();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      release();
      await page.locator("damier-board:visible, .mini:visible").first().waitFor();
      // The engine of the analysis keeps its connection.
      if (!path.startsWith("/analysis")) await page.waitForLoadState("networkidle");
      const shift = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(globalThis.shift)))));
      assert.ok(shift < 0.02, `${path} at ${viewport.width}: ${shift}`);
      await page.context().close();
    }
  }
});

test("a small phone shows board, players, status and bar at once", async () => {
  for (const kind of ["chess", "canadian"]) {
    const created = await server.create(kind, { time: "10+5" });
    const page = await openGame(browser, server, created, { viewport: SMALL });
    const [board, status, bar] = [await box(page, "damier-board"), await box(page, "[data-status]"), await box(page, ".tabbar")];
    assert.ok(board.y >= 0 && board.bottom <= status.y, `${kind}: the board ends at ${board.bottom}`);
    assert.ok(status.bottom <= bar.y, `${kind}: the status ends at ${status.bottom}, the bar begins at ${bar.y}`);
    await page.context().close();
  }
});

test("a small phone shows why a move is refused, and the board with it", async () => {
  const created = await server.create("international", { fen: "W:W32,33:B19,27,28" });
  const page = await openGame(browser, server, created, { viewport: SMALL });
  await drag(page, "32", "21");
  await page.locator("[data-panel=why-not]").getByText(/FMJD 4\.13/).first().waitFor();
  const [board, reason, bar] = [await box(page, "damier-board"), await box(page, "[data-part=reason] p"), await box(page, ".tabbar")];
  assert.ok(reason.y >= board.bottom && reason.bottom <= bar.y, `from ${reason.y} to ${reason.bottom}, between ${board.bottom} and ${bar.y}`);
  await page.context().close();
});

test("an offer can be read to its end in every language", async () => {
  const { created, friend } = await withFriend("russian");
  await command(created, "white-moves", { command: "move", ply: 0, move: "c3-d4" });
  await command(created, "white-regrets", { command: "ask_takeback", ply: 1, plies: 1 });
  for (const viewport of SIZES) {
    for (const locale of LANGUAGES) {
      const page = await openGame(browser, server, friend, { viewport, locale });
      await page.locator("[data-status=takeback-offered]").waitFor();
      const hidden = await page.locator("[data-status] .t").evaluate((text) =>
        Math.max(...[text, ...text.children].map((part) => Math.max(part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth))));
      assert.ok(hidden <= 1, `${locale} at ${viewport.width}: ${hidden} px are cut off`);
      const [status, accept] = [await box(page, "[data-status]"), await box(page, "[data-act=accept-takeback]")];
      assert.ok(accept.right <= status.right && accept.bottom <= status.bottom, `${locale} at ${viewport.width}`);
      await page.context().close();
    }
  }
});

test("a draw that can be claimed is told inside its card", async () => {
  const created = await server.create("chess", { fen: "4k3/8/8/8/8/8/3R4/4K3 w - - 100 80" });
  for (const locale of LANGUAGES) {
    const page = await openGame(browser, server, created, { locale });
    const [chip, board] = [await box(page, ".ginfo .chip"), await box(page, "damier-board")];
    assert.ok(chip.right < board.x, `${locale}: the chip ends at ${chip.right}, the board begins at ${board.x}`);
    assert.ok(!(await page.locator(".ginfo .chip").textContent()).includes(" 0 "), locale);
    await page.context().close();
  }
});

test("who waits for a friend has the link at hand", async () => {
  const created = await server.create("frisian", { opponent: { kind: "friend" } });
  const seats = { [created.id]: JSON.stringify({ token: created.token, side: created.side, invite: created.invite }) };
  const page = await openPage(browser, { seats, viewport: SMALL, permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${server.url}/game/${created.id}`);
  await boardReady(page);
  const [button, bar] = [await box(page, "[data-act=invite]"), await box(page, ".tabbar")];
  assert.ok(button.bottom <= bar.y);
  await press(page, button);
  await until(async () => (await page.evaluate(() => navigator.clipboard.readText())).endsWith(`#join=${created.invite}`), "the link is copied");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** Presses the middle of a box. */
const press = (page, { x, y, width, height }) => page.mouse.click(x + width / 2, y + height / 2);

test("a phone offers all games in rows, and accepts a rematch from its bar", async () => {
  const page = await openPage(browser, { viewport: SMALL });
  await page.goto(server.url);
  await page.locator("[data-act=all-games]").click();
  const last = await box(page, ".gcard >> nth=-1");
  assert.ok(last.right <= SMALL.width, `the last game ends at ${last.right}`);
  await page.context().close();

  const { created, friend } = await withFriend("russian");
  await command(created, "white-resigns", { command: "resign" });
  await command(friend, "black-asks", { command: "offer_rematch" });
  const white = await openGame(browser, server, created, { viewport: SMALL });
  await white.locator("[data-act=foot-rematch]").getByText("Accept").click();
  await until(() => !white.url().includes(created.id), "the next game");
  await white.context().close();
});

test("a wrong position is told in the language of the page", async () => {
  const page = await openPage(browser, { locale: "fr" });
  await page.goto(server.url);
  await page.locator("[data-kind=international]").first().click();
  await page.locator("details.from summary").click();
  await page.fill("#start-fen", "rubbish");
  await page.locator("[data-act=start]").click();
  const error = page.locator("#start-fen-error");
  await error.waitFor();
  const { "error.bad_fen": told } = await server.ask("GET", "/messages/fr.json");
  assert.equal((await error.textContent()).trim(), told);
  await page.context().close();
});

test("damaged and unknown addresses say what is wrong", async () => {
  for (const [path, text] of [["/game/%E0%A4%A", "Nothing here"], ["/rules/nope", "There is no game called nope."], ["/game/AAAAAAAAAAA", "No such game"]]) {
    const page = await openPage(browser);
    await page.goto(server.url + path);
    await page.getByText(text).first().waitFor();
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test("a capture that goes on after a reload is told, and Escape takes it back", async () => {
  const created = await server.create("international", { fen: "W:W32:B19,27,28,13,8" });
  const page = await openGame(browser, server, created, { settings: { autoFinish: false } });
  await tap(page, "32");
  await tap(page, "23");
  await until(async () => (await server.game(created.id)).game.hops !== null, "the server knows the hop");
  await page.reload();
  await boardReady(page);
  await page.locator("[data-status=capture]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-status=your-move]").waitFor();
  await until(async () => (await server.game(created.id)).game.hops === null, "the hop is taken back");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the page of the API shows code as code", async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/api/docs`);
  await page.locator("#main details").first().waitFor();
  assert.ok(!(await page.locator("body").innerText()).includes("`"));
  assert.ok((await page.locator("#about code").count()) > 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the pieces to choose from follow the size of the board", async () => {
  const created = await server.create("chess", { fen: "1n6/P6k/8/8/8/8/8/K7 w - - 0 1" });
  const page = await openGame(browser, server, created);
  await tap(page, "a7");
  await tap(page, "a8");
  await page.locator("damier-board .promo").waitFor();
  await page.setViewportSize(SMALL);
  // The board replaces the chooser when its size changes, so that there is none for a moment.
  const width = async () => (await page.locator("damier-board .promo").first().boundingBox())?.width ?? Infinity;
  await until(async () => (await width()) < 48, "the chooser is as narrow as a square");
  const [chooser, board] = [await box(page, "damier-board .promo"), await box(page, "damier-board")];
  assert.ok(chooser.bottom <= board.bottom);
  await page.keyboard.press("n");
  await until(async () => (await server.game(created.id)).game.ply === 1, "the move");
  assert.equal((await server.game(created.id)).history[0].text, "a8=N");
  await page.context().close();
});
