"""Two tiers of one kernel: which one runs, and that both give the same bytes, in the middle of a game too."""

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.policy import sample
from croupier.agents.registry import make_agent
from croupier.core.base import tiers
from croupier.core.base.errors import CompileError
from croupier.core.base.kernel import forms, kernel
from croupier.core.base.tiers import FEW_ROWS, Tiered, compile_for, compiled_form, for_rows, loop, tiered
from croupier.core.engine.game import Game, State
from croupier.core.engine.loops import first_illegal, pick_from_masks
from croupier.core.engine.trail import Trails
from croupier.table.asking import ask_one
from tests.amounts import daily

GAMES = [
    croupier.make("pig"),
    croupier.make("spite-malice"),
    croupier.make("skull-king", players=3),
    croupier.make("skull-king", players=2),
]
HIDDEN = """
import sys
sys.modules["numba"] = None
sys.modules["llvmlite"] = None
import croupier
from croupier.core.base.errors import ConfigError
game = croupier.make("skull-king", players=3)
state = game.new_initial_state(5)
from croupier.agents.registry import make_agent
from croupier.table.asking import ask_one
bot = make_agent("bot", game)
while not state.is_terminal():
    state.apply_action(ask_one(bot, state))
print(state.returns().tolist())
try:
    game.batch(4, seed=1)
except ConfigError as error:
    print(error)
"""
IMPORTS = """
import sys
import croupier
croupier.registered_games()
early = ("numba", "torch", "textarena", "croupier.games")
print(not [name for name in sys.modules if name.startswith(early)])
game = croupier.make("skull-king", players=4)
state = game.new_initial_state(1)
state.apply_action(state.legal_actions()[0])
state.view(0), state.observation_tensor()
print("numba" in sys.modules)
game.batch(2, seed=1)
print("numba" in sys.modules)
"""


def python(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], check=False, env=os.environ | environment, capture_output=True, text=True,
        timeout=120,
    )  # fmt: skip


def tiers_of(game: Game) -> list[Any]:
    """What a table of this game calls."""
    loops = game.loops.tiered
    parts = (loops.begin, loops.resume, loops.choices, loops.returns, loops.points, loops.observe, loops.redeal)
    return [each for each in (*parts, tiered(game.spec.rules.play)) if isinstance(each, Tiered)]


def fall(tier: Tiered) -> None:
    """Run interpreted from now on, and look for compiled code again as at the start."""
    tier._ready, tier._seconds, tier._next_look = None, 0.0, tiers._LOOK_SECONDS


@pytest.fixture
def fallen() -> Iterator[None]:
    """After the test all games are interpreted again."""
    yield
    for game in GAMES:
        for tier in tiers_of(game):
            fall(tier)


def told(state: State) -> tuple[Any, ...]:
    """All that a table is asked, as bytes."""
    seats = [state.observation_tensor(seat).tobytes() for seat in range(state.game.num_players)]
    return (
        state.records.tobytes(), state.rngs.tobytes(), state.legal_actions_mask().tobytes(), state.legal_actions(),
        state.points().tobytes(), state.returns().tobytes(), state.current_player(), seats,
        state.clone().resample_hidden(0, 3).records.tobytes(),
    )  # fmt: skip


def set_tier(game: Game, compiled: bool) -> None:
    for tier in tiers_of(game):
        fall(tier)
        if compiled:
            tier._ready = compiled_form(tier.kernel)


def played(game: Game, seed: int, compiled: tuple[bool, bool]) -> list[tuple[Any, ...]]:
    """A game, its first half in one tier and its second in another, and all that is told on the way."""
    set_tier(game, compiled[0])
    state, rng = game.new_initial_state(seed), np.random.default_rng(seed)
    seen: list[tuple[Any, ...]] = []
    while not state.is_terminal():
        if len(seen) == 40:
            set_tier(game, compiled[1])
        seen.append(told(state))
        state.apply_action(int(rng.choice(state.legal_actions())))
    return [*seen, told(state)]


