"""Gone: for one version, the error names the example."""

raise ImportError("croupier.envs.trl is gone: copy examples/trl_{grpo,decisions}.py")
