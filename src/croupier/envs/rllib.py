"""Gone: for one version, the error names the example."""

raise ImportError("croupier.envs.rllib is gone: copy examples/rllib_ppo.py")
