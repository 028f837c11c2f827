"""What the repository's history says of tables that were measured before records were kept.

It knows the commit that last wrote a table, its day, and the policies and weights of bots as they were in it: no
machine, no command.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import onnx

from benchmarks.measured import HISTORY, OF_CROUPIER, SAME_NETWORK, sections, shown_in, tables_by_hand
from benchmarks.strength.measures import Work
from benchmarks.strength.source import line_up
from benchmarks.strength.tables import TABLES
from croupier.agents.registry import make_agent
from croupier.agents.search.settings import WATCHED
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec import registry
from croupier.core.spec.spec import GameSpec
from croupier.provenance import Provenance

_PLAYED_BY = re.compile(
    r"`(?:net|search|exploit)\b|croupier (?:judge|arena|exploit)|benchmarks\.(?:search|beliefs)"
)
"""A section whose figures follow from a game's policy."""
_NAMED = re.compile(r"[`\s](bot:[\w-]+|search(?:/[\w.=,-]+)?)(?=[`\s]|$)", re.MULTILINE)
"""Names in tables and commands of players that may play by weights which ship, other than policies."""
_COMMAND = re.compile(r"^\$ .+$", re.MULTILINE)
_DEFAULT = re.compile(rf"^    opponents: str = {WATCHED}$", re.MULTILINE | re.IGNORECASE)
"""In the settings of `search`, where it fits a model to the others without being asked to."""
_SETTINGS = "src/croupier/agents/search/settings.py"
_WEIGHTS = ".npz"
_SMALL = "-small"
_ABOUT = {"docs/results/search.md": "skull-king"}
"""The game of a page whose sections do not name it."""


def from_history(root: Path, name: str, page: str, text: str) -> dict[str, Any]:
    """A record of what the history says.

    Args:
        root: of the checkout.
        name: the table's name, as in `benchmarks.measured.on_pages`.
        page: where it stands.
        text: what it shows.

    Raises:
        FileError: the page is not committed, or Git fails.
    """
    commit, date = _writer(root, name, page, text)
    names, seeds = _files(root, name, page, fitted=_fitted(root, commit))
    found: dict[str, Any] = {"from": HISTORY, "date": date, "commit": commit, "seeds": seeds, "files": {}}
    then, now = _policies(root, commit), _policies(root, "HEAD")
    for file in names:
        same = [old for old, policy in then.items() if policy.network == now[file].network]
        if same and then[same[0]].digest == now[file].digest:
            found["files"][f"{file}{OF_CROUPIER}"] = now[file].digest
        elif same:  # its metadata were written anew since
            found["files"][same[0]] = then[same[0]].digest
            found.setdefault(SAME_NETWORK, {})[f"{file}{OF_CROUPIER}"] = now[file].digest
        else:
            game = file if file.endswith(_WEIGHTS) else file.rpartition("-20")[0]
            older = {old: policy.digest for old, policy in then.items() if old.startswith(game)}
            found["files"] |= {f"{old}{OF_CROUPIER}": digest for old, digest in older.items()}
    return found


def _writer(root: Path, name: str, page: str, text: str) -> tuple[str, str]:
    """The commit since which the page has shown this, and its day."""
    found = None
    for commit, date, path in _versions(root, page):
        if text.strip() not in (each.strip() for each in shown_in(_git(root, "show", f"{commit}:{path}"), name)):
            break
        found = commit, date
    if found is None:
        raise FileError(f"{page}: {name} is not as the last commit has it: commit the page first")
    return found


@cache
def _versions(root: Path, page: str) -> list[tuple[str, str, str]]:
    """Commits that changed a page, the newest first: commit, day, and what it was called."""
    said = _git(root, "log", "--follow", "--name-only", "--format=%x00%H %cs", "--", page)
    return [(*entry.split()[:2], entry.split()[2]) for entry in said.split("\0")[1:]]  # type: ignore[misc]


@dataclass(frozen=True)
class _Policy:
    """Digests of a policy's file, and of its network alone, without metadata; of weights, the file's twice."""

    digest: str
    network: str


