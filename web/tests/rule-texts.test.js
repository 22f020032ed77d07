// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { translated } from "../page/app/rule-texts.js";

/** @param {string} language @returns {Record<string, string>} */
const texts = (language) => JSON.parse(readFileSync(new URL(`../page/messages/rules/${language}.json`, import.meta.url), "utf8"));

test("numbers are put into the translation", () => {
  const rule = "The board has 10 columns and 12 rows; all 120 squares are used.";
  assert.equal(translated(rule, texts("nl")), "Het bord heeft 10 kolommen en 12 rijen; alle 120 velden doen mee.");
});

test("names of squares and pieces are not numbers", () => {
  const rule = "Positions are written in FEN, moves in SAN (Nf3) or UCI (g1f3).";
  assert.equal(translated(rule, texts("fr")), "Les positions s'écrivent en FEN, les coups en SAN (Nf3) ou UCI (g1f3).");
});

test("clauses are translated one by one", () => {
  const rule = 'Squares are numbered 1 to 50 row by row from the upper left corner as White sees the board; captures are written with "x"; its PDN game type is 20.';
  assert.equal(
    translated(rule, texts("ru")),
    "Поля пронумерованы от 1 до 50 по рядам от левого верхнего угла со стороны белых; взятие записывается знаком «x»; её тип игры в PDN – 20.",
  );
});

test("an unknown sentence is not translated in part", () => {
  assert.equal(translated("White moves first; the moon is full.", texts("nl")), null);
});

test("all languages have the same sentences and numbers", () => {
  const [first, ...others] = ["nl", "fr", "ru"].map(texts);
  for (const other of others) assert.deepEqual(Object.keys(other), Object.keys(first));
  for (const language of [first, ...others]) {
    for (const [key, text] of Object.entries(language)) {
      const numbers = (/** @type {string} */ one) => (one.match(/\{\d+\}/g) ?? []).sort();
      assert.deepEqual(numbers(text), numbers(key), key);
    }
  }
});
