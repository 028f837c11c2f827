"""The report as files: complete, well-formed, and without anything from elsewhere."""

import base64
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from matplotlib import rcParamsDefault

import croupier
from croupier.core.base.errors import FileError
from croupier.measure.play.tournament import Report, play_tournament
from croupier.measure.reports.rendered import write_report
from croupier.measure.reports.summary import Summary, summarise
from croupier.measure.stats.comparison import compare
from croupier.measure.stats.promotion import promote
from tests.amounts import daily
from tests.measure.test_margins import played

pig = croupier.make("pig", winning_score=30, max_turns=60)
skull_king = croupier.make("skull-king", players=3, schedule="one")


SAYS = {
    "three agents": "bot:hold-5", "one deal": "bot:hold-9",
    "a cycle": "rock &lt;&amp;&gt; beats the &quot;shears&quot;", "comparison": "one B among As",
    "promotion": "<p>promoted: bot is better than random (in wins).</p>", "two agents": "bot:hold-9",
}  # fmt: skip
"""What the arena may have measured, and what its page says."""


def cyclic(names: list[str]) -> Report:
    """Each of three beats the next one."""
    return played({(0, 1): 0.8, (1, 2): 0.8, (0, 2): 0.2}, names, deals=50)


@pytest.fixture(scope="module")
def found() -> dict[str, Summary]:
    cycle = cyclic(["rock <&>", 'the "shears"', "paper"])
    return {
        "two agents": summarise(pig, play_tournament(pig, ["bot:hold-9", "random"], 20)),
        "three agents": summarise(pig, play_tournament(pig, ["bot:hold-9", "random", "bot:hold-5"], 20)),
        "a cycle": summarise(pig, cycle),
        "one deal": summarise(pig, play_tournament(pig, ["bot:hold-9", "random", "random"], 1)),
        "comparison": Summary(
            skull_king, 0, 20, comparison=compare(skull_king, "bot", "random", 20, among=["bot"])
        ),
        "promotion": Summary(skull_king, 0, 200, promotion=promote(skull_king, "bot", "random", 200)),
    }


@pytest.mark.parametrize("name", daily(SAYS, len(SAYS) - 1))
def test_the_page_is_whole_well_formed_and_asks_for_nothing_from_elsewhere(
    name: str, found: dict[str, Summary], tmp_path: Path
) -> None:
    folder = tmp_path / "deep" / "report"
    html, rows = files = write_report(found[name], folder)
    assert sorted(folder.iterdir()) == sorted(files)
    assert [file.name for file in files] == ["report.html", "report.json"]
    text = html.read_text()
    written = json.loads(rows.read_text())
    assert written.pop("per_deal", None) == found[name].per_deal()
    assert written == json.loads(json.dumps(found[name].as_dict()))
    assert SAYS[name] in text
    report = found[name].report
    for result in () if report is None else report.agents:
        assert f"<td>{result.win_rate:.2%}</td>" in text
        assert f"<td>{result.mean_points:.2f}</td>" in text
    root = ET.fromstring(text.removeprefix("<!DOCTYPE html>\n"))  # noqa: S314  # our own page
    pictures = root.findall(".//img")
    assert pictures
    for picture in pictures:
        assert len(picture.attrib["alt"]) > 20
        kind, _, data = picture.attrib["src"].partition(";base64,")
        assert kind == "data:image/svg+xml"
        drawn = base64.b64decode(data).decode()
        ET.fromstring(drawn)  # noqa: S314  # our own picture
        assert not re.search(r'(href|src)="(?!#|data:)|<!DOCTYPE|url\((?!#)|<script|@import', drawn)
    outside = re.sub(r'src="data:[^"]*"', "", text)
    assert not re.search(r"https?:|href=|src=|url\(|<script|@import", outside)
    if name in ("three agents", "comparison"):
        assert text.count("<table>") == text.count("<caption><span>") == 3


def test_dollar_signs_in_names_are_drawn_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["net:runs/$x_1^2^3$/p.onnx", "a$b$c", r"d$\alpha$"]
    summary = summarise(pig, cyclic(names))
    monkeypatch.setitem(rcParamsDefault, "svg.fonttype", "none")  # text stays text
    drawn = [svg for svg, _ in summary.plots()]
    assert len(drawn) == 3
    for svg in drawn:
        texts = ["".join(text.itertext()) for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
        for name in names:
            assert any(text.endswith(name) for text in texts), (name, texts)


LONG = (
    "net:runs/a-long-name-of-a-run/policy.onnx",
    "bot:hold-20",
    "net/temperature=1:/somewhere/experiments/2026-11/" + "second" * 8 + "/policy.onnx",
)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, found: dict[str, Summary]) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match=r"the report in .*file.* cannot be written"):
        write_report(found["promotion"], tmp_path / "file" / "report")
