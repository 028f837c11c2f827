"""The code on the page of the adapters runs, and a library that is missing is named.

That of Stable-Baselines3 is run by tests of its own.
"""

import importlib
import re
import sys

import pytest

from tests.pages import python

PAGE = "environments.md"


@pytest.mark.parametrize(
    ("module", "library"), [("gymnasium", "gymnasium"), ("sb3", "sb3_contrib"), ("textarena", "textarena")]
)
def test_a_library_that_is_missing_is_named_with_its_extra(
    module: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = [name for name in sys.modules if name.partition(".")[0] == library]
    for name in {library, *loaded}:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"croupier.envs.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"needs {library}, .*pip install '\.\[{module}\]'"):
        importlib.import_module(f"croupier.envs.{module}")


@pytest.mark.parametrize(
    ("library", "shown"),
    [
        ("What holds everywhere", r"BIDDING 0 bid 0 11\n(.+\n)+"),
        ("PettingZoo", r"(player_\d \S+ \S+\n){4}"),
        ("OpenSpiel", r"\[.*\]\n"),
    ],
)
def test_the_code_on_the_page_runs_and_prints_what_it_is_for(
    library: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for block in python(PAGE, library):
        exec(compile(block, PAGE, "exec"), {})  # noqa: S102  # our own page
    assert re.fullmatch(shown, capsys.readouterr().out)
