// The socket's side of the page: reconnecting, asking for what was missed, focus, title, clocks.
// The wire format stands in docs/protocol.md.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const say = (name, detail) => document.dispatchEvent(new CustomEvent(`greenroom:${name}`, { detail }));
  const live = $("#live");
  const banner = $("#connection");
  const title = document.title;
  const PROBE_MS = 2000;
  const ANSWER_MS = 5000;

  let connection = null;
  let probe = 0;
  let shown = Number($("#version").dataset.version);
  let clockAhead = 0;           // server time minus ours, in ms
  let lostAt = 0;
  let leaving = false;          // a form takes the reader to another page

  const isOpen = () => connection?.socket?.readyState === WebSocket.OPEN;
  const tell = (message) => { if (isOpen()) connection.socket.send(JSON.stringify(message)); };

  // ---- greenroom.send(message with an id): resolves to its answer, or to null when there is no
  // socket, or it went before the answer came; then nobody knows whether the message arrived
  const unanswered = new Map();
  window.greenroom.send = (message) => {
    if (!isOpen()) return null;
    tell(message);
    expectSign(ANSWER_MS);
    return new Promise((resolve) => unanswered.set(message.id, resolve));
  };
  const giveUp = () => {
    for (const resolve of unanswered.values()) resolve(null);
    unanswered.clear();
  };

  // ---- the connection
  const lost = (text) => {
    banner.textContent = text;
    banner.hidden = false;
    document.body.dataset.connection = "lost";
  };
  const found = () => {
    if (document.body.dataset.connection === "open") return;
    banner.hidden = true;
    lostAt = 0;
    document.body.dataset.connection = "open";
  };
  const offline = () => lost(navigator.onLine ? "Reconnecting…" : "You are offline. The table waits.");
  document.addEventListener("htmx:ws:before:connection", ({ detail }) => {
    connection = detail.connection;
    const url = new URL(connection.url);
    url.searchParams.set("since", shown);
    connection.url = url.href;
  });
  document.addEventListener("htmx:ws:after:connection", ({ detail }) => {
    connection = detail.connection;
    connection.queue.length = 0;          // what was clicked while offline is stale
    found();
  });
  document.addEventListener("htmx:ws:close", ({ detail }) => {
    clearTimeout(probe);
    giveUp();
    if (detail.reason !== "closed") return;
    if ((connection?.config.reconnectCodes ?? []).includes(detail.code)) {
      lostAt ||= Date.now();
      setTimeout(() => { if (lostAt && !isOpen()) offline(); }, 600);   // a blink is no news
      return;
    }
    lost(detail.code === 1008 ? "You no longer have a place in this room. " : "The connection was closed. ");
    const again = document.createElement("a");
    again.href = location.href;
    again.textContent = "Load the page again";
    banner.append(again);
  });

  // A slow network may let htmx look at the page before its extension has arrived.
  document.addEventListener("DOMContentLoaded", () => htmx.process(live));

  // The extension opens a new socket when the old one closes; a dead peer's close can take
  // minutes, so say it ourselves.
  const renew = () => {
    if (!connection?.socket) return;
    clearTimeout(connection.timer);
    connection.attempt = 0;
    connection.socket.dispatchEvent(new CloseEvent("close", { code: 1006 }));
  };
  const expectSign = (ms) => {
    clearTimeout(probe);
    probe = setTimeout(() => { offline(); renew(); }, ms);
  };
  const check = () => {
    clearTimeout(probe);
    if (!connection?.socket || connection.socket.readyState === WebSocket.CONNECTING) return;
    if (!isOpen()) return renew();
    tell({ ask: "version" });
    expectSign(PROBE_MS);
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) check(); });
  addEventListener("online", check);
  addEventListener("offline", offline);
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target.method === "post") leaving = true;
  });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // ---- a room before its start, or one that has just started, is another page
  const renewPage = async () => {
    if (leaving) return undefined;      // to load this page again would stop that
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#lobby");
    if (leaving) return undefined;
    if (!answer.ok || !fresh || !$("#lobby")) return location.reload();
    await htmx.swap({ sourceElement: live, target: $("#lobby"), swap: "outerMorph", text: fresh.outerHTML });
    say("pushed", { version: shown });
    return undefined;
  };

  // ---- messages
  let held = null;
  document.addEventListener("htmx:ws:before:message:incoming", ({ detail: { message } }) => {
    clearTimeout(probe);
    found();
    if (message.data.startsWith("{")) {
      const note = JSON.parse(message.data);
      unanswered.get(note.id)?.(note);
      unanswered.delete(note.id);
      if (note.now) clockAhead = note.now - Date.now();
      if (note.quiet) shown = Math.max(shown, note.version);
      else if (note.version > shown) tell({ ask: "page" });
      return;
    }
    const focused = document.activeElement;
    held = focused && focused !== document.body
      ? { id: focused.id, region: focused.closest(".region")?.id } : null;
    const follow = $$("[data-follow]")
      .filter((list) => list.scrollTop + list.clientHeight > list.scrollHeight - 40);
    held = { ...held, follow, log: $("#log-lines")?.lastElementChild?.id, chat: $("#chat-lines")?.lastElementChild?.id };
    say("before-push");
  });

  document.addEventListener("htmx:ws:after:message:incoming", ({ detail: { message } }) => {
    if (message.data.startsWith("{")) return;
    const version = $("#version").dataset;
    const after = Number(version.after);
    const gap = after > shown;
    shown = Number(version.version);
    clockAhead = Number(version.now) - Date.now();
    if (gap) tell({ ask: "page" });
    if ("reload" in version || ("table" in version && $("#lobby"))) renewPage();
    for (const list of held?.follow ?? []) list.scrollTop = list.scrollHeight;
    unread("log", held?.log);
    unread("chat", held?.chat);
    refocus();
    retitle();
    tick();
    say("pushed", { version: shown });
  });

  const refocus = () => {
    if (!held?.id && !held?.region) return;
    if (document.activeElement && document.activeElement !== document.body) return;
    const again = held.id ? document.getElementById(held.id) : null;
    const next = again?.matches("button, a, input, [tabindex]") ? again
      : $(".is-legal", held.region ? document.getElementById(held.region) ?? document : document) ?? $("#turn");
    next?.focus({ preventScroll: true });
  };
  const unread = (kind, before) => {
    const last = $(`#${kind}-lines`)?.lastElementChild?.id;
    const tab = $(`#tab-${kind}`);
    if (!tab || last === before || kind === "log") return;
    const handle = $(`[data-open="tab-${kind}"]`);
    const looking = tab.getAttribute("aria-selected") === "true" && $("#drawer").checkVisibility();
    if (!looking) for (const mark of [tab, handle]) mark?.setAttribute("data-ui-unread", "");
    say("chat");
  };

  // ---- the title says whose turn it is; a clock counts by the server's time
  let mine = null;
  const retitle = () => {
    const turn = $("#turn");
    if (!turn) return;
    document.title = turn.dataset.title ? `${turn.dataset.title} · ${title}` : title;
    const now = "mine" in turn.dataset;
    if (mine === false && now) say("your-turn");
    mine = now;
  };
  const tick = () => {
    for (const clock of $$("[data-deadline]")) {
      const left = Math.max(0, Math.ceil((Number(clock.dataset.deadline) - Date.now() - clockAhead) / 1000));
      const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
      const pad = (n) => String(n).padStart(2, "0");
      const text = hours ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`;
      if (clock.textContent !== text) clock.textContent = text;
      clock.toggleAttribute("data-ui-short", left <= 10);
    }
  };
  clockAhead = Number($("#version").dataset.now) - Date.now();
  retitle();
  tick();
  setInterval(tick, 500);
})();
