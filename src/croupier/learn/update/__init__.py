"""Updates of the network from decisions.

- `ppo`: proximal policy optimisation, from a rollout.
- `minibatches`: which decisions a minibatch holds, those of abilities more often.
- `imitation`: behaviour cloning, from games of a teacher or of a file.
"""
