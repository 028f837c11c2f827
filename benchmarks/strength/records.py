"""What the tables of the docs were measured on: a record for each, in docs/results/measured.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.strength.pages import between, marked
from croupier.core.base.errors import FileError
from croupier.core.base.files import writing

RECORDS = "docs/results/measured.json"
OF_CROUPIER, SAME_NETWORK = " of croupier", "same network"
"""How names of policies that ship end; of a record: policies that ship whose network played from an older file."""


def shown_digest(text: str) -> str:
    """A name for what a table shows."""
    return sha256(text.strip().encode()).hexdigest()[:16]


def read_records(root: Path) -> dict[str, dict[str, Any]]:
    """The records of a checkout by the id of their table; none where there is no file.

    Raises:
        FileError: the file cannot be read.
    """
    file = root / RECORDS
    if not file.exists():
        return {}
    try:
        return dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise FileError(f"{file} cannot be read: {error}") from error


def record(root: Path, new: Mapping[str, tuple[str, Mapping[str, Any]]]) -> None:
    """Keep records, and leave out those of tables that are gone.

    Args:
        root: of the checkout.
        new: by id what is shown, and its provenance as plain data.

    Raises:
        FileError: a file cannot be read or written.
    """
    places = {name: page.relative_to(root).as_posix() for name, page in marked(root).items()}
    records = read_records(root) | {
        name: {"page": places[name], "shows": shown_digest(text), **about} for name, (text, about) in new.items()
    }
    kept = {name: records[name] for name in sorted(records) if name in places}
    file = root / RECORDS
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with writing(file) as out:
            out.write((json.dumps(kept, indent=1, ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise FileError(f"{file} cannot be written: {error.strerror}") from error


def stale(root: Path, records: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Why records are not of what stands on the pages, or no longer of the policies that ship, by id."""
    shipped, found = shipped_policies(root), {}
    for name, page in marked(root).items():
        about = records.get(name)
        if about is None:
            found[name] = "has no record"
        elif about["shows"] != shown_digest(between(page.read_text(encoding="utf-8"), name)):
            found[name] = "is not what was measured: it was changed by hand"
        else:
            played = {**about.get("files", {}), **about.get(SAME_NETWORK, {})}
            other = [
                file
                for file, digest in played.items()
                if file.endswith(OF_CROUPIER) and shipped.get(file) != digest
            ]
            if other:
                found[name] = f"was played by another {', '.join(other)} than the one that ships"
    return found


def shipped_policies(root: Path) -> dict[str, str]:
    """Digests of the policies and other weights that ship, by the names that records have for them."""
    games = root / "src/croupier/games"
    files = [*games.glob("*/policies/*.onnx"), *games.glob("*/bots/*.npz")]
    return {f"{file.name}{OF_CROUPIER}": sha256(file.read_bytes()).hexdigest() for file in files}
