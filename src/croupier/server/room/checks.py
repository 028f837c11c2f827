"""What may be done at a table, and by whom: taking back, claims, sealed answers, positions to take away.

A move cannot be taken back once anything random has happened, anything hidden was revealed, or another player has
acted. What a seat learns is found by its determinizations: a move reveals nothing to a seat if, in every full deal
that the seat holds possible, the same move is legal and leads to what the seat sees now.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from croupier.core.engine.game import Game, State
from croupier.core.engine.making import position_link
from croupier.core.spec.position import ActionView, SeatView
from croupier.core.spec.search import never
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room.chairs import Chair, Member, Rest
from croupier.server.room.room import Room
from croupier.table import Table
from croupier.table.events import Move

WORLDS = 12
"""Full deals that are sampled for a seat."""


def random_event(move: Move) -> bool:
    """Whether anything random has happened by a move."""
    return bool((move.before.rngs != move.after.rngs).any())


def reveals(move: Move, seat: int) -> bool:
    """Whether a move has shown a seat anything that it could not know before."""
    if move.before.game.facts.information == "open":
        return False
    seen = move.after.view(seat)
    for seed in range(WORLDS):
        world = move.before.resample_hidden(seat, seed)
        if not world.legal_actions_mask()[move.action]:
            return True
        world.rngs[:] = move.before.rngs
        world.apply_action(move.action)
        if world.view(seat) != seen:
            return True
    return False


def why_final(move: Move, seats: Iterable[int]) -> str:
    """Why a move cannot be taken back; empty where it can be."""
    if random_event(move):
        return say("undo.random")
    if any(reveals(move, seat) for seat in seats):
        return say("undo.shown")
    return ""


def may_undo(room: Room, member: int | None) -> bool:
    """Whether a member may ask for the last move to be taken back; what it has revealed is not looked at."""
    seat, table = room.sees(member), room.table
    if seat is None or table is None or not room.moves or room.again is not None or not room.settings.undo:
        return False
    if table.over or table.sealed or room.moves[-1].sealed or room.rest is not None:  # a replay shows all hands
        return False
    last = room.moves[-1]
    return last.seat == seat and last.by_person and not random_event(table.moves[-1])


# A game says so by its `search` part: hidden things stay what they are within a stretch
# (`croupier.core.spec.search.Search`). A game without one, or of one stretch, deals at its beginning alone.


def deals_again(game: Game) -> bool:
    """Whether a game deals anew after its beginning."""
    search = game.spec.search
    return search is not None and search().horizon is not never


def round_start(table: Table) -> State:
    """The position at which the present stretch of a game began."""
    if not table.moves:
        return table.state.clone()
    start = table.moves[0].before
    for move in table.moves:
        if not move.after.is_terminal() and _over(start, move.after):
            start = move.after
    return start


def round_ended(start: State, table: Table) -> bool:
    """Whether the last move has ended a stretch, and the game goes on."""
    return not table.over and _over(start, table.state)


def next_round_dealt(start: State, table: Table) -> bool:
    """Whether the last move has ended a stretch, and chance has dealt the next one; see `round_ended`."""
    return round_ended(start, table) and random_event(table.moves[-1])


def _over(start: State, now: State) -> bool:
    search = now.game.spec.search
    return search is not None and bool(search().horizon(start.records[0], now.records[0]))


# What the seat may know decides (`croupier.core.spec.spec.Claims`), or else all others, who are shown its hand.


def rest_after(room: Room, rest: Rest | None, number: int) -> Rest | None:
    """A claim at a turn: until its tricks are over, or something is played; an agent that is asked refuses."""
    if rest is None or number >= rest.turn + (rest.moves if rest.settled else 1):
        return None
    asks_agents = not rest.settled and any(room.player(seat) is not None for seat in range(len(room.chairs)))
    return replace(rest, refused=True) if asks_agents else rest


def next_card(room: Room, table: Table) -> int | None:
    """What is played next of tricks that are claimed; None where there are none."""
    if room.rest is None or not room.rest.settled or table.game.spec.claims is None:
        return None
    part, state = table.game.spec.claims(), table.state
    return part.next(state.records[0], room.rest.seat, state.legal_actions())


def moves_left(room: Room, table: Table, seat: int | None) -> int:
    """How many decisions the tricks have that the person in a seat may claim now; 0 for none."""
    if seat is None or table.over or seat != room.due.seat or table.game.spec.claims is None:
        return 0
    return table.game.spec.claims().left(table.state.records[0])


def rest_data(room: Room, seat: int | None) -> dict[str, Any]:
    """What a seat is told: a claim; that it may claim, by a seat that is null; or nothing."""
    table, rest = room.table, room.rest
    if table is None:
        return {}
    if rest is None:
        may = moves_left(room, table, seat) and seat in room.due.people
        return {"rest": {"seat": None}} if may else {}
    if rest.refused:
        return {}
    shown = {"seat": rest.seat, "hand": list(rest.hand), "agreed": sorted(rest.agreed), "settled": rest.settled}
    return {"rest": shown}


def member_of(room: Room, member: int) -> Member:
    """A member by its number; refused where there is none (``not-found``)."""
    if member not in room.members:
        raise RefusalError("not-found", say("no_member", member=member))
    return room.members[member]


def name_of(room: Room, member: int | None) -> str:
    """What a member is called; of who is gone, or none, what the host is."""
    found = None if member is None else room.members.get(member)
    return say("told.the_host") if found is None else found.name


def chair_of(room: Room, seat: int) -> Chair:
    """A chair by its seat; refused where there is none (``not-found``)."""
    if not 0 <= seat < len(room.chairs):
        raise RefusalError("not-found", say("no_seat", last=len(room.chairs) - 1, seat=seat))
    return room.chairs[seat]


def check_free(room: Room, chair: Chair) -> None:
    """Let a seat pass in which no person sits; another is ``taken``."""
    if chair.member is not None:
        raise RefusalError("taken", say("taken", name=room.members[chair.member].name))


def check_host(room: Room, member: int) -> None:
    """Let nobody but the host pass (``forbidden``)."""
    if member != room.host:
        raise RefusalError("forbidden", say("host_only"))


def check_lobby(room: Room) -> None:
    """Let nobody pass once the game has begun, or is about to, and what it is dealt from is being settled."""
    if room.shuffling:
        raise RefusalError("not-yet", say("shuffling"))
    if room.status != "lobby":
        raise RefusalError("over" if room.status == "over" else "forbidden", say("begun"))


def check_playable(room: Room) -> None:
    """Let nobody play on at a table of another version of the game's rules (``other-version``)."""
    if room.game is None:
        raise RefusalError("other-version", say("other_version", version=room.version, game=room.name))


