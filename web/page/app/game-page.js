// @ts-check
/** The page of one game: board, players, status, moves, actions. */

import "../board/index.js";
import { boardOptions, setUpBoard } from "./board-settings.js";
import { fill, h, iconButton, show } from "./dom.js";
import { GameModel, takenPieces } from "./game-model.js";
import { gameActions } from "./game-actions.js";
import { gameClocks } from "./game-clocks.js";
import { commandOf } from "./game-commands.js";
import { connectGame } from "./game-connection.js";
import { gameInfo, inviteLabel, sendInvite } from "./game-info.js";
import { hopSender, isHop } from "./hop-sender.js";
import { t } from "./i18n.js";
import { announce } from "./live.js";
import { moveList, navigation } from "./move-list.js";
import { playerStrip } from "./player-strip.js";
import { reviewPanel } from "./review.js";
import { go } from "./router.js";
import { keepRematch, randomId } from "./seats.js";
import { settings } from "./settings.js";
import { shortcuts } from "./shortcuts.js";
import { play, playMove } from "./sound.js";
import { noticeOf, statusSlot } from "./status.js";
import { waitWatch } from "./wait-watch.js";
import { tryText, whyNot } from "./why-not.js";
import { errorText, gameName, other } from "./words.js";

/** @import { Color, Explanation, GameData, Kind } from "./types.js" */
/** @import { Situation } from "./status.js" */

/**
 * @typedef {object} Opening
 * @property {Kind} kind
 * @property {GameData} data
 * @property {string | null} token
 * @property {string | null} invite
 * @property {string} notice
 * @property {AbortSignal} signal
 */

