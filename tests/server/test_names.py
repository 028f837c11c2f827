"""Names of people, and what they say: joined emoji stay whole, and nothing that is invisible passes."""

import unicodedata

import pytest

from croupier.server.base.plain_text import LONGEST_LINE, clean_line, clean_name, look_alike
from croupier.server.base.refusal import RefusalError

PIRATE = "\U0001f3f4\u200d\u2620\ufe0f"
PERSIAN, HINDI = "\u0645\u06cc\u200c\u062e\u0648", "\u0915\u094d\u200d\u0937"
NODS = "\U0001f642\u200d\u2195\ufe0f"
FAMILY = "\U0001f469\U0001f3fd\u200d\U0001f9b0"
JOINED = [
    (f"Ben {PIRATE}", f"Ben {PIRATE}"), (FAMILY, FAMILY), ("a\u200db", "ab"), ("\u200dAnn\u200d", "Ann"),
    ("\U0001f3f4\u200d", "\U0001f3f4"), ("\u200d\U0001f3f4", "\U0001f3f4"), ("A\u202en\x00n", "Ann"),
    ("\U0001f3f4\u200d\u200d\u2620", "\U0001f3f4\u2620"), (PERSIAN, PERSIAN), (HINDI, HINDI),
    (NODS, NODS), ("a\u200cb", "ab"), ("\u200c\u0645\u200c", "\u0645"), ("An\u3164n", "Ann"),
]  # fmt: skip
"""What is typed, and what stays of it in a name and in a line."""
LINES = [
    ("Arr!", "Arr!"), ("a\tb\r\nc\u2028d", "a b c d"), (PIRATE, PIRATE),
    ("\u202eevil\u202c \u2066x\u2069\u200f\u061c", "evil x"), ("\x00\x07bell\x1b[31m", "bell[31m"),
    ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
    ("\U0001fae8", "\U0001fae8"),  # younger than this Python's tables
    ("a\u200d\u200d\u200d \u200d", "a"), ("\U000e0041\U000e0042hidden", "hidden"), ("e\u0301", "\u00e9"),
    ("g" + "\u0335" * 50, "g" + "\u0335" * 4), ("x" * LONGEST_LINE, "x" * LONGEST_LINE),
    ("\u200e".join("y" * LONGEST_LINE) + "   ", "y" * LONGEST_LINE),
    ("\U0001f600" * LONGEST_LINE, "\U0001f600" * LONGEST_LINE),
]  # fmt: skip
"""The same of lines, which are longer."""
NO_LINES = [
    *((text, "malformed") for text in ("", " \n\t ", "\u202e\u200d\x00\ufe0f", "\u3164\u2800")),
    *((text, "malformed") for text in ("\ud800", "x\udfffx")),
    *((letter * (LONGEST_LINE + 1), "too-large") for letter in "x\U0001f600"),
]  # fmt: skip
ALIKE = [
    ("Ann", "ANN"), ("Ann", "\u0410nn"), ("Odysseus", "\u039fdysseus"), ("Ilse", "llse"), ("Anna 1", "Anna l"),
    ("Maria", "rnaria"), ("Zo\u00eb", "Zoe\u0308"), ("Ann", "Ann\ufe0f"), ("Ann", "Ann\U000e0100"),
    ("Ann", "\uff21\uff4e\uff4e"), ("\u0418\u0412\u0410\u041d", "\u0438\u0432\u0430\u043d"), ("Ida", "IDA"),
]  # fmt: skip
"""Names that readers take for each other."""
DIFFERENT = [
    ("Ann", "Anna"),
    ("Jose", "Jos\u00e9"),
    ("Ian", "Lan"),
    ("Anna 1", "Anna 2"),
    ("\u674e", "\u674e\u660e"),
]


def test_joiners_stay_where_they_are_seen() -> None:
    for typed, kept in JOINED:
        assert (clean_name(typed), clean_line(typed)) == (kept, kept), ascii(typed)
    with pytest.raises(RefusalError, match="1 to 24 characters"):
        clean_name("\u200d\u200d")


def test_what_is_said_becomes_one_line_without_control_and_direction_characters() -> None:
    for text, shown in LINES:
        assert (clean_line(text), clean_line(shown)) == (shown, shown), ascii(text)
    for text, code in NO_LINES:
        with pytest.raises(RefusalError) as refused:
            clean_line(text)
        assert refused.value.code == code, ascii(text)


def test_of_all_characters_no_control_and_no_direction_is_left() -> None:
    for number in range(0x110000):
        each = chr(number)
        if unicodedata.category(each) in ("Cc", "Cf") or unicodedata.bidirectional(each) in ("LRE", "RLO", "PDF"):
            assert clean_line(f"a{each}b") in ("ab", "a b"), hex(number)


def test_names_that_readers_take_for_each_other_are_known_and_others_may_sit_together() -> None:
    for pairs, alike in ((ALIKE, True), (DIFFERENT, False)):
        for one, other in pairs:
            assert (look_alike(one, other), look_alike(other, one)) == (alike, alike), (ascii(one), ascii(other))


@pytest.mark.parametrize(
    "name", ["Player 1", "P1ayer 3", "\u0420layer 10", "SPIELER l", "Joueur \uff12", "jugador O"]
)
def test_nobody_is_called_what_looks_like_a_seat(name: str) -> None:
    with pytest.raises(RefusalError, match="the name of a seat"):
        clean_name(name)
