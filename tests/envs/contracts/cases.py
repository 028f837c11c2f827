"""The seven contracts, each a function of a door and a game: it fails by an assertion where the door breaks it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from croupier.core.engine.game import Game
from tests.envs.contracts.door import Door, Session

SEED = 5
CLOSELY = 16
"""Decisions of two games that are compared."""
LOOKS = 3
"""Decisions of a game at which it is looked closely."""
SAYS_SO = re.compile(r"over|no game|begun|dealt|closed|reset|dead", re.IGNORECASE)


def chosen(session: Session, legal: list[int] | None = None) -> int:
    """One of some legal actions, by default all of them: the same for the same decision of a game."""
    legal = session.truth.legal_actions() if legal is None else legal
    return legal[(7 * len(session.played) + 3) % len(legal)]


def walk(session: Session) -> Iterator[dict[int, float]]:
    """Play to the end; gives what each step has paid, before the next one is played."""
    while not session.over:
        yield session.play(chosen(session))


def log(session: Session) -> list[Any]:
    """All that a game gives on its way, as far as it is looked at."""
    found: list[Any] = []
    for _ in range(CLOSELY):
        if session.over:
            return found
        mover = session.mover
        assert mover is not None
        masks = session.masks()
        found.append((mover, masks, session.told(mover)))
        found.append(session.play(chosen(session, masks[mover])))
    return found


def looked_at(session: Session) -> Iterator[int]:
    """Play to the end; gives the mover at some decisions, which come the rarer the longer the game is."""
    looks, next_look = 0, 0
    while not session.over:
        mover = session.mover
        assert mover is not None
        if len(session.played) >= next_look and looks < LOOKS:
            looks, next_look = looks + 1, 2 * next_look + 1
            yield mover
        session.play(chosen(session))


def _globals() -> tuple[Any, ...]:
    """The states of the global generators."""
    found = np.random.get_state(legacy=False)  # noqa: NPY002
    return random.getstate(), found["state"]["key"].tobytes(), found["state"]["pos"]


def same_seed(door: Door, game: Game) -> None:
    """The same seed and actions give the same game, other seeds others, and where none is given one is drawn."""
    before = _globals()
    first = door.begin(game, SEED)
    told = log(first)
    assert log(door.begin(game, SEED)) == told, "the same seed and actions give another game"
    assert any(log(door.begin(game, SEED + k)) != told for k in (1, 2, 3)), "other seeds give the same game"
    if not door.about.unseeded:
        deals = {door.begin(game, None).deal for _ in range(3)}
        assert len(deals) == 3, "where no seed is given, games are the same"
    assert _globals() == before, "a global generator is used"
    if not door.about.begins_anew:
        session = door.begin(game, SEED)
        session.play(chosen(session))
        session.again(SEED)
        assert log(session) == told, "a seed that is given in the middle of a game does not begin anew"
        session.again(None)
        assert session.deal != first.deal, "a game that is begun without a seed has the seed of the one before"


def mask(door: Door, game: Game) -> None:
    """Who is to move has a legal action, the mask is that of this seat, and nobody else has one."""
    session = door.begin(game, SEED)
    while True:
        truth = session.truth
        mover, masks = session.mover, session.masks()
        if mover is not None:
            assert mover == truth.current_player(), f"{mover} is asked, and {truth.current_player()} is to move"
            assert masks[mover], f"nothing is legal for {mover}, who is to move"
            assert masks[mover] == truth.legal_actions(), f"the mask of {mover} is not that of its decision"
            if door.about.unmasked and not door.about.copies and len(session.played) < LOOKS:
                for action in masks[mover][:: max(1, len(masks[mover]) // 3)]:
                    session.copy().step(action)  # which it takes
        elif session.deals_again:
            return
        others = {seat: legal for seat, legal in masks.items() if legal and (session.over or seat != mover)}
        assert not others, f"{others} may act, and are not to move"
        if mover is None:
            assert session.over, "nobody is asked, and the game is not over"
            return
        session.play(chosen(session, masks[mover]))


def illegal(door: Door, game: Game) -> None:
    """An illegal action is refused and changes nothing: the game goes on as if it had not been."""
    session, undisturbed = door.begin(game, SEED), door.begin(game, SEED)
    looked = 0
    for _ in looked_at(session):
        before = session.unchanged()
        for wrong in session.wrong():
            session.refuse(wrong)
            assert session.unchanged() == before, f"{wrong!r}, which is refused, has changed something"
            looked += 1
    assert looked
    for _ in walk(undisturbed):
        pass
    assert session.played == undisturbed.played, "after a refusal the game goes on otherwise"
    ends = session.truth, undisturbed.truth
    assert ends[0].records.tobytes() == ends[1].records.tobytes(), "after a refusal the game ends otherwise"
    assert ends[0].rngs == ends[1].rngs, "a refusal has drawn from the generator"


def reward(door: Door, game: Game) -> None:
    """What a game comes to is paid once, at its end, and to the seats that have earned it."""
    for seed in range(SEED, SEED + 3):  # a learner's seat changes with the game
        session = door.begin(game, seed)
        paid = dict.fromkeys(session.seats, 0.0)
        for step in walk(session):
            for seat, amount in step.items():
                assert session.over or not amount, f"{seat} is paid {amount} before the end"
                paid[seat] += amount
        earned = session.earned(session.last())
        for seat in session.seats:
            assert paid[seat] == pytest.approx(float(earned[seat]), abs=1e-6), (
                f"{seat} is paid {paid[seat]} and has earned {earned[seat]}"
            )
        if len(session.seats) == game.num_players:
            return


def hidden(door: Door, game: Game) -> None:
    """What a seat is told stays the same when what it cannot know is dealt anew."""
    changed, closed_cards = 0, game.facts.information == "hidden"
    for seed in range(SEED, SEED + 5):
        session = door.begin(game, seed)
        for look, mover in enumerate(looked_at(session)):
            for seat in {mover, session.seats[look % len(session.seats)]}:
                here, there = session.worlds(seat, seed + look)
                changed += here.truth.records.tobytes() != there.truth.records.tobytes()
                assert there.told(seat) == here.told(seat), f"{seat} can tell worlds apart that it cannot know"
                if seat == mover:
                    assert there.masks()[seat] == here.masks()[seat], f"the mask of {seat} tells hidden things"
                _told_of_a_decision(here, there, seat)
        if changed or not closed_cards:
            break
    assert bool(changed) == closed_cards, f"{changed} re-deals have changed something"


def _told_of_a_decision(here: Session, there: Session, seat: int) -> None:
    """What a seat is told of the same decision in both worlds, where it sees the same afterwards.

    It is so where all seats are played from outside: others may choose otherwise in another world.
    """
    if not here.goes_on:
        return
    mover = here.mover
    assert mover is not None
    legal = [action for action in here.masks()[mover] if action in there.masks().get(mover, ())]
    texts = [{a: world.truth.action_to_string(a) for a in legal} for world in (here, there)]
    alike = [action for action in legal if texts[0][action] == texts[1][action]]
    if len(here.seats) < here.game.num_players or not alike:
        return
    for world in (here, there):
        world.play(chosen(here, alike) if world is here else here.played[-1])
    ours, theirs = here.truth, there.truth
    if here.over or there.over or ours.view(seat) != theirs.view(seat):
        return
    if np.array_equal(ours.observation_tensor(seat), theirs.observation_tensor(seat)):
        assert here.told(seat) == there.told(seat), f"what {seat} is told of a decision tells hidden things"


def copies(door: Door, game: Game) -> None:
    """A copy and its original go on alike and apart."""
    for session in map(partial(door.begin, game), range(SEED, SEED + 20)):
        next(walk(session))  # something lies behind it
        if session.over:
            continue
        before = session.unchanged()
        twin = session.copy()
        assert twin.unchanged() == before, "a copy differs from its original"
        told = log(twin)
        assert session.unchanged() == before, "playing on in a copy has changed the original"
        if not door.about.future:
            assert log(session) == told, "a copy goes on otherwise than its original"
        return
    raise AssertionError("all games were over after one decision")


def closed(door: Door, game: Game) -> None:
    """What is over, closed or not yet begun says so."""
    asked = 0
    for what, ask, error in door.closed(game):
        errors = () if error is None else (error,)
        try:
            said, refused = str(ask()), False
        except errors as refusal:
            said, refused = str(refusal), True
        assert refused == (error is not None), f"{what} goes on"
        assert SAYS_SO.search(said), f"{what}: {said}"
        asked += 1
    assert asked, "nothing is said of what is closed"


Case = Callable[[Door, Game], None]
CONTRACTS: dict[str, Case] = {
    "same-seed": same_seed,
    "mask": mask,
    "illegal": illegal,
    "reward": reward,
    "hidden": hidden,
    "copies": copies,
    "closed": closed,
}
"""The contracts by their ids, in the order of the page."""
