// @ts-check
/** Starts the page. */

import { useCatalog } from "./api.js";
import { h } from "./dom.js";
import { setMessages, t } from "./i18n.js";
import { buildTools } from "./header.js";
import { render, route, startRouter } from "./router.js";
import { applySettings, reloadSettings, settings, watchSettings } from "./settings.js";
import { prepareSound } from "./sound.js";

route("/", "play", () => import("./lobby.js"));
route("/game/:id", "play", () => import("./game.js"));
route("/analysis", "analysis", () => import("./analysis.js"));
route("/rules", "rules", () => import("./rules.js"));
route("/rules/:kind", "rules", () => import("./rules.js"));
route("/board", "", () => import("./board-demo.js"));

/** Writes the texts that stand in the file of the page itself. */
function fillTexts() {
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.getAttribute("data-text") ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.getAttribute("data-label") ?? ""));
  }
}

/** @param {string} language @param {Promise<Response>} [answer] */
async function loadMessages(language, answer) {
  const response = await (answer ?? fetch(`/messages/${language}.json`));
  setMessages(language, await response.json());
  document.documentElement.lang = language;
  fillTexts();
  buildTools();
}

async function start() {
  applySettings();
  prepareSound();
  /** @type {{ language: string, messages: Promise<Response>, catalog: Promise<Response> }} */
  const early = /** @type {any} */ (window).damierEarly;
  useCatalog(early.catalog);
  await loadMessages(early.language, early.messages);
  startRouter();
  await render();
  let language = settings().language;
  watchSettings((changed) => {
    if (changed.language === language) return;
    language = changed.language;
    location.reload();
  });
  addEventListener("storage", (event) => {
    if (event.key === "damier.settings") reloadSettings();
  });
}

start().catch((error) => {
  console.error(error);
  const main = document.getElementById("main");
  main?.replaceChildren(h("p", { class: "doc" }, "The page could not be loaded. Load it again."));
});
