// @ts-check
/** The messages of all languages have the same keys and placeholders, and the page uses exactly these keys. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { LANGUAGES, parse } from "../page/app/i18n.js";

const page = fileURLToPath(new URL("../page/", import.meta.url));

/** @param {string} language @returns {Record<string, string>} */
const messages = (language) => JSON.parse(readFileSync(`${page}messages/${language}.json`, "utf8"));
const english = messages("en");

/** Keys that are put together while the page runs: codes of the server and values of settings. */
const FAMILIES = [
  "about.", "board.", "castling.", "color.", "coordinates.", "ending.", "error.", "kind.", "language.", "level.", "piece.", "pieces.", "position.",
  "reason.", "rule.", "say.", "settings.", "side.", "theme.",
];
const MADE = ["clock.delay", "clock.increment", "clock.moves", "setup.black", "setup.white", "eval.black_wins", "eval.white_wins"];
for (const color of ["white", "black"]) {
  for (const degree of ["slightly", "better", "winning"]) MADE.push(`eval.${color}_${degree}`);
  MADE.push(`table.${color}_wins`, `table.${color}_wins_in`);
}

/** The names in a message, with the cases of the selects. @param {any[]} parts @returns {string[]} */
function placeholders(parts) {
  return parts.flatMap((part) => {
    if (typeof part === "string" || part.name === "#") return [];
    const inner = [...part.cases.values()].flatMap(placeholders);
    const cases = part.kind === "select" ? `:${[...part.cases.keys()].sort()}` : "";
    return [`${part.name}/${part.kind}${cases}`, ...inner];
  });
}

const source = readdirSync(`${page}app`).map((name) => readFileSync(`${page}app/${name}`, "utf8")).join("\n") + readFileSync(`${page}index.html`, "utf8");
const used = new Set([...source.matchAll(/\bt\(\s*"([^"]+)"|data-(?:text|label)="([^"]+)"|\? t\("([^"]+)"/g)].map((found) => found[1] ?? found[2] ?? found[3]));

for (const language of LANGUAGES) {
  test(`${language} has the keys and placeholders of English`, () => {
    const own = messages(language);
    assert.deepEqual(Object.keys(own).sort(), Object.keys(english).sort());
    for (const [key, text] of Object.entries(own)) {
      assert.notEqual(text.trim(), "", key);
      const wanted = [...new Set(placeholders(parse(english[key])))].sort();
      assert.deepEqual([...new Set(placeholders(parse(text)))].sort(), wanted, key);
    }
  });

  test(`${language} has all plural forms of its language`, () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    /** @param {string} key @param {any[]} parts */
    const check = (key, parts) => {
      for (const part of parts) {
        if (typeof part === "string") continue;
        if (part.kind === "plural") {
          // Russian "many" may be written as "other"; French "many" is for millions.
          const needed = forms.filter((form) => form !== "many");
          for (const form of needed) assert.ok(part.cases.has(form) || form === "zero", `${key}: ${form}`);
        }
        if (part.kind === "select") assert.ok(part.cases.has("other"), key);
        for (const inner of part.cases.values()) check(key, inner);
      }
    };
    for (const [key, text] of Object.entries(messages(language))) check(key, parse(text));
  });
}

test("every key that the page uses is there", () => {
  const missing = [...used, ...MADE].filter((key) => !Object.hasOwn(english, key));
  assert.deepEqual(missing, []);
});

test("every key is used", () => {
  const unused = Object.keys(english).filter((key) => !used.has(key) && !MADE.includes(key) && !FAMILIES.some((family) => key.startsWith(family)));
  assert.deepEqual(unused, []);
});
