"""Decisions put to language models and programs, relabelled or not; every reply is saved as it arrives."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from croupier.agents.llm.agent import LanguageModel, chat
from croupier.agents.speech import CHARACTERS_A_TOKEN, EndpointError, Question, Refused, TextAgent
from croupier.core.base.coroutines import at_once, run_coroutine
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress, silent
from croupier.core.engine.game import Game
from croupier.core.spec.prompts import ReplyError
from croupier.measure.costs.answers import FAILED, AgentChoices, Choice, certain
from croupier.measure.costs.sets import Row
from croupier.measure.costs.table import regrets, spread_of
from croupier.measure.play.estimate import NOTHING, CostEstimate
from croupier.table.briefing import question
from croupier.table.model_run import ModelRun, StoppedError, TableName
from croupier.table.replies import MOST_READ, answer_of, plain, submit_reply
from croupier.table.seat_counts import SeatCounts
from croupier.table.speaking import text_table
from croupier.table.table import Table

# A model that has read about a game knows it by its words. With other names it has only the rules in its prompt;
# what it plays worse then, it had memorised. Names are drawn by a seed and are all different, so they can be
# mapped back.

UNKNOWN = "unknown"
"""Replaces names in a reply that its question did not have."""
_SHORT = 3
_BEFORE, _BEHIND = "(?<![A-Za-z0-9])", "(?![A-Za-z0-9])"


class Relabelling:
    """Other names for a game and its cards, drawn by a seed: `names` by the old ones, and `numbered` letters."""

    def __init__(self, game: Game, seed: int) -> None:
        if not game.spec.words.disguise:
            raise ConfigError(f"{game.name} has no other names, so it cannot be disguised")
        rng = np.random.Generator(np.random.PCG64(seed))
        self.names: dict[str, str] = {}
        self.numbered: dict[str, str] = {}
        taken: set[str] = set()
        for group in game.spec.words.disguise:
            free = [word for word in group.new if word not in taken]
            drawn = [free[k] for k in rng.permutation(len(free))[: len(group.old)].tolist()]
            taken.update(drawn)
            self.names |= dict(zip(group.old, drawn, strict=True))
            self.names |= {short: self.names[old][:_SHORT] for old, short in group.short.items()}
            if group.numbered:
                self.numbered |= {old[0]: self.names[old][0] for old in group.old}
        self._back = {new: old for old, new in self.names.items()}
        self._back_numbered = {new: old for old, new in self.numbered.items()}
        foreign = [old for old in self.names if old not in self._back]
        self._there = _pattern(self.names, self.numbered)
        self._here = _pattern([*self._back, *foreign], [*self._back_numbered, *self.numbered])

    def text(self, text: str) -> str:
        """A text in the new names."""
        return self._there.sub(lambda found: _renamed(found, self.names, self.numbered), text)

    def original(self, text: str) -> str:
        """A text in the new names, mapped back, with `UNKNOWN` for old names in it."""
        return self._here.sub(lambda found: _renamed(found, self._back, self._back_numbered), text)

    def reply(self, reply: str) -> str:
        """A reply mapped back to the original names, without its reasoning unless it ends within that."""
        try:
            answer = answer_of(reply)
        except ReplyError:
            return reply
        return self.original(plain(answer[-MOST_READ:]))  # plain text, so that names are found in every spelling

    def question(self, question: Question) -> Question:
        """A question in the new names, except its quotes of the model's own replies."""
        view: Any = self._data(question.view)
        return replace(
            question,
            game=self.text(question.game),
            rules=self.text(question.rules),
            situation=self.text(question.situation),
            transcript=tuple(map(self.text, question.transcript)),
            view=view,
            legal=tuple(map(self.text, question.legal)),
            refused=tuple(Refused(each.reply, self.text(each.why)) for each in question.refused),
        )

    def _data(self, data: object) -> object:
        """Plain data with every text and key in it renamed."""
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, Mapping):
            return {self._data(name): self._data(value) for name, value in data.items()}
        if isinstance(data, list | tuple):
            return [self._data(value) for value in data]
        return data


