from croupier.core.base.rows import (
    html_table as html_table,
    markdown_table as markdown_table,
    terminal_table as terminal_table,
)
from croupier.measure.costs.ability_choices import ability_gains as ability_gains, value_choices as value_choices
from croupier.measure.costs.analyst import (
    Action as Action,
    Analysis as Analysis,
    Analyst as Analyst,
    Estimate as Estimate,
)
from croupier.measure.costs.review import Decision as Decision, Review as Review, review as review
from croupier.measure.costs.sets import (
    DecisionSet as DecisionSet,
    Row as Row,
    load as load,
    shipped_sets as shipped_sets,
)
from croupier.measure.costs.valued import Values as Values, values as values
from croupier.measure.play.estimate import (
    CostEstimate as CostEstimate,
    PromptSize as PromptSize,
    estimate as estimate,
)
from croupier.measure.play.executor import (
    Executor as Executor,
    Kept as Kept,
    cluster as cluster,
    processes as processes,
)
from croupier.measure.play.record import record_games as record_games
from croupier.measure.play.tournament import (
    AgentResult as AgentResult,
    NothingWholeError as NothingWholeError,
    Report as Report,
    play_tournament as play_tournament,
)
from croupier.measure.play.trial import Trial as Trial, play_trial as play_trial, play_trials as play_trials
from croupier.measure.reports.models import (
    ModelRow as ModelRow,
    ModelsReport as ModelsReport,
    report_models as report_models,
)
from croupier.measure.reports.rendered import write_report as write_report
from croupier.measure.reports.summary import Summary as Summary, summarise as summarise
from croupier.measure.stats.comparison import (
    Comparison as Comparison,
    Difference as Difference,
    Gain as Gain,
    MixDifferences as MixDifferences,
    compare as compare,
    compare_among as compare_among,
    deals_needed as deals_needed,
    detectable as detectable,
    play_gains as play_gains,
)
from croupier.measure.stats.promotion import (
    Bounds as Bounds,
    Promotion as Promotion,
    SequentialTest as SequentialTest,
    TestResult as TestResult,
    promote as promote,
)
from croupier.measure.stats.rating import AgentRating as AgentRating, Rating as Rating, rate as rate
from croupier.measure.stats.strength import (
    exact_best_response as exact_best_response,
    exact_result as exact_result,
)
