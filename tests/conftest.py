"""What all tests share."""

import contextlib
import gc
import importlib
import os
import pickle
import shutil
import sys
from collections.abc import Generator, Iterable, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

from croupier.core.spec import registry
from tests.before import compile_kernels
from tests.checks import Checks
from tests.since import Selection, changed, selection

if {"quick", "-mquick"} & set(sys.argv):  # before a kernel is used; workers inherit it
    os.environ["NUMBA_DISABLE_JIT"] = "1"
INTERPRETED = bool(int(os.environ.get("NUMBA_DISABLE_JIT", "0")))
# this suite starts hundreds of processes: what one has compiled of the packages' sources, the others read
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# threads of PyTorch and NumPy that wait spin by default; so they leave the processor to the other tests
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# servers wait for the disk at every move: where memory has the room, the files of tests lie there
MEMORY = Path("/dev/shm")  # noqa: S108  # pytest makes a folder of its own there, which nobody else may enter
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 4 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


NO_BROWSER = "no browser is installed"
PAGES = "tests/browser/"
FIRST = (
    "tests/test_interpreted_contract.py",
    "tests/agents/search/test_network.py",
    "tests/agents/search/test_rollouts.py",
    "tests/agents/search/test_belief.py",
    "tests/games/spite_malice/test_observe.py",
    "tests/testing/test_check_game.py",
    "tests/testing/test_check_play.py",
    "tests/testing/test_fuzz.py",
    "tests/testing/test_checks.py",
)
"""Files that the workers take in this order, after the pages in a whole suite and the folders of what has changed.

The first of them takes longest, and the last four are long too: no worker is left alone with one at the end.
Where nothing is in the cache of compiled code, as in a run of some folders, the others keep two workers from
compiling the same kernels side by side.
"""


# `pytest -m quick`: a test of every room, uncompiled, in less than a minute
QUICK = frozenset(
    f"tests/{file}.py"
    for file in (
        "agents/test_names", "agents/test_traits", "measure/test_small_pig", "measure/test_match",
        "measure/test_rating", "cli/test_games", "core/test_numba_bound", "core/test_rng", "core/test_sentence",
        "core/test_spec", "core/test_state", "envs/test_gymnasium", "envs/test_text", "games/hearts/test_rules",
        "games/leduc/test_rules", "games/liars_dice/test_rules", "games/oh_hell/test_rules",
        "games/pig/test_rules", "games/skull_king/test_rules", "games/spite_malice/test_rules",
        "learn/test_advantages", "learn/test_plan", "models/test_replies", "server/test_lobby",
        "solving/test_kuhn", "table/test_driver", "table/test_table", "test_house", "test_sources",
        "testing/test_check_facts", "testing/test_tree",
    )
)  # fmt: skip

REPORTS = ("cli", "measure", "models", "baseline", "test_reports_source")
PLOTS = ("test_page", "test_review", "test_evaluation", "test_forfeits")
"""Folders of tests in which reports are made, one file elsewhere, and files there that look at plots."""


def _is_quick(config: pytest.Config) -> bool:
    return str(config.getoption("markexpr")) == "quick"


def _is_whole(config: pytest.Config) -> bool:
    """Whether all is run that runs every day, or what of it a change reaches."""
    some = config.option.keyword or config.getoption("lf", False)
    return config.args == config.getini("testpaths") and config.option.markexpr == "not thorough" and not some


CHECKS = pytest.StashKey[Checks]()
SINCE = pytest.StashKey[Selection]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of this suite."""
    group = parser.getgroup("croupier")
    group.addoption("--no-checks", action="store_true", help="leave out lint, types, layers, pages and workflows")
    group.addoption(
        "--since", metavar="REV", help="run what the changes since a revision can reach, by the layers"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Find what is run; workers are told."""
    if told := getattr(config, "workerinput", {}).get("since"):
        config.stash[SINCE] = pickle.loads(told)  # noqa: S301  # by the process that started this one
    elif since := config.getoption("since"):
        config.stash[SINCE] = selection(changed(str(since)))