def game_of(room: Room) -> Table:
    """The game in progress; refused before it has begun (``forbidden``), or where it is of other rules."""
    if room.status == "lobby":
        raise RefusalError("forbidden", say("not_begun"))
    check_playable(room)
    if room.table is None:
        raise AssertionError("a game that has begun has a table")
    return room.table


def seat_of_member(room: Room, member: int | None) -> int:
    """The seat of a member, also of one that is this person's from the next deal on; ``forbidden`` for none."""
    seat = room.seat_of(member)
    if seat is None:
        raise RefusalError("forbidden", say("seat_only"))
    return seat


def own_seat(room: Room, member: int | None) -> int:
    """The seat of the person who asks; ``forbidden`` for none, ``not-yet`` before the next deal."""
    seat = seat_of_member(room, member)
    if room.awaits_deal(seat):
        deals = room.game is None or deals_again(room.game)
        raise RefusalError("not-yet", say("not_yet.deal") if deals else say("not_yet.game"))
    return seat


def may_skip(room: Room, member: int | None) -> int | None:
    """The seat of who wishes that agents answer at once, if any; ``forbidden`` to watchers but the host."""
    seat = room.sees(member)
    watched = all(chair.member is None for chair in room.chairs)
    if seat is None and not watched and (member is None or member != room.host):
        raise RefusalError("forbidden", say("seat_only"))
    return seat


# Everybody learns who has answered, and nothing else: a change of an answer is an event of the log that only its
# own person is told of, and that the numbers of messages do not count.


def shown_number(room: Room, number: int) -> int:
    """The number of an event as it is told: events that are told to one person alone are not counted."""
    return number - bisect_right(room.changes, number)


def hint_state(room: Room, table: Table, seat: int) -> State:
    """The game as a seat answers in it; what others have sealed is not in it."""
    if seat in table.sealing:
        return table.asked(seat)
    if seat != room.due.seat:
        raise RefusalError("not-your-turn", say("hints.turn"))
    return table.state


def seat_view(table: Table, seat: int | None) -> SeatView:
    """The table as a seat sees it; in a sealed phase with the actions of a seat that has not answered yet."""
    view = table.view(seat)
    if seat in table.sealing:
        view["actions"] = [] if seat in table.sealed else _actions(table, seat)
    return view


def _actions(table: Table, seat: int | None) -> list[ActionView]:
    return [] if seat is None else table.asked(seat).view(seat)["actions"]


def sealed_data(room: Room, seat: int | None) -> dict[str, Any] | None:
    """What is told of a sealed phase: who has answered, and to a seat its own answer; None in other phases.

    Args:
        seat: who is told; None for who sees what spectators see.
    """
    table = room.table
    if table is None or not table.sealing:
        return None
    own = None if seat is None else table.sealed.get(seat)
    may_change = seat is not None and own is not None and room.player(seat) is None
    return {
        "done": sorted(table.sealed),
        "open": sorted(set(table.sealing) - set(table.sealed)),
        "answer": own,
        "actions": _actions(table, seat) if may_change else [],
    }


def seat_link(room: Room, member: int, seed: int) -> str:
    """A link to the present position as a member's seat may know it; to the true one once the game is over."""
    seat, table = own_seat(room, member), game_of(room)
    state = table.asked(seat) if seat in table.sealing else table.state
    return position_link(state, seat=seat, seed=seed)


def check_may_analyse(room: Room, members: tuple[int, ...]) -> None:
    """Refuse an analysis to who is at a game without hints: the position could be of that game.

    People without a seat see the open cards and talk to those who play, so they count too.
    """
    if room.status != "playing" or room.hints:
        return
    if any(each in room.members for each in members):
        raise RefusalError("forbidden", say("positions.hints_off"))
