"""Contract check for games: `check_game` tests every position of many random games, including your own game's."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from croupier.core.base.errors import ConfigError, IllegalAction, PositionError
from croupier.core.base.rng import as_seed, below
from croupier.core.base.tiers import tiered
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import TERMINAL
from croupier.testing.agent_check import BotsCheck
from croupier.testing.check_facts import (
    ENDLESS,
    PATIENCE,
    FactsCheck,
    check_end_comes,
    check_goes_on,
    events_end,
    fail,
    require,
)
from croupier.testing.check_secrets import check_end_exits, check_exits, check_narration, check_sealed
from croupier.testing.check_teaching import WordsCheck, check_lesson, check_page, check_pictures, check_tables

FUZZ_CASES = 200
"""Default number of changed states and texts in `check_game`."""


def check_game(
    game: Game, games: int = 20, seed: int = 0, max_plies: int = 10_000, *, fuzz: int = FUZZ_CASES
) -> int:
    """Play random games and check the contract at every node.

    Checked are:

    - Games end in time; only the kernels play a long one on, to find this out soon. Chance events end, and differ
      from seed to seed (`croupier.testing.check_facts`). The same seed gives the same games for any batch size and
      number of threads.
    - Clones are equal and independent. Saved states and position texts can be read back. Changed ones are rejected
      with PositionError or ConfigError, or can be played (see `croupier.testing.fuzz.fuzz_game`, which
      says where the game must be defined).
    - Mask and list of actions agree; actions can be read from their text; illegal ones are rejected and change
      nothing.
    - Observations have the declared shape, are finite and within their blocks' ranges. Views are plain data as in
      their schema. Pictures show all cards that views name, and fit into any page; the files of the game's own
      page exist (`croupier.testing.check_teaching`).
    - No exit reveals hidden information to a seat: neither observation, views, texts, pictures, legal actions and
      prompts nor messages on a decision. The same generator deals the same world from every record that looks the
      same to the seat (`croupier.testing.check_secrets`). Bots choose legally and use no hidden information
      (`croupier.testing.agent_check`).
    - In a sealed phase neither the seats asked nor the legal actions depend on another seat's answer, and nobody
      else sees an answer before the last one is in (`croupier.testing.check_secrets`).
    - Each card that a view names is explained, each finished trick has a reason, and the guided first round can be
      played and points to existing parts (`croupier.testing.check_teaching`).
    - Returns are zero before the end, agree with the rewards, and never rank seats against their points. The
      game's `Facts` hold (`croupier.testing.check_facts`).

    Args:
        games: number of random games.
        seed: seed of the first game; the others follow.
        max_plies: a game that is not over by then, or by its facts' `max_game_length`, fails the check.
        fuzz: number of changed states and texts, 0 for none.

    Returns:
        Number of nodes checked.

    Raises:
        CheckError: the first fault.
        ConfigError: `fuzz` is not 0, and the game's spec is in no module that can be imported.
    """
    nodes, facts, bots, words = 0, FactsCheck(game), BotsCheck(game), WordsCheck(game)
    check_pictures(game.spec)
    check_page(game.spec)
    for number in range(games):
        facts.deal(seed + number)
        state = game.new_initial_state(seed + number)
        pick = np.array([as_seed(seed + number)]) + np.uint64(1)
        check_tables(state)
        while not state.is_terminal():
            check_goes_on(state, max_plies)
            for check in _NODE_CHECKS:
                check(state)
            words.node(state)
            worlds = check_exits(state)
            facts.node(state, worlds)
            bots.node(state, worlds)
            nodes += 1
            if len(state.history) == PATIENCE:
                check_end_comes(state, pick, max_plies)
            legal = state.legal_actions()
            action = legal[int(below(pick, 0, len(legal)))]
            facts.decision(state, action)
            before = state.clone()
            state.apply_action(action)
            check_narration(before, action, state, worlds)
        _check_end(state)
        check_tables(state)
        facts.end(state)
    if games:
        facts.finish()
    _check_batch(game, seed)
    check_lesson(game.spec)  # last, since it assumes that the rules hold
    if fuzz:
        from croupier.testing.fuzz import fuzz_game

        fuzz_game(game, fuzz, seed)
    return nodes


def _same(a: State, b: State) -> bool:
    return bool(a.records.tobytes() == b.records.tobytes() and a.rngs[0] == b.rngs[0] and a.history == b.history)


def _check_actions(state: State) -> None:
    legal, mask = state.legal_actions(), state.legal_actions_mask()
    player = state.current_player()
    require(0 <= player < state.game.num_players, f"player {player} is to move and is no seat", state)
    require(legal, "no action is legal before the end", state)
    require(legal == np.flatnonzero(mask).tolist(), f"list {legal} and mask {np.flatnonzero(mask)} differ", state)
    phases = [phase for phase in state.game.phases if phase.name == state.phase]
    require(phases, f"phase {state.phase} is not declared", state)
    inside = phases[0].actions
    require(
        all(inside.start <= action < inside.stop for action in legal),
        f"an action of {legal} lies outside the slice of phase {state.phase}", state,
    )  # fmt: skip
    for action in legal:
        text = state.action_to_string(action)
        require(state.string_to_action(text) == action, f"action {action} reads back wrongly from {text!r}", state)


def _check_refusal(state: State) -> None:
    before = state.serialize()
    illegal = np.flatnonzero(~state.legal_actions_mask())[:3].tolist()
    for action in [*illegal, -1, state.game.num_actions]:
        try:
            state.apply_action(action)
        except IllegalAction:
            require(state.serialize() == before, f"refusing action {action} changed the state", state)
        else:
            fail(f"illegal action {action} was accepted", state)


def _check_observations(state: State) -> None:
    lows = np.concatenate([np.full(b.size, b.low) for b in state.game.blocks])
    highs = np.concatenate([np.full(b.size, b.high) for b in state.game.blocks])
    for seat in range(state.game.num_players):
        seen = state.observation_tensor(seat)
        require(np.isfinite(seen).all(), f"the observation of seat {seat} is not finite", state)
        outside = np.flatnonzero((seen < lows - 1e-6) | (seen > highs + 1e-6))
        if len(outside):
            names = {n for n, s in state.game.block_slices.items() for f in outside if s.start <= f < s.stop}
            fail(f"seat {seat}: blocks {sorted(names)} leave their range: {seen[outside]}", state)


def _check_events(state: State) -> None:
    for action in state.legal_actions():
        record = state.records.copy()[0]
        tiered(state.game.spec.rules.play)(record, action)
        require(events_end(state.game, record), f"after {state.action_to_string(action)} {ENDLESS}", state)


def _check_fields(state: State) -> None:
    fields = state.game.spec.notation.format_position(state.records)
    for name, text in fields.items():
        free = all(option.name != name for option in state.game.spec.options)
        require(free, f"the position's field {name} has the name of an option; give it another one", state)
        require(
            len(f"{name}={text}".split()) == 1 and "=" not in name,
            f"the position's field {name}={text!r} would not read back: no blanks, and no = in its name", state,
        )  # fmt: skip


def _check_copies(state: State) -> None:
    clone = state.clone()
    require(_same(clone, state), "a clone differs", state)
    before = state.serialize()
    clone.apply_action(clone.legal_actions()[0])
    require(state.serialize() == before, "playing on a clone changed the original", state)
    try:
        again = state.game.position(state.position())
    except (PositionError, ConfigError) as error:
        fail(f"the position's own text is refused: {error}", state)
    require(again.position() == state.position(), f"the position reads back as {again.position()}", state)
    described = [name for name in state.records.dtype.names or () if name not in state.game.spec.rules.layout]
    lost = [name for name in described if np.any(again.records[name] != state.records[name])]
    require(not lost, f"the position's text loses {', '.join(lost)}", state)
    require(again.legal_actions() == state.legal_actions(), "the position reads back with other actions", state)
    _check_saving(state)
    require(not state.returns().any(), "returns are not zero before the end", state)


def _check_saving(state: State) -> None:
    try:
        restored = state.game.deserialize_state(state.serialize())
    except PositionError as error:
        fail(f"a state is refused when it comes back from its bytes: {error}", state)
    require(_same(restored, state), "a state does not come back from its bytes", state)


_NODE_CHECKS: tuple[Callable[[State], None], ...] = (
    _check_actions,
    _check_events,
    _check_refusal,
    _check_observations,
    _check_fields,
    _check_copies,
    check_sealed,
)


def _check_end(state: State) -> None:
    require(state.legal_actions() == [], "actions are legal after the end", state)
    returns = state.returns()
    require(np.isfinite(returns).all(), f"returns {returns} are not finite", state)
    require(np.array_equal(returns, state.rewards()), "the rewards do not add up to the returns", state)
    try:
        state.apply_action(0)
    except IllegalAction:
        pass
    else:
        fail("an action was accepted after the end", state)
    for seat in range(state.game.num_players):
        require(np.isfinite(state.observation_tensor(seat)).all(), "the last observation is not finite", state)
    check_end_exits(state)
    replayed = state.game.new_initial_state(state.seed)
    for action in state.history:
        if action in replayed.legal_actions():
            replayed.apply_action(action)
    require(_same(replayed, state), "seed and actions do not replay the game", state)
    _check_saving(state)


def _check_batch(game: Game, seed: int, steps: int = 200) -> None:
    """Check that the same seed gives the same games for any batch size and number of threads."""
    wide, threaded, small = game.batch(16, seed), game.batch(16, seed, threads=3), game.batch(5, seed)
    row = 4  # not the first, since nothing may depend on the row's number
    state = game.new_initial_state(int(wide.seeds[row]))
    picks = np.arange(16, dtype=np.uint64) + np.uint64(1)
    actions = np.zeros(16, dtype=np.int64)
    for _ in range(steps):
        wide.random_actions(picks, actions)
        first_over = state.is_terminal()
        if not first_over:
            require(wide.records[row].tobytes() == state.records[0].tobytes(), "batch and state differ", state)
            seen = state.observation_tensor()
            require(np.array_equal(wide.observations[row], seen), "batch and state observe differently", state)
            state.apply_action(int(actions[row]))
        wide.step(actions)
        threaded.step(actions)
        small.step(actions[:5])
        if state.is_terminal() and not first_over:
            require(np.array_equal(wide.rewards[row], state.returns()), "batch and state pay differently", state)
            require(
                wide.dones[row] and (wide.current_players != TERMINAL).all(),
                "a finished row was not dealt again",
                state,
            )
        for name in ("records", "masks", "observations", "rewards", "dones", "seeds"):
            ours = getattr(wide, name)
            require(ours.tobytes() == getattr(threaded, name).tobytes(), f"threads change {name}", state)
            require(ours[:5].tobytes() == getattr(small, name).tobytes(), f"the batch size changes {name}", state)
