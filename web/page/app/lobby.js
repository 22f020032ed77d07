// @ts-check
/** The first page: choose a game, say against whom, and find the games of this browser again. */

import { catalog } from "./api.js";
import { fill, h, icon, show } from "./dom.js";
import { t } from "./i18n.js";
import { miniBoard } from "./mini-board.js";
import { recentSection } from "./recent.js";
import { read, write } from "./storage.js";
import { startPanel } from "./start-panel.js";
import { errorText, gameAbout, gameName } from "./words.js";

/** @import { Catalog, Kind } from "./types.js" */
/** @import { Context } from "./router.js" */

/** Games that come first, with a board each; and those that follow by name. */
const CARDS = 8;
const CHIPS = 9;

/** @param {HTMLElement} root @param {Context} context */
export async function mount(root, { signal, setTitle }) {
  setTitle("");
  root.className = "lobby";
  const games = h("div", { class: "games", role: "radiogroup", "aria-labelledby": "pick" });
  for (let at = 0; at < 8; at += 1) games.append(h("div", { class: "gcard blank", "aria-hidden": "true" }, h("i")));
  const more = h("div", { class: "more" });
  const start = h("section", { class: "card start", "aria-label": t("lobby.start") });
  const recent = h("section", { class: "recent", "aria-labelledby": "your-games" });
  const list = h(
    "section",
    { "aria-labelledby": "pick" },
    h("h1", { id: "pick" }, t("lobby.choose")),
    h("p", { class: "lead" }, t("lobby.lead")),
    games,
    more,
  );
  fill(root, list, start, recent);
  /** @type {Catalog} */
  let data;
  try {
    data = await catalog();
  } catch (error) {
    const retry = h("button", { type: "button", class: "btn", onclick: () => location.reload() }, t("retry"));
    show(start, false);
    fill(
      games,
      h("div", { class: "card empty wide" }, h("h2", null, t("lobby.failed")), h("p", null, errorText(error)), retry),
    );
    return;
  }
  if (signal.aborted) return;
  showGames(data, games, more, start, new URLSearchParams(location.search).get("game"));
  recentSection(recent, data.kinds, signal);
}

/**
 * @param {Catalog} data
 * @param {HTMLElement} games
 * @param {HTMLElement} more
 * @param {HTMLElement} start
 * @param {string | null} wanted
 */
function showGames(data, games, more, start, wanted) {
  const byName = new Map(data.kinds.map((kind) => [kind.name, kind]));
  const popular = data.popular
    .map((name) => byName.get(name))
    .filter((kind) => kind !== undefined)
    .slice(0, CARDS);
  const others = data.kinds.filter((kind) => !popular.includes(kind));
  let chosen = byName.get(wanted ?? "") ?? byName.get(read("game")) ?? popular[1] ?? data.kinds[0];
  let all = false;
  const panel = startPanel(start);

  /** @param {Kind} kind */
  const choose = (kind) => {
    chosen = kind;
    write("game", kind.name);
    panel.setKind(kind);
    for (const chip of more.querySelectorAll("[data-kind]")) {
      chip.setAttribute("aria-pressed", String(chip.getAttribute("data-kind") === kind.name));
    }
  };

  const draw = () => {
    const shown = all ? [...popular, ...others] : popular;
    games.classList.toggle("all", all);
    fill(games, ...shown.map((kind) => card(kind, kind === chosen, () => choose(kind))));
    const named = others.slice(0, CHIPS);
    if (others.includes(chosen) && !named.includes(chosen)) named.push(chosen);
    const chips = all
      ? []
      : named.map((kind) =>
          h(
            "button",
            {
              type: "button",
              class: "pill",
              "data-kind": kind.name,
              "aria-pressed": "false",
              onclick: () => {
                for (const input of games.querySelectorAll("input")) input.checked = false;
                choose(kind);
              },
            },
            gameName(kind),
          ),
        );
    const label = all ? t("lobby.fewer") : t("lobby.all", { count: data.kinds.length });
    const toggle = h(
      "button",
      {
        type: "button",
        class: "pill all",
        "data-act": "all-games",
        "aria-expanded": String(all),
        onclick: () => {
          all = !all;
          draw();
        },
      },
      label,
    );
    fill(more, ...chips, toggle);
    choose(chosen);
  };
  draw();
  // On small screens the cards scroll sideways: the chosen one is brought into view.
  const input = games.querySelector("input:checked");
  const parent = input?.closest("label");
  if (parent && games.scrollWidth > games.clientWidth)
    games.scrollLeft = parent.offsetLeft - (games.clientWidth - parent.offsetWidth) / 2;
  show(games, true);
}

/** @param {Kind} kind @param {boolean} checked @param {() => void} choose */
function card(kind, checked, choose) {
  const about = gameAbout(kind, 2);
  return h(
    "label",
    { class: "gcard", "data-kind": kind.name },
    h("input", { type: "radio", name: "game", value: kind.name, checked, onchange: choose }),
    h("span", { class: "tickmark" }, icon("check", "s")),
    h("span", { class: "square" }, miniBoard(kind, kind.start)),
    h("b", null, gameName(kind)),
    h("span", { class: "f", title: gameAbout(kind) }, about),
  );
}
