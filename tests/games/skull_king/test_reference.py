"""The reference implementation of Skull King, rule by rule; the ids are those of the rules page."""

import copy
from collections import Counter
from random import Random

import pytest

from tests.games.skull_king.reference import (
    GRAYBEARD,
    SCHEDULES,
    Decision,
    Options,
    Phase,
    ReferenceGame,
    play_random_game,
    random_step,
)
from tests.games.skull_king.reference_cards import (
    BY_NAME,
    PIRATES,
    Card,
    Kind,
    full_deck,
    named,
    sorted_names,
)
from tests.games.skull_king.reference_scoring import Result, round_points, utilities
from tests.games.skull_king.reference_tricks import Outcome, Play, lead_suit, playable, resolve

# ------------------------------------------------------------------------------------------------- helpers


def trick(text: str) -> list[Play]:
    """Reads "green 7, tigress:pirate": seat 0 plays the first card, seat 1 the next."""
    plays = []
    for seat, shown in enumerate(text.split(", ")):
        name, _, role = shown.partition(":")
        plays.append(Play(seat, BY_NAME[name], as_pirate=role == "pirate" if role else None))
    return plays


def winner(text: str) -> int | None:
    play = resolve(trick(text)).winner
    return None if play is None else play.seat


def may_play(hand: str, table: str) -> list[str]:
    return [card.name for card in playable(named(*hand.split(", ")), trick(table) if table else [])]


def stacked(options: Options, top: list[str]) -> list[Card]:
    """Stacks the deck: some cards first, the others in deck order behind them."""
    rest = Counter(card.name for card in options.deck)
    rest.subtract(top)
    assert min(rest.values()) >= 0, f"too many of a card in {top}"
    return named(*top, *rest.elements())


def start(
    *hands: str,
    people: int | None = None,
    undealt: str = "",
    dealer: int | None = None,
    rounds: int = 1,
    loot: bool = False,
    kraken: bool = False,
    whale: bool = False,
    rascal: bool = False,
    without: str = "",
) -> ReferenceGame:
    """Deals hands like "green 7, escape" by seat; the last seat deals, so that seat 0 leads."""
    cards = [hand.split(", ") for hand in hands]
    players = people or len(cards)
    options = Options(
        players=players,
        schedule=(len(cards[0]),) * rounds,
        loot=loot,
        kraken=kraken,
        whale=whale,
        rascal=rascal,
        rosie=without != "rosie",
        bendt=without != "bendt",
        roatan=without != "roatan",
        jade=without != "jade",
        harry=without != "harry",
    )
    game = ReferenceGame(options)
    top = [name for hand in cards for name in hand] + (undealt.split(", ") if undealt else [])
    game.deal(stacked(options, top), players - 1 if dealer is None else dealer)
    return game


def bid(game: ReferenceGame, *bids: int) -> None:
    """Makes everybody's bid, given by seat."""
    while game.phase is Phase.BIDDING:
        assert game.player is not None
        game.apply(("bid", bids[game.player]))


def play(game: ReferenceGame, text: str) -> None:
    """Plays cards in turn, the Tigress with her declaration."""
    for shown in text.split(", "):
        name, _, role = shown.partition(":")
        game.apply(("play", name))
        if role:
            game.apply(("tigress", role))


def started(*hands: str, **settings: int | str | bool) -> ReferenceGame:
    """Starts a game in which everybody has bid zero."""
    game = start(*hands, **settings)  # type: ignore[arg-type]
    bid(game, *[0] * game.options.players)
    return game


def cards_everywhere(game: ReferenceGame) -> list[Card]:
    now = game.round
    return [
        *(card for hand in now.hands for card in hand),
        *now.undealt,
        *now.discards,
        *(play.card for play in now.trick),
        *(play.card for plays, _ in now.finished for play in plays),
    ]


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a test's randomness need not be unguessable


# --------------------------------------------------------------------------------- SK-1, SK-2, SK-3: the deal


def test_sk_1_the_deck_has_70_to_74_cards() -> None:
    assert len(full_deck()) == 70
    assert len(full_deck(loot=True)) == 72
    assert len(full_deck(kraken=True)) == len(full_deck(whale=True)) == 71
    assert len(full_deck(loot=True, kraken=True, whale=True)) == 74


def test_sk_1_the_deck_holds_the_right_cards_in_order() -> None:
    kinds = Counter(card.kind for card in full_deck(loot=True, kraken=True, whale=True))
    assert kinds == {
        Kind.NUMBER: 56,
        Kind.ESCAPE: 5,
        Kind.PIRATE: 5,
        Kind.TIGRESS: 1,
        Kind.SKULL_KING: 1,
        Kind.MERMAID: 2,
        Kind.LOOT: 2,
        Kind.KRAKEN: 1,
        Kind.WHALE: 1,
    }
    names = [card.name for card in full_deck(loot=True, kraken=True, whale=True)]
    assert [names[place] for place in (0, 13, 14, 28, 42, 55)] == [
        "green 1",
        "green 14",
        "yellow 1",
        "purple 1",
        "black 1",
        "black 14",
    ]
    assert names[56:] == [
        *["escape"] * 5,
        *PIRATES,
        *["tigress", "skull king", "mermaid", "mermaid", "loot", "loot", "kraken", "whale"],
    ]


