// @ts-check
/** One game as this page knows it: pure data, changed by the messages of the server. */

import { left } from "./clock.js";

/** @import { Color, GameData, GameView, Kind, Ply, Side } from "./types.js" */

export class GameModel {
  /**
   * @param {GameData} data
   * @param {number} moment when it arrived, on this page's own clock
   */
  constructor(data, moment) {
    this.game = data.game;
    this.history = data.history;
    this.side = data.side;
    this.arrived = moment;
    /** Who is there; `null` as long as nothing is known. @type {{ white: boolean, black: boolean, watching: number } | null} */
    this.presence = null;
  }

  /**
   * Takes a message of the socket.
   * @param {any} message
   * @param {number} moment
   * @returns {boolean} whether the game changed
   */
  apply(message, moment) {
    switch (message.t) {
      case "state":
        this.game = message.game;
        this.history = message.history;
        this.side = message.side;
        this.arrived = moment;
        return true;
      case "update":
        if (message.seq < this.game.seq) return false;
        this.game = message.game;
        this.history = [...this.history.slice(0, message.history.from), ...message.history.plies];
        this.arrived = moment;
        return true;
      case "presence":
        this.presence = { white: message.white, black: message.black, watching: message.watching };
        return false;
      default:
        return false;
    }
  }

  /** May the reader move now? */
  get myTurn() {
    const { ending, waiting, turn, outcome } = this.game;
    if (ending || outcome || waiting) return false;
    return this.side === "both" || this.side === turn;
  }

  /** Does the reader sit at the board? */
  get seated() {
    return this.side !== null;
  }

  /** The color at the bottom of the board, unless it is turned. @returns {Color} */
  get bottom() {
    return this.side === "black" ? "black" : "white";
  }

  /** @param {Color} color @param {number} moment */
  timeLeft(color, moment) {
    return this.game.clocks ? left(this.game.clocks, color, moment - this.arrived) : null;
  }

  /** The board text after this many moves. @param {number} ply */
  boardAt(ply) {
    return ply === 0 ? this.game.start.board : (this.history[ply - 1]?.board ?? this.game.board);
  }

  /** How many moves the game has. */
  get plies() {
    return this.history.length;
  }

  /** Who makes the move with this number, from 0. @param {number} at @returns {Color} */
  mover(at) {
    const first = this.game.start.turn;
    return at % 2 === 0 ? first : first === "white" ? "black" : "white";
  }
}

/**
 * The pieces that each side has taken, in the order of the game.
 * @param {Kind} kind
 * @param {string} start board text
 * @param {Ply[]} history
 * @param {number} ply up to here
 * @returns {Record<Color, string[]>}
 */
export function takenPieces(kind, start, history, ply) {
  const index = new Map(kind.squares.map((square, at) => [square.name, at]));
  /** @type {Record<Color, string[]>} */
  const taken = { white: [], black: [] };
  let before = start;
  for (const step of history.slice(0, ply)) {
    for (const square of step.captured) {
      const piece = before[index.get(square) ?? -1] ?? ".";
      if (piece !== ".") taken[colorOf(piece, kind) === "white" ? "black" : "white"].push(piece);
    }
    before = step.board;
  }
  return taken;
}

/** @param {string} piece of a board text @param {Pick<Kind, "family">} kind @returns {Color} */
export function colorOf(piece, kind) {
  if (kind.family === "draughts") return piece.toLowerCase() === "w" ? "white" : "black";
  return piece === piece.toUpperCase() ? "white" : "black";
}

/** The symbol of `pieces.svg` for a character of a board text. @param {string} piece @param {Pick<Kind, "family">} kind */
export function symbolOf(piece, kind) {
  const color = colorOf(piece, kind) === "white" ? "w" : "b";
  if (kind.family === "chess") return `c-${color}${piece.toLowerCase()}`;
  return `d-${color}${piece === piece.toUpperCase() ? "k" : "m"}`;
}

/** How many half-moves to take back so that the reader is to move again. @param {GameView} game @param {Side} side */
export function takebackPlies(game, side) {
  if (side === "both") return 1;
  return game.turn === side ? 2 : 1;
}
