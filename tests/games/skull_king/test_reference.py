"""The reference implementation of Skull King, rule by rule; the ids are those of the rules page."""

import copy
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.games.skull_king.judges import ReferenceRound, stacked
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
    PIRATES,
    Card,
    Kind,
    full_deck,
    named,
    sorted_names,
)
from tests.games.skull_king.reference_scoring import utilities

# ------------------------------------------------------------------------------------------------- helpers


def start(*hands: str, **settings: Any) -> ReferenceGame:
    """A round of these hands, by seat; see `ReferenceRound`."""
    return ReferenceRound(*hands, **settings).game


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


def started(*hands: str, **settings: Any) -> ReferenceGame:
    """Starts a game in which everybody has bid zero."""
    game = start(*hands, **settings)
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


# ------------------------------------------------------------------------------------------- SK-4: the bids


def test_sk_4_no_bid_is_visible_before_the_last_one() -> None:
    game = start("green 1", "green 2", "green 3")
    for done in range(3):
        assert game.public_bids == [None, None, None]
        assert game.snapshot().has_bid == tuple(seat < done for seat in range(3))
        game.apply(("bid", done % 2))
    assert game.public_bids == [0, 1, 0]


# ------------------------------------------------------------------------------------ SK-5: following suit


# -------------------------------------------------------------------------------------- SK-6: the winner


# ------------------------------------------------------------------------------------- SK-7: the Tigress


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


# ------------------------------------------------------------------- SK-8, SK-9, SK-10: Kraken and Whale


def test_sk_8_the_next_leader_is_not_the_krakens_player() -> None:
    game = started("green 7, green 1", "kraken, green 2", "green 9, green 3", kraken=True)
    play(game, "green 7, kraken, green 9")
    view = game.snapshot()
    assert (game.player, view.leader) == (2, 2)
    assert (view.tricks_won, view.tricks_destroyed) == ((0, 0, 0), 1)


def test_sk_9_without_a_number_the_whales_player_leads() -> None:
    game = started("rosie, green 1", "whale, green 2", "escape, green 3", whale=True)
    play(game, "rosie, whale, escape")
    view = game.snapshot()
    assert (game.phase, game.player, view.leader) == (Phase.PLAYING, 1, 1)
    assert (view.tricks_won, view.tricks_destroyed) == ((0, 0, 0), 1)


# --------------------------------------------------------------------------------------- SK-11: alliances


def test_sk_11_two_loots_of_one_trick_both_pay_in_a_game() -> None:
    game = start("green 7", "loot", "loot", loot=True)
    bid(game, 1, 0, 0)
    play(game, "green 7, loot, loot")
    assert game.snapshot().alliances == ((1, 0), (2, 0))
    assert game.scores == [20 + 40, 10 + 20, 10 + 20]


# ------------------------------------------------------------------------------- SK-12, SK-13: the points


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


# --------------------------------------------------------------------------------------- SK-14: abilities


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


# --------------------------------------------------------------------------------------- SK-15: Graybeard


def test_sk_15_graybeard_has_a_hand_but_neither_bid_nor_score() -> None:
    game = start("green 1, green 2", "green 3, green 4", "green 5, green 6", players=2)
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
    game = started("green 7, green 8", "green 1, green 2", "yellow 3, green 14", players=2)
    assert game.play_order() == [0, GRAYBEARD, 1]
    play(game, "green 7")
    assert game.snapshot().trick == ((0, "green 7"), (GRAYBEARD, "yellow 3"))
    assert game.player == 1


def test_sk_15_graybeard_leads_with_his_top_card_after_a_trick_he_wins() -> None:
    game = started("green 7, green 8", "green 1, green 2", "black 3, purple 5", players=2, dealer=0)
    assert game.play_order() == [1, GRAYBEARD, 0]
    play(game, "green 1, green 7")
    assert game.snapshot().tricks_won == (0, 0, 1)
    assert game.play_order() == [GRAYBEARD, 0, 1]
    assert (game.snapshot().trick, game.player) == (((GRAYBEARD, "purple 5"),), 0)
    play(game, "green 8, green 2")
    assert (game.snapshot().tricks_won, game.phase) == ((0, 0, 2), Phase.OVER)
    assert game.scores == [20, 20]


def test_sk_15_graybeards_tigress_is_an_escape() -> None:
    game = started("green 7, green 8", "green 1, green 2", "tigress, purple 5", players=2)
    play(game, "green 7")
    assert game.snapshot().trick[1] == (GRAYBEARD, "tigress:escape")
    play(game, "green 1")
    assert game.snapshot().tricks_won == (1, 0, 0)


def test_sk_15_graybeard_leads_whenever_the_lead_is_his() -> None:
    game = started("kraken, green 8", "green 1, green 2", "black 3, yellow 5", players=2, kraken=True)
    play(game, "kraken, green 1")
    assert game.snapshot().trick == ((GRAYBEARD, "yellow 5"),)
    game = started("escape, green 8", "escape, green 2", "whale, yellow 5", players=2, whale=True)
    play(game, "escape, escape")
    assert game.snapshot().trick == ((GRAYBEARD, "yellow 5"),)


def test_sk_15_graybeard_makes_no_alliance() -> None:
    game = started("green 7, loot", "green 8, escape", "loot, black 5", players=2, loot=True)
    play(game, "green 7, green 8")
    assert game.snapshot().alliances == ()
    play(game, "escape, loot")
    assert game.snapshot().alliances == ()
    assert game.snapshot().tricks_won == (0, 1, 1)


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


@pytest.mark.thorough
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
