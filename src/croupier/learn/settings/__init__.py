"""Settings of a training run: what can be set, and what the settings of games mean.

- `settings`: how a setting is declared: default, type, range and help in one dataclass field.
- `config`: all settings, in groups; `Config` holds one value of each.
- `presets`: named sets of settings, a game's own or general ones.
- `objectives`: `objective` and `credit_until`: what a seat gains by a step.
- `mixes`: `mix`: options that are drawn for each game.
- `curriculum`: `curriculum`: stages with options of their own.
"""
