// @ts-check
/** The connection of the page of a game: tells the page when it is lost, and wakes up with the page. */

import { Connection, socketAddress } from "./connection.js";

/** @import { Situation } from "./status.js" */

/** A break shorter than this is not spoken of. */
const MOMENT = 700;

/**
 * @param {Situation} now
 * @param {string | null} token
 * @param {object} page
 * @param {(message: any) => void} page.receive
 * @param {(command: any, error: any) => void} page.refused
 * @param {() => void} page.update
 * @param {AbortSignal} signal
 */
export function connectGame(now, token, page, signal) {
  /** @type {any} */
  let timer = 0;
  const connection = new Connection(socketAddress(now.model.game.id), token, {
    onMessage: page.receive,
    onPhase: (phase) => {
      clearTimeout(timer);
      now.phase = phase;
      now.slow = false;
      if (phase === "reconnecting") timer = setTimeout(speak, MOMENT);
      page.update();
    },
    onAck: () => {
      now.pending = "";
      page.update();
    },
    onRefused: (_id, command, error) => page.refused(command, error),
  });
  const speak = () => {
    now.slow = true;
    page.update();
  };
  const wake = () => document.visibilityState === "visible" && connection.probe();
  document.addEventListener("visibilitychange", wake, { signal });
  addEventListener("online", () => connection.retryNow(), { signal });
  signal.addEventListener("abort", () => {
    connection.close();
    clearTimeout(timer);
  });
  connection.connect();
  return connection;
}
