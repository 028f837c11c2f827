"""Every strength table of the documentation, and the figures in its sentences, as data."""

from __future__ import annotations

from benchmarks.strength import shown
from benchmarks.strength.abilities import ABILITIES
from benchmarks.strength.measures import Evaluated, Exact, Matches, Table
from benchmarks.strength.runs import Recording, TrainedRun
from benchmarks.strength.searched import SEARCHED

RESULTS = "docs/results.md"
TUTORIAL, PIG, SPITE, TRICKS = (
    "docs/tutorial.md",
    "docs/rules/pig.md",
    "docs/rules/spite-malice.md",
    "docs/rules/hearts-and-oh-hell.md",
)
_PLAYERS = "net", "bot", "random"
_TRAINED = "net", "net:2026-11", "bot", "random"
CARD = "src/croupier/games/skull_king/policies/skull-king-2026-11.md"

_FOUR = ("bot", "bot:simple", "random")
_SPITE_RUNS = (
    *(TrainedRun("spite-malice", "standard", seed) for seed in range(2)),
    TrainedRun("spite-malice", "standard", 2, (), (("device", "cuda"), ("precision", "float32")), "gpu"),
)
_SPITE_OPPONENTS = ("bot", "bot:greedy", "random")
_SPITE_NAMES = ("`bot`, which searches its whole turn", "`bot:greedy`", "`random`")
_SKULL_KING_RUNS = tuple(
    TrainedRun("skull-king", name, seed) for name in ("quick", "standard") for seed in range(3)
)
_SOURCE = Matches(
    "skull-king", (TrainedRun("skull-king", "source", 0), TrainedRun("skull-king", "quick", 0)), _FOUR, 1000
)
_BUDGETS = {"quick": "24 million", "standard": "192 million"}
_BOTS = ("bot", "bot:source-abilities", "bot:random-abilities", "bot:simple", "bot:random-bid")
_REPORT = Evaluated("skull-king", "net")


def _parts_run(label: str, **settings: object) -> TrainedRun:
    """A run that shows what a part of Skull King's training is worth at 8 million decisions."""
    given = {"epochs": 2, "critic_widths": (), "entropy_coef": 0.01, "total_decisions": 8_000_000}
    given |= {"teacher": "none", "gae_lambda": 0.95, "bot_share": 0.0} | settings
    recording = Recording("bot", 8000)
    return TrainedRun("skull-king", "quick", 0, (), tuple(given.items()), label, recording)


_PARTS = {
    "as above with `--set critic=own`": _parts_run("own-critic", critic="own"),
    "as above (the preset's oracle)": _parts_run("oracle"),
    "and with bots at the tables (`bot_share=1`)": _parts_run("bots", bot_share=1.0),
    "and with `gae_lambda=0.8`": _parts_run("lambda-08", bot_share=1.0, gae_lambda=0.8),
}
_OPTIMAL_HOLD = Exact("pig", "optimal", "bot:hold-20")
_OPTIMAL = Exact("pig", "optimal", "optimal")

TABLES: tuple[Table, ...] = (
    Table("pig-optimal-first", PIG, _OPTIMAL, shown.exact("first", 7)),
    Table("pig-optimal-hold-first", PIG, _OPTIMAL_HOLD, shown.exact("first", 4)),
    Table("pig-optimal-hold-second", PIG, _OPTIMAL_HOLD, shown.exact("second", 4)),
    Table("pig-hold-first", PIG, Exact("pig", "bot:hold-20", "bot:hold-20"), shown.exact("first", 2)),
    Table("tutorial-optimal-first", TUTORIAL, _OPTIMAL, shown.exact("first", 2)),
    Table(
        "spite-malice-bots",
        SPITE,
        Matches("spite-malice", ("bot",), ("bot:greedy",), deals=5000, seed=1),
        shown.sentence,
    ),
    Table(
        "spite-malice-planner",
        SPITE,
        Matches("spite-malice", ("bot:planner",), ("bot",), deals=500, seed=1),
        shown.sentence,
    ),
    Table(
        "spite-malice-net-planner",
        RESULTS,
        Matches("spite-malice", ("net",), ("bot:planner",), deals=500, seed=1),
        shown.sentence,
    ),
    Table(
        "spite-malice-net",
        "src/croupier/games/spite_malice/policies/spite-malice-2026-11.md",
        Matches("spite-malice", ("net",), _SPITE_OPPONENTS, deals=2000),
        shown.opponents("win rate (95% confidence interval)", _SPITE_NAMES),
    ),
    Table(
        "spite-malice-standard",
        RESULTS,
        Matches("spite-malice", _SPITE_RUNS, _SPITE_OPPONENTS, deals=2000),
        shown.players(
            ("seed:",),
            [(f"{run.seed}{', on a GPU' if run.label else ''}",) for run in _SPITE_RUNS],
            [f"against {name}" for name in _SPITE_NAMES],
        ),
    ),
    Table(
        "oh-hell-players",
        TRICKS,
        Matches("oh-hell", _PLAYERS, _PLAYERS, deals=1000, seed=1),
        shown.players(("",), [(f"`{name}`",) for name in _PLAYERS], [f"3 x `{name}`" for name in _PLAYERS]),
    ),
    Table(
        "hearts-players",
        TRICKS,
        Matches("hearts", _TRAINED, _TRAINED, deals=250, seed=1),
        shown.players(("",), [(f"`{name}`",) for name in _TRAINED], [f"3 x `{name}`" for name in _TRAINED]),
    ),
    Table(
        "skull-king-bots",
        RESULTS,
        Matches("skull-king", _BOTS, _BOTS, deals=2000, seed=1),
        shown.players(("",), [(f"`{name}`",) for name in _BOTS], [f"3 x `{name}`" for name in _BOTS]),
    ),
    Table(
        "skull-king-presets",
        RESULTS,
        Matches("skull-king", _SKULL_KING_RUNS, _FOUR, deals=1000),
        shown.players(
            ("preset", "decisions:", "seed"),
            [(f"`{run.preset}`", _BUDGETS[run.preset], str(run.seed)) for run in _SKULL_KING_RUNS],
            [f"against `{name}`" for name in _FOUR],
        ),
    ),
    Table(
        "skull-king-source",
        RESULTS,
        _SOURCE,
        shown.players(("preset",), [("`source`",), ("`quick`",)], [f"against three `{name}`" for name in _FOUR]),
    ),
    Table("net-card-bot", CARD, _REPORT, shown.report_share(4, "bot")),
    Table("net-card-lead", CARD, _REPORT, shown.report_lead(4, "bot")),
    Table("net-card-simple", CARD, _REPORT, shown.report_share(4, "bot:simple")),
    Table("net-tables", RESULTS, _REPORT, shown.section("Tables")),
    Table("net-abilities", RESULTS, _REPORT, shown.section("What the abilities are worth")),
    Table("net-choices", RESULTS, _REPORT, shown.section("What the choices are worth by search")),
    Table("net-measures", RESULTS, _REPORT, shown.section("How abilities and bids were used")),
    Table(
        "skull-king-parts",
        RESULTS,
        Matches("skull-king", tuple(_PARTS.values()), ("bot",), deals=1000),
        shown.players(
            ("run",), [(label,) for label in _PARTS], ["win rate against 3 x `bot` (95% confidence interval)"]
        ),
    ),
    *ABILITIES,
    *SEARCHED,
)
"""In the order in which they are played: the cheap ones first."""
