"""The games, one package each. A game imports the core and never another game.

Read `leduc` first, the smallest: `rules.py` (record and kernels), `text.py` (its words), `spec.py` (all its
parts). A part has the same file name in every game; small games keep the view, the observation or re-deals in
`rules` (docs/architecture.md, "A game"). A rule goes into `rules` with its id, and into the game's page and
reference; a sentence into `languages/en.toml` and its translations; a bot into `bots`.

`tricks` is not a game: it has what trick-taking games with the cards of four suits share.
"""
