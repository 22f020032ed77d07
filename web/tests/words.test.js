// @ts-check
/** Errors of the server in the words of the reader. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { LANGUAGES, setMessages } from "../page/app/i18n.js";
import { boardWords } from "../page/app/board-settings.js";
import { counterWords, errorText } from "../page/app/words.js";

/** @param {string} language */
const use = (language) =>
  setMessages(language, JSON.parse(readFileSync(new URL(`../page/messages/${language}.json`, import.meta.url), "utf8")));

/** As `ApiError` holds it. @param {string} code @param {Record<string, unknown>} details */
const error = (code, details = {}) => ({ code, message: "bad from: found ..., expected ...", details });

test("errors of imports say what and where", () => {
  use("en");
  assert.equal(errorText(error("record_move", { found: "Nc7", line: 3 })), "Nc7 is not a legal move, line 3.");
  assert.equal(errorText(error("bad_record", { line: 1 })), "This text cannot be read as a game, line 1.");
  assert.equal(errorText(error("unknown_format", { found: "hello" })), "This is not a game or position in PGN, PDN, FEN or JSON.");
  use("nl");
  assert.equal(errorText(error("record_move", { found: "Nc7", line: 3 })), "Nc7 is geen geldige zet, regel 3.");
});

test("errors of set-up say what is wrong with the position", () => {
  use("en");
  const fen = (/** @type {string} */ expected) => errorText(error("bad_fen", { expected }));
  assert.equal(fen("one king of each color"), "Each side needs exactly one king.");
  assert.equal(fen("at most 16"), "One side has more than 16 pieces.");
  assert.equal(fen("at most 8"), "One side has more than 8 pawns.");
  assert.equal(fen("a king there"), "A man on its last row would be a king.");
  assert.equal(fen("eight ranks"), "This is not a position of this game.");
  use("ru");
  assert.equal(fen("at most 20"), "У одной стороны больше 20 фигур.");
});

test("a refused command has its fields beside its code", () => {
  use("fr");
  assert.equal(errorText({ code: "illegal_move", found: "e2e5" }), "e2e5 n'est pas un coup légal ici.");
});

test("no error reaches the reader in the words of the server", () => {
  for (const language of LANGUAGES) {
    use(language);
    for (const code of ["a_code_of_tomorrow", "bad_field", "bad_fen", "http", undefined]) {
      const text = errorText({ code, message: "bad from: expected struct", details: { field: "from" } });
      assert.ok(text && !/struct|undefined|bad from|\{/.test(text), `${language}: ${text}`);
    }
  }
  assert.ok(errorText(null) && errorText(new TypeError("x is not a function")));
});

test("the king of chess is not spoken of as that of draughts", () => {
  const spoken = { en: "white king", nl: "witte koning", fr: "roi blanc", ru: "белый король" };
  for (const language of LANGUAGES) {
    use(language);
    assert.equal(boardWords({ family: "chess" })["white-king"], spoken[language]);
    const draughts = boardWords({ family: "draughts" });
    if (language !== "en") assert.notEqual(draughts["white-king"], spoken[language]);
    assert.equal(new Set(["white-king", "white-queen", "black-king"].map((key) => boardWords({ family: "chess" })[key])).size, 3);
  }
});

test("a draw that can be claimed at once is not claimed in 0 moves", () => {
  use("en");
  const counter = { rule: "fifty_moves", article: "FIDE 9.3", count: 100, limit: 100, unit: /** @type {const} */ ("plies"), plies_left: 0, must_be_claimed: true };
  assert.equal(counterWords(counter).short, "A draw can be claimed");
  assert.equal(counterWords({ ...counter, count: 99, plies_left: 1 }).short, "Draw can be claimed in 1 move");
});
