"""Updates of the network.

- `ppo`: proximal policy optimisation, from a rollout.
- `graphed`: its gradient steps as CUDA graphs.
- `minibatches`: prioritised sampling of minibatches, with ability decisions more often.
- `imitation`: behaviour cloning, from games of a teacher or of a file.
"""
