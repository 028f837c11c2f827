"""What the tables of the docs were measured on: a record for each, and the page that shows them.

Run: ``uv run python -m benchmarks.measured``, which writes the page again. Strength tables get their record when
they are played (`benchmarks.strength`). One that was pasted by hand gets it from the JSON that its command wrote
(``--note NAME --report FILE``), or from the repository's history (``--from-history``), which knows less.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.strength.pages import MARKER, marked
from croupier.cli.common import note
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.files import writing
from croupier.core.base.renderers import markdown_table
from croupier.core.base.rows import in_columns
from croupier.provenance import code_of, machine_of

ROOT = Path(__file__).parents[1]
RECORDS, PAGE = "docs/results/measured.json", "docs/results/measured.md"
HISTORY = "history"
"""How a record was found that no measurement wrote."""
OF_CROUPIER, SAME_NETWORK = " of croupier", "same network"
"""How names of policies that ship end; of a record: policies that ship whose network played from an older file."""
_TABLE = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)
_SECTION = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_ROWS = "docs/results/rows.md"
"""A page whose tables have their records in the files that it is made of, see `benchmarks.rows`."""
_HAND = "docs/results"
"""Folder of the pages whose other tables have records too, by page and section."""
_ALSO = ("docs/benchmark.md", "docs/judge.md", "docs/solving.md", "docs/training-loop.md")
"""Other pages whose tables have records where they show intervals."""
_INTERVAL = re.compile(r"\([-+]?\d[\d.]* to ")
_WHAT = """# What the figures were measured on

<!-- uv run python -m benchmarks.measured writes this page from measured.json, where digests stand in full -->

Each table of these pages, and each table or figure of other pages that `benchmarks.strength` plays, with what it
was measured on ([Reproducibility](../reproducibility.md)). *Code* is the commit of the checkout that played;
digests are the first twelve digits of SHA-256.

{whole} of these {all} records are whole: they come from the measurement itself. The others are of tables that
were measured without one, most of them before records were kept, and have what the repository's history says: the
commit that last wrote the table, and the policies and weights as they were in it. Where nothing was recorded, as
of their machines, stands `-`; the pages say in words what they know of these.
"""


def shown_digest(text: str) -> str:
    """A name for what a table shows."""
    return sha256(text.strip().encode()).hexdigest()[:16]


def sections(text: str) -> dict[str, str]:
    """The sections of a page, by the name that links to them have; a section ends at the next heading.

    Args:
        text: the page.
    """
    heads = [*_SECTION.finditer(text)]
    ends = [*(each.start() for each in heads[1:]), len(text)]
    return {_anchor(head[1]): text[head.start() : end] for head, end in zip(heads, ends, strict=True)}


def tables_by_hand(section: str) -> str:
    """The tables of a section that no strength marker holds; empty where there are none."""
    return "\n".join(table.strip() for table in _TABLE.findall(MARKER.sub("", section)))


def shown_in(text: str, name: str) -> list[str]:
    """What a page shows that may be the table of a name: between its markers, or in any of its sections.

    Args:
        text: the page, of whatever time.
        name: as in `on_pages`.
    """
    if "#" in name:
        return [tables_by_hand(section) for section in sections(text).values()]
    return [inside for found, inside in MARKER.findall(text) if found == name]


def _anchor(head: str) -> str:
    """How MkDocs links to a heading."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", head).strip().lower())


def on_pages(root: Path) -> dict[str, tuple[str, str]]:
    """All that has a record: by name the page, and what is shown.

    A table between strength markers has its id for a name; the tables of a section of the results have
    ``PAGE#SECTION``, and so have those of some other pages that show intervals.

    Args:
        root: of the checkout.
    """
    found = {}
    for name, page in marked(root).items():
        held = dict(MARKER.findall(page.read_text(encoding="utf-8")))
        found[name] = (page.relative_to(root).as_posix(), held[name])
    also = [root / page for page in _ALSO if (root / page).exists()]
    for page in [*also, *sorted((root / _HAND).glob("*.md"))]:
        place = page.relative_to(root).as_posix()
        for section, inside in sections(page.read_text(encoding="utf-8")).items():
            tables = tables_by_hand(inside)
            if tables and place not in (PAGE, _ROWS) and (place not in _ALSO or _INTERVAL.search(tables)):
                found[f"{place}#{section}"] = (place, tables)
    return found


def read_records(root: Path) -> dict[str, dict[str, Any]]:
    """The records by name; none where there is no file.

    Raises:
        FileError: the file cannot be read.
    """
    file = root / RECORDS
    if not file.exists():
        return {}
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FileError(f"{file} cannot be read: {error}") from error
    return dict(found)


