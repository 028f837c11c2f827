"""OpenEnv server: a game in words for one model, with croupier's agents in the other seats.

Run: ``python -m croupier.envs.openenv pig --opponents bot --port 8000``

Each session (WebSocket connection) has a game of its own. ``reset(seed=7)`` deals that seed's game; ``step`` takes
the model's reply; the reward comes with the last observation, from the game's result alone. With
``--mode decision --decisions pig-2`` a reset asks one decision of a set, and the first reply ends it.
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import Annotated, Any, ClassVar

import typer

from croupier import __version__
from croupier.core.base.errors import ConfigError, FileError, missing
from croupier.envs.decision import DecisionTasks, Graded, check_mode, check_no_options
from croupier.envs.episode import Episode, model_seat, model_tables
from croupier.envs.training.deals import check_split, chosen_deal
from croupier.envs.training.openenv_words import GameState, ModelAction, ModelObservation, options_of
from croupier.envs.training.rewards import Rewards
from croupier.measure.costs.row import Row
from croupier.table import Event, ReplyPolicy
from croupier.table.events import ERROR_ALLOWANCE

try:
    from openenv.core.env_server import Environment
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.types import EnvironmentMetadata
except ImportError as error:
    raise ImportError(missing("croupier.envs.openenv", "openenv")) from error

__all__ = [
    "CroupierEnvironment",
    "DecisionEnvironment",
    "GameState",
    "ModelAction",
    "ModelObservation",
    "make_app",
    "serve",
]

_TRIES = 100
"""Draws of a deal in which the model is asked."""
SESSIONS = 64
"""Games that a server plays at the same time, unless it is told otherwise."""


class CroupierEnvironment(Environment):  # type: ignore[misc]  # likewise
    """One session's game.

    Attributes:
        episode: the game in progress; None before the first `reset`.
    """

    SUPPORTS_CONCURRENT_SESSIONS: ClassVar[bool] = True

    def __init__(
        self,
        game: str,
        opponents: str | list[str] = "bot",
        *,
        reward: str = "win",
        round_points: float = 0.0,
        kept_bid: float = 0.0,
        scale: float | None = None,
        split: str = "train",
        error_allowance: int = ERROR_ALLOWANCE,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Seat the agents.

        Args:
            game: a game or a variant that has a text environment.
            opponents: names of agents: one for all other seats, or one for each, in order after the model.
            reward: what the end is rewarded with; see `croupier.envs.training.rewards.Rewards`.
            round_points: by how much a round's points count.
            kept_bid: what a round earns in which the bid is kept, minus what a bid of 0 would have earned.
            scale: points that count as 1; those of a usual game where it is left out.
            split: which deals `reset` draws: ``train`` and ``eval`` have none in common.
            error_allowance: invalid replies in a row that do not lose the game.

        Raises:
            ConfigError: one of them is not valid.
        """
        super().__init__()
        self._policy, self._split = ReplyPolicy(error_allowance), check_split(split)
        self._game, self._seats = model_tables(game, opponents=opponents, **(options or {}))
        self._rewards = Rewards.of(self._game, reward, round_points=round_points, kept_bid=kept_bid, scale=scale)
        self._paid = 0.0
        self.episode: Episode | None = None
        self._seat = 0
        self._id: str | None = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        seat: int | None = None,
        deal: int | None = None,
        split: str | None = None,
        **_: Any,
    ) -> ModelObservation:
        """Deal a game.

        Args:
            seed: 0 .. 2**64 - 1; it gives the deal and the opponents' choices. None draws one, and another where
                the game is over before the model is asked.
            episode_id: the episode's name.
            seat: the model's seat; None for the seed modulo the number of players, or a deal's number.
            deal: the deal of this number of the split, where no seed is given.
            split: ``train`` or ``eval``; None for the server's.

        Raises:
            ConfigError: there is no such seat.
            ValueError: the seed is not such an integer.
        """
        which = self._split if split is None else check_split(split)
        for left in reversed(range(_TRIES)):
            dealt, number = chosen_deal(which, seed, deal)
            self._seat = model_seat(self._game, number, seat)
            self.episode = Episode(self._game, dealt, self._seats(self._seat), self._policy)
            if not (self.episode.over and left and seed is None and deal is None):
                break
        self._paid = 0.0
        self._id = secrets.token_hex(16) if episode_id is None else episode_id
        return self._question(None)

    def step(self, action: ModelAction, timeout_s: float | None = None, **_: Any) -> ModelObservation:
        """Take the model's reply; agents play until it is to move again.

        Args:
            action: the reply.
            timeout_s: not used: no agent waits for anything.

        Raises:
            RuntimeError: no game has begun, or it is over.
        """
        del timeout_s
        if self.episode is None:
            raise RuntimeError("no game has begun; call reset first")
        return self._question(self.episode.reply(action.reply))

    def _question(self, event: Event | None) -> ModelObservation:
        episode = self.episode
        if episode is None:
            raise RuntimeError("no game has begun; call reset first")
        earned = episode.earned(self._rewards, goes_on=True)[self._seat]
        paid, self._paid = (self._paid, earned) if event is not None else (0.0, 0.0)
        return ModelObservation(
            system=episode.system(self._seat),
            prompt=episode.news(self._seat),
            seat=self._seat,
            legal_actions=episode.legal(),
            invalid="" if event is None else event.refusal,
            done=episode.over,
            reward=None if event is None else earned - paid,
            metadata=episode.metrics(self._seat),
        )

    @property
    def state(self) -> GameState:
        """What is known of the episode."""
        if self.episode is None:
            return GameState(game=self._game.name)
        table = self.episode.table
        return GameState(
            episode_id=self._id,
            step_count=self.episode.counts[self._seat].replies,
            game=self._game.name,
            seed=table.state.seed,
            seat=self._seat,
            agents=list(table.names),
            actions=list(table.state.history),
        )

    def get_metadata(self) -> EnvironmentMetadata:
        """What the server says of itself."""
        return EnvironmentMetadata(
            name=f"croupier {self._game.name}",
            description=f"{self._game.spec.title} in words, against agents of croupier",
            version=__version__,
        )


