"""Rollouts: the games between two updates.

- `training_tables`: vectorised environments, with rewards and the options of new games.
- `league`: the opponents: past policies, bots and random play.
- `rollout`: the collector, which plays a rollout and stores its decisions.
- `decisions`: the decisions of a rollout, or of all shards' rollouts; advantages of each seat's (GAE).
- `auxiliary`: auxiliary tasks: targets of extra predictions, and their losses.
- `shards`: parts of a run's tables that are played separately, in this process or by workers.
- `ray_workers`: Ray workers that play shards.
"""
