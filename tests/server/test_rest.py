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
from croupier.server.room.messages import SeatMessages
from croupier.server.room.room import Room
from croupier.server.storage.log import DamagedLogError
from croupier.table import Table
from tests.server.simulated import Simulated, in_an_instant, simulate
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


WAYS = {proven: way_to(proven) for proven in (True, False)}


async def begin(simulated: Simulated, proven: bool, **more: Any) -> int:
    """A table of three people, one of whom may claim the rest; gives the seat, which is the member's number."""
    await simulated.begin(OH_HELL, (0, 1, 2), **{"away_after": 0, "take_back": 0.0, **more})
    for action in WAYS[proven]:
        await play(simulated, action)
    assert simulated.live.room.due.seat is not None
    return simulated.live.room.due.seat


async def play(simulated: Simulated, action: int | None = None) -> None:
    """Who is to move plays an action, or the first that is legal."""
    table, seat = table_of(simulated), simulated.live.room.due.seat
    chosen = table.state.legal_actions()[0] if action is None else action
    await simulated.live.do(lambda room: game.move(room, seat, table.number, chosen))
    await simulated.runtime.settle()


Wish = Callable[[Room], RoomEvent]


def claims(simulated: Simulated, member: int, *, show: bool = False) -> Wish:
    return lambda room: game.take_rest(room, member, turn_of(simulated), show)


def answers(simulated: Simulated, member: int, *, agrees: bool = True) -> Wish:
    return lambda room: game.answer_rest(room, member, turn_of(simulated), agrees)


def table_of(simulated: Simulated) -> Table:
    table = simulated.live.room.table
    assert table is not None
    return table


def turn_of(simulated: Simulated) -> int:
    return table_of(simulated).number


async def refused(simulated: Simulated, wish: Wish) -> tuple[str, str]:
    """Ask for something that is refused, which writes nothing; gives the code and the words."""
    number = simulated.live.room.number
    with pytest.raises(RefusalError) as error:
        await simulated.live.do(wish)
    assert simulated.live.room.number == number
    return error.value.code, error.value.message


def shown(simulated: Simulated, member: int | None) -> Any:
    """What a member is asked, or may claim."""
    live = simulated.live
    return SeatMessages(live.room, live.people).snapshot(member).get("rest")


def check_all_won(room: Room, seat: int) -> None:
    """The rest was played out by real moves, and the seat has led each trick and won the last one."""
    assert room.rest is None
    assert room.table is not None
    after = OH_HELL.new_initial_state(1)
    for action in WAYS[True]:
        after.apply_action(action)
    count = len(WAYS[True]) + 3 * int((after.records[0]["where"] == seat).sum())
    moves = room.table.moves[len(WAYS[True]) : count]
    for move in moves:
        assert move.action in move.before.legal_actions()
        assert move.before.records[0]["laid"] or move.before.current_player() == seat
    assert room.table.rounds[count - 1] is not None
    assert moves[-1].after.records[0]["last_winner"] == seat
    assert not any(each.by_person for each in room.moves[count - len(moves) : count])


@in_an_instant()
async def test_who_must_win_all_tricks_that_are_left_gets_them_at_once(simulated: Simulated) -> None:
    seat = await begin(simulated, True)
    live = simulated.live
    assert shown(simulated, seat) == {"seat": None}
    assert [shown(simulated, each) for each in (0, 1, 2, None) if each != seat] == [None] * 3
    left = table_of(simulated).state.records[0]
    hands = {each: (left["where"] == each).nonzero()[0].tolist() for each in range(3)}
    await live.do(claims(simulated, seat))
    await simulated.runtime.settle()
    check_all_won(live.room, seat)
    played: dict[int, list[int]] = {each: [] for each in range(3)}
    for move in live.room.moves[len(WAYS[True]) :]:
        played[move.seat].append(move.action)
    assert {each: sorted(cards) for each, cards in played.items()} == hands
    name = ("Ann", "Bob", "Cid")[seat]
    told = [each.text for each in live.room.notices]
    assert told == [f"{name} takes the rest of the tricks, whatever the others play."]
    rows = await live.hub.store.events("t", 0)
    again = rebuilt_room("t", rows, OH_HELL, given_seeds=True)
    assert again.table is not None
    assert again.table.state.serialize() == table_of(simulated).state.serialize()
    code, _ = await refused(simulated, lambda room: game.undo(room, seat, turn_of(simulated), 0))
    assert code == "not-revocable"


