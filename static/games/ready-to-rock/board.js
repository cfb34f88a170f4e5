// Gestures of this table: take a card and see its cells, turn it, drop it; walk; look around.
// Every move is an item of the menus that the server drew: without this file they still play.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const arena = $("#arena");
  const view = $("#arena-view");
  const turner = $("#turner");
  const form = $("#move");
  const me = $("#table").dataset.viewer;
  const SIDES = "FBLR";
  const HALF = { F: "B", B: "F", L: "R", R: "L" };

  // ---- what a place offers: the value of its button, or of those in the list beside the board
  const offers = (spot) => {
    const place = spot.dataset.menu;
    const buttons = place ? $$(`#panel-choices button[name=move][data-where="${CSS.escape(place)}"]`)
      : spot.name === "move" ? [spot] : [];
    return buttons.map((button) => ({ move: button.value, button }));
  };
  const lit = () => $$(".grid .spot.is-legal, .rocker__who.is-legal");
  const walk = (spot) => offers(spot).find(({ move }) => /^(move|ticket):/.test(move));
  const shines = (spot) => offers(spot).some(({ move }) => /^(move|ticket|land):/.test(move));

  // ---- the card in hand
  let kind = "";
  let turn = 0;
  let aim = null;                       // the cell under the card
  const taken = () => kind && $(`.hcard[data-kind="${kind}"]:not(.is-blocked)`);
  const uses = (spot) => offers(spot).filter(({ move }) => {
    const [word, ...rest] = move.split(":");
    return (word === "smash" ? rest[2] : word !== "move" && rest[0]) === kind;
  });
  const chosen = (spot) => {            // of both turns the one that the card has now
    const all = uses(spot);
    return all.find(({ move }) => move.endsWith(`:${turn}`)) ?? all[0];
  };
  const sidesOf = (move) => {
    const sides = [...(taken()?.dataset.sides ?? "")];
    const turned = move.endsWith(":180") ? sides.map((side) => HALF[side]) : sides;
    return [...SIDES].filter((side) => turned.includes(side)).join("");
  };
  const picture = (name) => `<svg viewBox="0 0 100 100" aria-hidden="true"><use href="#${name}"/></svg>`;
  const face = (move) => (/^(path|land):/.test(move) ? `way-${sidesOf(move)}` : kind);

  const clearAim = () => {
    for (const ghost of $$(".ghost")) ghost.remove();
    for (const cell of $$("[data-ui-closes]")) cell.removeAttribute("data-ui-closes");
    aim?.removeAttribute("data-ui-aim");
    aim = null;
  };
  const myCell = () => $(`.grid [data-pawn="${me}"]`)?.closest(".cell");
  const leaves = () => {                // the card that closes when the own pawn steps off it
    const cell = myCell();
    if (cell?.matches(".cell--path") && cell.dataset.here === "1") cell.setAttribute("data-ui-closes", "");
  };
  const ghost = (spot, html, more = "") => {
    const shown = document.createElement("span");
    shown.className = `ghost ${more}`;
    shown.innerHTML = html;
    spot.append(shown);
  };
  const point = (spot) => {             // show what would be there, and what would close
    clearAim();
    if (!spot) return;
    if (kind) {
      const offer = spot.hasAttribute("data-ui-fit") && chosen(spot);
      if (!offer) return;
      aim = spot;
      spot.setAttribute("data-ui-aim", "");
      if (spot.matches(".cell")) ghost(spot, picture(face(offer.move)));
      if (/^(path|land):/.test(offer.move) && spot.matches(".cell--free")) leaves();
    } else if (walk(spot)) {
      ghost(spot, picture("feet").replace("100 100", "48 48"), "ghost--walk");
      if (spot !== myCell()) leaves();
    }
    describe();
  };

  const describe = () => {
    const card = taken();
    turner.hidden = !card;
    if (!card) return;
    const fits = lit().filter((spot) => spot.hasAttribute("data-ui-fit"));
    $(".turner__name", turner).textContent = card.dataset.name;
    const what = aim && chosen(aim);
    $(".turner__what", turner).textContent = what
      ? what.button.getAttribute("aria-label") ?? what.button.textContent
      : fits.length ? "Choose a lit place." : card.title;
    $("[data-turner=turn]", turner).hidden = card.dataset.turns !== "2" || !fits.length;
    $("[data-turner=go]", turner).hidden = !what;
  };

  const refresh = () => {               // after a push or a change of the card: light its cells
    clearAim();
    if (kind && !taken()) kind = "";
    const may = Boolean($("[name=decision]", form));
    arena.toggleAttribute("data-ui-taken", Boolean(kind) && may);
    arena.setAttribute("data-ui-js", "");
    for (const spot of lit()) {
      spot.toggleAttribute("data-ui-fit", Boolean(kind) && uses(spot).length > 0);
      spot.toggleAttribute("data-ui-walk", shines(spot));
    }
    for (const card of $$(".hcard[data-kind]")) {
      const took = card.dataset.kind === kind;
      if (card.dataset.take) card.setAttribute("aria-pressed", took ? "true" : "false");
      card.toggleAttribute("data-ui-took", took);
      $(".art", card)?.toggleAttribute("data-ui-turned", took && turn === 180);
    }
    for (const pawn of $$(`.grid [data-pawn="${me}"]`)) pawn.setAttribute("data-ui-mine", "");
    describe();
  };
  const take = (name) => {
    kind = kind === name ? "" : name;
    turn = 0;
    refresh();
    const target = $(".rocker__who[data-ui-fit]");
    if (target && !$(".cell[data-ui-fit]")) target.scrollIntoView({ block: "center", behavior: "smooth" });
  };
  const rotate = () => {
    if (taken()?.dataset.turns !== "2") return;
    turn = 180 - turn;
    const spot = aim;
    refresh();
    if (spot) point(spot);
  };
  const takeFor = (spot) => {           // an untaken card: show first what its only use here would be
    const [{ move }] = offers(spot);
    const [word, ...rest] = move.split(":");
    const card = word === "smash" ? rest[2] : rest[0];
    if (!$(`[data-take="${card}"]`)) return false;
    take(card);
    if (move.endsWith(":180")) turn = 180;
    refresh();
    point(spot);
    return true;
  };
  const play = (offer) => {
    kind = "";
    form.requestSubmit(offer.button);
  };

  // ---- clicks: a mouse lays at once, a finger sees the preview first
  let pointer = "mouse";
  document.addEventListener("pointerdown", (event) => { pointer = event.pointerType; }, true);
  document.addEventListener("click", (event) => {
    const card = event.target.closest("[data-take]");
    if (card) {
      take(card.dataset.take);
      if (kind && !event.detail) $("[data-ui-fit]")?.focus();   // by key: on to its first place
      return;
    }
    const tool = event.target.closest("[data-turner]")?.dataset.turner;
    if (tool === "turn") rotate();
    if (tool === "drop") take(kind);
    if (tool === "go" && aim) play(chosen(aim));
    const spot = event.target.closest(".grid .spot.is-legal, .rocker__who.is-legal");
    if (!spot || event.target.closest(".menu")) return;
    const offer = kind ? uses(spot).length && chosen(spot) : walk(spot);
    if (!offer && !kind && (offers(spot).length !== 1 || !takeFor(spot))) return;   // its menu opens
    event.preventDefault();
    event.stopPropagation();
    if (dragged || !offer) return;
    if (kind && aim !== spot && pointer === "touch" && spot.matches(".cell")) point(spot);
    else play(offer);
  }, true);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || carried || event.target.closest(".turner")) return;
    point(event.target.closest(".grid .spot.is-legal, .rocker__who.is-legal"));
  });
  document.addEventListener("focusin", (event) => {
    const spot = event.target.closest?.(".grid .spot.is-legal, .rocker__who.is-legal");
    if (spot?.matches(":focus-visible")) point(spot);
  });

  // ---- keys: R turns, Escape puts back, arrows go from lit place to lit place
  const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "r" || event.key === "R") rotate();
    else if (event.key === "Escape" && kind) take(kind);
    else if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? 1 : -1);
    else if (ARROWS[event.key] && event.target.matches(".grid .spot")) {
      event.preventDefault();
      const [x, y] = ARROWS[event.key];
      const at = event.target.dataset;
      const ahead = lit().filter((spot) => spot.matches(".cell") && (!kind || spot.hasAttribute("data-ui-fit")))
        .map((spot) => [spot, spot.dataset.col - at.col, spot.dataset.row - at.row])
        .filter(([, dx, dy]) => dx * x + dy * y > 0)
        .sort(([, ax, ay], [, bx, by]) => Math.hypot(ax, ay) + 2 * Math.abs(ax * y + ay * x) - Math.hypot(bx, by) - 2 * Math.abs(bx * y + by * x));
      ahead[0]?.[0].focus();
    }
  });

  // ---- carrying a card from the hand onto its cell
  let carried = null;
  let dragged = false;
  let from = null;
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot.is-legal");
  document.addEventListener("pointerdown", (event) => {
    dragged = false;
    const card = event.target.closest(".hcard[data-kind]:not(.is-blocked)");
    if (card && event.button === 0) from = { card, x: event.clientX, y: event.clientY };
    else if (event.button === 0 && event.pointerType === "mouse" && view.contains(event.target)) {
      from = { x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop };
    }
  });
  document.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!dragged && Math.hypot(dx, dy) < 8) return;
    dragged = true;
    if (!from.card) {
      view.setAttribute("data-ui-drag", "");
      view.scrollTo(from.left - dx, from.top - dy);
      return;
    }
    if (!carried) {
      if (kind !== from.card.dataset.kind) take(from.card.dataset.kind);
      carried = document.createElement("div");
      carried.className = "carried";
      carried.innerHTML = picture(face(`path:${kind}:${turn}`).replace(/^way-$/, kind));
      document.body.append(carried);
    }
    carried.style.transform = `translate(${event.clientX - 36}px,${event.clientY - 36}px)`;
    const spot = under(event);
    if (spot !== aim) point(spot);
  });
  const release = (event) => {
    view.removeAttribute("data-ui-drag");
    from = null;
    if (!carried) return;
    carried.remove();
    carried = null;
    const spot = event.type === "pointerup" && under(event);
    if (spot && uses(spot).length) play(chosen(spot));
    else refresh();
  };
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
  document.addEventListener("dragstart", (event) => { if (event.target.closest(".hcard, .arena")) event.preventDefault(); });
  document.addEventListener("click", (event) => {     // the end of a drag is no click
    if (dragged) { event.preventDefault(); event.stopImmediatePropagation(); dragged = false; }
  }, true);

  // ---- looking around: zoom by wheel, keys, buttons and two fingers; the middle stays where it is
  const LEAST = -2;
  const MOST = 3;
  const zoom = (step, x = view.clientWidth / 2, y = view.clientHeight / 2) => {
    const now = Number(arena.dataset.uiZoom);
    const next = Math.max(LEAST, Math.min(MOST, now + step));
    if (next === now) return;
    const before = [(view.scrollLeft + x) / view.scrollWidth, (view.scrollTop + y) / view.scrollHeight];
    arena.dataset.uiZoom = next;
    view.scrollTo(before[0] * view.scrollWidth - x, before[1] * view.scrollHeight - y);
  };
  view.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = view.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1 : -1, event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  let spread = 0;
  const fingers = ({ touches: [a, b] }) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  view.addEventListener("touchstart", (event) => { spread = event.touches.length === 2 ? fingers(event) : 0; }, { passive: true });
  view.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !spread) return;
    event.preventDefault();
    const ratio = fingers(event) / spread;
    if (ratio > 1.25 || ratio < 0.8) { zoom(ratio > 1 ? 1 : -1); spread = fingers(event); }
  }, { passive: false });
  const show = (cell, behavior = "smooth", hidden = false) => {
    if (!cell) return;
    const [at, box] = [cell.getBoundingClientRect(), view.getBoundingClientRect()];
    if (hidden && at.top > box.top && at.bottom < box.bottom && at.left > box.left && at.right < box.right) return;
    view.scrollBy({ left: at.left + at.width / 2 - box.left - box.width / 2, top: at.top + at.height / 2 - box.top - box.height * 0.6, behavior });
  };
  const stage = () => $(".cell--front");
  // where the eye should be: a choice on the stage or a landing, the own pawn, the way in
  const focus = () => $(".stage__side.is-legal, .cell--landing.is-legal") ?? myCell() ?? $(".cell--ticket[data-col='0']");
  $(".arena__tools").addEventListener("click", (event) => {
    const look = event.target.closest("[data-look]")?.dataset.look;
    if (look === "in" || look === "out") zoom(look === "in" ? 1 : -1);
    if (look === "stage") show(stage());
    if (look === "mine") show(myCell());
  });

  // a push may widen the grid: the stage stays where it was; on the own turn the own pawn shows
  let anchor = null;
  let asked = $("[name=decision]", form)?.value;
  document.addEventListener("greenroom:before-push", () => { anchor = stage().getBoundingClientRect(); });
  document.addEventListener("greenroom:pushed", () => {
    const at = stage().getBoundingClientRect();
    if (anchor) view.scrollBy({ left: at.left - anchor.left, top: at.top - anchor.top, behavior: "instant" });
    refresh();
    const now = $("[name=decision]", form)?.value;
    if (now && now !== asked && !kind) show(focus(), "smooth", true);
    asked = now;
  });
  refresh();
  view.scrollTo((view.scrollWidth - view.clientWidth) / 2, 0);
  show(focus(), "instant", true);
})();
