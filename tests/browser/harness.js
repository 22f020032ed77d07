// Starts the server and the browser, and plays on the board as a person does.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(join(process.env.DAMIER_MODULES ?? "", "/"));
const { chromium } = require("playwright-core");
export const axeSource = () => require("axe-core").source;

/** How long to wait for something that must happen: long, since the machine may be busy. */
export const PATIENCE = 60_000;

/** A server with data of its own. */
export class Server {
  #folder = mkdtempSync(join(tmpdir(), "damier-browser-"));
  #child = null;
  url = "";

  static async start() {
    const server = new Server();
    await server.#run(0);
    return server;
  }

  async #run(port) {
    const options = ["serve", "--no-browser", "--port", String(port), "--data", join(this.#folder, "games.db"), "--client-limit", "0"];
    this.#child = spawn(process.env.DAMIER, options, { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    this.url = await new Promise((found, failed) => {
      const read = (bytes) => {
        said += bytes;
        const address = said.match(/http:\/\/[\d.]+:\d+/);
        if (address) found(address[0]);
      };
      this.#child.stdout.on("data", read);
      this.#child.stderr.on("data", read);
      this.#child.once("exit", (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** Kills the server without warning and starts it again at the same address. */
  async killAndRestart() {
    await this.kill();
    await this.#run(Number(new URL(this.url).port));
  }

  kill() {
    return new Promise((done) => {
      this.#child.removeAllListeners("exit");
      this.#child.once("exit", done);
      this.#child.kill("SIGKILL");
    });
  }

  async restart() {
    await this.#run(Number(new URL(this.url).port));
  }

  async stop() {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Asks the server; fails unless it answers with success. */
  async ask(method, path, body, token) {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  /** Creates a game; both seats are ours unless the opponent is named. */
  create(game, more = {}) {
    return this.ask("POST", "/api/games", { game, side: "white", opponent: { kind: "self" }, ...more });
  }

  game(id) {
    return this.ask("GET", `/api/games/${id}`);
  }
}

export function openBrowser() {
  return chromium.launch({
    executablePath: process.env.DAMIER_BROWSER,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** A page in a browser profile of its own. What goes wrong in it is kept in `page.faults`. */
export async function openPage(browser, { seats = {}, settings = {}, ...context } = {}) {
  const profile = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...context });
  const page = await profile.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A lost connection is part of some tests; the browser reports it as an error.
    const isConnection = /WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text());
    if (message.type() === "error" && !isConnection) page.faults.push(`console: ${message.text()}`);
  });
  await page.addInitScript(({ seats, settings }) => {
    for (const [id, seat] of Object.entries(seats)) localStorage.setItem(`damier.seat.${id}`, seat);
    if (Object.keys(settings).length > 0) localStorage.setItem("damier.settings", JSON.stringify(settings));
    // What the board asks, for tests that answer.
    globalThis.asked = null;
    document.addEventListener("choose", (event) => { globalThis.asked = event.detail; });
    for (const type of ["move", "cancel"]) document.addEventListener(type, () => { globalThis.asked = null; });
  }, { seats, settings });
  return page;
}

/** Opens a game that this profile plays. */
export async function openGame(browser, server, created, context = {}) {
  const seats = { [created.id]: JSON.stringify({ token: created.token, side: created.side }) };
  const page = await openPage(browser, { seats, ...context });
  await page.goto(`${server.url}/game/${created.id}`);
  await boardReady(page);
  return page;
}

export function boardReady(page) {
  return page.waitForFunction(() => document.querySelector("damier-board")?.position?.length > 0);
}

export const boardOf = (page, name) => page.evaluate((name) => document.querySelector("damier-board")[name], name);

export function square(page, name) {
  return page.locator(`damier-board button[data-square="${name}"]`);
}

/** Taps the middle of a square with a real pointer. */
export async function tap(page, name) {
  const box = await square(page, name).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

export async function drag(page, from, to) {
  const [start, end] = [await square(page, from).boundingBox(), await square(page, to).boundingBox()];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 });
  await page.mouse.up();
}

/** The moves between which the board asks the player to choose. */
export const choices = (page) => page.evaluate(() => globalThis.asked?.options ?? []);

/** Makes one legal move, square by square, until the board has understood it. */
export async function playPath(page, server, id, entry, ply) {
  for (const name of entry.path) {
    const { hops, pending } = await page.evaluate(() => {
      const board = document.querySelector("damier-board");
      return { hops: board.path, pending: board.pending };
    });
    // Auto-finish may complete the move before all its squares are tapped.
    if (pending || (hops.length === 0 && name !== entry.path[0])) break;
    await tap(page, name);
    const index = (await choices(page)).findIndex((choice) => choice.move === entry.move);
    if (index >= 0) await page.keyboard.press(String(index + 1));
  }
  await plyReached(page, server, id, ply + 1);
}

/** Waits until the page shows the position after this many plies. */
export function plyReached(page, server, id, ply) {
  return until(async () => {
    const { game } = await server.game(id);
    return game.ply >= ply && (await boardOf(page, "position")) === game.board;
  }, `ply ${ply} of ${id}`);
}

export async function until(condition, what) {
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`never happened: ${what}`);
}

/** Random numbers from a seed, so that a failure can be repeated. */
export function numbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
