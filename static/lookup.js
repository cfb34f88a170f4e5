// What is this? Rest on a piece, hold it down, tap its name in the log, or press "?" on it: its entry
// of the game's glossary opens beside it. Nothing is drawn for it before: names are fetched once, when
// somebody first reaches for a piece, and an entry when it is asked for. It is never a move.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const REST_MS = 700;
  const LEAVE_MS = 250;
  const HOLD_MS = 500;
  const STRAY_PX = 10;
  const table = $("#table");
  const drawer = $("#drawer");
  const home = `/games/${document.body.dataset.game}`;
  const ask = (path) => fetch(`${home}/${path}`, { headers: { "HX-Request": "true" } })
    .then((answer) => (answer.ok ? answer : Promise.reject(new Error(answer.statusText))));

  // ---- the names of cards and places, and where they stand in a text
  let names = new Map();
  let byName = new Map();
  let mention = null;
  let reached = null;
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const learn = (told) => {
    names = new Map(Object.entries(told));
    byName = new Map([...names].reverse().map(([id, name]) => [name, id]));   // the first of a name
    const long = [...byName.keys()].filter((name) => name.length > 3).sort((a, b) => b.length - a.length);
    mention = new RegExp(`(?<![\\p{L}\\p{N}])(?:${long.map(escaped).join("|") || "(?!)"})(?![\\p{L}\\p{N}])`, "gu");
    for (const sheet of (table.dataset.lookupSheets ?? "").split(" ").filter(Boolean)) {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = sheet;
      document.head.append(link);
    }
    underline();
  };
  const reach = () => (reached ??= ask("names").then((answer) => answer.json()).then(learn).catch(() => { reached = null; }));

  // ---- names in the log are underlined where they stand, without touching its lines
  const told = typeof Highlight === "function" ? new Highlight() : null;
  const log = $("#log-lines");
  if (told) CSS.highlights.set("card-name", told);
  const underline = (lines = log.children) => {
    if (!told || !mention) return;
    for (const line of lines) {
      const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        for (const hit of walk.currentNode.data.matchAll(mention)) {
          const range = new Range();
          range.setStart(walk.currentNode, hit.index);
          range.setEnd(walk.currentNode, hit.index + hit[0].length);
          told.add(range);
        }
      }
    }
  };
  new MutationObserver((changes) => {
    if (changes.some((change) => change.removedNodes.length)) {
      told?.clear();
      underline();
    } else underline(changes.flatMap((change) => [...change.addedNodes]).filter((node) => node.nodeType === 1));
  }).observe(log, { childList: true });

  // ---- which entry an element is about: by its place on the board, by its move, by what it says
  const suffix = (id) => {
    for (let at = id.indexOf("-"); at >= 0; at = id.indexOf("-", at + 1)) {
      if (names.has(id.slice(at + 1))) return id.slice(at + 1);
    }
    return names.has(id) ? id : "";
  };
  const marked = (element) => {
    if (element.id.startsWith("spot-")) return suffix(element.id);
    const { kind, place, name } = element.dataset;
    return [kind, place, byName.get(name), ...(element.value?.split?.(/[:+]/) ?? [])].find((id) => names.has(id)) ?? "";
  };
  const PIECE = "button, li, .spot, .card, [tabindex='0']";
  const named = (element) => byName.get(element.textContent.trim().replace(/[.:]$/, ""));
  const said = (element) => {
    const whole = named(element);
    if (whole || !element.matches(PIECE)) return whole ?? "";
    const title = [...element.querySelectorAll("b, .title, [class$=name]")].map(named).find(Boolean);
    if (title) return title;
    const text = `${element.textContent} ${element.getAttribute("aria-label") ?? ""}`;
    return (text.length < 200 && byName.get(text.match(mention)?.[0])) || "";
  };
  const under = (x, y) => {                // the name in the log that a finger or a pointer is on
    const at = document.caretPositionFromPoint?.(x, y);
    const range = at ? null : document.caretRangeFromPoint?.(x, y);   // older Safari
    const [node, offset] = at ? [at.offsetNode, at.offset] : [range?.startContainer, range?.startOffset];
    if (node?.nodeType !== 3) return "";
    const hit = [...node.data.matchAll(mention)]
      .find(({ index, 0: name }) => index <= offset && offset <= index + name.length);
    return hit ? byName.get(hit[0]) : "";
  };
  const about = (start, wide = false) => {
    for (let element = start; element && element !== table && element !== drawer; element = element.parentElement) {
      if (element.matches(".region")) return wide ? suffix(element.id) : "";
      const id = marked(element) || said(element);
      if (id) return id;
      if (element.matches(PIECE)) return wide ? about(element.parentElement, wide) : "";
    }
    return "";
  };
  const inside = (target) => target.closest?.("#table") && !target.closest("#panel-chat, #panel-room");

  // ---- the entry
  const box = document.createElement("aside");
  box.id = "look";
  box.className = "look";
  box.popover = "manual";
  box.tabIndex = -1;
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-labelledby", "look-name");
  document.body.append(box);
  const leaves = new Map();
  let shown = "";
  let back = null;
  let wanted = "";

  const close = () => {
    wanted = "";
    if (!shown) return;
    shown = "";
    const focused = box.contains(document.activeElement);
    box.hidePopover();
    if (focused) (back?.isConnected ? back : document.getElementById(back?.id ?? ""))?.focus();
  };
  const open = async (id, piece, { focus = false, passing = false } = {}) => {
    wanted = id;
    if (!leaves.has(id)) leaves.set(id, ask(`cards/${encodeURIComponent(id)}`).then((answer) => answer.text()));
    let leaf = "";
    try { leaf = await leaves.get(id); } catch { leaves.delete(id); }
    if (!leaf || wanted !== id) return;    // looked away meanwhile, or no connection
    box.innerHTML = leaf;                  // drawn by the service, which escapes
    const shut = document.createElement("button");
    shut.type = "button";
    shut.className = "look__close";
    shut.setAttribute("aria-label", "Close");
    shut.textContent = "✕";
    shut.addEventListener("click", close);
    box.append(shut);
    (drawer.matches(":modal") ? drawer : document.body).append(box);
    box.classList.toggle("look--passing", passing);
    if (!box.matches(":popover-open")) box.showPopover();
    shown = id;
    const tray = $(".tray");
    box.style.setProperty("--tray", `${tray ? Math.max(0, innerHeight - tray.getBoundingClientRect().top) : 62}px`);
    if (matchMedia("(max-width: 760px)").matches || !piece.isConnected) box.style.left = box.style.top = "";
    else window.greenroom.place(box, piece);
    if (!focus) return;
    back = piece;
    box.focus();
  };

  // ---- resting on a piece: what opens by itself is in nobody's way
  let resting = 0;
  let leaving = 0;
  let held = false;
  const rest = (piece, id, ms = REST_MS) => {
    clearTimeout(resting);
    if (id && id !== shown) resting = setTimeout(() => open(id, piece, { passing: true }), ms);
  };
  let over = null;
  const pointed = () => {
    const id = over.closest("[data-reason], #log-lines") ? "" : about(over);   // a reason is told first
    clearTimeout(leaving);
    if (shown && id !== shown && !box.contains(document.activeElement)) leaving = setTimeout(close, LEAVE_MS);
    rest(over, id);
  };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || event.buttons) return;    // what is carried is not looked at
    over = event.target;
    if (over.closest("#look")) clearTimeout(leaving);
    else if (inside(over)) reach().then(() => { if (over === event.target) pointed(); });
    else {
      clearTimeout(resting);
      if (shown && !box.contains(document.activeElement)) leaving = setTimeout(close, LEAVE_MS);
    }
  });
  document.addEventListener("focusin", (event) => {
    clearTimeout(resting);
    if (held || event.target.closest("#look")) return;
    if (shown) close();
    if (!inside(event.target) || !event.target.matches(":focus-visible")) return;
    reach().then(() => {
      const piece = event.target;
      if (piece === document.activeElement && !piece.dataset.reason) rest(piece, about(piece));
    });
  });

  // ---- holding a piece down; the click that ends it is no move
  let holding = 0;
  let from = null;
  const letGo = () => clearTimeout(holding);
  document.addEventListener("pointerdown", (event) => {
    held = false;
    if (shown && !event.target.closest("#look")) close();
    clearTimeout(resting);
    if (event.pointerType === "mouse" || !inside(event.target)) return;
    from = event;
    letGo();
    holding = setTimeout(() => reach().then(() => {
      const id = under(from.clientX, from.clientY) || about(from.target, true);
      if (!id) return;
      held = true;
      navigator.vibrate?.(12);
      open(id, from.target);
    }), HOLD_MS);
  });
  document.addEventListener("pointermove", (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STRAY_PX) letGo();
  }, { passive: true });
  for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, letGo, { capture: true, passive: true });
  document.addEventListener("contextmenu", (event) => { if (held && inside(event.target)) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    if (held) {
      held = false;
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const button = event.target.closest("button, a, input, label, summary, select, [tabindex='0']");
    if (!inside(event.target) || (button && !button.matches("#log-lines"))) return;
    reach().then(() => {
      const id = under(event.clientX, event.clientY) || (event.target.closest("#log-lines") ? "" : about(event.target));
      if (id) open(id, event.target);
    });
  }, true);

  // ---- by keyboard: "?" on a piece reads it, elsewhere it goes to the search; Escape goes back
  const search = () => {
    const field = $("#panel-room #find");
    if (!field) return;                     // a replay has none
    $("#tab-room").click();
    field.focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown) {
      event.preventDefault();
      event.stopImmediatePropagation();
      close();
    } else if (event.key === "?" && inside(event.target) && !event.target.matches("input, textarea, select")) {
      event.preventDefault();
      clearTimeout(resting);
      const piece = event.target;
      reach().then(() => {
        const id = about(piece, true);
        if (id) open(id, piece, { focus: true });
        else search();
      });
    }
  }, true);

  // ---- a blocked piece tells its reason first, and what it is on asking
  document.addEventListener("greenroom:explained", ({ detail: { piece, box: reason } }) => {
    reach().then(() => {
      const id = about(piece);
      if (!id || !piece.isConnected || $(".look__ask", reason)) return;
      const more = document.createElement("button");
      more.type = "button";
      more.className = "look__ask";
      more.textContent = `What is ${names.get(id)}?`;
      more.addEventListener("click", () => open(id, piece, { focus: true }));
      reason.append(more);
    });
  });
  document.addEventListener("greenroom:moved", close);
})();
