"""Gone: says for one version where the example is."""

raise ImportError("croupier.envs.trl is gone: copy examples/trl_{grpo,decisions}.py")
