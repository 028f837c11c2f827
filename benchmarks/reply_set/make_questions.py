"""Make the questions that the replies answer: ``python -m benchmarks.reply_set.make_questions``.

Pig's positions are written out. Those of the card games are reached by seeded play, careless but not silly, and
kept by their phase. A row holds the whole position, so that a program can set it up again by `Game.position`;
nothing here knows how replies are read. The replies stand on these questions: a change of a game that leads the
seeds elsewhere is no reason to make them again.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import croupier
from croupier import Game, State

QUESTIONS = Path(__file__).parent / "questions.jsonl"

# score of Player 0, of Player 1, turn total, seat to move, options
PIG: tuple[tuple[int, int, int, int, dict[str, Any]], ...] = (
    (0, 0, 0, 0, {}),
    (0, 0, 4, 0, {}),
    (0, 0, 18, 0, {}),
    (0, 22, 0, 0, {}),
    (12, 0, 7, 1, {}),
    (21, 19, 20, 0, {}),
    (24, 31, 11, 0, {}),
    (35, 40, 25, 1, {}),
    (44, 44, 0, 1, {}),
    (52, 38, 16, 0, {}),
    (47, 63, 21, 0, {}),
    (60, 58, 9, 1, {}),
    (71, 70, 14, 0, {}),
    (68, 80, 0, 1, {}),
    (80, 91, 19, 0, {}),
    (97, 60, 3, 0, {}),
    (88, 95, 5, 1, {}),
    (93, 99, 6, 0, {}),
    (20, 99, 33, 0, {}),
    (90, 90, 10, 1, {}),
    (5, 76, 28, 0, {}),
    (96, 12, 2, 0, {}),
    (0, 0, 0, 1, {"winning_score": 50}),
    (31, 27, 12, 0, {"winning_score": 50}),
    (45, 44, 5, 1, {"winning_score": 50}),
    (10, 14, 6, 1, {"winning_score": 20}),
    (17, 16, 2, 0, {"winning_score": 20}),
    (140, 155, 22, 0, {"winning_score": 200}),
)

SEA = {"loot": True, "kraken": True, "whale": True}

# options, phase, least round, seed
SKULL_KING: tuple[tuple[dict[str, Any], str, int, int], ...] = (
    ({}, "BIDDING", 1, 3),
    ({}, "BIDDING", 3, 4),
    ({}, "BIDDING", 5, 5),
    ({}, "BIDDING", 7, 6),
    ({}, "BIDDING", 10, 7),
    ({"players": 3, "rascal": True}, "BIDDING", 4, 8),
    ({"players": 6, **SEA}, "BIDDING", 6, 9),
    ({"players": 2}, "BIDDING", 8, 10),
    ({}, "lead", 2, 11),
    ({}, "lead", 4, 12),
    ({}, "late lead", 6, 13),
    ({"players": 5, **SEA}, "lead", 5, 14),
    ({"players": 3, "rascal": True}, "late lead", 7, 15),
    ({}, "follow", 3, 16),
    ({}, "follow", 4, 17),
    ({}, "late follow", 5, 18),
    ({}, "follow", 6, 19),
    ({}, "late follow", 8, 20),
    ({}, "late follow", 10, 21),
    ({"players": 5, **SEA}, "follow", 6, 22),
    ({"players": 6, **SEA}, "late follow", 7, 23),
    ({"players": 2}, "follow", 5, 24),
    ({"players": 3, "rascal": True}, "late follow", 6, 25),
    ({}, "TIGRESS", 2, 26),
    ({"players": 5, **SEA}, "TIGRESS", 4, 27),
    ({}, "ABILITY_ROSIE", 2, 28),
    ({"players": 6}, "ABILITY_ROSIE", 4, 29),
    ({}, "ABILITY_BENDT_1", 3, 30),
    ({}, "ABILITY_BENDT_2", 4, 31),
    ({"players": 5, **SEA}, "ABILITY_BENDT_1", 5, 32),
    ({}, "ABILITY_ROATAN", 2, 33),
    ({"players": 3}, "ABILITY_ROATAN", 5, 34),
    ({}, "ABILITY_JADE", 3, 35),
    ({"players": 5}, "ABILITY_JADE", 2, 36),
    ({}, "ABILITY_HARRY", 2, 37),
    ({"players": 3}, "ABILITY_HARRY", 6, 38),
)

# options, what is wanted of the legal actions, least turns played, seed
SPITE_MALICE: tuple[tuple[dict[str, Any], str, int, int], ...] = (
    *(({}, "opening", 0, seed) for seed in (40, 41, 42, 43)),
    ({}, "zero", 0, 44),
    ({}, "zero", 12, 45),
    *(({}, "hand", turns, seed) for turns, seed in ((3, 46), (7, 47), (12, 48), (20, 49), (31, 50), (44, 51))),
    *(({}, "goal", turns, seed) for turns, seed in ((4, 52), (9, 53), (16, 54), (25, 55), (37, 56))),
    *(({}, "pile", turns, seed) for turns, seed in ((8, 57), (14, 58), (22, 59), (33, 60), (48, 61))),
    *(({}, "discard", turns, seed) for turns, seed in ((2, 62), (6, 63), (11, 64), (19, 65), (30, 66), (52, 67))),
    ({"goal_size": 5}, "goal", 6, 68),
    ({"goal_size": 3}, "hand", 5, 69),
)


def texts(state: State) -> list[str]:
    """The legal actions in words."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def chosen(state: State, rng: random.Random) -> int:
    """An action of a careless player: bids are low, and a play is liked better than a discard."""
    legal = state.legal_actions()
    words = texts(state)
    if words[0].startswith("[bid"):
        return legal[min(len(legal) - 1, rng.choice((0, 1, 1, 2, 2, 3)))]
    if state.game.name == "spite-malice":
        plays = [action for action, text in zip(legal, words, strict=True) if text.startswith("[p ")]
        if plays and rng.random() < 0.6:
            return rng.choice(plays)
    return rng.choice(legal)


