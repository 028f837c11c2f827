"""Branched decisions: the values of all answers are those of the game played on, and nothing else is changed."""

import numpy as np
import pytest
import torch

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Records
from croupier.learn.network.inference import Inference, torch_threads
from croupier.learn.network.network import PolicyNetwork, make_network
from croupier.learn.rollouts.advantages import NOBODY
from croupier.learn.rollouts.branching import Branches, Noted
from croupier.learn.rollouts.rollout import Collector, Decisions, make_collector
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from tests.learn.small import EVERYTHING, differing, skull_king
from tests.toy import FOLD, STAY
from tests.toy import SPEC as TOY

SMALL = Config().changed(
    num_tables=24, rollout_steps=12, widths=(8,), threads=1, device="cpu", seed=5, branch_share=1.0,
    branch_phases=("ANSWER",), gamma=0.9,
)  # fmt: skip
BRANCHING = EVERYTHING.changed(
    branch_share=1.0, curriculum="none", mix="all", rollout_steps=32, league_share=0.4, bot_share=0.3,
    random_share=0.1, placement_weight=0.5, win_weight=0.0, auxiliary={},
)  # fmt: skip


def collecting(game: Game, config: Config) -> tuple[Collector, PolicyNetwork]:
    collector = make_collector(game, config, Inference("cpu", "float32"), {})
    generator = torch.Generator().manual_seed(4)
    size = collector.privileged_size
    network = make_network(collector.tables.game, config.network, generator, None, size)
    with torch.no_grad():
        for layer in network.heads.values():
            layer.weight.mul_(100.0)  # type: ignore[operator]  # far from uniform
    return collector, network


def collected(collector: Collector, network: PolicyNetwork) -> tuple[Decisions, Noted | None, Branches | None]:
    """A rollout, and what was branched in it."""
    found: list[Branches] = []
    noted: list[Noted] = []
    branching = collector.branching
    if branching is not None:
        play = type(branching).play

        def watched(*arguments: object) -> Branches:
            noted.extend([Noted.joined(branching._noted)] if branching._noted else [])
            found.append(play(branching, *arguments))  # type: ignore[arg-type]
            return found[-1]

        branching.play = watched  # type: ignore[method-assign, assignment]
    decisions = collector.collect(network)
    return decisions, noted[0] if noted else None, found[0] if found else None


def utility(deck: list[int], said: list[int], seat: int) -> float:
    """What a seat of the toy wins, from the cards and all answers."""
    staying = [other for other, answer in enumerate(said) if answer == STAY]
    return 0.0 if seat not in staying else (1.0 if deck[seat] == max(deck[k] for k in staying) else -1.0)


def test_the_values_of_a_toys_answers_are_those_of_its_cards_and_the_others_answers() -> None:
    collector, network = collecting(Game(TOY, players=3), SMALL)
    decisions, noted, found = collected(collector, network)
    assert noted is not None
    assert found is not None
    assert len(found.steps) == 24 * 12
    checked = 0
    for k, (step, row, seat) in enumerate(zip(found.steps, found.rows, noted.seats, strict=True)):
        deck = noted.records["deck"][k].tolist()
        later = [
            collector.actions[at, row] for at in range(step + 1, step + 3 - seat) if at < len(collector.actions)
        ]
        said = [answer - 1 for answer in noted.records["said"][k, :seat].tolist()]
        if len(later) < 2 - seat:
            continue
        for answer in (STAY, FOLD):
            assert found.values[k, answer] == utility(deck, [*said, answer, *later], seat)
        chance = float(np.exp(collector.logps[step, row]))
        chosen = int(collector.actions[step, row])
        expected = (1.0 - chance) * (found.values[k, chosen] - found.values[k, 1 - chosen])
        assert found.advantages[k] == pytest.approx(expected, abs=1e-5)
        checked += 1
    assert checked > 200
    closed = ~np.isnan(collector.branched).reshape(-1)[decisions.rows]
    assert closed.all(), "every decision that is learned from was branched"
    np.testing.assert_array_equal(
        decisions.advantages[decisions.rows], collector.branched.reshape(-1)[decisions.rows]
    )
    np.testing.assert_allclose(
        found.advantages, collector.branched[found.steps, found.rows], err_msg="each at its own place"
    )


def test_a_clone_that_is_cut_short_is_worth_what_its_seat_expects_of_the_rest() -> None:
    game = Game(TOY, players=3, hurry=True)
    collector, network = collecting(game, SMALL)
    _, noted, found = collected(collector, network)
    assert noted is not None
    assert found is not None
    cut = np.flatnonzero((noted.seats == 1) & (noted.records["said"][:, 0] == 1 + FOLD))
    assert len(cut) > 10
    for k in cut:
        record: Records = noted.records[k : k + 1].copy()
        TOY.rules.play(record[0], FOLD)
        seen = np.zeros((1, game.observation_size), dtype=np.float32)
        TOY.rules.observe(record[0], 1, seen[0])
        with torch.inference_mode():
            value = float(network(torch.from_numpy(seen))[1])
        assert found.values[k, FOLD] == pytest.approx(0.9 * value, abs=1e-5)


