"""Options and checks shared by commands that seat language models and programs."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.common import flag, note, option
from croupier.core.base.errors import ConfigError
from croupier.core.base.rows import dollars
from croupier.core.base.streams import is_terminal

if TYPE_CHECKING:
    from croupier.agents.agent import Agent
    from croupier.agents.llm.settings import ModelDefaults
    from croupier.core.engine.game import Game
    from croupier.table.model_run import ModelRun
    from croupier.table.seat_counts import SeatCounts

LlmUrl = Annotated[str | None, option("URL", "Address of the endpoint; by default OPENAI_BASE_URL.", "--llm-url")]
LlmSettings = Annotated[
    Path | None, option("FILE", "Sampling, prompts, limits and prices, as TOML.", "--llm-settings")
]
Retries = Annotated[
    int | None, option("N", "Replies in a row that may be refused before the game is lost: 2.", "--retries", min=0)
]
Concurrency = Annotated[int | None, option("N", "Tables of models at once: 8.", "--concurrency", min=1, max=1024)]
MaxCost = Annotated[float | None, option("DOLLARS", "Ask models nothing beyond this.", "--max-cost", min=0.0)]
MaxTokens = Annotated[int | None, option("N", "The same, in tokens read and written.", "--max-tokens", min=0)]
Yes = Annotated[bool, flag("--yes", "Do not ask before models cost money.", "-y")]

GOES_ON = "the same command resumes"
REPLIES = "replies"
"""Suffix of a run's folder, after the name of a file of games."""


@contextmanager
def asking(run: ModelRun) -> Iterator[None]:
    """Ask the models of a run, and close it; an interruption prints whether it can be resumed."""
    if run.folder is None:
        note("Without --out nothing is kept: a run that is stopped begins anew.")
    try:
        with run:
            yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"interrupted{'' if run.folder is None else f'; {GOES_ON}'}") from None


def note_stopped(run: ModelRun, written: Path | None) -> None:
    """Print why a run has stopped, and how to resume a saved one: without the file it has written."""
    if run.stopped:
        first = "" if written is None else f"remove {written}, and "
        note(f"croupier: stopped: {run.stopped}{'' if run.folder is None else f'; {first}{GOES_ON}'}")


@dataclass(frozen=True)
class ModelOptions:
    """A group of options for language models; None for options that were not given."""

    llm_url: LlmUrl = None
    llm_settings: LlmSettings = None
    retries: Retries = None
    concurrency: Concurrency = None
    max_cost: MaxCost = None
    max_tokens: MaxTokens = None
    yes: Yes = False

    def check_needed(self, agents: Iterable[Agent]) -> bool:
        """Whether there are text agents."""
        from croupier.agents.agent import traits_of

        if any(traits_of(agent).speaks for agent in agents):
            return True
        for field in fields(self):
            if getattr(self, field.name) not in (None, False):
                option = f"--{field.name.replace('_', '-')}"
                raise ConfigError(f"{option} is for agents that answer in words, like llm:MODEL: none is named")
        return False

    def defaults(self) -> ModelDefaults:
        """The defaults for all models, for `croupier.agents.registry.make_agent`."""
        from croupier.agents.llm.settings import check_url, model_defaults

        return model_defaults(None if self.llm_url is None else check_url(self.llm_url), self.llm_settings)

    def begin(
        self,
        game: Game,
        folder: Path | None,
        about: Mapping[str, Any],
        agents: Iterable[Agent],
        games: Mapping[str, int],
        *,
        said: Callable[[Mapping[str, int]], str] | None = None,
        decisions: int | None = None,
        retries: int = 2,
    ) -> ModelRun:
        """Start or resume a run: print its estimated cost, and ask for confirmation.

        After the first replies of each model, the cost is estimated again from them. `games` is the number of
        seats of games by agent name.
        """
        from croupier.agents.llm.agent import LanguageModel
        from croupier.agents.speech import speaks
        from croupier.measure.play.estimate import FIRST_REPLIES, estimate, estimate_rest
        from croupier.table.model_run import Limits, ModelRun

        limits = Limits(
            retries if self.retries is None else self.retries,
            self.concurrency or 8,
            self.max_cost,
            self.max_tokens,
        )
        speaking = {agent.name: agent for agent in agents if speaks(agent)}
        models = [agent for agent in speaking.values() if isinstance(agent, LanguageModel)]
        for model in models:
            if self.max_cost is not None and not model.settings.priced:
                raise ConfigError(
                    f"--max-cost needs prices of {model.name}: give price_input and price_output in --llm-settings"
                )
        run = ModelRun(folder, limits)
        asked = {name: _identity(agent.about()) for name, agent in speaking.items()}

        def takes(arrived: Mapping[str, int]) -> str:
            return f"This takes {estimate(game, models, games, arrived).sentence()}."

        def say_again(arrived: Mapping[str, int]) -> Callable[[str], None]:
            priced = {model.name: model for model in models if not model.settings.free}

            def after(name: str) -> None:
                took = run.took[name]
                if name not in priced or took.replies != arrived.get(name, 0) + FIRST_REPLIES:
                    return
                asked = estimate(game, [priced[name]], games).requests if decisions is None else decisions
                if (left := asked - took.replies) >= FIRST_REPLIES:
                    words = estimate_rest(priced[name], took, left).sentence()
                    note(f"By its first {took.replies} replies, the rest of {name} takes {words}.")

            return after

        def agree(arrived: Mapping[str, int]) -> None:
            if arrived:
                note(f"{sum(arrived.values())} replies had arrived before; they are not asked for again.")
            if any(not model.settings.free for model in models):
                self._confirm((said or takes)(arrived))
            elif said is not None:
                note(said(arrived))
            run.on_reply = say_again(arrived)

        run.open(
            {
                "game": game.name,
                "version": game.spec.version,
                "options": dict(game.options),
                "retries": limits.retries,
                **about,
                "models": asked,
            },
            agree,
        )
        return run

    def note_taken(self, names: Sequence[str], counts: Sequence[SeatCounts]) -> None:
        """Print the tokens and costs of a game's text agents."""
        for seat, (name, took) in enumerate(zip(names, counts, strict=True)):
            if took.replies:
                tokens = took.tokens
                said = f", {took.invalid} of them not accepted" if took.invalid else ""
                about = "about " if took.estimated else ""
                spent = f", {about}{tokens:,} tokens" if tokens else ""
                cost = f", {about}{dollars(took.cost)}" if took.cost else ""
                note(f"{name} (Player {seat}) took {took.replies} replies{said}{spent}{cost}.")

    def _confirm(self, said: str) -> None:
        note(fill(said, shutil.get_terminal_size().columns))
        if self.yes:
            return
        if not is_terminal(sys.stdin):
            raise ConfigError("this is no terminal, so nobody can be asked: add --yes to go on")
        if not typer.confirm("Go on?", err=True):
            raise ConfigError("nothing was asked, as you wished")


def _identity(about: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that replies depend on, which must not change during a run."""
    names = (
        "kind", "prompt", "model", "temperature", "top_p", "reasoning_effort", "max_tokens", "extra", "command",
    )  # fmt: skip
    found = {name: about[name] for name in names if about.get(name) is not None}
    found |= {"notes": about["notes"]} if about.get("notes") else {}  # older runs had none
    form = about.get("answer", "text")
    return found if form == "text" else found | {"answer": form}  # older runs had no other form
