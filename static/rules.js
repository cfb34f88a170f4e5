// Find a rule: sections and rules that don't hold every word step aside.
"use strict";
(() => {
  const find = document.querySelector("#find");
  const rules = [...document.querySelectorAll(".rule-item, .rulebook__text")]
    .map((element) => ({ element, text: element.textContent.toLowerCase() }));
  find.hidden = false;
  find.addEventListener("input", () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { element, text } of rules) {
      element.hidden = !words.every((word) => text.includes(word));
    }
  });
})();
