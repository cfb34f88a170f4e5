// A room before its start: refusals become toasts, a sent message leaves its field.
"use strict";
(() => {
  const { toast } = window.greenroom;
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.response.status < 300) {
      if (ctx.sourceElement.id === "chat") ctx.sourceElement.reset();
      return;
    }
    let why = {};
    try { why = JSON.parse(ctx.text); } catch { /* no reason given */ }
    toast([why.refused || "That did not work. Try again.", why.need].filter(Boolean).join(" "),
      { rule: why.rule, url: why.rule_url, bad: true });
  });
  document.addEventListener("htmx:error", () => toast("Not sent: no connection. Try again.", { bad: true }));
  document.addEventListener("click", (event) => {
    const blocked = event.target.closest("[data-say]");
    if (blocked) toast(blocked.dataset.say);
  });
})();
