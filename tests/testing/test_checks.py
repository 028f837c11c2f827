"""check_game finds what is broken: one broken game for each thing that it checks."""

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from croupier.core.base.errors import CheckError
from croupier.core.base.kernel import kernel
from croupier.core.base.rng import below, shuffle
from croupier.core.engine.game import Game, State
from croupier.core.spec.options import Options, Phase
from croupier.core.spec.position import SeatView
from croupier.core.spec.spec import TERMINAL, GameNotation, GameSpec
from croupier.games.pig import notation, rules
from croupier.games.pig.spec import SPEC as PIG
from croupier.testing.checks import check_game
from tests.amounts import daily
from tests.changed import changed
from tests.toy import DECK, FOLD, NAMES
from tests.toy import SPEC as TOY
from tests.toy import Prompts as ToyPrompts
from tests.toy import Text as ToyText
from tests.toy import View as ToyView
from tests.toy import observe as toy_observe
from tests.toy import redeal as toy_redeal

# ------------------------------------------------------------------------------------------ broken kernels


@kernel
def play_passes_to_seat_five(s: Any, action: int) -> None:
    rules.play(s, action)
    if action == rules.HOLD and s["player"] != TERMINAL:
        s["player"] = 5


@kernel
def legal_is_empty(s: Any, mask: Any, actions: Any) -> int:
    mask[0] = False
    mask[1] = False
    return 0


@kernel
def legal_leaves_the_mask(s: Any, mask: Any, actions: Any) -> int:
    actions[0] = rules.ROLL
    actions[1] = rules.HOLD
    return 2


@kernel
def play_remembers(s: Any, action: int) -> None:
    s["spare"][0] = action == rules.ROLL
    rules.play(s, action)


@kernel
def legal_by_memory(s: Any, mask: Any, actions: Any) -> int:
    mask[rules.ROLL] = True
    mask[rules.HOLD] = s["spare"][0] == 1
    actions[0] = rules.ROLL
    actions[1] = rules.HOLD
    return 2 if s["spare"][0] == 1 else 1


@kernel
def observe_nothing_finite(s: Any, seat: int, out: Any) -> None:
    rules.observe(s, seat, out)
    out[3] = np.float32(np.nan)


@kernel
def observe_beyond_its_range(s: Any, seat: int, out: Any) -> None:
    rules.observe(s, seat, out)
    out[2] = np.float32(s["total"])


@kernel
def observe_forgets_to_clear(s: Any, seat: int, out: Any) -> None:
    kept = out[2]
    rules.observe(s, seat, out)
    if s["total"] == 0:
        out[2] = kept


@kernel
def observe_breaks_at_the_end(s: Any, seat: int, out: Any) -> None:
    rules.observe(s, seat, out)
    if s["player"] == TERMINAL:
        out[0] = np.float32(np.inf)


@kernel
def returns_nothing_finite(s: Any, out: Any) -> None:
    out[0] = np.float32(np.inf)
    out[1] = np.float32(-np.inf)


@kernel
def chance_of_its_own(s: Any, rng: Any, i: int) -> None:
    rules.play_outcome(s, int(np.random.random() * 6))  # noqa: NPY002  # the fault that is to be found


@kernel
def chance_without_end(s: Any, rng: Any, i: int) -> None:
    below(rng, i, 6)


@kernel
def chance_by_row(s: Any, rng: Any, i: int) -> None:
    rules.play_outcome(s, (below(rng, i, 6) + i) % 6)


@kernel
def observe_the_neighbour(s: Any, seat: int, out: Any) -> None:
    toy_observe(s, seat, out)
    out[0] = np.float32(s["deck"][1 - seat]) / np.float32(9.0)


@kernel
def redeal_moves_the_turn(s: Any, seat: int, rng: Any, i: int) -> None:
    toy_redeal(s, seat, rng, i)
    s["player"] = 1


@kernel
def redeal_shuffles_what_lies_there(s: Any, seat: int, rng: Any, i: int) -> None:
    own = s["deck"][seat]
    s["deck"][seat] = s["deck"][DECK - 1]
    shuffle(s["deck"], DECK - 1, rng, i)
    s["deck"][DECK - 1] = s["deck"][seat]
    s["deck"][seat] = own


