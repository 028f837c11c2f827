"""The picture that messengers show beside a link.

``uv run python -m tests.browser.preview`` makes it anew from the games' own cards, in the folder of the pages.
"""

from __future__ import annotations

import io
import sys

from PIL import Image

from croupier.server.process.app import STATIC
from tests.browser.conftest import browsing

SIZE = (1200, 630)
"""Width and height that previews are made for."""
MOST = 60_000
"""Bytes."""
_COLOURS = 64
_DRAW = """() => {
  const cards = ["skull-king/faces/mermaid", "skull-king/faces/black 14", "skull-king/faces/skull king",
                 "spite-malice/faces/8", "pig/faces/5"];
  const style = (each, text) => Object.assign(each.style, text);
  document.body.replaceChildren();
  style(document.body, {margin: 0, background: "#1f4a44",
                        color: "#fdf7e8", fontFamily: "Georgia, serif", height: "630px", overflow: "hidden"});
  const title = document.body.appendChild(document.createElement("h1"));
  title.textContent = "croupier";
  style(title, {font: "700 120px Georgia, serif", textAlign: "center", margin: "48px 0 0"});
  const text = document.body.appendChild(document.createElement("p"));
  text.textContent = "Cards and dice with friends, in the browser";
  style(text, {font: "40px Georgia, serif", textAlign: "center", margin: "10px 0 30px", color: "#f2c14e"});
  cards.forEach((card, at) => {
    const image = document.body.appendChild(document.createElement("img"));
    image.src = encodeURI(`/pictures/${card}.svg`);
    style(image, {position: "absolute", width: "210px", left: `${130 + 185 * at}px`,
                  top: `${330 + 14 * (at - 2) ** 2}px`, rotate: `${9 * (at - 2)}deg`});
  });
}"""


def main() -> int:
    """Make the picture."""
    with browsing() as (browser, address):
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.goto(address)
        page.evaluate(_DRAW)
        page.wait_for_load_state("networkidle")
        shot = (
            Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
        )
        shot.save(STATIC / "preview.png", optimize=True)
        broken = page.evaluate("[...document.images].filter((each) => !each.naturalWidth).map((each) => each.src)")
    size = (STATIC / "preview.png").stat().st_size
    sys.stdout.write(f"{STATIC / 'preview.png'}: {size} bytes {broken or ''}\n")
    return int(size > MOST or bool(broken))


if __name__ == "__main__":
    sys.exit(main())
