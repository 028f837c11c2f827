"""Rollouts: what is played between two updates.

- `training_tables`: the games, stepped side by side, with rewards and the options of new games.
- `league`: the opponents: past policies, bots and random play.
- `rollout`: the collector, which plays a rollout and keeps its decisions.
- `decisions`: the decisions of a rollout, or of the rollouts of all shards in one; advantages of each seat's
  (GAE).
- `auxiliary`: auxiliary tasks: targets of extra predictions, and their losses.
- `shards`: a run's tables in parts that are played apart, in this process or by workers.
- `ray_workers`: workers of Ray that play shards.
"""
