"""Sentences shared by games with tricks: the English is in `languages/en.toml`."""

from pathlib import Path

from croupier.core.languages.reading import read_catalogue

ENGLISH = read_catalogue("tricks", Path(__file__).parent / "languages")
say = ENGLISH.say
LABELS = ENGLISH.named("view.")
"""Names of the parts of a view that these games share."""
