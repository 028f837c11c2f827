"""Names of people, and what they say: joined emoji stay whole, and nothing that is invisible passes."""

import pytest

from croupier.server.base.plain_text import look_alike
from croupier.server.base.refusal import RefusalError
from croupier.server.people.chatting import clean_line
from croupier.server.room.lobby import clean_name

PIRATE = "\U0001f3f4\u200d\u2620\ufe0f"
PERSIAN, HINDI = "\u0645\u06cc\u200c\u062e\u0648", "\u0915\u094d\u200d\u0937"
NODS = "\U0001f642\u200d\u2195\ufe0f"
FAMILY = "\U0001f469\U0001f3fd\u200d\U0001f9b0"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (f"Ben {PIRATE}", f"Ben {PIRATE}"), (FAMILY, FAMILY), ("a\u200db", "ab"), ("\u200dAnn\u200d", "Ann"),
        ("\U0001f3f4\u200d", "\U0001f3f4"), ("\u200d\U0001f3f4", "\U0001f3f4"), ("A\u202en\x00n", "Ann"),
        ("\U0001f3f4\u200d\u200d\u2620", "\U0001f3f4\u2620"), (PERSIAN, PERSIAN), (HINDI, HINDI),
        (NODS, NODS), ("a\u200cb", "ab"), ("\u200c\u0645\u200c", "\u0645"), ("An\u3164n", "Ann"),
    ],
)  # fmt: skip
def test_joiners_stay_where_they_are_seen(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept
    assert clean_line(typed) == kept


def test_a_name_of_joiners_is_none() -> None:
    with pytest.raises(RefusalError, match="1 to 24 characters"):
        clean_name("\u200d\u200d")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"), ("Ann", "\u0410nn"), ("Odysseus", "\u039fdysseus"), ("Ilse", "llse"), ("Anna 1", "Anna l"),
        ("Maria", "rnaria"), ("Zo\u00eb", "Zoe\u0308"), ("Ann", "Ann\ufe0f"), ("Ann", "Ann\U000e0100"),
        ("Ann", "\uff21\uff4e\uff4e"), ("\u0418\u0412\u0410\u041d", "\u0438\u0432\u0430\u043d"), ("Ida", "IDA"),
    ],
)  # fmt: skip
def test_names_that_readers_take_for_each_other_are_known(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Jose", "Jos\u00e9"), ("Ian", "Lan"), ("Anna 1", "Anna 2"), ("\u674e", "\u674e\u660e")],
)
def test_names_that_look_different_may_sit_together(one: str, other: str) -> None:
    assert not look_alike(one, other)


@pytest.mark.parametrize(
    "name", ["Player 1", "P1ayer 3", "\u0420layer 10", "SPIELER l", "Joueur \uff12", "jugador O"]
)
def test_nobody_is_called_what_looks_like_a_seat(name: str) -> None:
    with pytest.raises(RefusalError, match="the name of a seat"):
        clean_name(name)
