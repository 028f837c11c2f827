"""Updates of the network.

- `ppo`: proximal policy optimisation, from a rollout.
- `graphed`: its gradient steps as CUDA graphs.
- `minibatches`: which decisions a minibatch holds, those of abilities more often.
- `imitation`: behaviour cloning, from games of a teacher or of a file.
"""
