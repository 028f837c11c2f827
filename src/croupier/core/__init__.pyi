"""Public names of the package, each with the module that it is loaded from when it is first asked for."""

from croupier.core.base.errors import NotLegalNowError as NotLegalNowError, SecretError as SecretError
from croupier.core.base.kernel import inlined as inlined, kernel as kernel, wide as wide, wrapping as wrapping
from croupier.core.base.rng import below as below, shuffle as shuffle, uniform as uniform
from croupier.core.base.rows import (
    ColumnHead as ColumnHead,
    Interval as Interval,
    Number as Number,
    Rows as Rows,
    in_columns as in_columns,
    number_heads as number_heads,
)
from croupier.core.base.sentence import (
    Catalogue as Catalogue,
    Language as Language,
    Sentence as Sentence,
    joined as joined,
    key_of as key_of,
    retold as retold,
)
from croupier.core.base.types import (
    ActionList as ActionList,
    BotParams as BotParams,
    Codes as Codes,
    Features as Features,
    Generators as Generators,
    Labels as Labels,
    Mask as Mask,
    Probabilities as Probabilities,
    Record as Record,
    Records as Records,
    SeatValues as SeatValues,
    Weights as Weights,
)
from croupier.core.engine.trail import Decided as Decided, Stretch as Stretch, Trail as Trail
from croupier.core.engine.view import (
    array_of as array_of,
    by_seat as by_seat,
    card_name as card_name,
    cards_in as cards_in,
    laid_cards as laid_cards,
    object_of as object_of,
    own_hand as own_hand,
    points_by_seat as points_by_seat,
    schema as schema,
    seat_number as seat_number,
    value as value,
)
from croupier.core.spec.evaluation import (
    Evaluation as Evaluation,
    EvaluationChart as EvaluationChart,
    Measures as Measures,
    ReportRow as ReportRow,
    Strength as Strength,
)
from croupier.core.spec.exact import (
    ExactPlay as ExactPlay,
    ExactPlayer as ExactPlayer,
    ExactResult as ExactResult,
    ExactSolver as ExactSolver,
    Problem as Problem,
    Solution as Solution,
)
from croupier.core.spec.options import (
    Block as Block,
    Chance as Chance,
    Facts as Facts,
    Head as Head,
    Information as Information,
    Option as Option,
    Phase as Phase,
)
from croupier.core.spec.pictures import Page as Page, Picture as Picture, Pictures as Pictures
from croupier.core.spec.position import (
    ActionView as ActionView,
    EndedRound as EndedRound,
    GameShape as GameShape,
    Position as Position,
    SeatScore as SeatScore,
    SeatView as SeatView,
    WonTrick as WonTrick,
)
from croupier.core.spec.prompts import (
    ActionTool as ActionTool,
    GamePrompts as GamePrompts,
    Message as Message,
    ModelWords as ModelWords,
    Named as Named,
    Parameter as Parameter,
    ReplyError as ReplyError,
    SpokenWords as SpokenWords,
    TerminalWords as TerminalWords,
    ToolWords as ToolWords,
)
from croupier.core.spec.search import (
    CHANCE_TO_WIN as CHANCE_TO_WIN,
    Explanation as Explanation,
    HIDDEN as HIDDEN,
    History as History,
    Location as Location,
    Measure as Measure,
    Search as Search,
    Secrets as Secrets,
    Trace as Trace,
    never as never,
    share_of_win as share_of_win,
)
from croupier.core.spec.spec import (
    Bot as Bot,
    BotEntry as BotEntry,
    BotMaker as BotMaker,
    CHANCE as CHANCE,
    Claims as Claims,
    ClassicAgent as ClassicAgent,
    ClassicTerminal as ClassicTerminal,
    GameNotation as GameNotation,
    GameSpec as GameSpec,
    GameText as GameText,
    GameView as GameView,
    Rules as Rules,
    Schema as Schema,
    Spaces as Spaces,
    TERMINAL as TERMINAL,
    Words as Words,
    lone_bot as lone_bot,
)
from croupier.core.spec.teaching import (
    FaceWords as FaceWords,
    Laid as Laid,
    Lesson as Lesson,
    LessonStep as LessonStep,
    Rank as Rank,
    TrickReason as TrickReason,
    Tricks as Tricks,
)
from croupier.core.spec.training import (
    AuxiliaryTask as AuxiliaryTask,
    HandLayout as HandLayout,
    Mix as Mix,
    PrivilegedFeatures as PrivilegedFeatures,
    Stage as Stage,
    Training as Training,
)
