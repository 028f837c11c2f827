"""The parts of a game, their types, and the registry.

- `spec`, `registry`: `GameSpec`, and where each game is found; classic terminals
- `options`: options; named parts of actions and observation; facts
- `position`, `prompts`, `pictures`: positions as given to words; words for people and language models; pictures
- `teaching`: explanations of cards and tricks, guided first rounds
- `training`, `evaluation`, `exact`, `search`: parts for training, reports, solvers and search; measured strengths
"""
