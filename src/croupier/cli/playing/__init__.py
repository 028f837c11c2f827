"""Commands for people who play: games, tables, score sheets, replays.

Read `play.py` (the terminal), then `serve.py` (the browser). A command imports any room; what it computes belongs
there, and options that several commands have into `croupier.cli.common`.
"""
