"""Rounds played by hand, rule by rule, by the kernels and by the reference implementation alike."""

import pytest

from tests.games.skull_king.judges import Judge, bid, both, phases, play, started
from tests.games.skull_king.reference_cards import PIRATES


@both
def test_sk_3_left_of_the_dealer_leads_then_the_winner_clockwise(judge: Judge) -> None:
    game = judge.start("green 1, green 2", "green 9, green 3", "green 4, green 8", dealer=1)
    bid(game, 0, 0, 0)
    order = []
    for card in ("green 4", "green 1", "green 9", "green 3"):
        order.append(game.asked[1])
        play(game, card)
    assert [*order, game.asked[1]] == [2, 0, 1, 1, 2]
    assert game.won == [0, 1, 0]


@both
def test_sk_4_bids_are_zero_to_the_cards_dealt_in_turn_order(judge: Judge) -> None:
    game = judge.start("green 1, green 2", "black 1, escape", "mermaid, rosie", dealer=1)
    order = []
    for _ in range(3):
        assert game.asked[0] == "BIDDING"
        assert game.legal == ["[bid 0]", "[bid 1]", "[bid 2]"]
        order.append(game.asked[1])
        game.say("[bid 0]")
    assert order == [2, 0, 1]
    assert game.asked == ("PLAYING", 2)


@both
def test_sk_5_only_legal_cards_are_offered_and_identical_ones_once(judge: Judge) -> None:
    game = started(judge, "green 7, green 8, rosie", "green 1, yellow 1, black 1", "escape, escape, green 2")
    play(game, "green 7")
    assert game.legal == ["[play green 1]"]
    with pytest.raises(ValueError, match=r"not legal|\(SK-5\)"):
        game.say("[play black 1]")
    play(game, "green 1")
    assert game.legal == ["[play escape]", "[play green 2]"]


@both
@pytest.mark.parametrize(("role", "leads"), [("escape", 2), ("pirate", 0)])
def test_sk_7_the_tigress_is_declared_as_she_is_played_and_has_no_ability(
    judge: Judge, role: str, leads: int
) -> None:
    game = started(judge, "tigress, green 1", "green 2, green 3", "green 4, green 5")
    game.say("[play tigress]")
    assert game.asked == ("TIGRESS", 0)
    assert game.legal == ["[escape]", "[pirate]"]
    assert game.hand(0) == ["green 1"]
    game.say(f"[{role}]")
    assert game.asked == ("PLAYING", 1)
    play(game, "green 2, green 4")
    assert game.asked == ("PLAYING", leads)
    assert game.won == [int(leads == seat) for seat in range(3)]


@both
def test_sk_7_the_tigress_may_end_a_trick(judge: Judge) -> None:
    game = started(judge, "green 2, green 1", "green 9, green 3", "tigress, green 5")
    play(game, "green 2, green 9, tigress:pirate")
    assert (game.asked, game.won) == (("PLAYING", 2), [0, 0, 1])


@both
def test_sk_8_the_next_leader_is_not_the_krakens_player(judge: Judge) -> None:
    game = started(judge, "green 7, green 1", "kraken, green 2", "green 9, green 3", kraken=True)
    play(game, "green 7, kraken, green 9")
    assert (game.asked, game.leader, game.won) == (("PLAYING", 2), 2, [0, 0, 0])


@both
def test_sk_9_without_a_number_the_whales_player_leads(judge: Judge) -> None:
    game = started(judge, "rosie, green 1", "whale, green 2", "escape, green 3", whale=True)
    play(game, "rosie, whale, escape")
    assert (game.asked, game.leader, game.won) == (("PLAYING", 1), 1, [0, 0, 0])


@both
def test_sk_11_two_loots_of_one_trick_both_pay(judge: Judge) -> None:
    game = judge.start("green 7", "loot", "loot", loot=True)
    bid(game, 1, 0, 0)
    play(game, "green 7, loot, loot")
    assert game.scores == [20 + 40, 10 + 20, 10 + 20]


@both
@pytest.mark.parametrize(
    ("bids", "points"), [((1, 0, 0), [40, 30, 10]), ((0, 0, 0), [-10, 10, 10]), ((1, 1, 0), [20, -10, 10])]
)
def test_sk_11_an_alliance_needs_two_exact_bids(judge: Judge, bids: tuple[int, ...], points: list[int]) -> None:
    game = judge.start("green 7", "loot", "green 2", loot=True)
    bid(game, *bids)
    play(game, "green 7, loot, green 2")
    assert game.scores == points


