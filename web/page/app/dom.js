// @ts-check
/** Building elements. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | Node | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes
 */

/**
 * Creates an element. Attributes whose names start with `on` and hold a function are listeners, `style` may be an object,
 * `true` stands for an empty value; `false`, `null` and `undefined` leave an attribute out.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes ?? {});
  element.append(...toNodes(children));
  return element;
}

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes ?? {});
  element.append(...toNodes(children));
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (name === "style") {
      for (const [property, text] of Object.entries(value)) {
        /** @type {any} */ (element).style.setProperty(property, String(text));
      }
    } else if (name === "value") {
      /** @type {any} */ (element).value = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function toNodes(children) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    nodes.push(child instanceof Node ? child : String(child));
  }
  return nodes;
}

/**
 * Replaces what an element holds.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...toNodes(children));
}

/** @param {unknown} condition @param {Element} element */
export function show(element, condition) {
  /** @type {any} */ (element).hidden = !condition;
}

/** The drawings of the icons, on a field of 24 by 24. */
/** @type {Record<string, string>} */
const ICONS = {
  flag: "M5 21V4M5 5c4-3 9 3 14 0v9c-5 3-10-3-14 0",
  half: "M5 9h14M5 15h14",
  undo: "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12H9",
  first: "M6 5v14M18 5l-8 7 8 7",
  prev: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  last: "M18 5v14M6 5l8 7-8 7",
  flip: "M7 4v14M3.5 14.5L7 18l3.5-3.5M17 20V6M13.5 9.5L17 6l3.5 3.5",
  sound: "M4 10v4h3l5 4V6L7 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  mute: "M4 10v4h3l5 4V6L7 10zM16 9.5l5 5M21 9.5l-5 5",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  copy: "M8 10a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2zM16 8V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3",
  cpu: "M8 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM10 2.5V6M14 2.5V6M10 18v3.5M14 18v3.5M2.5 10H6M2.5 14H6M18 10h3.5M18 14h3.5M10 12h4",
  friend:
    "M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M3 20c0-4 2.5-6 6-6s6 2 6 6M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17 14.3c2.6.6 4 2.6 4 5.7",
  lens: "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5L21 21",
  warn: "M12 4L2.8 20h18.4zM12 10v5M12 17.5v.1",
  info: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 11v5.5M12 7.5v.1",
  check: "M4.5 12.5l5 5 10-11",
  x: "M6 6l12 12M18 6L6 18",
  clock: "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 7v5l3.5 2",
  off: "M3 3l18 18M8.5 15.5a5 5 0 0 1 5-1.2M5 12a10 10 0 0 1 4-2.4M19 12a10 10 0 0 0-6-2.9M12 19v.1",
  more: "M5 12h.1M12 12h.1M19 12h.1",
  trash: "M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13",
  down: "M12 4v11M7 10.5l5 5 5-5M4 20h16",
  up: "M12 16V5M7 9.5l5-5 5 5M4 20h16",
  ask: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9.5 9.5a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2 1-1.2 1.9M12 16.8v.1",
  hand: "M8 13V6a1.5 1.5 0 0 1 3 0v5M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8c0 4-2 7-6 7-3 0-4.5-1.5-6-4l-2-4a1.5 1.5 0 0 1 2.5-1.5L8 13",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  book: "M12 6c-2-1.5-5-2-8-1.5V18c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V4.5C17 4 14 4.5 12 6zM12 6v13.5",
  promote: "M12 19V6M6.5 11.5L12 6l5.5 5.5",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.1",
};

/**
 * An icon; it has no name for screen readers, what holds it must have one.
 * @param {string} name
 * @param {string} [size] "s" for the small one
 */
export function icon(name, size = "") {
  const path = s("path", { d: ICONS[name] });
  if (name === "more") path.setAttribute("stroke-width", "3");
  return s("svg", { class: `ic ${size}`.trim(), viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
}

/**
 * A button with an icon and without visible words.
 * @param {string} name
 * @param {string} label
 * @param {Attributes} [attributes]
 */
export function iconButton(name, label, attributes = {}) {
  const { class: more = "quiet", ...rest } = attributes;
  const all = { type: "button", class: `btn icon ${more}`, "aria-label": label, title: label, ...rest };
  return h("button", all, icon(name));
}

/**
 * Copies a text and says so on the button.
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function copyFrom(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { class: "vh", value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const before = [...button.childNodes];
  fill(button, icon("check"));
  button.classList.add("done");
  setTimeout(() => {
    button.replaceChildren(...before);
    button.classList.remove("done");
  }, 1500);
}
