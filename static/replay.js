// A replay without loading the page anew: arrows step, Home and End jump, space plays on.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const say = (name, detail) => document.dispatchEvent(new CustomEvent(`greenroom:${name}`, { detail }));
  const nav = $("#replay");
  const button = $("#replay-play");
  const speed = $("#replay-speed");
  const SWAPPED = [".banner", "#main", ".tray", ".table__more", "#log-lines"];
  const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
  const fetched = new Map();
  let playing = 0;
  let going = false;

  const step = (rel) => $(`a[rel=${rel}]`, nav).href;
  const load = (url) => {
    if (!fetched.has(url)) {
      if (fetched.size > 40) fetched.clear();
      fetched.set(url, fetch(url).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer))));
    }
    return fetched.get(url);
  };
  const show = (text) => {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    say("before-push");
    for (const part of SWAPPED) {
      const [here, there] = [$(part), $(part, fresh)];
      if (here && there) here.replaceChildren(...there.childNodes);
    }
    for (const link of nav.querySelectorAll("a[rel]")) link.href = $(`#replay a[rel=${link.rel}]`, fresh).href;
    $("[name=move]", nav).value = $("#replay [name=move]", fresh).value;
    $("#version").dataset.version = $("#version", fresh).dataset.version;
    const log = $("#log-lines");
    log.scrollTop = log.scrollHeight;
    say("pushed", { version: Number($("#version").dataset.version) });
  };
  const go = async (url, keep = true) => {
    if (going || (keep && url === location.href)) return;
    going = true;
    try {
      show(await load(url));
      if (keep) history.pushState(null, "", url);
      load(step("next")).catch(() => {});
    } catch {
      location.href = url;
    } finally {
      going = false;
    }
  };

  const stop = () => {
    clearTimeout(playing);
    playing = 0;
    button.setAttribute("aria-pressed", "false");
  };
  const on = async () => {
    if (step("next") === location.href) return stop();
    await go(step("next"));
    if (playing) playing = setTimeout(on, Number(speed.value));
    return undefined;
  };
  const toggle = () => {
    if (playing) return stop();
    button.setAttribute("aria-pressed", "true");
    playing = setTimeout(on, 0);
    return undefined;
  };

  button.hidden = false;
  speed.parentElement.hidden = false;
  button.addEventListener("click", toggle);
  nav.addEventListener("change", (event) => {
    if (event.target !== speed) event.target.form.requestSubmit();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#replay a[rel], a.log__step");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    go(link.href);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [role=tab], dialog[open]")) return;
    if (KEYS[event.key]) {
      event.preventDefault();
      stop();
      go(step(KEYS[event.key]));
    } else if (event.key === " " && !event.target.closest("button, a, summary")) {
      event.preventDefault();
      toggle();
    }
  });
  addEventListener("popstate", () => { stop(); go(location.href.replace(/#.*/, ""), false); });
})();
