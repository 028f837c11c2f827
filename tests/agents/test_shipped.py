"""The players that ship with croupier: they are there, stay as they are, play every table, and are worth it."""

import json
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import croupier
from croupier.agents.policy import PolicyAgent
from croupier.agents.registry import make_agent
from croupier.agents.shipped import policy_path, releases, shipped_policy
from croupier.core.base.errors import ConfigError, FileError
from croupier.learn.settings.config import Config
from croupier.measure.play.tournament import play_tournament
from croupier.server.agents.allowed_agents import check_seatable
from croupier.server.base.refusal import RefusalError
from tests.amounts import daily

LARGEST = 10 * 10**6  # bytes
GAMES = ("hearts", "oh-hell", "skull-king", "spite-malice")
RELEASE = "2026-11"
WEIGHTS = {
    "hearts": "d0f038a827c20a972619ca571f3149283b89d57b0d5e8252fa5b24be09c50df0",
    "oh-hell": "6af3f5c43eb1caaf9a2bb06e85650699c3ff96d15ee6081fcf14ece0d9dc2acf",
    "skull-king": "c2dafddf0a03fd24b7d89d78ad51acc762268304c2a4a7ffa0d777e2c64a66cb",
    "spite-malice": "023798d5ecd03bc3cf68035c950e91c77643ca559aca01d97ef2931863ebc069",
}
"""SHA-256 of all weights by name, shape and type, of the players that strength is measured against."""


def digest(path: Path) -> str:
    """SHA-256 of a policy's weights."""
    found = sha256()
    for tensor in sorted(onnx.load(path).graph.initializer, key=lambda each: each.name):
        found.update(f"{tensor.name} {list(tensor.dims)} {tensor.data_type}\n".encode() + tensor.raw_data)
    return found.hexdigest()


def names(settings: Any) -> set[str]:
    """Names of settings, those of the parts of a `Config` too."""
    found = set()
    for each in fields(settings):
        value = getattr(settings, each.name)
        found |= names(value) if is_dataclass(value) else {each.name}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_player_of_november_2026_stays_as_it_is(name: str) -> None:
    game = croupier.make(name)
    agent: Any = make_agent(f"net:{RELEASE}", game)
    path = policy_path(RELEASE, game)
    assert (agent.name, agent.data) == (f"net:{RELEASE}", path.read_bytes())
    assert path == releases(game)[RELEASE]
    assert digest(path) == WEIGHTS[name]


@pytest.mark.parametrize("name", GAMES)
def test_plain_net_is_the_newest_and_its_card_says_how_it_was_trained(name: str) -> None:
    game = croupier.make(name)
    path, agent = shipped_policy(game), make_agent("net", game)
    assert policy_path(None, game) == path == list(releases(game).values())[-1]
    assert path.stem == f"{name}-{max(releases(game))}"
    assert isinstance(agent, PolicyAgent)
    assert agent.name == "net"
    training = json.loads(agent.metadata["training"])
    assert training["config"].keys() <= names(Config())
    lines = path.with_suffix(".md").read_text().splitlines()
    told = next(line for line in lines if line.startswith(f"| `{path.name}` |"))
    assert f"| {training['decisions'] / 1e6:.0f} million | {training['config']['seed']} |" in told


def test_the_newest_of_several_is_found_by_its_month(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = croupier.make("skull-king")
    for word in ("2026-11", "2027-01", "2026-12", "draft"):
        (tmp_path / f"skull-king-{word}.onnx").touch()
    (tmp_path / "spite-malice-2028-01.onnx").touch()
    monkeypatch.setitem(game.spec.__dict__, "policies", tmp_path)
    assert list(releases(game)) == ["2026-11", "2026-12", "2027-01"]
    assert shipped_policy(game).name == "skull-king-2027-01.onnx"


def test_a_release_is_a_word_and_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / RELEASE).write_bytes(b"a file of one's own")
    game = croupier.make("skull-king")
    assert isinstance(make_agent(f"net:{RELEASE}", game), PolicyAgent)
    with pytest.raises(FileError, match="is no policy"):
        make_agent(f"net:./{RELEASE}", game)


@pytest.mark.parametrize(
    ("game", "agent", "message"),
    [
        ("skull-king", "net:2025-01", r"no net:2025-01 of skull-king ships with croupier: there is net:2026-11; a "
         r"file of that name is net:\./2025-01"),
        ("skull-king", "net:none.onnx", "none.onnx cannot be read: no such file, and no player that ships either: "
         "there is net:2026-11"),
        ("pig", "net:none.onnx", "none.onnx cannot be read: no such file, .*: there is none of pig"),
        ("pig", "net:2026-11", r"no trained player of pig ships with croupier \(there is one of "),
    ],
)  # fmt: skip
def test_a_player_that_does_not_ship_is_refused_with_those_that_do(game: str, agent: str, message: str) -> None:
    with pytest.raises((ConfigError, FileError), match=message):
        make_agent(agent, croupier.make(game))


def test_all_files_together_are_small() -> None:
    folders = {shipped_policy(croupier.make(name)).parent for name in GAMES}
    assert sum(file.stat().st_size for folder in folders for file in folder.glob("*.onnx")) < LARGEST


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_it_wins_more_than_its_share_against_bots(name: str) -> None:
    game, deals, opponent = croupier.make(name), 60, "bot:greedy" if name == "spite-malice" else "bot"
    table = [make_agent("net", game), *(make_agent(opponent, game) for _ in range(game.num_players - 1))]
    ours = play_tournament(game, table, deals, 7).agents[0]
    assert ours.games == deals * game.num_players
    assert ours.ci95 is not None
    assert ours.ci95[0] > 1 / game.num_players


@pytest.mark.parametrize(
    "options",
    daily([
        {"players": 2}, {"players": 8}, {"players": 6, "loot": True, "kraken": True, "whale": True},
        {"players": 3, "rascal": True},
    ], 2),
)  # fmt: skip
def test_it_plays_tables_of_two_to_eight_with_any_options(options: dict[str, object]) -> None:
    game = croupier.make("skull-king", schedule="fives", **options)
    result = play_tournament(game, [make_agent("net", game) for _ in range(game.num_players)], 1, 1)
    assert sum(agent.games for agent in result.agents) == game.num_players**2
    assert np.isfinite([agent.mean_points for agent in result.agents]).all()


def test_people_may_seat_a_release_at_a_server_and_no_other_file() -> None:
    game = croupier.make("skull-king")
    assert check_seatable(f"net:{RELEASE}", game, ()).text == f"net:{RELEASE}"
    for name in ("net:2025-01", f"net:./{RELEASE}"):
        with pytest.raises(RefusalError, match="is not allowed here"):
            check_seatable(name, game, ())
