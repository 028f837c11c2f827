"""check_game finds games that do not end, wrong payments, deals that ignore the seed, and bots that peek."""

import time
from typing import Any

import numpy as np
import pytest

from croupier.core.base.errors import CheckError, ConfigError
from croupier.core.base.kernel import kernel
from croupier.core.base.rng import below
from croupier.core.engine.game import Game
from croupier.core.spec.options import Options
from croupier.core.spec.spec import CHANCE, TERMINAL, Bot, BotEntry, GameSpec
from croupier.games.pig import rules as pig
from croupier.games.pig.spec import SPEC as PIG
from croupier.testing.checks import check_game
from tests import toy
from tests.amounts import daily
from tests.changed import changed
from tests.testing.test_check_facts import saying
from tests.toy import DECK
from tests.toy import SPEC as TOY

# -------------------------------------------------------------------------------------------------- the length


@kernel
def play_without_end(s: Any, action: int) -> None:
    """Nobody's answer is counted as the last one."""
    seat = s["player"]
    s["said"][seat] = 1 + action
    s["player"] = (seat + 1) % s["players"]


@kernel
def play_pig_without_end(s: Any, action: int) -> None:
    pig.play(s, action)
    s["scores"][0] = 0
    s["scores"][1] = 0
    if s["player"] == TERMINAL:
        s["player"] = s["turn"]


class AnyAnswers(toy.Notation):
    """All positions are possible."""

    def validate(self, records: Any) -> None:
        del records

    def format_position(self, records: Any) -> dict[str, str]:
        return super().format_position(records) | {"to": str(records[0]["player"])}

    def parse_position(self, records: Any, fields: Any) -> None:
        super().parse_position(records, {name: text for name, text in fields.items() if name != "to"})
        records[0]["player"] = int(fields["to"])


ENDLESS_TOY = changed(TOY, play=play_without_end, notation=AnyAnswers())


def test_a_game_longer_than_its_facts_allow_is_found_while_it_is_played() -> None:
    with pytest.raises(
        CheckError, match=r"not over after 3 plies, and the facts allow no more \(max_game_length=3\)"
    ):
        check_game(Game(ENDLESS_TOY, players=3), games=1, fuzz=0)


@pytest.mark.parametrize("length", daily([None, 5000]))
def test_a_game_without_end_is_found_within_seconds(length: int | None) -> None:
    spec = saying(ENDLESS_TOY, max_game_length=length)
    longest = Game(spec).facts.max_game_length or 10_000
    begun = time.process_time()
    with pytest.raises(CheckError, match=f"the game is not over after {longest} plies") as caught:
        check_game(Game(spec), games=1, fuzz=0)
    assert time.process_time() - begun < 20.0
    assert f"and {longest - 200} random actions (seed 0)" in str(caught.value)
    assert "position: toy" in str(caught.value)


# ------------------------------------------------------------------------------------------------ the payments


@kernel
def returns_to_the_next_seat(s: Any, out: Any) -> None:
    pig.returns(s, out)
    first = out[0]
    out[0] = out[1]
    out[1] = first


@kernel
def toy_returns_to_the_next_seat(s: Any, out: Any) -> None:
    toy.returns(s, out)
    last = out[s["players"] - 1]
    for seat in range(s["players"] - 1, 0, -1):
        out[seat] = out[seat - 1]
    out[0] = last


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        (changed(PIG, returns=returns_to_the_next_seat), {"winning_score": 12}),
        (changed(TOY, returns=toy_returns_to_the_next_seat), {"players": 3}),
    ],
    ids=["pig", "toy"],
)
def test_returns_to_the_wrong_seat_are_found(spec: GameSpec, options: dict[str, Any]) -> None:
    ends = r"seat \d ends with -?\d+ points and utility -?\d"
    with pytest.raises(CheckError, match=f"{ends}, {ends}: `returns` or `points` gives to the wrong seat"):
        check_game(Game(spec, **options), games=10, fuzz=0)


# ------------------------------------------------------------------------------------------------------- chance


@kernel
def chance_deals_every_seed_the_same(s: Any, rng: Any, i: int) -> None:
    below(rng, i, 6)
    for k in range(DECK):
        s["deck"][k] = k + 1
    s["player"] = 0


