"""Trials: paired by deal, every seat, and the same numbers as a tournament."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.games.skull_king.evaluation import EVALUATION, SkullKingMeasures
from croupier.measure.play.results import Results, results_rows
from croupier.measure.play.tournament import play_tournament
from croupier.measure.play.trial import play_trial

pig = croupier.make("pig", winning_score=30, max_turns=60)
skull_king = croupier.make("skull-king", players=3, schedule="one")


def test_a_trial_is_a_tournament_of_one_line_up() -> None:
    hold, chance = make_agent("bot:hold-9", pig), make_agent("random", pig)
    trial = play_trial(pig, hold, [chance], 30, 4)
    report = play_tournament(pig, ["bot:hold-9", "random"], 30, 4)
    assert trial.wins.tolist() == report.shares[:, 0].tolist()
    assert trial.points.mean() == pytest.approx(report.agents[0].mean_points)
    assert trial.others[:, 0].mean() == pytest.approx(report.agents[1].mean_points)
    assert (trial.agent, trial.opponents, trial.measures) == ("bot:hold-9", ("random",), {})


def test_the_parts_that_are_played_at_once_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    opponents = [make_agent(name, skull_king) for name in ("random", "bot:simple")]
    whole = play_trial(skull_king, make_agent("random", skull_king), opponents, 10, 1)
    shares: list[float] = []
    monkeypatch.setattr("croupier.agents.agent.TABLES_AT_ONCE", 7)
    parts = play_trial(skull_king, make_agent("random", skull_king), opponents, 10, 1, progress=shares.append)
    assert np.array_equal(whole.wins, parts.wins)
    assert np.array_equal(whole.points, parts.points)
    assert np.array_equal(whole.others, parts.others)
    assert whole.measures == parts.measures
    assert shares == sorted(shares)
    assert sum(map(sum, parts.measures["bids"]["counts"])) == 30  # a round a game, three seats a deal


def test_a_trial_in_two_parts_plays_the_same_deals() -> None:
    agent, others = make_agent("random", skull_king), [make_agent("bot:simple", skull_king)] * 2
    whole = play_trial(skull_king, agent, others, 10, 1)
    parts = [play_trial(skull_king, agent, others, 5, 1, first=first, measured=False) for first in (0, 5)]
    for name in ("wins", "points", "places", "others"):
        assert np.array_equal(getattr(whole, name), np.concatenate([getattr(part, name) for part in parts]))
    assert whole.measures
    assert parts[0].measures == {}


def test_rows_have_what_the_game_counts_of_every_seat_and_group_to_the_trial() -> None:
    fives = croupier.make("skull-king", players=3, schedule="fives")
    agent, others = make_agent("random", fives), [make_agent("bot:simple", fives)] * 2
    tables: list[Results] = []
    trial = play_trial(fives, agent, others, 4, 1, results=tables)
    assert trial.measures == play_trial(fives, agent, others, 4, 1).measures
    own, beside = (
        [row for row in results_rows(tables) if row["agent"] == name] for name in ("random", "bot:simple")
    )
    assert np.mean([row["bids.exact_rate"] for row in own]) == pytest.approx(trial.measures["bids"]["exact_rate"])
    assert sum(row["harry.changed"] for row in own) == trial.measures["harry"]["changed"] > 0
    assert (len(own), len(beside), len({row["seat"] for row in beside})) == (12, 24, 3)
    assert 0 < np.mean([row["bids.exact_rate"] for row in beside]) < 1


def test_places_go_with_points_and_average_to_the_middle() -> None:
    trials = [
        play_trial(
            skull_king, make_agent(names[0], skull_king), [make_agent(n, skull_king) for n in names[1:]], 20, 2
        )
        for names in (("random", "bot", "bot"), ("bot", "bot", "random"), ("bot", "random", "bot"))
    ]
    # the same three agents from each one's side
    assert np.mean([trial.places.mean() for trial in trials]) == pytest.approx(2.0)
    assert trials[0].places.mean() > 2.1
    assert set(np.unique(trials[0].places * 6) % 1) == {0.0}


def test_measures_that_add_tables_up_are_refused_with_their_shape() -> None:
    class Sums(SkullKingMeasures):
        def counts(self) -> dict[str, npt.NDArray[np.int64]]:
            return {name: each.sum(axis=0) for name, each in super().counts().items()}

    judged = replace(EVALUATION, measures=Sums)
    spec = replace(skull_king.spec, evaluation=lambda: judged)
    game = Game(spec, **skull_king.options)
    agent = make_agent("random", game)
    with pytest.raises(ConfigError, match=r"of skull-king has the shape .*: its first axis has to be the tables"):
        play_trial(game, agent, [agent] * 2, 1, 0)
