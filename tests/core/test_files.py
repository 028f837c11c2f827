"""Reading arrays, text and JSON of files that somebody else has made."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

from croupier.core.base.files import parse_json, read_arrays, read_lines


@pytest.mark.parametrize("header", ["{'descr", "(", "{'descr': '<f8', 'fortran_order': False}", "1 +"])
def test_a_broken_header_of_an_array_is_told(header: str, tmp_path: Path) -> None:
    file, text = tmp_path / "arrays.npz", header.encode() + b"\n"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("ours.npy", b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text)
    with pytest.raises(ValueError, match=r"."):
        read_arrays(file)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "arrays.npz"
    np.savez(file, ours=np.arange(3), theirs=np.eye(2))
    assert read_arrays(file, ["ours"])["ours"].tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="it holds more than 40 bytes"):
        read_arrays(file, most_bytes=40)
    with pytest.raises(ValueError, match="it lacks an array"):
        read_arrays(file, ["ours", "hers"])


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_byte_order_mark_and_blank_lines_are_passed_over(mark: bytes, tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_bytes(mark + b"one\r\n\n  \ntwo\n\n")
    assert [(number, line.strip()) for number, line in read_lines(file)] == [(1, "one"), (4, "two")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": [{"b": 1, "c": 2, "b": 1}]}', "'b' stands twice in one object"),
        (r'{"a": ["bo\ud83d"]}', r"half a character, '\\ud83d', stands in it"),
        (r'{"\uDE00": 1}', r"half a character, '\\ude00', stands in it"),
    ],
)
def test_json_that_means_two_things_or_no_text_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_json(text)


def test_other_json_is_read_as_it_is() -> None:
    assert parse_json(r'{"a": "\ud83d\ude00 \\ud83d", "b": {"a": [1.5, null]}}') == {
        "a": "\U0001f600 \\ud83d", "b": {"a": [1.5, None]},
    }  # fmt: skip


BY_HAND = (
    "table/game_file.py", "table/deal_check.py", "measure/reports/board.py", "agents/llm/settings.py",
)  # fmt: skip
"""Readers of files that people write, edit or send."""


@pytest.mark.parametrize("reader", BY_HAND)
def test_files_that_people_edit_are_read_by_the_same_helpers(reader: str) -> None:
    text = (Path(__file__).parents[2] / "src" / "croupier" / reader).read_text()
    assert "read_text(" in text
    assert ".read_text(" not in text
    assert "json.loads(text" not in text
