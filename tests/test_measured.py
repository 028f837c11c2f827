"""What the tables of the docs were measured on: every table has a record, of itself and of what ships."""

import json
import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from benchmarks.measured import (
    PAGE,
    RECORDS,
    main,
    on_pages,
    page_of,
    read_records,
    record,
    sections,
    shipped_policies,
    shown_digest,
    stale,
    tables_by_hand,
)
from benchmarks.measured_history import from_history
from croupier.core.base.errors import FileError
from croupier.provenance import Provenance

ROOT = Path(__file__).parents[1]
TEXT = """# Results

## By hand, `net`

| a | b |
|---|---|
| 1 | 2 |

## Played

<!-- strength: bots -->

| who | wins |
|---|---|
| x | 5% |

<!-- /strength -->

### In words

Nothing.
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    page = tmp_path / "docs" / "results" / "some.md"
    page.parent.mkdir(parents=True)
    page.write_text(TEXT)
    policies = tmp_path / "src" / "croupier" / "games" / "pig" / "policies"
    policies.mkdir(parents=True)
    shutil.copy(ROOT / "src/croupier/games/skull_king/policies/skull-king-2026-11.onnx", policies / "pig.onnx")
    return tmp_path


def test_every_table_of_the_results_has_a_record_of_itself_and_of_the_policies_that_ship() -> None:
    """Where this fails, play the table again: its command stands above it, or `benchmarks.strength` plays it."""
    assert stale(ROOT, read_records(ROOT)) == {}


def test_the_page_of_records_is_as_they_are() -> None:
    assert (ROOT / PAGE).read_text() == page_of(ROOT, read_records(ROOT)), (
        "write it: python -m benchmarks.measured"
    )
    assert set(read_records(ROOT)) == set(on_pages(ROOT)), "records of tables that are gone stay out"


def test_a_record_names_no_folder_of_a_machine() -> None:
    for name, about in read_records(ROOT).items():
        words = [about.get("command", ""), *about["files"]]
        assert not any(word.startswith("/") or " /" in word for word in words), name


def test_a_record_names_commits_that_others_can_check_out() -> None:
    """Where this fails, the table was played from a commit that was rebased since: play it from one of main."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("there is no checkout")
    if git(ROOT, "rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("a shallow clone has not all commits")
    here = git(ROOT, "rev-list", "HEAD").split()
    known = {*here, *(each[:12] for each in here)}
    for name, about in read_records(ROOT).items():
        earlier = [each.split()[0] for each in about.get("earlier", ()) if re.match("[0-9a-f]{12}", each)]
        unknown = {about["commit"], *earlier} - {"", *known}
        assert not unknown, name


def test_tables_are_found_by_marker_and_by_section(copy: Path) -> None:
    assert list(sections(TEXT)) == ["results", "by-hand-net", "played", "in-words"]
    assert tables_by_hand(sections(TEXT)["played"]) == ""
    places = on_pages(copy)
    assert set(places) == {"bots", "docs/results/some.md#by-hand-net"}
    assert places["docs/results/some.md#by-hand-net"][1] == "| a | b |\n|---|---|\n| 1 | 2 |"
    assert shown_digest("\n| a |\n") == shown_digest("| a |")


def test_a_record_is_stale_once_its_table_or_a_policy_has_changed(copy: Path) -> None:
    by_hand, page = "docs/results/some.md#by-hand-net", copy / "docs" / "results" / "some.md"
    assert stale(copy, {}) == {"bots": "has no record", by_hand: "has no record"}
    policy = copy / "src/croupier/games/pig/policies/pig.onnx"
    here = Provenance.now([]).data()
    places = on_pages(copy)
    digest = {"pig.onnx of croupier": _digest(policy)}
    record(copy, {name: (text, here | {"files": digest}) for name, (_, text) in places.items()})
    records = read_records(copy)
    assert stale(copy, records) == {}
    assert (copy / PAGE).read_text() == page_of(copy, records)
    assert "[`by-hand-net`](some.md#by-hand-net)" in (copy / PAGE).read_text()
    assert "2 of these 2 records are whole" in (copy / PAGE).read_text()
    less = records | {by_hand: records[by_hand] | {"from": "history"}}
    assert "1 of these 2 records are whole" in page_of(copy, less)
    assert f"pig.onnx of croupier `{digest['pig.onnx of croupier'][:12]}`" in (copy / PAGE).read_text()
    page.write_text(TEXT.replace("| 1 | 2 |", "| 1 | 3 |"))
    assert stale(copy, records) == {by_hand: "is not what was measured: it was changed by hand"}
    page.write_text(TEXT.replace("5%", "6%"))
    assert stale(copy, records) == {"bots": "is not what was measured: it was changed by hand"}
    page.write_text(TEXT)
    policy.write_bytes(policy.read_bytes() + b"\0")
    assert set(stale(copy, records).values()) == {
        "was played by another pig.onnx of croupier than the one that ships"
    }


def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def test_a_table_that_was_pasted_takes_the_record_of_its_report(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report, name = copy / "report.json", "docs/results/some.md#by-hand-net"
    report.write_text(json.dumps({"provenance": Provenance.now([], [7]).data()}))
    assert main(["--root", str(copy), "--note", name, "--report", str(report)]) == 1
    assert capsys.readouterr().err == "bots has no record\n"
    assert read_records(copy)[name]["seeds"] == [7]
    assert main(["--root", str(copy), "--note", "nothing", "--report", str(report)]) == 2
    (copy / RECORDS).write_text("{")
    assert main(["--root", str(copy)]) == 2
    assert "cannot be read" in capsys.readouterr().err


def git(root: Path, *words: str) -> str:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.invalid")
    found = subprocess.run(
        [str(shutil.which("git")), *who, *words], cwd=root, check=True, capture_output=True, encoding="utf-8"
    )
    return found.stdout.strip()


def commit(root: Path) -> str:
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "x")
    return git(root, "rev-parse", "HEAD")


BY_HAND = (
    ("Planned", "bot:planner", "Mini Spite and Malice"),
    ("Asked", "search/fast,opponents=watched", "Skull King"),
    ("Told", "search/opponents=learned", "Skull King"),
)
FILES = (
    "skull_king/policies/skull-king-2026-11.onnx",
    "skull_king/bots/choices.npz",
    "spite_malice/bots/planner.npz",
)
SEARCHED, POLICY_OF_SEARCH = "docs/results/some.md#skull-king-net", "skull-king-2026-11.onnx of croupier"
PLANNED, PLANNER, CHOICES = "spite-malice-planner", "planner.npz of croupier", "choices.npz of croupier"


@pytest.mark.parametrize(
    ("name", "default", "plays"),
    [
        (PLANNED, "LEARNED", []),
        (SEARCHED, "WATCHED", []),
        (PLANNED, "LEARNED", [PLANNER]),
        ("search-strength", "LEARNED", [POLICY_OF_SEARCH]),
        ("search-strength", "WATCHED", [POLICY_OF_SEARCH, CHOICES]),
        (SEARCHED, "LEARNED", [POLICY_OF_SEARCH]),
        (SEARCHED, "WATCHED", [POLICY_OF_SEARCH, CHOICES]),
        ("docs/results/some.md#planned", "LEARNED", [PLANNER]),
        ("docs/results/some.md#asked", "LEARNED", [POLICY_OF_SEARCH, CHOICES]),
        ("docs/results/some.md#told", "WATCHED", [POLICY_OF_SEARCH]),
    ],
)
def test_the_history_knows_the_weights_of_bots_that_played_then(
    copy: Path, name: str, default: str, plays: list[str]
) -> None:
    """Nothing played where the files came after the page: ``plays`` is empty."""
    page, settings = copy / "docs/results/some.md", copy / "src/croupier/agents/search/settings.py"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"class Settings:\n    opponents: str = {default}\n")

    table = "| a |\n|---|\n| 1 |\n"
    marked = "".join(
        f"<!-- strength: {each} -->\n\n{table}\n<!-- /strength -->\n\n" for each in (PLANNED, "search-strength")
    )
    by_hand = f"## Skull King, `net`\n\n$ croupier arena search net\n\n{table}\n" + "".join(
        f"## {title}\n\n`{player}` of {game}:\n\n| `{player}` |\n|---|\n| 1 |\n\n"
        for title, player, game in BY_HAND
    )
    git(copy, "init", "-q")
    if not plays:
        page.write_text(f"# Results\n\n{marked}{by_hand}")
        commit(copy)
    for file in FILES:
        to = copy / "src/croupier/games" / file
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "src/croupier/games" / file, to)
    page.write_text(f"# Results\n\n{marked}{by_hand}")
    commit(copy)
    place, text = on_pages(copy)[name]
    found = from_history(copy, name, place, text)["files"]
    assert sorted(found) == sorted(plays)
    assert found.items() <= shipped_policies(copy).items()


def test_the_history_says_which_commit_wrote_a_table_and_what_shipped_then(copy: Path) -> None:
    page, policy = copy / "docs/results/some.md", copy / "src/croupier/games/pig/policies/pig.onnx"

    def said() -> str:
        place, text = on_pages(copy)[name]
        found = from_history(copy, name, place, text)
        assert found["files"] == {}, "no game of croupier is named there"
        return str(found["commit"])

    name = "docs/results/some.md#by-hand-net"
    git(copy, "init", "-q")
    page.write_text(TEXT.replace("| 1 | 2 |", "| 1 | 1 |"))
    commit(copy)
    page.write_text(TEXT)
    wrote = commit(copy)
    page.write_text(TEXT.replace("Nothing.", "Something."))
    policy.write_bytes(policy.read_bytes())
    commit(copy)
    assert said() == wrote
    page.write_text(TEXT.replace("| 1 | 2 |", "| 1 | 4 |"))
    with pytest.raises(FileError, match="commit the page first"):
        said()