def _pattern(words: Any, letters: Any) -> re.Pattern[str]:
    """Pattern for the words, with English endings, and for letters before a number."""
    longest = sorted(map(re.escape, words), key=lambda word: -len(word))
    spaced = "|".join(longest).replace(r"\ ", r"[ _]+")
    numbered = f"|(?P<letter>[{''.join(letters)}])(?=\\d{{1,2}}{_BEHIND})" if letters else ""
    return re.compile(f"{_BEFORE}(?:(?P<word>{spaced})(?P<end>s|ed)?{_BEHIND}{numbered})", re.IGNORECASE)


def _renamed(found: re.Match[str], names: Mapping[str, str], letters: Mapping[str, str]) -> str:
    letter = found.groupdict().get("letter")
    if letter:
        return _like(letter, letters.get(letter.lower(), UNKNOWN))
    said = re.sub(r"[ _]+", " ", found["word"])
    return _like(said, names.get(said.lower(), UNKNOWN)) + (found["end"] or "")


def _like(said: str, word: str) -> str:
    """A word in the capitalisation of another one."""
    if len(said) > 1 and said.isupper():
        return word.upper()
    if not said[0].isupper():
        return word
    return " ".join(part if part == "and" else part.capitalize() for part in word.split(" "))


@dataclass
class Asked:
    """A language model or program, asked under the game's own names or others."""

    name: str  # its name in the report
    agent: TextAgent
    relabelling: Relabelling | None = None  # None for the game's own names
    counts: SeatCounts = field(default_factory=SeatCounts)  # counts of its replies
    answers: dict[int, Choice] = field(default_factory=dict)  # its choices, by the number of the decision
    prompts: dict[int, str] = field(default_factory=dict)  # digests of its first questions, by decision number
    # number of replies by the model and fingerprint that served them
    served: Counter[tuple[str, str]] = field(default_factory=Counter)

    def question(self, case: Row, table: Table, refused: Sequence[Refused] = ()) -> Question:
        """The next decision at a table, as a question."""
        seat = table.state.current_player()
        asked = question(table, seat, self.agent.prompt, refused, order=case.order)
        return asked if self.relabelling is None else self.relabelling.question(asked)

    def table(self, case: Row, retries: int) -> Table:
        """A table at which the decision is due."""
        seats = case.made().num_players
        return text_table(case.begin(), [self.agent] * seats, ["player"] * seats, retries, case.actions)

    def prompt_hash(self) -> str:
        """Sixteen hexadecimal digits that identify all its questions."""
        return _digest(sorted(self.prompts.items()))

    def found(self, count: int) -> AgentChoices:
        """Its choices in this many decisions."""
        return AgentChoices(self.name, tuple(self.answers.get(k) for k in range(count)))


def ask_all(cases: Sequence[Row], asked: Sequence[Asked], run: ModelRun, progress: Progress | None = None) -> None:
    """Ask models and programs, as many decisions at once as the run allows; the answers go into `asked`."""
    # Each decision is put to all of them before the next, so that a stopped run has asked all the same decisions.
    run_coroutine(_ask_all(cases, asked, run, progress or silent))


async def _ask_all(cases: Sequence[Row], asked: Sequence[Asked], run: ModelRun, report: Progress) -> None:
    jobs = iter([(k, each) for k in range(len(cases)) for each in asked])
    total, done = len(cases) * len(asked), 0
    failed: list[tuple[int, Asked]] = []

    async def work() -> None:
        nonlocal done
        for k, each in jobs:
            try:
                await _ask(k, cases[k], each, run)
            except EndpointError as error:
                each.counts.failures += error.failures
                failed.append((k, each))
                run.note_void(each.agent.name, error, "decisions")
            except StoppedError:
                return
            else:
                run.note_end([each.agent.name])
            done += 1
            report(done / total)

    try:
        await at_once(min(run.limits.concurrency, total), work)
    finally:
        answering = {id(each) for _, each in failed if each.answers}
        for k, each in failed:  # otherwise failing on hard decisions would leave only easy ones
            if id(each) in answering:
                each.answers[k] = certain(cases[k], cases[k].worst_place, FAILED)
        for agent in {id(each.agent): each.agent for each in asked}.values():
            await agent.close()


