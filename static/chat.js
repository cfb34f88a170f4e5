// Talk: whom a reader does not want to read is hidden here; a host may silence somebody for all.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const lines = $("#chat-lines");
  if (!lines) return;
  const key = `greenroom.hidden:${location.pathname}`;
  let hidden = new Set();
  try { hidden = new Set(JSON.parse(localStorage.getItem(key) ?? "[]")); } catch { /* nobody */ }

  const note = document.createElement("button");
  note.type = "button";
  note.className = "btn btn--quiet btn--sm chat__hidden";
  lines.after(note);
  const show = () => {
    for (const line of lines.children) line.hidden = hidden.has(line.dataset.from);
    note.hidden = !hidden.size;
    note.textContent = `Show again: ${[...hidden].join(", ")}`;
  };
  const keep = () => {
    try { localStorage.setItem(key, JSON.stringify([...hidden])); } catch { /* not kept */ }
    show();
  };
  note.addEventListener("click", () => { hidden.clear(); keep(); });

  // ---- a small menu beside the name
  const menu = document.createElement("div");
  menu.className = "dialog";
  Object.assign(menu.style, { inset: "auto", margin: 0 });
  menu.popover = "auto";
  const item = (text, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn--sm";
    button.textContent = text;
    button.addEventListener("click", () => { menu.hidePopover(); act(); });
    return button;
  };
  document.body.append(menu);
  const silence = async (name, line) => {
    const form = $("#act-silence");
    if (!(await window.greenroom.ask(`Silence ${name} here, for everybody?`))) return;
    let field = $("[name=line]", form);
    if (!field) {
      field = Object.assign(document.createElement("input"), { type: "hidden", name: "line" });
      form.append(field);
    }
    field.value = line;
    form.requestSubmit();
  };
  lines.addEventListener("click", (event) => {
    const name = event.target.closest(".chat__name");
    if (!name) return;
    const from = name.closest("li").dataset.from;
    const items = [item(`Hide ${from} on this screen`, () => { hidden.add(from); keep(); })];
    if ($("[data-host]") && $("#act-silence")) {
      items.push(item(`Silence ${from} for everybody`, () => silence(from, name.dataset.line)));
    }
    menu.replaceChildren(...items);
    menu.showPopover();
    const at = name.getBoundingClientRect();
    menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.min(at.bottom + 4, innerHeight - menu.offsetHeight - 8)}px`;
    items[0].focus();
  });
  document.addEventListener("greenroom:pushed", show);
  new MutationObserver(show).observe(lines, { childList: true });
  show();
})();
