// @ts-check
/** Which view an address shows. Links inside the page do not load it again. */

/**
 * @typedef {object} View
 * @property {(root: HTMLElement, context: Context) => Promise<void> | void} mount
 *
 * @typedef {object} Context
 * @property {Record<string, string>} params parts of the path
 * @property {AbortSignal} signal ends when another view comes
 * @property {any} data what the last view handed over
 * @property {(title: string) => void} setTitle
 */

/** @type {{ pattern: RegExp, names: string[], nav: string, load: () => Promise<View> }[]} */
const routes = [];

/** @type {AbortController | null} */
let current = null;
/** @type {any} */
let handedOver = null;

/**
 * @param {string} path such as `/game/:id`
 * @param {string} nav the entry of the main menu that it belongs to
 * @param {() => Promise<View>} load
 */
export function route(path, nav, load) {
  const names = [...path.matchAll(/:(\w+)/g)].map((found) => found[1]);
  const pattern = new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}/?$`);
  routes.push({ pattern, names, nav, load });
}

/** @param {string} path */
export function match(path) {
  for (const { pattern, names, nav, load } of routes) {
    const found = pattern.exec(path);
    if (!found) continue;
    const parts = found.slice(1).map(decoded);
    if (parts.includes(null)) return null;
    return { params: Object.fromEntries(names.map((name, at) => [name, parts[at] ?? ""])), nav, load };
  }
  return null;
}

/** A part of an address in plain characters, or `null` if its escapes are damaged. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * Goes to an address of the page.
 * @param {string} address
 * @param {{ replace?: boolean, data?: any }} [options]
 */
export function go(address, { replace = false, data = null } = {}) {
  handedOver = data;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  void render(true);
}

/** Shows the view of the present address. @param {boolean} [moveFocus] */
export async function render(moveFocus = false) {
  current?.abort();
  const controller = new AbortController();
  current = controller;
  const { signal } = controller;
  const found = match(location.pathname);
  const root = /** @type {HTMLElement} */ (document.getElementById("main"));
  for (const link of document.querySelectorAll("[data-nav]")) {
    if (link.getAttribute("data-nav") === found?.nav) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const data = handedOver;
  handedOver = null;
  const view = found ? await found.load() : await import("./missing.js");
  if (signal.aborted) return;
  root.replaceChildren();
  root.className = "";
  root.removeAttribute("style");
  const setTitle = (/** @type {string} */ title) => {
    if (!signal.aborted) document.title = title === "" ? "Damier" : `${title} · Damier`;
  };
  scrollTo(0, 0);
  await view.mount(root, { params: found?.params ?? {}, signal, data, setTitle });
  if (moveFocus && !signal.aborted && !root.contains(document.activeElement)) root.focus({ preventScroll: true });
}

/** Watches links and the buttons of the browser. */
export function startRouter() {
  addEventListener("popstate", () => void render());
  document.addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || !match(link.pathname)) return;
    if (link.pathname === location.pathname && link.hash && link.search === location.search) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
