"""Rewards of models' games equal an independent count, and no game that is not finished beats a lost one."""

from __future__ import annotations

import logging
import math
from dataclasses import replace
from typing import Any

import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game, State
from croupier.core.spec.options import Facts
from croupier.core.spec.position import EndedRound, SeatScore
from croupier.envs.episode import Episode, Rewards, chosen_deal, model_tables
from croupier.envs.training import FORFEIT, MOST, deal_seed, playable_deals, usual_points
from croupier.table import ReplyPolicy
from tests.amounts import daily
from tests.changed import changed

REWARDS = ("win", "utility", "points", "duplicate")
GAMES: dict[str, dict[str, Any]] = {
    "pig": {"winning_score": 20, "max_turns": 30},
    "skull-king": {"players": 3, "schedule": "skip"},
    "spite-malice": {"max_turns": 12},
}
SEEDS = 3
PIG, SKULL_KING = croupier.make("pig"), croupier.make("skull-king", players=3)


def begun(name: str, seed: int, first: int, **options: Any) -> Episode:
    game, seats = model_tables(name, opponents="bot", **{**GAMES[name], **options})
    return Episode(game, seed, seats(first), ReplyPolicy(0))


def action_of(state: State) -> int:
    """What the model of these tests plays: any action, always the same in the same game."""
    legal = state.legal_actions()
    return legal[(7 * state.seed + 13 * len(state.history)) % 101 % len(legal)]


def by_hand(game: Game, seed: int, own: int, *, model: bool) -> tuple[State, list[int], list[tuple[int, int]]]:
    """The same game by a loop over states: how it ends, points of each round, and tricks bid and won."""
    state, bot = game.new_initial_state(seed), make_agent("bot", game)
    by_round: list[int] = []
    tricks: list[tuple[int, int]] = []
    before = 0
    while not state.is_terminal():
        mine = model and state.current_player() == own
        action = action_of(state) if mine else int(bot.act(Turns.of_state(state))[0])
        number, played = state.view(own)["table"].get("round"), state.played(action)
        state.apply_action(action)
        if number is not None and (state.is_terminal() or state.view(own)["table"]["round"] != number):
            by_round.append(int(state.points()[own]) - before)
            before = int(state.points()[own])
            side = next(each for each in played.table(None)["seats"] if each["seat"] == own)
            tricks.append((side["bid"], side["won"]))
    return state, by_round, tricks


def replied(episode: Episode, own: int) -> Episode:
    while not episode.over:
        action = action_of(episode.state)
        event = episode.reply(f"I choose {episode.state.action_to_string(action)}")
        assert (event.kind, event.action) == ("action", action)
    return episode


@pytest.mark.parametrize("name", GAMES)
def test_rewards_equal_an_independent_count_of_the_same_games(name: str) -> None:
    for seed in (0, 1):  # which is the model's seat, too
        own = seed
        episode = replied(begun(name, seed, own), own)
        game = episode.game
        state, by_round, tricks = by_hand(game, seed, own, model=True)
        bots, _, _ = by_hand(game, seed, own, model=False)
        assert episode.state.history == state.history
        points, ahead = float(state.points()[own]), float(state.points()[own] - bots.points()[own])
        scale = usual_points(game)
        found = {
            reward: episode.earned(Rewards.of(game, reward))[own] for reward in ("win", "points", "duplicate")
        }
        best = [seat for seat, value in enumerate(state.returns()) if value == max(state.returns())]
        assert found["win"] == (1 / len(best) if own in best else 0.0)
        assert found["points"] == pytest.approx(max(0.0, 4 + points / scale))
        assert found["duplicate"] == pytest.approx(max(0.0, 4 + ahead / scale))
        assert episode.metrics(own)["points"] == points
        if name != "skull-king":
            continue
        assert len(by_round) == 5
        assert sum(by_round) == points
        assert episode.metrics(own)["kept_bid_rate"] == sum(bid == won for bid, won in tricks) / 5
        kept = sum((bid == won) - (won == 0) for bid, won in tricks)
        way = Rewards.of(game, "win", round_points=0.5, kept_bid=0.1, scale=100)
        rounds = 0.5 * sum(by_round) / 100 + 0.1 * kept
        assert episode.earned(way)[own] == pytest.approx(found["win"] + 4 + max(-4, min(4, rounds)))


@pytest.mark.parametrize(("name", "reward"), daily((([*GAMES][at % 3], REWARDS[at % 4]) for at in range(12)), 2))
def test_a_game_that_is_not_finished_earns_less_than_any_that_is(name: str, reward: str) -> None:
    finished: list[float] = []
    unfinished: list[float] = []
    for seed in range(SEEDS):
        ways: list[dict[str, float]] = [{}, {"round_points": 1.0, "kept_bid": 0.5}]
        for way in ways if name == "skull-king" else ways[:1]:
            episode = begun(name, seed, 0)
            how = Rewards.of(episode.game, reward, scale=3.0, **way)  # at which points lie far apart
            while not episode.over:
                unfinished.append(episode.earned(how)[0])
                action = action_of(episode.state)
                episode.reply(episode.state.action_to_string(action))
                if seed % 3 == 0 and not episode.over and len(episode.state.history) > 3 + seed:
                    episode.reply("I give up.")
            (unfinished if episode.table.forfeited == 0 else finished).append(episode.earned(how)[0])
    assert max(unfinished) <= -FORFEIT < 0.0 <= min(finished)


