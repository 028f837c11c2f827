"""What Liar's Dice says to people, by keys: its English is in `languages/en.toml`."""

from pathlib import Path

from croupier.core.languages.reading import read_catalogue

ENGLISH = read_catalogue("liars-dice", Path(__file__).parent / "languages")
say = ENGLISH.say
