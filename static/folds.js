// Parts of a table that fold on a phone. What is open by itself stands in table.css; a tap opens the
// rest, also when the page is loaded anew.
"use strict";
(() => {
  const phone = matchMedia("(max-width:760px)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const store = `greenroom.folds.${document.querySelector("#table").dataset.room}`;
  const part = (button) => button.getAttribute("aria-controls");
  try {
    const opened = new Set(JSON.parse(sessionStorage.getItem(store)) ?? []);
    for (const button of document.querySelectorAll(".fold__btn")) {
      button.closest(".fold").toggleAttribute("data-ui-open", opened.has(part(button)));
    }
  } catch { /* storage is closed: all is as the table has it */ }
  const remember = () => {
    const opened = [...document.querySelectorAll(".fold[data-ui-open] .fold__btn")].map(part);
    try { sessionStorage.setItem(store, JSON.stringify(opened)); } catch { /* not kept */ }
  };
  const show = () => {
    for (const button of document.querySelectorAll(".fold__btn")) {
      const folded = document.getElementById(part(button));
      const open = folded.checkVisibility();
      const byHand = button.closest(".fold").hasAttribute("data-ui-open");
      button.setAttribute("aria-expanded", open);
      button.disabled = !phone.matches || (open && !byHand);
      if (!open && folded.contains(document.activeElement)) button.focus({ preventScroll: true });
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".fold__btn");
    if (!button) return;
    const fold = button.closest(".fold");
    const opened = fold.toggleAttribute("data-ui-open");
    remember();
    show();
    const sight = document.querySelector(".tray")?.getBoundingClientRect().top ?? innerHeight;
    if (opened && fold.getBoundingClientRect().bottom > sight) {
      fold.scrollIntoView({ block: "start", behavior: calm.matches ? "auto" : "smooth" });
    }
  });
  document.addEventListener("greenroom:pushed", show);
  phone.addEventListener("change", show);
  show();
})();
