"""Former names of settings, still understood in files, presets and on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.base.errors import ConfigError
from croupier.core.spec.training import NO_MIX

RENAMED = {
    "decisions": "total_decisions",
    "tables": "num_tables",
    "steps": "rollout_steps",
    "minibatch": "minibatch_size",
    "trace": "gae_lambda",
    "clip": "clip_range",
    "value_weight": "value_coef",
    "max_gradient": "max_grad_norm",
    "average": "ema_decay",
    "entropy": "entropy_coef",
    "entropy_end": "entropy_coef_end",
    "span": "credit_until",
}
"""Settings by the names that they had in version 0.1."""
MIX_SIZES = "mix_sizes"
"""A setting that `mix` and `mix_share` have replaced."""
_AS_MIX: dict[object, dict[str, Any]] = {False: {"mix": NO_MIX}, True: {"mix": "sizes", "mix_share": 0.5}}


def without_mix_sizes(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by name, with ``mix_sizes`` as what has replaced it; what is given beside it stands.

    Raises:
        ConfigError: a value that it could not have.
    """
    if MIX_SIZES not in changes:
        return dict(changes)
    value = changes[MIX_SIZES]
    if not isinstance(value, bool):
        raise ConfigError(f"setting {MIX_SIZES} must be true or false, not {value!r}")
    return _AS_MIX[value] | {name: each for name, each in changes.items() if name != MIX_SIZES}
