// @ts-check
/** "Why not?": why a move is illegal, with the article, and the squares numbered on the board. */

import { ApiError, explain } from "./api.js";
import { fill, h, icon, iconButton, show } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";
import { colorOf } from "./game-model.js";
import { errorText, reasonText } from "./words.js";

/** @import { Explanation, Kind, Legal } from "./types.js" */

/** The text of a try on the board. @param {string[]} path @param {Kind} kind */
export function tryText(path, kind) {
  if (kind.family === "chess") return path.join("");
  return path.join(path.length > 2 ? "x" : "-");
}

/**
 * @param {Kind} kind
 * @param {{ setMarks: (marks: any[]) => void, showMoves: (moves: Legal[]) => void }} board
 */
export function whyNot(kind, board) {
  const hint = h(
    "section",
    { class: "card hint", "aria-label": t("why.title") },
    h("div", { class: "pad row top-aligned" }, h("span", { class: "muted" }, icon("ask")), h("div", null, h("h2", null, t("why.title")), h("p", { class: "small muted" }, t("why.hint")))),
  );
  const body = h("div", { class: "pad stack tight", "data-part": "reason" });
  const panel = h(
    "section",
    { class: "card why", hidden: true, "aria-labelledby": "why-title", "data-panel": "why-not" },
    h("div", { class: "phead" }, h("h2", { id: "why-title" }, t("why.title")), iconButton("x", t("close"), { class: "quiet sm", onclick: () => close() })),
    body,
  );
  /** @type {AbortController | null} */
  let asking = null;

  const close = () => {
    asking?.abort();
    if (panel.hidden) return;
    show(panel, false);
    board.setMarks([]);
  };

  /**
   * @param {string} text
   * @param {Explanation} explanation
   * @param {string} position board text
   * @param {Legal[]} legal
   */
  const present = (text, explanation, position, legal) => {
    const [first, ...others] = explanation.reasons;
    const squares = first?.squares ?? [];
    const index = new Map(kind.squares.map((square, at) => [square.name, at]));
    const captures = legal.filter((move) => move.captured.length > 0);
    const onlyCaptures = captures.length > 0 && captures.length === legal.length && kind.family === "draughts";
    fill(
      body,
      h("p", null, ...tried(text), " ", first ? reasonText(first, currentLanguage()) : explanation.text),
      squares.length > 0 &&
        h("div", { class: "key" }, ...squares.flatMap((square, at) => [h("i", null, at + 1), h("span", null, h("b", null, square), ` · ${pieceWords(position[index.get(square) ?? -1], kind)}`)])),
      ...others.map((reason) => h("p", { class: "small" }, reasonText(reason, currentLanguage()))),
      first?.article && h("p", { class: "art" }, h("cite", null, first.article)),
      h(
        "div",
        { class: "row wrap" },
        onlyCaptures && h("button", { type: "button", class: "btn sm", onclick: () => board.showMoves(captures) }, t("why.show_captures", { count: new Set(captures.map((move) => move.move)).size })),
        h("a", { class: "btn sm quiet", href: `/rules/${kind.name}`, target: "_blank" }, t("lobby.rules")),
      ),
    );
    board.setMarks(squares.map((square, at) => ({ type: "square", square, tone: "bad", label: at + 1 })));
  };

  const open = () => {
    show(panel, true);
  };

  return {
    /** The hint keeps its place; the panel lies over what follows, so that nothing moves. */
    element: h("div", { class: "whyslot" }, hint, panel),
    panel,
    close,
    get isOpen() {
      return !panel.hidden;
    },
    /**
     * Shows a reason that the server gave.
     * @param {string} text @param {Explanation} explanation @param {string} position @param {Legal[]} legal
     */
    present(text, explanation, position, legal) {
      open();
      present(text, explanation, position, legal);
    },
    /**
     * Asks for the reason.
     * @param {string} text
     * @param {{ fen: string, moves: string[], board: string, legal: Legal[] }} where
     */
    async ask(text, where) {
      asking?.abort();
      const controller = new AbortController();
      asking = controller;
      open();
      fill(body, h("p", null, ...tried(text)), h("p", { class: "row muted" }, h("span", { class: "spin" }), t("why.asking")));
      try {
        const explanation = await explain({ game: kind.name, fen: where.fen, moves: where.moves, move: text }, controller.signal);
        if (controller.signal.aborted) return;
        present(text, explanation, where.board, where.legal);
      } catch (error) {
        if (controller.signal.aborted) return;
        const shown = error instanceof ApiError ? errorText(error) : t("error.unknown");
        fill(body, h("p", null, ...tried(text)), h("p", { class: "err" }, icon("warn", "s"), shown));
      }
    },
  };
}

/** @param {string} text */
function tried(text) {
  const [before, after] = t("why.tried", { move: "\u0000" }).split("\u0000");
  return [before, h("span", { class: "try" }, text), after];
}

/** @param {string | undefined} piece of a board text @param {Kind} kind */
function pieceWords(piece, kind) {
  if (!piece || piece === ".") return t("piece.none");
  const color = colorOf(piece, kind);
  const name = kind.family === "chess" ? piece.toLowerCase() : piece === piece.toUpperCase() ? "king" : "man";
  return t(`piece.${color}.${name}`);
}
