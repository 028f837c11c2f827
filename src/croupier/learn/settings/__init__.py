"""Settings of a training run: groups, presets, mixes, curricula, objectives."""
