"""Links to positions at the terminal: printed in a game, and opened by ``--position``."""

import json
import re
from collections.abc import Callable

import croupier
from croupier import open_position, position_link
from tests.cli.conftest import Run

LINK = re.compile(r"#/position/v1/[A-Za-z0-9_\-\s]+?(?=\n>|>)")


def test_a_game_prints_the_link_to_what_the_seat_knows(run: Run) -> None:
    words = ("play", "skull-king", "--players", "3", "-o", "schedule=tens", "--vs", "bot", "--seat", "1")
    shown = run(*words, "--seed", "5", text="#\nlink\n?\nq\ny\n").stdout
    links = LINK.findall(shown)
    assert len(links) == 2
    worlds = [open_position(link) for link in links]
    assert worlds[0].position() != worlds[1].position()
    assert worlds[0].view(1) == worlds[1].view(1)
    dealt = croupier.make("skull-king", players=3, schedule="tens").new_initial_state(5)
    assert worlds[0].view(1)["table"]["hand"] == dealt.view(1)["table"]["hand"]
    assert worlds[0].view(0)["table"]["hand"] != dealt.view(0)["table"]["hand"]
    assert "# (or link) prints a link" in " ".join(shown.split())


def test_commands_open_a_link_as_they_open_a_text(run: Run) -> None:
    state = croupier.make("pig", winning_score=20).new_initial_state(2)
    state.apply_action(0)
    link = position_link(state, address="https://cards.example.org")
    data = json.loads(run("play", "--vs", "bot", "--position", link, "--json", text="hold\n" * 40).stdout)
    assert data["start"] == state.position()
    assert data["options"]["winning_score"] == 20
    by_link = json.loads(run("analyse", "--position", link, "--json").stdout)
    by_text = json.loads(run("analyse", "pig", "--position", state.position(), "--json").stdout)
    assert "example.org" not in by_link.pop("provenance")["command"]
    assert by_text.pop("provenance")["seeds"] == [0]
    assert by_link == by_text


def test_links_that_do_not_fit_are_refused(refused: Callable[..., str]) -> None:
    link = position_link(croupier.make("skull-king", players=3).new_initial_state(2))
    assert "not with 'pig'" in refused("play", "pig", "--position", link)
    assert "broken" in refused("analyse", "--position", link[:-5])
    assert "players" in refused("analyse", "skull-king", "--players", "4", "--position", link)
    assert refused("analyse", "--position", "\x00")
