// @ts-check
/** Texts in the language of the reader. Messages know `{name}`, `{n, plural, one {..} other {..}}` and `{x, select, ..}`. */

/** @typedef {string | number} Value */
/** @typedef {{ name: string, kind: "value" | "plural" | "select", cases: Map<string, Part[]> }} Placeholder */
/** @typedef {string | Placeholder} Part */

export const LANGUAGES = /** @type {const} */ (["en", "nl", "fr", "ru"]);

/** @type {Record<string, string>} */
let messages = {};
let language = "en";
/** @type {Map<string, Part[]>} */
const parsed = new Map();

/**
 * @param {string} tag
 * @param {Record<string, string>} texts
 */
export function setMessages(tag, texts) {
  language = tag;
  messages = texts;
  parsed.clear();
}

export function currentLanguage() {
  return language;
}

/**
 * The language to use: the chosen one, or the first of the browser's that there is.
 * @param {string | null} chosen
 * @param {readonly string[]} wanted
 */
export function chooseLanguage(chosen, wanted) {
  const known = /** @type {readonly string[]} */ (LANGUAGES);
  if (chosen && known.includes(chosen)) return chosen;
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0];
    if (known.includes(base)) return base;
  }
  return "en";
}

/** Is there a message with this key? @param {string} key */
export function has(key) {
  return Object.hasOwn(messages, key);
}

/**
 * The message with this key.
 * @param {string} key
 * @param {Record<string, Value>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = messages[key];
  if (text === undefined) return key;
  let parts = parsed.get(key);
  if (!parts) {
    parts = parse(text);
    parsed.set(key, parts);
  }
  return format(parts, values, language);
}

/**
 * The message of a code that came from the server, or the server's own text.
 * @param {string} family
 * @param {string | null | undefined} code
 * @param {string} fallback
 * @param {Record<string, Value>} [values]
 */
export function ofCode(family, code, fallback, values = {}) {
  const key = `${family}.${code}`;
  return code && has(key) ? t(key, values) : fallback;
}

/** A text of the server as the end of a key: "at most 16" becomes "at_most_16". @param {string} text */
export const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "_");

/**
 * Reads a message.
 * @param {string} text
 * @returns {Part[]}
 */
export function parse(text) {
  const [parts, end] = parseUntil(text, 0, false);
  if (end !== text.length) throw new SyntaxError(`unexpected } at ${end} in ${JSON.stringify(text)}`);
  return parts;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {boolean} inside
 * @returns {[Part[], number]}
 */
function parseUntil(text, at, inside) {
  /** @type {Part[]} */
  const parts = [];
  let plain = "";
  while (at < text.length && text[at] !== "}") {
    if (text[at] === "{") {
      if (plain) parts.push(plain);
      plain = "";
      const [part, next] = parsePlaceholder(text, at + 1);
      parts.push(part);
      at = next;
    } else if (inside && text[at] === "#") {
      if (plain) parts.push(plain);
      plain = "";
      parts.push({ name: "#", kind: "value", cases: new Map() });
      at += 1;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) parts.push(plain);
  return [parts, at];
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {[Placeholder, number]}
 */
function parsePlaceholder(text, at) {
  const head = /^\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*|(?=\}))/.exec(text.slice(at));
  if (!head) throw new SyntaxError(`bad placeholder at ${at} in ${JSON.stringify(text)}`);
  const kind = /** @type {"value" | "plural" | "select"} */ (head[2] ?? "value");
  /** @type {Map<string, Part[]>} */
  const cases = new Map();
  at += head[0].length;
  while (kind !== "value" && text[at] !== "}") {
    const label = /^([=\w]+)\s*\{/.exec(text.slice(at));
    if (!label) throw new SyntaxError(`bad case at ${at} in ${JSON.stringify(text)}`);
    const [parts, end] = parseUntil(text, at + label[0].length, kind === "plural");
    cases.set(label[1], parts);
    at = end + 1;
    while (text[at] === " ") at += 1;
  }
  if (text[at] !== "}") throw new SyntaxError(`missing } in ${JSON.stringify(text)}`);
  return [{ name: head[1], kind, cases }, at + 1];
}

/** @type {Map<string, Intl.PluralRules>} */
const plurals = new Map();

/** @param {string} tag @param {number} count */
function pluralCase(tag, count) {
  let rules = plurals.get(tag);
  if (!rules) plurals.set(tag, (rules = new Intl.PluralRules(tag)));
  return rules.select(count);
}

/**
 * @param {Part[]} parts
 * @param {Record<string, Value>} values
 * @param {string} tag
 * @param {Value} [count]
 * @returns {string}
 */
export function format(parts, values, tag, count) {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") {
      text += part;
    } else if (part.kind === "value") {
      text += String((part.name === "#" ? count : values[part.name]) ?? "");
    } else {
      const value = values[part.name];
      const label = part.kind === "plural" ? pluralCase(tag, Number(value)) : String(value);
      const chosen = part.cases.get(`=${value}`) ?? part.cases.get(label) ?? part.cases.get("other") ?? [];
      text += format(chosen, values, tag, part.kind === "plural" ? value : count);
    }
  }
  return text;
}

/** A list in words: "12 or 17", "a, b and c". @param {string[]} items @param {"and" | "or"} kind */
export function listed(items, kind) {
  const type = kind === "and" ? "conjunction" : "disjunction";
  return new Intl.ListFormat(language, { style: "long", type }).format(items);
}

/** How long ago a moment was, in words. @param {number} moment @param {number} [now] */
export function ago(moment, now = Date.now()) {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const minutes = Math.round((moment - now) / 60000);
  if (minutes > -60) return minutes === 0 ? t("time.now") : format.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  if (hours > -24) return format.format(hours, "hour");
  return format.format(Math.round(hours / 24), "day");
}

/** The messages of a family as they are, without its prefix. @param {string} prefix */
export function messagesOf(prefix) {
  const found = Object.entries(messages).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(found.map(([key, text]) => [key.slice(prefix.length), text]));
}
