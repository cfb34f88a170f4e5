// The table: one form sends every move, blocked pieces say why, pieces are picked before a move.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const { toast, ask } = window.greenroom;
  const table = $("#table");
  const form = $("#move");
  const say = (name, detail) => document.dispatchEvent(new CustomEvent(`greenroom:${name}`, { detail }));

  // ---- moves: an id for each answer; the same id again while no reply has come
  // randomUUID is for https and localhost; a table in the living room may have neither
  const newId = () => crypto.randomUUID?.()
    ?? [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16).padStart(8, "0")).join("-");
  let sent = { answer: "", id: "", decision: "" };
  let answered = "";
  const decision = () => $("[name=decision]", form)?.value ?? "";

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    const asked = button?.dataset.confirm;
    if (button?.dataset.compose !== undefined && !compose(button)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (decision() && decision() === answered) {
      event.preventDefault();           // a double click: its first half has been played
      event.stopImmediatePropagation();
    } else if (asked && !button.dataset.uiAgreed) {
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(asked).then((yes) => {
        if (!yes || !button.isConnected) return;
        button.dataset.uiAgreed = "yes";
        form.requestSubmit(button);
        delete button.dataset.uiAgreed;
      });
    }
  }, true);

  // the page's socket is the short way; without one the form is posted
  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.sourceElement !== form || ctx.values) return;
    if ("uiSending" in table.dataset) return event.preventDefault();
    const move = ctx.request.submitter?.value;
    const answer = `${decision()}:${move}`;
    if (sent.answer !== answer) sent = { answer, id: newId(), decision: decision() };
    ctx.request.body.set("id", sent.id);
    closePopovers();
    table.dataset.uiSending = "";
    const message = { move, decision: sent.decision, id: sent.id };
    const reply = window.greenroom.send?.(message);
    if (!reply) return undefined;
    event.preventDefault();
    reply.then((note) => {
      // nobody knows whether it arrived: posted under the same id it is made once all the same
      if (!note) return htmx.ajax("POST", form.action, { source: form, swap: "none", values: message });
      delete table.dataset.uiSending;
      const replied = settled();
      return note.refused ? refused(note) : accepted(replied);
    });
    return undefined;
  });

  const settled = () => {
    const { decision: replied } = sent;
    sent = { answer: "", id: "", decision: "" };
    return replied;
  };
  const accepted = (replied) => {
    for (const piece of $$("[data-ui-picked]")) {
      piece.removeAttribute("data-ui-picked");
      piece.setAttribute("aria-pressed", "picked" in piece.dataset ? "true" : "false");
    }
    refreshPickers();
    answered = replied;            // the push with the next decision may have come before the reply
    say("moved");
  };
  const refused = (why) => {
    toast([why.refused || "That did not work. Try again.", why.need].filter(Boolean).join(" "),
      { rule: why.rule, url: why.rule_url, bad: true });
    say("refused");
  };

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement === form) delete table.dataset.uiSending;
    if (ctx.sourceElement === $("#chat") && ctx.response?.status < 300) ctx.sourceElement.reset();
  });

  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const mine = ctx.sourceElement === form;
    const replied = mine ? settled() : "";
    if (ctx.response.status < 300) return mine ? accepted(replied) : undefined;
    let why = {};
    try { why = JSON.parse(ctx.text); } catch { /* no reason given */ }
    return refused(why);
  });

  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx?.sourceElement?.matches?.("#move, #undo, #chat")) {
      toast("Not sent: no connection. Try again.", { bad: true });
    }
  });

  // ---- pieces picked before a move: "compose:2.5.5", as long as the menu has it
  const open = () => new Set($$("#panel-choices button[name=move]").map((button) => button.value));
  const composed = (button) => {
    const picked = $$('[data-pick][aria-pressed="true"]', button.closest("[data-picker]"))
      .map((piece) => piece.dataset.pick)
      .sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
    const move = [button.dataset.compose, picked.join(".")].filter(Boolean).join(":");
    return picked.length || open().has(move) ? move : `${move}:-`;   // "-" is no piece at all
  };
  const compose = (button) => {
    const move = composed(button);
    if (open().has(move)) {
      button.value = move;
      return true;
    }
    const no = $$("[data-blocked-move]").find((item) => item.dataset.blockedMove === move);
    toast(no?.dataset.blockedReason || "Pick something else: this can't be played.", { bad: true });
    return false;
  };
  const refreshPickers = () => {
    const moves = open();
    for (const button of $$("[data-compose]")) {
      const ready = moves.has(composed(button));
      button.setAttribute("aria-disabled", ready ? "false" : "true");
      button.toggleAttribute("data-ui-ready", ready);
    }
  };
  const keepPicks = () => {               // a push sets every piece back: pick the same ones again
    for (const piece of $$("[data-pick][data-ui-picked]")) piece.setAttribute("aria-pressed", piece.dataset.uiPicked);
    refreshPickers();
  };

  // ---- the reason: beside the piece on a wide screen, a sheet above the tray on a phone
  const reason = document.createElement("div");
  reason.className = "reason";
  reason.id = "reason";
  reason.popover = "manual";
  document.body.append(reason);
  let explained = null;

  const place = (box, piece) => {
    const at = piece.getBoundingClientRect();
    const size = box.getBoundingClientRect();
    const below = at.bottom + 14 + size.height < innerHeight;
    const left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8));
    box.style.left = `${left}px`;
    box.style.top = `${below ? at.bottom + 14 : Math.max(8, at.top - size.height - 14)}px`;
    box.classList.toggle("is-above", !below);
  };
  window.greenroom.place = place;
  const explain = (piece) => {
    if (explained === piece) return;
    explained = piece;
    const { reason: why, need, rule, ruleUrl } = piece.dataset;
    const figures = document.createElement("b");
    figures.textContent = need ? ` ${need}. ` : " ";
    const link = document.createElement("a");
    link.href = ruleUrl;
    link.target = "rules";
    link.textContent = rule;
    reason.replaceChildren(why, figures, link);
    if (!reason.matches(":popover-open")) reason.showPopover();
    if (matchMedia("(max-width: 760px)").matches) {
      const tray = $(".tray");
      const covered = tray ? Math.max(0, innerHeight - tray.getBoundingClientRect().top) : 62;
      reason.style.setProperty("--tray", `${covered}px`);
      reason.classList.add("reason--tray");
      reason.style.left = reason.style.top = "";
    } else {
      reason.classList.remove("reason--tray");
      place(reason, piece);
    }
    say("explained", { piece, box: reason });
  };
  const unexplain = () => {
    explained = null;
    if (reason.matches(":popover-open")) reason.hidePopover();
  };
  const closePopovers = () => {
    unexplain();
    for (const shown of $$(".menu:popover-open")) shown.hidePopover();
  };
  let leaving = 0;
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const piece = event.target.closest("[data-reason]");
    if (piece || event.target.closest("#reason")) clearTimeout(leaving);
    if (piece) explain(piece);
    else if (explained && !event.target.closest("#reason")) {
      clearTimeout(leaving);
      leaving = setTimeout(unexplain, 250);
    }
  });
  document.addEventListener("focusin", (event) => {
    const piece = event.target.closest("[data-reason]");
    if (piece && piece.matches(":focus-visible")) explain(piece);
    else if (!event.target.closest("#reason")) unexplain();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") unexplain(); });
  document.addEventListener("scroll", (event) => {
    if (explained?.isConnected && !reason.classList.contains("reason--tray") && event.target !== reason) place(reason, explained);
  }, { capture: true, passive: true });

  document.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-pick]");
    if (pick) {
      const on = pick.getAttribute("aria-pressed") !== "true";
      pick.setAttribute("aria-pressed", on ? "true" : "false");
      pick.dataset.uiPicked = on ? "true" : "false";
      refreshPickers();
      say("picked");
      return;
    }
    const blocked = event.target.closest("[data-reason]");
    if (blocked) explain(blocked);
    else if (!event.target.closest("#reason")) unexplain();
    if (event.target.closest(".menu__item[name=move]")) closePopovers();
  });

  // ---- a place with several choices opens a menu of them, made from the list beside the board
  const menu = document.createElement("span");
  menu.className = "menu";
  menu.id = "menu";
  menu.popover = "auto";
  table.append(menu);
  let opener = null;
  const filled = (place) => $$(`#panel-choices [data-where="${CSS.escape(place.dataset.menu)}"]`).map((item) => {
    const copy = document.createElement("button");
    const no = item.dataset.blockedReason;
    const label = no ? $("b", item).textContent : item.textContent;
    copy.className = "menu__item";
    copy.append(label);
    if (no) {
      const rule = $(".rule", item);
      copy.type = "button";
      copy.classList.add("is-blocked");
      copy.ariaLabel = `${label}. Not now: ${no}`;
      copy.ariaDisabled = "true";
      Object.assign(copy.dataset, { reason: no, need: $("em", item)?.textContent ?? "", rule: rule.textContent, ruleUrl: rule.getAttribute("href") });
    } else {
      copy.setAttribute("form", "move");
      Object.assign(copy, { name: "move", value: item.value });
      if (item.dataset.confirm) copy.dataset.confirm = item.dataset.confirm;
    }
    return copy;
  });
  const openMenu = (piece) => {
    const again = menu.matches(":popover-open");
    if (again) menu.hidePopover();
    if (again && opener === piece) return;
    opener = piece;
    menu.replaceChildren(...filled(opener));
    menu.showPopover({ source: opener });
  };
  const renewMenu = () => {
    if (!menu.matches(":popover-open")) return;
    if (opener.isConnected && opener.dataset.menu) {
      const at = $$("button", menu).indexOf(document.activeElement);
      menu.replaceChildren(...filled(opener));
      if (at >= 0) ($$("button", menu)[at] ?? $("button", menu))?.focus();
    } else menu.hidePopover();
  };
  document.addEventListener("click", (event) => {
    const piece = event.target.closest("[data-menu]");
    if (piece) openMenu(piece);
  });

  // small menus open beside their piece
  document.addEventListener("beforetoggle", (event) => {
    const box = event.target;
    if (!box.matches?.(".menu") || event.newState !== "open") return;
    const beside = $(`[popovertarget="${CSS.escape(box.id)}"]`) ?? opener;
    requestAnimationFrame(() => {
      place(box, beside);
      $("button", box)?.focus();
    });
  }, true);

  // ---- log, chat, choices, room: tabs beside the board, a drawer on a phone
  const drawer = $("#drawer");
  const tabs = $$("[role=tab]", drawer);
  const show = (tab) => {
    for (const other of tabs) {
      const on = other === tab;
      other.setAttribute("aria-selected", on ? "true" : "false");
      other.tabIndex = on ? 0 : -1;
      $(`#${other.getAttribute("aria-controls")}`).hidden = !on;
    }
    delete tab.dataset.uiUnread;
    $(`[data-open="${tab.id}"]`)?.removeAttribute("data-ui-unread");
    for (const list of $$("[data-follow]")) list.scrollTop = list.scrollHeight;
  };
  if (tabs.length) {
    drawer.dataset.uiTabs = "";
    show(tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? tabs[0]);
  }
  drawer.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) show(tab);
    if (event.target.closest("[data-close]") || event.target === drawer) drawer.close();
  });
  drawer.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(event.target);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (at < 0 || !step) return;
    const next = tabs[(at + step + tabs.length) % tabs.length];
    show(next);
    next.focus();
  });
  document.addEventListener("click", (event) => {
    const handle = event.target.closest("[data-open]");
    if (!handle) return;
    show($(`#${handle.dataset.open}`));
    drawer.showModal();
  });
  form.addEventListener("submit", () => { if (drawer.open) drawer.close(); });

  // ---- whose turn it is stays in sight where the seats don't fit in a row: oneself first
  const seats = $(".bar__seats");
  let toPlay = "";
  const bringSeat = () => {
    const seat = $(".seat.is-mine:has(.is-turn)", seats) ?? $(".seat:has(.is-turn)", seats);
    if (!seat || seat.id === toPlay) return;
    toPlay = seat.id;
    seats.scrollLeft = seat.offsetLeft - (seats.clientWidth - seat.offsetWidth) / 2;
  };

  // ---- a tray that scrolls shows what can be chosen in it
  const tray = $(".tray");
  const bringChoice = () => {
    const lit = tray ? $$(".is-legal", tray) : [];
    const frame = tray?.getBoundingClientRect();
    const inSight = (piece) => {
      const { left, right, top, bottom } = piece.getBoundingClientRect();
      return left < frame.right - 20 && right > frame.left + 20 && top < frame.bottom - 20 && bottom > frame.top + 20;
    };
    if (!lit.length || lit.some(inSight)) return;
    const at = lit[0].getBoundingClientRect();
    tray.scrollBy({ left: at.left - frame.left - 16, top: at.top - frame.top - 24, behavior: "instant" });
  };

  // ---- after every push: what was in the hand stays there
  document.addEventListener("greenroom:pushed", () => {
    if (decision() !== answered) answered = "";
    keepPicks();
    renewMenu();
    bringSeat();
    bringChoice();
    if (explained && (!explained.isConnected || !explained.dataset.reason)) unexplain();
  });
  refreshPickers();
  bringSeat();
  bringChoice();
})();
