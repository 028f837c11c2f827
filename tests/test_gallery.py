"""What stands in the gallery runs as it stands, and prints what stands below it."""

import re
from pathlib import Path

import pytest

GALLERY = (Path(__file__).parents[1] / "docs" / "gallery.md").read_text()
SNIPPETS = re.findall(
    r"^## ([^\n]+)\n(?:(?!^## ).)*?```python\n(.*?)```\n\n```text\n(.*?)```", GALLERY, re.M | re.S
)


@pytest.mark.parametrize(("code", "printed"), [each[1:] for each in SNIPPETS], ids=[each[0] for each in SNIPPETS])
def test_what_is_copied_prints_what_is_told(
    code: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "gallery", "exec"), {"__name__": "gallery"})  # noqa: S102  # the page's own code
    assert capsys.readouterr().out == printed


def test_each_part_of_the_gallery_is_tried() -> None:
    assert len(SNIPPETS) == len(re.findall(r"^## ", GALLERY, re.MULTILINE)) == GALLERY.count("```python\n") >= 9
