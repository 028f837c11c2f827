"""``croupier play``: a game at the terminal, with agents or other people."""

from __future__ import annotations

import secrets
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from croupier.cli.common import (
    INTERRUPTED,
    AnySeed,
    GameOptions,
    GameOrPosition,
    Json,
    Players,
    PositionText,
    choose_game,
    deal,
    echo,
    fail,
    flag,
    games_with,
    new_file,
    note,
    note_untrained,
    option,
    plain_console,
    print_json,
)
from croupier.cli.models import REPLIES, LlmSettings, LlmUrl, ModelOptions, Retries, Yes
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.streams import read_line
from croupier.core.spec.prompts import TerminalWords
from croupier.table.narration import hides, narrated, result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from croupier.agents.agent import Agent
    from croupier.agents.ahead import Ahead
    from croupier.core.base.types import Records
    from croupier.core.engine.game import Game, State
    from croupier.core.engine.trail import Trail, Trails
    from croupier.core.spec.spec import ClassicAgent, ClassicTerminal
    from croupier.measure import Analyst
    from croupier.table import Due, Event, Table
    from croupier.table.speaking import BlockingConversation

# Board, questions and order are those of the game's `ClassicTerminal`, on standard output; nothing else goes
# there. Who sits where, and the seed, are said on standard error.

_UNFINISHED = "the game was not finished; nothing was saved"


def classic_of(game: Game) -> ClassicTerminal:
    """The classic terminal of a game."""
    if game.spec.classic is None:
        known = games_with(lambda other: other.classic is not None)
        raise ConfigError(f"--classic is the terminal of the assignment behind {known}; {game.name} has none")
    return game.spec.classic()


def check_classic(game: Game, position: str | None, refused: Sequence[str]) -> None:
    """Check that a game can be played at its classic terminal."""
    terminal = classic_of(game)
    if refused:
        raise ConfigError(f"--classic shows and keeps nothing but the board: leave out {' and '.join(refused)}")
    terminal.check(game.options, position is None)


def play_classic(game: Game, agents: Sequence[Agent | None], position: str | None, seed: int) -> None:
    """Play a game to its end, as its source shows it; None is a person."""
    terminal = classic_of(game)
    choosing = {
        seat: classic_agent_of(game, agent, seed) for seat, agent in enumerate(agents) if agent is not None
    }
    names = ["human" if agent is None else agent.name for agent in agents]
    play = terminal.begin(game.options, None if position is None else deal(game, position, seed).records, seed)
    who = ", ".join(f"{player} is {name}" for player, name in zip(terminal.players, names, strict=True))
    note(f"{game.spec.title}, seed {seed}. {who}.")
    try:
        play(read_line, echo, choosing)
    except EOFError:
        fail(f"the input ended: {_UNFINISHED}")
    except KeyboardInterrupt:
        fail(f"interrupted: {_UNFINISHED}", INTERRUPTED)