@pytest.mark.parametrize("proven", [True, False])
@in_an_instant()
async def test_an_agent_in_a_seat_yields_to_what_is_proven_alone(simulated: Simulated, proven: bool) -> None:
    seat = await begin(simulated, proven)
    other = (seat + 1) % 3
    await simulated.live.do(lambda room: waiting.stand_in(room, None, other))
    if proven:
        await simulated.live.do(claims(simulated, seat))
        await simulated.runtime.settle()
        check_all_won(simulated.live.room, seat)
    for show in () if proven else (False, True):
        assert await refused(simulated, claims(simulated, seat, show=show)) == (
            "forbidden", "it does not follow from what you know, and bots agree only to what is certain",
        )  # fmt: skip


@in_an_instant()
async def test_what_is_not_proven_is_for_all_others_to_agree_to_once_they_see_the_hand(
    simulated: Simulated,
) -> None:
    seat = await begin(simulated, False)
    live, first, second = simulated.live, (seat + 1) % 3, (seat + 2) % 3
    assert (await refused(simulated, claims(simulated, seat)))[1] == (
        "it does not follow from what you know: the others must see your hand and agree"
    )
    assert live.room.notices == []
    hand = table_of(simulated).view(seat)["table"]["hand"]
    await live.do(claims(simulated, seat, show=True))
    for member in (0, 1, 2):
        asked = shown(simulated, member)
        assert (asked["seat"], sorted(asked["hand"]), asked["agreed"]) == (seat, sorted(hand), [seat])
    assert shown(simulated, None) is None
    assert all(card in live.room.notices[-1].text for card in hand)
    assert (await refused(simulated, claims(simulated, seat, show=True)))[0] == "stale"
    assert (await refused(simulated, answers(simulated, seat)))[0] == "forbidden"
    await live.do(answers(simulated, first))
    assert (await refused(simulated, answers(simulated, first)))[0] == "forbidden"
    before = len(live.room.moves)
    await live.do(answers(simulated, second))
    await simulated.runtime.settle()
    assert live.room.rest is None
    assert len(live.room.moves) - before == 3 * len(hand)
    assert table_of(simulated).rounds[-1] is not None


@in_an_instant()
async def test_one_who_does_not_agree_lets_all_play_on_with_nothing_lost(simulated: Simulated) -> None:
    seat = await begin(simulated, False)
    live, other = simulated.live, (seat + 1) % 3
    await live.do(claims(simulated, seat, show=True))
    await live.do(answers(simulated, other, agrees=False))
    last = live.room.moves[-1].seat
    back = await refused(simulated, lambda room: game.undo(room, last, turn_of(simulated), 0))
    assert back == ("not-revocable", "somebody has claimed the rest of the tricks since")
    assert not SeatMessages(live.room, live.people).snapshot(last)["undo"]
    assert [shown(simulated, member) for member in (0, 1, 2)] == [None] * 3
    assert (await refused(simulated, claims(simulated, seat, show=True)))[0] == "stale"  # once in a turn
    assert (await refused(simulated, answers(simulated, other)))[0] == "stale"
    await play(simulated)
    assert live.room.rest is None
    assert live.room.moves[-1].by_person


@pytest.mark.parametrize("how", ["play", "away", "leave", "own", "clock"])
@in_an_instant()
async def test_a_claim_that_is_asked_ends_when_the_table_goes_on_or_an_agent_would_be_asked(
    simulated: Simulated, how: str
) -> None:
    seat = await begin(simulated, False, clock=60)
    live, other = simulated.live, (seat + 1) % 3
    await live.do(claims(simulated, seat, show=True))
    before = len(live.room.moves)
    if how == "play":
        await play(simulated)
    elif how in ("away", "own"):
        await live.do(lambda room: waiting.leave(room, other if how == "away" else seat))
    elif how == "leave":
        await live.do(lambda _: coming.LeaveEvent(seat=other, member=other))
    else:
        await simulated.runtime.advance(61)
    await simulated.runtime.settle()
    assert shown(simulated, (seat + 2) % 3) is None
    assert (await refused(simulated, answers(simulated, (seat + 2) % 3)))[0] == "stale"
    if how == "away":
        await live.do(lambda room: waiting.back(room, other))
        assert (await refused(simulated, claims(simulated, seat, show=True)))[0] == "stale"  # once a turn
    assert len(live.room.moves) == before + (how in ("play", "clock", "own"))


