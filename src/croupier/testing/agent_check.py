"""Re-deal check for agents and bots: hidden information is dealt again, and the choice must be the same."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from croupier.agents.agent import Agent, Turns, traits_of, wants_trail
from croupier.agents.names import AgentName
from croupier.agents.registry import agent_of
from croupier.core.base.errors import ConfigError
from croupier.core.base.rng import as_seed, below, choice_words
from croupier.core.base.tiers import tiered
from croupier.core.base.types import Records
from croupier.core.engine.game import Game, State
from croupier.core.engine.trail import Stretch, Trail
from croupier.core.spec.search import HIDDEN, History, Secrets
from croupier.core.spec.spec import CHANCE, Bot
from croupier.testing.check_facts import fail

_WILD = 4
"""One decision in this many is random, to reach positions that the agent avoids."""


def check_agent(
    game: Game,
    agent: Agent | AgentName | str,
    games: int = 5,
    seed: int = 0,
    *,
    worlds: int = 3,
    max_plies: int = 10_000,
) -> int:
    """Play games and check at every decision that an agent uses no hidden information.

    The agent plays all seats; one decision in four is random. At each decision it is asked again with the same
    random words, first in the same position, then after hidden information was dealt again (see
    `State.resample_hidden`). It must always choose the same legal action.

    Examples:
        >>> import croupier
        >>> croupier.check_agent(croupier.make("leduc"), "bot", games=2)
        15

    An agent that wants trails also reads history. In a re-dealt position it gets the trail that leads there, with
    everything that the seat has seen unchanged; positions without such a trail are skipped. This needs
    `croupier.core.spec.search.History`; without it the agent is asked without trails.

    The check compares choices in the positions of these games, so an agent whose choice seldom depends on hidden
    information may pass. In a game of open information it only checks that choices are legal and depend on the
    position and the random word.

    Args:
        agent: the agent, or its name.
        games: number of games.
        seed: seed of the first game; the others follow.
        worlds: re-dealt positions at each decision.
        max_plies: decisions after which a game is abandoned.

    Returns:
        Number of re-dealt positions in which the agent was asked.

    Raises:
        CheckError: the first choice that differs or is not legal, with the position; or there is no other position
            although the game's facts say that something is hidden.
        ConfigError: there is no such agent; a person, a program or a language model answers for it (`check_game`
            checks their messages); or it is not reproducible, as with a clock.
    """
    player = _computing(game, agent)
    asked = 0
    for number in range(games):
        state = game.new_initial_state(seed + number)
        dice = np.array([as_seed(seed + number)]) + np.uint64(1)
        while not state.is_terminal() and len(state.history) < max_plies:
            legal = state.legal_actions()
            choice = legal[0]
            if len(legal) > 1:
                choice, compared = _compared(player, state, worlds)
                asked += compared
            wild = legal[int(below(dice, 0, len(legal)))]
            state.apply_action(wild if below(dice, 0, _WILD) == 0 else choice)
    if games and not asked and game.facts.information == "hidden":
        fail(f"in {games} games no other position could be set up for {player.name!r}: nothing was checked", state)
    return asked


def _computing(game: Game, agent: Agent | AgentName | str) -> Agent:
    """The agent, checked to compute reproducible choices."""
    player = agent_of(agent, game)
    if not traits_of(player).computes:
        raise ConfigError(
            f"{player.name!r} does not compute its choices: who answers for it knows what it is told, and "
            "check_game checks what a game tells"
        )
    if not traits_of(player).reproducible:
        raise ConfigError(f"{player.name!r} is not reproducible, so its choices cannot be compared")
    return player


def _compared(agent: Agent, state: State, worlds: int) -> tuple[int, int]:
    """Compare an agent's choice with those in other worlds; returns it, and the number of worlds."""
    trails = wants_trail([agent]) and _history(state.game) is not None
    here = Turns.of_state(state)
    trail = state.trail() if trails else None
    choice = _choice(agent, state, state.records, here.keys, trail)
    if choice not in state.legal_actions():
        fail(f"{agent.name!r} chooses action {choice}, which is not legal", state)
    if _choice(agent, state, state.records, here.keys, trail) != choice:
        fail(f"{agent.name!r} gives two answers to the same question: it may draw from Turns.keys alone", state)
    compared = 0
    for number in range(worlds):
        world = state.resample_hidden(state.current_player(), worlds * len(state.history) + number).records
        if world.tobytes() == state.records.tobytes():
            continue
        other = elsewhere(state, trail, world) if trails else None
        if trails and other is None:
            continue
        compared += 1
        found = _choice(agent, state, world, here.keys, other)
        if found != choice:
            _tell(agent, state, choice, found, world)
    return choice, compared


def _tell(agent: Agent, state: State, choice: int, found: int, world: Records) -> None:
    names = [state.action_to_string(each) if each in state.legal_actions() else each for each in (choice, found)]
    text = State(state.game, world.copy(), state.rngs.copy(), state.seed, "", []).position()
    fail(
        f"{agent.name!r} peeks: in seat {state.current_player()} it chooses {names[0]}, and {names[1]} where only "
        f"what this seat cannot know is another\n  there: {text}",
        state,
    )


