"""The rest of the tricks: claimed by who leads, proven by what that seat knows or agreed to by all others."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from croupier.core.engine.game import State
from croupier.core.engine.making import make
from croupier.server.base.refusal import RefusalError
from croupier.server.events import coming, game, waiting
from croupier.server.events.happening import rebuilt_room
from croupier.server.events.lobby import SettingsEvent
from croupier.server.room.event import RoomEvent
from croupier.server.room.room import Room
from croupier.server.storage.log import DamagedLogError
from tests.server.conftest import Started
from tests.server.instant import Gathering, InstantServer
from tests.server.test_own_errors import damages

OH_HELL = make("oh-hell", players=3, largest=8, rounds="both")


def leads(state: State, proven: bool) -> bool:
    """Whether the rest of at least three tricks may be claimed, and the claim is proven, or not."""
    part, record = state.game.spec.claims, state.records[0]
    assert part is not None
    if part().left(record) < 9:
        return False
    return part().proven(record, state.current_player()) == proven


def way_to(proven: bool) -> list[int]:
    """Actions from the deal of the seed 1 to such a claim, by players whose random numbers lead to one."""
    state, draw, played = OH_HELL.new_initial_state(1), Random(320 if proven else 0), list[int]()  # noqa: S311
    while not leads(state, proven):
        played.append(draw.choice(state.legal_actions()))
        state.apply_action(played[-1])
    return played


Wish = Callable[[Room], RoomEvent]
WAYS = {proven: way_to(proven) for proven in (True, False)}


class Claiming(Gathering):
    """Three people, one of whom may claim the rest.

    Attributes:
        seat: of that one, which is the member's number.
        others: the seats of the others.
    """

    def __init__(self, server: InstantServer, proven: bool, **more: Any) -> None:
        super().__init__(server, OH_HELL, (0, 1, 2), **{"away_after": 0, "take_back": 0.0, **more})
        for action in WAYS[proven]:
            self.play(self.due, action)
        self.seat = self.due
        self.others = (self.seat + 1) % 3, (self.seat + 2) % 3

    def claims(self, member: int | None = None, *, show: bool = False) -> Wish:
        """Somebody claims the rest: the one who may, unless told otherwise."""
        member = self.seat if member is None else member
        return lambda room: game.take_rest(room, member, self.game.number, show)

    def answers(self, member: int, *, agrees: bool = True) -> Wish:
        """Somebody agrees, or does not."""
        return lambda room: game.answer_rest(room, member, self.game.number, agrees)

    def shown(self, member: int | None) -> Any:
        """What a member is asked, or may claim."""
        return self.snapshot(member).get("rest")

    def check_all_won(self) -> None:
        """The rest was played out by real moves, and the seat has led each trick and won the last one."""
        assert self.room.rest is None
        after = OH_HELL.new_initial_state(1)
        for action in WAYS[True]:
            after.apply_action(action)
        count = len(WAYS[True]) + 3 * int((after.records[0]["where"] == self.seat).sum())
        moves = self.game.moves[len(WAYS[True]) : count]
        for move in moves:
            assert move.action in move.before.legal_actions()
            assert move.before.records[0]["laid"] or move.before.current_player() == self.seat
        assert self.game.rounds[count - 1] is not None
        assert moves[-1].after.records[0]["last_winner"] == self.seat
        assert not any(each.by_person for each in self.room.moves[count - len(moves) : count])


def test_who_must_win_all_tricks_that_are_left_gets_them_at_once(server: InstantServer) -> None:
    at = Claiming(server, True)
    assert at.shown(at.seat) == {"seat": None}
    assert [at.shown(each) for each in (*at.others, None)] == [None] * 3
    left = at.game.state.records[0]
    hands = {each: (left["where"] == each).nonzero()[0].tolist() for each in range(3)}
    at.do(at.claims())
    at.check_all_won()
    played: dict[int, list[int]] = {each: [] for each in range(3)}
    for move in at.room.moves[len(WAYS[True]) :]:
        played[move.seat].append(move.action)
    assert {each: sorted(cards) for each, cards in played.items()} == hands
    name = ("Ann", "Bob", "Cid")[at.seat]
    told = [each.text for each in at.room.notices if "rest" in each.text]
    assert told == [f"{name} takes the rest of the tricks, whatever the others play."]
    again = rebuilt_room(at.table, at.log(), OH_HELL, given_seeds=True)
    assert again.table is not None
    assert again.table.state.serialize() == at.game.state.serialize()
    assert at.refusal(lambda room: game.undo(room, at.seat, at.game.number, 0))[0] == "not-revocable"


@pytest.mark.parametrize("proven", [True, False])
def test_an_agent_in_a_seat_yields_to_what_is_proven_alone(server: InstantServer, proven: bool) -> None:
    at = Claiming(server, proven)
    at.do(lambda room: waiting.stand_in(room, None, at.others[0]))
    if proven:
        at.do(at.claims())
        at.check_all_won()
    for show in () if proven else (False, True):
        assert at.refusal(at.claims(show=show)) == (
            "forbidden", "it does not follow from what you know, and bots agree only to what is certain",
        )  # fmt: skip


def test_what_is_not_proven_is_for_all_others_to_agree_to_once_they_see_the_hand(server: InstantServer) -> None:
    at = Claiming(server, False)
    first, second = at.others
    number = len(at.room.notices)
    assert at.refusal(at.claims())[1] == (
        "it does not follow from what you know: the others must see your hand and agree"
    )
    assert len(at.room.notices) == number
    hand = at.game.view(at.seat)["table"]["hand"]
    at.do(at.claims(show=True))
    for member in (0, 1, 2):
        asked = at.shown(member)
        assert (asked["seat"], sorted(asked["hand"]), asked["agreed"]) == (at.seat, sorted(hand), [at.seat])
    assert at.shown(None) is None
    assert all(card in at.room.notices[-1].text for card in hand)
    assert at.refusal(at.claims(show=True))[0] == "stale"
    assert at.refusal(at.answers(at.seat))[0] == "forbidden"
    at.do(at.answers(first))
    assert at.refusal(at.answers(first))[0] == "forbidden"
    before = len(at.room.moves)
    at.do(at.answers(second))
    assert at.room.rest is None
    assert len(at.room.moves) - before == 3 * len(hand)
    assert at.game.rounds[-1] is not None


def test_one_who_does_not_agree_lets_all_play_on_with_nothing_lost(server: InstantServer) -> None:
    at = Claiming(server, False)
    at.do(at.claims(show=True))
    at.do(at.answers(at.others[0], agrees=False))
    last = at.room.moves[-1].seat
    back = at.refusal(lambda room: game.undo(room, last, at.game.number, 0))
    assert back == ("not-revocable", "somebody has claimed the rest of the tricks since")
    assert not at.snapshot(last)["undo"]
    assert [at.shown(member) for member in (0, 1, 2)] == [None] * 3
    assert at.refusal(at.claims(show=True))[0] == "stale"  # once in a turn
    assert at.refusal(at.answers(at.others[0]))[0] == "stale"
    at.play(at.due)
    assert at.room.rest is None
    assert at.room.moves[-1].by_person


@pytest.mark.parametrize("how", ["play", "away", "leave", "own", "clock"])
def test_a_claim_that_is_asked_ends_when_the_table_goes_on_or_an_agent_would_be_asked(
    server: InstantServer, how: str
) -> None:
    at = Claiming(server, False, clock=60)
    other, last = at.others
    at.do(at.claims(show=True))
    before = len(at.room.moves)
    if how == "play":
        at.play(at.due)
    elif how in ("away", "own"):
        at.do(lambda room: waiting.leave(room, other if how == "away" else at.seat))
    elif how == "leave":
        at.do(lambda _: coming.LeaveEvent(seat=other, member=other))
    else:
        at.pass_time(61)
    assert at.shown(last) is None
    assert at.refusal(at.answers(last))[0] == "stale"
    if how == "away":
        at.do(lambda room: waiting.back(room, other))
        assert at.refusal(at.claims(show=True))[0] == "stale"  # once a turn
    assert len(at.room.moves) == before + (how in ("play", "clock", "own"))


def test_a_claim_outlives_the_server_while_it_is_asked_and_while_it_is_played_out(started: Started) -> None:
    at = Claiming(started(seed=1), False, clock=60)
    slower = at.room.settings.model_dump() | {"pace": "slow"}
    at.do(lambda _: SettingsEvent(**slower))
    at.do(at.claims(show=True))

    def restart() -> None:
        """All come again at another process, which reads the table from its log."""
        at.server.stop()
        at.move_to(started(seed=1))
        for member in range(3):
            at.come(member)

    restart()
    assert at.shown(at.others[0])["seat"] == at.seat
    for other in at.others:
        at.do(at.answers(other))
    assert at.shown(at.seat)["settled"]
    mover, action = at.game.state.current_player(), at.game.state.legal_actions()[0]
    why = at.refusal(lambda room: game.move(room, mover, at.game.number, action))[1]
    assert why == "the rest of the tricks are already being played"
    restart()
    at.pass_time(60)
    assert at.room.rest is None
    assert at.game.rounds[-1] is not None


def test_a_damaged_row_of_a_claim_is_an_error_of_its_own(server: InstantServer) -> None:
    at = Claiming(server, False)
    at.do(at.claims(show=True))
    for other in at.others:
        at.do(at.answers(other))
    rows = at.log()
    found = Counter[bool]()
    for place, row in enumerate(rows):
        for _, _, text in damages((row.number, row.kind, json.dumps(row.payload))):
            if row.kind.startswith("rest") and text.startswith("{") and text != "{":
                log = [*rows[:place], replace(row, payload=json.loads(text)), *rows[place + 1 :]]
                try:
                    rebuilt_room("t", log, OH_HELL, given_seeds=True)
                except DamagedLogError:
                    found[True] += 1
                else:
                    found[False] += 1
    assert found[True] > 30


def test_a_claim_at_another_moment_or_in_another_game_is_refused_and_says_when_one_is_possible(
    server: InstantServer,
) -> None:
    def claims(member: int, number: int, show: bool = False) -> Wish:
        return lambda room: game.take_rest(room, member, number, show)

    at = Gathering(server, OH_HELL, (0, 1, 2), away_after=0)
    when = "you can claim the rest of the tricks when you lead, from the second trick to the last but one"
    seat, number = at.due, at.game.number
    assert at.refusal(claims(seat, number)) == ("forbidden", when)  # a bid is due
    assert at.refusal(claims((seat + 1) % 3, number))[0] == "not-your-turn"
    assert at.refusal(claims(seat, number + 1, True))[0] == "stale"
    assert at.refusal(lambda room: game.answer_rest(room, seat, number, True))[0] == "stale"
    for action in WAYS[False]:
        at.play(at.due, action)
    at.play(at.due)
    assert at.refusal(claims(at.due, at.game.number)) == ("forbidden", when)  # in the middle of a trick
    pig = Gathering(server, away_after=0)
    refused = pig.refusal(claims(pig.due, pig.game.number))
    assert refused == ("forbidden", "in Pig Dice nobody can claim the rest of the tricks")


@pytest.mark.parametrize("proven", [True, False])
def test_the_answer_to_a_claim_is_the_same_whatever_the_others_hold(server: InstantServer, proven: bool) -> None:
    at = Claiming(server, proven)
    room, table = at.room, at.game

    def found() -> object:
        try:
            return game.take_rest(room, at.seat, table.number, False).model_dump()
        except RefusalError as error:
            return error.data()

    true = found()
    for seed in range(30):
        table._state = table.state.resample_hidden(at.seat, seed)
        assert found() == true
        if not proven:
            assert game.take_rest(room, at.seat, table.number, True).hand
