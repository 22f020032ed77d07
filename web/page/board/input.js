// @ts-check
// The player's hand: (state, input, data) -> [state, effects]. Pure; pointer, taps and keys all end here.

/** @import { Color, Data, Effect, Input, Legal, State } from "./types.js" */
import { countMoves, oneEach, onlyPromotions, planned, starting, step } from "./moves.js";
import { isChess, sideOf } from "./position.js";

/** @type {State} */
export const IDLE = Object.freeze({ path: [], planning: false, choice: null, pending: null, plan: null });

/** @typedef {Data & { pieceAt: (square: string) => string }} Board */

/** The side whose legal moves the board has. @param {Board} data @returns {Color | null} */
export function mover(data) {
  const first = data.legal[0];
  return first ? sideOf(data.pieceAt(first.path[0]), isChess(data.position)) : null;
}

/** May a legal move be made on this board now? @param {Board} data */
export function canMove(data) {
  const side = mover(data);
  return side !== null && (data.interactive === "both" || data.interactive === side);
}

/** May a move be planned now? @param {Board} data */
export function canPlan(data) {
  return data.premove && (data.interactive === "white" || data.interactive === "black") && !canMove(data);
}

/** Is there a piece on the square that the player may take up? @param {Board} data @param {string} square */
export function isOwn(data, square) {
  const side = sideOf(data.pieceAt(square), isChess(data.position));
  if (side === null) return false;
  if (canMove(data)) return side === mover(data);
  return canPlan(data) && side === data.interactive;
}

/** The square where the chosen piece stands for the eye. @param {State} state */
export function standing(state) {
  return state.path[state.path.length - 1] ?? null;
}

/**
 * @param {State} state
 * @param {Input} input
 * @param {Board} data
 * @returns {[State, Effect[]]}
 */
export function react(state, input, data) {
  switch (input.type) {
    case "press": return press(state, input.square ?? "", data);
    case "tap": return tap(state, input.square ?? "", data);
    case "drop": return drop(state, input.square ?? null, data);
    case "escape": return escape(state);
    case "choose": return choose(state, input.index ?? -1);
    case "role": return role(state, input.promotion ?? "");
    case "preview": return [state.choice ? { ...state, choice: { ...state.choice, active: input.index ?? -1 } } : state, []];
    case "update": return update(state, data);
    case "reject": return [state.pending ? { ...IDLE, plan: state.plan } : state, []];
    case "unplan": return unplan(state);
    default: return [state, []];
  }
}

/** A piece is touched: it is chosen at once, before it is known whether it will be dragged. @param {State} state @param {string} square @param {Board} data @returns {[State, Effect[]]} */
function press(state, square, data) {
  if (state.pending || state.choice) return [state, []];
  if (state.path.length > 1 || standing(state) === square || !isOwn(data, square)) return [state, []];
  return pick(state, square, data);
}

/** @param {State} state @param {string} square @param {Board} data @returns {[State, Effect[]]} */
function pick(state, square, data) {
  const planning = !canMove(data);
  return [{ ...state, path: [square], planning, choice: null }, [{ type: "pick", square }]];
}

/** @param {State} state @param {string} square @param {Board} data @returns {[State, Effect[]]} */
function tap(state, square, data) {
  if (state.pending) return [state, []];
  if (state.choice) return [{ ...state, choice: null }, [{ type: "cancel" }]];
  if (state.path.length === 0) {
    if (state.plan && !canMove(data)) {
      const own = square !== state.plan.from && square !== state.plan.to && isOwn(data, square);
      return own ? pick(state, square, data) : unplan(state);
    }
    return isOwn(data, square) ? pick(state, square, data) : [state, []];
  }
  if (state.planning) return plan(state, square);
  // A capture may end where the piece stands; pressing the piece still takes back, hops reach that end.
  if (square === standing(state)) return back(state, square);
  const next = step(data.legal, state.path, square);
  if (next.kind !== "none") return go(state, next, square, data);
  if (state.path.length > 1 && square === state.path[0]) return back(state, square);
  if (state.path.length === 1 && isOwn(data, square)) return pick(state, square, data);
  return attempt(state, square);
}

/** A dragged piece is let go. @param {State} state @param {string | null} square @param {Board} data @returns {[State, Effect[]]} */
function drop(state, square, data) {
  if (state.path.length === 0 || state.pending || state.choice) return [state, []];
  if (square === null) return state.path.length > 1 ? [state, []] : [clear(state), [{ type: "cancel" }]];
  if (square === standing(state)) return [state, []];
  if (state.planning) return plan(state, square);
  const next = step(data.legal, state.path, square);
  return next.kind === "none" ? attempt(state, square) : go(state, next, square, data);
}

