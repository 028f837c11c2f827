"""The programs of the tutorial run as they stand, and print what stands below them."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "tutorial.md").read_text()
SNIPPETS = re.findall(
    r"^## ([^\n]+)\n(?:(?!^## ).)*?```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize(("code", "printed"), [each[1:] for each in SNIPPETS], ids=[each[0] for each in SNIPPETS])
def test_a_program_prints_what_stands_below_it(
    code: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "tutorial", "exec"), {"__name__": "tutorial"})  # noqa: S102  # the page's own code
    assert capsys.readouterr().out == printed


def test_each_program_of_the_tutorial_is_tried() -> None:
    assert len(SNIPPETS) == PAGE.count("```python\n") >= 9