class DecisionEnvironment(Environment):  # type: ignore[misc]  # likewise
    """One session's decisions of a set: each is asked once, and the first reply ends it."""

    SUPPORTS_CONCURRENT_SESSIONS: ClassVar[bool] = True

    def __init__(self, decisions: DecisionTasks) -> None:
        """Take a set, which sessions share: it does not change."""
        super().__init__()
        self._decisions = decisions
        self._row: Row | None = None
        self._graded: Graded | None = None
        self._id: str | None = None

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, row: str | None = None, **_: Any
    ) -> ModelObservation:
        """Ask a decision.

        Args:
            seed: the row at this place of the set, modulo its length; None draws one.
            episode_id: the episode's name.
            row: the id of a row, which is asked whatever the seed.

        Raises:
            ConfigError: there is no such row.
            FileError: the row leads to no decision.
        """
        rows, place = self._decisions.rows, secrets.randbits(64) if seed is None else seed
        self._row = rows[place % len(rows)] if row is None else self._decisions.set.row(row)
        self._graded, self._id = None, secrets.token_hex(16) if episode_id is None else episode_id
        system, user = (message["content"] for message in self._decisions.chat(self._row))
        return ModelObservation(
            system=system,
            prompt=user,
            seat=self._row.state().current_player(),
            legal_actions=[self._row.texts[place] for place in self._row.order],
            done=False,
        )

    def step(self, action: ModelAction, timeout_s: float | None = None, **_: Any) -> ModelObservation:
        """Take the model's reply, which ends the episode.

        Args:
            action: the reply.
            timeout_s: not used: nothing is waited for.

        Raises:
            RuntimeError: no decision was asked, or it was answered.
        """
        del timeout_s
        if self._row is None:
            raise RuntimeError("no decision was asked; call reset first")
        if self._graded is not None:
            raise RuntimeError("the decision was answered; call reset for the next")
        self._graded = self._decisions.grade(self._row, action.reply)
        return ModelObservation(
            seat=self._row.state().current_player(),
            invalid=self._graded.refusal,
            done=True,
            reward=self._graded.reward,
            metadata=self._graded.metrics(),
        )

    @property
    def state(self) -> GameState:
        """What is known of the decision: what its actions earn, for the trainer."""
        if self._row is None:
            return GameState(game=self._decisions.set.game)
        return GameState(
            episode_id=self._id,
            step_count=int(self._graded is not None),
            game=self._row.game,
            seat=self._row.state().current_player(),
            decision=self._row.id,
            rewards=self._decisions.rewards(self._row),
        )

    def get_metadata(self) -> EnvironmentMetadata:
        """What the server says of itself."""
        found = self._decisions.set
        return EnvironmentMetadata(
            name=f"croupier {found.name}",
            description=f"Single decisions of {found.game} in words, from the set {found.name}, {found.digest}",
            version=__version__,
        )


