"""Commands that train policies and export them.

Read `train.py`. What a command computes belongs into `croupier.learn`; a setting of training is no option
here, but a line in `learn/settings/config.py`, for `--set NAME=VALUE`.
"""
