// @ts-check
/** The panel that starts a game: against whom, which side, which clock, from where. */

import { createGame } from "./api.js";
import { parseTime, writeTime } from "./clock.js";
import { fill, h, icon, show } from "./dom.js";
import { t } from "./i18n.js";
import { miniBoard, pieceTile } from "./mini-board.js";
import { go } from "./router.js";
import { keepGame, keepSeat } from "./seats.js";
import { settings } from "./settings.js";
import { read, write } from "./storage.js";
import { errorText, gameAbout, gameName } from "./words.js";

/** @import { Kind } from "./types.js" */

const CLOCKS = ["", "5+3", "10+5", "20+10", "other"];

/**
 * @typedef {object} Wishes
 * @property {"engine" | "friend" | "analysis"} mode
 * @property {"link" | "here"} place where the friend sits
 * @property {number} level
 * @property {"white" | "random" | "black"} side
 * @property {string} time one of `CLOCKS`
 * @property {string} other the time control where `time` is "other"
 */

/** @returns {Wishes} */
function keptWishes() {
  const kept = read("start") ?? {};
  const level = Number(kept.level);
  return {
    mode: ["engine", "friend", "analysis"].includes(kept.mode) ? kept.mode : "engine",
    place: kept.place === "here" ? "here" : "link",
    level: level >= 1 && level <= 10 ? level : 4,
    side: ["white", "random", "black"].includes(kept.side) ? kept.side : "white",
    time: CLOCKS.includes(kept.time) ? kept.time : "10+5",
    other: typeof kept.other === "string" && parseTime(kept.other) ? kept.other : "15+10",
  };
}

/**
 * Builds the panel.
 * @param {HTMLElement} root
 */
