// @ts-check
/** A game with variations, as analysis holds it: pure data, without boards and without rules. */

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {string} text the move that leads here; empty at the root
 * @property {Node | null} parent
 * @property {Node[]} children the first is the main line
 * @property {string} comment
 * @property {string} marks "!", "?!" and the like
 * @property {any} [data] what the page knows about the position: filled when somebody looks at it
 */

export class Tree {
  #next = 1;

  /**
   * @param {string} game
   * @param {string | null} fen `null` for the usual start
   */
  constructor(game, fen = null) {
    this.game = game;
    this.fen = fen;
    /** @type {Record<string, string>} */
    this.tags = {};
    this.result = "*";
    /** @type {Node} */
    this.root = { id: 0, text: "", parent: null, children: [], comment: "", marks: "" };
    /** @type {Map<number, Node>} */
    this.nodes = new Map([[0, this.root]]);
  }

  /** @param {number} id */
  node(id) {
    return this.nodes.get(id) ?? this.root;
  }

  /**
   * The node that a move leads to; a new one where the move is new.
   * @param {Node} parent
   * @param {string} text
   */
  add(parent, text) {
    const known = parent.children.find((child) => child.text === text);
    if (known) return known;
    /** @type {Node} */
    const node = { id: this.#next++, text, parent, children: [], comment: "", marks: "" };
    parent.children.push(node);
    this.nodes.set(node.id, node);
    return node;
  }

  /** Takes a node out with all that follows, and returns its parent. @param {Node} node */
  remove(node) {
    const parent = node.parent;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    for (const gone of [node, ...descendants(node)]) this.nodes.delete(gone.id);
    return parent;
  }

  /** Makes a variation one step more important. @param {Node} node */
  promote(node) {
    const branch = branchOf(node);
    const siblings = branch?.parent?.children;
    if (!branch || !siblings) return;
    const at = siblings.indexOf(branch);
    siblings.splice(at, 1);
    siblings.splice(at - 1, 0, branch);
  }

  /** The nodes from the first move to this one. @param {Node} node @returns {Node[]} */
  line(node) {
    const line = [];
    for (let at = /** @type {Node | null} */ (node); at?.parent; at = at.parent) line.unshift(at);
    return line;
  }

  /** The moves that lead to a node. @param {Node} node */
  moves(node) {
    return this.line(node).map((step) => step.text);
  }

  /** The main line after a node. @param {Node} [node] @returns {Node[]} */
  mainLine(node = this.root) {
    const line = [];
    for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  /** The end of the line that a node lies on. @param {Node} node */
  end(node) {
    return this.mainLine(node).at(-1) ?? node;
  }

  /** Is the node on the main line? @param {Node} node */
  isMain(node) {
    return branchOf(node) === null;
  }
}

/** How many moves lead to a node. @param {Node} node */
export function depth(node) {
  let count = 0;
  for (let at = node; at.parent; at = at.parent) count += 1;
  return count;
}

/** The nearest node at or before this one that is not the first choice of its parent. @param {Node} node @returns {Node | null} */
function branchOf(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
  return null;
}

/** @param {Node} node @returns {Node[]} */
function descendants(node) {
  return node.children.flatMap((child) => [child, ...descendants(child)]);
}

/**
 * Reads a game in JSON, as `/api/convert` writes it.
 * @param {any} record
 * @returns {Tree}
 */
export function fromRecord(record) {
  const tree = new Tree(record.game, record.fen ?? null);
  tree.tags = record.tags ?? {};
  tree.result = record.result ?? "*";
  tree.root.comment = (record.comments ?? []).join(" ");
  readLine(tree, tree.root, record.moves ?? []);
  return tree;
}

/** @param {Tree} tree @param {Node} parent @param {any[]} moves */
function readLine(tree, parent, moves) {
  let at = parent;
  for (const step of moves) {
    if (typeof step.move !== "string") return;
    const node = tree.add(at, step.move);
    node.comment = joined([...(step.before ?? []), ...(step.comments ?? []), ...(step.closing ?? [])]);
    node.marks = step.marks ?? marksOf(step.nags ?? []);
    for (const variation of step.variations ?? []) readLine(tree, at, variation);
    at = node;
  }
}

/** Comments without the commands for machines. @param {string[]} comments */
function joined(comments) {
  return comments
    .map((text) => text.replace(/\[%[^\]]*\]/g, "").trim())
    .filter(Boolean)
    .join(" ");
}

const MARKS = ["", "!", "?", "!!", "??", "!?", "?!"];

/** @param {number[]} nags */
function marksOf(nags) {
  return nags.map((nag) => MARKS[nag] ?? "").join("");
}

/**
 * A game as JSON that `/api/convert` reads.
 * @param {Tree} tree
 * @returns {any}
 */
export function toRecord(tree) {
  /** @type {any} */
  const record = { game: tree.game, tags: tree.tags, result: tree.result };
  if (tree.fen) record.fen = tree.fen;
  if (tree.root.comment) record.comments = [tree.root.comment];
  record.moves = writeLine(tree.root);
  return record;
}

/** @param {Node} parent @returns {any[]} */
function writeLine(parent) {
  const moves = [];
  for (let at = parent; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    const step = writeStep(main);
    if (others.length > 0) step.variations = others.map((other) => [writeStep(other), ...writeLine(other)]);
    moves.push(step);
  }
  return moves;
}

/** @param {Node} node @returns {any} */
function writeStep(node) {
  /** @type {any} */
  const step = { move: node.text };
  if (node.marks) step.marks = node.marks;
  if (node.comment) step.comments = [node.comment];
  return step;
}
