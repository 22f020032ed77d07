// @ts-check
/** Tells the server about a capture in progress: the opponent sees the hops, and a reload finds them again. */

/** @import { GameModel } from "./game-model.js" */

/**
 * Whether a command only tells of hops. The move itself does not depend on it, so nobody needs to know if it is refused.
 * @param {{ command: string }} command
 */
export function isHop({ command }) {
  return command === "hop" || command === "undo_hop";
}

/**
 * @param {GameModel} model
 * @param {(command: any) => void} send
 */
export function hopSender(model, send) {
  /** The squares that the server knows. @type {string[]} */
  let known = [...(model.game.hops?.squares ?? [])];
  let ply = model.plies;
  return {
    /** Sends what the path adds or takes back; returns the path. A piece that was only picked is not told. @param {string[]} path */
    follow(path) {
      if (ply !== model.plies) [known, ply] = [[], model.plies];
      if (!model.myTurn) return path;
      const wanted = path.length > 1 ? path : [];
      let same = 0;
      while (same < known.length && known[same] === wanted[same]) same += 1;
      for (let left = known.length; left > same; left -= 1) send({ command: "undo_hop", ply });
      for (const square of wanted.slice(same)) send({ command: "hop", ply, square });
      known = [...wanted];
      return path;
    },
  };
}