@pytest.mark.compiled
@pytest.mark.usefixtures("fallen")
@pytest.mark.parametrize("game", daily(GAMES), ids=lambda game: f"{game.name}-{game.num_players}")
def test_both_tiers_give_the_same_bytes_in_the_middle_of_a_game_too(game: Game) -> None:
    for seed in (1, 2):
        interpreted = played(game, seed, (False, False))
        assert len(interpreted) > 50
        for compiled in ((True, True), (True, False), (False, True)):
            assert played(game, seed, compiled) == interpreted


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "bot"), daily([(GAMES[0], "bot"), (GAMES[1], "bot"), (GAMES[2], "bot"), (GAMES[2], "bot:simple")], 2)
)
def test_bots_choose_the_same_in_both_tiers(game: Game, bot: str) -> None:
    agent = make_agent(bot, game)
    tier = tiered(agent._act)  # type: ignore[attr-defined]  # its loop
    assert isinstance(tier, Tiered)
    state = game.new_initial_state(11)
    while not state.is_terminal():
        choices = []
        for compiled in (False, True):
            fall(tier)
            if compiled:
                tier._ready = compiled_form(tier.kernel)
            choices.append(ask_one(agent, state))
        assert choices[0] == choices[1]
        state.apply_action(choices[0])
    fall(tier)


