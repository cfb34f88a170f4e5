// What changed since your last look, and pieces that move.
// data-mark="key=value": a piece is new when the key's value is not the one you last saw.
// data-piece="key": a piece that glides from its old place to its new one.
"use strict";
(() => {
  const table = document.querySelector("#table");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const store = `greenroom.seen.${table.dataset.room}.${table.dataset.viewer ?? ""}`;
  const split = (mark) => {
    const at = mark.indexOf("=");
    return at < 0 ? [mark, ""] : [mark.slice(0, at), mark.slice(at + 1)];
  };
  const now = () => new Map([...table.querySelectorAll("[data-mark]")]
    .map((piece) => split(piece.dataset.mark)));

  let seen = null;
  try {
    const kept = localStorage.getItem(store);
    if (kept) seen = new Map(JSON.parse(kept));
  } catch { /* storage is closed: nothing is remembered */ }

  const remember = () => {
    seen = now();
    try { localStorage.setItem(store, JSON.stringify([...seen])); } catch { /* not kept */ }
  };
  const unmark = () => {
    for (const piece of table.querySelectorAll("[data-ui-new]")) piece.removeAttribute("data-ui-new");
    for (const line of table.querySelectorAll("#log-lines [data-ui-fresh]")) line.removeAttribute("data-ui-fresh");
  };
  const look = () => { unmark(); remember(); };

  const mark = (previous) => {
    for (const piece of table.querySelectorAll("[data-mark]")) {
      const [key, value] = split(piece.dataset.mark);
      piece.toggleAttribute("data-ui-new", seen.get(key) !== value);
      if (previous && previous.get(key) !== value) flash(piece);
    }
  };
  const flash = (piece) => {
    piece.removeAttribute("data-ui-flash");
    void piece.offsetWidth;                       // start the animation again
    piece.setAttribute("data-ui-flash", "");
    piece.addEventListener("animationend", () => piece.removeAttribute("data-ui-flash"), { once: true });
  };

  // ---- gliding pieces
  let places = new Map();
  let before = now();
  let lines = new Set();
  const measure = () => {
    before = now();
    lines = new Set([...table.querySelectorAll("#log-lines li")].map((line) => line.id));
    places = calm.matches ? new Map() : new Map([...table.querySelectorAll("[data-piece]")]
      .map((piece) => [piece.dataset.piece, piece.getBoundingClientRect()]));
  };
  const glide = () => {
    for (const piece of table.querySelectorAll("[data-piece]")) {
      const from = places.get(piece.dataset.piece);
      if (!from) continue;
      const to = piece.getBoundingClientRect();
      const [x, y] = [from.left - to.left, from.top - to.top];
      if (Math.hypot(x, y) < 4) continue;
      piece.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }],
        { duration: 260, easing: "cubic-bezier(.2,.9,.25,1.15)" });
    }
  };

  document.addEventListener("greenroom:before-push", measure);
  document.addEventListener("greenroom:pushed", () => {
    mark(before);
    glide();
    for (const line of table.querySelectorAll("#log-lines li")) {
      if (!lines.has(line.id)) line.setAttribute("data-ui-fresh", "");
    }
    if (ownMove) { ownMove = false; remember(); }
  });
  let ownMove = false;
  document.addEventListener("greenroom:moved", () => { look(); ownMove = true; });
  // Who leaves the page has seen it; what comes meanwhile is new on return.
  document.addEventListener("visibilitychange", () => { if (document.hidden) look(); });
  addEventListener("pagehide", remember);
  table.addEventListener("pointerdown", (event) => {
    event.target.closest("[data-ui-new]")?.removeAttribute("data-ui-new");
  });

  if (seen) mark(null);
  else remember();
})();
