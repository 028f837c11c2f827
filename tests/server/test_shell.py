"""The service worker as the server sends it: its version, its files, and who may replace it."""

import gzip
import hashlib
import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.server.base import joined_modules
from croupier.server.process.app import STATIC
from croupier.server.routes.pages import PUSH, WORKER, joined
from tests.server.clients import Browser

READ = cache(joined_modules.read_module)
SHELL = re.compile(r"^const SHELL = (\{.*\});$", re.MULTILINE)


def told(text: str) -> dict[str, Any]:
    found = SHELL.search(text)
    assert found is not None
    shell: dict[str, Any] = json.loads(found[1])
    return shell


def shell_of(pages: Path) -> dict[str, Any]:
    """What the worker of a folder of pages is told now."""
    with pytest.MonkeyPatch.context() as patched:
        # these take longest
        patched.setattr(gzip, "compress", lambda *_, **__: b"")
        patched.setattr(joined_modules, "read_module", READ)
        return told(joined.__wrapped__(pages)[str(pages.resolve() / WORKER)].body.decode())


def test_the_worker_is_told_the_version_and_the_files(ann: Browser) -> None:
    answer = ann.ask("GET", "/worker.js")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
    shell = told(answer.text)
    digest = hashlib.sha256()
    files = shell["files"]
    for file in files:
        found = ann.ask("GET", file)
        assert found.status == 200
        digest.update(found.body)
    assert digest.hexdigest() == shell["version"]
    assert {"/index.html", "/main.js", "/strings.js", "/app/croupier.webmanifest", "/pages/score.js"} <= set(files)
    assert not [
        file
        for file in files
        if file.startswith(("/api/", "/pictures/")) or file in ("/worker.js", "/push_worker.js")
    ]


def test_every_change_of_a_file_is_another_version(tmp_path: Path) -> None:
    pages = tmp_path / "static"
    shutil.copytree(STATIC, pages)
    before = shell_of(pages)
    assert before == shell_of(STATIC)
    (pages / "css" / "base.css").write_text("* {}\n")
    assert shell_of(pages)["version"] != before["version"]
    (pages / "new.js").write_text("")
    (pages / "LICENSE.txt").write_text("kept by nobody")
    assert shell_of(pages)["files"] == sorted([*before["files"], "/new.js"])


def test_what_hears_pushes_is_part_of_the_worker_where_it_is_there(tmp_path: Path) -> None:
    pages = tmp_path / "static"
    shutil.copytree(STATIC, pages)
    (pages / PUSH).unlink(missing_ok=True)
    assert shell_of(pages)["more"] == []
    (pages / PUSH).write_text("self.heard = true;\n")
    assert shell_of(pages)["more"] == ["/push_worker.js"]
    assert f"/{PUSH}" not in shell_of(pages)["files"]
