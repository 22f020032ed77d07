// @ts-check
/** Games and positions in and out of the analysis: by text, file or picture. */

import { convert } from "./api.js";
import { copyFrom, fill, h, icon, iconButton, show } from "./dom.js";
import { saveText } from "./export.js";
import { t } from "./i18n.js";
import { fromRecord } from "./tree.js";
import { errorText } from "./words.js";

/** @import { Kind } from "./types.js" */
/** @import { Tree } from "./tree.js" */

/**
 * @param {Kind} kind
 * @param {{ fen: () => string, record: () => any, flipped: () => boolean, open: (tree: Tree) => void }} page
 * @param {AbortSignal} signal
 */
export function filesCard(kind, page, signal) {
  const fen = h("input", { id: "analysis-fen", class: "input mono", readonly: true, spellcheck: "false" });
  const copy = iconButton("copy", t("copy.position"), { class: "", onclick: () => copyFrom(page.fen(), copy) });
  const text = h("textarea", {
    id: "import-text",
    class: "input mono",
    rows: 3,
    spellcheck: "false",
    placeholder: "PGN, PDN, FEN, JSON",
  });
  const file = h("input", {
    type: "file",
    class: "vh",
    accept: ".pgn,.pdn,.fen,.json,.jsonl,.txt,text/plain",
    tabindex: -1,
    "aria-hidden": "true",
    onchange: async () => {
      const [first] = file.files;
      if (first) await read(await first.text());
      file.value = "";
    },
  });
  const choose = h("select", { class: "input", "aria-label": t("files.which"), hidden: true });
  const problem = h("p", { class: "err", role: "alert", hidden: true });
  const notes = h("div", { class: "small muted", hidden: true });
  const load = h(
    "button",
    { type: "button", class: "btn sm primary", "data-act": "import", onclick: () => void read(text.value) },
    t("files.load"),
  );
  const pictures = h("span", { class: "row" });
  const save = (/** @type {string} */ format) =>
    h(
      "button",
      { type: "button", class: "btn sm", "data-act": `save-${format}`, onclick: () => void write(format) },
      icon("down", "s"),
      format.toUpperCase(),
    );
  const element = h(
    "section",
    { class: "card", "aria-labelledby": "files-title" },
    h("div", { class: "phead" }, h("h2", { id: "files-title" }, t("files.title"))),
    h(
      "div",
      { class: "pad stack tight" },
      h(
        "div",
        { class: "field" },
        h("label", { for: "analysis-fen" }, t("export.fen")),
        h("div", { class: "row" }, fen, copy),
      ),
      h("div", { class: "field" }, h("label", { for: "import-text" }, t("files.paste")), text),
      problem,
      notes,
      choose,
      h(
        "div",
        { class: "row wrap" },
        load,
        h("button", { type: "button", class: "btn sm", onclick: () => file.click() }, icon("up", "s"), t("files.open")),
        file,
      ),
      h(
        "div",
        { class: "field" },
        h("span", { class: "lab" }, t("files.save")),
        h("div", { class: "row wrap" }, save(kind.record), save("json"), pictures),
      ),
    ),
  );
  element.addEventListener("dragover", (/** @type {DragEvent} */ event) => event.preventDefault(), { signal });
  element.addEventListener(
    "drop",
    async (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const [first] = event.dataTransfer?.files ?? [];
      if (first) await read(await first.text());
    },
    { signal },
  );

  /** @param {string} words */
  function fail(words) {
    fill(problem, icon("warn", "s"), words);
    show(problem, words);
  }

  /** @param {string} source */
  async function read(source) {
    fail("");
    show(choose, false);
    if (!source.trim()) return;
    load.disabled = true;
    try {
      const found = await convert({ text: source, to: "json", game: kind.name }).catch((first) =>
        // The text may be of another game, or of none.
        convert({ text: source, to: "json" }).catch((second) =>
          Promise.reject(source.trim().startsWith(first.details?.found || "\n") ? second : first),
        ),
      );
      const games = found.text
        .split("\n")
        .filter((line) => line.trim())
        .map((line) => JSON.parse(line))
        .flat();
      drawNotes(found.notes);
      if (games.length === 0) fail(t("files.none"));
      else if (games.length === 1) page.open(fromRecord(games[0]));
      else offer(games);
    } catch (error) {
      fail(errorText(error));
    }
    load.disabled = false;
  }

  /** What was corrected or left out, in the server's words. @param {string[]} list */
  function drawNotes(list) {
    fill(
      notes,
      h("p", null, t("files.notes", { count: list.length })),
      h(
        "details",
        null,
        h("summary", null, t("files.notes_show")),
        h("ul", { class: "rulelist", lang: "en" }, ...list.slice(0, 20).map((note) => h("li", null, note))),
      ),
    );
    show(notes, list.length > 0);
  }

  /** Lets the reader choose one of several games. @param {any[]} games */
  function offer(games) {
    const name = (/** @type {any} */ game, /** @type {number} */ at) => {
      const { White = "?", Black = "?", Event = "" } = game.tags ?? {};
      return `${at + 1}. ${White} – ${Black} ${game.result ?? ""} ${Event}`.trim();
    };
    fill(
      choose,
      h("option", { value: "" }, t("files.choose", { count: games.length })),
      ...games.slice(0, 500).map((game, at) => h("option", { value: at }, name(game, at))),
    );
    choose.onchange = () => choose.value !== "" && page.open(fromRecord(games[Number(choose.value)]));
    show(choose, true);
    choose.focus();
  }

  /** @param {string} format */
  async function write(format) {
    fail("");
    try {
      const found = await convert({ text: JSON.stringify(page.record()), from: "json", to: format });
      saveText(found.text, `damier.${format}`);
    } catch (error) {
      fail(errorText(error));
    }
  }

  return {
    element,
    /** @param {string} now the position that is looked at */
    update(now) {
      fen.value = now;
      const query = new URLSearchParams({ game: kind.name, fen: now, ...(page.flipped() ? { flip: "true" } : {}) });
      fill(
        pictures,
        ...(now
          ? ["png", "svg"].map((format) =>
              h(
                "a",
                { class: "btn sm", href: `/api/picture.${format}?${query}`, download: `damier.${format}` },
                icon("picture", "s"),
                format.toUpperCase(),
              ),
            )
          : []),
      );
    },
  };
}
