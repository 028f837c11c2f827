"""What a game is made of: the definition of a game, the types of its parts, and the registry.

- `spec`, `registry`: `GameSpec`, and where each game's is found
- `options`, `phases`, `shape`, `facts`: options; actions and observation by their parts; sizes; what is known of
  the game
- `position`, `seat_view`, `prompts`, `pictures`, `drawing`: what words are given; what a seat sees, and
  scores of rounds; words for people and models, and theirs; pictures
- `teaching`: what cards do, why tricks are won, guided first rounds
- `classic`: terminals that a source prescribes
- `training`, `evaluation`, `exact`, `search`, `strengths`: what training, reports, solvers and search need of a
  game
"""
