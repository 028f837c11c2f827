"""Commands for people who play: games, tables, score sheets, replays.

Read `play.py` (the terminal) first, then `serve.py` (the browser). A command imports any room, where computation
belongs; options of several commands go into `croupier.cli.common`.
"""
