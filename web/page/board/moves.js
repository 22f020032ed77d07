// @ts-check
// Legal moves as routes. The board knows no rules: it only compares beginnings of routes.

/** @import { Legal, Plan } from "./types.js" */

/**
 * Routes that begin with these squares.
 * @param {Legal[]} legal
 * @param {string[]} path
 */
export function starting(legal, path) {
  return legal.filter((entry) => path.every((square, place) => entry.path[place] === square));
}

/** Number of different moves among routes. @param {Legal[]} routes */
export function countMoves(routes) {
  return new Set(routes.map((entry) => entry.move)).size;
}

/** The first route of each move. @param {Legal[]} routes @returns {Legal[]} */
export function oneEach(routes) {
  const seen = new Set();
  return routes.filter((entry) => !seen.has(entry.move) && seen.add(entry.move));
}

/** Do these routes go over the same squares and differ only by the piece chosen? @param {Legal[]} routes */
export function onlyPromotions(routes) {
  return routes.length > 1 && routes.every((entry) => entry.promotion !== undefined)
    && new Set(routes.map((entry) => entry.promotion)).size === countMoves(routes)
    && new Set(routes.map((entry) => entry.path.join())).size === 1;
}

/** Are the captures of a route one for each hop, so that the hop tells what is taken? @param {Legal} entry */
function hopByHop(entry) {
  return entry.captured.length === entry.path.length - 1;
}

/**
 * Squares that can be pressed to go on: the next square of a route, and the last square of the move.
 * @param {Legal[]} legal
 * @param {string[]} path
 * @returns {{ hops: Set<string>, ends: Set<string>, taken: Set<string> }} `taken`: pieces that the next hop takes.
 */
export function targets(legal, path) {
  const hops = new Set(), ends = new Set(), taken = new Set();
  if (path.length === 0) return { hops, ends, taken };
  for (const entry of starting(legal, path)) {
    if (entry.path.length <= path.length) continue;
    hops.add(entry.path[path.length]);
    ends.add(entry.path[entry.path.length - 1]);
    if (hopByHop(entry)) taken.add(entry.captured[path.length - 1]);
    else entry.captured.forEach((square) => taken.add(square));
  }
  return { hops, ends, taken };
}

/**
 * Pieces jumped so far on a route of hops.
 * @param {Legal[]} legal
 * @param {string[]} path
 * @returns {string[]}
 */
export function jumped(legal, path) {
  if (path.length < 2) return [];
  const route = starting(legal, path).find(hopByHop);
  return route ? route.captured.slice(0, path.length - 1) : [];
}

/**
 * @typedef {{ kind: "none" } | { kind: "hop", square: string } | { kind: "move", move: Legal } | { kind: "choose", options: Legal[] }} Step
 */

/**
 * What pressing a square means when these squares have been gone through.
 * @param {Legal[]} legal
 * @param {string[]} path
 * @param {string} square
 * @returns {Step}
 */
export function step(legal, path, square) {
  const routes = starting(legal, path).filter((entry) => entry.path.length > path.length);
  const hops = routes.filter((entry) => entry.path[path.length] === square);
  const ends = routes.filter((entry) => !hops.includes(entry) && entry.path[entry.path.length - 1] === square);
  if (hops.length === 0 && ends.length === 0) return byCapture(routes, path, square);
  // The other routes of a move that is also a next hop ask nothing new.
  const others = ends.filter((entry) => !hops.some((hop) => hop.move === entry.move));
  if (hops.length > 0 && others.length === 0) {
    const complete = hops.filter((entry) => entry.path.length === path.length + 1);
    if (complete.length === 0 || complete.length < hops.length) return { kind: "hop", square };
    return finish(complete);
  }
  return finish([...hops, ...others]);
}

/** @param {Legal[]} routes @returns {Step} */
function finish(routes) {
  return countMoves(routes) === 1 ? { kind: "move", move: routes[0] } : { kind: "choose", options: oneEach(routes) };
}

/** Pressing a piece that the next hop takes goes on when only one landing square is possible. @param {Legal[]} routes @param {string[]} path @param {string} square @returns {Step} */
function byCapture(routes, path, square) {
  const over = routes.filter((entry) => hopByHop(entry) && entry.captured[path.length - 1] === square);
  const landings = new Set(over.map((entry) => entry.path[path.length]));
  return landings.size === 1 ? step(routes, path, [...landings][0]) : { kind: "none" };
}

/**
 * The legal routes that a planned move fits.
 * @param {Legal[]} legal
 * @param {Plan} plan
 */
export function planned(legal, plan) {
  const routes = legal.filter((entry) => entry.path[0] === plan.from && entry.path[entry.path.length - 1] === plan.to);
  const wanted = routes.filter((entry) => entry.promotion === (plan.promotion ?? "queen"));
  return wanted.length > 0 ? wanted : routes;
}

/**
 * Squares on which options differ from each other: what each one takes and all others do not.
 * @param {Legal[]} options
 * @returns {string[][]}
 */
export function differing(options) {
  return options.map((entry) => {
    const own = entry.captured.filter((square) => options.some((other) => !other.captured.includes(square)));
    if (own.length > 0) return own;
    return entry.path.slice(1, -1).filter((square) => options.some((other) => !other.path.includes(square)));
  });
}

/** Do two lists hold the same routes? @param {Legal[]} one @param {Legal[]} other */
export function sameMoves(one, other) {
  return one.length === other.length && one.every((entry, place) => entry.id === other[place].id && entry.path.join() === other[place].path.join());
}
