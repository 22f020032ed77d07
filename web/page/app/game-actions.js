// @ts-check
/** What a player can do besides moving: in the panel, and in the bar at the foot of small screens. */

import { ask, openDialog } from "./dialog.js";
import { fill, h, icon, show } from "./dom.js";
import { openExport } from "./export.js";
import { t } from "./i18n.js";
import { ruleName } from "./words.js";

/** @import { GameModel } from "./game-model.js" */
/** @import { Kind } from "./types.js" */

/** @typedef {{ act: (name: string) => void, send: (command: any) => void }} Does */

/** The address of the analysis of a game. @param {GameModel} model */
export function analysisAddress(model) {
  const { game, history } = model;
  const parts = new URLSearchParams({ game: game.game, fen: game.start.fen });
  if (history.length > 0) parts.set("moves", history.map((ply) => ply.text).join(" "));
  return `/analysis#${parts}`;
}

/** @param {GameModel} model @param {Kind} kind @param {Does} does */
export function gameActions(model, kind, does) {
  const button = (/** @type {string} */ name, /** @type {string} */ act, /** @type {string} */ label, more = "") =>
    h(
      "button",
      { type: "button", class: `btn ${more}`.trim(), "data-act": act, onclick: () => run(act) },
      icon(name),
      label,
    );
  const takeback = button("undo", "takeback", t("actions.takeback"));
  const draw = button("half", "draw", t("actions.draw"));
  const resign = button("flag", "resign", t("actions.resign"), "danger");
  const rematch = button("undo", "rematch", t("actions.rematch"), "primary");
  const review = button("lens", "review", t("actions.review"));
  const analyze = h("a", { class: "btn", "data-act": "analysis" }, icon("lens"), t("actions.analysis"));
  const playing = h("div", { class: "acts" }, takeback, draw, resign);
  const ended = h("div", { class: "acts" }, rematch, review, analyze);
  const watching = h(
    "div",
    { class: "acts one" },
    h("a", { class: "btn", "data-act": "analysis" }, icon("lens"), t("actions.analysis")),
  );
  const element = h("div", { class: "actbox" }, playing, ended, watching);

  /** @param {string} act */
  async function run(act) {
    if (act === "resign") {
      const sure = await ask({
        title: t("resign.title"),
        text: t("resign.text"),
        yes: t("actions.resign"),
        no: t("resign.no"),
        danger: true,
        name: "resign",
      });
      if (sure) does.act("resign");
    } else if (act === "draw" && model.game.claims.length > 0 && model.myTurn) {
      does.act("claim");
    } else {
      does.act(act);
    }
  }

  /** @type {any} */
  const foot = {};

  return {
    element,
    /**
     * @param {number} ply that is shown
     * @param {boolean} connected
     */
    update(ply, connected) {
      const { game } = model;
      const over = game.ending !== null;
      show(playing, model.seated && !over);
      show(ended, model.seated && over);
      show(watching, !model.seated);
      for (const link of element.querySelectorAll("a[data-act=analysis]"))
        link.setAttribute("href", analysisAddress(model));
      const claim = model.myTurn ? game.claims[0] : undefined;
      const noBack = model.plies === 0 || game.offers.takeback?.by === model.side || game.waiting || !connected;
      const noDraw = !claim && (model.side === "both" || game.offers.draw !== null || game.waiting || !connected);
      takeback.disabled = noBack;
      draw.disabled = noDraw;
      resign.disabled = game.waiting || !connected;
      fill(draw, icon("half"), claim ? t("actions.claim") : t("actions.draw"));
      draw.title = claim ? `${ruleName(claim.rule)}, ${claim.article}` : "";
      const asked = game.next === null && game.offers.rematch === model.side;
      rematch.disabled = asked || !connected;
      fill(
        rematch,
        asked ? h("span", { class: "spin" }) : icon("undo"),
        game.next
          ? t("actions.next")
          : asked
            ? t("actions.rematch_sent")
            : game.offers.rematch
              ? t("actions.accept_rematch")
              : t("actions.rematch"),
      );
      foot.update?.(ply, noBack, noDraw, claim);
    },
    /**
     * The bar at the foot of small screens.
     * @param {{ back: () => void, on: () => void, flip: () => void }} steps
     */
    bar(steps) {
      const tab = (
        /** @type {string} */ name,
        /** @type {string} */ act,
        /** @type {string} */ label,
        /** @type {() => void} */ press,
      ) =>
        h("button", { type: "button", "data-act": `foot-${act}`, onclick: press }, icon(name), h("span", null, label));
      const back = tab("prev", "back", t("foot.back"), steps.back);
      const on = tab("next", "on", t("foot.on"), steps.on);
      const undo = tab("undo", "takeback", t("actions.takeback"), () => run("takeback"));
      const half = tab("half", "draw", t("actions.draw"), () => run("draw"));
      const again = tab("undo", "rematch", t("actions.rematch"), () => run("rematch"));
      const look = tab("lens", "review", t("actions.review"), () => run("review"));
      const more = tab("more", "more", t("foot.more"), () => openMore(steps));
      again.classList.add("main");
      const element = h(
        "div",
        { class: "tabbar", role: "toolbar", "aria-label": t("game.actions") },
        back,
        on,
        undo,
        half,
        again,
        look,
        more,
      );
      foot.update = (
        /** @type {number} */ ply,
        /** @type {boolean} */ noBack,
        /** @type {boolean} */ noDraw,
        /** @type {any} */ claim,
      ) => {
        const over = model.game.ending !== null;
        back.disabled = ply === 0;
        on.disabled = ply === model.plies;
        undo.disabled = noBack;
        half.disabled = noDraw;
        fill(half, icon("half"), h("span", null, claim ? t("actions.claim") : t("actions.draw")));
        for (const part of [undo, half]) show(part, model.seated && !over);
        for (const part of [again, look]) show(part, model.seated && over);
        again.disabled = rematch.disabled;
        fill(again, icon("undo"), h("span", null, rematch.textContent));
      };
      return element;
    },
  };

  /** @param {{ flip: () => void }} steps */
  function openMore(steps) {
    /** @type {any} */
    let dialog = null;
    const entry = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {() => void} */ press,
      more = "",
    ) =>
      h(
        "button",
        {
          type: "button",
          class: `btn quiet ${more}`.trim(),
          onclick: () => {
            dialog.close();
            press();
          },
        },
        icon(name),
        label,
      );
    const over = model.game.ending !== null;
    dialog = openDialog(
      t("foot.more"),
      [
        h(
          "div",
          { class: "stack tight menu" },
          model.seated && !over && entry("flag", t("actions.resign"), () => void run("resign"), "danger"),
          entry("flip", t("nav.flip"), steps.flip),
          h(
            "a",
            { class: "btn quiet", href: analysisAddress(model), onclick: () => dialog.close() },
            icon("lens"),
            t("actions.analysis"),
          ),
          entry("down", t("export.title"), () => openExport(model, kind)),
          h(
            "a",
            { class: "btn quiet", href: `/rules/${kind.name}`, onclick: () => dialog.close() },
            icon("book"),
            t("lobby.rules"),
          ),
        ),
      ],
      { name: "more" },
    );
  }
}
