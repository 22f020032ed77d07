// Every page: accessibility, sizes, languages, weight.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { axeSource, boardReady, openBrowser, openGame, openPage, Server, square, until } from "./harness.js";

let server, browser, game;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
  game = await server.create("international", { moves: ["32-28", "19-23", "28x19", "14x23"] });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const PAGES = ["/", "/analysis#game=russian", "/rules", "/rules/international", "/board", "/nowhere"];
const SIZES = [[360, 740], [768, 1024], [1440, 900]];

/** Opens a page and waits until it shows what it is for. */
async function open(path, context) {
  const page = path === "game" ? await openGame(browser, server, game, context) : await openPage(browser, context);
  if (path !== "game") await page.goto(server.url + path);
  await page.locator("main h1:visible, main h2:visible, damier-board:visible").first().waitFor();
  if (path.startsWith("/analysis") || path === "/board") await boardReady(page);
  return page;
}

for (const colorScheme of ["light", "dark"]) {
  test(`no serious fault of accessibility, ${colorScheme}`, async () => {
    for (const path of [...PAGES, "game"]) {
      const page = await open(path, { colorScheme });
      await page.evaluate(axeSource());
      const found = await page.evaluate(() => globalThis.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
      const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      const said = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
      assert.deepEqual(said, [], `${path} in ${colorScheme}`);
      assert.deepEqual(page.faults, [], path);
      await page.context().close();
    }
  });
}

test("no page scrolls sideways", async () => {
  for (const [width, height] of SIZES) {
    for (const path of [...PAGES, "game"]) {
      const page = await open(path, { viewport: { width, height } });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${path} is ${over} px too wide at ${width}`);
      await page.context().close();
    }
  }
});

test("squares of the largest board can be tapped on a phone", async () => {
  const canadian = await server.create("canadian");
  const page = await openGame(browser, server, canadian, { viewport: { width: 360, height: 740 }, hasTouch: true });
  const box = await square(page, "1").boundingBox();
  assert.ok(box.width >= 24 && box.height >= 24, `${box.width} x ${box.height}`);
  const { game: view } = await server.game(canadian.id);
  for (const name of view.legal[0].path) await square(page, name).tap();
  await until(async () => (await server.game(canadian.id)).game.ply === 1, "a move by touch");
  await page.context().close();
});

test("the page speaks four languages", async () => {
  const titles = new Set();
  for (const locale of ["en", "nl", "fr", "ru"]) {
    const page = await openPage(browser, { locale });
    await page.goto(server.url);
    await page.locator("main h1").first().waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), locale);
    titles.add(await page.locator("main h1").first().textContent());
    await page.context().close();
  }
  assert.equal(titles.size, 4);
});

test("the page is light and loads nothing from outside", async () => {
  const page = await openPage(browser);
  const foreign = [];
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(server.url).host) foreign.push(request.url());
  });
  await page.goto(`${server.url}/game/${game.id}`);
  await boardReady(page);
  await page.waitForLoadState("networkidle");
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce((sum, entry) => sum + entry.transferSize, 0));
  assert.deepEqual(foreign, []);
  assert.ok(bytes > 10_000 && bytes < 300_000, `${bytes} bytes`);
  await page.context().close();
});

test("analysis shows lines of the engine and keeps variations", async () => {
  const page = await open("/analysis#game=russian");
  await page.locator("[data-lines] li").first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the rules of every game are there in every language", async () => {
  const { kinds } = await server.ask("GET", "/api/catalog");
  const { translated } = await import("../../web/page/app/rule-texts.js");
  const texts = {};
  for (const language of ["nl", "fr", "ru"]) texts[language] = await server.ask("GET", `/messages/rules/${language}.json`);
  for (const { name } of kinds) {
    const { rules } = await server.ask("GET", `/api/catalog/${name}/rules`);
    for (const sentence of rules.flatMap(({ topic, text }) => [topic, text])) {
      for (const language of Object.keys(texts)) assert.ok(translated(sentence, texts[language]), `${language}, ${name}: ${sentence}`);
    }
  }
  const page = await open("/rules/russian", { locale: "ru" });
  await page.getByText("Бить обязательно.").waitFor();
  assert.equal(await page.locator("article li[lang=en]").count(), 0);
  await page.context().close();
});

test("a bad import is told in the language of the page, a good one opens at its end", async () => {
  const page = await open("/analysis#game=chess", { locale: "fr" });
  const load = async (text) => {
    await page.fill("#import-text", text);
    await page.locator("[data-act=import]").click();
  };
  const alert = page.locator("section:has(#import-text) [role=alert]");
  await load("1. e4 e5\n2. Nf3 Nc7 *");
  await alert.getByText("Nc7 n'est pas un coup légal, ligne 2.").waitFor();
  await load("bonjour");
  await alert.filter({ hasText: /PGN/ }).waitFor();
  await load("1. e4 e5 2. Nf3 Nc6 *");
  await until(async () => (await page.locator("[data-move][aria-current], .mv[aria-current]").first().textContent()).includes("Nc6"), "the last move is shown");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the engine rests while a position is set up", async () => {
  const page = await open("/analysis#game=chess", { viewport: { width: 360, height: 740 } });
  await page.locator("[data-lines] .pv").first().waitFor();
  await page.locator("[data-act=setup]").click();
  await until(async () => (await page.locator("[data-lines] .pv").count()) === 0, "the lines are gone");
  assert.equal(await page.locator(".evalbar b").textContent(), "");
  // Board and palette are on one screen.
  await until(() => page.evaluate(() => document.querySelector(".palette").getBoundingClientRect().bottom <= innerHeight), "the palette is in sight");
  await square(page, "e4").click();
  await page.locator("[data-act=setup-done]").click();
  await page.getByText("One side has more than 16 pieces.").waitFor();
  await page.locator("[data-act=setup]").click();
  await page.locator("[data-lines] .pv").first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a phone on its side has a header and the whole board", async () => {
  for (const path of ["game", "/analysis#game=russian"]) {
    const page = await open(path, { viewport: { width: 740, height: 360 }, hasTouch: true });
    await page.locator(".top nav a:visible").first().waitFor();
    const board = await page.locator("damier-board").boundingBox();
    assert.ok(board.y + board.height <= 360, `${path}: the board ends at ${board.y + board.height}`);
    assert.ok(board.height >= 240, `${path}: ${board.height}`);
    await page.context().close();
  }
});
