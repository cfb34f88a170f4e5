// The coach: one hint at a time beside the piece that it speaks of. Off, it asks for nothing.
// What is due comes from the server (templates/coach.html); what has been said is kept here.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const coach = $("#coach");
  const card = $("#coach-card");
  const ring = $("#coach-ring");
  const hints = $("#coach-hints");
  const advice = $("#coach-advice");
  const [back, next, close] = ["#coach-back", "#coach-next", "#coach-close"].map((id) => $(id));
  const ask = $("#coach-ask");
  const toggle = $("#coach-toggle");
  const setting = $("#coach-setting");
  const phone = matchMedia("(max-width: 760px)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const SETTLING_MS = 3000;
  const store = `greenroom.coach.${$("#table").dataset.room}`;

  let on = "on" in coach.dataset;
  let list = [];                 // the hints that are due, as elements
  let at = -1;                   // the one that is shown
  let question = null;           // what they are due for
  let settling = 0;              // until when the page scrolls by itself under a new hint; 0: the reader has moved it
  let seen = new Set();
  try { seen = new Set(JSON.parse(localStorage.getItem(store)) ?? []); } catch { /* nothing is kept */ }
  const isSeen = (hint) => seen.has(hint.dataset.hint);
  const saw = (...those) => {
    for (const hint of those) seen.add(hint.dataset.hint);
    try { localStorage.setItem(store, JSON.stringify([...seen])); } catch { /* not kept */ }
  };
  const asked = () => $("#move [name=decision]")?.value ?? "";

  // ---- what is due, asked for once a question
  const load = async () => {
    if (!on || question === asked()) return;
    const mine = question = asked();
    let answer;
    try {
      answer = await fetch(coach.dataset.url, { headers: { Accept: "text/html" } });
    } catch { question = null; return; }       // offline: the next push asks again
    if (!answer.ok || !on || mine !== question) return;
    const part = new DOMParser().parseFromString(await answer.text(), "text/html");
    hints.replaceChildren(...part.body.children);
    list = [...hints.children];
    coach.dataset.uiFor = mine;
    advice.replaceChildren();
    const fresh = list.findIndex((hint) => !isSeen(hint));
    if (fresh >= 0) show(fresh);
    else hide();
  };

  // ---- one hint at a time
  const show = (index) => {
    at = index;
    list.forEach((hint, i) => { hint.hidden = i !== at; });
    if (!list[at]) return;
    const last = at === list.length - 1;
    next.textContent = last ? "Got it" : "Next";
    back.disabled = at === 0;
    if (ask) ask.hidden = !asked();
    $("#coach-count").textContent = last ? "" : `${list.length - 1 - at} more`;
    card.hidden = false;
    toggle.setAttribute("aria-expanded", "true");
    settling = performance.now() + SETTLING_MS;
    reveal();
  };
  const hide = () => {
    card.hidden = ring.hidden = true;
    toggle.setAttribute("aria-expanded", "false");
  };
  const dismiss = () => {
    saw(...list.slice(0, at + 1));
    hide();
  };
  next.addEventListener("click", () => {
    saw(list[at]);
    advice.replaceChildren();
    if (at < list.length - 1) show(at + 1);
    else dismiss();
  });
  back.addEventListener("click", () => {
    advice.replaceChildren();
    show(at - 1);
  });
  close.addEventListener("click", () => {
    dismiss();
    toggle.focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || card.hidden || $("dialog[open], :popover-open")) return;
    const inside = card.contains(document.activeElement);
    dismiss();
    if (inside) toggle.focus({ preventScroll: true });
  });

  // ---- on and off
  const turn = (wanted) => {
    on = wanted;
    question = null;
    coach.hidden = !on;
    for (const button of [toggle, setting]) button.setAttribute("aria-pressed", on ? "true" : "false");
    setting.value = on ? "" : "1";
    delete coach.dataset.uiFor;
    if (!on) return hide();
    if (!$("link[href*='/coach.css']")) {
      const sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = coach.dataset.css;
      sheet.addEventListener("load", place);
      document.head.append(sheet);
    }
    return load();
  };
  const keep = () => $("#coach-switch").requestSubmit(setting);
  toggle.addEventListener("click", () => {
    if (!on) keep();
    else if (!card.hidden) dismiss();
    else if (list.length) show(Math.max(0, list.findIndex((hint) => !isSeen(hint)), asked() ? list.length - 1 : 0));
    else keep();
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.response.status >= 300) return;
    if (ctx.sourceElement === $("#coach-switch")) turn(!on);
  });
  document.addEventListener("htmx:after:swap", () => { if (advice.childElementCount) reveal(); });

  // ---- beside the piece
  const target = () => {
    const { move, targets } = (advice.firstElementChild ?? list[at])?.dataset ?? {};
    const ids = (targets ?? "").split(" ");
    const shown = (el) => el?.getClientRects().length;
    const named = ids.map((id) => document.getElementById(id)).filter(Boolean);
    // what is folded away is told of by its fold, what is no box of its own by a piece in it
    const found = named.find(shown)
      ?? named.flatMap((el) => [el.closest(".fold"), el.querySelector(".spot")]).find(shown);
    return found ?? (move ? $(`#region-choices button[value="${CSS.escape(move)}"]`) : null);
  };
  const scrollers = (el) => {     // what scrolls around it, inside the page
    const found = [];
    for (let up = el.parentElement; up && up.id !== "table" && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== "visible") found.push(up);
    }
    return found;
  };
  const box = (el) => {           // what can be seen of it
    let { left, top, right, bottom } = el.getBoundingClientRect();
    for (const frame of scrollers(el).map((up) => up.getBoundingClientRect())) {
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, top, right, bottom, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
  };
  const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

  const place = () => {
    if (card.hidden) return;
    const piece = target();
    const there = piece && box(piece);
    ring.hidden = !there || !there.width;
    card.style.inset = "";
    delete card.dataset.uiSide;
    if (ring.hidden) return;
    const gap = 6;
    ring.style.left = `${there.left - gap}px`;
    ring.style.top = `${there.top - gap}px`;
    ring.style.width = `${there.width + 2 * gap}px`;
    ring.style.height = `${there.height + 2 * gap}px`;
    if (phone.matches) besideOnPhone(piece, there);
    else besideOnDesk(there);
  };
  const besideOnPhone = (piece, there) => {
    card.toggleAttribute("data-ui-top", Boolean(piece.closest(".tray")));
    card.style.setProperty("--coach-top", `${$(".banner").getBoundingClientRect().bottom + 22}px`);
    const own = card.getBoundingClientRect();
    const middle = Math.min(own.right - 28, Math.max(own.left + 28, there.left + there.width / 2));
    card.style.setProperty("--arrow", `${middle - own.left}px`);
    card.dataset.uiSide = "uiTop" in card.dataset ? "top" : "bottom";
  };
  const besideOnDesk = (there) => {
    const own = card.getBoundingClientRect();
    const far = 26;
    const [w, h] = [own.width, own.height];
    const inside = (value, size, most) => Math.max(8, Math.min(value, most - size - 8));
    const [midX, midY] = [there.left + there.width / 2, there.top + Math.min(there.height, innerHeight) / 2];
    const ways = [
      ["right", there.right + far, inside(midY - h / 2, h, innerHeight)],
      ["left", there.left - far - w, inside(midY - h / 2, h, innerHeight)],
      ["below", inside(midX - w / 2, w, innerWidth), there.bottom + far],
      ["above", inside(midX - w / 2, w, innerWidth), there.top - far - h],
      ["over", innerWidth - w - 12, innerHeight - h - 12],
      ["over", 12, innerHeight - h - 12],
    ];
    const lit = [...document.querySelectorAll("#table .is-legal, #turn")].map(box);
    const cost = ([side, left, top]) => {
      const here = { left, top, right: left + w, bottom: top + h };
      const out = w * h - overlap(here, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
      const covered = lit.reduce((sum, each) => sum + overlap(here, each), 0);
      return 9 * out + 3 * overlap(here, there) + 0.7 * covered + (side === "over" ? 12_000 : 0);
    };
    const [side, left, top] = ways.reduce((best, way) => (cost(way) < cost(best) ? way : best));
    card.style.inset = `${top}px auto auto ${left}px`;
    card.dataset.uiSide = side;
    const along = side === "right" || side === "left" ? midY - top : midX - left;
    const length = side === "right" || side === "left" ? h : w;
    card.style.setProperty("--arrow", `${Math.max(28, Math.min(length - 28, along))}px`);
  };

  // ---- bring the piece into what can be seen of the page
  const shift = (from, to, start, end) => {          // to the middle, or the start of what is too long
    if ((from >= start && to <= end) || (from <= start && to >= end)) return 0;
    return to - from > end - start ? from - start : (from + to) / 2 - (start + end) / 2;
  };
  const within = (piece, frame) => {
    const [p, f] = [piece.getBoundingClientRect(), frame.getBoundingClientRect()];
    return { left: shift(p.left, p.right, f.left, f.right), top: shift(p.top, p.bottom, f.top, f.bottom), behavior: "instant" };
  };
  const reveal = () => {
    place();
    const piece = target();
    if (!piece) return;
    for (const frame of scrollers(piece)) frame.scrollBy(within(piece, frame));
    place();
    if (phone.matches && piece.closest(".tray")) return;
    const there = box(piece);
    const behavior = calm.matches ? "auto" : "smooth";
    const top = ($(".banner")?.getBoundingClientRect().bottom ?? 0) + 14;
    const bottom = phone.matches ? card.getBoundingClientRect().top - 14 : innerHeight - 14;
    if (there.top >= top && there.bottom <= bottom) return;
    const spare = Math.max(0, (bottom - top - there.height) / 2);
    scrollBy({ top: there.top - top - spare, behavior });
  };

  // ---- it moves with what it stands beside; a piece that was pushed out of sight is brought back,
  // until the reader takes the page in hand
  let due = 0;
  const soon = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(place);
  };
  const shifted = () => {
    if (!card.hidden && settling) reveal();
    else soon();
  };
  for (const hand of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    addEventListener(hand, () => { settling = 0; }, { capture: true, passive: true });
  }
  // the browser scrolls by itself to hold on to what the page has moved
  document.addEventListener("scrollend", () => { if (performance.now() < settling) shifted(); });
  document.addEventListener("scroll", soon, { capture: true, passive: true });
  document.addEventListener("transitionend", soon);
  document.addEventListener("animationend", soon);
  addEventListener("resize", soon);
  new ResizeObserver(shifted).observe($("#table"));
  // who moves has understood: what was said before the click is not said again
  let understood = [];
  $("#move").addEventListener("submit", () => { understood = list; });
  document.addEventListener("greenroom:moved", () => saw(...understood));
  document.addEventListener("greenroom:pushed", () => {
    shifted();
    load();
  });
  turn(on);
})();
