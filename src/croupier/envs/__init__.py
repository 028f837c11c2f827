"""Environments for learners and language models, one door to a library in each file.

Learners: Gymnasium (one table or many), Stable-Baselines3, PettingZoo and OpenSpiel. Language models: a text
environment of our own, TextArena and verifiers, which also asks single decisions (`decision`). RLlib, OpenEnv and
TRL are examples in the repository. `training` has what these have in common: rewards, and deals by name.
"""
