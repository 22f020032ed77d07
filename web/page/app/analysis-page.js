// @ts-check
/** The page of the analysis: holds the tree and the node that is looked at. */

import "../board/index.js";
import { position } from "./api.js";
import { setUpBoard } from "./board-settings.js";
import { fill, h, iconButton, show } from "./dom.js";
import { enginePanel } from "./engine-panel.js";
import { evaluationBar, evaluationGraph, scoreWords } from "./evaluation.js";
import { t } from "./i18n.js";
import { filesCard } from "./import-export.js";
import { announce } from "./live.js";
import { navigation } from "./move-list.js";
import { nodeTools } from "./node-tools.js";
import { setupEditor } from "./setup-editor.js";
import { shortcuts } from "./shortcuts.js";
import { play } from "./sound.js";
import { write } from "./storage.js";
import { Tree, depth, toRecord } from "./tree.js";
import { treeView } from "./tree-view.js";
import { tryText, whyNot } from "./why-not.js";
import { errorText, gameName, outcomeReason, resultTitle } from "./words.js";

/** @import { Kind } from "./types.js" */
/** @import { Node } from "./tree.js" */

/**
 * @param {HTMLElement} root
 * @param {{ kinds: Kind[], tree: Tree, problem: string, signal: AbortSignal }} opening
 */
