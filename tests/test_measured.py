"""What the tables of the docs were measured on: every table has a record, of itself and of what ships."""

from hashlib import sha256
from pathlib import Path

import pytest

from benchmarks.strength.pages import marked
from benchmarks.strength.records import RECORDS, read_records, record, shown_digest, stale
from croupier.core.base.errors import FileError
from croupier.provenance import provenance

ROOT = Path(__file__).parents[1]
TEXT = """# Results

<!-- strength: bots -->

| who | wins |
|---|---|
| x | 5% |

<!-- /strength -->
"""


def test_every_table_has_a_record_of_itself_and_of_the_policies_that_ship() -> None:
    """Where this fails, play the table again: `python -m benchmarks.strength --only ID`."""
    assert stale(ROOT, read_records(ROOT)) == {}
    assert set(read_records(ROOT)) == set(marked(ROOT)), "records of tables that are gone stay out"
    for name, about in read_records(ROOT).items():
        words = [about.get("command", ""), *about["files"]]
        assert not any(word.startswith("/") or " /" in word for word in words), f"{name} names a machine's folder"


def test_a_record_is_stale_once_its_table_or_a_policy_has_changed(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "results" / "some.md"
    page.parent.mkdir(parents=True)
    page.write_text(TEXT)
    policy = tmp_path / "src" / "croupier" / "games" / "pig" / "policies" / "pig.onnx"
    policy.parent.mkdir(parents=True)
    policy.write_bytes(b"weights")
    assert stale(tmp_path, {}) == {"bots": "has no record"}
    files = {"pig.onnx of croupier": sha256(b"weights").hexdigest()}
    record(tmp_path, {"bots": ("| who | wins |\n|---|---|\n| x | 5% |", provenance([]) | {"files": files})})
    records = read_records(tmp_path)
    assert stale(tmp_path, records) == {}
    page.write_text(TEXT.replace("5%", "6%"))
    assert stale(tmp_path, records) == {"bots": "is not what was measured: it was changed by hand"}
    page.write_text(TEXT)
    policy.write_bytes(b"others")
    assert stale(tmp_path, records) == {
        "bots": "was played by another pig.onnx of croupier than the one that ships"
    }
    (tmp_path / RECORDS).write_text("{")
    with pytest.raises(FileError, match="cannot be read"):
        read_records(tmp_path)
    assert shown_digest("\n| a |\n") == shown_digest("| a |")
