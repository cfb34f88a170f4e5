// The resolution as a sequence: cards turn, powers and Roadies work, sums, places, souls. A new
// one plays by itself, any click on Skip (or a newer push) jumps to its end; it stays to be read.
"use strict";
(() => {
  const PAUSE = 850;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const show = () => document.querySelector(".lor-res");
  const steps = (box) => [...box.querySelectorAll("[data-lor-step]")];
  let timer = 0;
  const beatsOf = (box) => box?.querySelectorAll(".lor-beats li").length ?? 0;
  let last = show()?.dataset.lorShow ?? "";
  let beats = beatsOf(show());

  const tools = (box) => {
    box.querySelector("[data-lor-tools]").hidden = calm.matches;
    box.querySelector("[data-lor-skip]").hidden = !timer;
    box.querySelector("[data-lor-again]").hidden = Boolean(timer);
  };
  const finish = () => {
    clearTimeout(timer);
    timer = 0;
    const box = show();
    if (!box) return;
    for (const piece of steps(box)) piece.removeAttribute("data-ui-hidden");
    tools(box);
  };
  const play = (from) => {
    finish();
    const box = show();
    if (!box || calm.matches) return;
    for (const piece of steps(box)) {
      piece.toggleAttribute("data-ui-hidden", Number(piece.dataset.lorStep) > from);
      piece.removeAttribute("data-ui-shown");
    }
    const most = Math.max(...steps(box).map((piece) => Number(piece.dataset.lorStep)));
    const next = (step) => {
      for (const piece of steps(box)) {
        if (Number(piece.dataset.lorStep) !== step) continue;
        piece.removeAttribute("data-ui-hidden");
        piece.setAttribute("data-ui-shown", "");
      }
      if (step < most) timer = setTimeout(next, PAUSE, step + 1);
      else finish();
    };
    timer = setTimeout(next, PAUSE / 2, from + 1);
    tools(box);
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-lor-skip]")) finish();
    if (event.target.closest("[data-lor-again]")) play(0);
  });
  // a choice that lies out of sight is brought into it, once
  let offered = "";
  const point = () => {
    const lit = [...document.querySelectorAll(".is-legal")];
    const now = lit.map((piece) => piece.id).join();
    if (now === offered) return;
    offered = now;
    const inSight = (piece) => {
      const { top, bottom } = piece.getBoundingClientRect();
      return bottom > 0 && top < innerHeight - 40;
    };
    const board = lit.filter((piece) => !piece.closest(".tray"));
    const only = lit.length - board.length <= 1;   // nothing but "stop" lies in the tray
    if (board.length && only && !board.some(inSight)) board[0].scrollIntoView({ block: "center" });
  };

  document.addEventListener("greenroom:pushed", () => {
    point();
    const box = show();
    const [now, before, seen] = [box?.dataset.lorShow ?? "", last, beats];
    [last, beats] = [now, beatsOf(box)];
    if (!box) return;
    if (now === before) return tools(box);
    // what a power step has shown already is not shown again
    const concert = (key) => key.slice(0, key.lastIndexOf("."));
    box.open = true;
    box.scrollIntoView({ block: "start" });
    play(concert(now) === concert(before) ? seen + 1 : 0);
  });
  // who makes a move has seen enough: the next concert gets the room
  document.addEventListener("greenroom:moved", () => {
    finish();
    if (show()?.dataset.lorShow.endsWith("True")) show().open = false;
  });
  if (show()) tools(show());
})();
