"""Rollouts: vectorised environments, opponents, and the advantages of what was played."""