class _ClassicHistory:
    """The trail of a classic game, from the positions shown to an agent."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._trails: Trails | None = None
        self._due: int | None = None  # an action whose outcome was not shown yet

    def see(self, records: Records) -> None:
        """Add the current position."""
        import numpy as np

        from croupier.core.engine.trail import Trails

        if self._trails is None:
            self._records = records.copy()
            self._trails = Trails.of(self._game.spec, self._records)
        elif self._due is not None:
            self._records[:] = records
            self._trails.note(np.array([self._due]))
        self._due = None

    def watch(self, records: Records, action: int) -> None:
        """Add a decision."""
        self.see(records)
        self._due = action

    def trail(self, row: int) -> Trail | None:
        """The decisions up to the last position."""
        return None if self._trails is None else self._trails.trail(row)


def classic_agent_of(game: Game, agent: Agent, seed: int) -> ClassicAgent:
    """An agent of the engine as one for a classic game; both use the same action numbers."""
    import numpy as np

    from croupier.agents.agent import Turns, wants_trail
    from croupier.core.base.rng import choice_words
    from croupier.core.spec.spec import ClassicAgent
    from croupier.table.asking import ask_turn

    history = _ClassicHistory(game)
    wanted = wants_trail([agent])

    def choose(records: Records, ply: int) -> int:
        keys = choice_words(np.array([seed], dtype=np.uint64), np.array([ply]))
        if wanted:
            history.see(records)
        return ask_turn(agent, Turns(game, records, keys, history.trail), seed)

    return ClassicAgent(agent.name, choose, history.watch if wanted else None)


HUMAN = "human"


def play(
    game: GameOrPosition = None,
    vs: Annotated[
        list[str] | None,
        option("AGENT", "An opponent, like bot or net:2026-11; once for all other seats, or one for each."),
    ] = None,
    seat: Annotated[int | None, option("N", "Against --vs you are Player N; the first is 0.", min=0)] = None,
    players: Players = None,
    save: Annotated[
        Path | None, option("FILE", "Keep the game in a new file, move by move; models' replies in FILE.replies.")
    ] = None,
    position: PositionText = None,
    option: GameOptions = None,
    classic: Annotated[
        bool, flag("--classic", "The terminal that the game's source prescribes, where it has one.")
    ] = False,
    llm_url: LlmUrl = None,
    llm_settings: LlmSettings = None,
    retries: Retries = None,
    yes: Yes = False,
    as_json: Json = False,
    seed: AnySeed = None,
) -> None:
    """Play in the terminal, against agents or other people.

    Without --vs people sit in all seats. Type ? for the rules and q to quit. With --json everything that people
    read goes to standard error, and the game, as in its file, to standard output.

    Example: croupier play pig --vs optimal --seat 1
    """
    from croupier.agents.registry import make_agents
    from croupier.core.base.tiers import at_a_table

    models = ModelOptions(llm_url, llm_settings, retries, yes=yes)
    defaults = models.defaults()
    played = choose_game(game, option, position, players, table=True)
    if not classic:
        at_a_table()
    names = [name or HUMAN for name in seat_names(played, vs or [], seat)]
    others = make_agents([name for name in names if name != HUMAN], played, models=defaults)
    left = iter(others)
    agents = [None if name == HUMAN else next(left) for name in names]
    speaking = models.check_needed(others)
    replies = save.with_name(f"{save.name}.{REPLIES}") if save is not None and speaking else None
    for file in (save, replies):
        if file is not None:
            new_file(file)
    dealt = secrets.randbits(32) if seed is None else seed
    unfit = note_untrained(others, [played])
    if classic and speaking:
        raise ConfigError("--classic is a terminal without room for agents that answer in words: leave it away")
    if classic:
        check_classic(played, position, [name for name, given in (("--save", save), ("--json", as_json)) if given])
        play_classic(played, agents, position, dealt)
        return
    from croupier.agents.agent import is_own
    from croupier.agents.ahead import Ahead
    from croupier.agents.search.settings import FOR_PEOPLE
    from croupier.table import Table
    from croupier.table.speaking import BlockingConversation, text_table

    hinted = HUMAN in names and played.spec.exact is None
    slow = [agent.name for agent in others if is_own(agent) and _thinks_long(agent)]
    with Ahead(played, [*dict.fromkeys(slow), *([FOR_PEOPLE] if hinted else [])]) as ahead:
        console = plain_console(stderr=as_json)
        state = deal(played, position, dealt)
        if speaking:
            about = {"command": "play", "agents": names, "seed": dealt, "position": state.start or None}
            with models.begin(played, replies, about, others, Counter(names)) as run:
                table = text_table(state, agents, names, run.limits.retries)
                with BlockingConversation(table, run) as spoken:
                    try:
                        Terminal(table, save, console, ahead, spoken).play()
                    finally:
                        models.note_taken(names, spoken.counts)
        else:
            table = Table(state, agents, names=names)
            Terminal(table, save, console, ahead).play()
    if as_json:
        print_json(table.data() | {"position": table.state.position()} | unfit)


class Terminal:
    """A table's people at one keyboard, and their display."""

    def __init__(
        self,
        table: Table,
        save: Path | None,
        console: Console,
        ahead: Ahead,
        spoken: BlockingConversation | None = None,
    ) -> None:
        from croupier.agents.human import HumanAgent
        from croupier.cli.console import ask

        self._table, self._save, self._console, self._ahead = table, save, console, ahead
        self._spoken = spoken
        prompts: object = table.game.spec.words.prompts
        self._colours = prompts.STYLES if isinstance(prompts, TerminalWords) else {}
        self._analyst: Analyst | None = None
        self._ask = partial(ask, console)
        self._human = HumanAgent(self._ask, lambda line: self._say(line, "cyan"), self._hint, _link)
        self._people = [number for number, name in enumerate(table.names) if name == HUMAN]
        self._at_keyboard = self._people[0]
        self._told = dict.fromkeys(self._people, 0)  # how many moves each person has seen

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        from croupier.agents.human import PlayerLeftError
        from croupier.agents.speech import EndpointError
        from croupier.table.driver import drive_blocking

        self._keep()
        self._greet()
        try:
            drive_blocking(self._table, self._ask_seat, self._decided)
        except PlayerLeftError:
            note(f"You left: {self._unfinished()}.")
            return
        except EOFError:
            fail(f"the input ended: {self._unfinished()}")
        except KeyboardInterrupt:
            fail(f"interrupted: {self._unfinished()}", INTERRUPTED)
        except (EndpointError, ConfigError) as error:  # an agent's code cannot be compiled, for example
            fail(f"{error}: {self._unfinished()}")
        table = self._table
        outcome = result(table.state) if table.forfeited is None else table.events[-1].messages[-1].text
        self._console.print(outcome, style="bold")
        if self._save is not None:
            self._console.print(f"The game is in {self._save}; croupier replay shows it.")
            if self._spoken is not None:
                self._console.print(f"What models were asked and replied is in {self._save}.{REPLIES}.")

    def _unfinished(self) -> str:
        kept = "nothing was saved" if self._save is None else f"it is in {self._save} as far as it went"
        return f"the game was not finished; {kept}"

    def _keep(self) -> None:
        if self._save is not None:
            from croupier.table.game_file import save_game

            save_game(self._save, self._table.state, self._table.names, self._table.forfeited)

    def _greet(self) -> None:
        state = self._table.state
        seats = ", ".join(f"Player {number} is {name}" for number, name in enumerate(self._table.names))
        who = f"You are Player {self._people[0]}. " if len(self._people) == 1 else ""
        self._console.print(f"{state.game.spec.title}, seed {state.seed}. {who}{seats}.")

    def _ask_seat(self, due: Due) -> int | Event:
        """The action of the agent or person in the seat, or the event of its reply."""
        from croupier.agents.speech import speaks
        from croupier.table.asking import ask_turn

        state = self._table.state
        if self._spoken is not None and speaks(due.agent):
            return self._spoken.ask(due, due.agent)
        if due.agent is not None:
            if _thinks_long(due.agent):
                self._wait_for_compiler()
            return ask_turn(due.agent, due.turns, state.seed)
        self._hand_over(due)
        if self._colours:
            self._console.print()  # a long output is easier to read in parts
        return self._human.choose(state)

    def _decided(self, event: Event) -> None:
        """Save and narrate a decision."""
        if self._spoken is not None:
            self._spoken.note(event)
        self._keep()
        due = self._table.due()
        if due is None or not self._hides_from(due):  # hidden news is shown at the person's next turn
            self._tell()

    def _wait_for_compiler(self) -> None:
        """Wait until the search is compiled, with a notice."""
        from croupier.core.base.code_cache import NOTICE
        from croupier.core.base.tiers import compiled_form

        if self._ahead.running:
            self._console.print("The search is being compiled...", style="dim")
        if not self._ahead.wait() and not NOTICE.said:
            compiled_form(self._table.game.loops.step)  # without Numba that is reported, and nothing is compiled
            NOTICE.said = True
            words = "The search was not compiled ahead: it is compiled now, which can take a minute."
            self._console.print(words, style="dim")

    def _hint(self, state: State) -> str:
        """The values of the actions, best first; the search is loaded on first use."""
        from croupier.measure import Analyst
        from croupier.measure.reports.lines import hint

        try:
            if self._analyst is None:
                self._console.print("One moment...", style="dim")
                self._wait_for_compiler()
                self._analyst = Analyst(state.game)
            return hint(self._analyst.analyse(state))
        except (ConfigError, FileError) as error:  # a library is not installed, for example
            return f"There is no hint: {error}."

    def _tell(self) -> None:
        """Show the person at the keyboard the news that the seat may know."""
        listener, moves = self._at_keyboard, self._table.moves
        for before, action, after in moves[self._told[listener] :]:
            mover = before.current_player()
            line = narrated(before, action, after, listener, self._table.names[mover])
            if line:
                self._say(line, "" if mover == listener else "magenta")
        self._told[listener] = len(moves)

    def _say(self, line: str, style: str) -> None:
        """Print some lines: in one style, or with only the game's own colours."""
        from rich.text import Text

        from croupier.agents.human import wrapped

        text = Text(wrapped(line, self._console.width), style="" if self._colours else style)
        for pattern, colour in self._colours.items():
            text.highlight_regex(pattern, colour)
        self._console.print(text)

    def _hides_from(self, due: Due) -> bool:
        """Whether another person comes to the keyboard, who must not see everything the current one does."""
        return due.agent is None and due.seat != self._at_keyboard and hides(self._table.state, due.seat)

    def _hand_over(self, due: Due) -> None:
        """Let the next person to the keyboard, with a clear screen if something is hidden."""
        seat, secret = due.seat, self._hides_from(due)
        if seat == self._at_keyboard:
            return
        self._at_keyboard = seat
        if secret:
            if self._table.moves:  # until somebody has played, the greeting may stay
                self._console.clear()
            self._ask(f"Player {seat} is to move. Hand over the keyboard, then press Enter. ")
            self._console.clear()
            self._tell()
        else:
            self._told[seat] = len(self._table.moves)  # everything was printed on the shared screen
            self._console.print(f"Player {seat} is to move.", style="bold")