def in_both(function: Any, *arguments: Any) -> Any:
    """What a kernel gives and leaves in copies of its arguments, in bytes, once for each tier."""
    found = forms(function)
    assert found is not None
    results = []
    for form in (found.python, compiled_form(function)):
        own = [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
        given = form(*own)
        results.append([given, *(each.tobytes() for each in own if isinstance(each, np.ndarray))])
    return results


@pytest.mark.compiled
def test_draws_of_single_rows_are_the_same_in_both_tiers() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        masks = rng.random((1, 30)) < 0.3
        masks[0, 7] = True
        keys, actions = rng.integers(2**63, size=1).astype(np.uint64), np.zeros(1, dtype=np.int64)
        logits = rng.normal(scale=5.0, size=(1, 30)).astype(np.float32)
        python, machine = in_both(pick_from_masks, masks, keys, actions)
        assert python == machine
        python, machine = in_both(sample, logits, masks, keys, actions, np.zeros(1, dtype=np.float32))
        assert python == machine


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES[:3], ids=lambda game: game.name)
def test_trails_of_single_rows_are_noted_the_same_in_both_tiers(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through the ends of stretches, and of the game."""
    noted: list[int] = []

    def for_rows(function: Any, rows: int) -> Any:
        def run(*arguments: Any) -> Any:
            python, machine = in_both(function, *arguments)
            assert python == machine
            noted.append(rows)
            return forms(function).python(*arguments)  # type: ignore[union-attr]  # a kernel

        return run

    monkeypatch.setattr("croupier.core.engine.trail.for_rows", for_rows)
    state = game.new_initial_state(7)
    trails = Trails.of(game.spec, state.records)
    assert trails is not None
    rng = np.random.default_rng(1)
    while not state.is_terminal() and len(noted) < 300:
        action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        trails.note(np.array([action]))
    assert len(noted) > 20


@pytest.mark.compiled
def test_games_are_loaded_when_they_are_made_and_numba_when_many_are_played() -> None:
    ran = python(IMPORTS)
    assert ran.stdout.split() == ["True", "False", "True"], ran.stderr


@pytest.mark.compiled
def test_without_numba_a_table_plays_and_speed_says_what_is_missing() -> None:
    ran = python(HIDDEN)
    assert ran.returncode == 0, ran.stderr
    returns, error = ran.stdout.splitlines()
    assert max(json.loads(returns)) == 1.0
    assert "Numba cannot be imported" in error
    assert "install numba, or set CROUPIER_KERNELS=interpreted" in error


@pytest.mark.compiled
def test_an_unknown_setting_is_refused_by_the_command_line() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "croupier", "arena", "pig", "bot", "random"], check=False, capture_output=True,
        text=True, env=os.environ | {"CROUPIER_KERNELS": "fast", "NUMBA_DISABLE_JIT": "0"}, timeout=60,
    )  # fmt: skip
    assert ran.returncode == 2
    assert "CROUPIER_KERNELS is 'fast': it must be auto, compiled or interpreted" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_setting_interpreted_compiles_nothing() -> None:
    program = "import sys, croupier; b = croupier.make('pig').batch(2, seed=1); print('numba' in sys.modules)"
    assert python(program, CROUPIER_KERNELS="interpreted").stdout.strip() == "False"


@pytest.mark.compiled
def test_a_few_rows_are_tiered_many_compiled_and_a_kernel_goes_over_to_compiled_code_that_is_there() -> None:
    @kernel
    def double(x: int) -> int:
        return 2 * x

    assert for_rows(double, FEW_ROWS) is tiered(double)
    assert tiered(len) is len
    tier = tiered(double)
    assert isinstance(tier, Tiered)
    assert tier(3) == 6
    assert tier._ready is None
    assert for_rows(double, FEW_ROWS + 1) is compiled_form(double)
    compiled_form(double)(3)
    tier._next_look = 0.0
    assert tier(3) == 6
    assert tier._ready is compiled_form(double)


@pytest.mark.compiled
def test_a_program_of_ones_own_compiles_what_has_run_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernel
    def triple(x: int) -> int:
        return 3 * x + 0 * 1234567

    tier = tiered(triple)
    assert isinstance(tier, Tiered)
    for here in (False, True):
        monkeypatch.setattr(Tiered, "compiles_here", here)
        tier._seconds, tier._next_look = 6.0, 0.0
        assert tier(3) == 9
        for thread in threading.enumerate():
            if thread.name == "croupier-load":
                thread.join()
        if here:
            assert tier._ready is compiled_form(triple)


@pytest.mark.compiled
def test_a_kernel_that_fails_to_compile_says_so_and_plays_on(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    @kernel
    def named(x: int) -> str:
        return f"{x!s:>5}{globals()['__name__'][:0]}"

    monkeypatch.setattr(Tiered, "compiles_here", True)
    tier = tiered(named)
    assert isinstance(tier, Tiered)
    tier._seconds, tier._next_look = 6.0, 0.0
    with caplog.at_level(logging.WARNING, logger="croupier"):
        assert tier(7) == "    7"
    assert "named cannot be compiled: " in caplog.text
    assert "it stays interpreted, which is slower" in caplog.text
    assert tier(8) == "    8"


@pytest.mark.compiled
def test_what_numba_raises_is_one_error_and_a_setting_falls_back(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise NotImplementedError("no such thing\nmore of it")

    @kernel
    def never(x: int) -> int:  # compiled, so that no cache has it
        return 2 * x

    monkeypatch.setattr("numba.core.dispatcher._FunctionCompiler.compile", fail)
    monkeypatch.setattr("croupier.core.base.machine_code.kernel_folder", lambda: None)
    calls: list[Callable[[int], object]] = [compiled_form(never), lambda x: compile_for(never, x)]
    for call in calls:
        with pytest.raises(CompileError, match=r"never cannot be compiled: no such thing$"):
            call(3)
    with pytest.raises(TypeError):
        compiled_form(never)()  # type: ignore[call-arg]  # a caller's mistake stays one
    monkeypatch.setattr("croupier.core.base.tiers.kernel_setting", lambda: "compiled")
    tier = tiered(never)
    with caplog.at_level(logging.WARNING, logger="croupier"):
        assert (tier(3), tier(4)) == (6, 8)
    assert caplog.text.count("cannot be compiled") == 1
    monkeypatch.setattr(Tiered, "compiles_all", True)
    with pytest.raises(CompileError):
        Tiered(never)(3)


@pytest.mark.compiled
def test_a_loop_runs_compiled_when_python_calls_it() -> None:
    @loop
    def total(values: Any) -> int:
        found = 0
        for value in values:
            found += value
        return found

    assert total(np.arange(5)) == 10
    found = forms(total)
    assert found is not None
    assert len(found.machine.signatures) == 1


@pytest.mark.compiled
def test_a_loop_that_is_compiled_is_called_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch of few rows spends more time on choosing a form than in the loop."""
    batch, chosen = croupier.make("pig").batch(1), np.zeros(1, dtype=np.int64)
    first_illegal(batch.masks, chosen, batch.legal_counts)

    def asked(function: Any) -> Any:
        raise AssertionError(f"{function} was chosen once more")

    monkeypatch.setattr(tiers, "compiled_form", asked)
    assert first_illegal(batch.masks, chosen, batch.legal_counts) == -1


@kernel
def _inmost(x: int) -> int:
    return x + 1


@kernel
def _middle(x: int) -> int:
    return 2 * _inmost(x)


@kernel
def _outer(x: int) -> int:
    return _middle(x) + 1


@pytest.mark.compiled
def test_a_kernel_is_seen_by_other_threads_once_all_that_it_calls_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a second thread would compile what Numba cannot see through yet."""
    from croupier.core.base import code_cache, machine_code

    begun, goes_on, found = threading.Event(), threading.Event(), code_cache.mentions

    def slowly(function: Any) -> Any:
        if function is forms(_outer).function:  # type: ignore[union-attr]  # it is a kernel
            begun.set()
            goes_on.wait(10)
        return found(function)

    monkeypatch.setattr(machine_code, "mentions", slowly)
    first = threading.Thread(target=compiled_form, args=(_outer,))
    first.start()
    assert begun.wait(10)
    assert forms(_outer).machine is None  # type: ignore[union-attr]  # as above
    goes_on.set()
    assert compiled_form(_outer)(3) == 9
    first.join()
