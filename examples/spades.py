"""Spades in one file: a game with tricks, four seats in two partnerships, for every interface of croupier.

- SP-1. Seats 0 and 2 play against seats 1 and 3. The first dealer is drawn by lot; the deal moves clockwise. All
  cards are dealt, 13 each. Spades are trumps.
- SP-2. From the dealer's left on, each seat bids 0 to 13 tricks. A bid of 0 is called nil.
- SP-3. The dealer's left leads the first trick, the winner of a trick the next. You follow suit if you can. You
  may lead a spade once a spade was played, or when you hold nothing else.
- SP-4. The highest spade wins a trick, or else the highest card of the suit that was led.
- SP-5. A side adds up its bids. If its bidders, nil left out, win at least that many tricks, it scores 10 for each
  trick bid; else it loses 10 for each.
- SP-6. Nil scores 100 if its bidder wins no trick, else it loses 100.
- SP-7. Each trick above the bid, and each trick of a failed nil, is a bag: 1 point, and 100 lost for every tenth.
  So the last digit of a side's points counts its bags.
- SP-8. The game ends after a round in which a side reaches the target while the sides differ, or after round 20.

Run: ``python examples/spades.py [SEED]``

An entry point of your own package makes it a game like any other: ``spades = "spades:SPEC"`` in the group
``croupier.games``.
"""
# ruff: noqa: ARG001, ARG002, ARG005, D102, D103  # the contracts fix the arguments, and say what each function does

import sys
from typing import ClassVar

import numpy as np

# fmt: off
# isort: off
from croupier import Game
from croupier.agents import make_agent
from croupier.core import (
    CHANCE, TERMINAL, Block, Catalogue, Facts, GameSpec, Message, Option, Phase, Rules, Search, Spaces,
    Words, below, by_seat, joined, kernel, lone_bot, object_of, own_hand, points_by_seat, shuffle, value,
)
from croupier.games.tricks import cards, claims, english, hidden, pictures, positions, view, words
from croupier.games.tricks.cards import (
    DECK, NOBODY, RANKS, beats, clear_play, empty_table, end_trick, lay_card, lead_of, winning_place,
)
from croupier.table import ask_one
# isort: on
# fmt: on

BID, PLAY = 0, 1  # the phases
HAND, SPADES, PLAYED = 13, 3, 4  # cards of a hand; the suit of trumps; PLAYED + N: seat N has played the card
ACTIONS = DECK + HAND + 1  # the number of a card plays it, and 52 + N bids N tricks
ROUNDS, NIL, BAGS = 20, 100, 10
STATE = np.dtype(
    [
        ("scores", np.int16, (4,)),  # points of each seat's side; all see all fields but `where`
        ("target", np.int16),  # option: the points that win
        ("player", np.int8),  # the seat to move; CHANCE while a deal is due; TERMINAL
        ("phase", np.int8),  # BID or PLAY
        ("players", np.int8),  # always 4
        ("round", np.int8),  # rounds that are scored
        ("dealer", np.int8),  # NOBODY before the first deal
        ("cards", np.int8),  # 13, and 0 before the first deal
        ("bids", np.int8, (4,)),  # NOBODY before they are made
        ("won", np.int8, (4,)),  # tricks won this round
        ("voids", np.int8, (4,)),  # bit k: the seat has shown this round to hold no card of suit k
        ("played", np.int8),  # cards played this round
        ("laid", np.int8),  # cards in the trick under way
        ("last_leader", np.int8),  # who led the last trick, NOBODY before the first
        ("last_winner", np.int8),  # who won it
        ("last_trick", np.int8, (4,)),  # its cards in the order of play
        ("plays", np.int8, (DECK,)),  # the cards played this round in their order, NOBODY after
        ("where", np.int8, (DECK,)),  # who holds each card: its own seat sees it; PLAYED + N: all see it
    ]
)
OPTIONS = (Option("target", "int", 200, "points that win", low=50, high=500, rule="SP-8", label="Points to win"),)
ENGLISH = Catalogue(
    "spades",
    {
        "title": "Spades",
        "summary": "Bid your tricks with the partner across the table; spades are always trumps.",
        "bot": "counts high cards and spades, then wins tricks cheaply until its side has its bid",
        "how_to_play": (
            "Players 0 and 2 play against 1 and 3, to {target} points. Bid the tricks that you will win, and win\n"
            "at least as many with your partner. Follow suit if you can. Spades are trumps, and nobody leads one\n"
            "before a spade was played. A trick bid scores 10 or loses 10, a bid of 0 scores or loses 100, and\n"
            "every tenth trick too many loses 100."
        ),
        "spelling": "Say [bid 3] to bid three tricks, and [10H] to play the ten of hearts.",
        "side": "bid {bid}, won {won}, {score} points",
        "hand": "Your hand: {cards}",
        "bids": "Player {player} bids {bid}.",
        "takes": "Player {player} wins the trick with {card}.",
        "scored": "Round {round}: {first} points for Players 0 and 2, {second} for Players 1 and 3.",
        "wins": {"one": "{who} wins with {score} points.", "other": "{who} win with {score} points."},
        "no_action": "{text!r} is no action of Spades: say [bid N], like [bid 3], or a card, like [10H]",
        "not_now.first": "{text!r} cannot be done now: bid one of {cards}",
    },
)
say = ENGLISH.say

