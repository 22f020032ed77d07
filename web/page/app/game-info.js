// @ts-check
/** The cards beside the board: what is played, the link for the friend, a move in words, export. */

import { shownTime } from "./clock.js";
import { clockWords } from "./start-panel.js";
import { copyFrom, fill, h, icon, iconButton, show } from "./dom.js";
import { openExport } from "./export.js";
import { t } from "./i18n.js";
import { against, counterWords, gameAbout, gameName, mainCounter } from "./words.js";

/** @import { GameModel } from "./game-model.js" */
/** @import { Kind } from "./types.js" */

/**
 * @param {GameModel} model
 * @param {Kind} kind
 * @param {string | null} invite
 * @param {(text: string) => void} sendText
 */
export function gameInfo(model, kind, invite, sendText) {
  const title = h("p", { class: "title serif" }, gameName(kind));
  const line = h("p", { class: "small muted" });
  const counter = h("span", { class: "chip" });
  const chip = h("span", { class: "chip" });
  const counters = h("div", { class: "countline" }, counter);
  const rules = h("a", { class: "small", href: `/rules/${kind.name}` }, t("lobby.rules"));
  const card = h(
    "section",
    { class: "card ginfo" },
    h("div", { class: "pad" }, h("div", null, title, line, rules), counters),
  );
  const time = model.game.time ? shownTime(model.game.time) : t("clock.without");
  const shortTitle = h(
    "span",
    { class: "short" },
    h("b", null, h("a", { href: `/rules/${kind.name}`, title: t("lobby.rules") }, gameName(kind))),
    " ",
    h("span", null, time),
  );

  return {
    card,
    shortTitle,
    chip,
    invite: inviteCard(model, invite),
    textBox: textBox(model, sendText),
    share: shareCard(model, kind),
    update,
  };

  function update() {
    const parts = [gameAbout(kind).split(" · ")[0], model.game.time ? shownTime(model.game.time) : t("clock.without")];
    parts.push(against(model.game.players, model.side));
    if (model.presence && model.presence.watching > 0)
      parts.push(t("game.watchers", { count: model.presence.watching }));
    fill(line, parts.join(" · "));
    if (model.game.time) line.title = clockWords(model.game.time);
    const main = model.game.ending ? null : mainCounter(model.game.counters);
    counter.hidden = chip.hidden = !main;
    if (main) {
      const { near, short, long } = counterWords(main);
      counter.className = chip.className = near ? "chip warn" : "chip";
      counter.title = chip.title = main.article;
      fill(counter, icon("half"), long);
      fill(chip, icon("half"), short);
    }
    updateInvite();
    const box = document.getElementById("move-text");
    if (box) /** @type {any} */ (box).disabled = !model.seated || model.game.ending !== null;
  }

  function updateInvite() {
    const card = /** @type {HTMLElement | null} */ (document.querySelector("[data-card=invite]"));
    if (card) show(card, model.game.waiting && invite !== null);
    const text = document.querySelector("[data-card=text]");
    if (text) show(text, model.seated && !model.game.ending && !model.game.waiting);
  }
}

/** @param {string} address @param {string} id @param {string} label */
function linkField(address, id, label) {
  const input = h("input", {
    id,
    class: "input mono",
    readonly: true,
    value: address,
    onfocus: (/** @type {any} */ event) => event.target.select(),
  });
  const copy = iconButton("copy", t("copy.link"), {
    class: "",
    "data-act": "copy-link",
    onclick: () => copyFrom(address, copy),
  });
  return h(
    "div",
    { class: "field" },
    h("label", { for: id, class: "vh" }, label),
    h("div", { class: "row" }, input, copy),
  );
}

/** The link that gives the second seat. @param {string} id of the game @param {string} invite */
const inviteAddress = (id, invite) => `${location.origin}/game/${id}#join=${encodeURIComponent(invite)}`;

/** Can the device pass a link on, as phones do? */
const canShare = () => typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches;

/** What a button that hands on the invitation says. */
export const inviteLabel = () => (canShare() ? t("invite.share") : t("copy.link"));

/** Hands on the invitation: to another program of the phone, or to the clipboard. @param {string} id @param {string} invite @param {HTMLElement} button */
export function sendInvite(id, invite, button) {
  const url = inviteAddress(id, invite);
  if (canShare()) void navigator.share({ title: "Damier", url }).catch(() => {});
  else void copyFrom(url, button);
}

/** The invitation, as long as the second seat is free. @param {GameModel} model @param {string | null} invite */
function inviteCard(model, invite) {
  const address = inviteAddress(model.game.id, invite ?? "");
  const press = (/** @type {any} */ event) => sendInvite(model.game.id, invite ?? "", event.currentTarget);
  const share =
    canShare() &&
    h("button", { type: "button", class: "btn sm", onclick: press }, icon("link", "s"), t("invite.share"));
  return h(
    "section",
    { class: "card invite", hidden: true, "data-card": "invite", "aria-labelledby": "invite-title" },
    h(
      "div",
      { class: "pad stack tight" },
      h("h2", { id: "invite-title", class: "small-title" }, t("invite.title")),
      h("p", { class: "small muted" }, t("invite.text")),
      linkField(address, "invite-link", t("invite.title")),
      share,
    ),
  );
}

/** @param {GameModel} model @param {(text: string) => void} sendText */
function textBox(model, sendText) {
  const input = h("input", {
    id: "move-text",
    class: "input",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "send",
    placeholder: model.game.legal[0]?.text ?? "",
  });
  const form = h(
    "form",
    {
      class: "row",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const text = input.value.trim();
        if (!text) return;
        sendText(text);
        input.value = "";
      },
    },
    input,
    h("button", { type: "submit", class: "btn" }, t("text.send")),
  );
  return h(
    "section",
    { class: "card", hidden: true, "data-card": "text" },
    h(
      "div",
      { class: "pad stack tight" },
      h("label", { for: "move-text", class: "small-title serif" }, t("text.title")),
      form,
    ),
  );
}

/** @param {GameModel} model @param {Kind} kind */
function shareCard(model, kind) {
  const address = `${location.origin}/game/${model.game.id}`;
  const details = h(
    "details",
    { class: "card fold" },
    h("summary", null, t("share.title")),
    h(
      "div",
      { class: "pad stack tight" },
      h("p", { class: "small muted" }, t("share.text")),
      linkField(address, "watch-link", t("share.title")),
      h(
        "button",
        { type: "button", class: "btn sm", "data-act": "export", onclick: () => openExport(model, kind) },
        icon("down", "s"),
        t("export.title"),
      ),
    ),
  );
  return details;
}
