// The dashboard's socket: says when the figures are old. The parts morph by themselves.
"use strict";
(() => {
  const banner = document.getElementById("connection");
  document.addEventListener("htmx:ws:after:connection", () => { banner.hidden = true; });
  document.addEventListener("htmx:ws:close", ({ detail }) => {
    if (detail.reason !== "closed") return;
    banner.hidden = false;
    if (detail.code === 1008) banner.textContent = "You do not act for the house any more.";
  });
})();
