// @ts-check
/** The rules of a game, as the server states them; without a game, the list of games. */

import { ApiError, catalog, kindNamed, rules } from "./api.js";
import { fill, h } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";
import { miniBoard } from "./mini-board.js";
import { showMissing } from "./missing.js";
import { ruleTexts, translated } from "./rule-texts.js";
import { errorText, gameAbout, gameName } from "./words.js";

/** @import { Context } from "./router.js" */
/** @import { Kind } from "./types.js" */

/** @param {HTMLElement} root @param {Context} context */
export async function mount(root, { params, signal, setTitle }) {
  setTitle(t("nav.rules"));
  root.className = "doc";
  fill(root, h("p", { class: "row muted" }, h("span", { class: "spin" }), t("status.wait")));
  try {
    if (params.kind) await showRules(root, params.kind, signal, setTitle);
    else await showList(root);
  } catch (error) {
    if (signal.aborted) return;
    const missing = error instanceof ApiError && error.status === 404;
    showMissing(
      root,
      missing ? t("rules.missing") : t("rules.failed"),
      missing ? t("error.unknown_game", { found: params.kind }) : errorText(error),
      h("a", { class: "btn", href: "/rules" }, t("rules.all")),
    );
  }
}

/** @param {HTMLElement} root */
async function showList(root) {
  const { kinds } = await catalog();
  fill(
    root,
    h("h1", null, t("rules.title")),
    h(
      "ul",
      { class: "rlist rules-list" },
      ...kinds.map((kind) =>
        h(
          "li",
          null,
          h(
            "a",
            { class: "card ritem", href: `/rules/${kind.name}` },
            h("div", { class: "square" }, miniBoard(kind, kind.start)),
            h("div", { class: "d" }, h("b", null, gameName(kind)), h("span", null, gameAbout(kind))),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {HTMLElement} root
 * @param {string} name
 * @param {AbortSignal} signal
 * @param {(title: string) => void} setTitle
 */
async function showRules(root, name, signal, setTitle) {
  const language = currentLanguage();
  const [kind, found, texts] = await Promise.all([
    kindNamed(name),
    rules(name, signal),
    ruleTexts(language, signal).catch(() => ({})),
  ]);
  if (signal.aborted) return;
  setTitle(gameName(kind));
  /** @type {Map<string, { text: string, article?: string | null }[]>} */
  const topics = new Map();
  for (const rule of found.rules) topics.set(rule.topic ?? "", [...(topics.get(rule.topic ?? "") ?? []), rule]);
  // A sentence without a translation stays in English, and says so to programs that read aloud.
  const words = (/** @type {string} */ text) => (language === "en" ? text : (translated(text, texts) ?? text));
  const lang = (/** @type {string} */ text) => (language === "en" || translated(text, texts) ? {} : { lang: "en" });
  fill(
    root,
    h(
      "div",
      { class: "rules" },
      h(
        "aside",
        { class: "stack" },
        h("div", { class: "square" }, miniBoard(kind, kind.start)),
        h("a", { class: "btn primary", href: `/?game=${kind.name}` }, t("rules.play")),
        h("a", { class: "btn", href: `/analysis#game=${kind.name}` }, t("nav.analysis")),
        h("a", { class: "small", href: "/rules" }, t("rules.all")),
      ),
      h(
        "article",
        { class: "stack" },
        h("header", null, h("h1", null, gameName(kind)), h("p", { class: "muted" }, gameAbout(kind))),
        ...[...topics].map(([topic, list]) =>
          h(
            "section",
            null,
            topic && h("h2", lang(topic), words(topic)),
            h(
              "ul",
              { class: "rulelist" },
              ...list.map((rule) =>
                h("li", lang(rule.text), words(rule.text), rule.article && h("cite", null, rule.article)),
              ),
            ),
          ),
        ),
        sources(found.sources),
      ),
    ),
  );
}

/** @param {any[]} list */
function sources(list) {
  if (!list || list.length === 0) return null;
  const line = (/** @type {any} */ source) =>
    typeof source === "string"
      ? source
      : [source.title ?? source.name, source.what, source.url].filter(Boolean).join(" · ");
  return h(
    "section",
    { lang: "en" },
    h("h2", null, t("rules.sources")),
    h("ul", { class: "small muted rulelist" }, ...list.map((source) => h("li", null, line(source)))),
  );
}