@kernel
def redeal_counts_the_neighbours_card(s: Any, seat: int, rng: Any, i: int) -> None:
    card = int(s["deck"][1 - seat])
    toy_redeal(s, seat, rng, i)
    for _ in range(card):
        below(rng, i, 2)


@kernel
def legal_by_the_neighbours_card(s: Any, mask: Any, actions: Any) -> int:
    mask[0] = True
    mask[1] = s["deck"][1 - s["player"]] > 5
    actions[0] = 0
    actions[1] = 1
    return 2 if mask[1] else 1


# ------------------------------------------------------------------------------------ broken texts and positions


class NeighbourText(ToyText):
    """Remembers the deck when it names an action, and so knows more than the view."""

    deck: Sequence[int] = (0,) * DECK

    def action_to_string(self, position: Any, action: int) -> str:
        self.deck = position.records[0]["deck"].tolist()
        return super().action_to_string(position, action)

    def observation_string(self, view: SeatView) -> str:
        return f"The other holds {self.deck[1 - (view['seat'] or 0)]}."


class TellingPrompts(ToyPrompts):
    def board(self, position: Any) -> str:
        return f"Player 1 holds {position.records[0]['deck'][1]}."


class OneNameText(ToyText):
    def action_to_string(self, position: Any, action: int) -> str:
        del position, action
        return NAMES[FOLD]


class EmptyView(ToyView):
    def view(self, records: Any, seat: int | None) -> dict[str, Any]:  # noqa: ARG002  # the contract fixes them
        return {}


def written(change: Callable[[dict[str, str]], Mapping[str, str]]) -> GameSpec:
    """Pig with other texts of positions."""
    functions = {name: getattr(notation, name) for name in dir(GameNotation) if not name.startswith("_")}

    def format_position(records: Any) -> Mapping[str, str]:
        return change(dict(notation.format_position(records)))

    return changed(PIG, notation=SimpleNamespace(**functions | {"format_position": format_position}))


def next_turn(fields: dict[str, str]) -> Mapping[str, str]:
    return fields | {"turn": "0", "turns": str(int(fields["turns"]) + 1)}


def two_phases(value: int, size: int) -> Any:
    phases = (Phase("TURN", value, "turn", 0, size), Phase("REST", 7, "rest", size, 2 - size))

    def of_these(options: Options) -> tuple[Phase, ...]:
        del options
        return phases

    return of_these


