"""Terminal interface of the assignment: its board, its questions and their order.

What the assignment leaves open is decided here:

- (D) An answer that is none of the possible ones is named, and the same question comes again. A choice that a
  rule forbids is explained with the rule's id and starts again at the action, so that nobody is stuck in it. A
  source that the same rule forbids on every stack, as an empty pile, is refused before a stack is asked for.
- (D) `x` takes the rightmost card that is not a 0, a joker only when there is no other; `x3` takes h3.
  With no such card `x` passes (SM-12), and no pile is asked for.
- (D) A won goal pile shows as `[] 0 cards left`. After the last board one line says how the game ended.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from croupier.games.spite_malice.classic.cards import Card
from croupier.games.spite_malice.classic.game import (
    DISCARD,
    GOAL,
    PASS,
    PILES,
    PLAYS,
    ClassicGame,
    ClassicPosition,
    sourceName,
)

LINE = "-" * 40
PLAYERS = ("A", "B")
PILE_ANSWERS = {str(pile + 1): pile for pile in range(PILES)}

Ask = Callable[[], str]
Tell = Callable[[str], None]


def play_terminal(
    game: ClassicGame,
    ask: Ask = input,
    tell: Tell = print,
    agents: Mapping[str, Callable[[ClassicGame, int], int]] | None = None,
    watch: Callable[[ClassicGame, int], None] | None = None,
) -> None:
    """Play a game to its end; whoever is not in `agents` is asked."""
    agents = agents or {}
    if not set(agents) <= set(PLAYERS):
        raise ValueError(f"agents are for the players 'A' and 'B', not for {sorted(set(agents) - set(PLAYERS))}")
    _show(game, tell)
    made = 0
    while not game.isOver():
        agent = agents.get(PLAYERS[game.player()])
        answers = ask if agent is None else _typing(typed(game, agent(game, made)), tell)
        action = choose(game, answers, tell)
        if watch is not None:
            watch(game, action)
        game.apply(action)
        made += 1
        _show(game, tell)
    tell(result(game))


def board(position: ClassicPosition) -> list[str]:
    """The lines of the board: A, the play stacks, B, between two lines of 40 hyphens."""
    stacks = [f"Play Stack {number} : |{_row(stack)}|" for number, stack in enumerate(position.stacks, start=1)]
    return [LINE, *_side(position, 0), "", *stacks, "", *_side(position, 1), LINE]


def _side(position: ClassicPosition, player: int) -> list[str]:
    name = f"Player{PLAYERS[player]}"
    discards = enumerate(position.discards[player], start=1)
    goal = position.goals[player]
    return [
        f"{name} Hand [{_row(position.hands[player])}]",
        *(f"{name} Discard {number}: {_top(pile)}" for number, pile in discards),
        f"{name} Goal {_top(goal)} {len(goal)} cards left",
    ]


def _row(values: Sequence[int]) -> str:
    return "".join(str(Card(value)) for value in values)


def _top(values: Sequence[int]) -> str:
    return str(Card(values[-1])) if values else "[]"


def _show(game: ClassicGame, tell: Tell) -> None:
    for line in board(game.position()):
        tell(line)


def result(game: ClassicGame) -> str:
    """How a finished game ended, in one line."""
    winner = game.winner()
    if winner is not None:
        return f"Player{PLAYERS[winner]} wins"
    turns = game.position().turns
    why = "two turns in a row changed nothing" if game.ending() == "stalemate" else f"{turns} turns are the limit"
    return f"Nobody wins: {why}"


def choose(game: ClassicGame, ask: Ask, tell: Tell) -> int:
    """Ask the player to move until the answers make a legal action."""
    while True:
        action = _proposal(game, ask, tell)
        objection = game.objection(action)
        if not objection:
            return action
        tell(objection)


def _proposal(game: ClassicGame, ask: Ask, tell: Tell) -> int:
    """One action in the player's words; it may be illegal."""
    size = len(game.position().hands[game.player()])
    hand = range(size)
    question = f"Player{PLAYERS[game.player()]}, choose action: p (play) or x (discard/end turn)"
    answers = {"p": -2, "x": -1, **{f"x{i + 1}": i for i in hand}}
    answer = _answer(question, answers, ask, tell)
    if answer != answers["p"]:
        return _discard(game, highest(game) if answer == answers["x"] else answer, ask, tell)
    question = f"Play from where: hi = hand at position i (1..{size}); g = goal; dj = discard pile j (1..4)?"
    sources = [*hand, GOAL, *range(DISCARD, DISCARD + PILES)]
    return _play(game, _answer(question, {sourceName(source): source for source in sources}, ask, tell), ask, tell)


def _play(game: ClassicGame, source: int, ask: Ask, tell: Tell) -> int:
    """The play from a source; where the same rule forbids it on every stack, none is asked for."""
    actions = [source * PILES + stack for stack in range(PILES)]
    objections = {game.objection(action) for action in actions}
    if len(objections) == 1 and "" not in objections:
        return actions[0]
    return actions[_answer("Which Play Stack are you targeting (1..4)?", PILE_ANSWERS, ask, tell)]


def _discard(game: ClassicGame, i: int | None, ask: Ask, tell: Tell) -> int:
    """The discard of hand position i, passing if there is none; an illegal one needs no pile."""
    if i is None:
        return PASS
    action = PLAYS + i * PILES
    if game.objection(action):
        return action
    return action + _answer("Which Discard Pile are you targeting (1..4)?", PILE_ANSWERS, ask, tell)


def highest(game: ClassicGame) -> int | None:
    """The hand position that a bare `x` discards, or None if the hand is empty or holds only 0s."""
    hand = game.position().hands[game.player()]
    return max((i for i, value in enumerate(hand) if value != 0), default=None)


def _answer(question: str, answers: Mapping[str, int], ask: Ask, tell: Tell) -> int:
    """Ask until the answer is one of these; case and the spaces around it do not matter."""
    while True:
        tell(question)
        words = ask().strip()
        if words.lower() in answers:
            return answers[words.lower()]
        tell(f"'{words}' is not an answer here; possible are {', '.join(answers)}")


def typed(game: ClassicGame, action: int) -> list[str]:
    """What a player types to choose this action."""
    objection = game.objection(action)
    if objection:
        raise ValueError(f"Player{PLAYERS[game.player()]} cannot choose action {action!r}: {objection}")
    if action == PASS:
        return ["x"]
    place, pile = divmod(action % PLAYS, PILES)
    if action < PLAYS:
        return ["p", sourceName(place), str(pile + 1)]
    return ["x" if place == highest(game) else f"x{place + 1}", str(pile + 1)]


def _typing(answers: Sequence[str], tell: Tell) -> Ask:
    """An `ask` that gives these answers one after the other and shows each."""
    rest: Iterator[str] = iter(answers)

    def ask() -> str:
        answer = next(rest)
        tell(answer)
        return answer

    return ask
