// @ts-check
// The settings of a board that are attributes as well as properties.

/** @import { Color } from "./types.js" */

export class Settings extends HTMLElement {
  static observedAttributes = ["orientation", "interactive", "coordinates", "premove", "auto-finish", "animation-duration", "hints", "label", "view-only", "edit"];

  /** @returns {Color} */
  get orientation() { return this.getAttribute("orientation") === "black" ? "black" : "white"; }
  set orientation(color) { this.setAttribute("orientation", color); }

  /** @returns {Color | "both" | null} */
  get interactive() {
    const value = this.getAttribute("interactive");
    return value === "white" || value === "black" || value === "both" ? value : null;
  }
  set interactive(value) { if (value) this.setAttribute("interactive", value); else this.removeAttribute("interactive"); }

  get coordinates() { return this.getAttribute("coordinates") ?? "inside"; }
  set coordinates(where) { this.setAttribute("coordinates", where); }

  get premove() { return this.hasAttribute("premove"); }
  set premove(on) { this.toggleAttribute("premove", Boolean(on)); }

  get autoFinish() { return this.hasAttribute("auto-finish"); }
  set autoFinish(on) { this.toggleAttribute("auto-finish", Boolean(on)); }

  get hints() { return this.getAttribute("hints") !== "off"; }
  set hints(on) { if (on) this.removeAttribute("hints"); else this.setAttribute("hints", "off"); }

  get edit() { return this.hasAttribute("edit"); }
  set edit(on) { this.toggleAttribute("edit", Boolean(on)); }

  /** Milliseconds for one hop. */
  get animationDuration() { const value = Number(this.getAttribute("animation-duration") ?? 160); return Number.isFinite(value) ? Math.max(0, value) : 160; }
  set animationDuration(value) { this.setAttribute("animation-duration", String(value)); }

  /** A picture without buttons, for lists of games. */
  get viewOnly() { return this.hasAttribute("view-only"); }
  set viewOnly(on) { this.toggleAttribute("view-only", Boolean(on)); }
}