/** @param {State} state @param {import("./moves.js").Step} next @param {string} square @param {Board} data @returns {[State, Effect[]]} */
function go(state, next, square, data) {
  if (next.kind === "move") return send(state, next.move);
  if (next.kind === "choose") {
    const about = onlyPromotions(next.options) ? "promotion" : "path";
    const choice = { about: /** @type {"path" | "promotion"} */ (about), square, options: next.options, active: -1 };
    return [{ ...state, choice }, [{ type: "choose", choice }]];
  }
  if (next.kind !== "hop") return [state, []];
  const path = [...state.path, next.square];
  /** @type {Effect} */
  const hop = { type: "hop", square: next.square, path };
  const left = starting(data.legal, path);
  if (data.autoFinish && countMoves(left) === 1) {
    const [done, effects] = send({ ...state, path }, left[0]);
    return [done, [hop, ...effects]];
  }
  return [{ ...state, path }, [hop]];
}

/** @param {State} state @param {Legal} move @returns {[State, Effect[]]} */
function send(state, move) {
  return [{ ...IDLE, pending: move }, [{ type: "move", move }]];
}

/** @param {State} state @param {string} square @returns {[State, Effect[]]} */
function attempt(state, square) {
  /** @type {Effect} */
  const effect = { type: "try", from: state.path[0], to: square, path: [...state.path, square] };
  return [state.path.length > 1 ? state : clear(state), [effect]];
}

/** @param {State} state @returns {State} */
function clear(state) {
  return { ...IDLE, plan: state.plan };
}

/** Takes hops back: all of them from the first square, one from where the piece stands. @param {State} state @param {string} square @returns {[State, Effect[]]} */
function back(state, square) {
  if (state.path.length === 1) return [clear(state), [{ type: "cancel" }]];
  const path = square === state.path[0] && square !== standing(state) ? state.path.slice(0, 1) : state.path.slice(0, -1);
  return [{ ...state, path }, [{ type: "undo", path }]];
}

/** @param {State} state @returns {[State, Effect[]]} */
function escape(state) {
  if (state.choice) return [{ ...state, choice: null }, [{ type: "cancel" }]];
  if (state.path.length > 0) return back(state, standing(state) ?? "");
  return state.plan ? unplan(state) : [state, []];
}

/** @param {State} state @param {number} index @returns {[State, Effect[]]} */
function choose(state, index) {
  const move = state.choice?.options[index];
  return move ? send(state, move) : [state, []];
}

/** @param {State} state @param {string} promotion @returns {[State, Effect[]]} */
function role(state, promotion) {
  const move = state.choice?.options.find((entry) => entry.promotion === promotion);
  if (move) return send(state, move);
  if (!state.plan) return [state, []];
  const plan = { ...state.plan, promotion };
  return [{ ...state, plan }, [{ type: "premove", plan }]];
}

/** @param {State} state @param {string} square @returns {[State, Effect[]]} */
function plan(state, square) {
  const from = state.path[0];
  if (square === from) return [clear(state), [{ type: "cancel" }]];
  const plan = { from, to: square };
  return [{ ...IDLE, plan }, [{ type: "premove", plan }]];
}

/** @param {State} state @returns {[State, Effect[]]} */
function unplan(state) {
  return state.plan ? [{ ...state, plan: null }, [{ type: "premove", plan: null }]] : [state, []];
}

/** The owner has set new data: keep what still fits, play a planned move that has become legal. @param {State} state @param {Board} data @returns {[State, Effect[]]} */
function update(state, data) {
  if (state.plan && !canPlan(data)) return playPlan(state, state.plan, data);
  if (state.pending) return [state, []];
  if (state.path.length === 0) return [state, []];
  if (state.planning) {
    if (canMove(data)) return isOwn(data, state.path[0]) ? [{ ...state, planning: false }, []] : [clear(state), [{ type: "cancel" }]];
    return canPlan(data) && isOwn(data, state.path[0]) ? [state, []] : [clear(state), [{ type: "cancel" }]];
  }
  const fits = state.path.length > 1 ? starting(data.legal, state.path).length > 0 : canMove(data) && isOwn(data, state.path[0]);
  return fits ? [{ ...state, choice: null }, []] : [clear(state), [{ type: "cancel" }]];
}

/** @param {State} state @param {import("./types.js").Plan} plan @param {Board} data @returns {[State, Effect[]]} */
function playPlan(state, plan, data) {
  if (!canMove(data)) return unplan(state);
  const routes = planned(data.legal, plan);
  const gone = { ...state, plan: null };
  if (routes.length > 0 && countMoves(routes) === 1) return send(gone, routes[0]);
  /** @type {Effect[]} */
  const effects = [{ type: "unplayed", plan }];
  if (routes.length === 0) return [gone, effects];
  const choice = { about: /** @type {const} */ ("path"), square: plan.to, options: oneEach(routes), active: -1 };
  return [{ ...gone, path: [plan.from], planning: false, choice }, [{ type: "choose", choice }]];
}