def _link(state: State) -> str:
    """A link to the position as the seat to move may know it, with hidden cards re-dealt."""
    from croupier.core.engine.making import position_link

    return position_link(state, seat=state.current_player(), seed=secrets.randbits(63))


def _thinks_long(agent: Agent) -> bool:
    """Whether an agent is too slow before it is compiled."""
    from croupier.agents.agent import traits_of

    return traits_of(agent).tables_at_once is not None


def seat_names(game: Game, vs: Sequence[str], seat: int | None) -> list[str | None]:
    """The agent in each seat; None for the user, or for everyone without agents."""
    others = game.num_players - 1
    if not vs:
        if seat is not None:
            raise ConfigError("--seat says where you sit against --vs AGENT; without --vs people play all seats")
        return [None] * game.num_players
    if len(vs) not in (1, others):
        times = "once" if others == 1 else f"once for all other seats, or {others} times"
        raise ConfigError(
            f"{game.name} has {game.num_players} seats, so --vs is given {times}, not {len(vs)} times"
        )
    own = 0 if seat is None else seat
    if own >= game.num_players:
        raise ConfigError(f"--seat {own}: the players of {game.name} are 0 to {game.num_players - 1}")
    names = list(vs) * (others // len(vs))
    return [*names[:own], None, *names[own:]]
