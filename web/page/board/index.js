// @ts-check
// Defines <damier-board>.
import { DamierBoard } from "./element.js";

if (!customElements.get("damier-board")) customElements.define("damier-board", DamierBoard);

export { DamierBoard };
export { ENGLISH } from "./words.js";
