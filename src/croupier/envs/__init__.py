"""How other libraries and language models see a game."""
