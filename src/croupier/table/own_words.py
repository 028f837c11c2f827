"""Replies of models in recorded games, to use instead of the bare actions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from json import JSONDecoder
from pathlib import Path
from typing import Any

from croupier.agents.speech import AnswerForm, Reply, UnfinishedThoughtError, without_thoughts
from croupier.core.base.errors import FileError
from croupier.table.events import Event
from croupier.table.model_run import REPLIES, journal_entries, table_name
from croupier.table.replies import submit_reply
from croupier.table.table import Table


@dataclass(frozen=True)
class Said:
    """What a model said, with or without its reasoning."""

    text: str
    reasoning: str = ""  # the reasoning that the endpoint returned separately


@dataclass(frozen=True)
class OwnWords:
    """The replies of a run, by the game's name, seat and number."""

    sources: Collection[str] = ()  # agents whose replies are read as by the sources
    reasoning: bool = False  # whether to include reasoning
    strict: Collection[str] = ()  # agents whose replies were read only in square brackets
    # forms of agents that did not answer in free text; their replies become the action in brackets
    forms: Mapping[str, AnswerForm] = field(default_factory=dict)
    _known: dict[tuple[str, int, int], Reply] = field(default_factory=dict, repr=False)

    @classmethod
    def of_run(
        cls,
        folder: Path,
        sources: Collection[str] = (),
        strict: Collection[str] = (),
        *,
        reasoning: bool = False,
        forms: Mapping[str, AnswerForm] | None = None,
    ) -> OwnWords:
        """Read the journal of a run."""
        return cls(sources, reasoning, strict, forms or {}, dict(_entries(folder / REPLIES)))

    def replayed(self, table: Table, data: Mapping[str, Any]) -> dict[int, Said]:
        """Replay a recorded game at a new table, with refused replies, and find the reply of each decision."""
        name = table_name(data["seed"], data["agents"])
        said: dict[int, Said] = {}
        for action in data["actions"]:
            seat = table.state.current_player()
            while (reply := self._known.get((name, seat, table.number))) is not None:
                event = self._taken(table, reply, data["agents"][seat])
                if event.kind == "action":
                    if event.action != action:
                        raise FileError(f"the replies that are kept are not of the game of seed {data['seed']}")
                    said[event.number] = self._said(reply, event, self.forms.get(data["agents"][seat], "text"))
                    break
            else:
                table.submit(seat, action, table.number)
        return said

    def _taken(self, table: Table, reply: Reply, agent: str) -> Event:
        seat, number = table.state.current_player(), table.number
        if reply.fault:
            return table.refuse(seat, reply.detail, number, reply.fault)
        source, brackets = agent in self.sources, agent in self.strict
        return submit_reply(table, seat, reply.text, number, source=source, brackets=brackets)

    def _said(self, reply: Reply, event: Event, form: AnswerForm) -> Said:
        if form == "choice":  # next to the letter is a table of probabilities, not reasoning
            return Said(event.text)
        if form == "json" and (answer := _json_object(reply.text)) is not None:
            thoughts = (reply.reasoning, str(answer.get("thoughts") or ""))
            return Said(event.text, "\n".join(filter(None, thoughts)) if self.reasoning else "")
        if self.reasoning:
            return Said(reply.text, reply.reasoning)
        try:
            return Said(without_thoughts(reply.text).strip() or reply.text)
        except UnfinishedThoughtError:
            return Said(reply.text)


def _json_object(text: str) -> dict[str, Any] | None:
    """The JSON object in a reply, ignoring text around it; None if there is none."""
    begun = text.find("{")
    if begun < 0:
        return None
    try:
        found = JSONDecoder().raw_decode(text, begun)[0]
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _entries(path: Path) -> Iterator[tuple[tuple[str, int, int], Reply]]:
    try:
        with path.open("rb") as file:
            yield from ((key, reply) for key, _, reply in journal_entries(path, file))
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
