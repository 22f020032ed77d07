// @ts-check
// Sizes, squares and turning. Units: 100 for each square, as the reader of the board sees it.

/** @import { Color, Kind } from "./types.js" */

/**
 * @typedef {object} Geometry
 * @property {number} columns
 * @property {number} rows
 * @property {boolean} checkered
 * @property {string[]} names Names of the playable squares, in the order of the board text.
 * @property {Map<string, { index: number, column: number, row: number }>} places By name, as White sees it.
 * @property {Map<number, string>} byPlace From `row * columns + column` to the name.
 * @property {boolean} lettered Squares are named like a1.
 * @property {boolean} full Every square is playable.
 */

export const UNIT = 100;

/**
 * @param {Kind} kind
 * @returns {Geometry}
 */
export function geometry(kind) {
  const { columns, rows, checkered, squares } = kind;
  const places = new Map(), byPlace = new Map();
  squares.forEach(({ name, column, row }, index) => {
    places.set(name, { index, column, row });
    byPlace.set(row * columns + column, name);
  });
  const names = squares.map((square) => square.name);
  return {
    columns, rows, checkered, names, places, byPlace,
    lettered: names.every((name) => /^[a-z]+\d+$/.test(name)),
    full: squares.length === columns * rows,
  };
}

/**
 * Column and row of a square as it is seen, row 0 at the top.
 * @param {Geometry} board
 * @param {string} name
 * @param {Color} orientation
 */
export function seen(board, name, orientation) {
  const place = board.places.get(name);
  if (!place) return null;
  return orientation === "black"
    ? { column: board.columns - 1 - place.column, row: board.rows - 1 - place.row }
    : { column: place.column, row: place.row };
}

/**
 * Name of the square seen at a column and row; null where nothing can stand.
 * @param {Geometry} board
 * @param {number} column
 * @param {number} row
 * @param {Color} orientation
 */
export function at(board, column, row, orientation) {
  if (column < 0 || row < 0 || column >= board.columns || row >= board.rows) return null;
  const turned = orientation === "black";
  const c = turned ? board.columns - 1 - column : column, r = turned ? board.rows - 1 - row : row;
  return board.byPlace.get(r * board.columns + c) ?? null;
}

/**
 * Middle of a square in units.
 * @param {Geometry} board
 * @param {string} name
 * @param {Color} orientation
 */
export function center(board, name, orientation) {
  const place = seen(board, name, orientation);
  return place && { x: place.column * UNIT + UNIT / 2, y: place.row * UNIT + UNIT / 2 };
}

/**
 * Name of the square under a point given in units.
 * @param {Geometry} board
 * @param {number} x
 * @param {number} y
 * @param {Color} orientation
 */
export function under(board, x, y, orientation) {
  return at(board, Math.floor(x / UNIT), Math.floor(y / UNIT), orientation);
}

/**
 * Is the square seen here dark? A board without a pattern has no dark squares.
 * @param {Geometry} board
 * @param {number} column
 * @param {number} row
 * @param {Color} orientation
 */
export function isDark(board, column, row, orientation) {
  if (!board.checkered) return true;
  if (!board.full) return at(board, column, row, orientation) !== null;
  const fromBottom = board.rows - 1 - row;
  return orientation === "black"
    ? (board.columns - 1 - column + row) % 2 === 0
    : (column + fromBottom) % 2 === 0;
}

/**
 * The path of all dark squares as SVG path data.
 * @param {Geometry} board
 * @param {Color} orientation
 */
export function darkSquares(board, orientation) {
  let path = "";
  for (let row = 0; row < board.rows; row += 1) {
    for (let column = 0; column < board.columns; column += 1) {
      if (isDark(board, column, row, orientation)) path += `M${column * UNIT} ${row * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`;
    }
  }
  return path;
}

/**
 * Lines between the squares of a board without a pattern.
 * @param {Geometry} board
 */
export function gridLines(board) {
  let path = "";
  for (let column = 1; column < board.columns; column += 1) path += `M${column * UNIT} 0V${board.rows * UNIT}`;
  for (let row = 1; row < board.rows; row += 1) path += `M0 ${row * UNIT}H${board.columns * UNIT}`;
  return path;
}

/**
 * @typedef {object} Label
 * @property {string} text
 * @property {number} x
 * @property {number} y
 * @property {"start" | "middle" | "end"} anchor
 * @property {boolean} dark Stands on a dark square.
 * @property {boolean} [outside]
 * @property {number} size
 */

/**
 * Numbers or letters of the board.
 * @param {Geometry} board
 * @param {Color} orientation
 * @param {string} where "inside", "outside" or "off"
 * @param {number} pixels Width of a square: text stays readable, and leaves squares under 52 pixels to the pieces.
 * @returns {Label[]}
 */
export function labels(board, orientation, where, pixels) {
  if (where === "off") return [];
  const text = (/** @type {number} */ least, /** @type {number} */ wanted) => Math.round(Math.max(least, (wanted / Math.max(pixels, 24)) * UNIT));
  if (where === "outside") return board.lettered ? letters(board, orientation, true, text(17, 13)) : rim(board, orientation, text(17, 13));
  if (board.lettered) return letters(board, orientation, false, text(17, 10.5));
  return pixels < 52 && !board.full ? freeSquares(board, orientation) : numbers(board, orientation, text(16, 10));
}

