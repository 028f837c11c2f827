"""Environments for learners and language models, one door to a library in each file.

Learners: Gymnasium (one table or many), Stable-Baselines3, PettingZoo, RLlib and OpenSpiel. Language models: a
text environment of our own, TextArena, verifiers, OpenEnv and TRL; the last three also ask single decisions
(`decision`). `training` has what these have in common: rewards, and deals by name.
"""
