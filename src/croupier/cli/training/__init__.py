"""Commands that train policies and export them.

Read `train.py`. Computation belongs into `croupier.learn`. A setting of training is not an option here, but a line
in `learn/settings/config.py`, for `--set NAME=VALUE`.
"""