export function startPanel(root) {
  /** @type {Kind | null} */
  let kind = null;
  const wishes = keptWishes();
  const change = (/** @type {Partial<Wishes>} */ part) => {
    Object.assign(wishes, part);
    write("start", wishes);
    update();
  };

  const picture = h("div", { class: "square" });
  const title = h("h2", null, "");
  const about = h("p", { class: "small muted" });
  const rulesLink = h("a", { class: "small", href: "/rules" }, t("lobby.rules"));
  const mode = segment(
    "mode",
    t("start.against"),
    [
      ["engine", t("start.computer"), icon("cpu", "s")],
      ["friend", t("start.friend"), icon("friend", "s")],
      ["analysis", t("start.analysis"), icon("lens", "s")],
    ],
    wishes.mode,
    (value) => change({ mode: /** @type {any} */ (value) }),
  );
  const place = segment(
    "place",
    t("start.place"),
    [
      ["link", t("start.link"), null],
      ["here", t("start.here"), null],
    ],
    wishes.place,
    (value) => change({ place: /** @type {any} */ (value) }),
  );
  const level = levelField(wishes.level, (value) => change({ level: value }));
  const sides = h("div", { class: "seg" });
  const side = h("fieldset", { class: "field" }, h("legend", { class: "lab" }, t("start.side")), sides);
  const other = otherClock(wishes.other, (value) => change({ other: value }));
  const note = h("p", { class: "small muted note" });
  const clock = h(
    "fieldset",
    { class: "field", "data-field": "clock" },
    h("legend", { class: "lab" }, t("start.clock")),
    segmentOptions(
      "clock",
      CLOCKS.map((value) => [
        value,
        value === "" ? t("clock.none") : value === "other" ? t("clock.other") : value.replace("+", " + "),
        null,
      ]),
      wishes.time,
      (value) => change({ time: value }),
    ),
    other.element,
    note,
  );
  const fen = h("input", {
    id: "start-fen",
    class: "input mono",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "start-fen-error",
    oninput: () => setError(""),
  });
  const fenError = h("p", { class: "err", id: "start-fen-error", hidden: true });
  const position = h(
    "details",
    { class: "field from" },
    h("summary", null, t("start.from")),
    h("div", { class: "field" }, h("label", { for: "start-fen" }, t("start.fen")), fen, fenError),
  );
  const button = h("button", { type: "submit", class: "btn primary big", "data-act": "start" });
  const problem = h("p", { class: "err", role: "alert", hidden: true });
  const form = h(
    "form",
    { class: "body", novalidate: true },
    mode,
    place,
    level.element,
    side,
    clock,
    position,
    problem,
    button,
  );
  fill(root, h("div", { class: "pick" }, picture, h("div", { class: "grow" }, title, about, rulesLink)), form);

  /** @param {string} text */
  function setError(text) {
    show(fenError, text);
    fill(fenError, icon("warn", "s"), text);
    if (text) fen.setAttribute("aria-invalid", "true");
    else fen.removeAttribute("aria-invalid");
    if (text) /** @type {any} */ (position).open = true;
  }

  function update() {
    const { mode, time } = wishes;
    show(level.element, mode === "engine");
    show(place, mode === "friend");
    show(side, mode === "engine" || (mode === "friend" && wishes.place === "link"));
    show(clock, mode !== "analysis");
    show(other.element, time === "other");
    fill(note, clockWords(time === "other" ? other.value() : time));
    fill(
      button,
      mode === "engine"
        ? t("start.play_computer")
        : mode === "friend"
          ? wishes.place === "here"
            ? t("start.play_here")
            : [icon("link"), t("start.play_friend")]
          : t("start.open_board"),
    );
    show(problem, false);
  }

  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!kind || button.disabled) return;
    const text = fen.value.trim();
    if (wishes.mode === "analysis") {
      const hash = new URLSearchParams({ game: kind.name, ...(text ? { fen: text } : {}) });
      go(`/analysis#${hash}`);
      return;
    }
    button.disabled = true;
    fill(button, h("span", { class: "spin" }), t("start.starting"));
    try {
      await start(kind, wishes, text || undefined, other.value());
    } catch (/** @type {any} */ error) {
      button.disabled = false;
      update();
      if (error.code === "bad_fen" || error.details?.field === "fen") setError(errorText(error));
      else {
        fill(problem, icon("warn", "s"), errorText(error));
        show(problem, true);
      }
    }
  });

  update();
  return {
    /** @param {Kind} next */
    setKind(next) {
      kind = next;
      fill(picture, miniBoard(next, next.start));
      fill(title, gameName(next));
      fill(about, next.experimental ? `${gameAbout(next)} · ${t("lobby.experimental")}` : gameAbout(next));
      rulesLink.href = `/rules/${next.name}`;
      const [white, black] = next.family === "chess" ? ["c-wk", "c-bk"] : ["d-wm", "d-bm"];
      fill(
        sides,
        sideOption("white", pieceTile(white)),
        sideOption("random", null),
        sideOption("black", pieceTile(black)),
      );
      fen.value = "";
      setError("");
      update();
    },
  };

  /** @param {"white" | "random" | "black"} value @param {any} picture */
  function sideOption(value, picture) {
    const input = h("input", {
      type: "radio",
      name: "side",
      value,
      checked: wishes.side === value,
      onchange: () => change({ side: value }),
    });
    return h("label", null, input, picture, t(`side.${value}`));
  }
}

/**
 * @param {Kind} kind
 * @param {Wishes} wishes
 * @param {string | undefined} fen
 * @param {string | null} other
 */
async function start(kind, wishes, fen, other) {
  const time = wishes.time === "other" ? other : wishes.time;
  const opponent =
    wishes.mode === "engine"
      ? { kind: "engine", level: wishes.level }
      : { kind: wishes.place === "here" ? "self" : "friend" };
  const body = {
    game: kind.name,
    fen,
    side: wishes.side,
    opponent,
    ...(time ? { time } : {}),
    ...(settings().name ? { name: settings().name } : {}),
  };
  const created = await createGame(body);
  keepSeat(created.id, { token: created.token, side: created.side, invite: created.invite });
  keepGame({ id: created.id, game: kind.name, side: created.side });
  go(`/game/${created.id}`, { data: { game: created.game, history: created.history, side: created.side } });
}

