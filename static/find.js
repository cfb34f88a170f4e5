// Looking something up by keyboard: "/" goes to the field, arrows through what is found, Escape back.
"use strict";
(() => {
  const field = document.querySelector("#find");
  const links = () => [...document.querySelectorAll("#finds a")];

  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, textarea, select");
    const at = links().indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "/" && !typing) {
      event.preventDefault();
      field.focus();
      field.select();
    } else if (event.key === "Escape" && (at >= 0 || event.target === field)) {
      event.preventDefault();
      field.value = "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.focus();
    } else if (step && (at >= 0 || event.target === field)) {
      const next = at + step < 0 ? field : links()[at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
  });
})();