@both
def test_sk_11_alliances_of_two_tricks_both_count(judge: Judge) -> None:
    game = judge.start("green 7, green 8", "loot, green 1", "escape, loot", loot=True)
    bid(game, 2, 0, 0)
    play(game, "green 7, loot, escape, green 8, green 1, loot")
    assert game.scores == [40 + 40, 20 + 20, 20 + 20]


@both
@pytest.mark.parametrize(("rascal", "points"), [(False, [20, -10, 10]), (True, [10, 5, 10])])
def test_sk_13_rascal_scoring_is_a_switch(judge: Judge, rascal: bool, points: list[int]) -> None:
    game = judge.start("green 7", "green 3", "green 4", rascal=rascal)
    bid(game, 1, 1, 0)
    play(game, "green 7, green 3, green 4")
    assert game.scores == points


# --------------------------------------------------------------------------------------- SK-14: abilities


@both
@pytest.mark.parametrize("named", range(3))
def test_sk_14_rosie_names_anybody_as_leader(judge: Judge, named: int) -> None:
    game = started(judge, "green 1, green 2", "rosie, green 9", "green 3, green 4")
    play(game, "green 1, rosie, green 3")
    assert game.asked == ("ABILITY_ROSIE", 1)
    assert game.legal == ["[leader 0]", "[leader 1]", "[leader 2]"]
    game.say(f"[leader {named}]")
    assert (game.asked, game.leader) == (("PLAYING", named), named)


@both
def test_sk_14_bendt_draws_two_and_discards_two(judge: Judge) -> None:
    hands = ("bendt, green 2", "green 1, green 9", "green 3, green 4")
    game = started(judge, *hands, undealt="mermaid, black 5, black 6")
    play(game, "bendt, green 1, green 3")
    assert game.asked == ("ABILITY_BENDT_1", 0)
    assert game.hand(0) == ["black 5", "green 2", "mermaid"]
    assert game.legal == ["[discard black 5]", "[discard green 2]", "[discard mermaid]"]
    game.say("[discard green 2]")
    assert game.asked == ("ABILITY_BENDT_2", 0)
    assert game.legal == ["[discard black 5]", "[discard mermaid]"]
    game.say("[discard black 5]")
    assert (game.asked, game.hand(0)) == (("PLAYING", 0), ["mermaid"])


@both
@pytest.mark.parametrize(("bet", "points"), [(0, 10), (10, 20), (20, 30)])
def test_sk_14_roatans_wager_is_won_with_an_exact_bid(judge: Judge, bet: int, points: int) -> None:
    game = judge.start("roatan, green 2", "green 1, green 9", "green 3, green 4")
    bid(game, 1, 1, 0)
    play(game, "roatan, green 1, green 3")
    assert game.asked == ("ABILITY_ROATAN", 0)
    assert game.legal == ["[bet 0]", "[bet 10]", "[bet 20]"]
    game.say(f"[bet {bet}]")
    play(game, "green 2, green 9, green 4")
    assert game.scores == [points + 10, 20, 20]


@both
@pytest.mark.parametrize(("bids", "points"), [((2, 1, 0), -10 - 20), ((0, 1, 0), -20 - 20)])
def test_sk_14_roatans_wager_is_else_lost(judge: Judge, bids: tuple[int, ...], points: int) -> None:
    game = judge.start("roatan, green 2", "green 1, green 9", "green 3, green 4")
    bid(game, *bids)
    play(game, "roatan, green 1, green 3")
    game.say("[bet 20]")
    play(game, "green 2, green 9, green 4")
    assert game.scores == [points, 20, 20]


@both
def test_sk_14_jade_has_her_cards_noted(judge: Judge) -> None:
    game = started(judge, "jade, green 2", "green 1, green 9", "green 3, green 4", undealt="mermaid, black 5")
    play(game, "jade, green 1, green 3")
    assert (game.asked, game.legal) == (("ABILITY_JADE", 0), ["[ok]"])
    game.say("[ok]")
    assert game.asked == ("PLAYING", 0)


@both
def test_sk_14_harry_changes_the_bid_after_the_last_trick(judge: Judge) -> None:
    game = judge.start("harry, green 2", "green 1, green 9", "green 3, green 4")
    bid(game, 2, 1, 0)
    play(game, "harry, green 1, green 3")
    assert game.asked == ("PLAYING", 0)
    play(game, "green 2, green 9, green 4")
    assert (game.asked, game.scores) == (("ABILITY_HARRY", 0), [0, 0, 0])
    game.say("[harry -1]")
    assert (game.over, game.scores) == (True, [20, 20, 20])


