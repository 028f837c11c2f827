"""Imitation: what is read from recorded games, and that a network learns to do it."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import croupier
from croupier.agents.agent import Turns
from croupier.agents.policy import PolicyAgent
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from croupier.core.spec.options import Block, Options
from croupier.core.spec.training import NO_MIX
from croupier.envs import text
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.settings.config import NetworkSettings
from croupier.learn.settings.mixes import OptionMix
from croupier.learn.settings.plan import network_shape
from croupier.learn.update.imitation import (
    Demonstrations,
    imitate,
    recorded_demonstrations,
    teacher_demonstrations,
)
from croupier.measure.play.match import deal_seeds
from croupier.measure.play.record import record_games
from croupier.table.game_file import append_game, load_game, save_game
from tests.changed import changed as with_parts
from tests.toy import SPEC as TOY
from tests.toy import STAY

game = croupier.make("skull-king", players=3, schedule="even")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty games of two bots and a random player."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    seated = [make_agent(name, game) for name in ("bot:simple", "random", "bot:simple")]
    record_games(game, seated, 30, 1, path)
    return path


def whole(parts: list[Demonstrations]) -> Demonstrations:
    return Demonstrations(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("observations", "masks", "actions"))
    )


def test_demonstrations_are_the_decisions_of_the_games_with_a_choice(file: Path) -> None:
    found = whole(list(recorded_demonstrations([file], game)))
    seen = []
    for line in range(1, 31):
        for before, action, _ in load_game(file, line).moves():
            if len(before.legal_actions()) > 1:
                seen.append((action, before.observation_tensor().tobytes(), before.legal_actions_mask().tobytes()))
    ours = zip(found.actions.tolist(), found.observations, found.masks, strict=True)
    assert sorted(seen) == sorted((action, row.tobytes(), mask.tobytes()) for action, row, mask in ours)


def test_one_players_decisions_can_be_chosen(file: Path) -> None:
    counts = [
        len(whole(list(recorded_demonstrations([file], game, names))).actions)
        for names in ((), ("random",), ("bot:simple",))
    ]
    assert counts[0] == counts[1] + counts[2]
    assert counts[1] < counts[2]
    with pytest.raises(ConfigError, match="nobody called bob has played in these games, but bot:simple, random"):
        list(recorded_demonstrations([file], game, ("bob",)))


def network_for(table: Game) -> torch.nn.Module:
    return PolicyNetwork(network_shape(table, NetworkSettings(widths=(64, 64))), torch.Generator().manual_seed(1))


@pytest.mark.thorough
def test_a_network_learns_to_do_what_was_done(file: Path) -> None:
    told: list[tuple[float, float]] = []
    network = network_for(game)
    optimiser = torch.optim.Adam(network.parameters(), 3e-3)
    for _ in range(15):
        count = imitate(
            network, optimiser, recorded_demonstrations([file], game, ("bot:simple",)), 128,
            np.random.Generator(np.random.PCG64(1)), lambda loss, right: told.append((loss, right)),
        )  # fmt: skip
    assert count > 500
    assert told[-1][0] < 0.6 * told[0][0]
    assert told[-1][1] > told[0][1] + 0.15


def test_what_a_teacher_shows_does_not_depend_on_the_number_of_threads() -> None:
    mix = OptionMix(croupier.make("skull-king", players=2, schedule="one"), "sizes", 0.8)
    alone, divided = (
        list(teacher_demonstrations(mix, make_agent("bot", mix.game), 1100, 5, threads)) for threads in (1, 3)
    )
    assert len(alone) == len(divided) == 5
    for ours, theirs in zip(divided, alone, strict=True):
        assert ours.observations.tobytes() == theirs.observations.tobytes()
        assert ours.masks.tobytes() == theirs.masks.tobytes()
        assert ours.actions.tobytes() == theirs.actions.tobytes()


def test_a_teacher_plays_games_of_the_mix_and_shows_its_own_decisions() -> None:
    table = croupier.make("skull-king", players=2, schedule="one")
    mix = OptionMix(table, "sizes", 0.8)
    shown = list(teacher_demonstrations(mix, make_agent("bot", mix.game), 300, seed=5))
    assert len(shown) == 2
    again = whole(list(teacher_demonstrations(mix, make_agent("bot", mix.game), 300, seed=5)))
    found = whole(shown)
    assert found.actions.tobytes() == again.actions.tobytes()
    assert found.masks[np.arange(len(found.actions)), found.actions].all()
    assert (found.masks.sum(axis=1) > 1).all()
    sizes = np.rint(found.observations[:, table.block_slices["progress"]][:, 3] * 8).astype(int)
    assert set(sizes.tolist()) == set(range(2, mix.game.num_players + 1))
    seed = int(deal_seeds(5, np.array([0]))[0])
    options = mix.codes(np.array([seed], dtype=np.uint64))
    first = croupier.make("skull-king", players=int(options[0, 0]), schedule="one").new_initial_state(seed)
    assert found.observations[0].tolist() == first.observation_tensor().tolist()
    assert found.actions[0] == make_agent("bot", first.game).act(turns_of(first))[0]


def test_of_a_teacher_that_gives_probabilities_these_are_copied() -> None:
    table = croupier.make("skull-king", players=2, schedule="one")
    mix = OptionMix(table, NO_MIX, 0.0)
    drawn = make_agent("net/temperature=1", table)
    (shown,) = teacher_demonstrations(mix, drawn, 40, seed=5)
    rows = np.arange(len(shown))
    observations, masks, wanted = shown.dense(rows)
    assert ((wanted > 0.0) <= masks).all()
    np.testing.assert_allclose(wanted.sum(axis=1), 1.0, rtol=1e-5)
    assert (wanted[rows, shown.actions] > 0.0).all()
    assert 0 < (wanted.argmax(axis=1) != shown.actions).sum() < len(shown) / 2, "what it played was drawn"
    assert (wanted.max(axis=1) < 0.99).mean() > 0.2
    first = table.new_initial_state(int(deal_seeds(5, np.array([0]))[0]))
    assert isinstance(drawn, PolicyAgent)
    np.testing.assert_allclose(wanted[0], drawn.probabilities(turns_of(first))[0], atol=1e-5)
    assert observations[0].tolist() == first.observation_tensor().tolist()


def test_of_a_teacher_that_plays_its_likeliest_action_that_one_is_copied() -> None:
    mix = OptionMix(croupier.make("skull-king", players=2, schedule="one"), NO_MIX, 0.0)
    for name in ("bot", "net"):
        (shown,) = teacher_demonstrations(mix, make_agent(name, mix.game), 40, seed=5)
        wanted = shown.dense(np.arange(len(shown)))[2]
        assert (wanted.argmax(axis=1) == shown.actions).all()
        assert (wanted.sum(axis=1) == 1.0).all()
        assert (wanted.max(axis=1) == 1.0).all()


def turns_of(state: croupier.State) -> Turns:
    return Turns(state.game, state.records, np.zeros(1, dtype=np.uint64))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"game": "pig"}, "a game of pig, not of skull-king"),
        ({"version": 99}, "by version 99 of the rules, not"),
        ({"start": "skull-king"}, "set up from a position; only whole games"),
        ({"options": {"players": 20}}, "players"),
        ({"actions": [51]}, "which is not legal|is not legal"),
        ({"actions": "none"}, "the field 'actions' must be list"),
        ({}, "a game that goes on after its end"),
    ],
)
def test_games_that_cannot_be_imitated_are_refused(
    file: Path, tmp_path: Path, fields: dict[str, object], message: str
) -> None:
    data, bad = json.loads(file.read_text().splitlines()[0]), tmp_path / "bad.jsonl"
    beyond = {"actions": [*data["actions"], 0]}
    bad.write_text(json.dumps(data | (fields or beyond)) + "\n")
    with pytest.raises(FileError, match=message) as caught:
        list(recorded_demonstrations([bad], game))
    assert "bad.jsonl" in str(caught.value)


def test_games_with_another_observation_are_refused(outside: dict[str, str], tmp_path: Path) -> None:
    def blocks(options: Options) -> tuple[Block, ...]:
        more = (Block("hurry", 1, 0.0, 1.0, "always zero"),) if options["hurry"] else ()
        return (*TOY.spaces.blocks(options), *more)

    assert outside["toy"] == "cards_of_others:SPEC"
    sys.modules["cards_of_others"].SPEC = with_parts(TOY, blocks=blocks)  # type: ignore[attr-defined]
    state = croupier.make("toy", hurry=True).new_initial_state(1)
    state.apply_action(STAY)
    save_game(tmp_path / "part.json", state)
    found = whole(list(recorded_demonstrations([tmp_path / "part.json"], croupier.make("toy", hurry=True))))
    assert found.observations.shape == (1, 6)
    with pytest.raises(FileError, match="a game with 6 features and 2 actions, not 5 and 2"):
        list(recorded_demonstrations([tmp_path / "part.json"], croupier.make("toy")))


def test_games_of_language_models_are_imitated_with_their_forfeits(tmp_path: Path) -> None:
    env = text.make("SkullKing-v0", schedule="even", players=3)
    names = ["llm:qwen2.5:7b", "llm/nolist:org/model-a", "bot"]
    file, decided = tmp_path / "models.jsonl", dict.fromkeys(names, 0)
    for seed, silent in ((1, None), (2, 0)):
        env.reset(3, seed=seed)
        done = False
        while not done:
            player, _ = env.get_observation()
            legal = env.state.legal_actions()
            says_nothing = player == silent and len(env.state.history) > 20
            decided[names[player]] += len(legal) > 1 and not says_nothing
            done, _ = env.step("I pass." if says_nothing else env.state.action_to_string(legal[0]))
        forfeited = 0 if silent == 0 else None
        append_game(file, env.state, names, forfeited)
    assert load_game(file, 2).forfeited == 0
    for name in names:
        assert len(whole(list(recorded_demonstrations([file], env.game, (name,)))).actions) == decided[name] > 0
    assert len(whole(list(recorded_demonstrations([file], env.game))).actions) == sum(decided.values())


def test_games_without_names_are_nobodys(file: Path, tmp_path: Path) -> None:
    lines = file.read_text().splitlines()
    unnamed = json.dumps(json.loads(lines[1]) | {"agents": []})
    (tmp_path / "both.jsonl").write_text(f"{lines[0]}\n{unnamed}\n")
    (tmp_path / "named.jsonl").write_text(f"{lines[0]}\n")
    counts = [
        len(whole(list(recorded_demonstrations([tmp_path / name], game, ("random",)))).actions)
        for name in ("both.jsonl", "named.jsonl")
    ]
    assert counts[0] == counts[1] > 0
