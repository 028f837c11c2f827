"""Gone: says for one version where the example is."""

raise ImportError("croupier.envs.rllib is gone: copy examples/rllib_ppo.py")
