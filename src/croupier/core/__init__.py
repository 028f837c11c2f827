"""The core: records, compiled kernels and the classes that drive them. It knows no particular game."""