@in_an_instant()
async def test_a_claim_outlives_the_server_while_it_is_asked_and_while_it_is_played_out(
    simulated: Simulated,
) -> None:
    seat = await begin(simulated, False, clock=60)
    slower = simulated.live.room.settings.model_dump() | {"pace": "slow"}
    await simulated.live.do(lambda _: SettingsEvent(**slower))
    await simulated.live.do(claims(simulated, seat, show=True))
    await restart(simulated)
    assert shown(simulated, (seat + 1) % 3)["seat"] == seat
    for other in ((seat + 1) % 3, (seat + 2) % 3):
        await simulated.live.do(answers(simulated, other))
    assert shown(simulated, seat)["settled"]
    why = (await refused(simulated, moves_first(simulated)))[1]
    assert why == "the rest of the tricks are already being played"
    await restart(simulated)
    await simulated.runtime.advance(60)
    assert simulated.live.room.rest is None
    assert table_of(simulated).rounds[-1] is not None


@in_an_instant()
async def test_a_damaged_row_of_a_claim_is_an_error_of_its_own(simulated: Simulated) -> None:
    seat = await begin(simulated, False)
    await simulated.live.do(claims(simulated, seat, show=True))
    for other in ((seat + 1) % 3, (seat + 2) % 3):
        await simulated.live.do(answers(simulated, other))
    await simulated.runtime.settle()
    rows = list(await simulated.live.hub.store.events("t", 0))
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


async def restart(simulated: Simulated) -> None:
    """The table is read from its log by another process, where all come again."""
    simulated.hub = simulated.another_hub()
    await simulated.hub.start()
    simulated._live = await simulated.hub.live("t")
    for member in range(3):
        await simulated.come(member)


def moves_first(simulated: Simulated) -> Wish:
    """Who is to move plays a card after all."""
    table = table_of(simulated)
    action, mover = table.state.legal_actions()[0], table.state.current_player()
    return lambda room: game.move(room, mover, turn_of(simulated), action)


def test_a_claim_at_another_moment_or_in_another_game_is_refused_and_says_when_one_is_possible() -> None:
    async def scenario(simulated: Simulated) -> None:
        await simulated.begin(OH_HELL, (0, 1, 2), away_after=0)
        seat = simulated.live.room.due.seat
        assert seat is not None
        when = "you can claim the rest of the tricks when you lead, from the second trick to the last but one"
        assert await refused(simulated, claims(simulated, seat)) == ("forbidden", when)  # a bid is due
        assert (await refused(simulated, claims(simulated, (seat + 1) % 3)))[0] == "not-your-turn"
        stale = lambda room: game.take_rest(room, seat, turn_of(simulated) + 1, True)  # noqa: E731
        assert (await refused(simulated, stale))[0] == "stale"
        assert (await refused(simulated, answers(simulated, seat)))[0] == "stale"
        for action in WAYS[False]:
            await play(simulated, action)
        await play(simulated)
        seat = simulated.live.room.due.seat
        assert seat is not None
        assert await refused(simulated, claims(simulated, seat)) == ("forbidden", when)  # in the middle of a trick

    async def other(simulated: Simulated) -> None:
        await simulated.begin(make("pig"), (0, 1), away_after=0)
        code, words = await refused(simulated, claims(simulated, simulated.live.room.due.seat or 0))
        assert (code, words) == ("forbidden", "in Pig Dice nobody can claim the rest of the tricks")

    simulate(scenario)
    simulate(other)


@pytest.mark.parametrize("proven", [True, False])
@in_an_instant()
async def test_the_answer_to_a_claim_is_the_same_whatever_the_others_hold(
    simulated: Simulated, proven: bool
) -> None:
    seat = await begin(simulated, proven)
    room, table = simulated.live.room, table_of(simulated)

    def found() -> object:
        try:
            return game.take_rest(room, seat, turn_of(simulated), False).model_dump()
        except RefusalError as error:
            return error.data()

    true = found()
    for seed in range(30):
        table._state = table.state.resample_hidden(seat, seed)
        assert found() == true
        if not proven:
            assert game.take_rest(room, seat, turn_of(simulated), True).hand
