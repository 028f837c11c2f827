"""The tests; what they call to compare things says what it has found, as they do."""

from pathlib import Path

import pytest

pytest.register_assert_rewrite(*(f"tests.{each.stem}" for each in Path(__file__).parent.glob("[a-z]*")))
