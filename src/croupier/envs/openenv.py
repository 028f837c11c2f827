"""Gone: says for one version where the example is."""

raise ImportError("croupier.envs.openenv is gone: copy examples/openenv_{server,decisions}.py")