@pytest.mark.parametrize(
    ("name", "players", "sizes"),
    [
        ("ten", 4, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("ten", 7, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("ten", 8, [1, 2, 3, 4, 5, 6, 7, 8, 8, 8]),
        ("ten", 2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("even", 3, [2, 2, 4, 4, 6, 6, 8, 8, 10, 10]),
        ("skip", 3, [6, 7, 8, 9, 10]),
        ("fives", 3, [5, 5, 5, 5, 5]),
        ("tens", 8, [8] * 10),
        ("down", 8, [8, 8, 7, 7, 5, 5, 3, 3, 1, 1]),
        ("one", 8, [1]),
    ],
)
def test_sk_2_schedules_and_the_largest_feasible_hand(name: str, players: int, sizes: list[int]) -> None:
    options = Options(players=players, schedule=SCHEDULES[name])
    assert [options.hand_size(index) for index in range(len(options.schedule))] == sizes


def test_sk_2_eight_players_do_not_run_out_of_cards() -> None:
    game = play_random_game(Options(players=8, schedule=SCHEDULES["tens"]), seeded(1))
    assert game.phase is Phase.OVER
    assert len(game.round_points) == 10


def test_sk_2_the_largest_feasible_hand_counts_the_expansion() -> None:
    assert Options(players=8, schedule=(10,), kraken=True).hand_size(0) == 8
    assert Options(players=8, schedule=(10,), loot=True, kraken=True, whale=True).hand_size(0) == 9


@pytest.mark.parametrize("settings", [{"players": 1}, {"players": 9}, {"players": 2, "schedule": ()}])
def test_sk_2_impossible_options_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="must"):
        Options(**settings)  # type: ignore[arg-type]


def test_sk_2_hands_are_dealt_whole_and_in_seat_order() -> None:
    game = start("green 1, green 2", "black 1, escape", "mermaid, rosie", undealt="purple 9, yellow 3")
    view = game.snapshot()
    assert view.hands == (("green 1", "green 2"), ("black 1", "escape"), ("mermaid", "rosie"))
    assert view.undealt[:2] == ("purple 9", "yellow 3")
    assert len(view.undealt) == 64


def test_sk_2_a_deal_must_be_the_whole_deck_and_must_be_due() -> None:
    game = ReferenceGame(Options(players=3))
    deck = game.options.deck
    for wrong in (deck[:-1], [*deck[:-1], *named("kraken")], [*deck[1:], deck[-1]]):
        with pytest.raises(ValueError, match="the deck"):
            game.deal(wrong, 0)
    game.deal(deck, 0)
    with pytest.raises(ValueError, match="no deal is due"):
        game.deal(deck)


def test_sk_3_the_deal_moves_left() -> None:
    game = ReferenceGame(Options(players=3, schedule=(1,) * 4))
    seen = []
    while game.phase is not Phase.OVER:
        game.deal(game.options.deck, 1 if game.round_index == 0 else None)
        seen.append((game.dealer, game.round.leader, game.player))
        while game.player is not None:
            game.apply(game.legal()[0])
    assert seen == [(1, 2, 2), (2, 0, 0), (0, 1, 1), (1, 2, 2)]


def test_sk_3_only_the_right_dealer_is_accepted() -> None:
    game = ReferenceGame(Options(players=3, schedule=(1, 1)))
    for dealer in (None, -1, 3):
        with pytest.raises(ValueError, match="dealer"):
            game.deal(game.options.deck, dealer)
    game.deal(game.options.deck, 2)
    while game.player is not None:
        game.apply(game.legal()[0])
    with pytest.raises(ValueError, match="dealer"):
        game.deal(game.options.deck, 1)
    game.deal(game.options.deck, 0)
    assert game.dealer == 0


def test_sk_3_left_of_the_dealer_leads_and_then_the_winner() -> None:
    game = start("green 1, green 2", "green 9, green 3", "green 4, green 8", dealer=1)
    bid(game, 0, 0, 0)
    assert (game.player, game.play_order()) == (2, [2, 0, 1])
    play(game, "green 4, green 1, green 9")
    assert (game.round.leader, game.play_order()) == (1, [1, 2, 0])
    play(game, "green 3, green 8, green 2")
    assert game.snapshot().tricks_won == (0, 1, 1)


# ------------------------------------------------------------------------------------------- SK-4: the bids


def test_sk_4_bids_are_zero_to_the_cards_dealt() -> None:
    game = start("green 1, green 2", "black 1, escape", "mermaid, rosie")
    assert game.legal() == [("bid", 0), ("bid", 1), ("bid", 2)]


def test_sk_4_bids_are_made_in_turn_order() -> None:
    game = start("green 1", "green 2", "green 3", "green 4", dealer=1)
    order = []
    while game.phase is Phase.BIDDING:
        order.append(game.player)
        game.apply(("bid", 0))
    assert order == [2, 3, 0, 1]


def test_sk_4_no_bid_is_visible_before_the_last_one() -> None:
    game = start("green 1", "green 2", "green 3")
    for done in range(3):
        assert game.public_bids == [None, None, None]
        assert game.snapshot().has_bid == tuple(seat < done for seat in range(3))
        game.apply(("bid", done % 2))
    assert game.public_bids == [0, 1, 0]


# ------------------------------------------------------------------------------------ SK-5: following suit


@pytest.mark.parametrize(
    ("table", "suit"),
    [
        ("green 7", "green"),
        ("black 2, green 7", "black"),
        ("escape, yellow 3, green 7", "yellow"),
        ("loot, purple 3", "purple"),
        ("tigress:escape, purple 3", "purple"),
        ("escape, escape", None),
        ("harry, green 7", None),
        ("tigress:pirate, green 7", None),
        ("mermaid, green 7", None),
        ("skull king, green 7", None),
        ("kraken, green 7", None),
        ("whale, green 7", None),
        ("escape, jade, green 7", None),
        ("loot, escape, mermaid, green 7", None),
        ("green 7, whale", "green"),
        ("kraken, green 7, whale", None),
    ],
)
def test_sk_5_lead_suit(table: str, suit: str | None) -> None:
    assert lead_suit(trick(table)) == suit


def test_sk_5_who_holds_the_suit_plays_it_or_a_special() -> None:
    hand = "green 2, green 9, black 14, yellow 3, escape, rosie, kraken, whale, loot, mermaid"
    specials = ["escape", "rosie", "kraken", "whale", "loot", "mermaid"]
    assert may_play(hand, "green 7") == ["green 2", "green 9", *specials]
    assert may_play(hand, "escape, black 3") == ["black 14", *specials]


def test_sk_5_trump_may_not_be_played_while_able_to_follow() -> None:
    assert may_play("black 14, green 1", "green 7") == ["green 1"]


def test_sk_5_without_the_suit_anything_is_legal() -> None:
    assert may_play("black 14, yellow 1, escape", "green 7") == ["black 14", "yellow 1", "escape"]
    assert may_play("black 14, yellow 1", "") == ["black 14", "yellow 1"]


def test_sk_5_a_number_after_a_led_character_sets_no_suit() -> None:
    assert may_play("green 1, yellow 1", "rosie, green 7") == ["green 1", "yellow 1"]
    assert may_play("green 1, yellow 1", "escape, mermaid, green 7") == ["green 1", "yellow 1"]


def test_sk_5_a_later_whale_does_not_lift_the_duty() -> None:
    assert may_play("green 1, yellow 1", "green 7, whale") == ["green 1"]


def test_sk_5_the_game_offers_only_legal_cards_and_identical_ones_once() -> None:
    game = started("green 7, green 8, rosie", "green 1, yellow 1, black 1", "escape, escape, green 2")
    play(game, "green 7")
    assert game.legal() == [("play", "green 1")]
    with pytest.raises(ValueError, match="not legal"):
        game.apply(("play", "black 1"))
    play(game, "green 1")
    assert game.legal() == [("play", "green 2"), ("play", "escape")]


# -------------------------------------------------------------------------------------- SK-6: the winner


@pytest.mark.parametrize(
    ("table", "seat"),
    [
        ("green 7, green 9, yellow 14", 1),
        ("green 7, green 9, black 1", 2),
        ("black 3, black 9, green 14, black 4", 1),
        ("escape, purple 2, yellow 14, escape", 1),
        ("green 14, mermaid, black 14", 1),
        ("mermaid, mermaid, black 14", 0),
        ("mermaid, jade, black 14", 1),
        ("jade, rosie, mermaid", 0),
        ("jade, skull king, rosie", 1),
        ("mermaid, green 3, escape", 0),
    ],
)
def test_sk_6_winner(table: str, seat: int) -> None:
    assert winner(table) == seat


def test_sk_6_first_mermaid_beats_skull_king() -> None:
    assert winner("skull king, mermaid, mermaid") == 1
    assert winner("mermaid, rosie, skull king, mermaid") == 0
    assert winner("rosie, skull king, mermaid") == 2


def test_sk_6_the_first_card_wins_among_escapes() -> None:
    assert winner("escape, escape, escape") == 0
    assert winner("escape, loot, tigress:escape") == 0
    assert winner("tigress:escape, escape, loot") == 0


# ------------------------------------------------------------------------------------- SK-7: the Tigress


def test_sk_7_the_tigress_wins_or_loses_as_declared() -> None:
    assert winner("green 7, tigress:pirate, rosie") == 1
    assert winner("green 7, tigress:escape, green 2") == 0


def test_sk_7_the_tigress_is_declared_as_she_is_played() -> None:
    game = started("tigress, green 1", "green 2, green 3", "green 4, green 5")
    game.apply(("play", "tigress"))
    assert (game.phase, game.player) == (Phase.TIGRESS, 0)
    assert game.snapshot().trick == ((0, "tigress"),)
    assert game.snapshot().hands[0] == ("green 1",)
    assert game.legal() == [("tigress", "escape"), ("tigress", "pirate")]
    game.apply(("tigress", "pirate"))
    assert (game.phase, game.player) == (Phase.PLAYING, 1)
    assert game.snapshot().trick == ((0, "tigress:pirate"),)


def test_sk_7_the_tigress_has_no_ability() -> None:
    game = started("tigress, green 1", "green 2, green 3", "green 4, green 5")
    play(game, "tigress:pirate, green 2, green 4")
    assert (game.phase, game.player) == (Phase.PLAYING, 0)
    assert game.snapshot().tricks_won == (1, 0, 0)


def test_sk_7_a_tigress_as_pirate_counts_for_the_bonuses() -> None:
    assert resolve(trick("tigress:pirate, mermaid")).bonus == 20
    assert resolve(trick("skull king, tigress:pirate, jade")).bonus == 60
    assert resolve(trick("skull king, tigress:escape")).bonus == 0


# ------------------------------------------------------------------- SK-8, SK-9, SK-10: Kraken and Whale


@pytest.mark.parametrize(
    ("table", "leads"),
    [
        ("green 7, kraken, green 9", 2),
        ("green 7, black 14, kraken", 1),
        ("kraken, green 7, purple 9", 1),
        ("escape, kraken, escape", 0),
        ("kraken, escape, escape", 1),
        ("skull king, kraken, mermaid", 2),
    ],
)
def test_sk_8_the_kraken_destroys_the_trick(table: str, leads: int) -> None:
    assert resolve(trick(table)) == Outcome(winner=None, next_leader=leads)


def test_sk_8_no_14_and_no_alliance_in_a_kraken_trick() -> None:
    assert resolve(trick("black 14, loot, kraken, green 14")) == Outcome(winner=None, next_leader=0)


def test_sk_8_the_next_leader_is_not_the_krakens_player() -> None:
    game = started("green 7, green 1", "kraken, green 2", "green 9, green 3", kraken=True)
    play(game, "green 7, kraken, green 9")
    view = game.snapshot()
    assert (game.player, view.leader) == (2, 2)
    assert (view.tricks_won, view.tricks_destroyed) == ((0, 0, 0), 1)


@pytest.mark.parametrize(
    ("table", "seat"),
    [
        ("green 7, whale, yellow 9", 2),
        ("green 9, whale, black 3, skull king", 0),
        ("black 9, yellow 9, whale", 0),
        ("yellow 9, black 9, whale", 0),
        ("whale, tigress:pirate, purple 1", 2),
        ("mermaid, skull king, black 14, whale", 2),
    ],
)
def test_sk_9_the_highest_number_wins_a_whale_trick(table: str, seat: int) -> None:
    assert winner(table) == seat


def test_sk_9_without_a_number_the_whales_player_leads() -> None:
    assert resolve(trick("rosie, whale, escape")) == Outcome(winner=None, next_leader=1)
    game = started("rosie, green 1", "whale, green 2", "escape, green 3", whale=True)
    play(game, "rosie, whale, escape")
    view = game.snapshot()
    assert (game.phase, game.player, view.leader) == (Phase.PLAYING, 1, 1)
    assert (view.tricks_won, view.tricks_destroyed) == ((0, 0, 0), 1)


def test_sk_9_a_whale_trick_has_its_14s_but_no_captures() -> None:
    assert resolve(trick("black 14, whale, green 14, mermaid, rosie")).bonus == 30
    assert resolve(trick("green 2, whale, skull king, mermaid, rosie")).bonus == 0


def test_sk_10_a_whale_after_the_kraken_acts_alone() -> None:
    assert winner("green 7, kraken, whale, yellow 9") == 3
    assert resolve(trick("kraken, whale, rosie")) == Outcome(winner=None, next_leader=1)


@pytest.mark.parametrize(
    ("table", "leads"),
    [
        ("green 7, whale, kraken, yellow 9", 0),
        ("whale, kraken, green 5, purple 9", 2),
        ("whale, rosie, kraken, skull king", 3),
        ("whale, escape, escape, kraken", 1),
    ],
)
def test_sk_10_a_kraken_after_the_whale_destroys_the_trick(table: str, leads: int) -> None:
    assert resolve(trick(table)) == Outcome(winner=None, next_leader=leads)


# --------------------------------------------------------------------------------------- SK-11: alliances


@pytest.mark.parametrize(
    ("table", "pairs"),
    [
        ("green 7, loot, green 9", ((1, 2),)),
        ("loot, loot, rosie", ((0, 2), (1, 2))),
        ("escape, loot, escape", ((1, 0),)),
        ("loot, escape, tigress:escape", ()),
        ("loot, loot, escape", ()),
        ("green 7, loot, whale", ((1, 0),)),
        ("loot, whale, rosie", ()),
        ("green 7, kraken, loot, whale", ((2, 0),)),
    ],
)
def test_sk_11_who_is_allied(table: str, pairs: tuple[tuple[int, int], ...]) -> None:
    assert resolve(trick(table)).alliances == pairs


def test_sk_11_loot_led_among_escapes_wins() -> None:
    assert winner("loot, escape, tigress:escape") == 0
    assert winner("loot, loot, escape") == 0


def test_sk_11_both_bids_must_be_exact() -> None:
    exact, missed, zero = Result(bid=1, tricks=1), Result(bid=1, tricks=2), Result(bid=0, tricks=0)
    assert round_points([exact, zero], 5, [(1, 0)], rascal=False) == [40, 70]
    assert round_points([missed, zero], 5, [(1, 0)], rascal=False) == [-10, 50]
    assert round_points([exact, missed], 5, [(1, 0)], rascal=False) == [20, -10]


def test_sk_11_every_alliance_counts() -> None:
    results = [Result(bid=1, tricks=1), Result(bid=0, tricks=0), Result(bid=0, tricks=0)]
    assert round_points(results, 3, [(1, 0), (2, 0)], rascal=False) == [60, 50, 50]
    assert round_points(results, 3, [(1, 0), (1, 0)], rascal=False) == [60, 70, 30]


def test_sk_11_two_loots_of_one_trick_both_pay_in_a_game() -> None:
    game = start("green 7", "loot", "loot", loot=True)
    bid(game, 1, 0, 0)
    play(game, "green 7, loot, loot")
    assert game.snapshot().alliances == ((1, 0), (2, 0))
    assert game.scores == [20 + 40, 10 + 20, 10 + 20]


def test_sk_11_rascal_alliances_need_exact_bids() -> None:
    results = [Result(bid=1, tricks=1), Result(bid=0, tricks=0), Result(bid=1, tricks=0)]
    assert round_points(results, 4, [(1, 0), (2, 0)], rascal=True) == [60, 60, 20]


# ------------------------------------------------------------------------------- SK-12, SK-13: the points


@pytest.mark.parametrize(
    ("result", "points"),
    [
        (Result(bid=3, tricks=3), 60),
        (Result(bid=3, tricks=3, bonus=50), 110),
        (Result(bid=3, tricks=1, bonus=50), -20),
        (Result(bid=1, tricks=4, bonus=50), -30),
        (Result(bid=0, tricks=0), 70),
        (Result(bid=0, tricks=1), -70),
        (Result(bid=0, tricks=3, bonus=50), -70),
    ],
)
def test_sk_12_score(result: Result, points: int) -> None:
    assert round_points([result], 7, [], rascal=False) == [points]


@pytest.mark.parametrize(
    ("table", "bonus"),
    [
        ("green 14, green 3", 10),
        ("green 14, yellow 14, purple 14, black 14", 50),
        ("rosie, green 14, mermaid, mermaid", 50),
        ("skull king, rosie, jade, black 14", 80),
        ("skull king, mermaid, rosie", 40),
        ("mermaid, skull king, mermaid", 40),
        ("mermaid, green 3, mermaid", 0),
        ("rosie, jade, escape", 0),
        ("escape, escape", 0),
    ],
)
def test_sk_12_captures(table: str, bonus: int) -> None:
    assert resolve(trick(table)).bonus == bonus


def test_sk_12_the_scores_add_up_over_the_rounds() -> None:
    game = start("black 14, green 9", "green 1, green 2", "green 3, green 4", rounds=2)
    bid(game, 2, 0, 1)
    play(game, "green 9, green 1, green 3, black 14, green 2, green 4")
    assert game.snapshot().bonuses == (20, 0, 0)
    assert (game.scores, game.phase, game.round_index) == ([60, 20, -10], Phase.DEAL, 1)
    game.deal(game.options.deck)
    assert game.snapshot().bonuses == (0, 0, 0)
    bid(game, 0, 0, 0)
    while game.player is not None:
        game.apply(game.legal()[-1])
    assert game.phase is Phase.OVER
    assert game.scores == [60 + game.round_points[1][0], 20 + game.round_points[1][1], -10 - 20]


@pytest.mark.parametrize(
    ("result", "points"),
    [
        (Result(bid=3, tricks=3, bonus=30), 80),
        (Result(bid=3, tricks=2, bonus=30), 40),
        (Result(bid=3, tricks=4, bonus=10), 30),
        (Result(bid=3, tricks=1, bonus=30), 0),
        (Result(bid=0, tricks=0), 50),
        (Result(bid=0, tricks=1, bonus=20), 35),
        (Result(bid=0, tricks=2), 0),
    ],
)
def test_sk_13_rascal_scoring(result: Result, points: int) -> None:
    assert round_points([result], 5, [], rascal=True) == [points]


def test_sk_13_rascal_scoring_is_a_switch() -> None:
    scores = []
    for rascal in (False, True):
        game = start("green 7", "green 3", "green 4", rascal=rascal)
        bid(game, 1, 1, 0)
        play(game, "green 7, green 3, green 4")
        scores.append(game.scores)
    assert scores == [[20, -10, 10], [10, 5, 10]]


# --------------------------------------------------------------------------------------- SK-14: abilities


def test_sk_14_rosie_names_anybody_as_leader() -> None:
    for seat in range(3):
        game = started("green 1, green 2", "rosie, green 9", "green 3, green 4")
        play(game, "green 1, rosie, green 3")
        assert (game.phase, game.player) == (Phase.ABILITY_ROSIE, 1)
        assert game.legal() == [("leader", 0), ("leader", 1), ("leader", 2)]
        game.apply(("leader", seat))
        assert (game.phase, game.player, game.round.leader) == (Phase.PLAYING, seat, seat)


def test_sk_14_bendt_draws_two_and_discards_two() -> None:
    game = started("bendt, green 2", "green 1, green 9", "green 3, green 4", undealt="mermaid, black 5, black 6")
    play(game, "bendt, green 1, green 3")
    assert (game.phase, game.player) == (Phase.ABILITY_BENDT_1, 0)
    assert game.snapshot().hands[0] == ("black 5", "green 2", "mermaid")
    assert game.snapshot().undealt[0] == "black 6"
    game.apply(("discard", "green 2"))
    assert (game.phase, game.player) == (Phase.ABILITY_BENDT_2, 0)
    assert game.legal() == [("discard", "black 5"), ("discard", "mermaid")]
    game.apply(("discard", "black 5"))
    view = game.snapshot()
    assert (game.phase, game.player) == (Phase.PLAYING, 0)
    assert (view.hands[0], view.discards) == (("mermaid",), ("green 2", "black 5"))


def bendt_with(undealt: int) -> ReferenceGame:
    """Plays up to a trick that Bendt wins, with few cards undealt."""
    game = started("bendt, green 2", "green 1, green 9", "green 3, green 4")
    rest = game.round.undealt
    game.round.discards, game.round.undealt = rest[undealt:], rest[:undealt]
    play(game, "bendt, green 1, green 3")
    return game


def test_sk_14_bendt_draws_as_many_as_there_are() -> None:
    game = bendt_with(1)
    assert game.phase is Phase.ABILITY_BENDT_1
    assert len(game.round.hands[0]) == 2
    game.apply(game.legal()[0])
    assert game.snapshot().phase is Phase.PLAYING
    assert len(game.round.hands[0]) == 1
    assert bendt_with(0).phase is Phase.PLAYING


def test_sk_14_bendt_with_every_card_dealt() -> None:
    options = Options(players=7, schedule=(10,))
    game = ReferenceGame(options)
    order = stacked(options, ["bendt"])
    game.deal(order, 6)
    bid(game, *[0] * 7)
    play(game, "bendt")
    while len(game.round.trick):
        game.apply(game.legal()[0])
    assert game.phase is not Phase.ABILITY_BENDT_1
    assert [len(hand) for hand in game.round.hands] == [9] * 7


@pytest.mark.parametrize(
    "answer",
    [
        ("discard",),
        ("discard", "green 2", "mermaid"),
        ("discard", "yellow 5"),
        ("discard", "no card"),
        ("play", "green 2"),
        (),
    ],
)
def test_sk_14_an_answer_of_the_wrong_size_loses_no_card(answer: Decision) -> None:
    game = started("bendt, green 2", "green 1, green 9", "green 3, green 4", undealt="mermaid, black 5")
    play(game, "bendt, green 1, green 3")
    before = copy.deepcopy(game.snapshot())
    with pytest.raises(ValueError, match="not legal"):
        game.apply(answer)
    assert game.snapshot() == before
    assert sorted_names(cards_everywhere(game)) == sorted_names(game.options.deck)


@pytest.mark.parametrize(("bet", "points"), [(0, 10), (10, 20), (20, 30)])
def test_sk_14_roatans_wager_is_won_with_an_exact_bid(bet: int, points: int) -> None:
    game = start("roatan, green 2", "green 1, green 9", "green 3, green 4")
    bid(game, 1, 1, 0)
    play(game, "roatan, green 1, green 3")
    assert (game.phase, game.player) == (Phase.ABILITY_ROATAN, 0)
    assert game.legal() == [("bet", 0), ("bet", 10), ("bet", 20)]
    game.apply(("bet", bet))
    assert game.snapshot().wagers == (bet, 0, 0)
    play(game, "green 2, green 9, green 4")
    assert game.scores == [points + 10, 20, 20]


@pytest.mark.parametrize(("bids", "points"), [((2, 1, 0), -10 - 20), ((0, 1, 0), -20 - 20)])
def test_sk_14_roatans_wager_is_else_lost(bids: tuple[int, ...], points: int) -> None:
    game = start("roatan, green 2", "green 1, green 9", "green 3, green 4")
    bid(game, *bids)
    play(game, "roatan, green 1, green 3")
    game.apply(("bet", 20))
    play(game, "green 2, green 9, green 4")
    assert game.scores == [points, 20, 20]


def test_sk_14_a_wager_is_whole_under_rascal_scoring() -> None:
    results = [Result(1, 1, wager=20), Result(1, 2, wager=20), Result(1, 3, wager=10)]
    assert round_points(results, 3, [], rascal=True) == [50, -5, -10]


def test_sk_14_jade_shows_the_undealt_cards() -> None:
    game = started("jade, green 2", "green 1, green 9", "green 3, green 4", undealt="mermaid, black 5")
    play(game, "jade, green 1, green 3")
    assert (game.phase, game.player) == (Phase.ABILITY_JADE, 0)
    assert game.snapshot().undealt[:2] == ("mermaid", "black 5")
    assert game.legal() == [("ok",)]
    game.apply(("ok",))
    assert (game.phase, game.player) == (Phase.PLAYING, 0)


def test_sk_14_harry_changes_the_bid_after_the_last_trick() -> None:
    game = start("harry, green 2", "green 1, green 9", "green 3, green 4")
    bid(game, 2, 1, 0)
    play(game, "harry, green 1, green 3")
    assert (game.phase, game.player) == (Phase.PLAYING, 0)
    play(game, "green 2, green 9, green 4")
    assert (game.phase, game.player) == (Phase.ABILITY_HARRY, 0)
    assert game.scores == [0, 0, 0]
    game.apply(("harry", -1))
    view = game.snapshot()
    assert (view.bids, view.harry_changes, game.phase) == ((2, 1, 0), (-1, 0, 0), Phase.OVER)
    assert game.scores == [20, 20, 20]


@pytest.mark.parametrize(("own", "changes"), [(0, [0, 1]), (1, [-1, 0, 1]), (2, [-1, 0])])
def test_sk_14_harry_keeps_the_bid_within_the_cards_dealt(own: int, changes: list[int]) -> None:
    game = start("harry, green 2", "green 1, green 9", "green 3, green 4")
    bid(game, own, 0, 0)
    play(game, "harry, green 1, green 3, green 2, green 9, green 4")
    assert game.legal() == [("harry", change) for change in changes]


def test_sk_14_harry_counts_in_the_last_trick_too() -> None:
    game = start("green 7", "harry", "green 8")
    bid(game, 0, 0, 0)
    play(game, "green 7, harry, green 8")
    assert (game.phase, game.player) == (Phase.ABILITY_HARRY, 1)
    game.apply(("harry", 1))
    assert game.scores == [10, 20, 10]


@pytest.mark.parametrize("pirate", ["rosie", "bendt", "roatan", "jade"])
def test_sk_14_nothing_is_asked_after_the_last_trick(pirate: str) -> None:
    game = started("green 7, green 1", f"{pirate}, green 9", "green 8, green 2")
    play(game, f"green 7, green 9, green 8, {pirate}, green 2, green 1")
    assert game.phase is Phase.OVER
    assert game.round.wagers == [0, 0, 0]


@pytest.mark.parametrize("pirate", PIRATES)
@pytest.mark.parametrize("leviathan", ["kraken", "whale"])
def test_sk_14_no_ability_in_a_kraken_or_whale_trick(pirate: str, leviathan: str) -> None:
    game = started(f"{pirate}, green 1", f"{leviathan}, green 2", "escape, green 3", kraken=True, whale=True)
    play(game, f"{pirate}, {leviathan}, escape")
    assert game.phase is Phase.PLAYING
    while game.player is not None:
        assert game.phase is Phase.PLAYING
        game.apply(game.legal()[0])
    assert game.snapshot().phase is Phase.OVER


@pytest.mark.parametrize("pirate", PIRATES)
def test_sk_14_no_ability_of_a_pirate_that_did_not_win(pirate: str) -> None:
    game = started("tigress, green 1", f"{pirate}, green 2", "escape, green 3")
    play(game, f"tigress:pirate, {pirate}, escape")
    while game.player is not None:
        assert game.phase is Phase.PLAYING
        game.apply(game.legal()[0])


@pytest.mark.parametrize("pirate", PIRATES)
def test_sk_14_each_ability_is_a_switch(pirate: str) -> None:
    seen = []
    for without in ("", pirate):
        game = started(f"{pirate}, green 2", "green 1, green 9", "green 3, green 4", without=without)
        play(game, f"{pirate}, green 1, green 3")
        phases = {game.phase}
        while game.player is not None:
            game.apply(game.legal()[0])
            phases.add(game.phase)
        seen.append(any(phase.name.startswith("ABILITY") for phase in phases))
    assert seen == [True, False]


# --------------------------------------------------------------------------------------- SK-15: Graybeard


def test_sk_15_graybeard_has_a_hand_but_neither_bid_nor_score() -> None:
    game = start("green 1, green 2", "green 3, green 4", "green 5, green 6", people=2)
    view = game.snapshot()
    assert view.hands[GRAYBEARD] == ("green 5", "green 6")
    assert (len(view.bids), len(view.scores), len(view.tricks_won)) == (2, 2, 3)


def test_sk_15_the_people_alternate_leading_the_rounds() -> None:
    game = ReferenceGame(Options(players=2, schedule=(1,) * 4))
    leaders = []
    while game.phase is not Phase.OVER:
        game.deal(game.options.deck, 0 if game.round_index == 0 else None)
        leaders.append(game.round.leader)
        while game.player is not None:
            game.apply(game.legal()[0])
    assert leaders == [1, 0, 1, 0]


def test_sk_15_graybeard_plays_second_and_does_not_follow_suit() -> None:
    game = started("green 7, green 8", "green 1, green 2", "yellow 3, green 14", people=2)
    assert game.play_order() == [0, GRAYBEARD, 1]
    play(game, "green 7")
    assert game.snapshot().trick == ((0, "green 7"), (GRAYBEARD, "yellow 3"))
    assert game.player == 1


def test_sk_15_graybeard_leads_with_his_top_card_after_a_trick_he_wins() -> None:
    game = started("green 7, green 8", "green 1, green 2", "black 3, purple 5", people=2, dealer=0)
    assert game.play_order() == [1, GRAYBEARD, 0]
    play(game, "green 1, green 7")
    assert game.snapshot().tricks_won == (0, 0, 1)
    assert game.play_order() == [GRAYBEARD, 0, 1]
    assert (game.snapshot().trick, game.player) == (((GRAYBEARD, "purple 5"),), 0)
    play(game, "green 8, green 2")
    assert (game.snapshot().tricks_won, game.phase) == ((0, 0, 2), Phase.OVER)
    assert game.scores == [20, 20]


def test_sk_15_graybeards_tigress_is_an_escape() -> None:
    game = started("green 7, green 8", "green 1, green 2", "tigress, purple 5", people=2)
    play(game, "green 7")
    assert game.snapshot().trick[1] == (GRAYBEARD, "tigress:escape")
    play(game, "green 1")
    assert game.snapshot().tricks_won == (1, 0, 0)


@pytest.mark.parametrize("pirate", PIRATES)
def test_sk_15_graybeards_pirates_use_no_ability(pirate: str) -> None:
    game = started("green 7, green 8", "green 1, green 2", f"{pirate}, escape", people=2)
    play(game, "green 7, green 1")
    assert game.snapshot().tricks_won == (0, 0, 1)
    while game.player is not None:
        assert game.phase is Phase.PLAYING
        game.apply(game.legal()[0])
    assert game.phase is Phase.OVER


def test_sk_15_graybeard_leads_whenever_the_lead_is_his() -> None:
    game = started("kraken, green 8", "green 1, green 2", "black 3, yellow 5", people=2, kraken=True)
    play(game, "kraken, green 1")
    assert game.snapshot().trick == ((GRAYBEARD, "yellow 5"),)
    game = started("escape, green 8", "escape, green 2", "whale, yellow 5", people=2, whale=True)
    play(game, "escape, escape")
    assert game.snapshot().trick == ((GRAYBEARD, "yellow 5"),)


def test_sk_15_graybeard_makes_no_alliance() -> None:
    game = started("green 7, loot", "green 8, escape", "loot, black 5", people=2, loot=True)
    play(game, "green 7, green 8")
    assert game.snapshot().alliances == ()
    play(game, "escape, loot")
    assert game.snapshot().alliances == ()
    assert game.snapshot().tricks_won == (0, 1, 1)


def test_sk_15_rosie_names_a_person() -> None:
    game = started("rosie, green 8", "green 1, green 2", "yellow 3, yellow 5", people=2)
    play(game, "rosie, green 1")
    assert game.legal() == [("leader", 0), ("leader", 1)]


def test_sk_15_a_person_captures_graybeards_cards() -> None:
    game = start("skull king", "green 1", "rosie", people=2)
    bid(game, 1, 0)
    play(game, "skull king, green 1")
    assert game.scores == [20 + 30, 10]


# ----------------------------------------------------------------------------------- SK-16 and whole games


def test_sk_16_the_winner_alone_has_one() -> None:
    assert utilities([10, 50, -20]) == [0, 1, 0]


def test_sk_16_a_tie_is_shared() -> None:
    assert utilities([50, 50, -20]) == [0.5, 0.5, 0]
    assert utilities([-10, -10, -10, -10]) == [0.25] * 4


def test_sk_16_utilities_exist_only_at_the_end_and_beside_the_points() -> None:
    game = started("green 7", "green 3", "green 4")
    with pytest.raises(ValueError, match="over"):
        _ = game.utilities
    play(game, "green 7, green 3, green 4")
    assert game.utilities == [0, 0.5, 0.5]
    assert game.scores == [-10, 10, 10]
    assert (game.player, game.legal()) == (None, [])


def random_options(rng: Random) -> Options:
    """Draws options; every switch is on more often than off."""
    switches = ("loot", "kraken", "whale", "rosie", "bendt", "roatan", "jade", "harry", "rascal")
    return Options(
        players=rng.randint(2, 8),
        schedule=SCHEDULES[rng.choice(sorted(SCHEDULES))],
        **{switch: rng.random() < 0.7 for switch in switches},
    )


def check(game: ReferenceGame) -> None:
    """Checks what must hold at every moment of a game."""
    now = game.round
    assert sum(now.tricks_won) + game.snapshot().tricks_destroyed == len(now.finished)
    assert bool(game.legal()) == (game.phase not in (Phase.DEAL, Phase.OVER)) == (game.player is not None)
    if game.dealer is not None:
        assert sorted_names(cards_everywhere(game)) == sorted_names(game.options.deck)
    if now.cards and game.phase in (Phase.DEAL, Phase.OVER):
        assert len(now.finished) == now.cards
        assert not any(now.hands)


@pytest.mark.compiled  # it calls no kernel, so once is enough
def test_random_games_keep_all_cards_and_count_all_tricks() -> None:
    rng = seeded(7)
    seen = set()
    for _ in range(40):
        game = ReferenceGame(random_options(rng))
        while game.phase is not Phase.OVER:
            random_step(game, rng)
            check(game)
            seen.add(game.phase)
        assert sum(game.utilities) == pytest.approx(1)
        assert [sum(points) for points in zip(*game.round_points, strict=True)] == game.scores
    assert seen == set(Phase)


def test_a_random_game_is_settled_by_its_seed() -> None:
    options = Options(players=5, loot=True, kraken=True, whale=True)
    one, other = (play_random_game(options, seeded(3)) for _ in range(2))
    assert one.snapshot() == other.snapshot()