def _choice(agent: Agent, state: State, records: Records, keys: np.ndarray, trail: Trail | None) -> int:
    """An agent's choice; it gets copies of the arrays, so that it cannot change the next question."""
    trails = None if trail is None else [trail].__getitem__
    return int(agent.act(Turns(state.game, records.copy(), keys.copy(), trails))[0])


# -------------------------------------------------------------------------------------- the past of other worlds


def _history(game: Game) -> History | None:
    return None if game.spec.search is None else game.spec.search().history


def elsewhere(state: State, trail: Trail | None, world: Records) -> Trail | None:
    """The trail to a re-dealt position that the seat to move cannot tell from this one; None if there is none."""
    if trail is None:
        return None
    present = relived(state.game, trail.present, world, state.current_player())
    return None if present is None else Trail(trail.finished, present)


def relived(game: Game, stretch: Stretch, world: Records, seat: int) -> Stretch | None:
    """A round that leads to another world, consistent with what one seat knows; see `elsewhere`."""
    # Decisions that the seat knows are the same; hidden ones are those of the world, shape (1,).
    search, rules = None if game.spec.search is None else game.spec.search(), game.spec.rules
    if search is None or search.history is None:
        return None
    how, secrets = search.history, search.secrets
    movers = stretch.movers.astype(np.int16)
    codes = known_codes(game, how, stretch, seat)
    start = stretch.start.copy()
    if codes is None or not how.rewind(world[0], codes, movers, len(codes), start[0]):
        return None
    record, actions = start.copy(), []
    mask, lists = np.zeros(game.num_actions, dtype=np.bool_), np.zeros(game.num_actions, dtype=np.int16)
    for code, mover in zip(codes, movers, strict=True):
        count = tiered(rules.legal)(record[0], mask, lists)
        if secrets is not None and secrets.hidden(world[0], seat, int(mover)):
            action = _answered(secrets, world, int(mover), lists[:count].tolist())
        else:
            action = int(how.action(record[0], int(code)))
        if record["player"][0] != mover or action < 0 or not mask[action]:
            return None
        actions.append(action)
        tiered(rules.play)(record[0], action)
    return Stretch(start, np.array(actions, dtype=np.int16), movers) if record == world else None


def known_codes(game: Game, how: History, stretch: Stretch, seat: int) -> np.ndarray | None:
    """Codes of a round's decisions as a seat knows them; None if a chance event comes between them."""
    record, codes = stretch.start.copy(), []
    for action, mover in zip(stretch.actions.tolist(), stretch.movers.tolist(), strict=True):
        if record["player"][0] == CHANCE:
            return None
        known = mover == seat or how.public(record[0])
        codes.append(int(how.code(record[0], action)) if known else HIDDEN)
        tiered(game.spec.rules.play)(record[0], action)
    return np.array(codes, dtype=np.int16)


def _answered(secrets: Secrets, world: Records, mover: int, legal: list[int]) -> int:
    """A seat's hidden decision in a world, as written there; -1 if there is none."""
    for action in legal:
        written = world.copy()
        secrets.answer(written[0], mover, action)
        if written.tobytes() == world.tobytes():
            return action
    return -1


class BotsCheck:
    """Asks each bot of a game with hidden information, in its plain form and its example, at every decision.

    `croupier.testing.agent_check.check_agent` does the same for any agent, with more worlds and its own games.
    """

    def __init__(self, game: Game) -> None:
        """Make the bots, except those that do not support the game's options."""
        self._game = game
        self._bots: dict[str, Bot] = {}
        if game.facts.information == "open":
            return  # nothing is hidden; and a bot may have to be solved first
        for name, entry in game.spec.bots.items():
            for argument in dict.fromkeys(("", entry.example.partition(":")[2])):
                with suppress(ConfigError):
                    self._bots[f"{name}:{argument}" if argument else name] = entry.make(argument, game.options)

    def node(self, state: State, worlds: Sequence[State]) -> None:
        """Check a position before its decision."""
        seat, legal = state.current_player(), state.legal_actions()
        if len(legal) == 1:
            return
        world = worlds[seat]
        hidden = world.records.tobytes() != state.records.tobytes()
        for name, bot in self._bots.items():
            choice = _bot_choice(bot, state, state)
            if choice not in legal:
                fail(f"the bot {name} chooses action {choice}, which is not legal", state)
            there = _bot_choice(bot, state, world) if hidden else choice
            if there != choice:
                here = state.action_to_string(choice)
                other = state.action_to_string(there) if there in legal else f"action {there}"
                fail(
                    f"the bot {name} peeks: in seat {seat} it chooses {here}, and {other} where only what this "
                    f"seat cannot know is another\n  there: {world.position()}",
                    state,
                )


def _bot_choice(bot: Bot, state: State, world: State) -> int:
    """A bot's choice in a world, with the random word of the decision."""
    rngs = choice_words(np.array([state.seed], dtype=np.uint64), np.array([state.plies]))
    return int(tiered(bot.kernel)(world.records.copy()[0], world.legal_actions_mask(), bot.params, rngs, 0))
