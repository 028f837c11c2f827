"""``croupier record``: games between agents, recorded in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    Seed,
    announce_compiling,
    argument,
    counted,
    echo,
    flag,
    make_game,
    new_file,
    note_untrained,
    option,
    print_json,
    progress,
)
from croupier.cli.models import REPLIES, ModelOptions, note_stopped
from croupier.cli.scale import CHUNKS, ScaleOptions, scaled, with_option_groups
from croupier.core.base.errors import ConfigError, unknown

if TYPE_CHECKING:
    from croupier.agents.agent import Agent
    from croupier.core.engine.game import Game
    from croupier.table.model_run import ModelRun
    from croupier.table.own_words import OwnWords


@with_option_groups
def record(
    name: GameName,
    agents: Annotated[list[str], argument("AGENT", "Who plays: one for each seat, or one for all seats.")],
    out: Annotated[Path, option("PATH", "The file, .jsonl; it must not exist.")],
    *,
    games: Annotated[int, option("N", "How many games.", min=1)] = 1000,
    option: GameOptions = None,
    players: Players = None,
    chat: Annotated[Path | None, option("FILE", "Also write chat data, .jsonl; it must not exist.")] = None,
    chat_agent: Annotated[
        list[str] | None, option("AGENT", "Write only this agent's seats; repeat for more.")
    ] = None,
    chat_reasoning: Annotated[
        bool, flag("--chat-reasoning", "With --chat: also write what language models thought.")
    ] = False,
    models: ModelOptions,
    scale: ScaleOptions,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Let agents play and write all games into a file.

    Each game is a line with its seed and all actions. croupier replay shows such games, and croupier train
    --imitate learns from them. The agents move on by one seat from game to game. Finished work is kept in
    FILE.chunks, and replies of language models (llm:MODEL) in FILE.replies, until the file is written; the same
    command resumes. With --ray workers play, and the file is the same.

    With --chat each seat of each game also becomes a line of messages (system, user, assistant) in the words of
    the text environment: data for fine-tuning a language model, as TRL's SFTTrainer reads it. A language model's
    messages are its own words.

    Example: croupier record skull-king bot --games 2000 --out bot.jsonl
    """
    from croupier.agents.registry import make_agents
    from croupier.measure.play.record import record_games
    from croupier.table.model_run import ModelRun

    game, defaults = make_game(name, option, players), models.defaults()
    names = agents * game.num_players if len(agents) == 1 else agents
    seated = make_agents(names, game, models=defaults)
    speaking = models.check_needed(seated)
    scale.check(speaking)
    announce_compiling(game)
    _check_chat(game, names, out, chat, chat_agent or ())
    if chat_reasoning and not (chat is not None and speaking):
        raise ConfigError("--chat-reasoning writes what models thought: seat one, and name a file by --chat")
    unfit = note_untrained(seated, [game])
    run = ModelRun()
    if speaking:
        new_file(out)
        seats = {each: games * names.count(each) for each in names}
        about = {"command": "record", "agents": names, "seed": seed}
        run = models.begin(game, out.with_name(f"{out.name}.{REPLIES}"), about, seated, seats)
    chunks = None if speaking else out.with_name(f"{out.name}.{CHUNKS}")
    with (
        run,
        scaled(scale, chunks, out) as (executor, kept),
        progress(f"{game.spec.title}: {counted(games, 'game')}") as on_progress,
    ):
        decisions = record_games(
            game, seated, games, seed, out, threads=scale.threads, progress=on_progress,
            executor=executor, run=run if speaking else None,
        )  # fmt: skip
    if kept is not None:
        kept.remove()
    written = games - sum(not log.over for log in run.games) - run.never_begun
    note_stopped(run, out)
    told = {"file": str(out), "games": written, "decisions": decisions, "bytes": out.stat().st_size}
    told |= unfit
    words = f"Wrote {counted(written, 'game')} with {counted(decisions, 'decision')} to {out}."
    if chat is not None:
        own_words = _own_words(run, seated, reasoning=chat_reasoning) if speaking else None
        from croupier.envs.chat import write_chats

        with progress(f"{game.spec.title}: chat data") as on_progress:
            lines = write_chats(out, chat, chat_agent or (), on_progress, own_words)
        told |= {"chat": str(chat), "conversations": lines}
        words += f"\nWrote {counted(lines, 'conversation')} to {chat}."
    if as_json:
        print_json(told)
        return
    echo(words)


def _own_words(run: ModelRun, seated: Sequence[Agent], *, reasoning: bool) -> OwnWords | None:
    """The replies of the models in a run."""
    from croupier.agents.speech import speaks
    from croupier.table.own_words import OwnWords

    sources = {each.name for each in seated if speaks(each) and each.prompt == "source"}
    strict = {each.name for each in seated if speaks(each) and each.brackets}
    forms = {each.name: each.form for each in seated if speaks(each)}
    if run.folder is None:
        return None
    return OwnWords.of_run(run.folder, sources, strict, reasoning=reasoning, forms=forms)


def _check_chat(game: Game, names: Sequence[str], out: Path, chat: Path | None, wanted: Sequence[str]) -> None:
    """Check, before any game, that chat data can be written."""
    from croupier.envs.chat import check_chat_file, require_words

    if chat is None:
        if wanted:
            raise ConfigError("--chat-agent says whose seats --chat writes: name a file by --chat too")
        return
    require_words(game)
    check_chat_file(chat)
    if chat.absolute() == out.absolute():
        raise ConfigError("--out and --chat name the same file")
    for name in wanted:
        if name not in names:
            raise unknown("agent among those that play", name, names)
