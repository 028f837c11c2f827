"""What stands around the code: hosted workflows, forms, who to write to, how to cite."""

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from check_jsonschema.builtin_schemas import get_builtin_schema
from jsonschema import Draft7Validator
from ruamel.yaml import YAML

from tests.versions import PYTHONS

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(each for each in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if each.stem != "config")
SCHEMAS = [
    *((each, "github-workflows") for each in WORKFLOWS),
    *((each, "github-issue-forms") for each in FORMS),
    (GITHUB / "ISSUE_TEMPLATE" / "config.yml", "github-issue-config"),
    (GITHUB / "dependabot.yml", "dependabot"),
    (ROOT / "CITATION.cff", "citation-file-format"),
]
AROUND = [
    *(ROOT / each for each in ("CITATION.cff", "SECURITY.md", "CODE_OF_CONDUCT.md", ".pre-commit-config.yaml")),
    *sorted(each for each in GITHUB.rglob("*") if each.is_file()),
]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
EXISTING = {"https://www.contributor-covenant.org/version/2/1/code_of_conduct/"}


def read(file: Path) -> Any:
    """A file of YAML 1.2, in which the key ``on`` is no truth value, as JSON has it: a day is text."""
    return json.loads(json.dumps(YAML(typ="safe").load(file), default=str))


@pytest.mark.parametrize(("file", "schema"), SCHEMAS, ids=lambda each: getattr(each, "name", None))
def test_files_have_the_form_that_is_read(file: Path, schema: str) -> None:
    validator = Draft7Validator(get_builtin_schema(f"vendor.{schema}"))
    assert [error.message for error in validator.iter_errors(read(file))] == []


@pytest.mark.skipif(
    shutil.which("actionlint") is None,
    reason="actionlint is not installed: uv run --isolated --only-group workflows actionlint",
)
def test_workflows_are_read_by_actionlint() -> None:
    found = subprocess.run(["actionlint"], check=False, cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout


def test_workflows_call_commands_of_the_project_alone() -> None:
    pages = CONTRIBUTING + (ROOT / "README.md").read_text()
    lines = re.findall(r"^\$ (.+)$", pages, re.MULTILINE)
    told = {part for line in lines for part in (line, *line.split(" && "))}
    called = [
        step["run"].replace('"$VERSION"', PROJECT["project"]["version"])
        for file in WORKFLOWS
        for job in read(file)["jobs"].values()
        for step in job["steps"]
        if "run" in step
    ]
    assert len(called) >= len(WORKFLOWS)
    assert [
        each for each in called if not any(each == line or each.startswith(f"{line} --") for line in told)
    ] == []


def test_the_matrix_has_each_python_that_is_supported() -> None:
    tests = read(GITHUB / "workflows" / "tests.yml")
    assert tests["jobs"]["versions"]["strategy"]["matrix"]["python"] == PYTHONS


def test_the_citation_is_of_this_version() -> None:
    citation = read(ROOT / "CITATION.cff")
    heading = f"## {citation['version']} ({citation['date-released']})"
    assert heading in (ROOT / "CHANGELOG.md").read_text().splitlines()
    assert citation["version"] == PROJECT["project"]["version"]
    assert citation["license"] == PROJECT["project"]["license"]
    assert [each["name"] for each in citation["authors"]] == [
        each["name"] for each in PROJECT["project"]["authors"]
    ]


def test_no_address_is_named_that_does_not_exist() -> None:
    for file in AROUND:
        text = file.read_text()
        assert set(re.findall(r"https?://[^\s)>\"']+", text)) <= EXISTING, file.name
        assert re.findall(r"[\w.+-]+@[a-z][\w-]*\.[a-z]+", text) == [], file.name
