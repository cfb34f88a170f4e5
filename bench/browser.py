"""Click to changed page in the other player's Chromium: ``python -m bench.browser``.

Two browsers at one table of Rock 'n Roll. The one who is asked clicks an open choice; the time ends
when the script in the other page sees the new version in its document. Both clocks are the
machine's, and nothing polls the pages meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import statistics
from typing import Any

import msgspec
from playwright.async_api import Browser, Page, async_playwright

from app.games.playouts import seed_of
from bench.driver import percentile
from bench.greenroom import Api
from bench.servers import site

GAME = "rock-n-roll"
CHROMIUM = os.environ.get("GREENROOM_CHROMIUM") or shutil.which("chromium")
"""Playwright's own browser where the machine has none."""
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]

_WATCH = """
() => {
  const now = () => performance.timeOrigin + performance.now();
  window.seen = {};
  window.clicked = 0;
  window.told = () => {};
  new MutationObserver(() => {
    const version = Number(document.querySelector("#version").dataset.version);
    window.seen[version] ??= now();
    window.told();
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
  document.addEventListener("click", () => { window.clicked = now(); }, true);
}
"""
_ASKED = "() => document.querySelector('#turn[data-mine]') !== null"
_CLICK = """
(at) => {
  const open = [...document.querySelectorAll("#list button[name=move]:not([data-confirm])")];
  open[at % open.length].click();
  return window.clicked;
}
"""
_SEEN = """
(version) => new Promise((seen) => {
  window.told = () => { if (window.seen[version]) seen(window.seen[version]); };
  window.told();
})
"""
_VERSION = "() => Number(document.querySelector('#version').dataset.version)"


async def _sit_down(browser: Browser, base: str, code: str, token: str) -> Page:
    context = await browser.new_context()
    await context.add_cookies([{"name": "greenroom_session", "value": token, "url": base}])
    page = await context.new_page()
    await page.goto(f"{base}/rooms/{code}")
    await page.wait_for_selector("body[data-connection=open]")
    await page.evaluate(_WATCH)
    return page


async def latency(moves: int) -> dict[str, Any]:
    """Milliseconds of ``moves`` moves."""
    took: list[float] = []
    luck = seed_of("browser")
    async with site(1) as where, async_playwright() as playwright:
        port = where.nodes[0].port
        api = Api(port)
        tokens = [await api.guest(name) for name in ("Anna", "Mo")]
        room = await api.post("/rooms", tokens[0], {"game": GAME, "seats": len(tokens)})
        await api.post(f"/join/{room['invite']}", tokens[1])
        await api.post(f"/rooms/{room['code']}/start", tokens[0])
        await api.close()
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        base = f"http://127.0.0.1:{port}"
        pages = [await _sit_down(browser, base, room["code"], token) for token in tokens]
        while len(took) < moves:
            mover, other = pages if await pages[0].evaluate(_ASKED) else pages[::-1]
            await mover.wait_for_function(_ASKED)
            version = int(await mover.evaluate(_VERSION)) + 1
            clicked = await mover.evaluate(_CLICK, luck[len(took) % len(luck)])
            seen = await other.evaluate(_SEEN, version)
            await mover.evaluate(_SEEN, version)
            took.append((seen - clicked) / 1000)
        await browser.close()
    took.sort()
    return {
        "name": "click to changed page in the other browser",
        "moves": moves,
        "p50": percentile(took, 50),
        "p95": percentile(took, 95),
        "mean": round(statistics.mean(took) * 1000, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    for _ in range(options.rounds):
        found = asyncio.run(latency(options.moves))
        print(msgspec.json.encode(found).decode(), flush=True)


if __name__ == "__main__":
    main()
