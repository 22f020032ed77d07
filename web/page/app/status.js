// @ts-check
/** The status slot: the one place for news about a game. It always has the same height. */

import { fill, h, icon, iconButton } from "./dom.js";
import { listed, t } from "./i18n.js";
import { colorName, endingReason, other, playerName, points, resultTitle, ruleName } from "./words.js";

/** @import { GameModel } from "./game-model.js" */
/** @import { Phase } from "./connection.js" */
/** @import { Color, Kind, Legal } from "./types.js" */

/**
 * @typedef {object} Situation What the page knows beside the game itself.
 * @property {Kind} kind
 * @property {GameModel} model
 * @property {Phase} phase
 * @property {boolean} slow the connection has been lost for longer than a moment
 * @property {number | null} viewed the ply that is looked at, `null` for the game itself
 * @property {string} invite the label of the button that hands on the link for the second seat, empty if there is none
 * @property {string[]} path squares of a capture in progress
 * @property {string} pending a move that has no answer yet
 * @property {boolean} late it, or the engine, has been waited for longer than a moment
 * @property {string} confirm a move that waits for confirmation
 * @property {{ from: string, to: string } | null} plan
 * @property {{ title: string, text: string } | null} notice
 *
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} title
 * @property {string} text
 * @property {"" | "off" | "bad" | "win" | "acc"} [tone]
 * @property {string} [icon]
 * @property {boolean} [spin]
 * @property {string} [score]
 * @property {{ done: number, total: number }} [pips]
 * @property {{ act: string, label: string, primary?: boolean, icon?: string }[]} [actions] with an icon, the label is only spoken
 */

/** @param {GameModel} model */
export function names(model) {
  const { players } = model.game;
  return {
    white: playerName(players.white, "white", model.side),
    black: playerName(players.black, "black", model.side),
  };
}

/** What the slot says. @param {Situation} now @returns {Notice} */
export function noticeOf(now) {
  return (
    connectionNotice(now) ??
    viewedNotice(now) ??
    endingNotice(now) ??
    inputNotice(now) ??
    offerNotice(now) ??
    waitingNotice(now) ??
    turnNotice(now)
  );
}

/** @param {Situation} now @returns {Notice | null} */
function connectionNotice({ phase, slow }) {
  if (phase === "offline") {
    return {
      name: "offline",
      tone: "bad",
      icon: "off",
      title: t("status.offline"),
      text: t("status.offline_text"),
      actions: [{ act: "retry", label: t("status.try_now") }],
    };
  }
  if (phase === "reconnecting" && slow) {
    return {
      name: "reconnecting",
      tone: "off",
      spin: true,
      title: t("status.reconnecting"),
      text: t("status.reconnecting_text"),
    };
  }
  return null;
}

/** @param {Situation} now @returns {Notice | null} */
function viewedNotice({ viewed, model }) {
  if (viewed === null) return null;
  const first = model.game.start.turn === "black" ? 1 : 0;
  const number = Math.ceil((viewed + first) / 2);
  const title =
    viewed === 0
      ? t("status.start_position")
      : t("status.viewed", { number, move: model.history[viewed - 1]?.text ?? "" });
  return {
    name: "viewed",
    icon: "eye",
    title,
    text: t("status.viewed_text"),
    actions: [{ act: "live", label: t("status.to_game") }],
  };
}

/** @param {Situation} now @returns {Notice | null} */
function endingNotice({ model, kind }) {
  const { ending, offers } = model.game;
  if (!ending) return null;
  const offered = offers.rematch && offers.rematch !== model.side && model.seated;
  const asked = offers.rematch && offers.rematch === model.side && !model.game.next;
  const text = offered
    ? t("status.rematch_offered", { name: names(model)[offers.rematch ?? "white"] })
    : asked
      ? t("status.rematch_sent")
      : endingReason(ending, names(model));
  const won = ending.winner !== null && (ending.winner === model.side || model.side === null || model.side === "both");
  return {
    name: "ended",
    tone: won || ending.winner === null ? "win" : "acc",
    title: resultTitle(ending, model.side),
    text,
    score: points(ending, kind.family),
  };
}