@cache
def _policies(root: Path, commit: str) -> dict[str, _Policy]:
    """The policies and weights of bots that shipped at a commit, by name of the file."""
    paths = map(Path, _git(root, "ls-tree", "-r", "--name-only", commit, "src/croupier/games").split())
    return {
        path.name: _policy(_bytes(root, "show", f"{commit}:{path.as_posix()}"), path.suffix)
        for path in paths
        if path.suffix == ".onnx" or (path.parent.name == "bots" and path.suffix == _WEIGHTS)
    }


@cache
def _policy(data: bytes, suffix: str) -> _Policy:
    if suffix == _WEIGHTS:
        return _Policy(sha256(data).hexdigest(), sha256(data).hexdigest())
    network = onnx.load_from_string(data).graph.SerializeToString(deterministic=True)
    return _Policy(sha256(data).hexdigest(), sha256(network).hexdigest())


def _fitted(root: Path, commit: str) -> bool:
    """Whether `search` fitted a model to what the others did, without being asked to, at a commit."""
    held = _git(root, "ls-tree", "--name-only", commit, _SETTINGS)
    return bool(held) and _DEFAULT.search(_git(root, "show", f"{commit}:{_SETTINGS}")) is not None


def _files(root: Path, name: str, page: str, *, fitted: bool) -> tuple[list[str], list[int]]:
    """The policies and weights that ship and play in a table, and the seeds that it declares."""
    for table in TABLES:
        if table.name == name:
            work = Work(root / "runs", 1, None, write=False, on_progress=lambda _: None)
            lines, seeds = line_up(table.measure, work)
            named = [(game, [each for each in who if not each.startswith("net:")]) for game, who in lines]
            return list(_shipped(named, fitted=fitted)), list(dict.fromkeys(seeds))
    found = [*_named_policies(root, name, page), *_named_weights(root, name, page, fitted=fitted)]
    return list(dict.fromkeys(found)), []


def _shipped(lines: Sequence[tuple[Game, Sequence[str]]], *, fitted: bool) -> Iterator[str]:
    """The files that ship of those that players play by, for a time when `search` fitted a model or did not."""
    asked = any(WATCHED in each for _, who in lines for each in who)
    fits = {
        part.choices().weights.name for game, _ in lines if (part := game.spec.search_part).choices is not None
    }
    for file in Provenance.now(lines).files:
        plain = file.removesuffix(OF_CROUPIER)
        if plain != file and (fitted or asked or plain not in fits):
            yield plain


def _named_policies(root: Path, name: str, page: str) -> Iterator[str]:
    """The newest policies of the games that a section is about, where it is about players at all."""
    section, games = _subject(root, name, page)
    for game in games if _PLAYED_BY.search(section) else ():
        for file in [] if game.policies is None else sorted(game.policies.glob("*.onnx")):
            if not file.stem.endswith(_SMALL) or "small" in section:
                yield file.name


def _named_weights(root: Path, name: str, page: str, *, fitted: bool) -> Iterator[str]:
    """The weights, other than policies, that players play by in a section's tables and commands."""
    section, games = _subject(root, name, page)
    shown = "\n".join([tables_by_hand(section), *_COMMAND.findall(section)])
    for spec in games:
        game = make(spec.name)
        known = [each for each in dict.fromkeys(_NAMED.findall(shown)) if _plays(game, each)]
        files = _shipped([(game, known)], fitted=fitted)
        yield from (file for file in files if file.endswith(_WEIGHTS))


def _plays(game: Game, name: str) -> bool:
    """Whether somebody of that name plays a game."""
    try:
        make_agent(name, game)
    except ConfigError:
        return False
    return True


def _subject(root: Path, name: str, page: str) -> tuple[str, list[GameSpec]]:
    """The text of a section, and the games that it is about."""
    text = (root / page).read_text(encoding="utf-8")
    section, title = sections(text)[name.partition("#")[2]], text.partition("\n")[0]
    games = [registry.spec(game) for game in registry.entries()]
    return section, [
        spec
        for spec in games
        if any(word in section or word in title for word in (spec.name, spec.title))
        or _ABOUT.get(page) == spec.name
    ]


def _git(root: Path, *words: str) -> str:
    return _bytes(root, *words).decode()


def _bytes(root: Path, *words: str) -> bytes:
    found = subprocess.run(["git", *words], cwd=root, capture_output=True, check=False)  # noqa: S603, S607
    if found.returncode:
        raise ConfigError(f"git {' '.join(words)}: {found.stderr.decode().strip()}")
    return found.stdout
