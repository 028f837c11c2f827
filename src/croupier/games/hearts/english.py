"""Sentences of Hearts by key: the English is in `languages/en.toml`."""

from pathlib import Path

from croupier.core.languages.reading import read_catalogue

ENGLISH = read_catalogue("hearts", Path(__file__).parent / "languages")
say = ENGLISH.say
