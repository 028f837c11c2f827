"""Sentences of Skull King by key: the English is in `languages/en.toml`."""

from pathlib import Path

from croupier.core.languages.reading import read_catalogue

ENGLISH = read_catalogue("skull-king", Path(__file__).parent / "languages")
say = ENGLISH.say