# ---------------------------------------------------------------- the rules: kernels, which take a record


@kernel
def setup(s, codes):
    s["target"], s["players"], s["round"], s["dealer"] = codes[0], 4, 0, NOBODY
    clear(s)
    empty_table(s)


@kernel
def clear(s):
    """SP-2: a round begins, and the dealer's left is to bid."""
    s["phase"], s["player"], s["cards"] = BID, (s["dealer"] + 1) % 4, HAND
    s["bids"][:], s["won"][:] = NOBODY, 0
    clear_play(s)


@kernel
def chance(s, rng, i):
    """SP-1."""
    s["dealer"] = below(rng, i, 4) if s["dealer"] == NOBODY else (s["dealer"] + 1) % 4
    clear(s)
    deck = np.arange(DECK)
    shuffle(deck, DECK, rng, i)
    s["where"][deck] = np.arange(DECK) // HAND


@kernel
def legal(s, mask, actions):
    """SP-2, SP-3."""
    mask[:] = False
    if s["phase"] == BID:
        for bid in range(HAND + 1):
            mask[DECK + bid], actions[bid] = True, DECK + bid
        return HAND + 1
    count, plain, broken = cards.list_playable(s["where"], s["player"], lead_of(s), mask, actions), 0, False
    for card in range(RANKS * SPADES, DECK):
        broken = broken or s["where"][card] >= PLAYED
    while plain < count and actions[plain] < RANKS * SPADES:
        plain += 1
    if s["laid"] == 0 and not broken and plain > 0:
        mask[RANKS * SPADES :] = False
        return plain
    return count


@kernel
def play(s, action):
    seat = s["player"]
    if s["phase"] == BID:
        s["player"], s["bids"][seat] = (seat + 1) % 4, action - DECK
        s["phase"] = PLAY if seat == s["dealer"] else BID
        return
    lay_card(s, seat, action, PLAYED)
    if s["laid"] == 4:  # SP-4
        s["won"][end_trick(s, s["player"], SPADES)] += 1
        if s["played"] == DECK:
            end_round(s)


@kernel
def round_points(s, side):
    """SP-5 to SP-7: what a side scores in a round without its bags, and these."""
    gained, made, nil, bid = 0, 0, 0, int(s["bids"][side] + s["bids"][side + 2])
    for seat in range(side, 4, 2):
        if s["bids"][seat] == 0:
            gained += -NIL if s["won"][seat] > 0 else NIL
            nil += int(s["won"][seat])
        else:
            made += int(s["won"][seat])
    return gained + (10 * bid if made >= bid else -10 * bid), nil + max(made - bid, 0)