def test_rounds_are_paid_as_they_end_and_what_is_paid_before_adds_up() -> None:
    episode = begun("skull-king", 4, 0)
    how = Rewards.of(episode.game, "points", round_points=1.0, scale=50)
    earned = [episode.earned(how, goes_on=True)[0]]
    while not episode.over:
        episode.reply(episode.state.action_to_string(action_of(episode.state)))
        earned.append(episode.earned(how, goes_on=True)[0])
    points = float(episode.state.points()[0])
    assert earned[0] == -MOST
    assert len({round(each, 6) for each in earned[:-1]}) > 3, "rounds are paid in between"
    assert earned[-1] == pytest.approx(max(0.0, MOST + points / 50) + MOST + max(-MOST, min(MOST, points / 50)))


def test_a_bid_of_0_earns_nothing_on_the_way_and_a_kept_bid_of_more_does() -> None:
    how = Rewards(kept_bid=0.5)
    for bid, won, earned in [(0, 0, 0.0), (0, 2, 0.0), (2, 2, 0.5), (2, 0, -0.5), (2, 1, 0.0), (None, 0, 0.0)]:
        assert how.of_rounds([EndedRound(1, (SeatScore(0, 10, 10, bid, won),))], 0) == earned


@pytest.mark.parametrize("reward", ["win", "utility", "points", "duplicate"])
def test_nobody_gains_by_the_forfeit_of_another_model(reward: str) -> None:
    game, seats = model_tables("pig", models=2, **GAMES["pig"])
    episode = Episode(game, 306, seats(0), ReplyPolicy(0))
    episode.reply("[roll]")
    episode.reply("[hold]")
    assert episode.state.points()[0] > 0
    episode.reply("I give up.")
    ahead, own = episode.earned(Rewards.of(game, reward, scale=20))
    assert math.isnan(ahead)
    assert own == -FORFEIT
    first, second = episode.metrics(0), episode.metrics(1)
    assert (first["left_out"], first["finished"], second["left_out"], second["forfeit"]) == (1.0, 0.0, 0.0, 1.0)
    assert math.isnan(first["points"])
    assert second["points"] == game.facts.worst_points


def test_the_scale_is_that_of_a_usual_game_unless_it_is_given() -> None:
    game = croupier.make("skull-king", players=4, schedule="fives")
    bots = [make_agent("bot", game)] * 4
    made = []
    for number in range(40):
        state = game.new_initial_state(number)
        while not state.is_terminal():
            state.apply_action(int(bots[0].act(Turns.of_state(state))[0]))
        made += [abs(float(value)) for value in state.points()]
    assert usual_points(game) == pytest.approx(sum(made) / len(made), rel=0.3)
    assert Rewards.of(game, "points").scale == usual_points(game)
    assert Rewards.of(game, "points", scale=7).scale == 7
    assert Rewards.of(game, "win").scale == 1.0


def unranked(_: object) -> Facts:
    """Facts of a game in which more points are not better."""
    return replace(PIG.facts, ranked_by_points=False, worst_points=None)


@pytest.mark.parametrize(
    ("game", "settings", "why"),
    [
        (PIG, {"reward": "bids"}, "reward must be one of win, utility, points, duplicate, not 'bids'"),
        (PIG, {"kept_bid": 1.0}, "pig is not scored by rounds"),
        (SKULL_KING, {"round_points": -1.0}, "round_points must be at least 0, not -1"),
        (SKULL_KING, {"kept_bid": float("nan")}, "kept_bid must be at least 0, not nan"),
        (SKULL_KING, {"reward": "points", "scale": 0.0}, "scale must be greater than 0, not 0"),
        (Game(changed(PIG.spec, bots={})), {"reward": "duplicate"}, "no bot plays pig"),
        (Game(changed(PIG.spec, facts=unranked)), {"reward": "points"}, "more points are not better in pig"),
    ],
)
def test_rewards_that_cannot_be_are_refused(game: Game, settings: dict[str, Any], why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        Rewards.of(game, **settings)


def test_training_and_evaluation_have_no_deal_in_common_and_a_seed_is_as_it_always_was() -> None:
    count = 2_000
    train = {deal_seed("train", number) for number in range(count)}
    held = {deal_seed("eval", number) for number in range(count)}
    assert len(train) == len(held) == count
    assert {seed % 2 for seed in train} == {0}
    assert {seed % 2 for seed in held} == {1}
    assert max(train | held) < 2**53
    assert deal_seed("train", 3, series=1) != deal_seed("train", 3)
    assert [chosen_deal(split, None, None)[0] % 2 for split in ("train", "eval")] == [0, 1]
    game, seats = model_tables("skull-king", players=3)
    for split in ("train", "eval"):
        found = list(playable_deals(game, seats, 5, split=split))
        assert found == [(number, deal_seed(split, number)) for number in range(5)]
    assert list(playable_deals(game, seats, 2, split="train", seed=9)) == [(0, 9), (1, 10)]
    with pytest.raises(ConfigError, match="split must be one of train, eval, not 'test'"):
        list(playable_deals(game, seats, 2, split="test"))


def test_no_task_is_over_before_the_model_is_asked(caplog: pytest.LogCaptureFixture) -> None:
    game, seats = model_tables("pig", winning_score=6, max_turns=8)
    with caplog.at_level(logging.WARNING):
        dealt = [seed for _, seed in playable_deals(game, seats, 40, split="train", seed=0)]
    assert len(dealt) == 40
    over = [any(Episode(game, seed, seats(seat)).over for seat in range(2)) for seed in range(dealt[-1] + 1)]
    assert [seed for seed, early in enumerate(over) if not early] == dealt
    assert any(over)
    assert f"{sum(over)} of {len(over)} deals are left out: over before a model was asked" in caplog.text


def test_a_game_that_is_always_over_too_soon_is_refused() -> None:
    game, seats = model_tables("pig", winning_score=1, max_turns=1)
    with pytest.raises(ConfigError, match="pig is over before a model is asked in nearly every deal"):
        list(playable_deals(game, seats, 3, split="train"))
