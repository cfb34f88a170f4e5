// Six short sounds, made here, off until switched on. A theme colours the timbre.
"use strict";
(() => {
  const button = document.querySelector("#sound");
  const theme = document.body.dataset.game;
  const KEY = "greenroom.sound";
  const TIMBRE = {
    "rock-n-roll": ["triangle", 1], "thrash-n-roll": ["sawtooth", .5], "ready-to-rock": ["square", 1],
    "lords-of-rock": ["sine", 2], "rock-hard-1977": ["sawtooth", 1],
  };
  const [wave, octave] = TIMBRE[theme] ?? ["triangle", 1];
  let on = false;
  let audio = null;
  try { on = localStorage.getItem(KEY) === "on"; } catch { /* stays off */ }

  const note = (hertz, start, length, loud = .16) => {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = wave;
    tone.frequency.setValueAtTime(hertz * octave, at);
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + .008);
    gain.gain.exponentialRampToValueAtTime(.001, at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  };
  const noise = (start, length, hertz, loud = .2) => {
    const at = audio.currentTime + start;
    const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 3;
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    const gain = audio.createGain();
    source.buffer = buffer;
    filter.type = "bandpass";
    filter.frequency.value = hertz;
    gain.gain.value = loud;
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start(at);
  };
  const SOUNDS = {
    turn: () => { note(196, 0, .3); note(294, .12, .4); },
    piece: () => { noise(0, .07, 900, .5); note(98, 0, .09, .1); },
    dice: () => { for (const at of [0, .07, .12, .2, .26]) noise(at, .05, 1800, .5); },
    card: () => noise(0, .12, 3200, .3),
    refused: () => { note(82, 0, .12); note(78, .03, .12); },
    finished: () => { for (const hertz of [98, 147, 196, 247]) note(hertz, 0, .4, .1); },
  };
  const play = (name) => {
    if (!on || (document.hidden && name !== "turn")) return;
    audio ??= new AudioContext();
    audio.resume();
    SOUNDS[name]();
  };
  const draw = () => button?.setAttribute("aria-pressed", on ? "true" : "false");

  button?.addEventListener("click", () => {
    on = !on;
    try { localStorage.setItem(KEY, on ? "on" : "off"); } catch { /* for this page only */ }
    draw();
    play("turn");
  });
  // nobody looks: once more after half a minute, and after two
  const AGAIN_MS = [30_000, 90_000];
  let again = 0;
  const call = (round = 0) => {
    clearTimeout(again);
    play("turn");
    if (!document.hidden || round >= AGAIN_MS.length) return;
    again = setTimeout(() => {
      if (document.hidden && document.querySelector("#turn[data-mine]")) call(round + 1);
    }, AGAIN_MS[round]);
  };
  document.addEventListener("greenroom:your-turn", () => call());
  document.addEventListener("greenroom:refused", () => play("refused"));
  document.addEventListener("greenroom:picked", () => play("piece"));
  document.addEventListener("greenroom:moved", () => {
    const dice = document.querySelector("#table .die[data-mark]");
    play(dice ? "dice" : "piece");
  });
  document.addEventListener("greenroom:pushed", () => {
    if (document.querySelector(".turn--over") && !document.body.dataset.uiOver) {
      document.body.dataset.uiOver = "";
      play("finished");
    }
  });
  if (document.querySelector(".turn--over")) document.body.dataset.uiOver = "";
  draw();
})();
