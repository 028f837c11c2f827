"""The core: records, compiled kernels and the classes that drive them. It knows no particular game.

What the author of a game needs is imported from here (docs/add-a-game.md); the folders below are private.
Importing the package loads nothing: a name loads what it needs when it is first asked for.

- `engine`: games in progress: `Game`, `State`, `Batch`
- `spec`: what a game is made of, and the registry of games
- `base`: what every part of croupier stands on
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.core.base.lazy import lazy_names

if TYPE_CHECKING:
    from croupier.core.base.errors import NotLegalNowError, SecretError
    from croupier.core.base.kernel import inlined, kernel, wide, wrapping
    from croupier.core.base.rng import below, shuffle, uniform
    from croupier.core.base.rows import ColumnHead, Interval, Number, Rows, in_columns, number_heads
    from croupier.core.base.sentence import Catalogue, Language, Sentence, joined, key_of, retold
    from croupier.core.base.types import (
        ActionList,
        BotParams,
        Codes,
        Features,
        Generators,
        Labels,
        Mask,
        Probabilities,
        Record,
        Records,
        SeatValues,
        Weights,
    )
    from croupier.core.engine.trail import Decided, Stretch, Trail
    from croupier.core.engine.view import array_of, card_name, cards_in, object_of, schema, value
    from croupier.core.spec.classic import ClassicAgent, ClassicTerminal
    from croupier.core.spec.evaluation import Evaluation, EvaluationChart, Measures, ReportRow
    from croupier.core.spec.exact import ExactPlay, ExactPlayer, ExactResult, ExactSolver, Problem, Solution
    from croupier.core.spec.facts import Chance, Facts, Information
    from croupier.core.spec.options import Option
    from croupier.core.spec.phases import Block, Head, Phase
    from croupier.core.spec.pictures import Picture, Pictures
    from croupier.core.spec.position import Position
    from croupier.core.spec.prompts import GamePrompts, Message, ModelWords, ReplyError, ShowsTable, TerminalWords
    from croupier.core.spec.score_sheet import Column, Desk, Grid, ScoreSheet, ScoreSheetTalk
    from croupier.core.spec.search import (
        CHANCE_TO_WIN,
        HIDDEN,
        Explanation,
        History,
        Location,
        Measure,
        Search,
        Secrets,
        Trace,
        never,
        share_of_win,
    )
    from croupier.core.spec.seat_view import ActionView, EndedRound, SeatScore, SeatView
    from croupier.core.spec.shape import GameShape
    from croupier.core.spec.spec import (
        CHANCE,
        TERMINAL,
        Bot,
        BotEntry,
        BotMaker,
        GameNotation,
        GameSpec,
        GameText,
        GameView,
        Rules,
        Schema,
        Spaces,
        Words,
    )
    from croupier.core.spec.strengths import Strength
    from croupier.core.spec.tools import ActionTool, Parameter, ToolWords
    from croupier.core.spec.training import (
        Ablation,
        AuxiliaryTask,
        HandLayout,
        Mix,
        PrivilegedFeatures,
        Recipe,
        Stage,
        Training,
    )

__all__ = [
    "CHANCE",
    "CHANCE_TO_WIN",
    "HIDDEN",
    "TERMINAL",
    "Ablation",
    "ActionList",
    "ActionTool",
    "ActionView",
    "AuxiliaryTask",
    "Block",
    "Bot",
    "BotEntry",
    "BotMaker",
    "BotParams",
    "Catalogue",
    "Chance",
    "ClassicAgent",
    "ClassicTerminal",
    "Codes",
    "Column",
    "ColumnHead",
    "Decided",
    "Desk",
    "EndedRound",
    "Evaluation",
    "EvaluationChart",
    "ExactPlay",
    "ExactPlayer",
    "ExactResult",
    "ExactSolver",
    "Explanation",
    "Facts",
    "Features",
    "GameNotation",
    "GamePrompts",
    "GameShape",
    "GameSpec",
    "GameText",
    "GameView",
    "Generators",
    "Grid",
    "HandLayout",
    "Head",
    "History",
    "Information",
    "Interval",
    "Labels",
    "Language",
    "Location",
    "Mask",
    "Measure",
    "Measures",
    "Message",
    "Mix",
    "ModelWords",
    "NotLegalNowError",
    "Number",
    "Option",
    "Parameter",
    "Phase",
    "Picture",
    "Pictures",
    "Position",
    "PrivilegedFeatures",
    "Probabilities",
    "Problem",
    "Recipe",
    "Record",
    "Records",
    "ReplyError",
    "ReportRow",
    "Rows",
    "Rules",
    "Schema",
    "ScoreSheet",
    "ScoreSheetTalk",
    "Search",
    "SeatScore",
    "SeatValues",
    "SeatView",
    "SecretError",
    "Secrets",
    "Sentence",
    "ShowsTable",
    "Solution",
    "Spaces",
    "Stage",
    "Strength",
    "Stretch",
    "TerminalWords",
    "ToolWords",
    "Trace",
    "Trail",
    "Training",
    "Weights",
    "Words",
    "array_of",
    "below",
    "card_name",
    "cards_in",
    "in_columns",
    "inlined",
    "joined",
    "kernel",
    "key_of",
    "never",
    "number_heads",
    "object_of",
    "retold",
    "schema",
    "share_of_win",
    "shuffle",
    "uniform",
    "value",
    "wide",
    "wrapping",
]

__getattr__ = lazy_names(
    __name__,
    {
        "croupier.core.base.rows": (
            "ColumnHead",
            "Interval",
            "Number",
            "Rows",
            "in_columns",
            "number_heads",
        ),
        "croupier.core.base.errors": (
            "NotLegalNowError",
            "SecretError",
        ),
        "croupier.core.base.kernel": (
            "inlined",
            "kernel",
            "wide",
            "wrapping",
        ),
        "croupier.core.base.rng": (
            "below",
            "shuffle",
            "uniform",
        ),
        "croupier.core.base.sentence": (
            "Catalogue",
            "Language",
            "Sentence",
            "joined",
            "key_of",
            "retold",
        ),
        "croupier.core.base.types": (
            "ActionList",
            "BotParams",
            "Codes",
            "Features",
            "Generators",
            "Labels",
            "Mask",
            "Probabilities",
            "Record",
            "Records",
            "SeatValues",
            "Weights",
        ),
        "croupier.core.engine.trail": (
            "Decided",
            "Stretch",
            "Trail",
        ),
        "croupier.core.engine.view": (
            "array_of",
            "card_name",
            "cards_in",
            "object_of",
            "schema",
            "value",
        ),
        "croupier.core.spec.classic": (
            "ClassicAgent",
            "ClassicTerminal",
        ),
        "croupier.core.spec.evaluation": (
            "Evaluation",
            "EvaluationChart",
            "Measures",
            "ReportRow",
        ),
        "croupier.core.spec.exact": (
            "ExactPlay",
            "ExactPlayer",
            "ExactResult",
            "ExactSolver",
            "Problem",
            "Solution",
        ),
        "croupier.core.spec.facts": (
            "Chance",
            "Facts",
            "Information",
        ),
        "croupier.core.spec.options": ("Option",),
        "croupier.core.spec.phases": (
            "Block",
            "Head",
            "Phase",
        ),
        "croupier.core.spec.pictures": (
            "Picture",
            "Pictures",
        ),
        "croupier.core.spec.position": ("Position",),
        "croupier.core.spec.prompts": (
            "GamePrompts",
            "Message",
            "ModelWords",
            "ReplyError",
            "ShowsTable",
            "TerminalWords",
        ),
        "croupier.core.spec.score_sheet": (
            "Column",
            "Desk",
            "Grid",
            "ScoreSheet",
            "ScoreSheetTalk",
        ),
        "croupier.core.spec.search": (
            "CHANCE_TO_WIN",
            "HIDDEN",
            "Explanation",
            "History",
            "Location",
            "Measure",
            "Search",
            "Secrets",
            "Trace",
            "never",
            "share_of_win",
        ),
        "croupier.core.spec.seat_view": (
            "ActionView",
            "EndedRound",
            "SeatScore",
            "SeatView",
        ),
        "croupier.core.spec.shape": ("GameShape",),
        "croupier.core.spec.spec": (
            "CHANCE",
            "TERMINAL",
            "Bot",
            "BotEntry",
            "BotMaker",
            "GameNotation",
            "GameSpec",
            "GameText",
            "GameView",
            "Rules",
            "Schema",
            "Spaces",
            "Words",
        ),
        "croupier.core.spec.strengths": ("Strength",),
        "croupier.core.spec.tools": (
            "ActionTool",
            "Parameter",
            "ToolWords",
        ),
        "croupier.core.spec.training": (
            "Ablation",
            "AuxiliaryTask",
            "HandLayout",
            "Mix",
            "PrivilegedFeatures",
            "Recipe",
            "Stage",
            "Training",
        ),
    },
)
