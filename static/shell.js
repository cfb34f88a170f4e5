// What every page has: toasts, one question before a grave step, light or dark, copying a link.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);

  // ---- toasts: greenroom.toast("text", {rule, url, bad})
  const toast = (text, { rule = "", url = "", bad = false } = {}) => {
    const box = document.createElement("div");
    box.className = bad ? "toast toast--bad" : "toast";
    const words = document.createElement("span");
    words.textContent = text;
    box.append(words);
    if (rule && url) {
      const link = document.createElement("a");
      link.href = url;
      link.target = "rules";
      link.textContent = rule;
      box.append(link);
    }
    const toasts = $("#toasts");
    toasts.replaceChildren(box);
    setTimeout(() => box.remove(), 4000 + 60 * text.length);
  };

  // ---- one question before a step: resolves to true for "do it"
  const ask = (question) => new Promise((resolve) => {
    const dialog = $("#confirm");
    $("#confirm-text").textContent = question;
    dialog.returnValue = "no";
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
    dialog.showModal();
  });

  window.greenroom = { toast, ask };

  // forms and their buttons that ask first, before anybody else hears of the submit (a move's
  // own question is table.js's)
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const button = event.submitter;
    const question = button?.dataset.ask ?? form.dataset.confirm;
    if (!question) return;
    if (form.dataset.uiAgreed) {
      delete form.dataset.uiAgreed;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!(await ask(question)) || !form.isConnected || (button && !button.isConnected)) return;
    form.dataset.uiAgreed = "yes";
    form.requestSubmit(button);
  }, true);

  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      const text = copy.dataset.copy;
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        navigator.share({ url: text }).catch(() => {});
        return;
      }
      try {
        await navigator.clipboard.writeText(text);
        toast("Link copied. Send it to your friends.");
      } catch {
        toast(text);
      }
      return;
    }
    if (event.target.closest("[data-scheme-switch]")) {
      const root = document.documentElement;
      const shown = getComputedStyle(document.body).colorScheme;
      const dark = root.dataset.scheme ? root.dataset.scheme === "dark"
        : shown.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.scheme = dark ? "light" : "dark";
      try { localStorage.setItem("greenroom.scheme", root.dataset.scheme); } catch { /* not kept */ }
    }
  });
})();
