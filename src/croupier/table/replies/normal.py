"""Normalised replies: the game's own letters and signs, without Markdown, quotes, escapes and typography."""

from __future__ import annotations

import re
import unicodedata

MOST_READ = 20_000
"""Most characters of a reply without reasoning that are read, from its end, where the answer is."""
MOST_MARKS = 30
"""Most combining marks in a row that are read, as in Unicode's Stream-Safe Text Format: sorting them takes time
quadratic in their number.
"""

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
"""Traditional Chinese characters of the words that are read, without which some actions could not be named."""
_KANA = re.compile("[ぁ-ヿ]")
_GLUED = re.compile("(?<=[a-z])(?=[一-鿿])|(?<=[一-鿿])(?=[a-z])")
"""Between a Chinese word and one in Latin letters, which have no space between them."""
_SHORT = ((re.compile(r"\be\.\s?g\.", re.IGNORECASE), "eg"), (re.compile(r"\bi\.\s?e\.", re.IGNORECASE), "ie"))
_TEX = re.compile(r"(?:text|mathrm|textbf|mathbf|textrm|texttt|mathtt|operatorname)\s*\{([^{}]*)\}")


def without_struck(text: str) -> str:
    """A text without struck parts (``~~[hold]~~``), and without unticked lines if other lines are ticked."""
    if _TICKED.search(text):
        text = _TICKED.sub(" ", _UNTICKED.sub(" ", text))
    return _STRUCK.sub(" ", text)


def plain(text: str) -> str:
    """A text without Markdown, quotes, escapes and struck text, with compatible letters and digits as ASCII."""
    kept = []
    for char in _normal(without_struck(text)).translate(_TRANSLATED):
        digit = unicodedata.decimal(char, None)
        if digit is not None:
            kept.append(str(digit))
        elif unicodedata.category(char) != "Cf":  # zero-width characters
            kept.append(char)
    return "".join(kept)


def spoken(text: str) -> str:
    """A text in normal form for reading: plain, lower case, simplified Chinese, with a single star as ``✱``."""
    text = _LONE_STAR.sub("✱", text)
    for pattern, short in _SHORT:
        text = pattern.sub(short, text)
    text = _TEX.sub(r"\1", plain(text)).lower()
    text = _GLUED.sub(" ", text)
    return text if _KANA.search(text) else text.translate(_SIMPLIFIED)


def _normal(text: str) -> str:
    """A text in Unicode's form NFKC, with at most `MOST_MARKS` marks on one letter."""
    if text.isascii():
        return text
    kept, marks = [], 0
    for char in text:
        for part in unicodedata.normalize("NFKD", char):
            marks = marks + 1 if unicodedata.combining(part) else 0
            if marks <= MOST_MARKS:
                kept.append(part)
    return unicodedata.normalize("NFKC", "".join(kept))