class PagesTogether(LoadFileScheduling):  # type: ignore[misc]  # xdist publishes no types
    """Each worker takes one file after another, and one of them takes all that need a browser.

    It is idle half of the time, waiting for the browser; two of these would leave a core idle.
    """

    def _split_scope(self, nodeid: str) -> str:
        return PAGES if nodeid.startswith(PAGES) else str(super()._split_scope(nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> PagesTogether | None:
    """Open the pages in one worker of the whole suite, whose other tests keep the others busy."""
    return PagesTogether(config, log) if _is_whole(config) and config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker what is run, which takes seconds to find."""
    if SINCE in node.config.stash:
        node.workerinput["since"] = pickle.dumps(node.config.stash[SINCE])


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what is run since a revision, and why, and which games are not the suite's own."""
    found = config.stash.get(SINCE, None)
    why = [] if found is None else [f"since {config.getoption('since')}", *(f"  {line}" for line in found.why)]
    foreign = ", ".join(point.name for point in entry_points(group=registry.GROUP))
    return [*why, f"of other packages: {foreign}; tests that list all games fail beside them"] if foreign else why


@pytest.hookimpl(wrapper=True)
def pytest_sessionstart(session: pytest.Session) -> Generator[None]:
    """With the whole suite start the checks, and compile once what its workers would compile side by side.

    The workers load the tests meanwhile.
    """
    config = session.config
    whole = _is_whole(config) and not hasattr(config, "workerinput") and not config.option.collectonly
    if whole and not config.getoption("no_checks"):
        config.stash[CHECKS] = Checks(pages=config.stash.get(SINCE, Selection(None)).documented)
    try:
        yield
        if whole and not INTERPRETED and config.getoption("since") is None:
            compile_kernels()
    except BaseException:  # as by Ctrl-C, after which pytest ends no session
        if CHECKS in config.stash:
            config.stash[CHECKS].stop()
        raise


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A check that fails makes the suite fail."""
    checks = session.config.stash.get(CHECKS, None)
    if checks is None:
        return
    if session.exitstatus == pytest.ExitCode.INTERRUPTED:
        checks.stop()
        del session.config.stash[CHECKS]
    elif any(each.said for each in checks.results()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With a failure say what was played, and how it is played again."""
    report = yield
    if report.failed and call.excinfo is not None:
        try:
            from tests.played import played  # loads tables, which most tests need not

            told = played(call.excinfo.tb)
        except Exception as error:  # noqa: BLE001  # of a broken game, or where a test hides modules
            told = [f"it cannot be told: {error!r}"]
        if told:
            report.sections.append(("played", "\n".join(told)))
    return report


def missing_browser(skipped: Iterable[pytest.TestReport]) -> str:
    """What a browser that is missing costs, in one line; empty where none was missed."""
    count = sum(NO_BROWSER in str(each.longrepr) for each in skipped)
    found = f"{count} tests of pages were left out: {NO_BROWSER}; `.ci/run` installs one, as root on Debian"
    return found * bool(count)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """A line for each check, and what a failed one said; and one on a missing browser."""
    if missing := missing_browser(terminalreporter.stats.get("skipped", ())):
        terminalreporter.write_line(missing, yellow=True)
    checks = config.stash.get(CHECKS, None)
    for name, seconds, said in () if checks is None else checks.results():
        if said:
            terminalreporter.section(f"check {name}", red=True)
            terminalreporter.write_line(said)
        terminalreporter.write_line(f"check {name}: {'failed' if said else 'passed'} in {seconds:.0f} s")


def _load_in_turns(config: pytest.Config) -> None:
    """Let each worker of the whole suite load the test files from another one on.

    Else all compile the same source at the same time in a new clone, where no bytecode is there yet.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1 or not _is_whole(config):
        return
    chosen = config.stash.get(SINCE, Selection(None)).files
    paths = (config.rootpath / "tests").rglob("test_*.py") if chosen is None else chosen
    files = sorted(path.relative_to(config.rootpath) for path in paths)
    first = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) * len(files) // workers
    for file in files[first:] + files[:first]:
        # a file that fails to load, or is skipped, is loaded again where pytest can say so
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(file.with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Let the garbage collector look through nothing that is loaded here, and through the rest less often.

    What is loaded stays until the process ends: some 700,000 objects where all tests are. Compiling makes many
    that live long, and a tenth of its time goes into looking through them. Servers that tests start look
    through everything whenever nobody is there.
    """
    gc.disable()
    try:
        _load_in_turns(session.config)
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 1_000)
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only quick tests are wanted, or what a change reaches, the other files need not be read."""
    if collection_path.suffix != ".py":
        return None
    chosen = config.stash.get(SINCE, Selection(None)).files
    if chosen is not None and collection_path not in chosen:
        return True
    return True if _is_quick(config) and str(collection_path.relative_to(config.rootpath)) not in QUICK else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Function]) -> None:
    """Mark the quick tests, leave out what `--since` does not reach, and put some files first.

    What is marked ``compiled`` is skipped in interpreted mode: it is about compilation, far too slow without, or
    the same in both modes.
    """
    if _is_quick(config):
        for item in items:
            if not item.get_closest_marker("thorough"):
                item.add_marker(pytest.mark.quick)
    chosen = config.stash.get(SINCE, Selection(None))
    left_out = {item for item in items if chosen.leaves_out(item.path, item.originalname, item.name)}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    places = {file: place for place, file in enumerate(FIRST)}
    last = len(FIRST)
    together = _is_whole(config) and hasattr(config, "workerinput")
    items.sort(
        key=lambda item: (
            not (together and item.nodeid.startswith(PAGES)),
            not chosen.first(item.nodeid),
            places.get(item.nodeid.partition("::")[0], last),
        )
    )
    if INTERPRETED:
        skip = pytest.mark.skip(reason="needs compiled kernels (NUMBA_DISABLE_JIT is set)")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(skip)


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Entry points of another package, which has the toy game: name to value.

    The registry is read anew, before and after.
    """
    from tests.toy import SPEC

    module = ModuleType("cards_of_others")
    module.SPEC = SPEC  # type: ignore[attr-defined]
    module.NOTHING = 5  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "cards_of_others", module)
    points = {"toy": "cards_of_others:SPEC"}

    def entry_points(group: str) -> list[EntryPoint]:
        assert group == "croupier.games"
        return [EntryPoint(name, value, group) for name, value in points.items()]

    monkeypatch.setattr(registry, "entry_points", entry_points)
    registry.registered_games.cache_clear()
    registry.spec.cache_clear()
    yield points
    registry.registered_games.cache_clear()
    registry.spec.cache_clear()


@pytest.fixture
def toy(outside: dict[str, str]) -> None:
    """Register the toy game as one of another package."""
    assert "toy" in outside


@pytest.fixture(autouse=True)
def no_plots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports without plots, which take half of the time of a small run; files named in `PLOTS` see them."""
    stem = request.path.stem
    if (request.path.parent.name in REPORTS or stem in REPORTS) and stem not in PLOTS:
        monkeypatch.setattr("croupier.measure.reports.summary.Summary.plots", lambda _: [])
        for page in ("player", "standing", "lines"):
            monkeypatch.setattr(f"croupier.measure.reports.{page}.svg", lambda *_: "<svg/>")
