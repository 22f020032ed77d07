// @ts-check
/** The buttons of the header and the dialog of the settings. */

import { openDialog } from "./dialog.js";
import { fill, h, iconButton, s } from "./dom.js";
import { t } from "./i18n.js";
import { CHOICES, changeSettings, settings, watchSettings } from "./settings.js";

/** Builds the buttons at the end of the header. */
export function buildTools() {
  const tools = /** @type {HTMLElement} */ (document.getElementById("tools"));
  const sound = iconButton("sound", "", { class: "quiet wide", onclick: () => changeSettings({ sound: !settings().sound }), "data-act": "sound" });
  const gear = h(
    "button",
    { type: "button", class: "btn quiet icon", "aria-label": t("settings"), title: t("settings"), "data-act": "settings", onclick: openSettings },
    drawing("M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0"),
  );
  const theme = h(
    "button",
    { type: "button", class: "btn quiet icon", "aria-label": t("theme.switch"), title: t("theme.switch"), "data-act": "theme", onclick: switchTheme },
    drawing("M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 3.5v17a8.5 8.5 0 0 0 0-17z", true),
  );
  const menu = h(
    "button",
    { type: "button", class: "btn quiet icon only-s", "aria-label": t("menu"), title: t("menu"), "data-act": "menu", onclick: openMenu },
    drawing("M4 7h16M4 12h16M4 17h16"),
  );
  const showSound = () => {
    const label = settings().sound ? t("sound.on") : t("sound.off");
    const fresh = iconButton(settings().sound ? "sound" : "mute", label);
    fill(sound, ...fresh.childNodes);
    sound.setAttribute("aria-label", label);
    sound.title = label;
  };
  showSound();
  watchSettings(showSound);
  fill(tools, sound, gear, theme, menu);
}

/** @param {string} d @param {boolean} [filled] */
function drawing(d, filled = false) {
  const [first, second] = filled ? [d.slice(0, d.indexOf("M12")), d.slice(d.indexOf("M12"))] : [d, ""];
  return s(
    "svg",
    { class: "ic", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: first }),
    filled && s("path", { d: second, fill: "currentColor", stroke: "none" }),
  );
}

function switchTheme() {
  const chosen = settings().theme;
  const dark = chosen === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  changeSettings({ theme: dark ? "light" : "dark" });
}

/** The main menu of small screens. */
function openMenu() {
  const links = [...document.querySelectorAll(".top nav a")].map((link) =>
    h("a", { class: "btn quiet", href: link.getAttribute("href") }, link.textContent),
  );
  const dialog = openDialog(t("menu"), [h("nav", { class: "stack tight", "aria-label": t("nav.main") }, ...links)], { name: "menu" });
  dialog.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) dialog.close();
  });
}

/** The swatches of the board themes; used on the game page too. */
export function boardSwatches() {
  const group = h("div", { class: "swatches", role: "radiogroup", "aria-label": t("settings.board") });
  for (const name of CHOICES.board) {
    const label = t(`board.${name}`);
    const button = h("label", { class: "swatch", "data-board": name, title: label });
    button.append(
      h("input", { type: "radio", name: "board-theme", value: name, checked: settings().board === name, "aria-label": label, onchange: () => changeSettings({ board: /** @type {any} */ (name) }) }),
    );
    group.append(button);
  }
  return group;
}

/**
 * A row of choices of which one holds.
 * @param {string} name of the setting
 * @param {string} label
 */
function segment(name, label) {
  const current = /** @type {any} */ (settings())[name];
  const options = CHOICES[name].map((value) =>
    h(
      "label",
      null,
      h("input", { type: "radio", name: `set-${name}`, value, checked: value === current, onchange: () => changeSettings({ [name]: value }) }),
      t(`${name}.${value}`),
    ),
  );
  return h("fieldset", { class: "field" }, h("legend", { class: "lab" }, label), h("div", { class: "seg wraps" }, ...options));
}

/** @param {"sound" | "animation" | "autoFinish" | "confirmMoves" | "shortcuts" | "targets"} name */
function checkbox(name) {
  const input = h("input", { type: "checkbox", name, checked: settings()[name], onchange: () => changeSettings({ [name]: input.checked }) });
  return h("label", { class: "check" }, input, t(`settings.${name}`));
}

function openSettings() {
  openDialog(
    t("settings"),
    [
      h("div", { class: "field" }, h("span", { class: "lab" }, t("settings.board")), boardSwatches()),
      segment("pieces", t("settings.pieces")),
      segment("theme", t("settings.theme")),
      segment("coordinates", t("settings.coordinates")),
      h(
        "fieldset",
        { class: "field" },
        h("legend", { class: "lab" }, t("settings.behavior")),
        checkbox("sound"),
        checkbox("animation"),
        checkbox("targets"),
        checkbox("autoFinish"),
        checkbox("confirmMoves"),
        checkbox("shortcuts"),
      ),
      segment("language", t("settings.language")),
    ],
    { name: "settings" },
  );
}