/** @param {number} value @param {(value: number) => void} change */
function levelField(value, change) {
  const name = h("b", null, "");
  const word = h("span", { class: "muted" });
  const ticks = Array.from({ length: 10 }, (_, at) => h("span", null, at + 1));
  const input = h("input", {
    id: "level",
    class: "level",
    type: "range",
    min: 1,
    max: 10,
    value,
    oninput: () => {
      update();
      change(Number(input.value));
    },
  });
  const update = () => {
    const level = Number(input.value);
    fill(name, t("start.level", { level }));
    fill(word, t(`level.${level}`));
    input.style.setProperty("--v", `${((level - 1) / 9) * 100}%`);
    input.setAttribute("aria-valuetext", `${level}, ${t(`level.${level}`)}`);
    for (const [at, tick] of ticks.entries()) tick.className = at + 1 === level ? "on" : "";
  };
  input.value = String(value);
  update();
  const element = h(
    "div",
    { class: "field" },
    h("div", { class: "lab" }, h("label", { for: "level" }, name), word),
    input,
    h("div", { class: "ticks", "aria-hidden": "true" }, ...ticks),
  );
  return { element };
}

/** @param {string} name @param {[string, string, any][]} options @param {string} value @param {(value: string) => void} change */
function segmentOptions(name, options, value, change) {
  return h(
    "div",
    { class: "seg" },
    ...options.map(([key, label, picture]) =>
      h(
        "label",
        null,
        h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => change(key) }),
        picture,
        label,
      ),
    ),
  );
}

/** @param {string} name @param {string} label @param {[string, string, any][]} options @param {string} value @param {(value: string) => void} change */
function segment(name, label, options, value, change) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", { class: "vh" }, label),
    segmentOptions(name, options, value, change),
  );
}

/** The fields of a clock of one's own. @param {string} value @param {(value: string) => void} change */
function otherClock(value, change) {
  const control = parseTime(value) ?? { kind: "increment", minutes: 15, seconds: 10, moves: 40 };
  const number = (
    /** @type {string} */ label,
    /** @type {number} */ start,
    /** @type {number} */ min,
    /** @type {number} */ max,
  ) => {
    const input = h("input", {
      class: "input",
      type: "number",
      inputmode: "numeric",
      min,
      max,
      value: start,
      oninput: () => update(),
    });
    input.value = String(start);
    return { input, element: h("label", { class: "field" }, h("span", { class: "lab" }, label), input) };
  };
  const kind = h(
    "select",
    { class: "input", "aria-label": t("clock.kind"), onchange: () => update() },
    ...["increment", "delay", "moves"].map((name) =>
      h("option", { value: name, selected: name === control.kind }, t(`clock.${name}`)),
    ),
  );
  const minutes = number(t("clock.minutes"), control.minutes, 1, 180);
  const seconds = number(t("clock.seconds"), control.seconds, 0, 180);
  const moves = number(t("clock.moves_field"), control.moves || 40, 1, 100);
  const element = h("div", { class: "clockfields" }, kind, moves.element, minutes.element, seconds.element);
  const read = () => {
    const clamp = (/** @type {HTMLInputElement} */ input) =>
      Math.min(Number(input.max), Math.max(Number(input.min), Math.round(Number(input.value) || 0)));
    return writeTime({
      kind: kind.value,
      minutes: clamp(minutes.input),
      seconds: clamp(seconds.input),
      moves: clamp(moves.input),
    });
  };
  const update = () => {
    show(moves.element, kind.value === "moves");
    show(seconds.element, kind.value !== "moves");
    change(read());
  };
  show(moves.element, control.kind === "moves");
  show(seconds.element, control.kind !== "moves");
  return { element, value: read };
}

/** A time control in a sentence. @param {string} text */
export function clockWords(text) {
  const control = text ? parseTime(text) : null;
  if (!control) return t("clock.words_none");
  if (control.kind === "moves") return t("clock.words_moves", { moves: control.moves, minutes: control.minutes });
  const values = { minutes: control.minutes, seconds: control.seconds };
  if (control.seconds === 0) return t("clock.words_plain", values);
  return control.kind === "delay" ? t("clock.words_delay", values) : t("clock.words_increment", values);
}
