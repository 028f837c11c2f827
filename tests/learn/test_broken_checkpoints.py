"""Checkpoints that were changed, under a right checksum too: each is read, or refused by croupier's own error."""

import hashlib
import json
import struct
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import FileError
from croupier.learn.runs import checkpoint
from croupier.learn.runs.run import Run, policy_of
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from croupier.learn.settings.plan import training_plan
from tests.broken import Raw, as_json, changed, damaged

CONFIG = Config().changed(
    total_decisions=96, num_tables=4, rollout_steps=4, minibatch_size=8, widths=(8,), objective="shaped",
    league_share=0.3, league_size=1, league_every=1, seed=3, threads=1, device="cpu",
)  # fmt: skip
DTYPES: dict[str, Any] = {
    "F32": np.float32,
    "F64": np.float64,
    "I64": np.int64,
    "U64": np.uint64,
    "BOOL": np.bool_,
}
DTYPES |= {"U8": np.uint8, "I8": np.int8, "I16": np.int16, "I32": np.int32}
Arrays = dict[str, tuple[str, list[int], bytes]]
"""Type, shape and bytes of each array, as safetensors has them."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The checkpoint of three updates out of six, with a past policy."""
    trainer = Trainer(training_plan(croupier.make("spite-malice", goal_size=2), CONFIG))
    for _ in range(3):
        trainer.step()
    file = tmp_path_factory.mktemp("run") / checkpoint.NAME
    checkpoint.save(file, trainer.checkpoint("quick"))
    return file.read_bytes()


def parts(data: bytes) -> tuple[dict[str, Any], Arrays]:
    """What the file says of its run, and its arrays."""
    size = struct.unpack("<Q", data[:8])[0]
    header, body = json.loads(data[8 : 8 + size]), data[8 + size :]
    about = json.loads(header.pop("__metadata__")["about"])
    return about, {
        name: (each["dtype"], each["shape"], body[slice(*each["data_offsets"])]) for name, each in header.items()
    }


def whole(about: Any, arrays: Arrays) -> bytes:
    """The bytes of a file under a right checksum, if that can be made."""
    text, header, body = as_json(about), dict[str, Any](), b""
    digest = hashlib.sha256(text.encode())
    for name in sorted(arrays):
        dtype, shape, data = arrays[name]
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(data)]}
        body += data
        kind = np.dtype(DTYPES[dtype]) if dtype in DTYPES else dtype
        digest.update(f"\0{name} {kind} {tuple(shape)}\0".encode() + data)
    said = {"format": checkpoint.FORMAT, "about": text, "digest": digest.hexdigest()}
    head = json.dumps({"__metadata__": said, **header}).encode()
    return struct.pack("<Q", len(head)) + head + body


def odd_arrays(arrays: Arrays, draw: np.random.Generator) -> Arrays:
    """Arrays of which one is of another type or shape, missing, or there beside the others."""
    name = list(arrays)[draw.integers(len(arrays))]
    dtype, shape, data = arrays[name]
    kept = {each: array for each, array in arrays.items() if each != name}
    other = [
        ("BF16", [len(data) // 2], data), ("F8_E4M3", [len(data)], data), ("F8_E5M2", [len(data)], data),
        (dtype, [1] * 200 + shape, data), (dtype, [*shape, 1], data), (dtype, shape[::-1], data),
        ("U8", [len(data)], data), ("I64", [len(data) // 8], data[: len(data) // 8 * 8]), (dtype, [0], b""),
        ("F64", [], b"\xff" * 8),
    ]  # fmt: skip
    number = draw.integers(len(other) + 2)
    if number == len(other):
        return kept
    if number > len(other):
        return {**arrays, f"mean.{name}": arrays[name]}
    return {**kept, name: other[number]}


def test_the_file_that_is_changed_is_made_right(tmp_path: Path, written: bytes) -> None:
    file = tmp_path / checkpoint.NAME
    file.write_bytes(written)
    ours = checkpoint.load_checkpoint(file)
    file.write_bytes(whole(*parts(written)))
    found = checkpoint.load_checkpoint(file)
    assert found.config == ours.config
    assert all(np.array_equal(found.tensors[name], array) for name, array in ours.tensors.items())


@pytest.mark.parametrize(
    ("about", "arrays", "said"),
    [
        ({"progress": Raw("[" * 100_000 + "]" * 100_000)}, {}, "what it says of its run cannot be read"),
        ({"config": "text"}, {}, "has no config, or one of another type"),
        ({"config": {"seed": Raw("9" * 5000)}}, {}, "what it says of its run cannot be read"),
        ({"options": []}, {}, "has no options, or one of another type"),
        ({}, {"extra": ("F32", [1] * 200, b"\0" * 4)}, "its array 'extra' of F32 has 200 axes"),
        ({}, {"extra": ("BF16", [2], b"\0" * 4)}, "its array 'extra' of BF16 has 1 axes"),
        ({}, {"extra": ("F8_E4M3", [2], b"\0" * 2)}, "its array 'extra' of F8_E4M3"),
    ],
    ids=["nested", "text", "digits", "list", "axes", "bfloat16", "float8"],
)
def test_what_no_checkpoint_has_is_named(
    tmp_path: Path, written: bytes, about: Any, arrays: Arrays, said: str
) -> None:
    file = tmp_path / checkpoint.NAME
    old_about, old_arrays = parts(written)
    file.write_bytes(whole(old_about | about, old_arrays | arrays))
    with pytest.raises(FileError, match=said) as refused:
        checkpoint.load_checkpoint(file)
    assert str(file) in str(refused.value)


def refusal(read: Callable[[], object]) -> str:
    """The error of croupier's own that reading raises; empty where it raises none."""
    try:
        read()
    except FileError as error:
        return str(error)
    return ""


def fuzz(folder: Path, data: bytes, cases: int, resumed: int) -> None:
    draw = np.random.default_rng(5)
    about, arrays = parts(data)
    file = folder / checkpoint.NAME
    refused = 0
    for _ in range(cases):
        match draw.integers(4):
            case 0:
                text = damaged(data, draw)
            case 1:
                text = whole(about, odd_arrays(arrays, draw))
            case _:
                text = whole(changed(about, draw), arrays)
        file.write_bytes(text)
        said = refusal(partial(policy_of, file))
        assert not said or str(file) in said
        refused += bool(said)
    assert 0 < refused < cases
    for _ in range(resumed):
        progress = {"progress": changed(about["progress"], draw)}
        file.write_bytes(whole(about | progress, odd_arrays(arrays, draw) if draw.random() < 0.3 else arrays))
        said = refusal(partial(Run.resume, folder))
        assert not said or str(folder) in said


def test_changed_checkpoints_are_read_or_refused(tmp_path: Path, written: bytes) -> None:
    fuzz(tmp_path, written, 250, 8)


@pytest.mark.thorough
@pytest.mark.timeout(3600)
def test_ten_thousand_changed_checkpoints_are_read_or_refused(tmp_path: Path, written: bytes) -> None:
    fuzz(tmp_path, written, 10_000, 300)
