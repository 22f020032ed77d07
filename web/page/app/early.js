// @ts-check
// Runs before the first paint, so that the page never shows the wrong theme; and asks for the first data at once.
(function () {
  const root = document.documentElement;
  /** @type {any} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("damier.settings") ?? "{}") ?? {};
  } catch {
    // Forbidden or damaged: the defaults stay.
  }
  if (kept.board) root.dataset.board = kept.board;
  if (kept.pieces) root.dataset.pieces = kept.pieces;
  if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
  const known = ["en", "nl", "fr", "ru"];
  const wanted = [kept.language, ...navigator.languages.map((tag) => tag.toLowerCase().split("-")[0])];
  const language = wanted.find((tag) => known.includes(tag)) ?? "en";
  root.lang = language;
  const ask = (/** @type {string} */ address) => {
    const answer = fetch(address);
    // Who waits for the answer handles the failure; until then it must not count as forgotten.
    answer.catch(() => {});
    return answer;
  };
  /** @type {any} */ (window).damierEarly = {
    language,
    messages: ask(`/messages/${language}.json`),
    catalog: ask("/api/catalog"),
  };
})();
