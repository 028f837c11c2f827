"""The core: records, kernels and the objects that drive them. It knows no game."""
