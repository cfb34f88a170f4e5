// What happened since this seat looked. The page tells the house what it has shown: when it is put
// out of sight, and now and then while it is looked at. Coming back to it lists what came meanwhile.
"use strict";
(() => {
  const strip = document.querySelector("#since");
  if (!strip) return;
  const lines = strip.querySelector("#since-lines");
  const EVERY_MS = 20_000;
  const BACK_MS = 5000;                 // what was missed comes within moments of coming back
  const OPEN_LINES = 4;
  const shown = () => Number(document.querySelector("#version").dataset.version);
  let seen = Number(strip.dataset.seen);
  let left = null;                      // the version at which this page was put out of sight
  let backAt = 0;

  const report = () => {
    const version = shown();
    if (version <= seen) return;
    seen = version;
    strip.elements.version.value = version;
    navigator.sendBeacon(strip.action, new FormData(strip));
  };
  const putAway = () => { strip.hidden = true; };

  const list = () => {
    const missed = [...document.querySelectorAll("#log-lines > li")]
      .filter((line) => Math.floor(Number(line.id.slice(4)) / 1000) > left);
    if (!missed.length) return;
    lines.replaceChildren(...missed.map((line) => {
      const item = document.createElement("li");
      item.append(line.lastElementChild.cloneNode(true));
      return item;
    }));
    strip.querySelector("#since-count").textContent = missed.length;
    strip.querySelector("#since-cut").hidden = true;
    strip.querySelector("details").open = missed.length <= OPEN_LINES;
    strip.hidden = false;
  };

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      report();
      left = shown();
    } else {
      backAt = Date.now();
      list();
    }
  });
  document.addEventListener("greenroom:pushed", () => {
    if (left !== null && !document.hidden && Date.now() - backAt < BACK_MS) list();
  });
  document.addEventListener("greenroom:moved", putAway);
  strip.addEventListener("submit", (event) => {
    event.preventDefault();
    report();
    putAway();
  });
  addEventListener("pagehide", report);
  setInterval(() => { if (!document.hidden) report(); }, EVERY_MS);
})();
