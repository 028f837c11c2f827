"""Environments for learners and language models, one door to a library in each file.

Read `gymnasium.py` (one learner), then `learner.py` (agents in the other seats) and `episode.py` (one seat's game
in words). The room imports `measure`, `table`, `agents` and `core`. A door translates and decides nothing: what
all of them need belongs into `learner`, `seats` or `episode`. A library that few use has an example in place of a
door.

Learners: Gymnasium (one table or many), Stable-Baselines3, PettingZoo and OpenSpiel. Language models: a text
environment of our own, TextArena and verifiers, which also asks single decisions (`decision`). RLlib, OpenEnv and
TRL are examples in the repository. `training` has what these have in common: rewards, and deals by name.
"""
