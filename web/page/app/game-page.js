// @ts-check
/** The page of one game: board, players, status, moves, actions. */

import "../board/index.js";
import { Connection, socketAddress } from "./connection.js";
import { boardOptions, setUpBoard } from "./board-settings.js";
import { fill, h, icon, iconButton, show } from "./dom.js";
import { GameModel, takebackPlies, takenPieces } from "./game-model.js";
import { gameActions } from "./game-actions.js";
import { gameInfo } from "./game-info.js";
import { t } from "./i18n.js";
import { announce } from "./live.js";
import { moveList, navigation } from "./move-list.js";
import { playerStrip } from "./player-strip.js";
import { reviewPanel } from "./review.js";
import { go } from "./router.js";
import { keepGame, keepSeat, randomId } from "./seats.js";
import { settings } from "./settings.js";
import { shortcuts } from "./shortcuts.js";
import { play } from "./sound.js";
import { names, noticeOf, statusSlot } from "./status.js";
import { tryText, whyNot } from "./why-not.js";
import { counterWords, errorText, gameName, mainCounter, other } from "./words.js";

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
  const now = { kind, model, phase: "connecting", slow: false, viewed: null, path: [], pending: "", late: false, confirm: "", plan: null, notice: null };
  let flipped = false;
  /** The move that waits for confirmation. @type {any} */
  let held = null;
  /** @type {any} */
  let slowTimer = 0;
  /** @type {any} */
  let clockTimer = 0;
  /** @type {any} */
  let noticeTimer = 0;
  /** @type {any} */
  let patience = 0;
  let lowWarned = "";

  // ---- parts ----
  const board = /** @type {any} */ (document.createElement("damier-board"));
  setUpBoard(board, kind, signal);
  const veil = h("div", { class: "veil", hidden: true }, h("div", { class: "dialog row" }, h("span", { class: "spin" }), h("b", null, t("status.reconnecting"))));
  const frame = h("div", { class: "board" }, board, veil);
  const top = playerStrip(kind);
  const bottom = playerStrip(kind);
  const status = statusSlot(act);
  const moves = moveList(view);
  const steps = { first: () => view(0), back: () => view(shownPly() - 1), on: () => view(shownPly() + 1), last: () => view(model.plies), flip: turn };
  const nav = navigation(steps, iconButton);
  const actions = gameActions(model, kind, { act, send });
  const why = whyNot(kind, { setMarks: (marks) => (board.marks = marks), showMoves });
  const info = gameInfo(model, kind, invite, sendText);
  const review = reviewPanel(model, kind, token, signal, { select: view, setMarks: (marks) => {
    moves.setMarks(marks);
    update();
  } });
  const chip = h("span", { class: "chip", hidden: true });

  root.className = "play";
  root.style.setProperty("--n", String(kind.columns));
  root.style.setProperty("--ratio", String(kind.rows / kind.columns));
  fill(
    root,
    h("h1", { class: "vh" }, gameName(kind)),
    h("div", { class: "gbar" }, info.shortTitle, chip),
    h("aside", { class: "left stack", "aria-label": t("game.about") }, info.card, info.invite, why.element, info.textBox, info.share, boardOptions(kind, signal)),
    h("section", { class: "bwrap", "aria-label": t("game.board") }, top.element, frame, bottom.element),
    h("aside", { class: "card panel right", "aria-label": t("game.panel") }, status.element, moves.strip, review.element, moves.table, nav.element, actions.element),
    actions.bar({ back: steps.back, on: steps.on, flip: turn }),
  );

  // ---- connection ----
  const connection = new Connection(socketAddress(model.game.id), token, {
    onMessage: receive,
    onPhase: (phase) => {
      now.phase = phase;
      clearTimeout(slowTimer);
      now.slow = false;
      if (phase === "reconnecting") slowTimer = setTimeout(() => { now.slow = true; update(); }, 700);
      update();
    },
    onAck: () => { now.pending = ""; update(); },
    onRefused: (_id, command, error) => refused(command, error),
  });
  connection.connect();
  const wake = () => document.visibilityState === "visible" && connection.probe();
  document.addEventListener("visibilitychange", wake, { signal });
  addEventListener("online", () => connection.retryNow(), { signal });
  signal.addEventListener("abort", () => {
    connection.close();
    clearTimeout(slowTimer);
    clearTimeout(clockTimer);
    clearTimeout(noticeTimer);
    clearTimeout(patience);
  });

  /** @param {any} message */
  function receive(message) {
    const before = { ply: model.plies, ended: model.game.ending !== null, turn: model.game.turn };
    if (message.t === "bye") return;
    if (!model.apply(message, performance.now())) {
      update();
      return;
    }
    if (model.plies !== before.ply) {
      now.pending = "";
      now.viewed = null;
      why.close();
      if (model.plies > before.ply) sound();
    }
    if (model.game.ending && !before.ended) {
      play("end");
      board.unplan();
      board.cancel();
    }
    if (model.game.next) followRematch(model.game.next);
    update();
  }

  function sound() {
    const last = model.history.at(-1);
    if (!last) return;
    play(last.check ? "check" : last.captured.length > 0 ? "capture" : "move");
  }

  /** @param {string} next */
  function followRematch(next) {
    if (!token || model.side === null) return;
    const side = model.side === "both" ? "both" : other(model.side);
    keepSeat(next, { token, side });
    keepGame({ id: next, game: kind.name, side });
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
    noticeTimer = setTimeout(() => { now.notice = null; update(); }, 6000);
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
    if (!model.myTurn) {
      tell(t("status.refused_move"), t("error.not_your_turn"));
      return;
    }
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
    const ply = model.plies;
    switch (name) {
      case "retry": connection.retryNow(); break;
      case "live": view(model.plies); break;
      case "confirm-move": if (held) sendMove(held); break;
      case "cancel-move": now.confirm = ""; held = null; board.reject(); break;
      case "unplan": board.unplan(); break;
      case "accept-draw": send({ command: "accept_draw" }); break;
      case "decline-draw": send({ command: "decline_draw" }); break;
      case "accept-takeback": send({ command: "accept_takeback", plies: model.game.offers.takeback?.plies ?? 1 }); break;
      case "decline-takeback": send({ command: "decline_takeback" }); break;
      case "claim": send({ command: "claim_draw", ply, ...(model.game.claims[0]?.move ? { move: model.game.claims[0].move } : {}) }); break;
      case "draw": send({ command: "offer_draw" }); break;
      case "takeback": send({ command: "ask_takeback", ply, plies: Math.min(ply, takebackPlies(model.game, model.side)) }); break;
      case "resign": send({ command: "resign" }); break;
      case "rematch": send({ command: "offer_rematch" }); break;
      case "flip": turn(); break;
      case "review": review.open(); break;
    }
    update();
  }

  // ---- board ----
  board.addEventListener("move", (/** @type {CustomEvent} */ event) => {
    now.path = [];
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
    void why.ask(tryText(path, kind), { fen: model.game.start.fen, moves: model.history.map((ply) => ply.text), board: model.game.board, legal: model.game.legal });
  });
  for (const name of ["pick", "hop", "undo", "cancel", "premove", "unplayed"]) {
    board.addEventListener(name, () => {
      if (name === "pick") why.close();
      if (name === "hop") play("capture");
      now.path = board.path;
      now.plan = board.plan;
      if (name === "unplayed") tell(t("status.unplayed"), t("status.unplayed_text"));
      update();
    });
  }

  /** @param {any[]} captures */
  function showMoves(captures) {
    const starts = new Set(captures.map((move) => `${move.path[0]} ${move.path.at(-1)}`));
    board.marks = [...starts].slice(0, 12).map((ends) => {
      const [from, to] = ends.split(" ");
      return { type: "arrow", from, to, tone: "plain" };
    });
  }

  function turn() {
    flipped = !flipped;
    update();
  }

  function shownPly() {
    return now.viewed ?? model.plies;
  }

  /** Looks at the position after so many moves. @param {number} ply */
  function view(ply) {
    const next = Math.max(0, Math.min(model.plies, ply));
    now.viewed = next === model.plies ? null : next;
    why.close();
    update();
  }

  // ---- drawing ----
  let waitsFor = "";

  /** Waits are spoken of only when they are longer than a moment. */
  function watchWaits() {
    const wait = now.pending || (model.game.engine === "waiting" ? `engine ${model.plies}` : "");
    if (wait === waitsFor) return;
    waitsFor = wait;
    clearTimeout(patience);
    now.late = false;
    if (wait) patience = setTimeout(() => { now.late = true; update(); }, now.pending ? 400 : 1500);
  }

  function update() {
    if (signal.aborted) return;
    const { game } = model;
    watchWaits();
    const ply = shownPly();
    /** @type {Color} */
    const low = flipped ? other(model.bottom) : model.bottom;
    const taken = takenPieces(kind, game.start.board, model.history, ply);
    top.update(model, other(low), taken[other(low)], taken[low]);
    bottom.update(model, low, taken[low], taken[other(low)]);
    const live = now.viewed === null;
    const over = game.ending !== null || game.outcome !== null;
    board.orientation = low;
    board.interactive = live && !over && !game.waiting ? model.side : null;
    board.premove = live && !over && model.side !== "both" && model.side !== null;
    board.legal = live && model.myTurn && !now.confirm ? game.legal : live && now.confirm ? game.legal : [];
    board.position = model.boardAt(ply);
    board.lastMove = ply > 0 ? model.history[ply - 1] : null;
    board.hops = live ? game.hops : null;
    const check = live ? game.check : (model.history[ply - 1]?.check ?? false);
    board.check = check ? model.mover(ply) : null;
    const notice = noticeOf(now);
    if (status.update(notice) && ["ended", "draw-offered", "takeback-offered", "offline", "reconnecting", "refused", "waiting", "claim", "capture", "confirm"].includes(notice.name)) {
      announce(`${notice.title}. ${notice.text}`);
    }
    moves.update(model.history, game.start.turn, ply, now.pending);
    nav.update(ply === 0, ply === model.plies);
    actions.update(ply, now.phase === "open" || now.phase === "connecting");
    info.update();
    show(why.element, model.seated && !over);
    review.update(ply);
    showCounter();
    show(veil, now.slow || now.phase === "offline");
    frame.dataset.phase = now.phase;
    tick();
  }

  function showCounter() {
    const counter = model.game.ending ? null : mainCounter(model.game.counters);
    show(chip, counter);
    if (counter) {
      const { near, short } = counterWords(counter);
      chip.className = near ? "chip warn" : "chip";
      fill(chip, icon("half"), short);
    }
  }

  function tick() {
    clearTimeout(clockTimer);
    const moment = performance.now();
    const { clocks, ending } = model.game;
    /** @type {Color} */
    const low = flipped ? other(model.bottom) : model.bottom;
    const who = names(model);
    let next = Infinity;
    for (const [strip, color] of /** @type {const} */ ([[bottom, low], [top, other(low)]])) {
      const running = !ending && clocks?.running === color;
      const ms = now.viewed === null ? model.timeLeft(color, moment) : viewedTime(color);
      next = Math.min(next, strip.showClock(ms, running && now.viewed === null, who[color]));
      if (running && color === model.side && ms !== null && ms < 10_000 && ms > 0 && lowWarned !== `${model.plies}`) {
        lowWarned = `${model.plies}`;
        play("low");
      }
    }
    if (next < Infinity) clockTimer = setTimeout(tick, Math.max(16, next));
  }

  /** What a clock showed at the position that is looked at. @param {Color} color */
  function viewedTime(color) {
    for (let at = shownPly() - 1; at >= 0; at -= 1) {
      const left = model.history[at].left;
      if (model.mover(at) === color && left !== null) return left;
    }
    return model.game.clocks ? model.timeLeft(color, model.arrived) : null;
  }

  shortcuts({ ArrowLeft: steps.back, ArrowRight: steps.on, Home: steps.first, End: steps.last, f: turn, Escape: () => why.close() }, signal);
  if (notice) tell(t("game.watching"), notice);
  update();
}
