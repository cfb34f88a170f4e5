// Word from the browser when it is your turn elsewhere: asked for by a button, one at a time.
"use strict";
(() => {
  const button = document.querySelector("#notify");
  if (!button || !("Notification" in window)) return;
  const KEY = "greenroom.notify";
  let on = false;
  let shown = null;
  try { on = localStorage.getItem(KEY) === "on"; } catch { /* stays off */ }
  const draw = () => button.setAttribute("aria-pressed", on && Notification.permission === "granted" ? "true" : "false");
  const take = () => { shown?.close(); shown = null; };

  button.closest("li").hidden = false;
  button.addEventListener("click", async () => {
    const granted = Notification.permission === "granted" || await Notification.requestPermission() === "granted";
    on = granted && button.getAttribute("aria-pressed") !== "true";
    if (!granted) window.greenroom.toast("Your browser does not allow it for this site.", { bad: true });
    try { localStorage.setItem(KEY, on ? "on" : "off"); } catch { /* for this page only */ }
    draw();
  });
  document.addEventListener("greenroom:your-turn", () => {
    const looking = !document.hidden && document.hasFocus();    // an open window is not a look
    if (!on || looking || Notification.permission !== "granted") return;
    take();
    const room = document.querySelector("#table").dataset.room;
    shown = new Notification(document.title, { body: document.querySelector(".turn__what")?.textContent ?? "", tag: room });
    shown.addEventListener("click", () => { window.focus(); take(); });
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) take(); });
  addEventListener("focus", take);
  draw();
})();
