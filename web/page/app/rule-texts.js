// @ts-check
/** The rules in words, as the server states them in English, in the language of the reader. */

/** A number that stands by itself: not the 3 of Nf3. */
const NUMBER = /(?<![\p{L}\d])\d+(?![\p{L}\d])/gu;

/**
 * The translations of a language: sentences with `{0}`, `{1}` for their numbers.
 * @param {string} language
 * @param {AbortSignal} [signal]
 * @returns {Promise<Record<string, string>>}
 */
export async function ruleTexts(language, signal) {
  if (language === "en") return {};
  const answer = await fetch(`/messages/rules/${language}.json`, { signal });
  return answer.ok ? answer.json() : {};
}

/**
 * A sentence in another language; `null` if its translation is not known.
 * @param {string} text
 * @param {Record<string, string>} texts
 * @returns {string | null}
 */
export function translated(text, texts) {
  const whole = sentence(text, texts);
  if (whole !== null) return whole;
  // Some sentences are made of clauses that vary by themselves.
  const clauses = text.split("; ").map((clause) => sentence(clause, texts));
  return clauses.length > 1 && clauses.every((clause) => clause !== null) ? clauses.join("; ") : null;
}

/** @param {string} text @param {Record<string, string>} texts @returns {string | null} */
function sentence(text, texts) {
  /** @type {string[]} */
  const numbers = [];
  const key = text.replace(NUMBER, (number) => `{${numbers.push(number) - 1}}`);
  const found = Object.hasOwn(texts, key) ? texts[key] : null;
  return found && found.replace(/\{(\d+)\}/g, (_, at) => numbers[Number(at)] ?? "");
}
