"""What a game is made of: the definition of a game, the types of its parts, and the registry.

- `spec`, `registry`: `GameSpec`, and where each game's is found; terminals that a source prescribes
- `options`: options; actions and observation by their parts; what is known of the game
- `position`, `prompts`, `pictures`: what words are given: sizes, what a seat sees, who is still to answer;
  words for people and models, and theirs; pictures
- `teaching`: what cards do, why tricks are won, guided first rounds
- `training`, `evaluation`, `exact`, `search`: what training, reports, solvers and search need of a game; measured
  strengths
"""
