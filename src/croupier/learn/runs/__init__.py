"""Runs in a folder: the training loop, checkpoints, curves, exported policies, series and ablations."""
