"""The ids of the rules page, of the code and of the tests of each game are the same set."""

import ast
import re

import pytest

from tests import cases
from tests.pages import rule_ids

ID = re.compile(r"\b([A-Z]{2,4})-(\d+)\b")


def code_ids(name: str, prefix: str) -> set[str]:
    folder = cases.ROOT / "src" / "croupier" / "games" / name.replace("-", "_")
    texts = [file.read_text() for file in folder.rglob("*.py")]
    return {found[0] for text in texts for found in ID.finditer(text) if found[1] == prefix}


def ids_in_tests(name: str, prefix: str) -> set[str]:
    """Ids in the names of test functions, like test_pig_2_a_1_loses_the_turn_total, and of cases in data files."""
    tables = [file.read_text() for file in (cases.folder(name) / "data").glob("*.txt")]
    found = {rule for text in tables for rule in re.findall(rf"^{prefix}-\d+\b", text, re.MULTILINE)}
    for file in cases.folder(name).rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef):
                match = re.match(rf"test_{prefix.lower()}_(\d+)_", node.name)
                found |= {f"{prefix}-{match[1]}"} if match else set()
    return found


@pytest.mark.parametrize("name", cases.NAMES)
def test_every_rule_has_its_id_on_the_page_in_the_code_and_in_a_test(name: str) -> None:
    on_page = set(rule_ids(name))
    prefix = rule_ids(name)[0].partition("-")[0]
    assert on_page - code_ids(name, prefix) == set(), "rules that no code names"
    assert code_ids(name, prefix) - on_page == set(), "ids in the code that the page does not have"
    assert on_page - ids_in_tests(name, prefix) == set(), "rules without a test"
    assert ids_in_tests(name, prefix) - on_page == set(), "tests of rules that the page does not have"


@pytest.mark.parametrize("name", cases.NAMES)
def test_the_ids_of_a_page_are_numbered_without_gaps(name: str) -> None:
    numbers = [int(rule.partition("-")[2]) for rule in rule_ids(name)]
    assert numbers == list(range(1, len(numbers) + 1))
