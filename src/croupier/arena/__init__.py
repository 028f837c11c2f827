"""Arena: matches on equal deals with rotated seats, and the statistics that decide which agent is better.

Importing the package loads nothing: a name loads what it needs when it is first asked for.

- `board`: leaderboards that grow
- `reports`: pages, plots and files of what was measured
- `stats`: what matches show
- `play`: matches, here or on a cluster
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.core.base.lazy import lazy_names

if TYPE_CHECKING:
    from croupier.arena.play.chunks import Executor, Here
    from croupier.arena.play.cluster import Cluster, cluster
    from croupier.arena.play.cluster_values import values_on
    from croupier.arena.play.estimate import CostEstimate, PromptSize, estimate
    from croupier.arena.play.kept import Kept
    from croupier.arena.play.record import record_games
    from croupier.arena.play.report import AgentResult, Report
    from croupier.arena.play.tournament import NothingWholeError, play_tournament
    from croupier.arena.play.trial import Trial, play_trial, play_trials
    from croupier.arena.reports.page import write_report
    from croupier.arena.stats.ability_choices import ability_gains
    from croupier.arena.stats.choice_values import value_choices
    from croupier.arena.stats.comparison import (
        Comparison,
        Difference,
        MixDifferences,
        compare,
        compare_among,
        deals_needed,
        detectable,
    )
    from croupier.arena.stats.exact import exact_best_response, exact_result
    from croupier.arena.stats.gain import Gain, play_gains
    from croupier.arena.stats.models import ModelRow, ModelsReport, report_models
    from croupier.arena.stats.promotion import Bounds, Promotion, SequentialTest, TestResult, promote
    from croupier.arena.stats.rating import AgentRating, Rating, rate
    from croupier.arena.stats.summary import Summary, summarise
    from croupier.core.base.renderers import html_table, markdown_table, terminal_table

__all__ = [
    "AgentRating",
    "AgentResult",
    "Bounds",
    "Cluster",
    "Comparison",
    "CostEstimate",
    "Difference",
    "Executor",
    "Gain",
    "Here",
    "Kept",
    "MixDifferences",
    "ModelRow",
    "ModelsReport",
    "NothingWholeError",
    "Promotion",
    "PromptSize",
    "Rating",
    "Report",
    "SequentialTest",
    "Summary",
    "TestResult",
    "Trial",
    "ability_gains",
    "cluster",
    "compare",
    "compare_among",
    "deals_needed",
    "detectable",
    "estimate",
    "exact_best_response",
    "exact_result",
    "html_table",
    "markdown_table",
    "play_gains",
    "play_tournament",
    "play_trial",
    "play_trials",
    "promote",
    "rate",
    "record_games",
    "report_models",
    "summarise",
    "terminal_table",
    "value_choices",
    "values_on",
    "write_report",
]

__getattr__ = lazy_names(
    __name__,
    {
        "croupier.core.base.renderers": (
            "html_table",
            "markdown_table",
            "terminal_table",
        ),
        "croupier.arena.play.chunks": (
            "Executor",
            "Here",
        ),
        "croupier.arena.play.cluster": (
            "Cluster",
            "cluster",
        ),
        "croupier.arena.play.cluster_values": ("values_on",),
        "croupier.arena.play.estimate": (
            "CostEstimate",
            "PromptSize",
            "estimate",
        ),
        "croupier.arena.play.kept": ("Kept",),
        "croupier.arena.play.record": ("record_games",),
        "croupier.arena.play.report": (
            "AgentResult",
            "Report",
        ),
        "croupier.arena.play.tournament": (
            "NothingWholeError",
            "play_tournament",
        ),
        "croupier.arena.play.trial": (
            "Trial",
            "play_trial",
            "play_trials",
        ),
        "croupier.arena.reports.page": ("write_report",),
        "croupier.arena.stats.ability_choices": ("ability_gains",),
        "croupier.arena.stats.choice_values": ("value_choices",),
        "croupier.arena.stats.comparison": (
            "Comparison",
            "Difference",
            "MixDifferences",
            "compare",
            "compare_among",
            "deals_needed",
            "detectable",
        ),
        "croupier.arena.stats.exact": (
            "exact_best_response",
            "exact_result",
        ),
        "croupier.arena.stats.gain": (
            "Gain",
            "play_gains",
        ),
        "croupier.arena.stats.models": (
            "ModelRow",
            "ModelsReport",
            "report_models",
        ),
        "croupier.arena.stats.promotion": (
            "Bounds",
            "Promotion",
            "SequentialTest",
            "TestResult",
            "promote",
        ),
        "croupier.arena.stats.rating": (
            "AgentRating",
            "Rating",
            "rate",
        ),
        "croupier.arena.stats.summary": (
            "Summary",
            "summarise",
        ),
    },
)
