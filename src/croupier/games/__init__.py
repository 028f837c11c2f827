"""The games, one package each; a game imports the core and never another game.

`tricks` is no game: what games share that are played in tricks with the cards of four suits.
"""