export function openAnalysis(root, { kinds, tree: first, problem, signal }) {
  let tree = first;
  let node = tree.end(tree.root);
  let flipped = false;
  /** @type {Kind} */
  let kind = kinds.find((one) => one.name === tree.game) ?? kinds[0];
  /** @type {AbortController} */
  let page = new AbortController();
  signal.addEventListener("abort", () => page.abort());
  /** @type {any} */
  let keepTimer = 0;

  root.className = "play anal";
  build();

  /** Builds the page for a tree; called again when another game is chosen. */
  function build() {
    page.abort();
    page = new AbortController();
    const alive = page.signal;
    root.classList.remove("editing");
    kind = kinds.find((one) => one.name === tree.game) ?? kinds[0];
    root.style.setProperty("--n", String(kind.columns));
    root.style.setProperty("--ratio", String(kind.rows / kind.columns));

    const board = /** @type {any} */ (document.createElement("damier-board"));
    setUpBoard(board, kind, alive);
    /** @type {any[]} */
    let advice = [];
    const bar = evaluationBar();
    const graph = evaluationGraph((ply) => select(tree.mainLine()[ply - 1] ?? tree.root));
    const graphWords = h("span", { class: "grow" });
    const graphPlace = h("span");
    const view = treeView((next) => select(next));
    const steps = {
      first: () => select(tree.root),
      back: () => select(node.parent ?? node),
      on: () => select(node.children[0] ?? node),
      last: () => select(tree.end(node)),
      flip: () => {
        flipped = !flipped;
        draw();
      },
    };
    const nav = navigation(steps, iconButton);
    const engine = enginePanel(kind, alive, {
      where: () => ({ game: tree.game, ...(tree.fen ? { fen: tree.fen } : {}), moves: tree.moves(node) }),
      showLines(lines) {
        if (lines[0]) {
          node.data = { ...node.data, score: lines[0].score, scoreText: lines[0].text };
          drawScores();
        }
        advice = lines.map((line) => ({
          type: "arrow",
          from: line.path[0],
          to: line.path.at(-1),
          tone: line.line === 1 ? "plain" : "alt",
          label: lines.length > 1 ? line.line : undefined,
        }));
        if (!why.isOpen && !editor.isOpen) board.marks = advice;
      },
      playLine(moves) {
        let at = node;
        for (const text of moves) at = tree.add(at, text);
        select(at);
      },
      turn: () => turnAt(node),
      number: () => numberAt(node),
      evaluateAll: () => evaluateAll(alive),
    });
    const why = whyNot(kind, (marks) => (board.marks = marks.length > 0 ? marks : advice));
    const tools = nodeTools({
      changed,
      remove: () => select(tree.remove(node)),
      promote: () => {
        tree.promote(node);
        changed();
      },
    });
    const editor = setupEditor(board, kind, {
      position: () => ({ board: boardOf(node), turn: turnAt(node) }),
      done(fen) {
        tree = new Tree(kind.name, fen);
        node = tree.root;
        leaveAddress();
        build();
      },
      opened(open) {
        root.classList.toggle("editing", open);
        if (open) {
          why.close();
          engine.rest(t("setup.no_engine"));
          drawScores();
          // On small screens only board and palette are left.
          scrollTo(0, 0);
        } else {
          void select(node);
        }
      },
    });
    const files = filesCard(
      kind,
      {
        fen: () => node.data?.position?.fen ?? tree.fen ?? "",
        record: () => toRecord(tree),
        flipped: () => flipped,
        open(next) {
          tree = next;
          node = tree.end(tree.root);
          leaveAddress();
          build();
        },
      },
      alive,
    );
    const chooser = h(
      "select",
      {
        class: "input",
        id: "analysis-game",
        onchange: () => {
          tree = new Tree(chooser.value);
          node = tree.root;
          history.replaceState(null, "", `/analysis#game=${chooser.value}`);
          build();
        },
      },
      ...kinds.map((one) => h("option", { value: one.name, selected: one.name === kind.name }, gameName(one))),
    );
    const result = h("p", { class: "result small", hidden: true });
    const trouble = h("p", { class: "err pad", role: "alert", hidden: true });

    const boardBox = h("div", { class: "board" }, board);
    fill(
      root,
      h("div", { class: "gbar" }, h("b", null, t("analysis.title")), " ", gameName(kind)),
      h("h1", { class: "vh" }, `${t("analysis.title")}: ${gameName(kind)}`),
      h(
        "aside",
        { class: "left stack", "aria-label": t("analysis.tools") },
        h(
          "section",
          { class: "card" },
          h("div", { class: "pad field" }, h("label", { for: "analysis-game" }, t("analysis.game")), chooser),
        ),
        why.panel,
        editor.element,
        files.element,
      ),
      h(
        "section",
        { class: "mid", "aria-label": t("game.board") },
        bar.element,
        h("div", { class: "bwrap" }, boardBox),
        h("div", { class: "under" }, nav.element),
      ),
      h(
        "aside",
        { class: "card panel right", "aria-label": t("game.panel") },
        engine.element,
        trouble,
        result,
        view.element,
        tools.element,
        h(
          "div",
          { class: "gpanel" },
          h("div", { class: "row small muted" }, graphWords, graphPlace, engine.graphButton),
          graph.element,
        ),
      ),
    );

    board.addEventListener("move", (/** @type {CustomEvent} */ event) => {
      const { text, path, captured } = event.detail;
      play(captured.length > 0 ? "capture" : "move");
      const known = tree.nodes.size;
      const next = tree.add(node, text);
      if (tree.nodes.size > known) leaveAddress();
      next.data ??= { path, captured };
      select(next);
    });
    board.addEventListener("try", (/** @type {CustomEvent} */ event) => {
      play("refused");
      const found = node.data?.position;
      void why.ask(tryText(event.detail.path, kind), {
        fen: tree.fen ?? "",
        moves: tree.moves(node),
        board: boardOf(node),
        legal: found?.legal ?? [],
      });
    });
    board.addEventListener("pick", () => why.close());
    shortcuts(
      {
        ArrowLeft: steps.back,
        ArrowRight: steps.on,
        Home: steps.first,
        End: steps.last,
        ArrowUp: steps.first,
        ArrowDown: steps.last,
        f: steps.flip,
        Escape: () => why.close(),
      },
      alive,
    );
    if (problem) {
      fill(trouble, problem);
      show(trouble, true);
      problem = "";
    }
    select(node);

    /** @param {Node} next */
    async function select(next) {
      node = next;
      why.close();
      advice = [];
      board.marks = [];
      draw();
      changed(false);
      try {
        await ensure(next);
      } catch (error) {
        if (alive.aborted || node !== next) return;
        fill(trouble, errorText(error));
        show(trouble, true);
        board.reject();
        return;
      }
      if (alive.aborted || node !== next) return;
      show(trouble, false);
      draw();
      engine.restart(next.data?.position?.outcome ?? null);
    }

    /** @param {Node} wanted */
    async function ensure(wanted) {
      if (wanted.data?.position) return;
      const line = tree.line(wanted);
      const found = await position({
        game: tree.game,
        ...(tree.fen ? { fen: tree.fen } : {}),
        moves: line.map((step) => step.text),
      });
      tree.root.data = { ...tree.root.data, board: found.start.board, turn: found.start.turn };
      for (const [at, ply] of found.history.entries()) {
        const step = line[at];
        if (step)
          step.data = { ...step.data, board: ply.board, path: ply.path, captured: ply.captured, check: ply.check };
      }
      wanted.data = { ...wanted.data, position: found.position, ...scoreOf(found.position.outcome) };
    }

    function draw() {
      const found = node.data?.position;
      const text = boardOf(node);
      board.orientation = flipped ? "black" : "white";
      if (!editor.isOpen) {
        board.interactive = "both";
        if (text) {
          board.legal = found?.legal ?? [];
          board.position = text;
          board.lastMove =
            node.parent && node.data?.path ? { path: node.data.path, captured: node.data.captured ?? [] } : null;
          board.check = found?.check ? found.turn : null;
        }
      }
      nav.update(node === tree.root, node.children.length === 0);
      view.update(tree, node, turnAt(tree.root));
      tools.update(node, tree);
      files.update(found?.fen ?? "");
      const outcome = found?.outcome;
      show(result, outcome);
      if (outcome) fill(result, h("b", null, resultTitle(outcome, null)), ` ${outcomeReason(outcome)}`);
      drawScores();
    }

    function drawScores() {
      const score = editor.isOpen ? null : (node.data?.score ?? null);
      bar.update(score, score ? (node.data?.scoreText ?? "") : "", flipped);
      const line = tree.mainLine();
      const points = [tree.root, ...line].map((step, ply) => ({
        ply,
        score: step.data?.score ?? null,
        mark: step.marks.includes("?") ? step.marks : null,
      }));
      const at = tree.isMain(node) ? depth(node) : 0;
      graph.update(points, Math.max(1, line.length), at);
      fill(graphWords, scoreWords(score));
      fill(
        graphPlace,
        line.length > 0 && !editor.isOpen
          ? t("analysis.place", { move: Math.ceil(depth(node) / 2), total: Math.ceil(line.length / 2) })
          : "",
      );
    }

    /** @param {boolean} [again] draw again */
    function changed(again = true) {
      if (again) {
        draw();
        leaveAddress();
      }
      clearTimeout(keepTimer);
      keepTimer = setTimeout(() => write("analysis", toRecord(tree)), 300);
    }

    /** Looks at every position of the main line for a moment. @param {AbortSignal} stop */
    async function evaluateAll(stop) {
      const { analysis } = await import("./api.js");
      for (const step of [tree.root, ...tree.mainLine()]) {
        if (stop.aborted) return;
        await ensure(step);
        if (step.data?.score) continue;
        const body = {
          game: tree.game,
          ...(tree.fen ? { fen: tree.fen } : {}),
          moves: tree.moves(step),
          lines: 1,
          time: 250,
        };
        for await (const line of analysis(body, stop)) {
          if (line.score) step.data = { ...step.data, score: line.score, scoreText: line.text };
        }
        drawScores();
      }
      announce(t("analysis.evaluated"));
    }
  }

  /** From now on the tree is more than what the address says; a reload finds it in the storage of this browser. */
  function leaveAddress() {
    if (location.hash) history.replaceState(null, "", "/analysis");
  }

  /** What the end of a game counts. @param {{ winner: "white" | "black" | null } | null} outcome */
  function scoreOf(outcome) {
    if (!outcome) return {};
    if (!outcome.winner) return { score: { cp: 0 }, scoreText: "0.00" };
    return { score: { mate: outcome.winner === "white" ? 1 : -1 }, scoreText: "#" };
  }

  /** @param {Node} at */
  function boardOf(at) {
    return at.data?.board ?? at.data?.position?.board ?? (at === tree.root && !tree.fen ? kind.start : "");
  }

  /** Who is to move at a node. @param {Node} at @returns {"white" | "black"} */
  function turnAt(at) {
    const start = tree.root.data?.turn ?? kind.first;
    if (at.data?.position) return at.data.position.turn;
    return depth(at) % 2 === 0 ? start : start === "white" ? "black" : "white";
  }

  /** The number of the next move. @param {Node} at */
  function numberAt(at) {
    const offset = (tree.root.data?.turn ?? kind.first) === "black" ? 1 : 0;
    return Math.floor((depth(at) + offset) / 2) + 1;
  }
}
