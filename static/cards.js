// Find a card: leaves that don't hold every word step aside, and what is empty then with them.
"use strict";
(() => {
  const find = document.querySelector("#find");
  const count = document.querySelector("#count");
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  // a family is a heading and the leaves up to the next one; a chapter without families is one
  const chapters = [...document.querySelectorAll(".chapter")].map((chapter) => {
    const title = chapter.querySelector(".title").textContent;
    const families = [{ heading: null, leaves: [] }];
    for (const part of chapter.querySelectorAll(".folio, .folios__family")) {
      if (part.matches(".folios__family")) families.push({ heading: part, leaves: [] });
      else {
        const family = families.at(-1);
        const words = [title, family.heading?.textContent, part.querySelector(".folio__b").textContent];
        family.leaves.push({ leaf: part, text: plain(words.join(" ")) });
      }
    }
    return { chapter, families };
  });
  const all = document.querySelectorAll(".folio").length;

  const show = () => {
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { chapter, families } of chapters) {
      const before = shown;
      for (const { heading, leaves } of families) {
        const start = shown;
        for (const { leaf, text } of leaves) {
          leaf.hidden = !words.every((word) => text.includes(word));
          shown += leaf.hidden ? 0 : 1;
        }
        if (heading) heading.hidden = shown === start;
      }
      chapter.hidden = shown === before;
    }
    count.hidden = !words.length;
    count.textContent = shown ? `${shown} of ${all}` : "No card says that. The rules may.";
  };

  find.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input")) {
      event.preventDefault();
      find.focus();
      find.select();
    } else if (event.key === "Escape" && event.target === find) {
      find.value = "";
      show();
    }
  });
  if (find.value) show();
})();