@kernel
def chance_always_throws_a_two(s: Any, rng: Any, i: int) -> None:
    below(rng, i, 6)
    pig.play_outcome(s, 1)


def test_deals_that_ignore_the_seed_are_found() -> None:
    with pytest.raises(CheckError, match="64 seeds deal the same: `chance` must draw from the generator"):
        check_game(Game(changed(TOY, chance=chance_deals_every_seed_the_same)), games=1, fuzz=0)


@pytest.mark.parametrize(
    "ahead", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["drawn then", "drawn ahead"]
)
def test_listed_outcomes_that_ignore_the_seed_are_found_whatever_the_facts_say(ahead: bool) -> None:
    spec = saying(changed(PIG, chance=chance_always_throws_a_two), draws_ahead=ahead)
    with pytest.raises(CheckError, match="32 random events within games came out the same for 64 seeds each"):
        check_game(Game(spec, winning_score=40), games=6, fuzz=0)


@kernel
def play_then_turn_a_card(s: Any, action: int) -> None:
    toy.play(s, action)
    if s["player"] >= 0:
        s["player"] = CHANCE


@kernel
def chance_turns_the_next_card(s: Any, rng: Any, i: int) -> None:
    if s["deck"][0] == 0:
        toy.chance(s, rng, i)
    said = 0
    for k in range(4):
        said += s["said"][k] > 0
    s["player"] = said


@pytest.mark.thorough
def test_a_deck_that_is_shuffled_once_passes_where_the_facts_say_so() -> None:
    shuffled = changed(TOY, play=play_then_turn_a_card, chance=chance_turns_the_next_card)
    with pytest.raises(CheckError, match=r"32 random events within games .* the facts say draws_ahead=True"):
        check_game(Game(shuffled, players=2), games=40, fuzz=0)
    assert check_game(Game(saying(shuffled, draws_ahead=True), players=2), games=40, fuzz=0) == 80


# --------------------------------------------------------------------------------------------------------- bots


@kernel
def choose_by_all_cards(s: Any, mask: Any, params: Any, rng: Any, i: int) -> int:
    for seat in range(s["players"]):
        if s["deck"][seat] > s["deck"][s["player"]]:
            return toy.FOLD
    return toy.STAY


@kernel
def choose_by_the_own_card(s: Any, mask: Any, params: Any, rng: Any, i: int) -> int:
    return toy.STAY if s["deck"][s["player"]] > params[0] + below(rng, i, 3) else toy.FOLD


@kernel
def choose_what_is_not_legal(s: Any, mask: Any, params: Any, rng: Any, i: int) -> int:
    return 2


def bots(kernel_of_plain: Any, kernel_of_example: Any = choose_by_the_own_card) -> GameSpec:
    """The toy game with a bot that has an argument, and one that does not play under these options."""

    def make(argument: str, options: Options) -> Bot:
        del options
        return Bot(kernel_of_example if argument == "3" else kernel_of_plain, np.array([3]))

    def refuse(argument: str, options: Options) -> Bot:
        raise ConfigError(f"no bot {argument} for {options}")

    return changed(TOY, bots={"bot": BotEntry(make, "", "bot:3"), "other": BotEntry(refuse, "", "other")})


def test_a_bot_that_peeks_is_found() -> None:
    words = r"peeks: in seat \d it chooses \[\w+\], and \[\w+\] where only what this seat cannot know is another"
    with pytest.raises(CheckError, match=f"the bot bot {words}\n  there: toy .*\n  position: toy "):
        check_game(Game(bots(choose_by_all_cards), players=3), games=10, fuzz=0)
    with pytest.raises(CheckError, match=f"the bot bot:3 {words}"):
        check_game(Game(bots(choose_by_the_own_card, choose_by_all_cards), players=3), games=10, fuzz=0)
    assert check_game(Game(bots(choose_by_the_own_card), players=3), games=10, fuzz=0) == 30


def test_a_bot_that_chooses_what_is_not_legal_is_found() -> None:
    with pytest.raises(CheckError, match="the bot bot chooses action 2, which is not legal"):
        check_game(Game(bots(choose_what_is_not_legal)), games=1, fuzz=0)
