"""The games, one folder each; a game imports the core and never another game."""
