// @ts-check
/** One game: finds it, takes the seat that a link gives, and hands over to the page of the game. */

import { ApiError, joinGame, kindNamed, readGame } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { showMissing } from "./missing.js";
import { openGame } from "./game-page.js";
import { render } from "./router.js";
import { dropNonce, joinNonce, keepGame, keepSeat, seat } from "./seats.js";
import { settings } from "./settings.js";
import { errorText, gameName } from "./words.js";

/** @import { Context } from "./router.js" */
/** @import { GameData } from "./types.js" */

/** @param {HTMLElement} root @param {Context} context */
export async function mount(root, { params, signal, data, setTitle }) {
  const id = params.id;
  setTitle(t("game.title"));
  showSkeleton(root);
  try {
    const notice = await takeSeat(id);
    const kept = seat(id);
    /** @type {GameData} */
    const found = data?.game ? data : await readGame(id, kept?.token ?? null, signal);
    const kind = await kindNamed(found.game.game);
    if (signal.aborted) return;
    setTitle(gameName(kind));
    keepGame({ id, game: found.game.game, side: found.side });
    openGame(root, { kind, data: found, token: kept?.token ?? null, invite: kept?.invite ?? null, notice, signal });
  } catch (error) {
    if (signal.aborted) return;
    setTitle(t("game.missing"));
    if (error instanceof ApiError && error.status === 401) {
      // The server does not know the seat any more: the game can still be watched.
      keepSeat(id, null);
      void render();
    } else if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
      showMissing(root, t("game.missing"), t("game.missing_text"));
    } else {
      const retry = h("button", { type: "button", class: "btn", onclick: () => void render() }, t("retry"));
      showMissing(root, t("game.failed"), errorText(error), retry);
    }
  }
}

/**
 * Takes the seat that the address gives: one's own, from a chat of the bot, or the second one by an invitation. Whoever
 * comes too late watches.
 * @param {string} id
 * @returns {Promise<string>} what to tell the reader
 */
async function takeSeat(id) {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const token = parameters.get("seat");
  if (token) {
    history.replaceState(null, "", location.pathname);
    await takeOwnSeat(id, token);
    return "";
  }
  const invite = parameters.get("join");
  if (!invite) return "";
  history.replaceState(null, "", location.pathname);
  if (seat(id)) return "";
  try {
    const { side, token } = await joinGame(id, {
      invite,
      nonce: joinNonce(id),
      ...(settings().name ? { name: settings().name } : {}),
    });
    keepSeat(id, { token, side });
    dropNonce(id);
    return "";
  } catch (error) {
    if (error instanceof ApiError && error.code === "seat_taken") return t("game.seat_taken");
    if (error instanceof ApiError && (error.status === 401 || error.status === 403 || error.status === 422))
      return t("game.bad_invite");
    // Not known whether it was taken: keep the invitation, so that another try asks with the same nonce.
    history.replaceState(null, "", `${location.pathname}#join=${encodeURIComponent(invite)}`);
    throw error;
  }
}

/** Keeps the token of one's own seat, if it is one. @param {string} id @param {string} token */
async function takeOwnSeat(id, token) {
  try {
    const { side } = await readGame(id, token);
    if (side) keepSeat(id, { token, side });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** The outline of the page, so that nothing jumps when the game comes. @param {HTMLElement} root */
function showSkeleton(root) {
  root.className = "play";
  root.style.setProperty("--n", "10");
  fill(
    root,
    h("div", { class: "gbar" }),
    h("aside", { class: "left stack" }),
    h(
      "section",
      { class: "bwrap", "aria-busy": "true" },
      h("div", { class: "strip" }),
      h("div", { class: "board blank" }, h("span", { class: "spin" })),
      h("div", { class: "strip" }),
    ),
    h(
      "aside",
      { class: "card panel right" },
      h(
        "div",
        { class: "status" },
        h("span", { class: "spin" }),
        h("div", { class: "t" }, h("b", null, t("status.connecting")), h("span", null, t("status.wait"))),
      ),
    ),
  );
}