/** @param {Situation} now @returns {Notice | null} */
function inputNotice({ path, model, confirm, notice, pending }) {
  if (notice) return { name: "refused", tone: "bad", icon: "warn", title: notice.title, text: notice.text };
  if (confirm) {
    const actions = [
      { act: "cancel-move", label: t("cancel"), icon: "x" },
      { act: "confirm-move", label: t("status.send"), primary: true },
    ];
    return { name: "confirm", title: t("status.confirm", { move: confirm }), text: t("status.confirm_text"), actions };
  }
  if (path.length > 1 && !pending) return captureNotice(path, model.game.legal);
  return null;
}

/** @param {string[]} path @param {Legal[]} legal @returns {Notice | null} */
function captureNotice(path, legal) {
  const fitting = legal.filter((move) => path.every((square, at) => move.path[at] === square));
  if (fitting.length === 0) return null;
  const done = path.length - 1;
  const total = Math.max(...fitting.map((move) => move.captured.length));
  const next = [...new Set(fitting.map((move) => move.path[path.length]).filter((square) => square !== undefined))];
  const text = t("status.go_on_text", { done, total, squares: listed(next.slice(0, 4), "or") });
  return { name: "capture", title: t("status.go_on"), text, pips: { done, total } };
}

/** @param {Situation} now @returns {Notice | null} */
function offerNotice({ model }) {
  const { offers } = model.game;
  const { side } = model;
  if (offers.draw) {
    if (side === offers.draw)
      return { name: "draw-sent", icon: "half", title: t("status.draw_sent"), text: t("status.draw_sent_text") };
    if (side !== null && side !== "both") {
      const actions = [
        { act: "decline-draw", label: t("status.decline"), icon: "x" },
        { act: "accept-draw", label: t("status.accept"), primary: true },
      ];
      return {
        name: "draw-offered",
        icon: "half",
        title: t("status.draw_offered", { name: names(model)[offers.draw] }),
        text: t("status.draw_offered_text"),
        actions,
      };
    }
  }
  if (offers.takeback) {
    const { by, plies } = offers.takeback;
    if (side === by)
      return {
        name: "takeback-sent",
        icon: "undo",
        title: t("status.takeback_sent"),
        text: t("status.takeback_sent_text"),
      };
    if (side !== null && side !== "both") {
      const actions = [
        { act: "decline-takeback", label: t("status.decline"), icon: "x" },
        { act: "accept-takeback", label: t("status.accept"), primary: true },
      ];
      return {
        name: "takeback-offered",
        icon: "undo",
        title: t("status.takeback_offered", { name: names(model)[by], count: plies }),
        text: t("status.takeback_offered_text"),
        actions,
      };
    }
  }
  return null;
}

/** @param {Situation} now @returns {Notice | null} */
function waitingNotice({ model, pending, late, plan, phase, invite }) {
  const { game, presence, side } = model;
  if (phase === "connecting")
    return { name: "connecting", spin: true, title: t("status.connecting"), text: t("status.wait") };
  if (game.waiting) {
    const text = side === null ? t("status.waiting_watch") : t("status.waiting_text");
    const actions = invite ? [{ act: "invite", label: invite, primary: true }] : [];
    return { name: "waiting", spin: true, title: t("status.waiting"), text, actions };
  }
  if (game.outcome)
    return { name: "over", icon: "info", title: resultTitle(game.outcome, side), text: t("status.wait") };
  if (pending && late)
    return { name: "sending", spin: true, title: t("status.sending", { move: pending }), text: t("status.wait") };
  if (plan)
    return {
      name: "planned",
      tone: "acc",
      title: turnTitle(model),
      text: t("status.planned", { from: plan.from, to: plan.to }),
      actions: [{ act: "unplan", label: t("status.remove") }],
    };
  if (game.engine === "waiting" && late)
    return {
      name: "engine-waiting",
      spin: true,
      title: t("status.engine_waiting"),
      text: t("status.engine_waiting_text"),
    };
  const opponent = side === "white" || side === "black" ? other(side) : null;
  if (opponent && presence && !presence[opponent] && game.players[opponent].kind === "person" && !model.myTurn) {
    return {
      name: "away",
      icon: "friend",
      title: t("status.away", { name: names(model)[opponent] }),
      text: t("status.away_text"),
    };
  }
  return null;
}

