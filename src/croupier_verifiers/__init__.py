"""Croupier's games as a package that the commands of verifiers find: ``vf-eval croupier-verifiers``.

The library looks environments up by the name of a top-level module; all of it stands in `croupier.envs.verifiers`.
"""

from croupier.envs.verifiers import CroupierHarness, CroupierInteractionEnv, CroupierTaskset, load_environment

__all__ = ["CroupierHarness", "CroupierInteractionEnv", "CroupierTaskset", "load_environment"]
