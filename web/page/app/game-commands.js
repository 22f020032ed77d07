// @ts-check
/** The commands behind the buttons of a game. */

import { takebackPlies } from "./game-model.js";

/** @import { GameModel } from "./game-model.js" */

/**
 * What a button sends, or `null` where it concerns this page alone.
 * @param {string} name
 * @param {GameModel} model
 * @returns {any}
 */
export function commandOf(name, model) {
  const { game, plies: ply } = model;
  switch (name) {
    case "accept-draw":
      return { command: "accept_draw" };
    case "decline-draw":
      return { command: "decline_draw" };
    case "accept-takeback":
      return { command: "accept_takeback", plies: game.offers.takeback?.plies ?? 1 };
    case "decline-takeback":
      return { command: "decline_takeback" };
    case "claim": {
      const move = game.claims[0]?.move;
      return { command: "claim_draw", ply, ...(move ? { move } : {}) };
    }
    case "draw":
      return { command: "offer_draw" };
    case "takeback":
      return { command: "ask_takeback", ply, plies: Math.min(ply, takebackPlies(game, model.side)) };
    case "resign":
      return { command: "resign" };
    case "rematch":
      return game.next ? null : { command: "offer_rematch" };
    default:
      return null;
  }
}
