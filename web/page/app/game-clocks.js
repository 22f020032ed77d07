// @ts-check
/** The two clocks of a game: they run between the messages of the server. */

import { play } from "./sound.js";
import { names } from "./status.js";
import { other } from "./words.js";

/** @import { Situation } from "./status.js" */
/** @import { Color } from "./types.js" */

/** Below this the reader's own clock is heard, once a move. */
const HEARD_BELOW = 10_000;

/**
 * @param {Situation} now
 * @param {{ top: any, bottom: any, low: () => Color }} strips and the color at the bottom
 * @param {AbortSignal} signal
 */
export function gameClocks(now, strips, signal) {
  const { model } = now;
  /** @type {any} */
  let timer = 0;
  let warned = -1;
  signal.addEventListener("abort", () => clearTimeout(timer));

  function tick() {
    clearTimeout(timer);
    if (signal.aborted) return;
    const moment = performance.now();
    const { clocks, ending } = model.game;
    const low = strips.low();
    const who = names(model);
    const live = now.viewed === null;
    let next = Infinity;
    for (const [strip, color] of /** @type {[any, Color][]} */ ([
      [strips.bottom, low],
      [strips.top, other(low)],
    ])) {
      const running = !ending && clocks?.running === color;
      const ms = live ? model.timeLeft(color, moment) : timeAt(now.viewed ?? 0, color);
      next = Math.min(next, strip.showClock(ms, running && live, who[color]));
      if (running && color === model.side && ms !== null && ms > 0 && ms < HEARD_BELOW && warned !== model.plies) {
        warned = model.plies;
        play("low");
      }
    }
    if (next < Infinity) timer = setTimeout(tick, Math.max(16, next));
  }

  /** What a clock showed after this many moves. @param {number} ply @param {Color} color */
  function timeAt(ply, color) {
    for (let at = ply - 1; at >= 0; at -= 1) {
      const left = model.history[at].left;
      if (model.mover(at) === color && left !== null) return left;
    }
    return model.game.clocks ? model.timeLeft(color, model.arrived) : null;
  }

  return { tick };
}
