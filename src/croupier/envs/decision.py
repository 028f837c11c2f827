"""Single decisions of a set as tasks for language models: one prompt, one reply, one exact reward.

Examples:
    >>> from croupier.envs.decision import DecisionTasks
    >>> decisions = DecisionTasks("pig-2")
    >>> row = decisions.rows[0]
    >>> [message["role"] for message in decisions.chat(row)]
    ['system', 'user']
    >>> decisions.grade(row, "I bank it: [hold]").action
    1

The adapter of verifiers uses it in its mode ``decision``, and so do the examples of OpenEnv and TRL. A model is
asked in the words of `croupier arena`, and its reply is read as at any table. The best action earns 1. A worse one
earns less, in proportion to its regret and to the row's weight, such that the best constant answer earns 0 on
average. So the mean reward over a set is the score that `croupier judge` reports. Tasks have no history.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from croupier.agents.llm.agent import chat
from croupier.core.base.errors import ConfigError
from croupier.core.engine.making import make
from croupier.core.spec.prompts import ReplyError, ReplyFault
from croupier.measure.costs.answers import best_constant
from croupier.measure.costs.sets import DecisionSet, Row, check_prompt, load, question_of, remark
from croupier.table.replies import read_reply
from croupier.table.seat_counts import READ_FAULTS

__all__ = ["DecisionTasks", "Graded", "Mode"]

Mode: TypeAlias = Literal["game", "decision"]
"""What a task is: a whole game, or a single decision."""


def check_no_options(options: Mapping[str, Any]) -> None:
    """Check that no game options are given together with a set."""
    if options:
        raise ConfigError(f"a decision has the options of its row: leave out {', '.join(sorted(options))}")


@dataclass(frozen=True)
class Graded:
    """The grade of a reply to a decision.

    Attributes:
        reward: 1 for the best action, and less for others; see `DecisionTasks`.
        regret: how much more the best action is worth, in the unit of the set; without a legal action, the regret
            of the worst one.
        clear: whether the regret is more than three standard errors.
        action: the action; None if the reply names no legal one.
        best: text of the best action.
        fault: fault of the reply: ``unparsable``, ``several``, ``illegal``, ``truncated``, or empty.
        refusal: the fault as a sentence.
    """

    reward: float
    regret: float
    clear: bool
    action: int | None
    best: str
    fault: ReplyFault
    refusal: str

    def metrics(self) -> dict[str, float]:
        """Metrics in addition to the reward; rates are 0 or 1 for one reply, so their means are rates."""
        return {
            "regret": self.regret,
            "best_rate": float(self.regret == 0.0 and self.action is not None),
            "clear_mistake_rate": float(self.clear),
            "invalid_rate": float(self.action is None),
            **{f"{fault}_rate": float(self.fault == fault) for fault in READ_FAULTS},
        }


class DecisionTasks:
    """The decisions of a set as questions, and the rewards of replies.

    Attributes:
        source: the set's name or file.
        set: the set.
        prompt: how decisions are asked.
        penalty: how much less than the worst legal action a reply without a legal action earns.
        constant: the best constant answer; its mean reward over the set is 0.
    """

    def __init__(
        self,
        source: str | Path,
        *,
        game: str = "",
        prompt: str = "list",
        penalty: float = 0.0,
        digest: str = "",
    ) -> None:
        """Read a set.

        Args:
            source: a set that ships, like ``pig-2``, or a file of ``croupier judge make``.
            game: the game that it must be of; any if left out.
            prompt: ``list`` or ``nolist``: whether the legal actions are listed.
            penalty: how much less than the worst legal action a reply without a legal action earns.
            digest: the digest that the set must have; any if left out.

        Raises:
            ConfigError: there is no such set or prompt, the set has another game or digest, the game has no words
                for language models, the penalty is below 0, or one constant answer is always best.
            FileError: the file cannot be read; see `croupier.measure.load`.
        """
        self.source, self.prompt, self.penalty = str(source), check_prompt(prompt), float(penalty)
        if not 0.0 <= self.penalty < float("inf"):
            raise ConfigError(f"penalty must be a number of at least 0, not {penalty}")
        if not self.source:
            raise ConfigError("no set of decisions is named: give one that ships, or a file")
        self.set: DecisionSet = load(source)
        if said := remark(self.set):
            warnings.warn(said, stacklevel=2)
        _check_game(self.set, game)
        if digest and digest != self.set.digest:
            raise ConfigError(f"{source} has the digest {self.set.digest}, where that of a task is {digest}")
        self.constant = best_constant(self.set.rows)
        self._unit = self.constant.regret * sum(row.weight for row in self.set.rows) / len(self.set.rows)
        if not self._unit:
            raise ConfigError(
                f"{source} teaches nothing: the constant answer {self.constant.name!r} is always best"
            )

    @property
    def spread(self) -> float:
        """Mean regret of the worst legal action over all rows, the former unit of rewards; deprecated."""
        warnings.warn("rewards are in the unit of DecisionTasks.constant.regret", DeprecationWarning, stacklevel=2)
        return sum(max(row.behind) for row in self.set.rows) / len(self.set.rows)

    @property
    def rows(self) -> Sequence[Row]:
        """The decisions, in the order of the set."""
        return self.set.rows

    def chat(self, row: Row) -> list[dict[str, str]]:
        """The system and user messages of a decision, each with ``role`` and ``content``.

        Raises:
            ConfigError: the game has no words for language models.
            FileError: the row leads to no decision.
        """
        return chat(question_of(row, self.prompt))

    def grade(self, row: Row, reply: str, *, cut_off: bool = False) -> Graded:
        """Grade a reply to a decision.

        Args:
            row: the decision.
            reply: the whole reply; thoughts in it do not count (`croupier.table.replies`).
            cut_off: whether a limit ended it, so that it always counts as ``truncated``.

        Raises:
            FileError: the row leads to no decision.
        """
        best = row.texts[row.legal.index(row.best)]
        try:
            action = self._read(row, reply, cut_off=cut_off)
        except ReplyError as error:
            worst = max(row.behind)
            clear = row.is_clear(row.legal[row.behind.index(worst)])
            return Graded(
                self._reward(row, worst) - self.penalty, worst, clear, None, best, error.fault, str(error)
            )
        regret = row.regret(action)
        return Graded(self._reward(row, regret), regret, row.is_clear(action), action, best, "", "")

    def rewards(self, row: Row) -> dict[str, float]:
        """The reward of every legal action of a decision, by its text."""
        return {text: self._reward(row, regret) for text, regret in zip(row.texts, row.behind, strict=True)}

    def about(self) -> dict[str, Any]:
        """The set's description, as plain data for a report."""
        return {
            "decisions": self.set.name,
            "digest": self.set.digest,
            "prompt": self.prompt,
            "unit": self.set.unit,
            "constant": self.constant.name,
            "constant_regret": self.constant.regret,
            "penalty": self.penalty,
        }

    def _reward(self, row: Row, regret: float) -> float:
        return 1.0 - row.weight * regret / self._unit

    def _read(self, row: Row, reply: str, *, cut_off: bool) -> int:
        """The legal action that a reply names; raises ReplyError if it names none."""
        if cut_off:
            raise ReplyError("it was cut off", "truncated")
        return read_reply(row.state(), reply, told=lambda: [each["content"] for each in self.chat(row)])


def _check_game(found: DecisionSet, game: str) -> None:
    """Check that a set is of a game, which may be named by a variant."""
    if game and make(game).name != found.game:
        raise ConfigError(f"{found.name} is a set of decisions of {found.game}, not of {make(game).name}")
    if make(found.game).spec.words.prompts is None:
        raise ConfigError(f"{found.game} has no words for language models: its spec has no prompts")
