// @ts-check
// Types shared by the files of the board. This file holds no code.

/** @typedef {"white" | "black"} Color */

/**
 * @typedef {object} Kind What the board has to know about a game.
 * @property {number} columns
 * @property {number} rows
 * @property {boolean} checkered
 * @property {{ name: string, column: number, row: number }[]} squares Playable squares as White sees them, row 0 at the top.
 * @property {string} [title]
 */

/**
 * @typedef {object} Legal One route of one legal move.
 * @property {string} id
 * @property {number} move Routes with the same number are the same move.
 * @property {string} text
 * @property {string[]} path Squares visited, first and last included.
 * @property {string[]} captured In the order of the path.
 * @property {string} [promotion]
 */

/** @typedef {{ from: string, to: string, promotion?: string }} Plan A planned move (premove). */

/**
 * @typedef {object} Mark Something drawn over the board.
 * @property {"arrow" | "circle" | "square"} type
 * @property {string} [from] Start of an arrow.
 * @property {string} [to] End of an arrow.
 * @property {string[]} [path] Squares of an arrow with turns, instead of `from` and `to`.
 * @property {string} [square] Square of a circle or of a tinted square.
 * @property {string} [tone] "plain", "alt", "bad" or "note".
 * @property {string | number} [label] Short text in a badge: rank of an advice, number of a reason.
 */

/**
 * @typedef {object} Choice An open question.
 * @property {"path" | "promotion"} about
 * @property {string} square Where the move ends.
 * @property {Legal[]} options
 * @property {number} active The option shown on the board; -1 shows all.
 */

/**
 * @typedef {object} Data What the owner of the board has set.
 * @property {string} position Board text, one character for each playable square.
 * @property {Legal[]} legal
 * @property {Color | "both" | null} interactive
 * @property {boolean} premove
 * @property {boolean} autoFinish
 */

/**
 * @typedef {object} State What the player is doing. Replaced, never changed in place.
 * @property {string[]} path The chosen square and the hops made so far; empty when nothing is chosen.
 * @property {boolean} planning The chosen piece is for a planned move.
 * @property {Choice | null} choice
 * @property {Legal | null} pending A move that was sent and is not answered yet.
 * @property {Plan | null} plan
 */

/** @typedef {{ type: string, square?: string, index?: number, promotion?: string }} Input */

/**
 * @typedef {object} Effect
 * @property {"pick" | "hop" | "undo" | "cancel" | "move" | "try" | "choose" | "premove" | "unplayed"} type
 * @property {string} [square]
 * @property {string[]} [path]
 * @property {Legal} [move]
 * @property {string} [from]
 * @property {string} [to]
 * @property {Choice} [choice]
 * @property {Plan | null} [plan]
 */

export {};