def record(root: Path, new: Mapping[str, tuple[str, Mapping[str, Any]]]) -> None:
    """Keep records, leave out those of tables that are gone, and write the page again.

    Args:
        root: of the checkout.
        new: by name what is shown, and its provenance as plain data.

    Raises:
        FileError: a file cannot be read or written.
    """
    places = on_pages(root)
    records = read_records(root) | {
        name: {"page": places[name][0], "shows": shown_digest(text), **about}
        for name, (text, about) in new.items()
    }
    kept = {name: records[name] for name in sorted(records) if name in places}
    _write(root / RECORDS, json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    _write(root / PAGE, page_of(root, kept))


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with writing(file) as out:
            out.write(text.encode())
    except OSError as error:
        raise FileError(f"{file} cannot be written: {error.strerror}") from error


def stale(root: Path, records: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Why records are not of what stands on the pages, or no longer of the policies that ship, by name.

    Args:
        root: of the checkout.
        records: the records.
    """
    shipped = shipped_policies(root)
    found = {}
    for name, (_, text) in on_pages(root).items():
        about = records.get(name)
        if about is None:
            found[name] = "has no record"
        elif about["shows"] != shown_digest(text):
            found[name] = "is not what was measured: it was changed by hand"
        else:
            other = [file for file, digest in _shipped_files(about) if shipped.get(file) != digest]
            if other:
                found[name] = f"was played by another {', '.join(other)} than the one that ships"
    return found


def shipped_policies(root: Path) -> dict[str, str]:
    """Digests of the policies and other weights that ship, by the names that records have for them.

    Args:
        root: of the checkout.
    """
    games = root / "src/croupier/games"
    files = [*games.glob("*/policies/*.onnx"), *games.glob("*/bots/*.npz")]
    return {f"{file.name}{OF_CROUPIER}": sha256(file.read_bytes()).hexdigest() for file in files}


def _shipped_files(about: Mapping[str, Any]) -> list[tuple[str, str]]:
    files = {**about.get("files", {}), **about.get(SAME_NETWORK, {})}
    return [(file, digest) for file, digest in files.items() if file.endswith(OF_CROUPIER)]


def page_of(root: Path, records: Mapping[str, Mapping[str, Any]]) -> str:
    """The page that shows the records.

    Args:
        root: of the checkout.
        records: the records.
    """
    whole = sum(about.get("from") != HISTORY for about in records.values())
    parts = [_WHAT.format(whole=whole, all=len(records))]
    for page in sorted({str(about["page"]) for about in records.values()}):
        text = (root / page).read_text(encoding="utf-8")
        title = _TITLE.search(text)
        here = {name: about for name, about in records.items() if about["page"] == page}
        head = page if title is None else title[1]
        parts.append(f"## {head}\n\n{_rows(page, here, text)}\n")
    return "\n".join(parts)


def _rows(page: str, records: Mapping[str, Mapping[str, Any]], text: str) -> str:
    heads = ("table", "date", "code", "versions", "seeds", "files", "machine", "command")
    rows = [(_link(page, name, text), *_cells(about)) for name, about in records.items()]
    return markdown_table(in_columns("", heads, rows))


def _link(page: str, name: str, text: str) -> str:
    section = name.partition("#")[2]
    if not section:
        before = text[: text.index(f"<!-- strength: {name} -->")]
        section = _anchor([*_SECTION.findall(before)][-1])
    if not page.startswith("docs/"):
        return f"`{name}`"  # a policy's card is shown on another page
    up = "" if page.startswith(f"{_HAND}/") else "../"
    target = up + page.removeprefix(f"{_HAND}/").removeprefix("docs/")
    return f"[`{name.partition('#')[2] or name}`]({target}#{section})"


def _cells(about: Mapping[str, Any]) -> tuple[str, ...]:
    versions = [("croupier", "croupier"), ("Python", "python"), ("NumPy", "numpy"), ("Numba", "numba")]
    played = [f"{label} {about[key]}" for label, key in versions if about.get(key)]
    played += [f"{game} {version}" for game, version in about.get("games", {}).items()]
    return (
        str(about.get("date", "-")),
        _code(about),
        _listed(played),
        _listed(map(str, about.get("seeds", ()))),
        _files(about),
        _machine(about),
        f"`{about['command']}`".replace("|", "\\|") if about.get("command") else "-",
    )


def _code(about: Mapping[str, Any]) -> str:
    if about.get("from") == HISTORY:
        return f"`{about['commit'][:12]}`, which wrote it"
    code = f"`{code_of(about['croupier'], about['commit'], about['clean'])}`"
    return code + "".join(f"; parts by `{each}`" for each in about.get("earlier", ()))


def _files(about: Mapping[str, Any]) -> str:
    files = [f"{file} `{digest[:12]}`" for file, digest in about.get("files", {}).items()]
    same = [f"the network of {file} `{digest[:12]}`" for file, digest in about.get(SAME_NETWORK, {}).items()]
    return _listed([*files, *same])


def _machine(about: Mapping[str, Any]) -> str:
    return machine_of(about) if about.get("processor") else "-"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "-"


def main(words: list[str] | None = None) -> int:
    """Write the page of records, and fill in what is missing if that is asked for.

    Args:
        words: the command line; None takes the process's.

    Returns:
        The exit status: 1 where a table is not as its record says, 2 for what cannot be read.
    """
    given = _parser().parse_args(words)
    try:
        places = on_pages(given.root)
        new = {}
        if given.note is not None:
            report = json.loads(given.report.read_text(encoding="utf-8"))
            new[given.note] = (places[given.note][1], report["provenance"])
        if given.from_history:
            from benchmarks.measured_history import from_history

            for name in stale(given.root, read_records(given.root)):
                new[name] = (places[name][1], from_history(given.root, name, *places[name]))
        record(given.root, new)
    except (ConfigError, FileError, OSError, ValueError, KeyError) as error:
        note(f"measured: {error}")
        return 2
    wrong = stale(given.root, read_records(given.root))
    for name, why in wrong.items():
        note(f"{name} {why}")
    return int(bool(wrong))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.measured", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--note", metavar="NAME", help="the table whose record --report gives: ID or PAGE#SECTION")
    parser.add_argument("--report", type=Path, metavar="FILE", help="JSON that the table's command wrote")
    parser.add_argument("--from-history", action="store_true", help="records of what is missing, from Git")
    parser.add_argument("--root", type=Path, default=ROOT, metavar="DIR", help="the checkout")
    return parser


if __name__ == "__main__":
    sys.exit(main())