def make_app(
    game: str,
    opponents: str | list[str] = "bot",
    *,
    sessions: int = SESSIONS,
    mode: str = "game",
    decisions: str = "",
    prompt: str = "list",
    penalty: float = 0.0,
    **settings: Any,
) -> Any:
    """The server as an ASGI application.

    Args:
        game: a game or a variant that has a text environment.
        opponents: names of agents: one for all other seats, or one for each, in order after the model.
        sessions: games at the same time.
        mode: ``game``, or ``decision``, which asks single decisions and takes neither opponents nor options.
        decisions: mode ``decision``: a set that ships, or a file; likewise ``prompt`` and ``penalty``, see
            `croupier.envs.decision.DecisionTasks`.
        **settings: further settings of `CroupierEnvironment`, like ``reward`` and ``options``.

    Raises:
        ConfigError: one of them is not valid.
        FileError: the file of a set cannot be read.
    """
    if sessions < 1:
        raise ConfigError(f"sessions must be at least 1, not {sessions}")
    if check_mode(mode) == "decision":
        check_no_options(settings.get("options") or {})
        asked = DecisionTasks(decisions, game=game, prompt=prompt, penalty=penalty)
        environment = partial(DecisionEnvironment, asked)
    else:
        environment = partial(CroupierEnvironment, game, opponents, **settings)
    environment().reset(seed=0)  # names are checked, and the rules compiled, before a client waits
    return create_app(
        environment,
        ModelAction,
        ModelObservation,
        env_name="croupier",
        max_concurrent_envs=sessions,
        state_cls=GameState,
    )


def serve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game or a variant with a text environment.")],
    opponents: Annotated[
        list[str] | None, typer.Option(metavar="AGENT", help="Who sits in the other seats; repeat for more.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game.")
    ] = None,
    reward: Annotated[
        str, typer.Option(metavar="win|utility|points|duplicate", help="What the end is rewarded with.")
    ] = "win",
    round_points: Annotated[
        float, typer.Option(min=0.0, metavar="X", help="By how much a round's points count.")
    ] = 0.0,
    kept_bid: Annotated[
        float, typer.Option(min=0.0, metavar="X", help="What a round earns whose bid of more than 0 is kept.")
    ] = 0.0,
    scale: Annotated[
        float | None, typer.Option(metavar="POINTS", help="Points that count as 1; else those of a usual game.")
    ] = None,
    split: Annotated[str, typer.Option(metavar="train|eval", help="Which deals are drawn.")] = "train",
    error_allowance: Annotated[
        int, typer.Option(min=0, metavar="N", help="Invalid replies in a row that do not lose the game.")
    ] = ERROR_ALLOWANCE,
    mode: Annotated[str, typer.Option(metavar="game|decision", help="Whole games, or single decisions.")] = "game",
    decisions: Annotated[
        str, typer.Option(metavar="SET", help="Mode decision: a set that ships, or a file.")
    ] = "",
    prompt: Annotated[
        str, typer.Option(metavar="list|nolist", help="Mode decision: are the legal actions listed?")
    ] = "list",
    penalty: Annotated[
        float, typer.Option(metavar="X", help="Mode decision: what a reply that names no legal action costs.")
    ] = 0.0,
    sessions: Annotated[int, typer.Option(min=1, metavar="N", help="Games at the same time.")] = SESSIONS,
    host: Annotated[str, typer.Option(help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen at.")] = 8000,
) -> None:
    """Serve a game to OpenEnv's clients."""
    import uvicorn

    try:
        app = make_app(
            game,
            opponents or "bot",
            sessions=sessions,
            reward=reward,
            round_points=round_points,
            kept_bid=kept_bid,
            scale=scale,
            split=split,
            error_allowance=error_allowance,
            options=options_of(game, option or []),
            mode=mode,
            decisions=decisions,
            prompt=prompt,
            penalty=penalty,
        )
    except (ConfigError, FileError) as error:
        typer.echo(f"croupier: {error}", err=True)
        raise typer.Exit(2) from None
    uvicorn.run(app, host=host, port=port)


if __name__ == "__main__":
    typer.run(serve)