BROKEN: list[tuple[str, GameSpec, str]] = [
    ("player", changed(PIG, play=play_passes_to_seat_five), "player 5 is to move and is no seat"),
    ("no action", changed(PIG, legal=legal_is_empty), "no action is legal before the end"),
    ("mask", changed(PIG, legal=legal_leaves_the_mask), r"list \[0, 1\] and mask \[\] differ"),
    ("phase", changed(PIG, phases=two_phases(3, 1)), "phase phase 0 is not declared"),
    ("slice", changed(PIG, phases=two_phases(0, 1)), "lies outside the slice of phase TURN"),
    ("action text", changed(TOY, text=OneNameText()), r"action 0 reads back wrongly from '\[fold\]'"),
    ("finite", changed(PIG, observe=observe_nothing_finite), "the observation of seat 0 is not finite"),
    ("range", changed(PIG, observe=observe_beyond_its_range),
     r"seat 0: blocks \['turn_total'\] leave their range"),
    ("position", written(lambda fields: {name: fields[name] for name in fields if name != "total"}),
     "text loses total"),
    ("turns", written(next_turn), "the position reads back as pig"),
    ("field", written(lambda fields: {"max_turns": fields["turns"]}),
     "the position's field max_turns has the name of an option"),
    ("blank", written(lambda fields: fields | {"scores": "0, 0"}),
     "the position's field scores='0, 0' would not read back"),
    ("refused", written(lambda fields: fields | {"turn": "2"}),
     r"the position's own text is refused: turn='2' in the position must be 0 or 1 \(PIG-1\)"),
    ("view", changed(TOY, view=EmptyView()), "the view of seat 0 lacks card, answer"),
    ("deal", changed(TOY, chance=chance_without_end),
     "^a random event is due for ever; `chance` must set `player`"),
    ("event", changed(PIG, chance=chance_without_end), r"after \[roll\] a random event is due for ever"),
    ("memory", changed(PIG, legal=legal_by_memory, play=play_remembers), "the position's text loses spare"),
    ("peeking", changed(TOY, observe=observe_the_neighbour), "seat 0 sees hidden things"),
    ("reading", changed(TOY, text=NeighbourText()), "seat 0 reads hidden things"),
    ("board", changed(TOY, prompts=TellingPrompts()), "the board shows what is hidden from seat 0"),
    ("turn", changed(TOY, redeal=redeal_moves_the_turn), "redealing for seat 0 moved the turn"),
    ("true deal", changed(TOY, redeal=redeal_shuffles_what_lies_there),
     "redealing for seat 0 depends on what is hidden from it: .* that differ in deck; begin from what the seat"),
    ("generator", changed(TOY, redeal=redeal_counts_the_neighbours_card),
     "redealing for seat 0 depends on .* that differ in what is left of the generator; begin from"),
    ("telling", changed(TOY, legal=legal_by_the_neighbours_card), "seat 0's actions tell hidden things"),
    ("returns", changed(PIG, returns=returns_nothing_finite), r"returns \[ inf -inf\] are not finite"),
    ("last", changed(PIG, observe=observe_breaks_at_the_end), "the last observation is not finite"),
    ("replay", changed(PIG, chance=chance_of_its_own), "seed and actions do not replay the game"),
    ("row", changed(PIG, chance=chance_by_row), "batch and state differ"),
    ("stale", changed(PIG, observe=observe_forgets_to_clear), "batch and state observe differently"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "message"), daily((case[1:] for case in BROKEN), 8), ids=[case[0] for case in BROKEN]
)
def test_a_broken_game_fails_and_the_message_says_how(spec: GameSpec, message: str) -> None:
    options = {"winning_score": 25, "max_turns": 30} if spec.name == "pig" else {}
    with pytest.raises(CheckError, match=message) as caught:
        check_game(Game(spec, **options), games=12, seed=1)
    assert f"position: {spec.name}" in str(caught.value)
    assert "(seed " in str(caught.value)


def test_a_game_without_end_fails() -> None:
    with pytest.raises(CheckError, match="the game is not over after 40 plies"):
        check_game(Game(PIG), games=1, max_plies=40)


# ----------------------------------------------------------- what no game can break: State and Game themselves


def clamping(state: State, action: int) -> None:
    APPLY(state, action if action in (0, 1) or state.is_terminal() else 0)


def spoiling(state: State, action: object) -> Any:
    state.records["turns"] += 1
    return ILLEGAL(state, action)


def sharing(state: State) -> State:
    return State(state.game, state.records, state.rngs.copy(), state.seed, state.start, state.history)


def forgetting(game: Game, data: bytes) -> State:
    state = READ(game, data)
    state.rngs[0] += np.uint64(1)
    return state


APPLY, ILLEGAL, READ = State.apply_action, State._illegal, Game.deserialize_state


@pytest.mark.parametrize(
    ("owner", "method", "fault", "message"),
    [
        (State, "apply_action", clamping, "illegal action -1 was accepted"),
        (State, "_illegal", spoiling, "refusing action -1 changed the state"),
        (State, "clone", sharing, "playing on a clone changed the original"),
        (Game, "deserialize_state", forgetting, "a state does not come back from its bytes"),
    ],
)
def test_faults_of_states_are_found(
    owner: type, method: str, fault: Callable[..., object], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, method, fault)
    with pytest.raises(CheckError, match=message):
        check_game(Game(PIG, winning_score=25), games=1)


def test_a_sound_game_passes_and_its_nodes_are_counted() -> None:
    for seats in (2, 3, 4):
        assert check_game(Game(TOY, players=seats), games=5, fuzz=0) == 5 * seats
    assert check_game(Game(TOY, players=4, hurry=True), games=20, fuzz=60) < 20 * 4
