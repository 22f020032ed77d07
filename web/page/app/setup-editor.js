// @ts-check
/** Sets up a position on the board: a palette of pieces, the side to move, castling. */

import { setup } from "./api.js";
import { fill, h, icon, show } from "./dom.js";
import { symbolOf } from "./game-model.js";
import { t } from "./i18n.js";
import { pieceTile } from "./mini-board.js";
import { errorText } from "./words.js";

/** @import { Color, Kind } from "./types.js" */

/**
 * @param {any} board
 * @param {Kind} kind
 * @param {{ position: () => { board: string, turn: Color }, done: (fen: string) => void, opened: (open: boolean) => void }} page
 */
export function setupEditor(board, kind, page) {
  const index = new Map(kind.squares.map((square, at) => [square.name, at]));
  const pieces = kind.family === "chess" ? [..."KQRBNP", ..."kqrbnp"] : ["w", "W", "b", "B"];
  let open = false;
  /** What a press puts down: a piece, "." to remove, or "" to move pieces. */
  let chosen = pieces[0];
  let text = "";

  const palette = h("div", {
    class: kind.family === "chess" ? "palette" : "palette four",
    role: "toolbar",
    "aria-label": t("setup.pieces"),
  });
  const turn = h("div", { class: "seg" });
  const castling = ["K", "Q", "k", "q"].map((letter) => ({ letter, input: h("input", { type: "checkbox" }) }));
  const castlingBox = h(
    "fieldset",
    null,
    h("legend", { class: "vh" }, t("setup.castling")),
    h(
      "div",
      { class: "two-columns" },
      ...castling.map(({ letter, input }) =>
        h(
          "label",
          { class: "check" },
          input,
          t(`castling.${letter === letter.toUpperCase() ? "white" : "black"}.${letter.toLowerCase()}`),
        ),
      ),
    ),
  );
  const problem = h("p", { class: "err", role: "alert", hidden: true });
  const go = h(
    "button",
    { type: "button", class: "btn sm primary push", "data-act": "setup-done", onclick: () => void finish() },
    t("setup.done"),
  );
  const body = h(
    "div",
    { class: "pad stack tight", hidden: true },
    palette,
    h("p", { class: "small muted" }, t("setup.hint")),
    turn,
    kind.family === "chess" && castlingBox,
    problem,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "btn sm", onclick: () => set(kind.start) }, t("setup.start")),
      h(
        "button",
        { type: "button", class: "btn sm", onclick: () => set(".".repeat(kind.squares.length)) },
        t("setup.empty"),
      ),
      go,
    ),
  );
  const toggle = h(
    "button",
    {
      type: "button",
      class: "fold-button",
      "aria-expanded": "false",
      "data-act": "setup",
      onclick: () => change(!open),
    },
    h("h2", null, t("setup.title")),
    icon("next", "s"),
  );
  const element = h("section", { class: "card setup", "data-panel": "setup" }, toggle, body);

  /** @param {boolean} next */
  function change(next) {
    open = next;
    show(body, open);
    toggle.setAttribute("aria-expanded", String(open));
    board.edit = open;
    if (open) {
      const now = page.position();
      text = now.board || kind.start;
      drawTurn(now.turn);
      drawPalette();
      board.interactive = null;
      board.legal = [];
      board.lastMove = null;
      board.check = null;
      board.marks = [];
      board.position = text;
      for (const { input } of castling) input.checked = false;
      show(problem, false);
    }
    page.opened(open);
  }

  /** @param {Color} color */
  function drawTurn(color) {
    fill(
      turn,
      ...["white", "black"].map((side) =>
        h(
          "label",
          null,
          h("input", { type: "radio", name: "setup-turn", value: side, checked: side === color }),
          t(`setup.${side}`),
        ),
      ),
    );
  }

  function drawPalette() {
    const button = (/** @type {string} */ value, /** @type {string} */ label, /** @type {any} */ picture) =>
      h(
        "button",
        {
          type: "button",
          "aria-label": label,
          title: label,
          "aria-pressed": String(chosen === value),
          onclick: () => {
            chosen = value;
            drawPalette();
          },
        },
        picture,
      );
    const named = (/** @type {string} */ piece) => {
      const white = kind.family === "chess" ? piece === piece.toUpperCase() : piece.toLowerCase() === "w";
      const name = kind.family === "chess" ? piece.toLowerCase() : piece === piece.toUpperCase() ? "king" : "man";
      return button(piece, t(`piece.${white ? "white" : "black"}.${name}`), pieceTile(symbolOf(piece, kind), ""));
    };
    const half = pieces.length / 2;
    fill(
      palette,
      ...pieces.slice(0, half).map(named),
      button("", t("setup.move"), icon("hand")),
      ...pieces.slice(half).map(named),
      button(".", t("setup.remove"), icon("trash")),
    );
  }

  /** @param {string} next */
  function set(next) {
    text = next;
    show(problem, false);
    board.position = text;
  }

  /** @param {string} square @param {string} piece */
  function put(square, piece) {
    const at = index.get(square);
    if (at !== undefined) text = text.slice(0, at) + piece + text.slice(at + 1);
  }

  board.addEventListener("edit", (/** @type {CustomEvent} */ event) => {
    if (!open) return;
    const { from, to } = event.detail;
    const held = text[index.get(from) ?? -1];
    if (from === to) {
      if (chosen === "") return;
      put(from, held === chosen ? "." : chosen);
    } else {
      put(from, ".");
      if (to) put(to, held);
    }
    set(text);
  });

  async function finish() {
    const side = /** @type {HTMLInputElement | null} */ (turn.querySelector("input:checked"))?.value ?? "white";
    const rights = castling
      .filter(({ input }) => input.checked)
      .map(({ letter }) => letter)
      .join("");
    go.disabled = true;
    try {
      const { fen } = await setup({
        game: kind.name,
        board: text,
        turn: side,
        ...(rights ? { castling: rights } : {}),
      });
      board.edit = false;
      open = false;
      page.done(fen);
    } catch (error) {
      fill(problem, icon("warn", "s"), errorText(error));
      show(problem, true);
    }
    go.disabled = false;
  }

  return {
    element,
    get isOpen() {
      return open;
    },
  };
}