@pytest.mark.parametrize(
    "changes",
    [
        {"credit_until": "scoring", "rollout_steps": 64},  # long enough for rounds of eight seats to end
        {"credit_until": "game", "mix": "none", "rollout_steps": 96},
    ],
)
def test_the_chosen_answer_is_worth_what_the_table_itself_comes_to(changes: dict[str, object]) -> None:
    collector, network = collecting(skull_king(), BRANCHING.changed(**changes))
    for _ in range(3):
        collector.league.keep(network)
    collector.collect(network)
    collector.carry_over()
    _, noted, found = collected(collector, network)
    assert noted is not None
    assert found is not None
    checked = 0
    for k, (step, row, seat) in enumerate(zip(found.steps, found.rows, noted.seats, strict=True)):
        ends = np.flatnonzero(collector.closed[step:, row])
        if len(ends):
            expected = float(collector.rewards[step : step + ends[0] + 1, row, seat].sum())
            assert found.values[k, found.actions[k]] == pytest.approx(expected, abs=1e-4)
            checked += 1
    assert checked > 10
    assert len(set(noted.records["phase"].tolist())) > 2, "several abilities"
    assert (noted.roster > 0).any(), "opponents sit in some seats"


def test_branching_leaves_tables_decisions_and_value_targets_as_they_are() -> None:
    plain, network = collecting(skull_king(), BRANCHING.changed(branch_share=0.0))
    branched, _ = collecting(skull_king(), BRANCHING.changed(branch_share=0.6))
    for _ in range(3):
        ours, theirs = plain.collect(network), branched.collect(network)
        np.testing.assert_array_equal(ours.rows, theirs.rows)
        for name in ("observations", "actions", "logps", "values", "value_targets"):
            np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)
        other = np.isnan(branched.branched).reshape(-1)
        np.testing.assert_array_equal(ours.advantages[other], theirs.advantages[other])
        plain.carry_over()
        branched.carry_over()
        before, after = plain.snapshot(), branched.snapshot()
        assert set(after) - set(before) == {"open.branched"}
        assert [name for name, array in before.items() if not np.array_equal(array, after[name])] == []


def test_a_share_of_the_ability_decisions_is_branched_and_the_same_whatever_else_is() -> None:
    parts = {}
    for share in (0.3, 1.0):
        collector, network = collecting(skull_king(), BRANCHING.changed(branch_share=share, num_tables=128))
        collector.collect(network)
        parts[share] = ~np.isnan(collector.branched)
        abilities = [phase.value for phase in collector.tables.game.phases if phase.ability]
        asked = (collector.deciders != NOBODY) & np.isin(collector.phases, abilities)
        if share == 1.0:
            assert (parts[share] == asked).all()
    assert not (parts[0.3] & ~parts[1.0]).any()
    assert parts[0.3].sum() / parts[1.0].sum() == pytest.approx(0.3, abs=0.1)


def test_a_resumed_run_with_branches_reaches_the_same_weights() -> None:
    config = BRANCHING.changed(num_tables=96, rollout_steps=16)

    def stepped(trainer: Trainer) -> Trainer:
        with torch_threads(1):
            for _ in range(3):
                scalars = trainer.step().scalars
        assert scalars["branching/steps"] > scalars["branching/decisions"] > 0
        return trainer

    first = stepped(Trainer(skull_king(), config))
    assert not np.isnan(first.tensors()["rollout.open.branched"]).all(), "some are open at the stop"
    resumed = Trainer(skull_king(), config)
    resumed.restore(first.tensors(), first.progress())
    assert differing(stepped(resumed).policy(), stepped(first).policy()) == []
    plain = Trainer(skull_king(), config.changed(branch_share=0.0))
    with torch_threads(1):
        for _ in range(6):
            plain.step()
    assert differing(first.policy(), plain.policy())


@pytest.mark.parametrize(
    ("game", "changes", "message"),
    [
        ("pig", {}, "pig has no abilities: name some by branch_phases"),
        ("skull-king", {"branch_phases": ("ABILITY_ROSY",)}, "unknown phase of skull-king in branch_phases"),
    ],
)
def test_phases_that_a_game_has_not_are_refused(game: str, changes: dict[str, object], message: str) -> None:
    config = Config().changed(branch_share=0.5, num_tables=4, rollout_steps=4, **changes)
    with pytest.raises(ConfigError, match=message):
        Trainer(croupier.make(game), config)
