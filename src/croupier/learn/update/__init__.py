"""Updates of the network: PPO, minibatches, behaviour cloning."""