@kernel
def end_round(s):
    """SP-8."""
    s["round"] += 1
    for side in range(2):
        gained, bags = round_points(s, side)
        s["scores"][side] += gained + bags - 100 * ((s["scores"][side] % BAGS + bags) // BAGS)
        s["scores"][side + 2] = s["scores"][side]
    first, second = s["scores"][0], s["scores"][1]
    over = (max(first, second) >= s["target"] and first != second) or s["round"] == ROUNDS
    s["player"] = TERMINAL if over else CHANCE


@kernel
def observe(s, seat, out):
    """The blocks of SPEC; seats from the own on."""
    out[:] = 0.0
    for card in range(DECK):
        out[card] = s["where"][card] == seat
        out[DECK + card] = s["where"][card] >= PLAYED
    for k in range(s["played"] - s["laid"], s["played"]):
        out[2 * DECK + int(s["plays"][k])] = 1.0
    for k in range(4):
        other, at = (seat + k) % 4, 3 * DECK + 8 * k
        out[at], out[at + 1], out[at + 2] = (s["bids"][other] + 1) / 14, s["won"][other] / 13, s["player"] == other
        out[at + 3] = min(max(s["scores"][other] / 500, -4.0), 4.0)
        for suit in range(4):
            out[at + 4 + suit] = (s["voids"][other] >> suit) & 1


@kernel
def redeal(s, seat, rng, i):
    """The cards that the seat does not see, dealt anew to hands that have not shown to be void in their suit."""
    hidden.deal_anew_by_voids(s, seat, PLAYED, rng, i)


@kernel
def returns(s, out):
    """1 for both seats of the side that is ahead, -1 for the others; 0 where nobody is."""
    for seat in range(4):
        out[seat] = np.sign(s["scores"][seat] - s["scores"][(seat + 1) % 4])


@kernel
def points(s, out):
    out[:4] = s["scores"]


@kernel
def horizon(start, s):
    return s["round"] != start["round"]


@kernel
def gain(start, s, out):
    """What the own side has scored, less what the other has."""
    for seat in range(4):
        other = (seat + 1) % 4
        out[seat] = s["scores"][seat] - start["scores"][seat] - s["scores"][other] + start["scores"][other]


@kernel
def choose(s, mask, params, rng, i):
    """Bid what high cards and spades promise; win a trick as cheaply as possible while the side needs one."""
    seat, partner, ahead, best, chosen = s["player"], (s["player"] + 2) % 4, NOBODY, -1000, 0
    if s["phase"] == BID:
        worth = 0.0
        for suit in range(4):
            held = 0
            for card in range(RANKS * suit, RANKS * suit + RANKS):
                held += s["where"][card] == seat
            for under in range(3):  # ace, king, queen: the lower ones need cards beside them
                worth += (1.0, 0.7, 0.3)[under] * (s["where"][RANKS * suit + 12 - under] == seat and held > under)
            worth += max(held - 3, 0) * 0.8 * (suit == SPADES)
        return DECK + max(1, int(worth))
    if s["laid"] > 0:
        first = s["played"] - s["laid"]
        ahead = s["plays"][first + winning_place(s["plays"], first, s["laid"], SPADES)]
    wanted = s["won"][seat] + s["won"][partner] < s["bids"][seat] + s["bids"][partner]
    wanted = wanted and (ahead == NOBODY or s["where"][ahead] != PLAYED + partner)
    for card in range(DECK):
        if mask[card]:
            rank = card % RANKS + RANKS * (card // RANKS == SPADES)
            wins = ahead == NOBODY or beats(card, ahead, SPADES)
            value = (100 + (rank if ahead == NOBODY else -rank)) if wins and wanted else -rank
            if s["bids"][seat] == 0 and ahead != NOBODY:
                value = -100 - rank if wins else rank  # nil throws its highest card that loses
            if value > best:
                best, chosen = value, card
    return chosen


# ------------------------------------------------------------------------- the record as data, text and words


class View:
    """What a seat may know."""

    SCHEMA = object_of(
        "The table of Spades.",
        bids=by_seat(value("integer", "tricks bid; null before", null=True), "the bids of this round (SP-2)"),
        won=by_seat(value("integer", "tricks"), "tricks won this round"),
        scores=points_by_seat("points of each seat's side (SP-5 to SP-7)"),
        **view.trick_parts("SP-3"),
        hand=own_hand("the own hand; null for a spectator", null=True),
    )

    def view(self, records, seat):
        s = records[0]
        return {
            "bids": [None if bid == NOBODY else bid for bid in s["bids"].tolist()],
            "won": s["won"].tolist(),
            "scores": s["scores"].tolist(),
            **view.seen_tricks(s),
            "hand": None if seat is None else cards.names_of((s["where"] == seat).nonzero()[0]),
        }


class Notation(positions.DealNotation):
    """A position as ``spades dealer=0 hands=... bids=3,4 plays=AH,2H``."""

    rules: ClassVar = sys.modules[__name__]
    heading, done = ("dealer",), {"bids": DECK, "plays": 0}

    def gained(self, s, seat):
        gained, bags = round_points(s, seat % 2)
        return int(gained + bags - 100 * (((s["scores"][seat] - bags) % BAGS + bags) // BAGS))

    def bounds(self, s):
        return ROUNDS, -500, 300

    def deal(self, s, fields):
        first, second, *others = s["scores"].tolist()
        if [first, second] != others or (max(others) >= s["target"] and first != second):
            self.refuse("scores", fields["scores"], s)


class SpadesWords(words.TrickWords):
    """Actions, what a seat sees, and what happens."""

    def observation_string(self, view):
        table = view["table"]
        lines = [joined(": ", [english.say("player", player=k), side]) for k, side in enumerate(self.sides(table))]
        hand = [say("hand", cards=" ".join(table["hand"]))] if table["hand"] else []
        return joined("\n", [*lines, *self.trick(table), *hand])

    def title(self, table):
        return [say("title")]

    def sides(self, table):
        sides = zip(table["bids"], table["won"], table["scores"], strict=True)
        return [say("side", bid="-" if bid is None else bid, won=won, score=score) for bid, won, score in sides]

    def how_to_play(self, game):
        return say("how_to_play", target=game.options["target"])

    def narrate(self, before, action, after):
        player, table = before.current_player(), before.played(action).table(None)
        if action >= DECK:
            return [Message(say("bids", player=player, bid=action - DECK))]
        lines, scores = self.played(player, action, table), table["scores"]
        if sum(table["won"]) == HAND:
            lines.append(say("scored", round=int(after.records["round"][0]), first=scores[0], second=scores[1]))
        return [Message(line) for line in lines]


# ------------------------------------------------------------------------------------- all together

FACTS = Facts(
    min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=56 * ROUNDS, information="hidden",
    chance="sampled",
)  # fmt: skip
HANDS = "/".join(",".join(cards.CARDS[k::4]) for k in range(4))
WORDS = SpadesWords(say, "bid", ACTIONS)
SPEC = GameSpec(
    name="spades",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=OPTIONS,
    spaces=Spaces(
        num_players=lambda options: 4,
        phases=lambda options: (Phase("BID", BID, "bid", DECK, HAND + 1), Phase("PLAY", PLAY, "card", 0, DECK)),
        blocks=lambda options: (
            Block("hand", DECK, 0.0, 1.0, "each card: 1 if it is in the own hand"),
            Block("seen", DECK, 0.0, 1.0, "each card: 1 if it was played this round"),
            Block("trick", DECK, 0.0, 1.0, "each card: 1 if it lies in the trick under way"),
            Block("seats", 32, -4.0, 4.0, "each seat: (bid + 1) / 14, tricks / 13, to move, points / 500, voids"),
        ),
    ),
    rules=Rules.of(sys.modules[__name__]),
    view=View(),
    notation=Notation(),
    words=Words(text=WORDS, prompts=WORDS, how_to_play=WORDS.how_to_play),
    facts=lambda options: FACTS,
    bots=lone_bot("spades", choose, say("bot")),
    search=lambda: Search(horizon=horizon, gain=gain, unit=english.say("points"), scale=0.02),
    claims=lambda: claims.claims(
        trump=lambda s: SPADES,
        late=lambda s: NOBODY if (s["where"][RANKS * SPADES :] >= PLAYED).any() else SPADES,
        hidden=lambda s, seat, *lists: hidden.list_by_voids(s, seat, PLAYED, *lists),
    ),
    pictures=lambda: pictures.pictures_of(WORDS, f"spades dealer=3 hands={HANDS} bids=3,2,4,1 plays=2C,3C"),
)


def main(seed=1):
    """Play one game of bots, and tell it."""
    game = Game(SPEC)
    state, bot = game.new_initial_state(seed), make_agent("bot", game)
    while not state.is_terminal():
        before, action = state.clone(), ask_one(bot, state)
        state.apply_action(action)
        print(*(message.text for message in WORDS.narrate(before, action, state)))
    print(WORDS.outcome(state))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
