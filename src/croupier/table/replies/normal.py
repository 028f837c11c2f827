"""Normalised replies: the game's own letters and signs, without Markdown, quotes, escapes and typography."""

from __future__ import annotations

import re
import unicodedata

MOST_READ = 20_000
"""Characters of a reply that are read, from its end and without its thoughts: what counts stands last."""
MOST_MARKS = 30
"""Combining marks in a row that are read, as in Unicode's Stream-Safe Text Format: sorting them takes a time that
grows with the square of their number."""

_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_BOX = r"^[ \t]*(?:[-*+•][ \t]+)?\[{}\]"
_TICKED = re.compile(_BOX.format("[xX✓✔]") + r"(?=[ \t]*[^\s])", re.MULTILINE)  # alone it may be an action
_UNTICKED = re.compile(_BOX.format(" ?") + r"[^\n]*", re.MULTILINE)
_LONE_STAR = re.compile(r"(?<=[^\s*] )\*(?= [^\s*])")
_TRANSLATED = {
    **dict.fromkeys(map(ord, "−‐‑‒–—―﹣"), "-"),
    **dict.fromkeys(map(ord, "【〔〖「『"), "["),
    **dict.fromkeys(map(ord, "】〕〗」』"), "]"),
    **dict.fromkeys(map(ord, "*`\\\"'“”„‟‘’‚‛«»‹›~$"), None),
}
_SIMPLIFIED = str.maketrans(
    "擲搖繼續選擇決會來數綠黃盜羅髏預測計標贏報競棄號疊兩個還為從後對應該準備終當這現記張輪時間沒絕別將著條輸險",
    "掷摇继续选择决会来数绿黄盗罗髅预测计标赢报竞弃号叠两个还为从后对应该准备终当这现记张轮时间没绝别将着条输险",
)
"""Traditional Chinese characters of the words that are read, or else only some actions could be said in them."""
_KANA = re.compile("[ぁ-ヿ]")
_GLUED = re.compile("(?<=[a-z])(?=[一-鿿])|(?<=[一-鿿])(?=[a-z])")
"""Between a Chinese word and one in Latin letters, which are two words without a space."""
_SHORT = ((re.compile(r"\be\.\s?g\.", re.IGNORECASE), "eg"), (re.compile(r"\bi\.\s?e\.", re.IGNORECASE), "ie"))
_TEX = re.compile(r"(?:text|mathrm|textbf|mathbf|textrm|texttt|mathtt|operatorname)\s*\{([^{}]*)\}")


def without_struck(text: str) -> str:
    """A text without what is struck through (``~~[hold]~~`` is taken back) or not ticked where something is."""
    if _TICKED.search(text):
        text = _TICKED.sub(" ", _UNTICKED.sub(" ", text))
    return _STRUCK.sub(" ", text)


def plain(text: str) -> str:
    """A text without Markdown, quotes and escapes; compatible forms of letters and digits as ASCII has them.

    What is struck through is left out.
    """
    kept = []
    for char in _normal(without_struck(text)).translate(_TRANSLATED):
        digit = unicodedata.decimal(char, None)
        if digit is not None:
            kept.append(str(digit))
        elif unicodedata.category(char) != "Cf":  # zero-width characters
            kept.append(char)
    return "".join(kept)


def spoken(text: str) -> str:
    """A text as games read it where no spelling is kept: plain, in small letters, Chinese as simplified.

    A star alone is ``✱``.
    """
    text = _LONE_STAR.sub("✱", text)
    for pattern, short in _SHORT:
        text = pattern.sub(short, text)
    text = _TEX.sub(r"\1", plain(text)).lower()
    text = _GLUED.sub(" ", text)
    return text if _KANA.search(text) else text.translate(_SIMPLIFIED)


def _normal(text: str) -> str:
    """A text in Unicode's form NFKC, without the marks beyond `MOST_MARKS` on one letter."""
    if text.isascii():
        return text
    kept, marks = [], 0
    for char in text:
        for part in unicodedata.normalize("NFKD", char):
            marks = marks + 1 if unicodedata.combining(part) else 0
            if marks <= MOST_MARKS:
                kept.append(part)
    return unicodedata.normalize("NFKC", "".join(kept))
