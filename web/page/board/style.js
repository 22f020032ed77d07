// @ts-check
// The style sheet of the board, shared by all boards of a page. Every color is a custom property with a fallback,
// so that a page can set them, and `data-board` and `data-pieces` on the element choose one of ours.

const CSS = `
:host { display: block; position: relative; contain: layout style; font: 400 15px/1.45 var(--sans, system-ui, sans-serif); -webkit-tap-highlight-color: transparent; }
:host([hidden]) { display: none; }
:host([data-board="walnut"]) { --sq-l: #eddfc5; --sq-d: #b4875d; --sq-num: #37210c; --sq-num-l: #7a5327; --edge: #7b5433;
  --m-last: #f2c230; --m-last-o: .5; --m-sel: #0a4744; --m-dot: #0d4442; --m-bad: #a1180f; --m-halo: #fff8ea; --m-arrow: #0b5753; --m-arrow2: #8a5200;
  --w-face: #f9f1e1; --w-edge: #cbb68f; --w-line: #3c2f22; --w-groove: #bda780; --w-shine: #fff; --w-dish: #f0e4ca; --w-crown: #7a4a12;
  --b-face: #403935; --b-edge: #1e1a17; --b-line: #120e0b; --b-groove: #6b6159; --b-shine: #a2968b; --b-dish: #312b28; --b-crown: #ecca7e; }
:host([data-board="slate"]) { --sq-l: #dfe3e5; --sq-d: #8496a1; --sq-num: #172731; --sq-num-l: #4a5d69; --edge: #4f606b;
  --m-last: #f0cf4a; --m-last-o: .55; --m-sel: #0d4a6b; --m-dot: #0b3448; --m-bad: #9c1420; --m-halo: #fff; --m-arrow: #0d4a6b; --m-arrow2: #7d4a00;
  --w-face: #fbfaf6; --w-edge: #bcc3c6; --w-line: #263038; --w-groove: #aab3b8; --w-shine: #fff; --w-dish: #eef0ef; --w-crown: #35505f;
  --b-face: #35404a; --b-edge: #171d22; --b-line: #0c1013; --b-groove: #61707b; --b-shine: #98a8b2; --b-dish: #28313a; --b-crown: #e9d08c; }
:host([data-board="felt"]) { --sq-l: #e9ead7; --sq-d: #769a74; --sq-num: #12290f; --sq-num-l: #4b6a46; --edge: #3f5c40;
  --m-last: #f2d44c; --m-last-o: .55; --m-sel: #123f5c; --m-dot: #0e3319; --m-bad: #9c1a12; --m-halo: #fffdf0; --m-arrow: #103b56; --m-arrow2: #7a4300;
  --w-face: #fbf6e8; --w-edge: #c9bf9f; --w-line: #2e3324; --w-groove: #b8b08c; --w-shine: #fff; --w-dish: #f1ead3; --w-crown: #6b4a16;
  --b-face: #3d3836; --b-edge: #1b1817; --b-line: #0f0d0c; --b-groove: #6a625c; --b-shine: #a1978e; --b-dish: #2e2a28; --b-crown: #ecca7e; }
:host([data-board="contrast"]) { --sq-l: #fff; --sq-d: #8b8b8b; --sq-num: #000; --sq-num-l: #333; --edge: #000;
  --m-last: #ffe600; --m-last-o: .75; --m-sel: #00269a; --m-dot: #00257f; --m-bad: #b00000; --m-halo: #fff; --m-arrow: #0034b8; --m-arrow2: #7a3b00;
  --w-face: #fff; --w-edge: #ccc; --w-line: #000; --w-groove: #777; --w-shine: #fff; --w-dish: #fff; --w-crown: #000;
  --b-face: #000; --b-edge: #4d4d4d; --b-line: #000; --b-groove: #8a8a8a; --b-shine: #fff; --b-dish: #000; --b-crown: #fff; }
:host([data-pieces="turned"]) { --set-turned: inline; --set-flat: none; }
:host([data-pieces="flat"]), .frame.tiny { --set-turned: none; --set-flat: inline; }

.frame { position: relative; margin: 0 auto; width: 100%; user-select: none; -webkit-user-select: none; }
.plate { position: relative; margin: 0 auto; border-radius: var(--board-radius, 4px); box-shadow: 0 0 0 1px var(--edge, #7b5433), var(--board-shadow, 0 1px 2px rgb(40 30 15 / .08), 0 8px 24px -8px rgb(40 30 15 / .18)); }
:host([view-only]) .plate { --board-radius: 3px; box-shadow: 0 0 0 1px var(--edge, #7b5433); }
svg.b { display: block; width: 100%; height: 100%; overflow: visible; }
.ground, .washes { clip-path: inset(0 round calc(var(--board-radius, 4px) * var(--unit, 1))) view-box; }
.sq-l { fill: var(--sq-l, #eddfc5); } .sq-d { fill: var(--sq-d, #b4875d); } .sq-l, .sq-d { shape-rendering: crispEdges; }
.lines { fill: none; stroke: var(--edge, #7b5433); stroke-width: 2; shape-rendering: crispEdges; opacity: .7; }
text { font-family: var(--sans, system-ui, sans-serif); font-weight: 600; }
.n { fill: var(--sq-num-l, #7a5327); } .n.d { fill: var(--sq-num, #37210c); }
.n.out { fill: var(--ink-2, #555b56); font-weight: 500; dominant-baseline: central; }
.n.out.top { dominant-baseline: auto; } .n.out.low { dominant-baseline: hanging; }
.last { fill: var(--m-last, #f2c230); opacity: var(--m-last-o, .5); }
.tick { fill: none; stroke: var(--sq-num, #37210c); stroke-width: 4; opacity: .75; }
.sel { fill: var(--m-sel, #0a4744); fill-opacity: .2; stroke: var(--m-sel, #0a4744); stroke-width: 6; }
.over { fill: var(--m-halo, #fff8ea); fill-opacity: .45; stroke: var(--m-sel, #0a4744); stroke-width: 6; }
.must-h { fill: none; stroke: var(--m-halo, #fff8ea); stroke-width: 8; } .must { fill: none; stroke: var(--m-dot, #0d4442); stroke-width: 6; stroke-dasharray: 16.4 7.16; }
.dot { fill: var(--m-dot, #0d4442); stroke: var(--m-halo, #fff8ea); stroke-width: 4; } .dot-in { fill: var(--m-halo, #fff8ea); }
.end-h { fill: none; stroke: var(--m-halo, #fff8ea); stroke-width: 11; } .end { fill: none; stroke: var(--m-dot, #0d4442); stroke-width: 5; }
.small .dot { stroke-width: 6; } .small .tick { stroke-width: 6; }
.ring { fill: none; stroke: var(--m-dot, #0d4442); stroke-width: 7; } .ring-h { fill: none; stroke: var(--m-halo, #fff8ea); stroke-width: 11; }
.ring.alt { stroke: var(--m-arrow2, #8a5200); stroke-dasharray: 20 9; } .ring.bad { stroke: var(--m-bad, #a1180f); stroke-dasharray: 6 6; }
.cross-h { fill: none; stroke: var(--m-halo, #fff8ea); stroke-width: 15; stroke-linecap: round; } .cross { fill: none; stroke: var(--m-bad, #a1180f); stroke-width: 8; stroke-linecap: round; }
.trail-h { fill: none; stroke: var(--m-halo, #fff8ea); stroke-width: 13; stroke-linejoin: round; stroke-linecap: round; opacity: .8; }
.trail { fill: none; stroke: var(--m-arrow, #0b5753); stroke-width: 7; stroke-linejoin: round; stroke-linecap: round; }
.trail.alt { stroke: var(--m-arrow2, #8a5200); stroke-dasharray: 16 12; } .trail.third { stroke: var(--m-bad, #a1180f); stroke-dasharray: 3 13; }
.ghost { fill: none; stroke: var(--sq-num, #37210c); stroke-width: 4; stroke-dasharray: 9 8; }
.badge circle { fill: var(--m-arrow, #0b5753); stroke: var(--m-halo, #fff8ea); stroke-width: 4; } .badge text { font-weight: 700; fill: #fff; text-anchor: middle; }
.faint { opacity: .3; } .badge.bad circle, .badge.third circle { fill: var(--m-bad, #a1180f); } .badge.alt circle { fill: var(--m-arrow2, #8a5200); }
.bad-sq { fill: var(--m-bad, #a1180f); fill-opacity: .2; stroke: var(--m-bad, #a1180f); stroke-width: 6; stroke-dasharray: 14 9; }
.note-sq { fill: var(--m-arrow, #0b5753); fill-opacity: .16; stroke: var(--m-arrow, #0b5753); stroke-width: 5; stroke-dasharray: 4 8; stroke-linecap: round; }
.check-sq { fill: var(--m-bad, #a1180f); fill-opacity: .5; stroke: var(--m-bad, #a1180f); stroke-width: 6; }
.pre { fill: var(--m-sel, #0a4744); fill-opacity: .14; stroke: var(--m-sel, #0a4744); stroke-width: 5; stroke-dasharray: 12 8; }
.hatch { fill: none; stroke: var(--m-sel, #0a4744); stroke-width: 6; opacity: .5; }
.shaft { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.arrow { opacity: .84; } .arrow .shaft { stroke: var(--m-arrow, #0b5753); stroke-width: 15; } .arrow .head { fill: var(--m-arrow, #0b5753); }
.arrow.alt .shaft { stroke: var(--m-arrow2, #8a5200); stroke-width: 9; } .arrow.alt .head { fill: var(--m-arrow2, #8a5200); }
.arrow.bad .shaft { stroke: var(--m-bad, #a1180f); stroke-width: 11; stroke-dasharray: 2 17; } .arrow.bad .head { fill: var(--m-bad, #a1180f); }
.arrow.note .shaft { stroke: var(--m-sel, #0a4744); stroke-width: 11; stroke-dasharray: 22 18; } .arrow.note .head { fill: var(--m-sel, #0a4744); }
.plan .shaft { stroke: var(--m-sel, #0a4744); stroke-width: 8; stroke-dasharray: 16 14; } .plan .head { fill: var(--m-sel, #0a4744); }
.cur-h { fill: none; stroke: var(--m-sel, #0a4744); stroke-width: 12; } .cur { fill: none; stroke: var(--m-halo, #fff8ea); stroke-width: 4; }
.piece.gone { opacity: .38; } .piece.held { filter: drop-shadow(0 6px 5px rgb(0 0 0 / .35)); }

.grid { position: absolute; inset: 0; display: grid; }
.grid .row { display: contents; } .cell { min-width: 0; min-height: 0; }
.cell button { display: block; width: 100%; height: 100%; margin: 0; padding: 0; border: 0; background: none; cursor: inherit; outline: none; touch-action: inherit; }
.grid.live .own button { cursor: grab; } .grid.live .go button { cursor: pointer; } .grid.held, .grid.held button { cursor: grabbing !important; }
.hear { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.ask { position: absolute; z-index: 2; color: var(--ink, #1c211f); background: var(--surface, #fffdf9); border-radius: 8px; box-shadow: var(--shadow-3, 0 2px 6px rgb(40 30 15 / .14), 0 20px 48px -12px rgb(40 30 15 / .38)), 0 0 0 2px var(--accent, #0f5f5c); overflow: hidden; }
.ask button { font: inherit; color: inherit; background: none; border: 0; margin: 0; padding: 0; cursor: pointer; }
.ask button:hover, .ask button:focus-visible { background: var(--accent-soft, #dceae6); } .ask button:focus-visible { outline: 3px solid var(--accent, #0f5f5c); outline-offset: -4px; border-radius: 8px; }
.promo { display: grid; background: var(--sq-l, #eddfc5); } .promo button { position: relative; border-bottom: 1px solid color-mix(in srgb, var(--edge, #7b5433) 40%, transparent); }
.promo button:hover, .promo button:focus-visible { background: color-mix(in srgb, var(--m-last, #f2c230) 45%, transparent); } .promo button:focus-visible { outline-color: var(--m-sel, #0a4744); } .promo button svg { display: block; width: 88%; height: 88%; margin: 6%; }
.promo kbd { position: absolute; right: 5px; bottom: 4px; font: 600 11px/1 var(--sans, system-ui, sans-serif); color: var(--sq-num, #37210c); }
.promo button.no { min-height: 32px; border: 0; font-size: 18px; line-height: 1; color: var(--sq-num, #37210c); } .promo.narrow kbd { display: none; } @media (hover: none) { .promo kbd { display: none; } }
.paths { left: 50%; transform: translateX(-50%); width: max-content; max-width: calc(100% - 16px); max-height: max(50% - 8px, min(100% - 16px, 232px)); overflow: auto; padding: 8px; display: grid; gap: 4px; box-sizing: border-box; }
.paths.top { top: 8px; } .paths.low { bottom: 8px; } .paths b.title { padding: 2px 8px 4px; font: 600 15px/1.2 var(--serif, Georgia, serif); }
.paths button { display: grid; grid-template-columns: 26px 1fr; gap: 0 10px; align-items: center; text-align: left; padding: 6px 12px 6px 8px; border-radius: 8px; min-height: 40px; line-height: 1.25; }
.paths i { grid-row: span 2; width: 26px; height: 26px; border-radius: 50%; display: grid; place-items: center; background: var(--m-arrow, #0b5753); color: #fff; font: 700 14px/1 var(--sans, system-ui, sans-serif); } .paths i.alt { background: var(--m-arrow2, #8a5200); } .paths i.third { background: var(--m-bad, #a1180f); }
.paths span { font-weight: 600; overflow-wrap: anywhere; } .paths small { font-size: 13px; color: var(--ink-2, #555b56); } .paths button.no { display: block; text-align: center; font-weight: 600; min-height: 36px; }
@media (forced-colors: active) { svg { forced-color-adjust: none; } .cell button:focus-visible { outline: 3px solid Highlight; outline-offset: -3px; } }
@media print { .grid { display: none; } }
`;

/** @type {CSSStyleSheet | null} */
let sheet = null;

/** The sheet is made once and adopted by every board: no flash, no second request, and allowed by a strict CSP. */
export function styles() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
  }
  return sheet;
}
