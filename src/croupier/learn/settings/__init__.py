"""Settings of a training run, and how they apply to a game.

- `settings`: how a setting is declared: default, type, range and help in one dataclass field.
- `config`: all settings, in groups; `Config` holds one value of each; presets are named sets of them.
- `mixes`: `mix`: options that are drawn for each game.
- `plan`: `TrainingPlan`: what the parts of the learner are made from: all that the settings name, looked up;
  the stages of a curriculum, and heads, encoders and sizes of a network's layers.
"""
