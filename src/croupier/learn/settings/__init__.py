"""Settings of a training run, applied to a game.

- `settings`: declaration of a setting: default, type, range and help in one dataclass field.
- `config`: all settings, in groups; `Config` holds one value of each; presets are named sets of them.
- `mixes`: `mix`: options that are sampled for each game.
- `plan`: `TrainingPlan`: the resolved settings for the parts of the learner; the stages of a curriculum; heads,
  encoders and sizes of the network.
"""
