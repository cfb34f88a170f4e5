// Parts of a table that fold on a phone. What is open by itself stands in table.css; a tap opens the rest.
"use strict";
(() => {
  const phone = matchMedia("(max-width:760px)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const show = () => {
    for (const button of document.querySelectorAll(".fold__btn")) {
      const part = document.getElementById(button.getAttribute("aria-controls"));
      const open = part.checkVisibility();
      const byHand = button.closest(".fold").hasAttribute("data-ui-open");
      button.setAttribute("aria-expanded", open);
      button.disabled = !phone.matches || (open && !byHand);
      if (!open && part.contains(document.activeElement)) button.focus({ preventScroll: true });
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".fold__btn");
    if (!button) return;
    const fold = button.closest(".fold");
    const opened = fold.toggleAttribute("data-ui-open");
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