/** @param {HTMLElement} root @param {Opening} opening */
export function openGame(root, { kind, data, token, invite, notice, signal }) {
  const model = new GameModel(data, performance.now());
  /** @type {Situation} */
  const now = {
    kind,
    model,
    phase: "connecting",
    slow: false,
    invite: invite ? inviteLabel() : "",
    viewed: null,
    path: [],
    pending: "",
    late: false,
    confirm: "",
    plan: null,
    notice: null,
  };
  let flipped = false;
  /** The move that waits for confirmation. @type {any} */
  let held = null;
  /** @type {any} */
  let noticeTimer = 0;
  /** @type {any} */

  // ---- parts ----
  const board = /** @type {any} */ (document.createElement("damier-board"));
  setUpBoard(board, kind, signal);
  const veil = h(
    "div",
    { class: "veil", hidden: true },
    h("div", { class: "dialog row" }, h("span", { class: "spin" }), h("b", null, t("status.reconnecting"))),
  );
  const frame = h("div", { class: "board" }, board, veil);
  const top = playerStrip(kind);
  const bottom = playerStrip(kind);
  const status = statusSlot(act);
  const moves = moveList(view);
  const steps = {
    first: () => view(0),
    back: () => view(shownPly() - 1),
    on: () => view(shownPly() + 1),
    last: () => view(model.plies),
    flip: turn,
  };
  const nav = navigation(steps, iconButton);
  const actions = gameActions(model, kind, { act, send });
  const why = whyNot(kind, (marks) => (board.marks = marks));
  const info = gameInfo(model, kind, invite, sendText);
  const review = reviewPanel(model, kind, token, signal, {
    select: view,
    setMarks: (marks) => {
      moves.setMarks(marks);
      update();
    },
  });
  const clocks = gameClocks(now, { top, bottom, low: lowColor }, signal);

  root.className = "play";
  root.style.setProperty("--n", String(kind.columns));
  root.style.setProperty("--ratio", String(kind.rows / kind.columns));
  fill(
    root,
    h("h1", { class: "vh" }, gameName(kind)),
    h("div", { class: "gbar" }, info.shortTitle, info.chip),
    h(
      "aside",
      { class: "left stack", "aria-label": t("game.about") },
      info.card,
      info.invite,
      why.element,
      info.textBox,
      info.share,
      boardOptions(kind, signal),
    ),
    h("section", { class: "bwrap", "aria-label": t("game.board") }, top.element, frame, bottom.element),
    h(
      "aside",
      { class: "card panel right", "aria-label": t("game.panel") },
      status.element,
      moves.strip,
      review.element,
      moves.table,
      nav.element,
      actions.element,
    ),
    actions.bar({ back: steps.back, on: steps.on, flip: turn }),
  );

  // ---- connection ----
  const connection = connectGame(now, token, { receive, refused, update }, signal);
  const hops = hopSender(model, (command) => connection.send(randomId(), command));
  signal.addEventListener("abort", () => {
    clearTimeout(noticeTimer);
    watchWaits.stop();
  });

  /** @param {any} message */
  function receive(message) {
    const before = { ply: model.plies, ended: model.game.ending !== null, next: model.game.next };
    if (message.t === "bye") return;
    if (!model.apply(message, performance.now())) {
      update();
      return;
    }
    if (model.plies !== before.ply) {
      now.pending = "";
      now.viewed = null;
      why.close();
      if (model.plies > before.ply) playMove(model.history.at(-1));
    }
    if (model.game.ending && !before.ended) {
      play("end");
      board.unplan();
      board.cancel();
      why.close();
    }
    if (model.game.next && !before.next) followRematch(model.game.next);
    update();
    queueMicrotask(takeHops);
  }

  /** The squares of a capture that began before this page was loaded, or in another window. */
  function takeHops() {
    if (signal.aborted || !model.myTurn || now.pending || board.pending || String(now.path) === String(board.path)) return;
    now.path = board.path;
    update();
  }

  /** @param {string} next */
  function followRematch(next) {
    if (token && model.side !== null) keepRematch({ id: next, game: kind.name, token, side: model.side });
    go(`/game/${next}`);
  }

  // ---- commands ----
  /** @param {any} command */
  function send(command) {
    connection.send(randomId(), command);
    update();
  }

  /** @param {any} command @param {any} error */
  function refused(command, error) {
    if (isHop(command)) return;
    now.pending = "";
    board.reject();
    const moved = command.command === "move";
    if (moved && error.code === "illegal_move" && error.explanation) {
      showExplanation(command.move ?? "", error.explanation);
    } else if (error.code !== "repeated") {
      tell(moved ? t("status.refused_move") : t("status.refused"), errorText(error));
    }
    play("refused");
    update();
  }

  /** @param {string} title @param {string} text */
  function tell(title, text) {
    now.notice = { title, text };
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => {
      now.notice = null;
      update();
    }, 6000);
    update();
  }

  /** @param {{ id: string, text: string }} move */
  function sendMove(move) {
    now.confirm = "";
    held = null;
    now.pending = move.text;
    send({ command: "move", ply: model.plies, path: move.id });
  }

  /** A move in words. @param {string} text */
  function sendText(text) {
    if (!model.myTurn) return tell(t("status.refused_move"), t("error.not_your_turn"));
    now.pending = text;
    send({ command: "move", ply: model.plies, move: text });
  }

  /** @param {string} text @param {Explanation} explanation */
  function showExplanation(text, explanation) {
    why.present(text, explanation, model.game.board, model.game.legal);
    announce(explanation.reasons?.[0]?.text ?? explanation.text);
  }

  /** What a button of the status slot or of the actions means. @param {string} name */
  function act(name) {
    const command = commandOf(name, model);
    if (command) send(command);
    switch (name) {
      case "retry":
        connection.retryNow();
        break;
      case "live":
        view(model.plies);
        break;
      case "confirm-move":
        if (held) sendMove(held);
        break;
      case "cancel-move":
        now.confirm = "";
        held = null;
        board.reject();
        break;
      case "invite": {
        const button = status.element.querySelector("[data-act=invite]");
        if (button && invite) sendInvite(model.game.id, invite, button);
        break;
      }
      case "unplan":
        board.unplan();
        break;
      case "rematch":
        if (model.game.next) followRematch(model.game.next);
        break;
      case "review":
        void review.open();
        break;
    }
    update();
  }

  // ---- board ----
  board.addEventListener("move", (/** @type {CustomEvent} */ event) => {
    [now.path, now.plan] = [[], board.plan];
    why.close();
    if (settings().confirmMoves) {
      held = event.detail;
      now.confirm = event.detail.text;
      update();
    } else {
      sendMove(event.detail);
    }
  });
  board.addEventListener("try", (/** @type {CustomEvent} */ event) => {
    play("refused");
    const path = event.detail.path;
    void why.ask(tryText(path, kind), {
      fen: model.game.start.fen,
      moves: model.history.map((ply) => ply.text),
      board: model.game.board,
      legal: model.game.legal,
    });
  });
  for (const name of ["pick", "hop", "undo", "cancel", "premove", "unplayed"]) {
    board.addEventListener(name, () => {
      if (name === "pick") why.close();
      if (name === "hop") play("capture");
      now.path = hops.follow(board.path);
      now.plan = board.plan;
      if (name === "unplayed") tell(t("status.unplayed"), t("status.unplayed_text"));
      update();
    });
  }

  /** The color at the bottom of the board. @returns {Color} */
  function lowColor() {
    return flipped ? other(model.bottom) : model.bottom;
  }

  function turn() {
    flipped = !flipped;
    update();
  }

  function shownPly() {
    return now.viewed ?? model.plies;
  }

  /** Looks at the position after this many moves. @param {number} ply */
  function view(ply) {
    const next = Math.max(0, Math.min(model.plies, ply));
    now.viewed = next === model.plies ? null : next;
    why.close();
    update();
  }

  // ---- drawing ----
  const watchWaits = waitWatch((late) => {
    now.late = late;
    if (late) update();
  });

  function update() {
    if (signal.aborted) return;
    const { game } = model;
    watchWaits.expect(now.pending || (game.engine === "waiting" ? `engine ${model.plies}` : ""), now.pending ? 400 : 1500);
    const ply = shownPly();
    const low = lowColor();
    const taken = takenPieces(kind, game.start.board, model.history, ply);
    top.update(model, other(low), taken[other(low)], taken[low]);
    bottom.update(model, low, taken[low], taken[other(low)]);
    const live = now.viewed === null;
    const over = game.ending !== null || game.outcome !== null;
    board.orientation = low;
    board.interactive = live && !over && !game.waiting ? model.side : null;
    board.premove = live && !over && model.side !== "both" && model.side !== null;
    board.legal = live && model.myTurn ? game.legal : [];
    board.position = model.boardAt(ply);
    board.lastMove = ply > 0 ? model.history[ply - 1] : null;
    board.hops = live ? game.hops : null;
    const check = live ? game.check : (model.history[ply - 1]?.check ?? false);
    board.check = check ? model.mover(ply) : null;
    const notice = noticeOf(now);
    if (
      status.update(notice) &&
      [
        "ended",
        "draw-offered",
        "takeback-offered",
        "offline",
        "reconnecting",
        "refused",
        "waiting",
        "claim",
        "capture",
        "confirm",
      ].includes(notice.name)
    ) {
      announce(`${notice.title}. ${notice.text}`);
    }
    moves.update(model.history, game.start.turn, ply, now.pending);
    nav.update(ply === 0, ply === model.plies);
    actions.update(ply, now.phase === "open" || now.phase === "connecting");
    info.update();
    show(why.element, model.seated && !over);
    review.update(ply);
    show(veil, now.slow || now.phase === "offline");
    frame.dataset.phase = now.phase;
    clocks.tick();
  }

  shortcuts(
    {
      ArrowLeft: steps.back,
      ArrowRight: steps.on,
      Home: steps.first,
      End: steps.last,
      f: turn,
      Escape: () => (why.isOpen ? why.close() : board.cancel()),
    },
    signal,
  );
  if (notice) tell(t("game.watching"), notice);
  update();
  queueMicrotask(takeHops);
}