/** @param {GameModel} model */
function turnTitle(model) {
  const { game, side } = model;
  const check = game.check ? `${t("status.check")} · ` : "";
  if (side === game.turn) return `${check}${t("status.your_move")}`;
  if (side === "both" || side === null) return `${check}${t("status.color_move", { color: colorName(game.turn) })}`;
  return `${check}${t("status.their_move", { name: names(model)[game.turn] })}`;
}

/** @param {Situation} now @returns {Notice} */
function turnNotice({ model, kind }) {
  const { game } = model;
  const title = turnTitle(model);
  const claim = game.claims[0];
  if (claim && model.myTurn) {
    const text = t("status.claim_text", { rule: ruleName(claim.rule), article: claim.article });
    return { name: "claim", icon: "half", title, text, actions: [{ act: "claim", label: t("actions.claim") }] };
  }
  if (game.engine) return { name: "thinking", spin: true, title, text: t("status.thinking") };
  if (!model.myTurn)
    return { name: "their-move", title, text: model.seated ? t("status.their_move_text") : t("status.watching") };
  return { name: "your-move", title, text: moveHint(game.legal, kind) };
}

/** What can be done, in a sentence. @param {Legal[]} legal @param {Kind} kind */
function moveHint(legal, kind) {
  const captures = legal.length > 0 && kind.family === "draughts" && legal.every((move) => move.captured.length > 0);
  const from = [...new Set(legal.map((move) => move.path[0]))];
  if (captures) {
    const squares = listed(from.slice(0, 4), "or");
    return t("status.must_take", { squares });
  }
  if (from.length === 1) return t("status.only_piece", { square: from[0] });
  return t("status.pieces", { count: from.length });
}

/** Builds the slot. @param {(act: string) => void} act */
export function statusSlot(act) {
  const element = h("div", { class: "status", "data-status": "" });
  let shown = "";
  return {
    element,
    /** @param {Notice} notice @returns {boolean} whether it says something new */
    update(notice) {
      const key = JSON.stringify(notice);
      if (key === shown) return false;
      shown = key;
      element.className = `status ${notice.tone ?? ""}`.trim();
      element.dataset.status = notice.name;
      const { pips, actions = [] } = notice;
      fill(
        element,
        notice.spin ? h("span", { class: "spin" }) : notice.icon && icon(notice.icon),
        h("div", { class: "t grow" }, h("b", null, notice.title), h("span", null, notice.text)),
        pips &&
          pips.total <= 8 &&
          h(
            "div",
            { class: "pips", role: "img", "aria-label": t("status.pips", pips) },
            ...Array.from({ length: pips.total }, (_, at) => h("i", { class: at < pips.done ? "on" : "" })),
          ),
        notice.score && h("span", { class: "serif score" }, notice.score),
        actions.length > 0 &&
          h(
            "div",
            { class: "row" },
            ...actions.map(({ act: name, label, primary, icon: picture }) => {
              const press = { "data-act": name, onclick: () => act(name) };
              if (picture) return iconButton(picture, label, { class: "sm", ...press });
              return h("button", { type: "button", class: `btn sm${primary ? " primary" : ""}`, ...press }, label);
            }),
          ),
      );
      return true;
    },
  };
}
