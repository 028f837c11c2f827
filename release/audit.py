"""Known vulnerabilities of what croupier depends on: ``uv run python -m release.audit [--service URL]``.

It asks the database of OSV (``uv audit``) about every version that `uv.lock` names for croupier and its extras.
Exit status: 0 if none has a known vulnerability, 1 if one has, 3 if no database could be asked: then nothing is
known.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

NONE, FOUND, NOT_ASKED = 0, 1, 3
_UV = ["uv", "audit", "--quiet", "--locked", "--no-default-groups", "--output-format", "json"]
_UV += ["--preview-features", "audit-command,json-output"]


@dataclass(frozen=True)
class Audit:
    """What an audit came to.

    Attributes:
        status: `NONE`, `FOUND` or `NOT_ASKED`.
        text: the same for people.
    """

    status: int
    text: str


def audit(root: Path, service: str | None = None) -> Audit:
    """Ask about all that croupier and its extras depend on.

    Args:
        root: the repository.
        service: address of a database in place of OSV's own.
    """
    command = [*_UV, *(["--service-url", service] if service else [])]
    found = subprocess.run(command, check=False, cwd=root, capture_output=True, text=True)
    if found.returncode not in (NONE, FOUND):
        return Audit(NOT_ASKED, f"no database of vulnerabilities was asked, so nothing is known:\n{found.stderr}")
    report = json.loads(found.stdout)
    lines = [
        f"{each['dependency']['name']} {each['dependency']['version']}: {each['display_id']}, {each['summary']}"
        f" (mended in {', '.join(each['fix_versions']) or 'no version'})"
        for each in report["vulnerabilities"]
    ]
    lines += [f"adverse status: {json.dumps(each)}" for each in report["adverse_statuses"]]
    asked = f"{report['summary']['audited_packages']} versions of packages"
    if lines:
        return Audit(FOUND, "\n".join([f"of {asked}:", *lines]))
    return Audit(NONE, f"no known vulnerability in {asked}")


def main() -> None:
    """Ask, print, and exit as the module says."""
    parser = argparse.ArgumentParser(prog="python -m release.audit", description=__doc__)
    parser.add_argument("--service", help="address of a database in place of https://api.osv.dev/")
    found = audit(Path(__file__).parents[1], parser.parse_args().service)
    print(found.text)
    sys.exit(found.status)


if __name__ == "__main__":
    main()
