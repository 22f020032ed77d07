// @ts-check
/** What the server sends; see `/api/docs`. This file holds no code. */

/** @typedef {"white" | "black"} Color */

/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {"chess" | "draughts"} family
 * @property {boolean} experimental
 * @property {"pgn" | "pdn"} record
 * @property {number} columns
 * @property {number} rows
 * @property {boolean} checkered
 * @property {Color} first
 * @property {{ name: string, column: number, row: number }[]} squares
 * @property {string} start
 * @property {boolean} losing
 *
 * @typedef {{ kinds: Kind[], popular: string[] }} Catalog
 * @typedef {{ title: string, rules: { text: string, article?: string | null, topic?: string }[], sources: any[] }} RulesData
 *
 * @typedef {object} Legal
 * @property {string} id
 * @property {number} move
 * @property {string} text
 * @property {string[]} path
 * @property {string[]} captured
 * @property {string} [promotion]
 *
 * @typedef {{ text: string, path: string[], captured: string[], board: string, check: boolean, left: number | null }} Ply
 * @typedef {{ rule: string, article: string, move?: string }} Claim
 * @typedef {{ rule: string, article: string, count: number, limit: number, unit: "plies" | "occurrences", plies_left: number, must_be_claimed: boolean }} Counter
 * @typedef {{ how: string, winner: Color | null, rule?: string, article?: string, side?: Color, text: string }} Ending
 * @typedef {{ kind: "person" | "engine", name: string | null, level: number | null, taken: boolean }} Player
 * @typedef {{ white: Player, black: Player }} Players
 *
 * @typedef {object} Position
 * @property {string} game
 * @property {string} fen
 * @property {Color} turn
 * @property {number} ply
 * @property {string} board
 * @property {boolean} check
 * @property {Legal[]} legal
 * @property {Claim[]} claims
 * @property {Counter[]} counters
 * @property {null | { winner: Color | null, rule: string, article: string, text: string }} outcome
 *
 * @typedef {{ fen: string, turn: Color, board: string }} Start
 * @typedef {{ white: number, black: number, running: Color | null, delay: number }} Clocks
 *
 * @typedef {object} GameExtra
 * @property {string} id
 * @property {number} seq
 * @property {number} created
 * @property {number} now
 * @property {Players} players
 * @property {string | null} time
 * @property {Clocks | null} clocks
 * @property {boolean} waiting
 * @property {Start} start
 * @property {null | { squares: string[], jumped: string[] }} hops
 * @property {{ draw: Color | null, takeback: null | { by: Color, plies: number }, rematch: Color | null }} offers
 * @property {Ending | null} ending
 * @property {null | "thinking" | "waiting"} engine
 * @property {string | null} next
 *
 * @typedef {Position & GameExtra} GameView
 * @typedef {Color | "both" | null} Side
 * @typedef {{ game: GameView, history: Ply[], side: Side }} GameData
 * @typedef {{ id: string, side: Color | "both", token: string, invite: string | null, game: GameView, history: Ply[] }} Created
 * @typedef {{ position: Position, history: Ply[], start: Start }} PositionData
 * @typedef {{ code: string, article?: string, text: string, squares: string[] }} Reason
 * @typedef {{ legal: boolean, text: string, reasons: Reason[], effect?: any }} Explanation
 *
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Players} players
 * @property {string} board
 * @property {Color} turn
 * @property {number} ply
 * @property {Ending | null} ending
 * @property {number} updated
 * @property {number} created
 *
 * @typedef {{ cp?: number, mate?: number }} Score
 * @typedef {{ depth: number, line: number, score: Score, text: string, nodes: number, nps: number, moves: string[], path: string[], table?: { winner: Color | null, plies: number | null } }} EngineLine
 * @typedef {{ ply: number, score: Score, text: string, best: string | null, mark: string | null }} ReviewPoint
 */

export {};