async def _ask(k: int, case: Row, asked: Asked, run: ModelRun) -> None:
    """Ask one decision until a legal action is named or no retries are left."""
    table, name = asked.table(case, run.limits.retries), TableName(_digest([asked.name, case.id]), k + 1)
    seat, refused = table.state.current_player(), list[Refused]()
    text_seat = asked.agent.open()
    try:
        while True:
            put = asked.question(case, table, refused)
            if not refused:
                asked.prompts[k] = _digest([put.rules, put.situation, put.legal])
            reply = await run.answer(name, asked.agent, text_seat, put)
            asked.counts.decisions += not refused
            asked.counts.take(reply)
            if reply.served or reply.fingerprint:
                asked.served[(reply.served, reply.fingerprint)] += 1
            if reply.fault:
                event = table.refuse(seat, reply.detail, put.number, reply.fault)
            else:
                said = reply.text if asked.relabelling is None else asked.relabelling.reply(reply.text)
                event = submit_reply(table, seat, said, put.number, brackets=asked.agent.brackets)
            asked.counts.count(event.fault)
            if event.kind != "invalid":
                break
            refused.append(Refused(reply.text, event.refusal))
    finally:
        await text_seat.game_over({})
    if event.action is None:  # no retries were left
        asked.answers[k] = certain(case, case.worst_place, event.fault)
    else:
        asked.answers[k] = certain(case, case.legal.index(event.action))


def _digest(data: object) -> str:
    """Sixteen hexadecimal digits that identify data."""
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]


_SAMPLES = 64
"""Decisions whose prompts are measured for an estimate."""
_Z = 1.959964


def plan(
    cases: Sequence[Row],
    asked: Sequence[Asked],
    decisions: int | None = None,
    arrived: Mapping[str, int] | None = None,
) -> CostEstimate:
    """Estimated cost of asking; programs cost nothing."""
    known, whole = Counter(arrived or {}), NOTHING
    for each in asked:
        if isinstance(each.agent, LanguageModel):
            count = len(cases) if decisions is None else decisions
            before = min(count, known[each.agent.name])
            known[each.agent.name] -= before
            whole += CostEstimate.of(each.agent, count - before, tokens_of(cases, each))
    return whole


def tokens_of(cases: Sequence[Row], asked: Asked) -> float:
    """Mean tokens of a question; four characters count as one."""
    step = max(1, len(cases) // _SAMPLES)
    sizes = [
        sum(len(message["content"]) for message in chat(asked.question(case, asked.table(case, 0))))
        for case in cases[::step]
    ]
    return float(np.mean(sizes)) / CHARACTERS_A_TOKEN


def decisions_for(cases: Sequence[Row], half: float) -> int:
    """Decisions needed for an interval of a half width, by the spread of random choices here."""
    weights = np.array([case.weight for case in cases])
    weights /= weights.mean()
    mean = np.average([np.mean(case.behind) for case in cases], weights=weights)
    squares = [np.mean(np.square(np.array(case.behind) - mean)) for case in cases]
    return _needed(float(np.mean(weights**2 * squares)), half)


def _needed(variance: float, half: float) -> int:
    return max(2, math.ceil(variance * (_Z / half) ** 2))


def sentences(
    cases: Sequence[Row],
    asked: Sequence[Asked],
    half: float,
    unit: str,
    known: Sequence[AgentChoices] = (),
    arrived: Mapping[str, int] | None = None,
) -> str:
    """The sentences printed before models are asked."""
    need = decisions_for(cases, half)
    weights = np.array([case.weight for case in cases])
    whole = [each for each in known if None not in each.each]
    spreads = {each.name: spread_of(regrets(cases, each), weights) for each in whole}
    others = "".join(f", about {_needed(spread**2, half):,} by {name}'s" for name, spread in spreads.items())
    first = [each for each in asked if isinstance(each.agent, LanguageModel)][:1]
    ask = "".join(f", for {each.name} {plan(cases, [each], need).sentence()}" for each in first)
    words = (
        f"An interval of ±{half:g} {unit} takes about {need:,} decisions of this kind by the spread of choices at "
        f"random{others}{ask}."
    )
    left = plan(cases, asked, arrived=arrived)
    if not left.requests:
        return words
    here = f"{len(cases):,} decisions here"
    return f"{words} {f'What is left of the {here} takes' if arrived else f'The {here} take'} {left.sentence()}."
