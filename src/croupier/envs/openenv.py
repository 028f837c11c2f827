"""Gone: for one version, the error names the example."""

raise ImportError("croupier.envs.openenv is gone: copy examples/openenv_{server,decisions}.py")
