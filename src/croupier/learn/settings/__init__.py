"""Settings of a training run, and how they apply to a game.

- `settings`: how a setting is declared: default, type, range and help in one dataclass field.
- `config`: all settings, in groups; `Config` holds one value of each.
- `presets`: named sets of settings, a game's own or general ones.
- `mixes`: `mix`: options that are drawn for each game.
- `curriculum`: `curriculum`: stages with options of their own.
- `network_shape`: `architecture`, `card_head`, `critic`: heads, encoders and sizes of a network's layers.
- `plan`: `TrainingPlan`: what the parts of the learner are made from: all that the settings name, looked up.
"""