def field(state: State, name: str) -> str:
    """One field of a position's line, empty where it is left out."""
    words = dict(word.split("=", 1) for word in state.position().split()[1:])
    return words.get(name, "")


def skull_king_fits(state: State, wanted: str, least: int) -> bool:
    """Whether a question of this kind can be put here."""
    if int(field(state, "round") or 1) < least:
        return False
    if state.phase == "PLAYING":
        trick = [] if field(state, "trick") in ("", "-") else field(state, "trick").split(",")
        late = int(field(state, "tricks") or 0) > 0 and len(trick) != 1
        place = "follow" if trick else "lead"
        return len(state.legal_actions()) > 1 and wanted == (f"late {place}" if late else place)
    if wanted == "ABILITY_HARRY":
        return state.phase == wanted and len(state.legal_actions()) == (3 if least > 2 else 2)
    return bool(state.phase == wanted)


def spite_malice_fits(state: State, wanted: str, least: int) -> bool:
    """Whether a question of this kind can be put here."""
    words = texts(state)
    starts = {"hand": "[p h", "goal": "[p g", "pile": "[p d"}
    if wanted == "opening":
        return True
    if int(field(state, "turns") or 0) < least or len(words) < 2:
        return False
    if wanted == "zero":
        return all(word.startswith("[p ") for word in words)
    if wanted == "discard":
        return all(word.startswith("[x") for word in words)
    return any(word.startswith(starts[wanted]) for word in words) and any(word.startswith("[x") for word in words)


def reached(game: Game, wanted: str, least: int, seed: int) -> State:
    """The first fitting state of seeded games."""
    fits = skull_king_fits if game.name == "skull-king" else spite_malice_fits
    while True:
        rng = random.Random(seed)
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            if fits(state, wanted, least):
                return state
            state.apply_action(chosen(state, rng))
        seed += 1000


def row(number: int, short: str, options: dict[str, Any], kind: str, state: State) -> dict[str, Any]:
    """A line of the file."""
    return {
        "id": f"{short}-{number:02}",
        "game": state.game.name,
        "options": options,
        "kind": kind,
        "seat": state.current_player(),
        "position": state.position(),
        "legal": texts(state),
    }


def questions() -> list[dict[str, Any]]:
    """All questions, a game after the other."""
    rows = []
    for number, (mine, theirs, total, seat, options) in enumerate(PIG, 1):
        game = croupier.make("pig", **options)
        changed = "".join(f" {key}={value}" for key, value in options.items())
        line = f"pig{changed} scores={mine},{theirs} turn={seat} total={total}"
        rows.append(row(number, "pig", options, "turn", game.position(line)))
    for name, short, wanted in (("skull-king", "sk", SKULL_KING), ("spite-malice", "sm", SPITE_MALICE)):
        for number, (options, kind, least, seed) in enumerate(wanted, 1):
            state = reached(croupier.make(name, **options), kind, least, seed)
            rows.append(row(number, short, options, kind.lower(), state))
    return rows


def main() -> None:
    """Write the file of questions."""
    QUESTIONS.write_text("".join(json.dumps(each) + "\n" for each in questions()))


if __name__ == "__main__":
    main()
