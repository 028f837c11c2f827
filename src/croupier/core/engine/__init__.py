"""Games in progress: `Game`, `State` and `Batch`, their compiled loops, saved states, trails, and the registry."""
