// Dice picked before an action are placed with it: pick dice, click the action, and they lie there.
"use strict";
(() => {
  const form = document.querySelector("#move");
  const table = document.querySelector("#table");
  let held = "";

  form.addEventListener("submit", ({ submitter }) => {
    if (!submitter?.value.startsWith("act:")) return;
    held = [...document.querySelectorAll('[data-picker=dice] [data-pick][aria-pressed="true"]')]
      .map((piece) => piece.dataset.pick)
      .sort()
      .join(".");
  }, true);

  const place = () => {
    if (!held || table.hasAttribute("data-ui-sending")) return;
    const choices = [...document.querySelectorAll("#panel-choices button[name=move]")];
    if (choices.some(({ value }) => value.startsWith("act:"))) return;   // the action has not been taken yet
    const button = choices.find(({ value }) => value === `dice:${held}`);
    held = "";
    if (button) form.requestSubmit(button);
  };
  for (const event of ["greenroom:pushed", "greenroom:moved", "htmx:finally:request"]) {
    document.addEventListener(event, () => setTimeout(place));
  }
})();
