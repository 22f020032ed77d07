// @ts-check
/** Codes of the server in words: games, rules, endings, counters, players. */

import { has, ofCode, slug, t } from "./i18n.js";

/** @import { Color, Counter, Ending, Kind, Player, Reason, Side } from "./types.js" */

/** The name of a game. @param {Kind | { name: string, title: string }} kind */
export const gameName = (kind) => ofCode("kind", kind.name, kind.title);

/**
 * One line about a game: the parts that are known are translated.
 * @param {Kind} kind
 * @param {number} [most] parts, the most unusual first
 */
export function gameAbout(kind, most = 9) {
  const part = (/** @type {string} */ text) => ofCode("about", slug(text), text);
  return kind.about.split(" · ").slice(0, most).map(part).join(" · ");
}

/** The name of a rule that ends games: "25-move rule". @param {string} rule */
export function ruleName(rule) {
  const moves = /^(\w+?_)?(\d+)_move_rule(_three_kings)?$/.exec(rule);
  if (has(`rule.${rule}`)) return t(`rule.${rule}`);
  if (moves) return t("rule.moves", { count: Number(moves[2]) });
  return rule.replaceAll("_", " ");
}

/** @param {Color} color */
export const colorName = (color) => t(`color.${color}`);

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === "white" ? "black" : "white");

/**
 * Who sits there.
 * @param {Player} player
 * @param {Color} color
 * @param {Side} side the reader's
 */
export function playerName(player, color, side) {
  if (side === color) return t("player.you");
  if (player.kind === "engine") return t("player.engine", { level: player.level ?? "" });
  if (player.name) return player.name;
  if (side === "both") return colorName(color);
  if (side === null) return t("player.person", { color: colorName(color) });
  return t("player.friend");
}

/**
 * Against whom the reader plays.
 * @param {{ white: Player, black: Player }} players
 * @param {Side} side
 */
export function against(players, side) {
  if (side === "both") return t("recent.both");
  if (side === null) return `${playerName(players.white, "white", null)} – ${playerName(players.black, "black", null)}`;
  const player = players[other(side)];
  if (player.kind === "person" && !player.name) return t("recent.friend");
  return t("recent.against", { name: playerName(player, other(side), side) });
}

/**
 * The result for the reader: "You won", "White won", "Draw".
 * @param {Ending | { winner: Color | null }} ending
 * @param {Side} side
 */
export function resultTitle(ending, side) {
  if (ending.winner === null) return t("result.draw");
  if (side === "white" || side === "black") return ending.winner === side ? t("result.won") : t("result.lost");
  return t("result.color", { color: colorName(ending.winner) });
}

/** The points, as the games of the family write them. @param {{ winner: Color | null }} ending @param {"chess" | "draughts"} family */
export function points(ending, family) {
  const [win, half, lose] = family === "chess" ? ["1", "½", "0"] : ["2", "1", "0"];
  if (ending.winner === null) return `${half}–${half}`;
  return ending.winner === "white" ? `${win}–${lose}` : `${lose}–${win}`;
}

/**
 * Why a game ended, in one sentence.
 * @param {Ending} ending
 * @param {{ white: string, black: string }} names
 */
export function endingReason(ending, names) {
  const loser = ending.side ?? (ending.winner ? other(ending.winner) : "white");
  switch (ending.how) {
    case "resigned":
      return t("ending.resigned", { name: names[loser], you: names[loser] === t("player.you") ? "yes" : "no" });
    case "agreed":
      return t("ending.agreed");
    case "out_of_time":
      if (ending.winner === null)
        return t("ending.time_draw", { name: names[loser], you: names[loser] === t("player.you") ? "yes" : "no" });
      return t("ending.time", { name: names[loser], you: names[loser] === t("player.you") ? "yes" : "no" });
    case "claimed":
      return withArticle(t("ending.claimed", { rule: ruleName(ending.rule ?? "") }), ending.article);
    default:
      return withArticle(outcomeReason(ending), ending.article);
  }
}

/**
 * Why the rules ended a game.
 * @param {{ winner: Color | null, rule?: string, text: string }} outcome
 */
export function outcomeReason(outcome) {
  const rule = outcome.rule ?? "";
  const loser = colorName(outcome.winner ? other(outcome.winner) : "white");
  const winner = colorName(outcome.winner ?? "white");
  if (rule === "no_legal_moves") return t("ending.no_legal_moves", { loser, winner });
  if (has(`ending.${rule}`)) return t(`ending.${rule}`, { loser, winner });
  return capitalized(ruleName(rule));
}

/** @param {string} text @param {string | undefined} article */
function withArticle(text, article) {
  return article ? `${text.replace(/\.$/, "")}. ${article}` : text;
}

/** @param {string} text */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A draw counter in words, and whether the draw is near.
 * @param {Counter} counter
 */
export function counterWords(counter) {
  const name = ruleName(counter.rule);
  if (counter.unit === "occurrences") {
    return {
      near: counter.count > 1,
      short: t("counter.times", { count: counter.count, limit: counter.limit }),
      long: `${capitalized(name)}: ${t("counter.times", { count: counter.count, limit: counter.limit })}`,
    };
  }
  const moves = Math.ceil(counter.plies_left / 2);
  const limit = Math.ceil(counter.limit / 2);
  if (moves <= 10) {
    const claim = moves === 0 ? t("counter.claim_now") : t("counter.claim_in", { count: moves });
    const text = counter.must_be_claimed ? claim : t("counter.draw_in", { count: moves });
    return { near: true, short: text, long: `${text} · ${name}` };
  }
  const count = Math.floor(counter.count / 2);
  return {
    near: false,
    short: t("counter.of", { count, limit }),
    long: `${capitalized(name)}: ${t("counter.of", { count, limit })}`,
  };
}

/**
 * The counter to show: the one that ends soonest, if anything counts.
 * @param {Counter[]} counters
 */
export function mainCounter(counters) {
  const counting = counters.filter((counter) => (counter.unit === "plies" ? counter.count > 1 : counter.count > 1));
  return counting.sort((a, b) => a.plies_left - b.plies_left)[0] ?? null;
}

/** A reason against a move. The server's sentence names the squares; other languages have one sentence for each code. @param {Reason} reason @param {string} language */
export function reasonText(reason, language) {
  const text = language === "en" ? reason.text : ofCode("reason", reason.code, reason.text);
  const sentence = capitalized(text);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/**
 * What is wrong, for people: the server's code in words.
 * @param {any} error an `ApiError`, or the error of a refused command
 */
export function errorText(error) {
  const { field = "", found = "", expected = "", line } = error?.details ?? error ?? {};
  const position = error?.code === "bad_fen" ? positionFault(expected) : "";
  const where = line ? t("error.line", { line }) : "";
  return position || ofCode("error", error?.code, t("error.unknown"), { field, found, expected, where });
}

/** Why no game can reach a position, by what the rules expect; empty if it is a fault of the text. @param {string} expected */
function positionFault(expected) {
  const most = /^at most (\d+)$/.exec(expected)?.[1] ?? "";
  const key = `position.${slug(expected)}`;
  if (has(key)) return t(key);
  return most ? t("position.at_most_n", { most }) : "";
}