/** @param {Geometry} board @param {Color} orientation @param {number} size @returns {Label[]} */
function numbers(board, orientation, size) {
  return board.names.map((text) => {
    const place = seen(board, text, orientation) ?? { column: 0, row: 0 };
    return { text, x: place.column * UNIT + 4, y: place.row * UNIT + size, anchor: "start", dark: isDark(board, place.column, place.row, orientation), size };
  });
}

/** Numbers on the free squares of the left and right rim, each naming the square beside it. @param {Geometry} board @param {Color} orientation @returns {Label[]} */
function freeSquares(board, orientation) {
  const found = [];
  const last = board.columns - 1;
  for (let row = 0; row < board.rows; row += 1) {
    for (const [column, beside] of [[0, 1], [last, last - 1]]) {
      const text = at(board, beside, row, orientation);
      if (text && !at(board, column, row, orientation)) {
        found.push({ text, x: column * UNIT + 50, y: row * UNIT + 62, anchor: /** @type {const} */ ("middle"), dark: false, size: 34 });
      }
    }
  }
  return found;
}

/** Numbers beside the board, for the squares at its rim. @param {Geometry} board @param {Color} orientation @param {number} size @returns {Label[]} */
function rim(board, orientation, size) {
  /** @type {Label[]} */
  const found = [];
  const right = board.columns - 1, bottom = board.rows - 1;
  for (const text of board.names) {
    const place = seen(board, text, orientation);
    if (!place) continue;
    const x = place.column * UNIT + 50, y = place.row * UNIT + 50;
    const label = { text, anchor: /** @type {const} */ ("middle"), dark: false, outside: true, size };
    if (place.row === 0) found.push({ ...label, x, y: -10 });
    else if (place.row === bottom) found.push({ ...label, x, y: board.rows * UNIT + 10 });
    else if (place.column === 0) found.push({ ...label, x: -8, y, anchor: "end" });
    else if (place.column === right) found.push({ ...label, x: board.columns * UNIT + 8, y, anchor: "start" });
  }
  return found;
}

/** Letters under the board and row numbers at its left, inside or outside. @param {Geometry} board @param {Color} orientation @param {boolean} outside @param {number} size @returns {Label[]} */
function letters(board, orientation, outside, size) {
  /** @type {Map<number, string>} */
  const columns = new Map();
  /** @type {Map<number, string>} */
  const rows = new Map();
  for (const name of board.names) {
    const place = seen(board, name, orientation);
    const parts = /^([a-z]+)(\d+)$/.exec(name);
    if (!place || !parts) continue;
    columns.set(place.column, parts[1]);
    rows.set(place.row, parts[2]);
  }
  const bottom = board.rows - 1;
  /** @type {Label[]} */
  const found = [];
  for (const [row, text] of rows) {
    found.push(outside
      ? { text, x: -12, y: row * UNIT + 50, anchor: "end", dark: false, outside, size }
      : { text, x: 5, y: row * UNIT + size + 3, anchor: "start", dark: isDark(board, 0, row, orientation), size });
  }
  for (const [column, text] of columns) {
    found.push(outside
      ? { text, x: column * UNIT + 50, y: board.rows * UNIT + 10, anchor: "middle", dark: false, outside, size }
      : { text, x: column * UNIT + 95, y: board.rows * UNIT - 7, anchor: "end", dark: isDark(board, column, bottom, orientation), size });
  }
  return found;
}

/**
 * The playable square next to one in a direction, for the arrow keys. On boards where half of the squares
 * are playable, left and right skip the free square, up and down go zigzag between two columns.
 * @param {Geometry} board
 * @param {string} name
 * @param {"left" | "right" | "up" | "down"} direction
 * @param {Color} orientation
 * @returns {string}
 */
export function neighbor(board, name, direction, orientation) {
  const place = seen(board, name, orientation);
  if (!place) return name;
  if (direction === "left" || direction === "right") {
    const step = direction === "left" ? -1 : 1;
    for (let column = place.column + step; column >= 0 && column < board.columns; column += step) {
      const found = at(board, column, place.row, orientation);
      if (found) return found;
    }
    return name;
  }
  const step = direction === "up" ? -1 : 1;
  for (let row = place.row + step; row >= 0 && row < board.rows; row += step) {
    const pair = place.column % 2 === 0 ? 1 : -1;
    for (const column of [place.column, place.column + pair, place.column - pair]) {
      const found = at(board, column, row, orientation);
      if (found) return found;
    }
  }
  return name;
}

/**
 * First or last playable square of the row of a square, or of the board.
 * @param {Geometry} board
 * @param {string} name
 * @param {"first" | "last"} which
 * @param {boolean} whole Of the board instead of the row.
 * @param {Color} orientation
 */
export function edge(board, name, which, whole, orientation) {
  const place = seen(board, name, orientation);
  if (!place) return name;
  const rows = whole ? [...Array(board.rows).keys()] : [place.row];
  const columns = [...Array(board.columns).keys()];
  const all = rows.flatMap((row) => columns.map((column) => at(board, column, row, orientation)).filter((found) => found !== null));
  return (which === "first" ? all[0] : all[all.length - 1]) ?? name;
}
