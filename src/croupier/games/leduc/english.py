"""Sentences of Leduc poker by key: the English is in `languages/en.toml`."""

from pathlib import Path

from croupier.core.languages.reading import read_catalogue

ENGLISH = read_catalogue("leduc", Path(__file__).parent / "languages")
say = ENGLISH.say
