"""The example of TRL: its tools, and decisions as rows."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from croupier.envs.decision import DecisionTasks

pytest.importorskip("trl", reason="TRL is not installed: uv sync --no-default-groups --group ray")
pytestmark = pytest.mark.filterwarnings("default")  # the library's own

from examples.trl_decisions import decision_task  # noqa: E402
from examples.trl_grpo import environment_class  # noqa: E402


def test_the_public_methods_are_the_tools_and_say_what_they_take() -> None:
    kind: Any = environment_class("skull-king", players=4)
    methods = dict(inspect.getmembers(kind, predicate=inspect.isfunction))
    public = {name for name in methods if not name.startswith("_")} - {"reset"}
    assert public == {"bid", "play", "escape", "pirate", "leader", "discard", "bet", "ok", "harry"}
    assert str(inspect.signature(kind().bid)) == "(tricks: int) -> str"
    assert inspect.getdoc(methods["bid"]).splitlines()[:4] == [  # type: ignore[union-attr]
        "Bid how many tricks you will win in this round.",
        "",
        "Args:",
        "    tricks: The number of tricks, 0 to the number of cards dealt.",
    ]


def test_decisions_are_rows_of_a_prompt_and_every_completion_is_graded_by_its_own() -> None:
    decisions, logged = DecisionTasks("pig-2", penalty=0.5), dict[str, float]()
    data, reward = decision_task(decisions)
    assert [row["decision"] for row in data] == [row.id for row in decisions.rows]
    assert [row["prompt"] for row in data[:9]] == [decisions.chat(row) for row in decisions.rows[:9]]
    asked = [decisions.rows[k] for k in (4, 4, 4, 0)]
    said = ["[roll]", "I [hold]", "I pass", "<think>[hold]"]
    found = reward(
        prompts=[None] * 4,
        completions=[[{"role": "assistant", "content": text}] for text in said],
        decision=[row.id for row in asked],
        log_metric=logged.__setitem__,
    )
    graded = [decisions.grade(row, text) for row, text in zip(asked, said, strict=True)]
    assert found == [each.reward for each in graded]
    assert logged["decision/invalid_rate"] == 0.5
    assert logged["decision/unparsable_rate"] == logged["decision/truncated_rate"] == 0.25
    assert logged["decision/regret"] == pytest.approx(sum(each.regret for each in graded) / 4)
