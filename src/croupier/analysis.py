"""The name in 0.2 of a part of `croupier.measure`, which gives its names with a warning."""

from croupier.core.base.lazy import renamed

__getattr__ = renamed(__name__, "croupier.measure")
