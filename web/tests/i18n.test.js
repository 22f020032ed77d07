// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { chooseLanguage, format, has, ofCode, parse, setMessages, t } from "../page/app/i18n.js";

/** @param {string} text @param {Record<string, any>} values @param {string} [language] */
const say = (text, values, language = "en") => format(parse(text), values, language);

test("values are put in", () => {
  assert.equal(say("After move {number}: {move}", { number: 3, move: "32-28" }), "After move 3: 32-28");
  assert.equal(say("{missing}", {}), "");
});

test("English plurals", () => {
  const text = "Draw in {count, plural, one {# move} other {# moves}} · {rule}";
  assert.equal(say(text, { count: 1, rule: "r" }), "Draw in 1 move · r");
  assert.equal(say(text, { count: 7, rule: "r" }), "Draw in 7 moves · r");
});

test("Russian plurals", () => {
  const text = "{n, plural, one {# ход} few {# хода} other {# ходов}}";
  const wanted = new Map([[1, "1 ход"], [2, "2 хода"], [4, "4 хода"], [5, "5 ходов"], [11, "11 ходов"], [12, "12 ходов"], [21, "21 ход"], [22, "22 хода"], [25, "25 ходов"], [111, "111 ходов"]]);
  for (const [n, words] of wanted) assert.equal(say(text, { n }, "ru"), words);
});

test("exact numbers come before forms", () => {
  assert.equal(say("{n, plural, =0 {none} one {#} other {#}}", { n: 0 }), "none");
});

test("choices may hold values", () => {
  const text = "{you, select, yes {You resigned.} other {{name} resigned.}}";
  assert.equal(say(text, { you: "yes", name: "Maren" }), "You resigned.");
  assert.equal(say(text, { you: "no", name: "Maren" }), "Maren resigned.");
});

test("broken messages are refused", () => {
  for (const text of ["{", "}", "{a", "{a, plural, one}", "{a, plural, one {x}", "{a, other, x}"]) {
    assert.throws(() => parse(text), SyntaxError, text);
  }
});

test("the language is the chosen one, or the first known one", () => {
  assert.equal(chooseLanguage("fr", ["nl"]), "fr");
  assert.equal(chooseLanguage("auto", ["de-DE", "nl-BE", "en"]), "nl");
  assert.equal(chooseLanguage(null, ["de"]), "en");
});

test("codes of the server fall back to its text", () => {
  setMessages("en", { "rule.stalemate": "stalemate" });
  assert.equal(ofCode("rule", "stalemate", "x"), "stalemate");
  assert.equal(ofCode("rule", "new_rule", "a new rule"), "a new rule");
  assert.equal(ofCode("rule", null, "text"), "text");
  assert.equal(t("absent.key"), "absent.key");
  assert.equal(has("toString"), false);
});
