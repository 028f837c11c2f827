"""The games, one package each; a game imports the core and never another game."""
