"""What the tests of models share: the key of the scripted server, and a wide terminal."""

import pytest

from tests.models.scripted import KEY


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("COLUMNS", "200")
