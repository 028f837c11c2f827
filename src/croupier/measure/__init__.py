"""Measuring: matches on the same deals with rotated seats, costs of decisions, and reports.

Read `play/match.py` (tables of one pairing), then `play/tournament.py` (who plays whom) and `costs/valued.py`
(what actions are worth). The room imports `table`, `testing`, `provenance`, `agents` and `core`. What is counted
in a match goes into `play/metrics.py`, a figure computed from results into `stats` or `costs`, and how it is shown
into `play/report.py` or `reports`.

- `play`: matches, here or on a cluster
- `stats`: what matches show
- `costs`: what decisions are worth and what they cost
- `reports`: results as rows, pages and files; boards and benchmarks
"""

from croupier.core.base.rows import html_table, markdown_table, terminal_table
from croupier.measure.costs.ability_choices import ability_gains, value_choices
from croupier.measure.costs.analyst import Action, Analysis, Analyst, Estimate
from croupier.measure.costs.review import Decision, Review, review
from croupier.measure.costs.sets import DecisionSet, Row, load, shipped_sets
from croupier.measure.costs.valued import Values, values
from croupier.measure.play.estimate import CostEstimate, PromptSize, estimate
from croupier.measure.play.executor import Executor, Kept, cluster, processes
from croupier.measure.play.record import record_games
from croupier.measure.play.tournament import AgentResult, NothingWholeError, Report, play_tournament
from croupier.measure.play.trial import Trial, play_trial, play_trials
from croupier.measure.reports.models import ModelRow, ModelsReport, report_models
from croupier.measure.reports.rendered import write_report
from croupier.measure.reports.summary import Summary, summarise
from croupier.measure.stats.comparison import (
    Comparison,
    Difference,
    Gain,
    MixDifferences,
    compare,
    compare_among,
    deals_needed,
    detectable,
    play_gains,
)
from croupier.measure.stats.promotion import Bounds, Promotion, SequentialTest, TestResult, promote
from croupier.measure.stats.rating import AgentRating, Rating, rate
from croupier.measure.stats.strength import exact_best_response, exact_result

__all__ = [
    "Action",
    "AgentRating",
    "AgentResult",
    "Analysis",
    "Analyst",
    "Bounds",
    "Comparison",
    "CostEstimate",
    "Decision",
    "DecisionSet",
    "Difference",
    "Estimate",
    "Executor",
    "Gain",
    "Kept",
    "MixDifferences",
    "ModelRow",
    "ModelsReport",
    "NothingWholeError",
    "Promotion",
    "PromptSize",
    "Rating",
    "Report",
    "Review",
    "Row",
    "SequentialTest",
    "Summary",
    "TestResult",
    "Trial",
    "Values",
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
    "load",
    "markdown_table",
    "play_gains",
    "play_tournament",
    "play_trial",
    "play_trials",
    "processes",
    "promote",
    "rate",
    "record_games",
    "report_models",
    "review",
    "shipped_sets",
    "summarise",
    "terminal_table",
    "value_choices",
    "values",
    "write_report",
]
