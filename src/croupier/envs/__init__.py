"""Environments for learners and language models: adapters for other libraries, one a file.

Read `gymnasium.py` (one learner) first, then `learner.py` (agents in the other seats) and `episode.py` (one seat's
game in words). The package imports `measure`, `table`, `agents` and `core`. An adapter only translates: code that
several of them need belongs into `learner` or `episode`. A library with few users has an example instead
of an adapter.

Learners: Gymnasium (one table or many), Stable-Baselines3, PettingZoo and OpenSpiel. Language models: croupier's
text environment, TextArena and verifiers, which also asks single decisions (`decision`). RLlib, OpenEnv and TRL
are examples in the repository. `training` has shared rewards, and deals by name.
"""
