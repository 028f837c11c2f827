"""croupier play, with prepared lines instead of a person."""

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.agents.human import wrapped
from croupier.core.engine.game import Game
from croupier.table.game_file import load_game
from croupier.table.narration import hides
from tests.cli.conftest import Run
from tests.toy import SPEC as TOY

SHORT = ("-o", "winning_score=12", "-o", "max_turns=8")


def test_a_whole_game_against_an_agent_is_told_saved_and_replays(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    words = ("play", "pig", "--vs", "bot:hold-5", "--seed", "7", *SHORT)
    result = run(*words, "--save", str(file), text="roll\nhold\n" * 20)
    played = load_game(file)
    assert played.state.is_terminal()
    assert played.agents == ("human", "bot:hold-5")
    assert played.state.seed == 7
    assert "Pig Dice, seed 7. You are Player 0. Player 0 is human, Player 1 is bot:hold-5." in result.stdout
    assert "bot:hold-5 (Player 1) [roll]  Player 1 rolls a " in result.stdout
    assert f"The game is in {file}" in "".join(result.stdout.splitlines()[-3:])
    again = run(*words, "--json", text="roll\nhold\n" * 20)
    data = json.loads(again.stdout)
    assert data["actions"] == played.state.history
    assert data["finished"]
    assert "Your move:" in again.stderr


def test_every_prompt_shows_the_position_and_what_is_legal(run: Run) -> None:
    result = run("play", "pig", "--seed", "7", *SHORT, text="hold\n" * 8)
    assert result.stdout.count("Your move: [roll]  [hold]") == 8
    assert result.stdout.count("target 12; your turn") == 8
    assert result.stdout.count("Player 1 is to move.") == 4
    assert result.stdout.rstrip().endswith("A draw at the limit of 8 turns: 0 points each.")


def test_wrong_input_is_explained_and_asked_again(run: Run) -> None:
    result = run("play", "pig", *SHORT, "--seed", "1", text="rool\n\n?\nhold\n" + "hold\n" * 7)
    assert "'rool' is no action of Pig: say [roll] or [hold]" in result.stdout
    assert "Nothing was typed" in result.stdout
    assert "Lose turn total and end turn" in result.stdout  # the rules, with ?


def test_the_seat_is_chosen_and_the_opponent_begins(run: Run) -> None:
    result = run("play", "pig", "--vs", "bot:hold-2", "--seat", "1", "--seed", "3", text="q\ny\n")
    lines = result.stdout.splitlines()
    assert "You are Player 1. Player 0 is bot:hold-2, Player 1 is human." in lines[0]
    assert lines[1].startswith("bot:hold-2 (Player 0) [roll]")
    assert "You left: the game was not finished; nothing was saved." in result.stderr


def test_the_end_of_the_input_leaves_the_game_so_far_in_its_file(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    line = refused("play", "pig", "--seed", "3", "--save", str(file), text="roll\nnonsense\n")
    assert line == f"croupier: the input ended: the game was not finished; it is in {file} as far as it went"
    assert load_game(file).state.history == [0]
    assert "nothing was saved" in refused("play", "pig")


def test_play_begins_from_a_position_with_its_options(run: Run) -> None:
    text = "pig winning_score=20 scores=15,3 turn=0 total=5"
    result = run("play", "pig", "--vs", "bot", "--position", text, "--json", text="hold\n")
    data = json.loads(result.stdout)
    assert data["start"] == croupier.make("pig", winning_score=20).position(text).position()
    assert data["points"] == [20.0, 3.0]
    assert data["returns"] == [1.0, -1.0]


def test_a_position_of_a_finished_game_is_told_at_once(run: Run) -> None:
    result = run("play", "pig", "--position", "pig scores=100,3")
    assert "Player 0 reaches the target of 100" in result.stdout


def test_agents_at_the_table_are_seeded(run: Run) -> None:
    words = ("play", "pig", "--vs", "random", "--seat", "1", "--json", *SHORT, "--seed")
    games = [json.loads(run(*words, seed, text="hold\n" * 9).stdout)["actions"] for seed in ("1", "1", "2", "3")]
    assert games[0] == games[1]
    assert len({tuple(game) for game in games}) > 1


def test_without_a_seed_the_deal_is_any_and_told(run: Run) -> None:
    seeds = [json.loads(run("play", "pig", *SHORT, "--json", text="hold\n" * 8).stdout)["seed"] for _ in range(3)]
    assert len(set(seeds)) == 3


def test_three_people_at_one_keyboard_do_not_see_each_others_cards(run: Run, toy: None) -> None:
    seed = 4
    state = Game(TOY, players=3).new_initial_state(seed)
    result = run("play", "toy", "-o", "players=3", "--seed", str(seed), text="[stay]\n\n[fold]\n\n[stay]\n")
    parts = result.stdout.split("Hand over the keyboard")
    assert len(parts) == 3
    cards = [f"Your card: {state.records[0]['deck'][seat]}." for seat in range(3)]
    for seat, part in enumerate(parts):
        assert [card in part for card in cards] == [other == seat for other in range(3)]
    assert "Player 0 has answered." in parts[1]
    assert "[stay]" not in parts[1].partition("Your move")[0]  # the answer is secret
    assert "Staying: 0 with" in parts[2]
    assert "All have answered." in parts[2]


def test_one_opponent_may_take_all_other_seats(run: Run, toy: None) -> None:
    words = ("play", "toy", "-o", "players=4", "--seed", "1", "--json")
    data = json.loads(run(*words, "--vs", "random", "--seat", "2", text="[stay]\n").stdout)
    assert data["agents"] == ["random", "random", "human", "random"]
    each = run(*words, "--vs", "random", "--vs", "human", "--vs", "random", text="[stay]\n\n[fold]\n")
    assert json.loads(each.stdout)["agents"] == ["human", "random", "human", "random"]
    assert "random (Player 1) has moved  Player 1 has answered." in each.stderr


def test_what_is_decided_unseen_is_told_only_when_the_game_tells_of_it(run: Run) -> None:
    talk = run("play", "hearts", "--vs", "random", "--seat", "2", "--seed", "3", text="q\ny\n").stdout
    for seat in (0, 1):  # each has put three cards aside, one at a time
        assert talk.count(f"random (Player {seat}) has moved") == 1
        assert f"random (Player {seat}) has moved  Player {seat} has passed three cards." in talk


ANSWERS = "".join(f"{word}\n" for word in ("1", "2", "3", "4", "5", "0", "ok", "escape"))
"""Lines of which one at least is legal in every decision of Skull King's rounds of five cards."""


def test_skull_king_is_played_against_bots_by_short_answers(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    words = ("play", "skull-king", "--players", "3", "--vs", "random", "--seat", "1", "--seed", "5")
    result = run(*words, "-o", "schedule=fives", "--save", str(file), text=ANSWERS * 80)
    played = load_game(file).state
    assert (played.game.num_players, played.is_terminal()) == (3, True)
    talk = " ".join(result.stdout.split())
    assert len(re.findall(r"You bid \d\.", talk)) == 5
    assert talk.count("All have bid: ") == 5
    assert "Bid how many tricks you will win, exactly: [bid 0] [bid 1] [bid 2] [bid 3] [bid 4] [bid 5]" in talk
    assert "Your move (? help, ! hint, q quit)" in talk  # the actions are listed once, with what they mean
    for word in ("You play ", "Player 0 plays ", "You win the trick", "Round 4 is over: ", "You are Player 1."):
        assert word in talk
    bids = re.findall(r"All have bid: (.*?)\.", talk)
    for number, part in enumerate(talk.split("All have bid: ")[:-1]):
        hidden = part.rpartition(" is over")[2] if number else part
        assert "[bid 1]" in hidden
        assert not re.search(r"(?<![:;] )Player [02]\)? (bids? |\[bid )\d", hidden)
    assert len(bids) == 5
    assert all(re.search(r"\d by you", line) for line in bids)
    lines = [line.removeprefix("> ") for line in result.stdout.splitlines()]  # who types ends that line with Enter
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("plain", [False, True])
def test_cards_are_coloured_by_suit_unless_colours_are_not_wanted(
    run: Run, monkeypatch: pytest.MonkeyPatch, plain: bool
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if plain:
        monkeypatch.setenv("NO_COLOR", "1")
    position = "skull-king round=3 dealer=3 hands=g7,y2,p5/g1,g2,g3/y7,y8,y9/p1,p2,p3 last=0/-/b1,b1,b1,b1"
    result = run("play", "skull-king", "--vs", "random", "--position", position, text="q\ny\n")
    assert ("\x1b[32mgreen 7\x1b[0m" in result.stdout) is not plain
    assert ("\x1b[33myellow 2\x1b[0m" in result.stdout) is not plain
    assert ("\x1b[35mpurple 5\x1b[0m" in result.stdout) is not plain
    if plain:
        assert "Your hand: green 7 | yellow 2 | purple 5" in result.stdout


def test_a_line_is_broken_at_spaces_but_not_inside_an_action() -> None:
    text = "Play a card: [play green 7] [play black 11]\nshort"
    assert wrapped(text, 30) == "Play a card: [play green 7]\n  [play black 11]\nshort"
    assert wrapped(text, 60) == text
    assert wrapped("- Cards:\n  Rosie: say who leads next", 20) == "- Cards:\n  Rosie: say who\n    leads next"


@pytest.mark.parametrize(
    ("game", "options", "width"),
    [
        ("spite-malice", {}, 80),
        ("skull-king", {}, 60),
        ("skull-king", {"players": 2, "rascal": True, "loot": True, "kraken": True, "whale": True}, 120),
    ],
)
def test_the_rules_fill_the_width_of_the_terminal(game: str, options: dict[str, Any], width: int) -> None:
    state = croupier.make(game, **options).new_initial_state(1)
    prompts: Any = state.game.spec.words.prompts
    lines = wrapped(prompts.rules(state.game, 0), width).splitlines()
    assert max(map(len, lines)) <= width
    broken = 0
    for line, following in itertools.pairwise(lines):
        goes_on = line and following and not line.endswith((".", ":"))
        if goes_on or re.match(r" {2,}(?!\w+: )", following):
            first = re.match(r" *(\[[^\]]*\]\S*|\S+)", following)
            assert first is not None
            assert len(f"{line} {first[1]}") > width, (line, following)
            broken += 1
    assert broken > 0


def test_hidden_things_are_known_to_be_hidden() -> None:
    assert hides(Game(TOY, players=2).new_initial_state(1), 0)
    assert hides(croupier.make("skull-king").new_initial_state(1), 0)
    assert not hides(croupier.make("pig").new_initial_state(1), 0)


def test_what_nobody_sees_needs_no_handing_over(run: Run) -> None:
    # In Spite and Malice the shoe is hidden from both, and all else is open to both.
    state = croupier.make("spite-malice").new_initial_state(1)
    assert state.resample_hidden(0, 1).records.tobytes() != state.records.tobytes()
    assert not hides(state, 0)
    assert not hides(state, 1)
    seat = state.current_player()
    result = run("play", "spite-malice", "--seed", "1", text="[x5 1]\n", ends=2)
    assert f"Player {1 - seat} is to move." in result.stdout
    assert "Hand over the keyboard" not in result.stdout


@pytest.mark.parametrize(
    ("words", "lost"),
    [(["liars-dice"], True), (["LiarsDice-v0"], False), (["liars-dice", "-o", "lost_dice=no"], False)],
)
def test_people_play_liars_dice_to_the_last_die_unless_they_choose_one_round(
    words: list[str], lost: bool, run: Run
) -> None:
    played = run("play", *words, "--vs", "bot", "--json", "--seed", "1", text="liar\nbid 9x6\n" * 400)
    data = json.loads(played.stdout)
    assert (data["options"]["lost_dice"], data["finished"]) == (lost, True)
    assert croupier.make("liars-dice").options["lost_dice"] is False  # what a program makes is one round