@both
@pytest.mark.parametrize(("own", "changes"), [(0, ["+1", "0"]), (1, ["+1", "-1", "0"]), (2, ["-1", "0"])])
def test_sk_14_harry_keeps_the_bid_within_the_cards_dealt(judge: Judge, own: int, changes: list[str]) -> None:
    game = judge.start("harry, green 2", "green 1, green 9", "green 3, green 4")
    bid(game, own, 0, 0)
    play(game, "harry, green 1, green 3, green 2, green 9, green 4")
    assert game.legal == [f"[harry {change}]" for change in changes]


@both
def test_sk_14_harry_counts_in_the_last_trick_too(judge: Judge) -> None:
    game = judge.start("green 7", "harry", "green 8")
    bid(game, 0, 0, 0)
    play(game, "green 7, harry, green 8")
    assert game.asked == ("ABILITY_HARRY", 1)
    game.say("[harry +1]")
    assert game.scores == [10, 20, 10]


@both
@pytest.mark.parametrize("pirate", ["rosie", "bendt", "roatan", "jade"])
def test_sk_14_nothing_is_asked_after_the_last_trick(judge: Judge, pirate: str) -> None:
    game = started(judge, "green 7, green 1", f"{pirate}, green 9", "green 8, green 2")
    play(game, f"green 7, green 9, green 8, {pirate}, green 2, green 1")
    assert (game.over, game.scores) == (True, [20, -20, 20])


@both
@pytest.mark.parametrize("pirate", PIRATES)
@pytest.mark.parametrize("leviathan", ["kraken", "whale"])
def test_sk_14_no_ability_in_a_kraken_or_whale_trick(judge: Judge, pirate: str, leviathan: str) -> None:
    hands = (f"{pirate}, green 1", f"{leviathan}, green 2", "escape, green 3")
    game = started(judge, *hands, kraken=True, whale=True)
    play(game, f"{pirate}, {leviathan}, escape")
    assert phases(game) == {"PLAYING"}


@both
@pytest.mark.parametrize("pirate", PIRATES)
def test_sk_14_no_ability_of_a_pirate_that_did_not_win(judge: Judge, pirate: str) -> None:
    game = started(judge, "tigress, green 1", f"{pirate}, green 2", "escape, green 3")
    play(game, f"tigress:pirate, {pirate}, escape")
    assert phases(game) == {"PLAYING"}


@both
@pytest.mark.parametrize("pirate", PIRATES)
@pytest.mark.parametrize("used", [True, False])
def test_sk_14_each_ability_is_a_switch(judge: Judge, pirate: str, used: bool) -> None:
    hands = (f"{pirate}, green 2", "green 1, green 9", "green 3, green 4")
    game = started(judge, *hands, **{pirate: used})
    play(game, f"{pirate}, green 1, green 3")
    assert any(phase.startswith("ABILITY") for phase in phases(game)) == used


# --------------------------------------------------------------------------------------- SK-15: Graybeard


@both
def test_sk_15_graybeard_leads_after_a_trick_he_wins_and_neither_bids_nor_scores(judge: Judge) -> None:
    game = started(judge, "green 7, green 8", "green 1, green 2", "black 3, purple 5", players=2, dealer=0)
    play(game, "green 1, green 7")
    assert (game.won, game.leader, game.asked) == ([0, 0, 1], 2, ("PLAYING", 0))
    play(game, "green 8, green 2")
    assert (game.over, game.scores) == (True, [20, 20])


@both
def test_sk_15_graybeards_tigress_is_an_escape(judge: Judge) -> None:
    game = started(judge, "green 7, green 8", "green 1, green 2", "tigress, purple 5", players=2)
    play(game, "green 7, green 1")
    assert game.won == [1, 0, 0]


@both
@pytest.mark.parametrize("pirate", PIRATES)
def test_sk_15_graybeards_pirates_use_no_ability(judge: Judge, pirate: str) -> None:
    game = started(judge, "green 7, green 8", "green 1, green 2", f"{pirate}, escape", players=2)
    play(game, "green 7, green 1")
    assert game.won == [0, 0, 1]
    assert phases(game) == {"PLAYING"}


@both
def test_sk_15_rosie_names_a_person(judge: Judge) -> None:
    game = started(judge, "rosie, green 8", "green 1, green 2", "yellow 3, yellow 5", players=2)
    play(game, "rosie, green 1")
    assert game.legal == ["[leader 0]", "[leader 1]"]


@both
def test_sk_15_a_person_captures_graybeards_cards(judge: Judge) -> None:
    game = judge.start("skull king", "green 1", "rosie", players=2)
    bid(game, 1, 0)
    play(game, "skull king, green 1")
    assert game.scores == [20 + 30, 10]
