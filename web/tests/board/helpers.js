// Boards for the tests, from what `damier moves --json` has printed (fixtures.json).
import { readFileSync } from "node:fs";
import { KINDS, text } from "../../page/board/examples.js";
import { geometry } from "../../page/board/geometry.js";
import { IDLE, react } from "../../page/board/input.js";

export const FIXTURES = JSON.parse(readFileSync(new URL("./fixtures.json", import.meta.url), "utf8"));

/** Board text of a FEN of the fixtures. */
export function boardText(game, fen) {
  const kind = KINDS[game];
  if (game === "chess") return fen.split(" ")[0].replace(/\d/g, (count) => ".".repeat(Number(count))).replaceAll("/", "");
  const placed = {};
  for (const [, color, list] of fen.matchAll(/:([WB])([^:]*)/g)) {
    for (const part of list.split(",")) {
      const [, king, first, last] = /^(K?)(\w+)(?:-(\d+))?$/.exec(part);
      const letter = king ? color : color.toLowerCase();
      for (let number = Number(first); last && number <= Number(last); number += 1) placed[letter] = `${placed[letter] ?? ""} ${number}`;
      if (!last) placed[letter] = `${placed[letter] ?? ""} ${first}`;
    }
  }
  return text(kind, Object.fromEntries(Object.entries(placed).map(([letter, squares]) => [letter, squares.trim()])));
}

/** A player with a board: `play(input, ...)` gives the effects and remembers the state. */
export function player(name, settings = {}) {
  const { game, fen, legal } = FIXTURES[name];
  const board = geometry(KINDS[game]);
  const position = boardText(game, fen);
  const data = {
    position, legal, interactive: "white", premove: false, autoFinish: false,
    pieceAt: (square) => data.position[board.places.get(square)?.index ?? -1] ?? ".",
    ...settings,
  };
  return {
    data, state: IDLE,
    play(...inputs) {
      const all = [];
      for (const input of inputs) {
        const [state, effects] = react(this.state, typeof input === "string" ? { type: "tap", square: input } : input, data);
        this.state = state;
        all.push(...effects);
      }
      return all;
    },
  };
}

export const types = (effects) => effects.map((effect) => effect.type);
